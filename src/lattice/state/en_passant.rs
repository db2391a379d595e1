//! En passant: cells passed in double steps, and the captures on them.

use super::bitboards::State;
use super::zobrist;
use crate::chess::{Color, Role};
use crate::lattice::tables::{NOWHERE, Rules, bit, each};

/// The passed cells, each with an enemy pawn that attacks it. The pawn that passed belongs to the side that
/// moved last, or within a series to the side to move.
pub(crate) fn en_passant_captures(
    rules: &Rules,
    state: &State,
) -> impl Iterator<Item = (usize, usize)> + use<> {
    let taker = if state.played == 0 { state.turn } else { !state.turn };
    let pawns = state.set(taker, Role::Pawn);
    let tables = rules.tables;
    let takes_en_passant = rules.takes_en_passant;
    let turned = state.turned;
    each(state.en_passant).flat_map(move |passed| {
        let mut from = 0;
        if takes_en_passant[0] {
            from |= tables.taken_from[0][passed] & pawns & !turned;
        }
        if takes_en_passant[1] {
            from |= tables.taken_from[1][passed] & pawns & turned;
        }
        each(from).map(move |from| (passed, from))
    })
}

/// Drops the passed cells of a side whose pawn has left. A passed cell may be occupied for a while in a series.
pub(crate) fn drop_stale_en_passant(rules: &Rules, state: &mut State, side: Color) {
    let pawns = state.set(side, Role::Pawn);
    let live = |&passed: &usize| {
        let passer = rules.passers[side.index()][passed];
        passer != NOWHERE && pawns & bit(passer.into()) != 0
    };
    state.en_passant = each(state.en_passant).filter(live).fold(0, |set, cell| set | bit(cell));
}

/// The key's part for passed cells: those that some enemy pawn attacks.
pub(crate) fn en_passant_key(rules: &Rules, state: &State) -> u64 {
    let mut cells = 0;
    for (passed, _) in en_passant_captures(rules, state) {
        cells |= bit(passed);
    }
    each(cells).fold(0, |key, cell| key ^ zobrist::en_passant(cell))
}
