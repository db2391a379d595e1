//! The order in which moves are searched: the better the first ones, the smaller the search.

use super::alpha_beta::AlphaBeta;
use super::known::{MoveName, NO_MOVE};
use super::{GameTree, MOST_PLIES};
use smallvec::SmallVec;
use std::cmp::Reverse;
use std::ops::DerefMut;

/// The statistics of quiet moves in one thread's search, by their slots.
pub(super) struct MoveStatistics {
    /// By ply: the last two quiet moves that caused a cutoff (killers).
    killers: Vec<[Option<usize>; 2]>,
    /// The weighted number of cutoffs (history heuristic).
    pub history: Vec<i32>,
    /// By the previous move: the answer that caused a cutoff (countermove).
    answers: Vec<Option<usize>>,
}

/// The bound of history values.
const MOST: i32 = 16_384;

impl MoveStatistics {
    /// Returns empty statistics.
    pub fn new(slots: usize) -> MoveStatistics {
        MoveStatistics {
            killers: vec![[None; 2]; MOST_PLIES + 1],
            history: vec![0; slots],
            answers: vec![None; slots],
        }
    }

    /// Records that a quiet move caused a cutoff, and that those searched before it did not.
    pub fn cut(&mut self, slot: usize, tried: &[usize], ply: usize, depth: i32, before: Option<usize>) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(slot) {
            *killers = [Some(slot), killers[0]];
        }
        if let Some(before) = before {
            self.answers[before] = Some(slot);
        }
        let bonus = (depth * depth * 12).min(1_600);
        self.credit(slot, bonus);
        // Moves of one slot are neighbours in the list.
        let mut last = slot;
        for &other in tried {
            if other != slot && other != last {
                self.credit(other, -bonus);
                last = other;
            }
        }
    }

    fn credit(&mut self, slot: usize, bonus: i32) {
        let entry = &mut self.history[slot];
        *entry += bonus - *entry * bonus.abs() / MOST;
    }
}

/// Moves with their ordering values, given out best first.
pub(super) struct OrderedMoves<M> {
    moves: M,
    values: SmallVec<[i32; SELECTED]>,
    next: usize,
    is_sorted: bool,
}

/// The length of the longest list whose moves are selected one by one. A cutoff often comes after few moves, so most moves need no
/// order. Selecting all moves of a longer list would take longer than sorting it.
const SELECTED: usize = 96;

/// The value of the table's move: above every other.
const FIRST: i32 = 1 << 30;
/// The value of captures that lose nothing.
const GOOD: i32 = 1 << 24;
const KILLER: i32 = 1 << 20;
/// The value of captures that lose something.
const BAD: i32 = -(1 << 24);

impl<T: GameTree> AlphaBeta<'_, T> {
    /// Returns moves of a position in order. `best` is the best move by the table of known positions.
    pub(super) fn ordered(
        &self,
        position: &T::Position,
        moves: T::Moves,
        best: MoveName,
        ply: usize,
    ) -> OrderedMoves<T::Moves> {
        let killers = self.statistics.killers[ply];
        let answer = self.record_of_ply[ply].before.and_then(|before| self.statistics.answers[before]);
        let value = |m: &T::Move| {
            if best != NO_MOVE && self.context.tree.name(m) == best {
                return FIRST;
            }
            if self.context.tree.is_noisy(position, m) {
                let order = self.noisy_order(position, m);
                return if self.context.tree.wins_at_least(position, m, 0) {
                    GOOD + order
                } else {
                    BAD + order
                };
            }
            let slot = self.context.tree.slot(position, m);
            if killers[0] == Some(slot) {
                KILLER + 2
            } else if killers[1] == Some(slot) {
                KILLER + 1
            } else if answer == Some(slot) {
                KILLER
            } else {
                self.statistics.history[slot]
            }
        };
        let values = moves.iter().map(value).collect();
        OrderedMoves::new(moves, values)
    }

    /// Returns captures and promotions in order.
    pub(super) fn ordered_noisy(
        &self,
        position: &T::Position,
        moves: T::Moves,
        best: MoveName,
    ) -> OrderedMoves<T::Moves> {
        let value = |m: &T::Move| {
            if best != NO_MOVE && self.context.tree.name(m) == best {
                FIRST
            } else {
                self.noisy_order(position, m)
            }
        };
        let values = moves.iter().map(value).collect();
        OrderedMoves::new(moves, values)
    }

    /// Returns the order among captures: the most valuable victim first, the least valuable attacker first.
    fn noisy_order(&self, position: &T::Position, m: &T::Move) -> i32 {
        self.context.tree.gain(position, m) * 8 - self.context.tree.mover(position, m) / 8
    }
}

impl<X: Clone, M: DerefMut<Target = [X]>> OrderedMoves<M> {
    fn new(mut moves: M, mut values: SmallVec<[i32; SELECTED]>) -> Self {
        let is_sorted = moves.len() > SELECTED;
        if is_sorted {
            let mut sorted: Vec<(i32, X)> = values.iter().copied().zip(moves.iter().cloned()).collect();
            sorted.sort_by_key(|(value, _)| Reverse(*value));
            for (index, (value, m)) in sorted.into_iter().enumerate() {
                (values[index], moves[index]) = (value, m);
            }
        }
        OrderedMoves { moves, values, next: 0, is_sorted }
    }

    /// Returns the index of the next move, the best of those that are left.
    pub fn next(&mut self) -> Option<usize> {
        let first = self.next;
        let mut best = first;
        let mut most = *self.values.get(first)?;
        if !self.is_sorted {
            // The first of equal moves is taken. A plain loop, because the search spends much of its time here.
            for (n, &value) in self.values.iter().enumerate().skip(first + 1) {
                if value > most {
                    (best, most) = (n, value);
                }
            }
        }
        self.values.swap(first, best);
        self.moves.swap(first, best);
        self.next += 1;
        Some(first)
    }

    /// Returns a move that was given out.
    pub fn at(&self, index: usize) -> &X {
        &self.moves[index]
    }

    /// Whether a move that was given out is a capture that loses something.
    pub fn loses_exchange(&self, index: usize) -> bool {
        self.values[index] < BAD / 2
    }

    /// Returns the moves in order.
    pub fn into_sorted(mut self) -> M {
        while self.next().is_some() {}
        self.moves
    }
}
