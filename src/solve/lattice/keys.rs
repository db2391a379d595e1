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
        let searcher = || ForcedSearch::new(self.rules, self.goal, aim, &table, self.keying, self.meter());
        let must_reach_the_goal = searcher().forcing_side_must(&self.state);
        let roots = if must_reach_the_goal { Vec::new() } else { self.roots(&self.state) };
        let mut keys = self.keys(&roots, moves, searcher);
        let wanted = self.options.max_solutions.unwrap_or(usize::MAX);
        let is_complete = keys.len() < wanted;
        keys.truncate(wanted);
        let set_play = match self.passed().filter(|_| self.wants_set_play()) {
            Some(passed) => self.set_play(&passed, moves, searcher),
            None => Vec::new(),
        };
        let tries = self.options.tries.map(|most| self.tries(&roots, moves, most, searcher));
        let (solutions, set_play) = (Solutions::Keys(keys), SetPlay::Variations(set_play));
        SearchOutcome { solutions, set_play, tries, is_complete }
    }

    fn keys<'a>(
        &self,
        roots: &[LatticeMove],
        moves: u32,
        searcher: impl Fn() -> ForcedSearch<'a> + Sync,
    ) -> Vec<KeyMove> {
        let tally = SolutionTally::new(roots.len(), self.options.max_solutions);
        let found = self.each(roots, |root, m| {
            let mut search = searcher();
            let (text, after) = notate(self.rules, &self.state, m, self.goal);
            let needed = if tally.wants(root) { search.deepen(&after, moves - 1) } else { None };
            needed.filter(|_| !search.meter.is_over()).map(|needed| {
                tally.add(root);
                let play = self.play(&mut search, &after, needed, &[]);
                KeyMove {
                    key: format!("1.{text}"),
                    chosen: self.rules.move_text(m),
                    length: needed + 1,
                    play,
                }
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
        match self.options.scope {
            ReportScope::Full => search.play(after, moves, 1, refutations),
            ReportScope::WithoutVariations | ReportScope::SolutionsOnly => Play::default(),
        }
    }

    /// Returns the first moves that at least one reply and at most `most` replies refute.
    fn tries<'a>(
        &self,
        roots: &[LatticeMove],
        moves: u32,
        most: usize,
        searcher: impl Fn() -> ForcedSearch<'a> + Sync,
    ) -> Vec<TryMove> {
        let found = self.each(roots, |_, m| {
            let mut search = searcher();
            let (text, after) = notate(self.rules, &self.state, m, self.goal);
            let refutations = search.refutations(&after, moves - 1, most)?;
            let play = self.play(&mut search, &after, moves - 1, &refutations);
            let refutation = |&m: &LatticeMove| {
                let (text, _) = notate(self.rules, &after, m, self.goal);
                Refutation { reply: format!("1...{text}"), chosen: self.rules.move_text(m) }
            };
            let refutations = refutations.iter().map(refutation).collect();
            let found =
                TryMove { first: format!("1.{text}"), chosen: self.rules.move_text(m), play, refutations };
            (!search.meter.is_over()).then_some(found)
        });
        found.into_iter().flatten().collect()
    }

    fn set_play<'a>(
        &self,
        passed: &LatticeState,
        moves: u32,
        searcher: impl Fn() -> ForcedSearch<'a> + Sync,
    ) -> Vec<Variation> {
        let mut replies = searcher().replies(passed).into_vec();
        replies.sort_by_cached_key(|&m| self.rules.move_text(m));
        self.budget.expect(replies.len());
        let found = self.each(&replies, |_, m| searcher().set_play(passed, m, moves - 1));
        let mut variations: Vec<Variation> = found.into_iter().flatten().collect();
        mark_repeated(&mut variations);
        variations
    }
}
