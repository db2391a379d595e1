//! The kinds of a variant in the form that the page gets, for setting up positions.

use super::lattice::PIECE_RADIUS;
use super::plane;
use super::types::{KindView, ShapeView};
use crate::board::Chart;
use crate::chess::{Kind, Role};
use crate::game::Prepared;
use crate::lattice::LatticeRules;
use crate::variant::{Rebirth, Variant};

/// Returns every kind of piece of a variant. On cells the kinds of [`Role::ALL`] come first, and the others in alphabetical order.
pub fn kinds(prepared: &Prepared) -> Vec<KindView> {
    match prepared {
        Prepared::Plane(rules) => rules.kinds().iter().map(|kind| plane_kind(rules, kind)).collect(),
        Prepared::Lattice(rules) => {
            let letters = Role::ALL.iter().map(|role| role.letter()).chain('A'..='Z');
            let mut kinds: Vec<Kind> = Vec::new();
            for kind in letters.filter_map(|letter| rules.kind_of_letter(letter)) {
                if !kinds.contains(&kind) {
                    kinds.push(kind);
                }
            }
            kinds.into_iter().map(|kind| lattice_kind(rules, kind)).collect()
        }
    }
}

/// Returns the names that the position text of a variant may have behind the side to move, such as `ep`.
pub fn extras(prepared: &Prepared) -> Vec<&'static str> {
    let spec = prepared.variant().spec();
    let mut extras = Vec::new();
    if prepared.variant().is_lattice() && spec.en_passant {
        extras.push("ep");
    }
    if spec.turns.is_progressive() {
        extras.extend(["series", "played", "quiet"]);
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
        shape: plane::at_rest(&kind.rule.extent),
        suffixes,
    }
}

fn lattice_kind(rules: &LatticeRules, kind: Kind) -> KindView {
    let (chart, letter) = (rules.grid().chart(), rules.letter(kind));
    let is_pawn_on_ring = rules.is_pawn(kind) && chart == Chart::Ring;
    let may_castle = rules.is_royal(kind) || letter == 'R';
    let has_seams = rules.grid().sheet().is_some_and(|sheet| sheet.has_seams());
    let mut suffixes = Vec::new();
    if may_castle || is_pawn_on_ring {
        suffixes.push("moved");
    }
    if is_pawn_on_ring {
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
        letter,
        name: rules.kind_name(kind).to_owned(),
        shape: ShapeView::Disc { r: PIECE_RADIUS },
        suffixes,
    }
}
