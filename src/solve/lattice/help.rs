//! Help play and series: every line of exactly the length asked for.
//!
//! The search is depth first over the plies of a plan. A position from which no line of the remaining length succeeds
//! is stored under its key and that length, and not entered again. In the last two plies only the candidates of
//! `lattice/pruning` are tried. They include every move that succeeds.

use super::keying::{Keying, staged};
use super::lines::{LineEnd, LinePlan};
use super::table::DeadEnds;
use super::tally::SolutionTally;
use crate::budget::NodeMeter;
use crate::lattice::{BLACK_TO_MOVE, Check, LatticeMove, LatticeRules, LatticeState, MoveList};
use crate::solve::stipulation::Goal;
use rayon::prelude::*;
use smallvec::SmallVec;

/// The least number of plies of a line in which a position occurs for the third time before the last ply. Each side moves a
/// piece out and back, twice.
const SHORTEST_REPETITION: usize = 9;

/// Whether the side to move is mated or stalemated, as the goal demands. Within its own series it never is.
pub(super) fn reached(rules: &LatticeRules, state: &LatticeState, goal: Goal) -> bool {
    if state.played > 0 {
        return false;
    }
    match goal {
        Goal::Mate => rules.is_mate(state),
        Goal::Stalemate => rules.is_stalemate(state),
    }
}

/// Appends every legal move that reaches the goal, and possibly others.
pub(super) fn goal_candidates(rules: &LatticeRules, state: &LatticeState, goal: Goal, list: &mut MoveList) {
    match goal {
        Goal::Mate => rules.mating_candidates(state, list),
        Goal::Stalemate => rules.stalemating_candidates(state, list),
    }
}

/// Whether the side to move has a move, and each of its moves reaches the goal against the other side.
pub(super) fn is_forced(rules: &LatticeRules, state: &LatticeState, goal: Goal) -> bool {
    if rules.is_over(state) || goal == Goal::Mate && rules.has_quiet_step(state) {
        return false;
    }
    let mut moves = MoveList::new();
    let legal = match goal {
        Goal::Mate => rules.checking_candidates(state, &mut moves) as usize,
        Goal::Stalemate => {
            rules.legal_moves(state, &mut moves);
            moves.len()
        }
    };
    legal > 0 && legal == moves.len() && moves.iter().all(|&m| reached(rules, &rules.after(state, m), goal))
}

/// The result below one move.
struct Branch {
    /// Whether a line succeeds, even if it repeats a position.
    succeeds: bool,
    lines: Vec<Vec<LatticeMove>>,
    is_over: bool,
}

/// The search of one thread below one first move, or below the first two.
pub(super) struct HelpSearch<'a> {
    pub rules: &'a LatticeRules,
    pub plan: &'a LinePlan,
    pub table: &'a DeadEnds,
    pub keying: Keying,
    pub tally: &'a SolutionTally,
    pub root: usize,
    pub meter: NodeMeter<'a>,
    pub path: Vec<LatticeMove>,
    pub lines: Vec<Vec<LatticeMove>>,
}

