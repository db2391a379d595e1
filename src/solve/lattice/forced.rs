//! Direct, self and reflex play: one side forces, the other resists.
//!
//! The search is depth first. At every node it tries short solutions before long ones. For each position a table keeps the
//! least number of moves known to suffice, the greatest number known not to suffice, the work of the proof, and the best move.
//!
//! The forcing side first tries the moves that leave the fewest replies, and prefers checks. With two or more moves to go the
//! resisting side tries its replies in this order:
//!
//! 1. the reply that has refuted in this position, or in a long search the reply that seems to refute with the least work
//!    (`probe`);
//! 2. checks;
//! 3. killers, which are replies that refuted elsewhere lately;
//! 4. all others, of which those that leave the fewest answers come first.
//!
//! With one move to go it tries the countermove, which refuted the same move lately, and then killers, captures and all others.
//!
//! A branch is left only when its result is certain. The forcing side needs one move that succeeds, the resisting side one
//! reply that refutes. From the last moves `lattice/pruning` removes those that cannot succeed.

use super::goal::{goal_candidates, is_forced, is_reached};
use super::keying::Keying;
use super::known::{MoveBounds, NO_MOVE, PackedMove, effort_of, pack_move, unpack_move};
use super::probe;
use super::problem::Problem;
use super::table::Facts;
use crate::board::MAX_CELLS;
use crate::budget::NodeMeter;
use crate::lattice::{LatticeMove, LatticeRules, LatticeState, MoveList};
use crate::solve::stipulation::{Goal, MOST_MOVES};
use smallvec::SmallVec;

/// The end that the forcing side plays for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Aim {
    /// The forcing side reaches the goal.
    Direct,
    /// The resisting side is forced to reach the goal.
    Self_,
    /// The resisting side is forced to reach the goal, and reaches it whenever it can.
    SemiReflex,
    /// The resisting side is forced to reach the goal, and either side reaches it whenever it can.
    Reflex,
}

/// The number of replies that refuted lately, kept for each number of moves to go.
const KILLERS: usize = 2;

/// The number of replies that is added to those of a move without check when the forcing side's moves are sorted.
const ADDED_TO_QUIET: u32 = 6;

/// The stage of the keys of positions with the forcing side to move.
pub(super) const FORCING_TO_MOVE: u32 = 0;

/// The stage of the keys of positions with the resisting side to move.
const RESISTING_TO_MOVE: u32 = 1;

/// A position with the resisting side to move.
struct Defence<'s> {
    state: &'s LatticeState,
    /// The number of moves that the forcing side has left.
    moves: u32,
    /// The key in the table; `None` with one move to go, when the search is faster than the table.
    key: Option<u64>,
}

/// The replies that were tried at a node and did not refute.
type Failed = SmallVec<[LatticeMove; 16]>;

/// The search of one thread.
pub(super) struct ForcedSearch<'a> {
    pub rules: &'a LatticeRules,
    pub goal: Goal,
    pub aim: Aim,
    pub table: &'a Facts,
    pub keying: Keying,
    pub meter: NodeMeter<'a>,
    /// The replies that refuted lately, by the number of moves to go.
    killers: Vec<[PackedMove; KILLERS]>,
    /// With one move to go: the latest reply that refuted each move, by [`ForcedSearch::countermove_index`].
    countermoves: Vec<PackedMove>,
    /// The cells that the forcing side's last move left and reached. Only the order of trials depends on them.
    last_forcing_move: [u8; 2],
    /// The number of positions so far in which the forcing side was to move.
    positions: u64,
}

