//! Direct and self play: one side forces, the other resists.
//!
//! Depth first, short ways before long ones at every node, with a table that keeps, of each position, the
//! least number of moves known to suffice, the greatest known not to, and the move that showed it. The forcing side tries first
//! what leaves the fewest replies, checks before others; the resisting side tries first what refuted
//! before in this position, then what leaves the fewest answers. Branches are cut only when the
//! result is certain: a forcing side needs one move that does it, a resisting side one that does not. On
//! its last move the forcing side tries only what may check; in self play one reply that does not check
//! refutes the last move unseen.

use super::help::{aimed, is_forced, may_reach, reached};
use super::stipulation::Goal;
use super::table::{Table, staged};
use super::watch::Meter;
use crate::lattice::{Move, MoveList, Rules, State};

/// Who is to be mated (or stalemated) in the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Aim {
    /// The resisting side.
    Other,
    /// The forcing side.
    Own,
}

/// What is known of a position: packed into the table's words.
#[derive(Clone, Copy)]
struct Known {
    /// So many moves suffice.
    wins: u8,
    /// So many do not.
    fails: u8,
    /// From and to of the move that showed it, and its promotion (0 for none).
    best: [u8; 3],
}

const UNKNOWN: Known = Known { wins: u8::MAX, fails: 0, best: [0; 3] };
const PRESENT: u64 = 1 << 55;

impl Known {
    fn unpack(word: u64) -> Known {
        let byte = |n: u32| (word >> (8 * n)) as u8;
        Known { wins: byte(0), fails: byte(1), best: [byte(2), byte(3), byte(4)] }
    }

    fn pack(self) -> u64 {
        let bytes = [self.wins, self.fails, self.best[0], self.best[1], self.best[2]];
        bytes.into_iter().rev().fold(0, |word, b| word << 8 | u64::from(b)) | PRESENT
    }
}

fn short(m: Move) -> [u8; 3] {
    [m.from().index() as u8, m.to().index() as u8, m.promotion().map_or(0, |role| role as u8 + 1)]
}

const KILLERS: usize = 2;

/// One thread's search.
pub(super) struct Battle<'a> {
    pub rules: &'a Rules,
    pub goal: Goal,
    pub aim: Aim,
    pub table: &'a Table,
    pub meter: Meter<'a>,
    /// By moves left: replies that refuted lately.
    pub killers: Vec<[[u8; 3]; KILLERS]>,
}

