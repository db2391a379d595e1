//! Direct, self and reflex play: one side forces, the other resists.
//!
//! The search is depth first and at every node tries short solutions before long ones. For each position a table keeps the
//! least number of moves known to suffice, the greatest known not to, the work that showed this, and the best move.
//!
//! The forcing side first tries the moves that leave the fewest replies, checks before others. The resisting side first
//! tries the reply that has refuted in this position. In a long search it first tries the reply that seems to refute with
//! the least work (`probe.rs`). Checks follow, replies that have refuted elsewhere, and the others, those that leave the
//! fewest answers first. With one move to go it tries the replies that have refuted elsewhere before any are listed.
//! Branches are cut only when the result is certain. The forcing side needs one move that succeeds, the resisting
//! side one that does not lose. Before the last moves `lattice/pruning` removes what cannot succeed.

use super::help::{goal_candidates, is_forced, reached};
use super::keying::Keying;
use super::known::{Known, NO_MOVE, UNKNOWN, effort, pack_move, unpack_move};
use super::probe;
use super::table::{Facts, staged};
use crate::board::MAX_CELLS;
use crate::budget::NodeMeter;
use crate::lattice::{LatticeMove, LatticeRules, LatticeState, MoveKind, MoveList};
use crate::solve::stipulation::Goal;
use smallvec::SmallVec;

/// The result of a search with a number of moves.
#[derive(Clone, Copy)]
enum Found {
    /// The moves suffice.
    Suffice,
    /// The moves do not suffice. `effort` is meaningless where the resisting side is to move.
    Fail { effort: u8 },
}

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

const KILLERS: usize = 2;
/// The table's move, the last refutation of the move before, and the killers.
const FAVOURITES: usize = 2 + KILLERS;
/// The number of moves to go up to which replies that refuted lately are tried before the checks. With two to go, the
/// checks that leave the fewest answers refute so much better that they go first.
const FEW_MOVES: u32 = 1;

/// The packed plain replies that were tried at a node and did not refute.
type Failed = SmallVec<[[u8; 3]; 8]>;

fn is_untried(m: LatticeMove, failed: &Failed) -> bool {
    m.kind() != MoveKind::Plain || !failed.contains(&pack_move(m))
}

/// The search of one thread.
pub(super) struct ForcedSearch<'a> {
    pub rules: &'a LatticeRules,
    pub goal: Goal,
    pub aim: Aim,
    pub table: &'a Facts,
    pub keying: Keying,
    pub meter: NodeMeter<'a>,
    /// By moves left: replies that refuted lately.
    killers: Vec<[[u8; 3]; KILLERS]>,
    /// With few moves left, by moves left and the answered move: the reply that refuted that move last.
    countermoves: Vec<[u8; 3]>,
    /// The cells of the forcing side's last move. Only the order of trials depends on them.
    answered: [u8; 2],
    /// The number of positions so far in which the forcing side was to move.
    positions: u64,
}