impl<'a> ForcedSearch<'a> {
    pub fn new(problem: &'a Problem, aim: Aim, table: &'a Facts, meter: NodeMeter<'a>) -> ForcedSearch<'a> {
        ForcedSearch {
            rules: &problem.rules,
            goal: problem.stipulation.goal,
            aim,
            table,
            keying: problem.keying(),
            meter,
            killers: vec![[NO_MOVE; KILLERS]; MOST_MOVES as usize + 1],
            countermoves: vec![NO_MOVE; MAX_CELLS * MAX_CELLS],
            last_forcing_move: [0; 2],
            positions: 0,
        }
    }

    pub fn known_bounds(&self, key: u64) -> MoveBounds {
        self.table.get(key).map_or(MoveBounds::UNKNOWN, MoveBounds::unpack)
    }

    /// Stores bounds that a search of this many moves has proved, unless the search was ended.
    fn learn(&self, key: u64, moves: u32, proved: MoveBounds) {
        if !self.meter.is_over() {
            self.table.put(key, self.known_bounds(key).improved(proved).pack(), moves as u8);
        }
    }

    /// Whether the side to move, which forces, succeeds with at most this many moves.
    pub fn forces(&mut self, state: &LatticeState, moves: u32) -> bool {
        if self.meter.tick() || moves == 0 {
            return false;
        }
        if self.rules.is_over(state) || self.spoiling_move(state).is_some() {
            return false;
        }
        self.positions += 1;
        if moves == 1 {
            return self.forces_at_once(state);
        }
        let key = self.keying.key(state, FORCING_TO_MOVE);
        let known = self.known_bounds(key);
        if let Some(suffices) = known.decide(moves) {
            return suffices;
        }
        if known.insufficient == 0 && self.forces_at_once(state) {
            self.learn(key, 1, MoveBounds { sufficient: 1, ..MoveBounds::UNKNOWN });
            return true;
        }
        // Few moves are tried before many, so that no long search precedes a short success.
        let least = (u32::from(known.insufficient) + 1).max(2);
        (least..=moves).any(|most| self.forces_by_search(state, key, most))
    }

    /// Whether the side to move, which forces, succeeds with at most `most` moves, of which there are two or more. The result is
    /// stored under the key. False if the search was ended.
    fn forces_by_search(&mut self, state: &LatticeState, key: u64, most: u32) -> bool {
        let best = self.known_bounds(key).best;
        let positions_before = self.positions;
        for m in self.attacker_moves(state, most, best) {
            if self.meter.is_over() {
                return false;
            }
            let next = self.rules.after(state, m);
            self.last_forcing_move = [m.from().0, m.to().0];
            if self.forces_against_all(&next, most - 1) {
                let (sufficient, best) = (most as u8, pack_move(m));
                self.learn(key, most, MoveBounds { sufficient, best, ..MoveBounds::UNKNOWN });
                return true;
            }
        }
        let (insufficient, effort) = (most as u8, effort_of(self.positions - positions_before));
        self.learn(key, most, MoveBounds { insufficient, effort, ..MoveBounds::UNKNOWN });
        false
    }

    /// Whether the side to move, which forces, succeeds with one move.
    fn forces_at_once(&self, state: &LatticeState) -> bool {
        let mut candidates = MoveList::new();
        match self.aim {
            Aim::Direct => goal_candidates(self.rules, state, self.goal, &mut candidates),
            Aim::Self_ | Aim::SemiReflex | Aim::Reflex => self.rules.legal_moves(state, &mut candidates),
        }
        candidates.iter().any(|&m| self.has_succeeded(&self.rules.after(state, m)))
    }

    /// Whether the forcing side has succeeded with its last move, which led to this position.
    fn has_succeeded(&self, state: &LatticeState) -> bool {
        match self.aim {
            Aim::Direct => is_reached(self.rules, state, self.goal),
            Aim::Self_ => is_forced(self.rules, state, self.goal),
            Aim::SemiReflex | Aim::Reflex => self.resisting_side_must_reach_goal(state),
        }
    }

    /// Returns the forcing side's moves: the best known move first, then those that leave the fewest replies.
    ///
    /// With at most two moves to go the others are not sorted, because counting replies would cost more than it saves.
    fn attacker_moves(&self, state: &LatticeState, moves: u32, best: PackedMove) -> MoveList {
        let mut ordered = self.rules.all_legal_moves(state);
        if moves <= 2 {
            if let Some(index) = ordered.iter().position(|&m| pack_move(m) == best) {
                ordered.swap(0, index);
            }
            return ordered;
        }
        ordered.sort_by_cached_key(|&m| {
            if pack_move(m) == best {
                return 0;
            }
            let next = self.rules.after(state, m);
            let added = if self.rules.in_check(&next, next.turn()) { 0 } else { ADDED_TO_QUIET };
            self.rules.count_roughly(&next) + added
        });
        ordered
    }

    /// Whether the forcing side, with this many moves left, succeeds against every reply of the side to move.
    pub fn forces_against_all(&mut self, state: &LatticeState, moves: u32) -> bool {
        if self.meter.tick() {
            return false;
        }
        if moves == 0 {
            return self.has_succeeded(state);
        }
        if self.rules.is_over(state) {
            return self.succeeds_without_reply(state);
        }
        if self.resisting_side_must_reach_goal(state) {
            return true;
        }
        if moves == 1 { self.forces_with_last_move(state) } else { self.forces_with_moves(state, moves) }
    }

    /// Whether the forcing side has succeeded in a position in which the other side has no reply.
    fn succeeds_without_reply(&self, state: &LatticeState) -> bool {
        self.aim == Aim::Direct && is_reached(self.rules, state, self.goal)
    }

    /// Whether the forcing side, with one move left, succeeds against every reply.
    ///
    /// The latest replies that refuted are tried before all others are listed, of which captures come first.
    fn forces_with_last_move(&mut self, state: &LatticeState) -> bool {
        let defence = Defence { state, moves: 1, key: None };
        let [first_killer, second_killer] = self.killers[1];
        let favourites = [self.countermoves[self.countermove_index()], first_killer, second_killer];
        let mut failed = Failed::new();
        if self.favourite_refutes(&defence, favourites, &mut failed) {
            return false;
        }
        let mut replies = self.rules.all_legal_moves(state);
        if replies.is_empty() {
            return self.succeeds_without_reply(state);
        }
        replies.retain(|m| !failed.contains(m));
        put_captures_first(state, &mut replies);
        !self.one_refutes(&defence, &replies)
    }

    /// Whether the forcing side, with two or more moves left, succeeds against every reply.
    ///
    /// The best reply is tried first, and checks and killers follow. If one of them refutes, the others need not be sorted, for
    /// which the answers to each are counted.
    fn forces_with_moves(&mut self, state: &LatticeState, moves: u32) -> bool {
        let key = self.keying.key(state, RESISTING_TO_MOVE);
        let known = self.known_bounds(key);
        if let Some(suffices) = known.decide(moves) {
            return suffices;
        }
        let defence = Defence { state, moves, key: Some(key) };
        let is_long = moves >= probe::LEAST_MOVES;
        let best = if is_long { self.cheapest_reply(state, moves, known.best) } else { known.best };
        let mut failed = Failed::new();
        if self.favourite_refutes(&defence, [best], &mut failed) {
            return false;
        }
        let mut checks = MoveList::new();
        self.list_checks(state, &failed, &mut checks);
        if self.one_refutes(&defence, &checks) {
            return false;
        }
        failed.extend_from_slice(&checks);
        if self.favourite_refutes(&defence, self.killers[moves as usize], &mut failed) {
            return false;
        }
        let mut replies = self.rules.all_legal_moves(state);
        if replies.is_empty() {
            return self.succeeds_without_reply(state);
        }
        replies.retain(|m| !failed.contains(m));
        self.sort_by_answers(state, &mut replies);
        if self.one_refutes(&defence, &replies) {
            return false;
        }
        self.learn(key, moves, MoveBounds { sufficient: moves as u8, ..MoveBounds::UNKNOWN });
        true
    }

    /// Whether a favourite is legal here and refutes, or the search was ended. Adds the favourites that do not refute to `failed`.
    fn favourite_refutes(
        &mut self,
        defence: &Defence<'_>,
        favourites: impl IntoIterator<Item = PackedMove>,
        failed: &mut Failed,
    ) -> bool {
        for m in favourites.into_iter().filter_map(unpack_move) {
            if failed.contains(&m) || !self.rules.is_surely_pseudo_legal(defence.state, m) {
                continue;
            }
            let next = self.rules.after(defence.state, m);
            if self.rules.in_check(&next, defence.state.turn()) {
                continue;
            }
            if self.refutes(defence, m, &next) {
                return true;
            }
            failed.push(m);
        }
        false
    }

    /// Whether one of the replies refutes, or the search was ended.
    fn one_refutes(&mut self, defence: &Defence<'_>, replies: &[LatticeMove]) -> bool {
        replies.iter().any(|&m| self.refutes(defence, m, &self.rules.after(defence.state, m)))
    }

    /// Returns the index of the countermove to the forcing side's last move.
    fn countermove_index(&self) -> usize {
        let [from, to] = self.last_forcing_move.map(usize::from);
        from * MAX_CELLS + to
    }

    /// Whether a reply refutes: after it the forcing side does not succeed within the moves to go. Also true if the search was ended.
    fn refutes(&mut self, defence: &Defence<'_>, m: LatticeMove, next: &LatticeState) -> bool {
        let succeeds = self.forces_after_reply(next, defence.moves);
        if self.meter.is_over() {
            return true;
        }
        if !succeeds {
            self.remember_refutation(defence, pack_move(m));
        }
        !succeeds
    }

    /// Keeps a reply that has refuted, so that it is tried early where it may refute again.
    fn remember_refutation(&mut self, defence: &Defence<'_>, best: PackedMove) {
        let moves = defence.moves;
        if moves == 1 {
            let index = self.countermove_index();
            self.countermoves[index] = best;
        }
        let killers = &mut self.killers[moves as usize];
        if killers[0] != best {
            *killers = [best, killers[0]];
        }
        if let Some(key) = defence.key {
            self.learn(key, moves, MoveBounds { insufficient: moves as u8, best, ..MoveBounds::UNKNOWN });
        }
    }

    /// Whether the forcing side succeeds with at most this many moves after a reply.
    pub fn forces_after_reply(&mut self, next: &LatticeState, moves: u32) -> bool {
        let answered = self.last_forcing_move;
        let succeeds = self.reply_ends(next) || self.forces(next, moves);
        self.last_forcing_move = answered;
        succeeds
    }

    /// Whether a reply ends the play, because it reaches the goal and the forcing side wants that.
    pub fn reply_ends(&self, next: &LatticeState) -> bool {
        self.aim != Aim::Direct && is_reached(self.rules, next, self.goal)
    }

    /// Lists the untried replies that give check, those that leave the fewest answers first. If any reply refutes, a check
    /// nearly always does, so checks are tried before the other replies are listed.
    fn list_checks(&self, state: &LatticeState, failed: &Failed, checks: &mut MoveList) {
        self.rules.checking_candidates(state, checks);
        checks.retain(|m| {
            let next = self.rules.after(state, *m);
            !failed.contains(m) && self.rules.in_check(&next, next.turn())
        });
        self.sort_by_answers(state, checks);
    }

    /// Sorts replies by the number of answers that they leave, the fewest first.
    fn sort_by_answers(&self, state: &LatticeState, replies: &mut MoveList) {
        replies.sort_by_cached_key(|&m| self.rules.count_roughly(&self.rules.after(state, m)));
    }

    /// Returns the least number of moves with which the forcing side succeeds against all replies, if it is at most `most`.
    ///
    /// Each number is searched in turn, because shorter searches order the moves of longer ones.
    pub fn least_sufficient(&mut self, state: &LatticeState, most: u32) -> Option<u32> {
        (0..=most).find(|&moves| !self.meter.is_over() && self.forces_against_all(state, moves))
    }
}

/// Moves the captures among the replies to the front.
fn put_captures_first(state: &LatticeState, replies: &mut MoveList) {
    let enemy = state.colors[(!state.turn()).index()];
    let mut captures = 0;
    for i in 0..replies.len() {
        if enemy & replies[i].to().bit() != 0 {
            replies.swap(captures, i);
            captures += 1;
        }
    }
}
