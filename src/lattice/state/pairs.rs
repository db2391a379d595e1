//! Pawn pairs: two pawns of one side that face each other on a ring and are stuck. The variant decides which player may
//! remove them before a move (`docs/rules/ring.md` 4).

use super::bitboards::LatticeState;
use super::edit::remove_piece;
use super::en_passant::drop_stale_en_passant;
use crate::chess::{Color, Kind, Role};
use crate::lattice::tables::{LatticeRules, bit, each};
use crate::variant::PawnPairs;

/// Returns the next cell of the ring board, counter-clockwise, where a pair's other pawn stands.
pub(crate) const fn partner(cell: usize) -> usize {
    (cell & !15) | ((cell + 1) & 15)
}

/// The first cell of each ring, whose clockwise neighbour has the ring's last index.
const FIRSTS: u64 = 0x0001_0001_0001_0001;

/// Returns the counter-clockwise pawns of all pairs of one side.
pub(crate) fn stuck(state: &LatticeState, side: Color) -> u64 {
    let pawns = state.set(side, Role::Pawn);
    let (pawns, facing) = ((pawns & !state.turned) as u64, (pawns & state.turned) as u64);
    // The cells whose partner is a facing pawn.
    let before = (facing & !FIRSTS) >> 1 | (facing & FIRSTS) << 15;
    pawns & before
}

impl LatticeRules {
    /// Whether a player may remove pairs of pawns.
    #[inline(always)]
    pub(crate) fn has_pairs(&self) -> bool {
        self.pairs != PawnPairs::None
    }
}

/// Returns the pairs that the side to move may remove.
pub(crate) fn removable(rules: &LatticeRules, state: &LatticeState) -> u64 {
    if state.played > 0 {
        return 0;
    }
    match rules.pairs {
        PawnPairs::None => 0,
        PawnPairs::Opponent => stuck(state, !state.turn),
        PawnPairs::Owner => stuck(state, state.turn),
        PawnPairs::Either => stuck(state, state.turn) | stuck(state, !state.turn),
    }
}

/// Returns every non-empty set of pairs that the side to move may remove, smaller numbers first.
#[inline(always)]
pub(crate) fn removals(rules: &LatticeRules, state: &LatticeState) -> impl Iterator<Item = u64> {
    let pairs = removable(rules, state);
    let mut subset = 0u64;
    std::iter::from_fn(move || {
        // Subtracting the whole set counts up within its bits.
        subset = subset.wrapping_sub(pairs) & pairs;
        (subset != 0).then_some(subset)
    })
}

/// Removes pairs, and with them the en passant captures of their pawns.
pub(crate) fn remove(rules: &LatticeRules, state: &mut LatticeState, pairs: u64) {
    if pairs == 0 {
        return;
    }
    let enemies = state.colors[(!state.turn).index()];
    for pawn in each(u128::from(pairs)) {
        let side = if enemies & bit(pawn) != 0 { !state.turn } else { state.turn };
        remove_piece(rules, state, side, Kind::PAWN, pawn);
        remove_piece(rules, state, side, Kind::PAWN, partner(pawn));
    }
    drop_stale_en_passant(rules, state, !state.turn);
}
