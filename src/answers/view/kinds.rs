//! The kinds of a variant in the form that the page gets, for setting up positions.

use super::lattice::PIECE_RADIUS;
use super::plane;
use super::types::{BodyView, KindView};
use crate::board::Chart;
use crate::chess::Kind;
use crate::game::Prepared;
use crate::lattice::LatticeRules;
use crate::notation::{Extra, SeriesCounters};
use crate::variant::{Rebirth, Variant};

/// Returns every kind of piece of a variant. On cells the usual kinds come first, and the others in alphabetical order.
pub fn kinds(prepared: &Prepared) -> Vec<KindView> {
    match prepared {
        Prepared::Plane(rules) => rules.kinds().iter().map(|kind| plane_kind(rules, kind)).collect(),
        Prepared::Lattice(rules) => rules.kinds().into_iter().map(|kind| lattice_kind(rules, kind)).collect(),
    }
}

/// Returns the names that the position text of a variant may have behind the side to move, such as `ep`.
pub fn extras(prepared: &Prepared) -> Vec<&'static str> {
    let spec = prepared.variant().spec();
    let mut extras = Vec::new();
    if prepared.variant().is_lattice() && spec.en_passant {
        extras.push(Extra::EN_PASSANT);
    }
    if spec.turns.is_progressive() {
        extras.extend(SeriesCounters::NAMES);
    }
    extras
}

/// Adds the suffixes of pieces that may be put back, if the variant puts pieces back.
fn add_suffixes_of_rebirth(suffixes: &mut Vec<&'static str>, variant: &Variant) {
    if variant.spec().rebirth != Rebirth::None {
        suffixes.extend(["promoted", "home"]);
    }
}

fn plane_kind(rules: &crate::plane::Rules, kind: &crate::plane::PlaneKind) -> KindView {
    let mut suffixes = vec!["moved"];
    if kind.rule.has_heading() {
        suffixes.push("heading");
    }
    if rules.has_ring_pawns() {
        suffixes.extend(kind.rule.pawn.then_some("sense"));
    } else if kind.is_framed && rules.board.sheet().has_flips() {
        suffixes.push("flips");
    }
    add_suffixes_of_rebirth(&mut suffixes, &rules.variant);
    KindView {
        letter: kind.rule.letter,
        name: kind.rule.name.clone(),
        shape: plane::at_origin(&kind.rule.extent),
        suffixes,
    }
}

fn lattice_kind(rules: &LatticeRules, kind: Kind) -> KindView {
    let chart = rules.grid().chart();
    let has_seams = rules.grid().sheet().is_some_and(|sheet| sheet.has_seams());
    let mut suffixes = Vec::new();
    if rules.may_have_first_move_right(kind) {
        suffixes.push("moved");
    }
    if rules.is_pawn(kind) && chart == Chart::Ring {
        suffixes.push("sense");
    }
    if rules.is_pawn(kind) && chart == Chart::Disc {
        suffixes.push("crossed");
    }
    if has_seams && rules.is_framed(kind) {
        suffixes.push("flips");
    }
    add_suffixes_of_rebirth(&mut suffixes, rules.variant());
    KindView {
        letter: rules.letter(kind),
        name: rules.kind_name(kind).to_owned(),
        shape: BodyView::Disc { r: PIECE_RADIUS },
        suffixes,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The kind's first move is longer. Without castling neither kings nor rooks have a right to lose.
    #[test]
    fn only_kinds_with_a_right_at_first_are_marked_as_moved() {
        let text = "name = 'runners'\nmotion = 'lattice'\ncastling = false\n\
                    start = 'ra2qk2/8/8/8/8/8/8/RA2QK2 w - - 0 1'\n\
                    [[kind]]\nname = 'runner'\nletter = 'A'\n\
                    [[kind.move]]\ngo = 'ride'\nrange = 1\nfirst_range = 2\ntoward = [[0, 1]]\n";
        let prepared = Prepared::read(text).expect("a variant on cells");
        let has_moved = |kind: &KindView| kind.suffixes.contains(&"moved");
        let marked: Vec<char> =
            kinds(&prepared).iter().filter(|kind| has_moved(kind)).map(|kind| kind.letter).collect();
        assert_eq!(marked, ['A']);
    }
}
