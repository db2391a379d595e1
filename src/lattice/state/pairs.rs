//! Pawn pairs: two pawns of one side that face each other on a ring and are stuck. The variant decides which player may
//! remove them before a move (`docs/rules/ring.md` 4).

use super::bitboards::LatticeState;
use super::en_passant::drop_stale_en_passant;
use crate::board::Cell;
use crate::chess::{Color, Kind, Role};
use crate::lattice::tables::{LatticeRules, bit, cells_in, each};
use crate::variant::PawnPairs;

/// Returns the next cell of the ring counter-clockwise: the other cell of the pair whose pawn on `cell` goes counter-clockwise.
pub(crate) const fn partner(cell: usize) -> usize {
    (cell & !15) | ((cell + 1) & 15)
}

/// Returns the two cells of each pair, that of the pawn that goes counter-clockwise first.
pub(crate) fn cells_of_pairs(pairs: u64) -> impl Iterator<Item = [Cell; 2]> {
    cells_in(pairs.into()).map(|pawn| [pawn, Cell(partner(pawn.index()) as u8)])
}

/// The first cell of each ring. Its clockwise neighbour is the last cell of the ring.
const FIRSTS: u64 = 0x0001_0001_0001_0001;

/// Returns all pairs of one side, as the cells of those pawns that go counter-clockwise.
pub(crate) fn stuck_pairs(state: &LatticeState, side: Color) -> u64 {
    let pawns = state.pieces(side, Role::Pawn);
    let (counter_clockwise, clockwise) = ((pawns & state.of_way(0)) as u64, (pawns & state.of_way(1)) as u64);
    // The cells whose partner cell has a clockwise pawn.
    let facing = (clockwise & !FIRSTS) >> 1 | (clockwise & FIRSTS) << 15;
    counter_clockwise & facing
}

impl LatticeRules {
    #[inline(always)]
    pub(crate) fn may_remove_pairs(&self) -> bool {
        self.pairs != PawnPairs::None
    }
}

/// Returns the pairs that the side to move may remove.
pub(crate) fn removable(rules: &LatticeRules, state: &LatticeState) -> u64 {
    if state.is_within_series() {
        return 0;
    }
    match rules.pairs {
        PawnPairs::None => 0,
        PawnPairs::Opponent => stuck_pairs(state, !state.turn),
        PawnPairs::Owner => stuck_pairs(state, state.turn),
        PawnPairs::Either => stuck_pairs(state, state.turn) | stuck_pairs(state, !state.turn),
    }
}

/// Returns every non-empty set of pairs that the side to move may remove, in the order of the sets as numbers.
#[inline(always)]
pub(crate) fn removals(rules: &LatticeRules, state: &LatticeState) -> impl Iterator<Item = u64> {
    let pairs = removable(rules, state);
    let mut subset = 0u64;
    std::iter::from_fn(move || {
        // Among the bits of `pairs`, subtracting them all gives the next larger subset, and at last 0.
        subset = subset.wrapping_sub(pairs) & pairs;
        (subset != 0).then_some(subset)
    })
}

/// Removes pairs, and the passed cells of their pawns.
pub(crate) fn remove(rules: &LatticeRules, state: &mut LatticeState, pairs: u64) {
    if pairs == 0 {
        return;
    }
    let enemies = state.colors[(!state.turn).index()];
    for pawn in each(u128::from(pairs)) {
        let side = if enemies & bit(pawn) != 0 { !state.turn } else { state.turn };
        state.remove_piece(rules, side, Kind::PAWN, pawn);
        state.remove_piece(rules, side, Kind::PAWN, partner(pawn));
    }
    drop_stale_en_passant(rules, state, !state.turn);
}