impl<'a> Battle<'a> {
    pub fn new(rules: &'a Rules, goal: Goal, aim: Aim, table: &'a Table, meter: Meter<'a>) -> Battle<'a> {
        Battle { rules, goal, aim, table, meter, killers: vec![[[u8::MAX; 3]; KILLERS]; 128] }
    }

    fn known(&self, key: u64) -> Known {
        self.table.get(key).map_or(UNKNOWN, Known::unpack)
    }

    fn learn(&self, key: u64, wins: bool, moves: u32, best: Option<Move>) {
        if self.meter.is_stopped() {
            return;
        }
        let mut known = self.known(key);
        if wins {
            known.wins = known.wins.min(moves as u8);
        } else {
            known.fails = known.fails.max(moves as u8);
        }
        if let Some(m) = best {
            known.best = short(m);
        }
        self.table.put(key, known.pack(), moves as u8);
    }

    /// Whether the side to move, forcing, succeeds with at most so many moves.
    pub fn forces(&mut self, state: &State, moves: u32) -> bool {
        if self.meter.tick() || moves == 0 {
            return false;
        }
        if moves == 1 {
            return self.forces_at_once(state);
        }
        let key = staged(state.key(), 0);
        let known = self.known(key);
        if u32::from(known.wins) <= moves || u32::from(known.fails) >= moves {
            return u32::from(known.wins) <= moves;
        }
        if known.fails == 0 && self.forces_at_once(state) {
            self.learn(key, true, 1, None);
            return true;
        }
        // The shortest way first, so that no long search goes before a short success.
        for within in (u32::from(known.fails) + 1).max(2)..=moves {
            let best = self.known(key).best;
            for m in self.attempts(state, within, best) {
                let mut next = *state;
                self.rules.make(&mut next, m);
                if self.holds_all(&next, within - 1) {
                    self.learn(key, true, within, Some(m));
                    return true;
                }
                if self.meter.is_stopped() {
                    return false;
                }
            }
            self.learn(key, false, within, None);
        }
        false
    }

    fn forces_at_once(&self, state: &State) -> bool {
        let mut moves = MoveList::new();
        match self.aim {
            Aim::Other if !may_reach(self.rules, state, self.goal) => return false,
            Aim::Other => aimed(self.rules, state, self.goal, &mut moves),
            Aim::Own => self.rules.legal_moves(state, &mut moves),
        }
        moves.into_iter().any(|m| {
            let mut next = *state;
            self.rules.make(&mut next, m);
            self.is_done(&next)
        })
    }

    /// Whether the forcing side's last move has done it.
    fn is_done(&self, state: &State) -> bool {
        match self.aim {
            Aim::Other => reached(self.rules, state, self.goal),
            Aim::Own => is_forced(self.rules, state, self.goal),
        }
    }

    /// The forcing side's moves, the most forcing first: those that leave the fewest replies, checks
    /// before others. With two moves to go counting costs more than it saves.
    fn attempts(&self, state: &State, left: u32, best: [u8; 3]) -> MoveList {
        let mut moves = MoveList::new();
        self.rules.legal_moves(state, &mut moves);
        if left <= 2 {
            if let Some(at) = moves.iter().position(|&m| short(m) == best) {
                moves.swap(0, at);
            }
            return moves;
        }
        moves.sort_by_cached_key(|&m| {
            if short(m) == best {
                return 0;
            }
            let mut next = *state;
            self.rules.make(&mut next, m);
            let quiet = if self.rules.in_check(&next, next.turn()) { 0 } else { 24 };
            self.rules.count_legal_moves(&next) as u32 * 4 + quiet
        });
        moves
    }

    /// Whether the forcing side, which has so many moves left after the reply, succeeds against every
    /// reply of the side to move.
    pub fn holds_all(&mut self, state: &State, moves: u32) -> bool {
        if self.meter.tick() {
            return false;
        }
        if moves == 0 {
            return self.is_done(state);
        }
        // With one move to go the answer is found sooner than looked up.
        let key = (moves > 1).then(|| staged(state.key(), 1));
        let known = key.map_or(UNKNOWN, |key| self.known(key));
        if u32::from(known.wins) <= moves {
            return true;
        }
        if u32::from(known.fails) >= moves {
            return false;
        }
        let mut replies = MoveList::new();
        self.rules.legal_moves(state, &mut replies);
        if replies.is_empty() {
            return self.aim == Aim::Other && reached(self.rules, state, self.goal);
        }
        self.order_replies(state, &mut replies, moves, known.best);
        for m in replies {
            let mut next = *state;
            self.rules.make(&mut next, m);
            let falls =
                (self.aim == Aim::Own && reached(self.rules, &next, self.goal)) || self.forces(&next, moves);
            if self.meter.is_stopped() {
                return false;
            }
            if !falls {
                let m3 = short(m);
                let killers = &mut self.killers[moves as usize];
                if killers[0] != m3 {
                    killers[1] = killers[0];
                    killers[0] = m3;
                }
                if let Some(key) = key {
                    self.learn(key, false, moves, Some(m));
                }
                return false;
            }
        }
        if let Some(key) = key {
            self.learn(key, true, moves, None);
        }
        true
    }

    /// What refuted here before goes first. Then, with two moves or more to go, what leaves the forcing
    /// side the fewest moves (checks above all), or refuted lately; with one, what refuted lately, then
    /// captures.
    fn order_replies(&self, state: &State, replies: &mut MoveList, moves: u32, best: [u8; 3]) {
        if moves > 1 {
            let killers = self.killers[moves as usize];
            replies.sort_by_cached_key(|&m| {
                if short(m) == best {
                    return 0;
                }
                let mut next = *state;
                self.rules.make(&mut next, m);
                let left = 1 + self.rules.count_legal_moves(&next) as u32;
                if killers.contains(&short(m)) { left / 2 } else { left }
            });
            return;
        }
        let enemy = state.colors[(!state.turn()).index()];
        let mut front = 0;
        for first in [best, self.killers[moves as usize][0], self.killers[moves as usize][1]] {
            if let Some(at) = replies[front..].iter().position(|&m| short(m) == first) {
                replies.swap(front, front + at);
                front += 1;
            }
        }
        let named = front;
        for i in named..replies.len() {
            if enemy & replies[i].to().bit() != 0 {
                replies.swap(front, i);
                front += 1;
            }
        }
    }

    /// [`Battle::holds_all`] with ever more moves, so that short play orders the long; the least number
    /// that suffices.
    pub fn deepen(&mut self, state: &State, moves: u32) -> Option<u32> {
        (0..=moves).find(|&n| !self.meter.is_stopped() && self.holds_all(state, n))
    }
}
