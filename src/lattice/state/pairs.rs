//! Pawn pairs: two pawns of one player that face each other on a ring, stuck. The opponent may take
//! any of them off before his move (spec of circular chess, section 2).

use super::bitboards::State;
use super::edit::remove_piece;
use super::en_passant::drop_stale_en_passant;
use crate::chess::{Color, Role};
use crate::lattice::tables::{Rules, bit, each};

/// The cell next to one of the ring board, counter-clockwise: where a pair's other pawn stands.
pub(crate) const fn partner(cell: usize) -> usize {
    (cell & !15) | ((cell + 1) & 15)
}

/// The counter-clockwise pawns of all pairs of one side.
pub(crate) fn stuck(state: &State, side: Color) -> u64 {
    let pawns = state.set(side, Role::Pawn);
    let facing = pawns & state.turned;
    each(pawns & !state.turned).filter(|&c| facing & bit(partner(c)) != 0).fold(0, |set, c| set | 1 << c)
}

/// The pairs that the side to move may take off now.
pub(crate) fn removable(rules: &Rules, state: &State) -> u64 {
    if rules.pairs && state.played == 0 { stuck(state, !state.turn) } else { 0 }
}

/// Every choice among some pairs, the empty one included, smaller numbers first.
pub(crate) fn choices(pairs: u64) -> impl Iterator<Item = u64> {
    let mut next = Some(0u64);
    std::iter::from_fn(move || {
        let choice = next?;
        let following = choice.wrapping_sub(pairs) & pairs;
        next = (following != 0).then_some(following);
        Some(choice)
    })
}

/// Takes pairs off. Chances to take in passing go with a pawn that made them.
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
