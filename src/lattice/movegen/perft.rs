//! Perft: the number of move sequences, by which the results of move generators are compared.

use super::legal::{count, legal};
use super::siblings::SiblingReplies;
use super::turn::with_raised_halfmove;
use crate::lattice::state::{LatticeMove, LatticeState, MoveList};
use crate::lattice::tables::{LatticeRules, Topology, for_board};

impl LatticeRules {
    /// Returns the number of sequences of `depth` legal moves. Sequences that the end of the game cuts short do not count.
    pub fn perft(&self, state: &LatticeState, depth: u32) -> u64 {
        for_board!(self, R => perft::<R>(self, state, depth))
    }
}

/// The least number of moves for which [`SiblingReplies`] saves time, by measurement.
const LEAST_SIBLINGS: usize = 6;

fn perft<R: Topology>(rules: &LatticeRules, state: &LatticeState, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if rules.is_over(state) {
        return 0;
    }
    if depth == 1 {
        return count::<R>(rules, state);
    }
    let mut moves = MoveList::new();
    legal::<R>(rules, state, &mut moves);
    if depth == 2 && moves.len() >= LEAST_SIBLINGS {
        return count_replies::<R>(rules, state, &moves);
    }
    let mut nodes = 0;
    for &m in &moves {
        nodes += perft_after::<R>(rules, state, m, depth - 1);
    }
    nodes
}

fn perft_after<R: Topology>(rules: &LatticeRules, state: &LatticeState, m: LatticeMove, depth: u32) -> u64 {
    let mut next = with_raised_halfmove(state, m);
    rules.make_and_end_turn::<R>(&mut next, m);
    perft::<R>(rules, &next, depth)
}

/// Returns the sum of the numbers of replies to some moves. Most replies are the same after many of the moves, and are found once.
fn count_replies<R: Topology>(rules: &LatticeRules, state: &LatticeState, moves: &[LatticeMove]) -> u64 {
    let mut after_null_move = LatticeState { halfmove: state.halfmove.saturating_add(1), ..*state };
    rules.pass(&mut after_null_move);
    let siblings = SiblingReplies::of::<R>(rules, state, &after_null_move);
    let mut sum = 0;
    for &m in moves {
        let count = siblings.as_ref().and_then(|siblings| siblings.count_after::<R>(m));
        sum += count.unwrap_or_else(|| perft_after::<R>(rules, state, m, 1));
    }
    sum
}