impl HelpSearch<'_> {
    /// Makes the plan's next ply and searches on; returns whether a line was found.
    pub fn follow(&mut self, state: &LatticeState, m: LatticeMove) -> bool {
        let (rules, ply) = (self.rules, self.path.len());
        let mut next = rules.after(state, m);
        let is_last =
            self.plan.one_series && next.turn() != state.turn() || ply + 1 == self.plan.in_series.len();
        if !is_last && rules.is_over(&next) {
            return false;
        }
        if self.plan.in_series[ply] {
            if rules.in_check(&next, next.turn()) {
                return false;
            }
            rules.pass(&mut next);
        }
        self.path.push(m);
        let found = if is_last { self.judge(&next) } else { self.search(&next) };
        self.path.pop();
        found
    }

    fn judge(&mut self, state: &LatticeState) -> bool {
        let succeeds = match self.plan.end {
            LineEnd::Reached(goal) => reached(self.rules, state, goal),
            LineEnd::Forced(goal) => is_forced(self.rules, state, goal),
        };
        if succeeds && !self.repeats_a_position() {
            match self.plan.end {
                LineEnd::Reached(_) => self.add(self.path.clone()),
                LineEnd::Forced(_) => {
                    let mut replies = MoveList::new();
                    self.rules.legal_moves(state, &mut replies);
                    replies.sort_by_cached_key(|&m| self.rules.move_text(m));
                    replies.into_iter().for_each(|reply| self.add([&self.path[..], &[reply]].concat()));
                }
            }
        }
        succeeds
    }

    fn add(&mut self, line: Vec<LatticeMove>) {
        self.lines.push(line);
        self.tally.add(self.root);
    }

    /// Whether a position occurs in the present line for the third time, so that a game would be drawn. In a series one side
    /// moves alone, and nothing is repeated.
    ///
    /// Only a complete line is tested, because the table of the search knows positions and not the ways to them.
    fn repeats_a_position(&self) -> bool {
        let plies = self.path.len();
        if plies < SHORTEST_REPETITION || self.plan.in_series.contains(&true) || !self.rules.counters_draw {
            return false;
        }
        let mut keys = Vec::with_capacity(plies);
        let mut state = self.plan.start;
        for &m in &self.path {
            keys.push(self.rules.repetition_key(&state));
            state = self.rules.after(&state, m);
        }
        keys.iter().any(|key| keys.iter().filter(|other| *other == key).count() > 2)
    }

    fn search(&mut self, state: &LatticeState) -> bool {
        if self.meter.tick() {
            return false;
        }
        if !self.tally.wants(self.root) {
            self.meter.give_up();
            return false;
        }
        let left = (self.plan.in_series.len() - self.path.len()) as u32;
        if !self.is_stored(left) {
            return self.finish(state);
        }
        let key = self.keying.key(state, left);
        if self.table.get(key).is_some() {
            return false;
        }
        let found = if left == 1 { self.finish(state) } else { self.follow_all(state, left) };
        if !found && !self.meter.is_over() {
            self.table.put(key, (), left.min(255) as u8);
        }
        found
    }

    /// Whether positions with this many plies left are stored. The search for mating moves is faster than the table.
    fn is_stored(&self, left: u32) -> bool {
        left > 1 || self.plan.end != LineEnd::Reached(Goal::Mate)
    }

    fn follow_all(&mut self, state: &LatticeState, left: u32) -> bool {
        let mut moves = MoveList::new();
        match self.check_of_last_move(left) {
            Some(check) => self.rules.helping_moves(state, check, &mut moves),
            None => self.rules.legal_moves(state, &mut moves),
        }
        self.remove_known_failures(state, &mut moves, left - 1);
        if self.path.len() == 1 && !self.tally.is_bounded() {
            return self.follow_in_parallel(state, &moves);
        }
        let mut found = false;
        for &m in &moves {
            found |= self.follow(state, m);
        }
        found
    }

    /// Follows moves on all threads, because one first move of a series may be most of the work. This is done only if all
    /// lines are wanted: with a bound the lines found would depend on the threads.
    fn follow_in_parallel(&mut self, state: &LatticeState, moves: &[LatticeMove]) -> bool {
        let search_one = |&m: &LatticeMove| {
            let mut search = HelpSearch {
                meter: self.meter.another(),
                path: self.path.clone(),
                lines: Vec::new(),
                ..*self
            };
            let succeeds = search.follow(state, m);
            Branch { succeeds, lines: search.lines, is_over: search.meter.is_over() }
        };
        let branches: Vec<Branch> = moves.par_iter().with_max_len(1).map(search_one).collect();
        let mut found = false;
        for Branch { succeeds, lines, is_over } in branches {
            found |= succeeds;
            self.lines.extend(lines);
            if is_over {
                self.meter.give_up();
            }
        }
        found
    }

    /// Removes moves to positions from which no line succeeds, as far as the table knows. The table is asked for all moves at once,
    /// so the waits for memory overlap.
    fn remove_known_failures(&self, state: &LatticeState, moves: &mut MoveList, left: u32) {
        // The key after a move is found without the count of quiet plies.
        if !self.is_stored(left) || self.keying.has_count {
            return;
        }
        let turn = if self.plan.in_series[self.path.len()] { BLACK_TO_MOVE } else { 0 };
        let keys: SmallVec<[Option<u64>; 96]> = moves
            .iter()
            .map(|&m| self.rules.key_after(state, m).map(|key| staged(key ^ turn, left)))
            .collect();
        // No access depends on another, so the processor runs many at a time.
        let known: SmallVec<[bool; 96]> = keys
            .iter()
            .map(|key| key.is_some() & self.table.get(key.unwrap_or_default()).is_some())
            .collect();
        let mut known = known.into_iter();
        moves.retain(|_| !known.next().unwrap_or_default());
    }

    /// Returns whether the last move of the line gives check, if one more move comes before it; otherwise `None`.
    fn check_of_last_move(&self, left: u32) -> Option<Check> {
        if left != 2 || self.plan.one_series || self.plan.in_series[self.path.len()] {
            return None;
        }
        match self.plan.end {
            LineEnd::Reached(Goal::Mate) => Some(Check::Given),
            LineEnd::Reached(Goal::Stalemate) => Some(Check::NotGiven),
            LineEnd::Forced(_) => None,
        }
    }

    fn finish(&mut self, state: &LatticeState) -> bool {
        let mut moves = MoveList::new();
        match self.plan.end {
            LineEnd::Reached(goal) => goal_candidates(self.rules, state, goal, &mut moves),
            LineEnd::Forced(_) => self.rules.legal_moves(state, &mut moves),
        }
        let mut found = false;
        for &m in &moves {
            let next = self.rules.after(state, m);
            self.path.push(m);
            found |= self.judge(&next);
            self.path.pop();
        }
        found
    }
}
