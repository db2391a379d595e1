//! Chances to take in passing: cells passed in double steps, and who may take there.

use super::bitboards::State;
use super::zobrist;
use crate::chess::{Color, Role};
use crate::lattice::tables::{NOWHERE, Rules, bit, each};

/// Passed cells with the pawns of the other side that attack them. The passer belongs to the side that
/// moved last, or within a series to the side to move.
pub(crate) fn takers(rules: &Rules, state: &State) -> impl Iterator<Item = (usize, usize)> + use<> {
    let taker = if state.played == 0 { state.turn } else { !state.turn };
    let pawns = state.set(taker, Role::Pawn);
    let tables = rules.tables;
    let takes_passing = rules.takes_passing;
    let turned = state.turned;
    each(state.passed).flat_map(move |passed| {
        let mut from = 0;
        if takes_passing[0] {
            from |= tables.taken_from[0][passed] & pawns & !turned;
        }
        if takes_passing[1] {
            from |= tables.taken_from[1][passed] & pawns & turned;
        }
        each(from).map(move |from| (passed, from))
    })
}

/// Drops passed cells of a side that something stands on, or whose passer has left.
pub(crate) fn drop_stale_chances(rules: &Rules, state: &mut State, side: Color) {
    let pawns = state.set(side, Role::Pawn);
    let men = state.men();
    let live = |&passed: &usize| {
        let passer = rules.passers[side.index()][passed];
        men & bit(passed) == 0 && passer != NOWHERE && pawns & bit(passer.into()) != 0
    };
    state.passed = each(state.passed).filter(live).fold(0, |set, cell| set | bit(cell));
}

/// The part of the key for passed cells: those that some enemy pawn attacks.
pub(crate) fn chances_key(rules: &Rules, state: &State) -> u64 {
    let mut cells = 0;
    for (passed, _) in takers(rules, state) {
        cells |= bit(passed);
    }
    each(cells).fold(0, |key, cell| key ^ zobrist::passed(cell))
}
