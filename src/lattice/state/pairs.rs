//! Pawn pairs: two pawns of one side that face each other on a ring and are stuck. The opponent may remove
//! any of them before a move (spec of circular chess, section 2).

use super::bitboards::State;
use super::edit::remove_piece;
use super::en_passant::drop_stale_en_passant;
use crate::chess::{Color, Role};
use crate::lattice::tables::{Rules, bit, each};

/// The next cell of the ring board, counter-clockwise, where a pair's other pawn stands.
pub(crate) const fn partner(cell: usize) -> usize {
    (cell & !15) | ((cell + 1) & 15)
}

/// The counter-clockwise pawns of all pairs of one side.
pub(crate) fn stuck(state: &State, side: Color) -> u64 {
    let pawns = state.set(side, Role::Pawn);
    let facing = pawns & state.turned;
    each(pawns & !state.turned).filter(|&c| facing & bit(partner(c)) != 0).fold(0, |set, c| set | 1 << c)
}

/// The pairs that the side to move may remove now.
pub(crate) fn removable(rules: &Rules, state: &State) -> u64 {
    if rules.pairs && state.played == 0 { stuck(state, !state.turn) } else { 0 }
}

/// Every subset of some pairs, the empty one included, smaller numbers first.
pub(crate) fn choices(pairs: u64) -> impl Iterator<Item = u64> {
    let mut next = Some(0u64);
    std::iter::from_fn(move || {
        let choice = next?;
        let following = choice.wrapping_sub(pairs) & pairs;
        next = (following != 0).then_some(following);
        Some(choice)
    })
}

/// Removes pairs. En passant captures of a removed pawn are no longer possible.
pub(crate) fn remove(rules: &Rules, state: &mut State, pairs: u64) {
    if pairs == 0 {
        return;
    }
    let side = !state.turn;
    for pawn in each(u128::from(pairs)) {
        remove_piece(rules, state, side, Role::Pawn, pawn);
        remove_piece(rules, state, side, Role::Pawn, partner(pawn));
    }
    drop_stale_en_passant(rules, state, side);
    state.halfmove = 0;
}
