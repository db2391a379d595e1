//! Keys, tries and set play of direct, self and reflex play.

use super::forced::{Aim, ForcedSearch};
use super::problem::{Problem, ProblemSearch, ReportScope};
use super::report::{KeyMove, Play, ProblemReport, Refutation, SetPlay, Solutions, TryMove, Variation};
use super::table::{Facts, Growth};
use super::tally::SolutionTally;
use super::text::{Notated, notate};
use super::variations::{ForcingMove, mark_repeated};
use crate::lattice::{LatticeMove, LatticeState};

impl ProblemSearch<'_> {
    /// Returns the report with the keys, and with set play and tries if they are wanted.
    pub fn forced_play(&self, aim: Aim) -> ProblemReport {
        let table = Facts::new(self.memory(), Growth::Late);
        let moves_after_key = self.problem.stipulation.moves.unwrap_or(1) - 1;
        let search = KeySearch { shared: self, aim, moves_after_key, table };
        let spoiling_move = search.new_search().spoiling_move(&self.problem.state);
        let spoiled_by = spoiling_move.map(|m| format!("1.{}", search.first_move(m).text));
        let roots = if spoiled_by.is_some() { Vec::new() } else { self.roots(&self.problem.state) };
        let mut keys = search.keys(&roots);
        let has_fewer_than_wanted = keys.len() < self.wanted();
        keys.truncate(self.wanted());
        let set_play = self.set_position().map_or_else(Vec::new, |start| search.set_play(&start));
        ProblemReport {
            solutions: Solutions::Keys(keys),
            set_play: SetPlay::Variations(set_play),
            tries: self.options.tries.map(|refutations| search.tries(&roots, refutations)),
            spoiled_by,
            nodes: self.budget.nodes(),
            complete: has_fewer_than_wanted && !self.budget.is_ended(),
        }
    }
}

/// A search for keys, tries and set play.
struct KeySearch<'a> {
    shared: &'a ProblemSearch<'a>,
    aim: Aim,
    /// The number of moves that the stipulation gives the forcing side after its first move.
    moves_after_key: u32,
    table: Facts,
}

impl KeySearch<'_> {
    /// Returns a new search of one thread. All such searches share the table.
    fn new_search(&self) -> ForcedSearch<'_> {
        ForcedSearch::new(self.shared.problem, self.aim, &self.table, self.shared.meter())
    }

    fn first_move(&self, m: LatticeMove) -> Notated {
        let Problem { rules, state, stipulation, .. } = self.shared.problem;
        notate(rules, state, m, stipulation.goal)
    }

    /// Returns the first moves that force the goal, each with the play after it.
    fn keys(&self, roots: &[LatticeMove]) -> Vec<KeyMove> {
        let tally = SolutionTally::new(roots.len(), self.shared.wanted());
        self.shared.below_each_root(roots, |root, m| {
            if !tally.wants(root) {
                return None;
            }
            let mut search = self.new_search();
            let Notated { text, chosen, after } = self.first_move(m);
            let needed = search.least_sufficient(&after, self.moves_after_key)?;
            if search.meter.is_over() {
                return None;
            }
            tally.add(root);
            let play = self.play(&mut search, &after, needed, &[]);
            Some(KeyMove { key: format!("1.{text}"), chosen, length: needed + 1, play })
        })
    }

    /// Returns the play after a first move without the refutations; empty if no play is wanted.
    fn play(
        &self,
        search: &mut ForcedSearch<'_>,
        after: &LatticeState,
        moves_left: u32,
        refutations: &[LatticeMove],
    ) -> Play {
        if self.shared.options.scope != ReportScope::Full {
            return Play::default();
        }
        search.play(after, ForcingMove { number: 1, moves_left }, refutations)
    }

    /// Returns the first moves that at least one reply refutes, and at most this many replies.
    fn tries(&self, roots: &[LatticeMove], most_refutations: usize) -> Vec<TryMove> {
        self.shared.below_each_root(roots, |_, m| {
            let mut search = self.new_search();
            let Notated { text, chosen, after } = self.first_move(m);
            let refuting = search.refutations(&after, self.moves_after_key, most_refutations)?;
            let play = self.play(&mut search, &after, self.moves_after_key, &refuting);
            let refutation = |&m: &LatticeMove| {
                let reply = notate(search.rules, &after, m, search.goal);
                Refutation { reply: format!("1...{}", reply.text), chosen: reply.chosen }
            };
            let refutations = refuting.iter().map(refutation).collect();
            let attempt = TryMove { first: format!("1.{text}"), chosen, play, refutations };
            (!search.meter.is_over()).then_some(attempt)
        })
    }

    /// Returns the variations of set play. The other side is to move at its start.
    fn set_play(&self, start: &LatticeState) -> Vec<Variation> {
        let replies = self.shared.announced_roots(self.new_search().replies(start));
        let mut variations = self.shared.below_each_root(&replies, |_, m| {
            self.new_search().set_variation(start, m, self.moves_after_key)
        });
        mark_repeated(&mut variations);
        variations
    }
}
