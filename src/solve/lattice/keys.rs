//! Keys, tries and set play of direct, self and reflex play.

use super::forced::{Aim, ForcedSearch};
use super::problem::{ProblemSearch, ReportScope, SearchOutcome};
use super::report::{KeyMove, Play, Refutation, SetPlay, Solutions, TryMove, Variation};
use super::table::{Facts, Growth};
use super::tally::SolutionTally;
use super::text::notate;
use super::variations::mark_repeated;
use crate::lattice::{LatticeMove, LatticeState};

impl ProblemSearch<'_> {
    /// Finds the keys, and what else is wanted of set play and tries.
    pub fn forced_play(&self, aim: Aim, moves: u32) -> SearchOutcome {
        let table = Facts::new(self.memory(), Growth::Late);
        let search = KeySearch { problem: self, aim, moves, table };
        let must_reach_the_goal = search.below_a_root().forcing_side_must(&self.state);
        let roots = if must_reach_the_goal { Vec::new() } else { self.roots(&self.state) };
        let mut keys = search.keys(&roots);
        let wanted = self.options.max_solutions.unwrap_or(usize::MAX);
        let is_complete = keys.len() < wanted;
        keys.truncate(wanted);
        let passed = self.passed().filter(|_| self.wants_set_play());
        let set_play = passed.map_or_else(Vec::new, |passed| search.set_play(&passed));
        let tries = self.options.tries.map(|most| search.tries(&roots, most));
        let (solutions, set_play) = (Solutions::Keys(keys), SetPlay::Variations(set_play));
        SearchOutcome { solutions, set_play, tries, is_complete }
    }
}

/// A search for keys, tries and set play.
struct KeySearch<'a> {
    problem: &'a ProblemSearch<'a>,
    aim: Aim,
    /// The number of moves in which the forcing side succeeds.
    moves: u32,
    table: Facts,
}

impl KeySearch<'_> {
    /// Returns the search below one first move.
    fn below_a_root(&self) -> ForcedSearch<'_> {
        let ProblemSearch { rules, goal, keying, .. } = *self.problem;
        ForcedSearch::new(rules, goal, self.aim, &self.table, keying, self.problem.meter())
    }

    /// Returns a first move with its number, and the position after it.
    fn numbered(&self, m: LatticeMove) -> (String, LatticeState) {
        let ProblemSearch { rules, state, goal, .. } = self.problem;
        let (text, after) = notate(rules, state, m, *goal);
        (format!("1.{text}"), after)
    }

    fn keys(&self, roots: &[LatticeMove]) -> Vec<KeyMove> {
        let tally = SolutionTally::new(roots.len(), self.problem.options.max_solutions);
        let found = self.problem.each(roots, |root, m| {
            let mut search = self.below_a_root();
            let (key, after) = self.numbered(m);
            let needed = if tally.wants(root) { search.deepen(&after, self.moves - 1) } else { None };
            needed.filter(|_| !search.meter.is_over()).map(|needed| {
                tally.add(root);
                let play = self.play(&mut search, &after, needed, &[]);
                KeyMove { key, chosen: search.rules.move_text(m), length: needed + 1, play }
            })
        });
        found.into_iter().flatten().collect()
    }

    /// Returns the play after a first move, if it is wanted.
    fn play(
        &self,
        search: &mut ForcedSearch<'_>,
        after: &LatticeState,
        moves: u32,
        refutations: &[LatticeMove],
    ) -> Play {
        match self.problem.options.scope {
            ReportScope::Full => search.play(after, moves, 1, refutations),
            ReportScope::WithoutVariations | ReportScope::SolutionsOnly => Play::default(),
        }
    }

    /// Returns the first moves that at least one reply and at most `most` replies refute.
    fn tries(&self, roots: &[LatticeMove], most: usize) -> Vec<TryMove> {
        let found = self.problem.each(roots, |_, m| {
            let mut search = self.below_a_root();
            let (first, after) = self.numbered(m);
            let refutations = search.refutations(&after, self.moves - 1, most)?;
            let play = self.play(&mut search, &after, self.moves - 1, &refutations);
            let refutation = |&m: &LatticeMove| {
                let (text, _) = notate(search.rules, &after, m, search.goal);
                Refutation { reply: format!("1...{text}"), chosen: search.rules.move_text(m) }
            };
            let refutations = refutations.iter().map(refutation).collect();
            let found = TryMove { first, chosen: search.rules.move_text(m), play, refutations };
            (!search.meter.is_over()).then_some(found)
        });
        found.into_iter().flatten().collect()
    }

    fn set_play(&self, passed: &LatticeState) -> Vec<Variation> {
        let mut replies = self.below_a_root().replies(passed).into_vec();
        replies.sort_by_cached_key(|&m| self.problem.rules.move_text(m));
        self.problem.budget.expect(replies.len());
        let set_play = |_, m| self.below_a_root().set_play(passed, m, self.moves - 1);
        let mut variations: Vec<Variation> =
            self.problem.each(&replies, set_play).into_iter().flatten().collect();
        mark_repeated(&mut variations);
        variations
    }
}
