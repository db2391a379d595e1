//! Candidates for check, mate and stalemate (claims 1 and 2 of [`super`]).

use crate::chess::{Kind, Role};
use crate::lattice::movegen::{
    Legality, Lister, Sink, attack_origins, forbids_check, generate, list_moves, retain, sliders,
};
use crate::lattice::state::{LatticeMove, LatticeState, MoveList, pairs};
use crate::lattice::tables::{LatticeRules, NOWHERE, Topology, bit, each, for_board};

/// A sink that lists the moves that may give check, and counts all moves.
struct CheckingSink<'a> {
    state: &'a LatticeState,
    /// By role: the cells from which a piece attacks the king.
    check_cells: [u128; 6],
    /// The pieces that are the only blocker between a slider of their side and the king.
    discoverers: u128,
    list: &'a mut MoveList,
    count: u64,
}

impl Sink for CheckingSink<'_> {
    #[inline(always)]
    fn add_moves(&mut self, from: usize, targets: u128) {
        self.count += u64::from(targets.count_ones());
        let checking = if self.discoverers & bit(from) != 0 {
            targets
        } else {
            let role = self.state.role_at(from).unwrap_or(Role::King);
            targets & self.check_cells[role as usize]
        };
        for to in each(checking) {
            self.list.push(LatticeMove::plain(from, to));
        }
    }

    fn add_promotions(&mut self, from: usize, targets: u128, kinds: &[Kind]) {
        self.count += u64::from(targets.count_ones()) * kinds.len() as u64;
        Lister { list: self.list, pairs: 0 }.add_promotions(from, targets, kinds);
    }

    fn add_special(&mut self, m: LatticeMove) {
        self.count += 1;
        self.list.push(m);
    }
}

impl LatticeRules {
    /// Whether the proofs do not cover the rules, so that all moves are candidates: kings can be captured, bare kings lose, or the
    /// variant has custom kinds.
    pub(super) fn is_beyond_proof(&self) -> bool {
        self.may_leave_check || self.bare_king_loses || self.has_custom_kinds
    }

    /// Appends every legal move that gives check, and perhaps other legal moves. Returns the number of all legal moves.
    pub(crate) fn checking_candidates(&self, state: &LatticeState, list: &mut MoveList) -> u64 {
        let king = state.kings[(!state.turn).index()];
        if self.is_beyond_proof() || king == NOWHERE || forbids_check(self, state) {
            let start = list.len();
            self.legal_moves(state, list);
            return (list.len() - start) as u64;
        }
        for_board!(self, R => checking_candidates::<R>(self, state, king.into(), list))
    }

    /// Appends every legal move that mates, and perhaps other legal moves.
    pub(crate) fn mating_candidates(&self, state: &LatticeState, list: &mut MoveList) {
        let start = list.len();
        self.checking_candidates(state, list);
        self.retain_covering(state, list, start);
    }

    /// Appends every legal move that stalemates, and perhaps other legal moves.
    pub(crate) fn stalemating_candidates(&self, state: &LatticeState, list: &mut MoveList) {
        let start = list.len();
        self.legal_moves(state, list);
        self.retain_covering(state, list, start);
    }

    /// Removes those moves from index `start` on that leave a flight of the other king uncovered.
    fn retain_covering(&self, state: &LatticeState, list: &mut MoveList, start: usize) {
        if list.len() > start {
            let flights = self.flights(state, !state.turn);
            retain(list, start, |m| !self.leaves_flight(state, flights, m));
        }
    }
}

#[inline(always)]
fn checking_candidates<R: Topology>(
    rules: &LatticeRules,
    state: &LatticeState,
    king: usize,
    list: &mut MoveList,
) -> u64 {
    let own = R::within_board(state.colors[state.turn.index()]);
    let occupied = R::within_board(state.occupied());
    let check_cells = attack_origins::<R>(rules, king, occupied);
    let discoverers = rules.tables.sole_blockers(king, own, occupied, sliders(rules, state, own));
    let mut sink = CheckingSink { state, check_cells, discoverers, list, count: 0 };
    generate::<R, _>(rules, state, Legality::Full, &mut sink);
    let mut count = sink.count;
    // A removal of pairs may open lines, so every move with removals is a candidate.
    for pairs in pairs::removals(rules, state) {
        let mut cleared = *state;
        pairs::remove(rules, &mut cleared, pairs);
        let start = list.len();
        list_moves::<R>(rules, &cleared, Legality::Full, Lister { list, pairs });
        count += (list.len() - start) as u64;
    }
    count
}
