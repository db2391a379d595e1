//! The status of a game: by material first, then by moves, then by counters.

use super::ending::{by_counters, by_material};
use super::legal::can_move;
use crate::chess::{Color, Status};
use crate::lattice::state::LatticeState;
use crate::lattice::tables::LatticeRules;
use crate::variant::Stalemate;

/// Returns the status of the game, and its winner.
pub(crate) fn status(rules: &LatticeRules, state: &LatticeState) -> (Status, Option<Color>) {
    if let Some(ended) = by_material(rules, state) {
        return ended;
    }
    if !can_move(rules, state) {
        return if rules.in_check(state, state.turn) {
            (Status::Checkmate, Some(!state.turn))
        } else {
            match rules.variant.spec().stalemate {
                Stalemate::Draw => (Status::Stalemate, None),
                Stalemate::Loss => (Status::Stalemate, Some(!state.turn)),
            }
        };
    }
    if by_counters(rules, state) { (Status::Draw, None) } else { (Status::Ongoing, None) }
}
