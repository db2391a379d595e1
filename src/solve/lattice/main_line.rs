//! The main line of direct play: a shortest solution against the longest defence.

use super::forced::{Aim, ForcedSearch};
use super::problem::{Problem, ProblemSearch, SolveOptions};
use super::table::{Facts, Growth};
use crate::budget::Budget;
use crate::lattice::{LatticeMove, LatticeState};

impl Problem {
    /// Returns the moves, as texts, of a shortest solution of direct play against the longest defence; `None` if there is no
    /// solution, or if the search was ended.
    ///
    /// The solution begins with one of the first moves, or with any move if the list is empty. The search runs on one thread.
    pub fn main_line(
        &self,
        first_moves: &[String],
        options: &SolveOptions,
        budget: &Budget,
    ) -> Option<Vec<String>> {
        let (rules, shared) = (&self.rules, ProblemSearch { problem: self, options, budget });
        let table = Facts::new(shared.memory(), Growth::Late);
        let mut search = ForcedSearch::new(self, Aim::Direct, &table, shared.meter());
        let mut state = self.state;
        let mut moves_left = self.stipulation.moves?;
        let mut line = Vec::new();
        loop {
            let mut moves = rules.all_legal_moves(&state);
            if line.is_empty() && !first_moves.is_empty() {
                moves.retain(|m| first_moves.contains(&rules.move_text(*m)));
            }
            let chosen = search.shortest(&state, &moves, moves_left)?;
            line.push(rules.move_text(chosen.m));
            state = rules.after(&state, chosen.m);
            let Some(reply) = search.longest(&state, chosen.moves_left) else {
                return (!search.meter.is_over()).then_some(line);
            };
            line.push(rules.move_text(reply.m));
            state = rules.after(&state, reply.m);
            moves_left = reply.moves_left;
        }
    }
}

/// A move of either side in the main line.
struct TimedMove {
    m: LatticeMove,
    /// The number of moves that the forcing side needs after this move.
    moves_left: u32,
}

impl ForcedSearch<'_> {
    /// Returns the move that succeeds soonest, if the forcing side needs at most `most` moves with it.
    fn shortest(&mut self, state: &LatticeState, moves: &[LatticeMove], most: u32) -> Option<TimedMove> {
        for moves_left in 0..most {
            for &m in moves {
                if self.forces_against_all(&self.rules.after(state, m), moves_left) {
                    return Some(TimedMove { m, moves_left });
                }
            }
        }
        None
    }

    /// Returns the reply after which the forcing side needs the most moves; `None` if there is no reply. It needs at most `most`.
    fn longest(&mut self, state: &LatticeState, most: u32) -> Option<TimedMove> {
        let mut longest: Option<TimedMove> = None;
        for m in self.rules.all_legal_moves(state) {
            let next = self.rules.after(state, m);
            let moves_left = (1..=most).find(|&moves| self.forces(&next, moves)).unwrap_or(most);
            if longest.as_ref().is_none_or(|reply| reply.moves_left <= moves_left) {
                longest = Some(TimedMove { m, moves_left });
            }
        }
        longest
    }
}