impl<'a> ForcedSearch<'a> {
    pub fn new(
        rules: &'a LatticeRules,
        goal: Goal,
        aim: Aim,
        table: &'a Facts,
        keying: Keying,
        meter: NodeMeter<'a>,
    ) -> ForcedSearch<'a> {
        ForcedSearch {
            rules,
            goal,
            aim,
            table,
            keying,
            meter,
            killers: vec![[NO_MOVE; KILLERS]; 128],
            countermoves: vec![NO_MOVE; (FEW_MOVES as usize + 1) * MAX_CELLS * MAX_CELLS],
            answered: [0; 2],
            positions: 0,
        }
    }

    pub fn known(&self, key: u64) -> Known {
        self.table.get(key).map_or(UNKNOWN, Known::unpack)
    }

    fn learn(&self, key: u64, moves: u32, found: Found, best: Option<LatticeMove>) {
        if self.meter.is_over() {
            return;
        }
        let mut known = self.known(key);
        match found {
            Found::Suffice => known.wins = known.wins.min(moves as u8),
            Found::Fail { effort } => {
                known.fails = known.fails.max(moves as u8);
                known.effort = effort;
            }
        }
        if let Some(m) = best {
            known.best = pack_move(m);
        }
        self.table.put(key, known.pack(), moves as u8);
    }

    /// Whether the side to move, which forces, succeeds with at most this many moves.
    pub fn forces(&mut self, state: &LatticeState, moves: u32) -> bool {
        if self.meter.tick() || moves == 0 || self.rules.is_over(state) || self.forcing_side_must(state) {
            return false;
        }
        self.positions += 1;
        if moves == 1 {
            return self.forces_at_once(state);
        }
        let key = staged(self.keying.key(state), 0);
        let known = self.known(key);
        if u32::from(known.wins) <= moves || u32::from(known.fails) >= moves {
            return u32::from(known.wins) <= moves;
        }
        if known.fails == 0 && self.forces_at_once(state) {
            self.learn(key, 1, Found::Suffice, None);
            return true;
        }
        // The shortest solution is tried first, so no long search precedes a short success.
        for within in (u32::from(known.fails) + 1).max(2)..=moves {
            let best = self.known(key).best;
            let before = self.positions;
            for m in self.attacker_moves(state, within, best) {
                let next = self.rules.after(state, m);
                self.answered = [m.from().0, m.to().0];
                if self.forces_against_all(&next, within - 1) {
                    self.learn(key, within, Found::Suffice, Some(m));
                    return true;
                }
                if self.meter.is_over() {
                    return false;
                }
            }
            let effort = effort(self.positions - before);
            self.learn(key, within, Found::Fail { effort }, None);
        }
        false
    }

    fn forces_at_once(&self, state: &LatticeState) -> bool {
        let mut moves = MoveList::new();
        match self.aim {
            Aim::Direct => goal_candidates(self.rules, state, self.goal, &mut moves),
            Aim::Self_ | Aim::SemiReflex | Aim::Reflex => self.rules.legal_moves(state, &mut moves),
        }
        moves.iter().any(|&m| {
            let next = self.rules.after(state, m);
            self.is_done(&next)
        })
    }

    /// Whether the forcing side's last move has succeeded.
    fn is_done(&self, state: &LatticeState) -> bool {
        match self.aim {
            Aim::Direct => reached(self.rules, state, self.goal),
            Aim::Self_ => is_forced(self.rules, state, self.goal),
            Aim::SemiReflex | Aim::Reflex => self.resisting_side_must(state),
        }
    }

    /// Returns the forcing side's moves: those that leave the fewest replies first, checks before others. With two
    /// moves to go counting costs more than it saves.
    fn attacker_moves(&self, state: &LatticeState, left: u32, best: [u8; 3]) -> MoveList {
        let mut moves = MoveList::new();
        self.rules.legal_moves(state, &mut moves);
        if left <= 2 {
            if let Some(at) = moves.iter().position(|&m| pack_move(m) == best) {
                moves.swap(0, at);
            }
            return moves;
        }
        moves.sort_by_cached_key(|&m| {
            if pack_move(m) == best {
                return 0;
            }
            let next = self.rules.after(state, m);
            let quiet = if self.rules.in_check(&next, next.turn()) { 0 } else { 24 };
            self.rules.count_roughly(&next) * 4 + quiet
        });
        moves
    }

    /// Whether the forcing side, with this many moves left, succeeds against every reply of the side to move.
    pub fn forces_against_all(&mut self, state: &LatticeState, moves: u32) -> bool {
        if self.meter.tick() {
            return false;
        }
        if moves == 0 {
            return self.is_done(state);
        }
        if self.rules.is_over(state) {
            return self.aim == Aim::Direct && reached(self.rules, state, self.goal);
        }
        if self.resisting_side_must(state) {
            return true;
        }
        // With one move to go the search is faster than the table.
        let key = (moves > 1).then(|| staged(self.keying.key(state), 1));
        let known = key.map_or(UNKNOWN, |key| self.known(key));
        if u32::from(known.wins) <= moves {
            return true;
        }
        if u32::from(known.fails) >= moves {
            return false;
        }
        let best =
            if moves >= probe::LEAST { self.cheapest_reply(state, moves, known.best) } else { known.best };
        // Replies that have refuted are tried before any are listed.
        let mut failed = Failed::new();
        let favourites = self.favourites(moves, best);
        if self.favourite_refutes(state, &favourites, &mut failed, moves, key) {
            return false;
        }
        let mut checks = MoveList::new();
        if moves > FEW_MOVES {
            self.checks(state, &failed, &mut checks);
            if self.one_refutes(state, &checks, moves, key) {
                return false;
            }
            // Finding the fewest answers needs a count of all; a reply that refuted lately often makes that unnecessary.
            let is_check = |packed: &[u8; 3]| unpack_move(*packed).is_some_and(|m| checks.contains(&m));
            let killers =
                self.killers[moves as usize].map(|packed| if is_check(&packed) { NO_MOVE } else { packed });
            if self.favourite_refutes(state, &killers, &mut failed, moves, key) {
                return false;
            }
        }
        let mut replies = MoveList::new();
        self.rules.legal_moves(state, &mut replies);
        if replies.is_empty() {
            return self.aim == Aim::Direct && reached(self.rules, state, self.goal);
        }
        replies.retain(|m| is_untried(*m, &failed) && !checks.contains(m));
        self.order_replies(state, &mut replies, moves);
        if self.one_refutes(state, &replies, moves, key) {
            return false;
        }
        if let Some(key) = key {
            self.learn(key, moves, Found::Suffice, None);
        }
        true
    }

    /// Whether one of some packed replies is legal here and refutes, or the search ended. Replies that fail are
    /// appended to `failed`.
    fn favourite_refutes(
        &mut self,
        state: &LatticeState,
        favourites: &[[u8; 3]],
        failed: &mut Failed,
        moves: u32,
        key: Option<u64>,
    ) -> bool {
        for &packed in favourites {
            let untried = unpack_move(packed).filter(|_| !failed.contains(&packed));
            let Some(m) = untried.filter(|&m| self.rules.is_surely_pseudo_legal(state, m)) else { continue };
            let next = self.rules.after(state, m);
            if self.rules.in_check(&next, state.turn()) {
                continue;
            }
            if self.is_refuted(&next, m, moves, key) {
                return true;
            }
            failed.push(packed);
        }
        false
    }

    /// Whether one of the replies refutes, or the search ended.
    fn one_refutes(
        &mut self,
        state: &LatticeState,
        replies: &[LatticeMove],
        moves: u32,
        key: Option<u64>,
    ) -> bool {
        replies.iter().any(|&m| {
            let next = self.rules.after(state, m);
            self.is_refuted(&next, m, moves, key)
        })
    }

    /// Returns the replies to try first: the one that refuted in this position with fewer moves, and with few moves
    /// to go those that refuted the same move or any move lately.
    fn favourites(&self, moves: u32, best: [u8; 3]) -> [[u8; 3]; FAVOURITES] {
        if moves > FEW_MOVES {
            return [best, NO_MOVE, NO_MOVE, NO_MOVE];
        }
        let [first, second] = self.killers[moves as usize];
        [best, self.countermoves[self.countermove_index(moves)], first, second]
    }

    fn countermove_index(&self, moves: u32) -> usize {
        let [from, to] = self.answered;
        (moves as usize * MAX_CELLS + usize::from(from)) * MAX_CELLS + usize::from(to)
    }

    /// Whether a reply leaves the forcing side without success in this many moves, or the search ended.
    fn is_refuted(&mut self, next: &LatticeState, m: LatticeMove, moves: u32, key: Option<u64>) -> bool {
        let forced = self.forces_after_reply(next, moves);
        if self.meter.is_over() {
            return true;
        }
        if forced {
            return false;
        }
        if moves <= FEW_MOVES {
            let counter = self.countermove_index(moves);
            self.countermoves[counter] = pack_move(m);
        }
        let killers = &mut self.killers[moves as usize];
        if killers[0] != pack_move(m) {
            killers[1] = killers[0];
            killers[0] = pack_move(m);
        }
        if let Some(key) = key {
            self.learn(key, moves, Found::Fail { effort: 0 }, Some(m));
        }
        true
    }

    /// Whether the forcing side succeeds in this many moves after a reply.
    pub fn forces_after_reply(&mut self, next: &LatticeState, moves: u32) -> bool {
        let answered = self.answered;
        let forced = self.reply_ends(next) || self.forces(next, moves);
        self.answered = answered;
        forced
    }

    /// Whether a reply ends the play, by doing what the forcing side wants.
    pub fn reply_ends(&self, next: &LatticeState) -> bool {
        self.aim != Aim::Direct && reached(self.rules, next, self.goal)
    }

    /// Lists the untried replies that give check, those that leave the fewest answers first. If any reply refutes,
    /// one of them nearly always does, so they are tried before the others are listed and counted.
    fn checks(&self, state: &LatticeState, failed: &Failed, checks: &mut MoveList) {
        self.rules.checking_candidates(state, checks);
        checks.retain(|m| is_untried(*m, failed));
        let mut answers: SmallVec<[(u32, LatticeMove); 16]> = SmallVec::new();
        for &m in &*checks {
            let next = self.rules.after(state, m);
            if self.rules.in_check(&next, next.turn()) {
                answers.push((self.rules.count_roughly(&next), m));
            }
        }
        answers.sort_by_key(|&(count, _)| count);
        checks.clear();
        checks.extend(answers.into_iter().map(|(_, m)| m));
    }

    /// Orders the other replies. With two moves or more to go the first leaves the forcing side the fewest moves;
    /// with one, captures come first.
    fn order_replies(&self, state: &LatticeState, replies: &mut MoveList, moves: u32) {
        if moves > 1 {
            replies.sort_by_cached_key(|&m| self.rules.count_roughly(&self.rules.after(state, m)));
            return;
        }
        let enemy = state.colors[(!state.turn()).index()];
        let mut front = 0;
        for i in 0..replies.len() {
            if enemy & replies[i].to().bit() != 0 {
                replies.swap(front, i);
                front += 1;
            }
        }
    }

    /// Returns the least number of moves that suffices, up to a bound. Each number is searched in turn, so that shorter searches
    /// order the moves of longer ones.
    pub fn deepen(&mut self, state: &LatticeState, moves: u32) -> Option<u32> {
        (0..=moves).find(|&n| !self.meter.is_over() && self.forces_against_all(state, n))
    }
}
