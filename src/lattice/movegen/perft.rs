//! Perft: the number of move sequences, by which move generators are compared.

use super::legal::{count, legal};
use super::siblings::SiblingReplies;
use super::turn::{make_and_end_turn, with_quiet_move};
use crate::lattice::state::{LatticeMove, LatticeState, MoveList};
use crate::lattice::tables::{LatticeRules, Topology, for_board};

impl LatticeRules {
    /// Returns the number of sequences of `depth` legal moves, up to the end of the game. The last move of each
    /// sequence is counted without being made.
    pub fn perft(&self, state: &LatticeState, depth: u32) -> u64 {
        for_board!(self, R => perft::<R>(self, state, depth))
    }
}

/// The least number of moves for which [`SiblingReplies`] saves time.
const WORTH_SHARING: usize = 6;

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
    if depth == 2 && moves.len() >= WORTH_SHARING {
        return replies::<R>(rules, state, &moves);
    }
    let mut nodes = 0;
    for &m in &moves {
        nodes += perft_after::<R>(rules, state, m, depth - 1);
    }
    nodes
}

fn perft_after<R: Topology>(rules: &LatticeRules, state: &LatticeState, m: LatticeMove, depth: u32) -> u64 {
    let mut next = with_quiet_move(state, m);
    make_and_end_turn::<R>(rules, &mut next, m);
    perft::<R>(rules, &next, depth)
}

/// Returns the number of replies to some moves together. Replies that many of the moves have in common are counted once.
fn replies<R: Topology>(rules: &LatticeRules, state: &LatticeState, moves: &[LatticeMove]) -> u64 {
    let mut base = LatticeState { halfmove: state.halfmove + 1, ..*state };
    rules.pass(&mut base);
    let shared = SiblingReplies::of::<R>(rules, state, &base);
    let mut count = 0;
    for &m in moves {
        let known = shared.as_ref().and_then(|shared| shared.after::<R>(m));
        count += known.unwrap_or_else(|| perft_after::<R>(rules, state, m, 1));
    }
    count
}
