//! Help play and series: every line of exactly the length asked for.
//!
//! The search is depth first over the plies of a plan. A position from which no line of the remaining length succeeds
//! is stored under its key and that length, and not entered again. For the last two plies only the candidates of
//! `lattice/pruning` are tried, which are complete.

use super::keying::Keying;
use super::table::{DeadEnds, staged};
use super::tally::SolutionTally;
use crate::budget::NodeMeter;
use crate::lattice::{Check, LatticeMove, LatticeRules, LatticeState, MoveList, NULL_MOVE};
use crate::solve::stipulation::Goal;
use rayon::prelude::*;
use smallvec::SmallVec;

/// The least number of plies of a line in which a position occurs for the third time before the last ply. Each side moves a
/// piece out and back, twice.
const SHORTEST_REPETITION: usize = 9;

/// The condition after the last ply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LineEnd {
    /// The side to move is mated or stalemated.
    Reached(Goal),
    /// The side to move has a move, and each of its moves mates or stalemates the other side.
    Forced(Goal),
}

/// The plies of a line of play, and its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct LinePlan {
    /// For each ply whether the series continues after it: without check, and with the same side to move. The last
    /// ply ends its series.
    pub in_series: Vec<bool>,
    pub end: LineEnd,
    /// Whether the line is one series of a progressive variant, and ends with it.
    pub one_series: bool,
}

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

/// Returns whether the move that reaches the goal gives check.
pub(super) fn last_check(goal: Goal) -> Check {
    match goal {
        Goal::Mate => Check::Given,
        Goal::Stalemate => Check::NotGiven,
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
    legal > 0
        && legal == moves.len()
        && moves.iter().all(|&m| {
            let next = rules.after(state, m);
            reached(rules, &next, goal)
        })
}

/// The search of one thread below one first move, or below the first two.
pub(super) struct HelpSearch<'a> {
    pub rules: &'a LatticeRules,
    /// The position from which the line begins.
    pub start: &'a LatticeState,
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
        match self.plan.end {
            LineEnd::Reached(goal) => {
                let found = reached(self.rules, state, goal);
                if found && !self.repeats_a_position() {
                    self.lines.push(self.path.clone());
                    self.tally.add(self.root);
                }
                found
            }
            LineEnd::Forced(goal) => {
                let found = is_forced(self.rules, state, goal);
                if found && !self.repeats_a_position() {
                    let mut replies = MoveList::new();
                    self.rules.legal_moves(state, &mut replies);
                    replies.sort_by_cached_key(|&m| self.rules.move_text(m));
                    for reply in replies {
                        self.lines.push(self.path.iter().copied().chain([reply]).collect());
                        self.tally.add(self.root);
                    }
                }
                found
            }
        }
    }

    /// Whether a game would be drawn on the way of the present line, because a position occurs in it for the third time. In a
    /// series one side moves alone, and nothing is repeated.
    ///
    /// The search stores positions and not the ways to them, so only a complete line is tested.
    fn repeats_a_position(&self) -> bool {
        let plies = self.path.len();
        if plies < SHORTEST_REPETITION || self.plan.in_series.contains(&true) || !self.rules.counters_draw {
            return false;
        }
        let mut keys = Vec::with_capacity(plies);
        let mut state = *self.start;
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
        if left == 1 {
            match self.plan.end {
                // The search for mating moves is faster than the table.
                LineEnd::Reached(Goal::Mate) => return self.finish(state),
                LineEnd::Reached(Goal::Stalemate) | LineEnd::Forced(_) => {}
            }
        }
        let key = staged(self.keying.key(state), left);
        if self.table.get(key).is_some() {
            return false;
        }
        let found = if left == 1 { self.finish(state) } else { self.follow_all(state, left) };
        if !found && !self.meter.is_over() {
            self.table.put(key, (), left.min(255) as u8);
        }
        found
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

    /// Follows moves on all threads, since one of few first moves of a series may be most of the work. If not all
    /// lines are wanted, nothing is shared, so the lines found do not depend on the threads.
    fn follow_in_parallel(&mut self, state: &LatticeState, moves: &[LatticeMove]) -> bool {
        let search_one = |&m: &LatticeMove| {
            let mut search = HelpSearch {
                meter: self.meter.another(),
                path: self.path.clone(),
                lines: Vec::new(),
                ..*self
            };
            let found = search.follow(state, m);
            (found, search.lines, search.meter.is_over())
        };
        let searched: Vec<_> = moves.par_iter().with_max_len(1).map(search_one).collect();
        let mut found = false;
        for (one, lines, stopped) in searched {
            found |= one;
            self.lines.extend(lines);
            if stopped {
                self.meter.give_up();
            }
        }
        found
    }

    /// Removes moves to positions from which no line succeeds, as far as the table knows. The table is asked for all moves at once,
    /// so the waits for memory overlap.
    fn remove_known_failures(&self, state: &LatticeState, moves: &mut MoveList, left: u32) {
        let is_not_stored = left == 1 && self.plan.end == LineEnd::Reached(Goal::Mate);
        // The key after a move is found without the count of quiet plies.
        if is_not_stored || self.keying.has_count() {
            return;
        }
        let turn = if self.plan.in_series[self.path.len()] { NULL_MOVE } else { 0 };
        let keys: SmallVec<[Option<u64>; 96]> = moves
            .iter()
            .map(|&m| self.rules.key_after(state, m).map(|key| staged(key ^ turn, left)))
            .collect();
        // No access depends on another, so the processor runs many at a time.
        let known: SmallVec<[bool; 96]> =
            keys.iter().map(|key| self.table.get(key.unwrap_or_default()).is_some()).collect();
        let mut answers = keys.iter().zip(&known).map(|(key, &known)| key.is_some() && known);
        moves.retain(|_| !answers.next().unwrap_or_default());
    }

    /// Returns whether the last move of the line gives check, if one more move comes before it; otherwise `None`.
    fn check_of_last_move(&self, left: u32) -> Option<Check> {
        if left != 2 || self.plan.one_series || self.plan.in_series[self.path.len()] {
            return None;
        }
        match self.plan.end {
            LineEnd::Reached(goal) => Some(last_check(goal)),
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
