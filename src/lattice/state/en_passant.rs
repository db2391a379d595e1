//! En passant: cells passed in double steps, and the captures on them.

use super::bitboards::LatticeState;
use super::zobrist::{self, CellFact};
use crate::chess::{Color, Role};
use crate::lattice::tables::{LatticeRules, bit, each};

/// Returns the pawns that attack a passed cell and may capture there. The pawn that passed belongs to the side that
/// moved last, or within a series to the side to move.
#[inline(always)]
pub(crate) fn en_passant_takers(rules: &LatticeRules, state: &LatticeState, passed_cell: usize) -> u128 {
    let passing_side = if state.is_within_series() { state.turn } else { !state.turn };
    let pawns = state.pieces(!passing_side, Role::Pawn);
    let mut takers = 0;
    for way in [0, 1] {
        if rules.takes_en_passant[way] {
            takers |= rules.tables.taken_from[way][passed_cell] & pawns & state.of_way(way);
        }
    }
    takers
}

/// Whether a pawn that makes a double step from a cell passes over a cell that an enemy pawn may attack.
pub(crate) fn may_be_taken_en_passant(rules: &LatticeRules, state: &LatticeState, from: usize) -> bool {
    let t = &*rules.tables;
    let enemy_pawns = state.pieces(!state.turn, Role::Pawn);
    let may_be_attacked =
        |passed_cell: usize| (t.taken_from[0][passed_cell] | t.taken_from[1][passed_cell]) & enemy_pawns != 0;
    each(t.push[state.way_at(from)][from]).any(may_be_attacked)
}

/// Returns the cell of the pawn that may just have passed over a cell in a double step. Of two such pawns, the one with the lower
/// start cell counts.
pub(crate) fn passing_pawn(
    rules: &LatticeRules,
    state: &LatticeState,
    side: Color,
    passed_cell: usize,
) -> Option<usize> {
    let pawns = state.pieces(side, Role::Pawn);
    for step in rules.double_steps_over[side.index()][passed_cell].iter().flatten() {
        let end = usize::from(step.end);
        let has_pawn_at_end = pawns & bit(end) != 0 && state.way_at(end) == usize::from(step.way);
        // Later moves of a series may have filled the start cell again, and even the passed cell.
        let may_have_left_start = rules.is_progressive() || state.occupied() & bit(step.start.into()) == 0;
        if has_pawn_at_end && may_have_left_start {
            return Some(end);
        }
    }
    None
}

/// Removes each passed cell if the pawn of this side that passed it has left the end of its double step.
pub(crate) fn drop_stale_en_passant(rules: &LatticeRules, state: &mut LatticeState, side: Color) {
    for passed_cell in each(state.en_passant) {
        if passing_pawn(rules, state, side, passed_cell).is_none() {
            state.en_passant &= !bit(passed_cell);
        }
    }
}

/// Returns the part of the key for the passed cells on which an enemy pawn may capture.
pub(crate) fn en_passant_key(rules: &LatticeRules, state: &LatticeState) -> u64 {
    each(state.en_passant)
        .filter(|&passed_cell| en_passant_takers(rules, state, passed_cell) != 0)
        .fold(0, |key, passed_cell| key ^ zobrist::fact(CellFact::Passed, passed_cell))
}
