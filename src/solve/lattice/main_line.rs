//! The main line of a forced mate: the shortest solution against the longest defence.

use super::forced::{Aim, ForcedSearch};
use super::problem::{Problem, SolveOptions};
use super::table::{Facts, Growth};
use super::tally::TEST_INTERVAL;
use crate::budget::Budget;
use crate::lattice::{LatticeMove, LatticeState, MoveList};

impl Problem {
    /// Returns the moves, as texts, of a shortest solution of direct play against the longest defence. It begins with
    /// one of `firsts`, or with any move if there are none. None if there is no solution, or the search was ended. It
    /// runs on one thread.
    pub fn main_line(
        &self,
        firsts: &[String],
        options: &SolveOptions,
        budget: &Budget,
    ) -> Option<Vec<String>> {
        let (rules, goal) = (self.rules(), self.stipulation().goal);
        let table = Facts::new(options.hash_mb.saturating_mul(1 << 20), Growth::Late);
        let meter = budget.meter(TEST_INTERVAL);
        let keying = self.keying();
        let mut search = ForcedSearch::new(rules, goal, Aim::Direct, &table, keying, meter);
        let (mut state, mut left) = (*self.state(), self.stipulation().moves?);
        let mut line = Vec::new();
        loop {
            let is_asked = |m: &LatticeMove| {
                !line.is_empty() || firsts.is_empty() || firsts.contains(&rules.move_text(*m))
            };
            let (m, rest) = search.shortest(&state, left, is_asked)?;
            line.push(rules.move_text(m));
            state = rules.after(&state, m);
            let Some((reply, needed)) = search.longest(&state, rest) else {
                return (!search.meter.is_over()).then_some(line);
            };
            line.push(rules.move_text(reply));
            state = rules.after(&state, reply);
            left = needed;
        }
    }
}

impl ForcedSearch<'_> {
    /// Returns the wanted move that succeeds soonest, in at most `moves` moves, and the number of moves that follow it.
    fn shortest(
        &mut self,
        state: &LatticeState,
        moves: u32,
        is_asked: impl Fn(&LatticeMove) -> bool,
    ) -> Option<(LatticeMove, u32)> {
        let mut legal = MoveList::new();
        self.rules.legal_moves(state, &mut legal);
        legal.retain(|m| is_asked(m));
        (0..moves).find_map(|rest| {
            let holds = |m: &&LatticeMove| self.forces_against_all(&self.rules.after(state, **m), rest);
            legal.iter().find(holds).map(|&m| (m, rest))
        })
    }

    /// Returns the reply after which the forcing side needs most moves, and their number; none if there is no reply.
    fn longest(&mut self, state: &LatticeState, moves: u32) -> Option<(LatticeMove, u32)> {
        let mut legal = MoveList::new();
        self.rules.legal_moves(state, &mut legal);
        let mut needed = |m: &LatticeMove| {
            let next = self.rules.after(state, *m);
            (1..=moves).find(|&n| self.forces(&next, n))
        };
        legal.iter().map(|m| (*m, needed(m).unwrap_or(moves))).max_by_key(|&(_, needed)| needed)
    }
}
