//! En passant: cells passed in double steps, and the captures on them.

use super::bitboards::LatticeState;
use super::zobrist;
use crate::chess::{Color, Role};
use crate::lattice::tables::{LatticeRules, bit, each};

/// Returns the pawns that attack a passed cell and may capture there. The pawn that passed belongs to the side that
/// moved last, or within a series to the side to move.
#[inline(always)]
pub(crate) fn en_passant_takers(rules: &LatticeRules, state: &LatticeState, passed: usize) -> u128 {
    let takers_side = if state.played == 0 { state.turn } else { !state.turn };
    let pawns = state.pieces(takers_side, Role::Pawn);
    let mut takers = 0;
    if rules.takes_en_passant[0] {
        takers |= rules.tables.taken_from[0][passed] & pawns & !state.turned;
    }
    if rules.takes_en_passant[1] {
        takers |= rules.tables.taken_from[1][passed] & pawns & state.turned;
    }
    takers
}

/// Whether a pawn that makes a double step from a cell passes over a cell that an enemy pawn attacks.
pub(crate) fn may_be_taken_in_passing(rules: &LatticeRules, state: &LatticeState, from: usize) -> bool {
    let t = &*rules.tables;
    let enemy_pawns = state.pieces(!state.turn, Role::Pawn);
    let may_be_attacked =
        |passed: usize| (t.taken_from[0][passed] | t.taken_from[1][passed]) & enemy_pawns != 0;
    each(t.push[state.way_at(from)][from]).any(may_be_attacked)
}

/// Returns the cell of the pawn that may just have passed over a cell in a double step. Of two such pawns, the one with the lower
/// start cell counts.
pub(crate) fn passing_pawn(
    rules: &LatticeRules,
    state: &LatticeState,
    side: Color,
    passed: usize,
) -> Option<usize> {
    let pawns = state.pieces(side, Role::Pawn);
    for step in rules.double_steps_over[side.index()][passed].iter().flatten() {
        let end = usize::from(step.end);
        let has_pawn_at_end = pawns & bit(end) != 0 && state.way_at(end) == usize::from(step.way);
        let may_be_made = rules.is_progressive() || state.occupied() & bit(step.start.into()) == 0;
        if has_pawn_at_end && may_be_made {
            return Some(end);
        }
    }
    None
}

/// Removes each passed cell of a side whose pawn has left the end of its double step. During a series a passed cell may be
/// occupied.
pub(crate) fn drop_stale_en_passant(rules: &LatticeRules, state: &mut LatticeState, side: Color) {
    for passed in each(state.en_passant) {
        if passing_pawn(rules, state, side, passed).is_none() {
            state.en_passant &= !bit(passed);
        }
    }
}

/// Returns the part of the key for the passed cells that an enemy pawn attacks.
pub(crate) fn en_passant_key(rules: &LatticeRules, state: &LatticeState) -> u64 {
    each(state.en_passant)
        .filter(|&passed| en_passant_takers(rules, state, passed) != 0)
        .fold(0, |key, passed| key ^ zobrist::en_passant(passed))
}
