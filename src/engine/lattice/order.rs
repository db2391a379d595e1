//! The order in which moves are searched: the better the first ones, the smaller the search.

use super::exchange::{gain, is_noisy, wins_at_least};
use super::worth::Worth;
use crate::board::MAX_CELLS;
use crate::chess::{Kind, Role};
use crate::lattice::{LatticeMove, LatticeRules, LatticeState, MoveList};
use smallvec::SmallVec;

/// A move as 24 bits that identify it among the moves of a position: cells and promotion, without removals of pairs.
pub(super) type Packed = u32;

/// The packed form of no move.
pub(super) const NO_MOVE: Packed = 0;

/// Returns a move in packed form.
pub(super) fn packed(m: LatticeMove) -> Packed {
    let promotion = m.promotion.map_or(0, |kind| match kind {
        Kind::Known(role) => role as u32,
        Kind::Custom(number) => Role::ALL.len() as u32 + u32::from(number),
    });
    1 + u32::from(m.from) + MAX_CELLS as u32 * (u32::from(m.to) + MAX_CELLS as u32 * promotion)
}

/// The statistics of quiet moves in one thread's search.
pub(super) struct MoveStatistics {
    /// By ply: the last two quiet moves that caused a cutoff (killers).
    killers: Vec<[Packed; 2]>,
    /// By side and cells of a move: the weighted number of its cutoffs (history heuristic).
    history: Vec<i32>,
    /// By side and cells of the previous move: the answer that caused a cutoff (countermove).
    answers: Vec<Packed>,
}

const PAIRS: usize = MAX_CELLS * MAX_CELLS;

/// The bound of history values.
const MOST: i32 = 16_384;

fn index(state: &LatticeState, m: LatticeMove) -> usize {
    state.turn.index() * PAIRS + usize::from(m.from) * MAX_CELLS + usize::from(m.to)
}

impl MoveStatistics {
    /// Returns empty statistics.
    pub fn new(plies: usize) -> MoveStatistics {
        MoveStatistics {
            killers: vec![[NO_MOVE; 2]; plies],
            history: vec![0; 2 * PAIRS],
            answers: vec![NO_MOVE; 2 * PAIRS],
        }
    }

    /// Returns the history value of a quiet move.
    pub fn history(&self, state: &LatticeState, m: LatticeMove) -> i32 {
        self.history[index(state, m)]
    }

    /// Records that a quiet move caused a cutoff, and that those searched before it did not. `before` is the index of the
    /// previous move, from [`MoveStatistics::before`].
    pub fn cut(
        &mut self,
        state: &LatticeState,
        m: LatticeMove,
        tried: &[LatticeMove],
        ply: usize,
        depth: i32,
        before: Option<usize>,
    ) {
        let killers = &mut self.killers[ply];
        if killers[0] != packed(m) {
            *killers = [packed(m), killers[0]];
        }
        if let Some(before) = before {
            self.answers[before] = packed(m);
        }
        let bonus = (depth * depth * 12).min(1_600);
        self.credit(state, m, bonus);
        tried.iter().for_each(|&other| self.credit(state, other, -bonus));
    }

    fn credit(&mut self, state: &LatticeState, m: LatticeMove, bonus: i32) {
        let entry = &mut self.history[index(state, m)];
        *entry += bonus - *entry * bonus.abs() / MOST;
    }

    /// Returns the index of a move in the table of answers.
    pub fn before(state: &LatticeState, m: LatticeMove) -> usize {
        index(state, m)
    }
}

/// Moves with their ordering values, given out best first.
pub(super) struct OrderedMoves {
    moves: MoveList,
    values: SmallVec<[i32; 96]>,
    next: usize,
}

/// The value of the table's move: above every other.
const FIRST: i32 = 1 << 30;
/// The value of captures that lose nothing.
const GOOD: i32 = 1 << 24;
const KILLER: i32 = 1 << 20;
/// The value of captures that lose something.
const BAD: i32 = -(1 << 24);

/// The moves to be searched early, besides good captures.
pub(super) struct EarlyMoves {
    /// The best move by the table of known positions.
    pub table: Packed,
    /// The ply whose killers are used.
    pub ply: usize,
    /// The index of the previous move, from [`MoveStatistics::before`], whose answer is used.
    pub before: Option<usize>,
}

impl OrderedMoves {
    /// Returns all moves of a position in order.
    pub fn all(
        rules: &LatticeRules,
        worth: &Worth,
        state: &LatticeState,
        moves: MoveList,
        statistics: &MoveStatistics,
        early: &EarlyMoves,
    ) -> OrderedMoves {
        let killers = statistics.killers[early.ply];
        let answer = early.before.map_or(NO_MOVE, |before| statistics.answers[before]);
        let value = |&m: &LatticeMove| {
            let known = packed(m);
            if known == early.table {
                FIRST
            } else if is_noisy(state, m) {
                noisy_value(rules, worth, state, m)
            } else if known == killers[0] {
                KILLER + 2
            } else if known == killers[1] {
                KILLER + 1
            } else if known == answer {
                KILLER
            } else {
                statistics.history(state, m)
            }
        };
        let values = moves.iter().map(value).collect();
        OrderedMoves { moves, values, next: 0 }
    }

    /// Returns captures and promotions in order.
    pub fn noisy(
        rules: &LatticeRules,
        worth: &Worth,
        state: &LatticeState,
        moves: MoveList,
        table: Packed,
    ) -> OrderedMoves {
        let value = |&m: &LatticeMove| {
            let victim = gain(rules, worth, state, m);
            if packed(m) == table { FIRST } else { victim * 8 - mover(worth, state, m) / 8 }
        };
        let values = moves.iter().map(value).collect();
        OrderedMoves { moves, values, next: 0 }
    }

    /// Whether the last move given out was a capture that loses something.
    pub fn loses_exchange(&self) -> bool {
        self.next > 0 && self.values[self.next - 1] < BAD / 2
    }
}

fn mover(worth: &Worth, state: &LatticeState, m: LatticeMove) -> i32 {
    state.kind_at(m.from.into()).map_or(0, |kind| worth.of_kind(kind))
}

fn noisy_value(rules: &LatticeRules, worth: &Worth, state: &LatticeState, m: LatticeMove) -> i32 {
    let order = gain(rules, worth, state, m) * 8 - mover(worth, state, m) / 8;
    if wins_at_least(rules, worth, state, m, 0) { GOOD + order } else { BAD + order }
}

impl Iterator for OrderedMoves {
    type Item = LatticeMove;
    fn next(&mut self) -> Option<LatticeMove> {
        let first = self.next;
        let mut best = first;
        let mut most = *self.values.get(first)?;
        // The first of equal moves is taken. A plain loop: search spends most of its time here.
        for (n, &value) in self.values.iter().enumerate().skip(first + 1) {
            if value > most {
                (best, most) = (n, value);
            }
        }
        self.values.swap(first, best);
        self.moves.swap(first, best);
        self.next += 1;
        self.moves.get(first).copied()
    }
}

/// Returns the number of pieces of the side to move, without king and pawns.
pub(super) fn officers(state: &LatticeState) -> u32 {
    let own = state.colors[state.turn.index()];
    let others = state.roles[Role::Pawn as usize] | state.roles[Role::King as usize];
    (own & !others).count_ones()
}
