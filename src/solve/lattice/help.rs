//! Help play and series: every line of exactly the wanted length.
//!
//! The search is depth first over the plies of a plan. A position from which no line of the remaining plies succeeds is stored
//! under a key of the position and the number of these plies, because positions with equal keys and equally many plies left have
//! equal lines. It is not searched again. In the last two plies only the candidates of `lattice/pruning` are tried. They include
//! every move that succeeds.

use super::goal::{goal_candidates, is_forced, is_reached};
use super::keying::{Keying, staged};
use super::lines::{LineEnd, LinePlan};
use super::table::DeadEnds;
use super::tally::SolutionTally;
use crate::budget::NodeMeter;
use crate::lattice::{BLACK_TO_MOVE, Check, LatticeMove, LatticeRules, LatticeState, MoveList};
use crate::solve::stipulation::Goal;
use rayon::prelude::*;
use smallvec::SmallVec;

/// The result of the search below one move.
struct Branch {
    /// Whether a line succeeds, even if it repeats a position.
    succeeds: bool,
    lines: Vec<Vec<LatticeMove>>,
    /// Whether the search was ended early.
    was_ended: bool,
}

/// The search of one thread: below one first move, or below one first and one second move.
pub(super) struct HelpSearch<'a> {
    pub rules: &'a LatticeRules,
    pub plan: &'a LinePlan,
    pub table: &'a DeadEnds,
    pub keying: Keying,
    pub tally: &'a SolutionTally,
    /// The index of the first move.
    pub root: usize,
    pub meter: NodeMeter<'a>,
    /// The moves from the start of the plan to the present position.
    pub path: Vec<LatticeMove>,
    pub lines: Vec<Vec<LatticeMove>>,
}

