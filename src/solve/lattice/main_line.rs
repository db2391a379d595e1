//! The main line of a forced mate: the shortest solution against the longest defence.

use super::forced::{Aim, ForcedSearch};
use super::problem::{Problem, ProblemSearch, SolveOptions};
use super::table::{Facts, Growth};
use crate::budget::Budget;
use crate::lattice::{LatticeMove, LatticeState, MoveList};

impl Problem {
    /// Returns the moves, as texts, of a shortest solution of direct play against the longest defence. The solution begins
    /// with one of `firsts`, or with any move if `firsts` is empty. None if there is no solution, or the search was ended. The
    /// search runs on one thread.
    pub fn main_line(
        &self,
        firsts: &[String],
        options: &SolveOptions,
        budget: &Budget,
    ) -> Option<Vec<String>> {
        let (rules, shared) = (&self.rules, ProblemSearch { problem: self, options, budget });
        let table = Facts::new(shared.memory(), Growth::Late);
        let mut search = ForcedSearch::new(self, Aim::Direct, &table, shared.meter());
        let (mut state, mut left) = (self.state, self.stipulation.moves?);
        let mut line = Vec::new();
        loop {
            let mut moves = MoveList::new();
            rules.legal_moves(&state, &mut moves);
            if line.is_empty() && !firsts.is_empty() {
                moves.retain(|m| firsts.contains(&rules.move_text(*m)));
            }
            let chosen = search.shortest(&state, &moves, left)?;
            line.push(rules.move_text(chosen.m));
            state = rules.after(&state, chosen.m);
            let Some(reply) = search.longest(&state, chosen.left) else {
                return (!search.meter.is_over()).then_some(line);
            };
            line.push(rules.move_text(reply.m));
            state = rules.after(&state, reply.m);
            left = reply.left;
        }
    }
}

/// A move of a main line.
struct LineMove {
    m: LatticeMove,
    /// The number of moves that the forcing side needs after it.
    left: u32,
}

impl ForcedSearch<'_> {
    /// Returns the move that succeeds soonest, if it succeeds in at most `most` moves.
    fn shortest(&mut self, state: &LatticeState, moves: &[LatticeMove], most: u32) -> Option<LineMove> {
        for left in 0..most {
            for &m in moves {
                if self.forces_against_all(&self.rules.after(state, m), left) {
                    return Some(LineMove { m, left });
                }
            }
        }
        None
    }

    /// Returns the reply after which the forcing side needs most moves; none if there is no reply.
    fn longest(&mut self, state: &LatticeState, most: u32) -> Option<LineMove> {
        let mut replies = MoveList::new();
        self.rules.legal_moves(state, &mut replies);
        let line_move = |m: LatticeMove| {
            let next = self.rules.after(state, m);
            LineMove { m, left: (1..=most).find(|&left| self.forces(&next, left)).unwrap_or(most) }
        };
        replies.into_iter().map(line_move).max_by_key(|reply| reply.left)
    }
}
