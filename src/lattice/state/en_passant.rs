//! En passant: cells passed in double steps, and the captures on them.

use super::bitboards::LatticeState;
use super::zobrist;
use crate::chess::{Color, Role};
use crate::lattice::tables::{LatticeRules, Passer, bit, each};

/// Returns the pawns that attack a passed cell and may capture there. The pawn that passed belongs to the side that
/// moved last, or within a series to the side to move.
#[inline(always)]
pub(crate) fn en_passant_takers(rules: &LatticeRules, state: &LatticeState, passed: usize) -> u128 {
    let side = if state.played == 0 { state.turn } else { !state.turn };
    let pawns = state.set(side, Role::Pawn);
    let mut takers = 0;
    if rules.takes_en_passant[0] {
        takers |= rules.tables.taken_from[0][passed] & pawns & !state.turned;
    }
    if rules.takes_en_passant[1] {
        takers |= rules.tables.taken_from[1][passed] & pawns & state.turned;
    }
    takers
}

/// Whether a pawn that makes a double step may pass a cell that an enemy pawn attacks.
pub(crate) fn may_be_taken_in_passing(rules: &LatticeRules, state: &LatticeState, from: usize) -> bool {
    let t = &*rules.tables;
    let pawns = state.set(!state.turn, Role::Pawn);
    let attacks = |passed: usize| (t.taken_from[0][passed] | t.taken_from[1][passed]) & pawns != 0;
    each(t.push[state.way_at(from)][from]).any(attacks)
}

/// Returns the pawn of a side that may just have passed a cell in a double step; of two, the one from the lower cell.
pub(crate) fn passer(
    rules: &LatticeRules,
    state: &LatticeState,
    side: Color,
    passed: usize,
) -> Option<usize> {
    let pawns = state.set(side, Role::Pawn);
    let stands = |passer: &&Passer| {
        let end = usize::from(passer.end);
        pawns & bit(end) != 0
            && state.way_at(end) == usize::from(passer.way)
            && (rules.is_progressive() || state.occupied() & bit(passer.start.into()) == 0)
    };
    rules.passers[side.index()][passed].iter().flatten().find(stands).map(|passer| passer.end.into())
}

/// Removes each passed cell of a side whose pawn has left the end of its double step. In a series a passed cell may be occupied for a
/// while.
pub(crate) fn drop_stale_en_passant(rules: &LatticeRules, state: &mut LatticeState, side: Color) {
    for passed in each(state.en_passant) {
        if passer(rules, state, side, passed).is_none() {
            state.en_passant &= !bit(passed);
        }
    }
}

/// Returns the key's part for passed cells: those that an enemy pawn attacks.
pub(crate) fn en_passant_key(rules: &LatticeRules, state: &LatticeState) -> u64 {
    each(state.en_passant)
        .filter(|&passed| en_passant_takers(rules, state, passed) != 0)
        .fold(0, |key, passed| key ^ zobrist::en_passant(passed))
}