impl HelpSearch<'_> {
    /// Makes a move as the plan's next ply, searches on, and returns whether a line succeeds.
    pub fn follow(&mut self, state: &LatticeState, m: LatticeMove) -> bool {
        let (rules, ply) = (self.rules, self.path.len());
        let mut next = rules.after(state, m);
        let has_series_ended = self.plan.is_one_series && next.turn() != state.turn();
        let is_last = has_series_ended || ply + 1 == self.plan.side_moves_again.len();
        if !is_last && rules.is_over(&next) {
            return false;
        }
        // The same side moves again: it may give no check, and gets the turn back.
        if self.plan.side_moves_again[ply] {
            if rules.in_check(&next, next.turn()) {
                return false;
            }
            rules.pass(&mut next);
        }
        self.path.push(m);
        let succeeds = if is_last { self.end_line(&next) } else { self.search(&next) };
        self.path.pop();
        succeeds
    }

    /// Returns whether a line succeeds that ends in this position. If it does, the line is added, unless it repeats a position.
    fn end_line(&mut self, state: &LatticeState) -> bool {
        let succeeds = match self.plan.end {
            LineEnd::Reached(goal) => is_reached(self.rules, state, goal),
            LineEnd::Forced(goal) => is_forced(self.rules, state, goal),
        };
        if succeeds && !self.repeats_a_position() {
            self.add_lines(state);
        }
        succeeds
    }

    /// Adds the present line; if its end is forced, one line for each reply.
    fn add_lines(&mut self, state: &LatticeState) {
        match self.plan.end {
            LineEnd::Reached(_) => self.add(self.path.clone()),
            LineEnd::Forced(_) => {
                let mut replies = self.rules.all_legal_moves(state);
                replies.sort_by_cached_key(|&m| self.rules.move_text(m));
                for reply in replies {
                    self.add([&self.path[..], &[reply]].concat());
                }
            }
        }
    }

    fn add(&mut self, line: Vec<LatticeMove>) {
        self.lines.push(line);
        self.tally.add(self.root);
    }

    /// Whether a position occurs in the present line before its last ply for the third time, so that a game would be drawn. In
    /// series play one side moves alone, and no position counts as repeated.
    ///
    /// Only complete lines are tested. The table stores failures of a position whatever the moves before it, and an earlier test
    /// would make failures depend on these moves.
    fn repeats_a_position(&self) -> bool {
        let has_series = self.plan.is_one_series || self.plan.side_moves_again.contains(&true);
        if has_series || !self.rules.counters_draw {
            return false;
        }
        let mut keys = Vec::new();
        let mut state = self.plan.start;
        for &m in &self.path {
            keys.push(self.rules.repetition_key(&state));
            state = self.rules.after(&state, m);
        }
        let occurrences = |key: &u64| keys.iter().filter(|other| *other == key).count();
        keys.iter().any(|key| occurrences(key) >= 3)
    }

    /// Searches the plies that are left, and returns whether a line succeeds.
    fn search(&mut self, state: &LatticeState) -> bool {
        if self.meter.tick() {
            return false;
        }
        if !self.tally.wants(self.root) {
            self.meter.give_up();
            return false;
        }
        let plies_left = (self.plan.side_moves_again.len() - self.path.len()) as u32;
        if !self.is_stored(plies_left) {
            return self.follow_all(state, plies_left);
        }
        let key = self.keying.key(state, plies_left);
        if self.table.get(key).is_some() {
            return false;
        }
        let succeeds = self.follow_all(state, plies_left);
        if !succeeds && !self.meter.is_over() {
            self.table.put(key, (), plies_left.min(255) as u8);
        }
        succeeds
    }

    /// Whether positions with this many plies left are stored. The search for mating moves is faster than the table.
    fn is_stored(&self, plies_left: u32) -> bool {
        plies_left > 1 || self.plan.end != LineEnd::Reached(Goal::Mate)
    }

    /// Follows each move with which a line may succeed, and returns whether one does.
    fn follow_all(&mut self, state: &LatticeState, plies_left: u32) -> bool {
        let mut moves = MoveList::new();
        self.list_candidates(state, plies_left, &mut moves);
        if plies_left > 1 {
            self.remove_dead_ends(state, &mut moves, plies_left - 1);
            if self.path.len() == 1 && !self.tally.is_bounded() {
                return self.follow_in_parallel(state, &moves);
            }
        }
        let mut succeeds = false;
        for &m in &moves {
            succeeds |= self.follow(state, m);
        }
        succeeds
    }

    /// Lists every legal move with which a line may succeed, and perhaps other legal moves.
    ///
    /// With two plies left, the goal decides whether the last ply has to give check, except in series play.
    fn list_candidates(&self, state: &LatticeState, plies_left: u32, moves: &mut MoveList) {
        let is_in_series = self.plan.is_one_series || self.plan.side_moves_again[self.path.len()];
        match (self.plan.end, plies_left) {
            (LineEnd::Reached(goal), 1) => goal_candidates(self.rules, state, goal, moves),
            (LineEnd::Reached(goal), 2) if !is_in_series => {
                let check_of_last_move = match goal {
                    Goal::Mate => Check::Given,
                    Goal::Stalemate => Check::NotGiven,
                };
                self.rules.helping_moves(state, check_of_last_move, moves);
            }
            (LineEnd::Reached(_) | LineEnd::Forced(_), _) => self.rules.legal_moves(state, moves),
        }
    }

    /// Follows moves on all threads, and returns whether a line succeeds. One first move of a series may be most of the work.
    ///
    /// The caller has to want all lines: with a bound the lines found would depend on the threads.
    fn follow_in_parallel(&mut self, state: &LatticeState, moves: &[LatticeMove]) -> bool {
        let search_branch = |&m: &LatticeMove| {
            let mut search = HelpSearch {
                meter: self.meter.another(),
                path: self.path.clone(),
                lines: Vec::new(),
                ..*self
            };
            let succeeds = search.follow(state, m);
            Branch { succeeds, lines: search.lines, was_ended: search.meter.is_over() }
        };
        let branches: Vec<Branch> = moves.par_iter().with_max_len(1).map(search_branch).collect();
        let mut any_succeeds = false;
        for Branch { succeeds, lines, was_ended } in branches {
            any_succeeds |= succeeds;
            self.lines.extend(lines);
            if was_ended {
                self.meter.give_up();
            }
        }
        any_succeeds
    }

    /// Removes moves to positions that the table has as dead ends with this many plies left after the move.
    ///
    /// The table is asked about all moves together, so the waits for memory overlap.
    fn remove_dead_ends(&self, state: &LatticeState, moves: &mut MoveList, plies_left_after: u32) {
        // `key_after` does not cover the count of quiet plies.
        if !self.is_stored(plies_left_after) || self.keying.has_count {
            return;
        }
        // In a series the side that moved gets the turn again.
        let change_of_turn = if self.plan.side_moves_again[self.path.len()] { BLACK_TO_MOVE } else { 0 };
        let key_after = |&m: &LatticeMove| {
            let key = self.rules.key_after(state, m)?;
            Some(staged(key ^ change_of_turn, plies_left_after))
        };
        let keys: SmallVec<[Option<u64>; 96]> = moves.iter().map(key_after).collect();
        // Without a branch no access depends on another, so the processor runs many at a time.
        let is_dead_end =
            |key: &Option<u64>| key.is_some() & self.table.get(key.unwrap_or_default()).is_some();
        let dead_ends: SmallVec<[bool; 96]> = keys.iter().map(is_dead_end).collect();
        // `retain` goes through the moves in their order.
        let mut dead_ends = dead_ends.into_iter();
        moves.retain(|_| dead_ends.next() != Some(true));
    }
}
