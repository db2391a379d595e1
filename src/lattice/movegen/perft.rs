//! Perft: the number of move sequences, by which move generators are compared.

use super::ending::is_over_by_material_or_counters;
use super::legal::{count, legal};
use super::turn::{counted, make_counted};
use crate::lattice::state::{Move, MoveList, State};
use crate::lattice::tables::{Rules, Topology, for_board};

impl Rules {
    /// The number of sequences of `depth` legal moves. Nothing is counted beyond a finished game. The
    /// last move of each sequence is counted without being made.
    pub fn perft(&self, state: &State, depth: u32) -> u64 {
        for_board!(self, R => perft::<R>(self, state, depth))
    }

    /// [`Rules::perft`] split by first move, in the order of generation.
    pub fn divide(&self, state: &State, depth: u32) -> Vec<(Move, u64)> {
        let mut moves = MoveList::new();
        if depth > 0 {
            self.legal_moves(state, &mut moves);
        }
        let after = |m: Move| {
            let next = self.after(state, m);
            self.perft(&next, depth.saturating_sub(1))
        };
        moves.into_iter().map(|m| (m, after(m))).collect()
    }
}

fn perft<R: Topology>(rules: &Rules, state: &State, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if is_over_by_material_or_counters(rules, state) {
        return 0;
    }
    if depth == 1 {
        return count::<R>(rules, state);
    }
    let mut moves = MoveList::new();
    legal::<R>(rules, state, &mut moves);
    let mut nodes = 0;
    for &m in &moves {
        let mut next = counted(state, m);
        make_counted::<R>(rules, &mut next, m);
        nodes += perft::<R>(rules, &next, depth - 1);
    }
    nodes
}
