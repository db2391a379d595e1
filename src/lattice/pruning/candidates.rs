//! Candidates for check, mate and stalemate (claims 1 and 2 of [`super`]).

use super::checks::CheckSources;
use crate::chess::{Kind, Role};
use crate::lattice::movegen::{Legality, Lister, Sink, forbids_check, generate, list_moves, retain};
use crate::lattice::state::{LatticeMove, LatticeState, MoveList, pairs};
use crate::lattice::tables::{LatticeRules, NOWHERE, Topology, bit, each, for_board};

/// Lists the moves that may give check, and counts all.
struct CheckingSink<'a> {
    state: &'a LatticeState,
    sources: CheckSources,
    list: &'a mut MoveList,
    count: u64,
}

impl Sink for CheckingSink<'_> {
    #[inline(always)]
    fn many(&mut self, from: usize, targets: u128) {
        self.count += u64::from(targets.count_ones());
        let wanted = if self.sources.discoverers & bit(from) != 0 {
            targets
        } else {
            let role = self.state.role_at(from).unwrap_or(Role::King);
            targets & self.sources.check_cells[role as usize]
        };
        for to in each(wanted) {
            self.list.push(LatticeMove::plain(from, to));
        }
    }

    fn promotions(&mut self, from: usize, targets: u128, kinds: &[Kind]) {
        self.count += u64::from(targets.count_ones()) * kinds.len() as u64;
        Lister { list: self.list, pairs: 0 }.promotions(from, targets, kinds);
    }

    fn special(&mut self, m: LatticeMove) {
        self.count += 1;
        self.list.push(m);
    }
}

impl LatticeRules {
    /// Whether the proofs do not hold, so that all moves are candidates: a game can end by a king's capture or by material, or there
    /// are custom kinds, whose lines and leaps the proofs do not cover.
    pub(super) fn is_beyond_proof(&self) -> bool {
        self.snaffle || self.bare_king || self.has_custom_kinds
    }

    /// Appends every legal move that gives check, perhaps with others, and returns the number of all legal
    /// moves. The side to move must not attack the king already. Where it may, all moves are listed.
    pub(crate) fn checking_candidates(&self, state: &LatticeState, list: &mut MoveList) -> u64 {
        let king = state.kings[(!state.turn).index()];
        if self.is_beyond_proof() || king == NOWHERE || forbids_check(self, state) {
            let start = list.len();
            self.legal_moves(state, list);
            return (list.len() - start) as u64;
        }
        for_board!(self, R => checking_candidates::<R>(self, state, king.into(), list))
    }

    /// Appends every legal move that mates, perhaps with others.
    pub(crate) fn mating_candidates(&self, state: &LatticeState, list: &mut MoveList) {
        let start = list.len();
        self.checking_candidates(state, list);
        if list.len() > start {
            let flights = self.flights(state, !state.turn);
            retain(list, start, |m| !self.leaves_flight(state, flights, m));
        }
    }

    /// Appends every legal move that stalemates, perhaps with others.
    pub(crate) fn stalemating_candidates(&self, state: &LatticeState, list: &mut MoveList) {
        let start = list.len();
        self.legal_moves(state, list);
        let flights = self.flights(state, !state.turn);
        retain(list, start, |m| !self.leaves_flight(state, flights, m));
    }
}

#[inline(always)]
fn checking_candidates<R: Topology>(
    rules: &LatticeRules,
    state: &LatticeState,
    king: usize,
    list: &mut MoveList,
) -> u64 {
    let sources = CheckSources::to::<R>(rules, state, king);
    let mut sink = CheckingSink { state, sources, list, count: 0 };
    generate::<R, _>(rules, state, Legality::Full, &mut sink);
    let mut count = sink.count;
    if rules.has_pairs() {
        // Removals of pairs open lines, so every move with one is a candidate.
        for choice in pairs::removals(rules, state) {
            let mut cleared = *state;
            pairs::remove(rules, &mut cleared, choice);
            let start = list.len();
            list_moves::<R>(rules, &cleared, Legality::Full, Lister { list, pairs: choice });
            count += (list.len() - start) as u64;
        }
    }
    count
}
