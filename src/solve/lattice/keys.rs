//! Keys, tries and set play of direct, self and reflex play.

use super::forced::{Aim, ForcedSearch};
use super::problem::{Problem, ProblemSearch, ReportScope};
use super::report::{KeyMove, Play, ProblemReport, Refutation, SetPlay, Solutions, TryMove, Variation};
use super::table::{Facts, Growth};
use super::tally::SolutionTally;
use super::text::{Notated, notate};
use super::variations::mark_repeated;
use crate::lattice::{LatticeMove, LatticeState};

impl ProblemSearch<'_> {
    /// Finds the keys, and set play and tries if they are wanted.
    pub fn forced_play(&self, aim: Aim) -> ProblemReport {
        let table = Facts::new(self.memory(), Growth::Late);
        let moves_after_key = self.problem.stipulation.moves.unwrap_or(1) - 1;
        let search = KeySearch { shared: self, aim, moves_after_key, table };
        let spoiling = search.below_a_root().spoiling_move(&self.problem.state);
        let spoiled_by = spoiling.map(|m| format!("1.{}", search.first_move(m).text));
        let roots = if spoiled_by.is_some() { Vec::new() } else { self.roots(&self.problem.state) };
        let mut keys = search.keys(&roots);
        let has_all = keys.len() < self.wanted();
        keys.truncate(self.wanted());
        let set_play = self.set_position().map_or_else(Vec::new, |passed| search.set_play(&passed));
        ProblemReport {
            solutions: Solutions::Keys(keys),
            set_play: SetPlay::Variations(set_play),
            tries: self.options.tries.map(|most| search.tries(&roots, most)),
            spoiled_by,
            nodes: self.budget.nodes(),
            complete: has_all && !self.budget.is_ended(),
        }
    }
}

/// A search for keys, tries and set play.
struct KeySearch<'a> {
    shared: &'a ProblemSearch<'a>,
    aim: Aim,
    /// The number of moves in which the forcing side succeeds after its first move.
    moves_after_key: u32,
    table: Facts,
}

impl KeySearch<'_> {
    /// Returns the search below one first move.
    fn below_a_root(&self) -> ForcedSearch<'_> {
        ForcedSearch::new(self.shared.problem, self.aim, &self.table, self.shared.meter())
    }

    fn first_move(&self, m: LatticeMove) -> Notated {
        let Problem { rules, state, stipulation, .. } = self.shared.problem;
        notate(rules, state, m, stipulation.goal)
    }

    fn keys(&self, roots: &[LatticeMove]) -> Vec<KeyMove> {
        let tally = SolutionTally::new(roots.len(), self.shared.options.max_solutions);
        let found = self.shared.each(roots, |root, m| {
            if !tally.wants(root) {
                return None;
            }
            let mut search = self.below_a_root();
            let Notated { text, chosen, after } = self.first_move(m);
            let needed = search.deepen(&after, self.moves_after_key)?;
            if search.meter.is_over() {
                return None;
            }
            tally.add(root);
            let play = self.play(&mut search, &after, needed, &[]);
            Some(KeyMove { key: format!("1.{text}"), chosen, length: needed + 1, play })
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
        match self.shared.options.scope {
            ReportScope::Full => search.play(after, moves, 1, refutations),
            ReportScope::WithoutVariations | ReportScope::SolutionsOnly => Play::default(),
        }
    }

    /// Returns the first moves that at least one reply and at most `most` replies refute.
    fn tries(&self, roots: &[LatticeMove], most: usize) -> Vec<TryMove> {
        let found = self.shared.each(roots, |_, m| {
            let mut search = self.below_a_root();
            let Notated { text, chosen, after } = self.first_move(m);
            let refuting = search.refutations(&after, self.moves_after_key, most)?;
            let play = self.play(&mut search, &after, self.moves_after_key, &refuting);
            let mut refutations = Vec::new();
            for m in refuting {
                let Notated { text, chosen, .. } = notate(search.rules, &after, m, search.goal);
                refutations.push(Refutation { reply: format!("1...{text}"), chosen });
            }
            let attempt = TryMove { first: format!("1.{text}"), chosen, play, refutations };
            (!search.meter.is_over()).then_some(attempt)
        });
        found.into_iter().flatten().collect()
    }

    fn set_play(&self, passed: &LatticeState) -> Vec<Variation> {
        let replies = self.shared.in_print_order(self.below_a_root().replies(passed));
        let variation = |_, m| self.below_a_root().set_play(passed, m, self.moves_after_key);
        let mut variations: Vec<Variation> =
            self.shared.each(&replies, variation).into_iter().flatten().collect();
        mark_repeated(&mut variations);
        variations
    }
}
