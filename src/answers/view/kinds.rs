//! The kinds of a variant in the form that the page gets, for setting up positions.

use super::lattice::PIECE_RADIUS;
use super::plane;
use super::types::{KindView, ShapeView};
use crate::board::Chart;
use crate::chess::{Kind, Role};
use crate::game::Prepared;
use crate::lattice;
use crate::variant::{Rebirth, Variant};

/// Returns every kind of piece, with the suffixes of the position text that it may have.
pub fn kinds(prepared: &Prepared) -> Vec<KindView> {
    match prepared {
        Prepared::Plane(rules) => rules.kinds().iter().map(|kind| plane_kind(rules, kind)).collect(),
        Prepared::Lattice(rules) => {
            let letters = Role::ALL.iter().map(|role| role.letter()).chain('A'..='Z');
            let mut known: Vec<Kind> = Vec::new();
            for kind in letters.filter_map(|letter| rules.kind_of_letter(letter)) {
                if !known.contains(&kind) {
                    known.push(kind);
                }
            }
            known.into_iter().map(|kind| lattice_kind(rules, kind)).collect()
        }
    }
}

/// Returns the extras that the position text of a variant may have.
pub fn extras(prepared: &Prepared) -> Vec<&'static str> {
    let spec = prepared.variant().spec();
    let passed = prepared.variant().is_lattice() && spec.en_passant;
    let series = if spec.turns.is_progressive() { &["series", "played", "quiet"][..] } else { &[] };
    passed.then_some("ep").into_iter().chain(series.iter().copied()).collect()
}

/// Returns the suffixes whose condition holds.
fn suffixes(conditions: &[(bool, &'static str)]) -> Vec<&'static str> {
    conditions.iter().filter(|(holds, _)| *holds).map(|(_, suffix)| *suffix).collect()
}

fn has_rebirth(variant: &Variant) -> bool {
    variant.spec().rebirth != Rebirth::None
}

fn plane_kind(rules: &crate::plane::Rules, kind: &crate::plane::PlaneKind) -> KindView {
    let (ring, reborn) = (rules.promoting_on_ring(), has_rebirth(&rules.variant));
    KindView {
        letter: kind.rule.letter,
        name: kind.rule.name.clone(),
        shape: plane::at_rest(&kind.rule.extent),
        suffixes: suffixes(&[
            (true, "moved"),
            (kind.rule.has_heading(), "heading"),
            (ring && kind.rule.pawn, "sense"),
            (!ring && kind.framed && rules.board.sheet().has_flips(), "flips"),
            (reborn, "promoted"),
            (reborn, "home"),
        ]),
    }
}

fn lattice_kind(rules: &lattice::LatticeRules, kind: Kind) -> KindView {
    let (chart, reborn) = (rules.grid().chart(), has_rebirth(rules.variant()));
    let (pawn, ring) = (rules.is_pawn(kind), chart == Chart::Ring);
    let seams = rules.grid().sheet().is_some_and(|sheet| sheet.has_seams());
    KindView {
        letter: rules.letter(kind),
        name: rules.kind_name(kind).to_owned(),
        shape: ShapeView::Disc { r: PIECE_RADIUS },
        suffixes: suffixes(&[
            (rules.is_royal(kind) || rules.letter(kind) == 'R' || (pawn && ring), "moved"),
            (pawn && ring, "sense"),
            (pawn && chart == Chart::Disc, "crossed"),
            (seams && rules.is_framed(kind), "flips"),
            (reborn, "promoted"),
            (reborn, "home"),
        ]),
    }
}
