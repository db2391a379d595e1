//! The order in which moves are searched. The better the first moves, the smaller the search.

use super::alpha_beta::AlphaBeta;
use super::known::{MoveName, NO_MOVE};
use super::{GameTree, MOST_PLIES};
use smallvec::SmallVec;
use std::cmp::Reverse;
use std::ops::DerefMut;

/// The statistics of quiet moves in one thread's search, by their slots.
pub(super) struct MoveStatistics {
    /// The last two quiet moves that caused a cutoff at each ply (killers).
    killers: Vec<[Option<usize>; 2]>,
    /// The cutoffs of each move, weighted by depth, less its failures (history heuristic).
    pub history: Vec<i32>,
    /// The last answer to each move that caused a cutoff (countermoves).
    countermoves: Vec<Option<usize>>,
}

/// The bound of history values, in either direction.
const MOST_HISTORY: i32 = 16_384;

impl MoveStatistics {
    pub fn new(slots: usize) -> MoveStatistics {
        MoveStatistics {
            killers: vec![[None; 2]; MOST_PLIES + 1],
            history: vec![0; slots],
            countermoves: vec![None; slots],
        }
    }

    /// Rewards a quiet move that caused a cutoff, and punishes the quiet moves before it that caused none. `before` is the slot of the
    /// move that led to the position, and `failed` are the slots of the punished moves.
    pub fn reward(&mut self, slot: usize, before: Option<usize>, failed: &[usize], ply: usize, depth: i32) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(slot) {
            *killers = [Some(slot), killers[0]];
        }
        if let Some(before) = before {
            self.countermoves[before] = Some(slot);
        }
        let bonus = (depth * depth * 12).min(1_600);
        self.credit(slot, bonus);
        // Moves that share a slot are neighbours in the list, and their slot is debited once.
        let mut last_debited = slot;
        for &failed_slot in failed {
            if failed_slot != slot && failed_slot != last_debited {
                self.credit(failed_slot, -bonus);
                last_debited = failed_slot;
            }
        }
    }

    /// Adds a bonus to a history value. The value changes the less, the nearer it is to its bound.
    fn credit(&mut self, slot: usize, bonus: i32) {
        let entry = &mut self.history[slot];
        *entry += bonus - *entry * bonus.abs() / MOST_HISTORY;
    }
}

/// The moves of a position, handed out in the order of their values, the greatest first.
pub(super) struct OrderedMoves<M> {
    moves: M,
    values: SmallVec<[i32; MOST_SELECTED]>,
    next: usize,
    is_sorted: bool,
}

/// The length of the longest list whose moves are selected one by one. A cutoff often comes after few moves, so most moves need no
/// order. Selecting all moves of a longer list would take longer than sorting it.
const MOST_SELECTED: usize = 96;

/// The value of the best move by the table: above every other.
const KNOWN_BEST: i32 = 1 << 30;
/// The value of captures that lose nothing.
const GOOD_CAPTURE: i32 = 1 << 24;
/// The value of a countermove; killers have slightly more.
const COUNTERMOVE: i32 = 1 << 20;
/// The value of captures that lose something.
const BAD_CAPTURE: i32 = -(1 << 24);

impl<T: GameTree> AlphaBeta<'_, T> {
    /// Returns the moves of a position in the order of search. `best_known` is the best move by the table of known positions.
    pub(super) fn ordered(
        &self,
        position: &T::Position,
        moves: T::Moves,
        best_known: MoveName,
        ply: usize,
    ) -> OrderedMoves<T::Moves> {
        let killers = self.statistics.killers[ply];
        let slot_before = self.record_of_ply[ply].slot_before;
        let countermove = slot_before.and_then(|slot| self.statistics.countermoves[slot]);
        self.ordered_by(moves, best_known, |m| {
            if self.tree.is_noisy(position, m) {
                let order = self.noisy_order(position, m);
                let loses_nothing = self.tree.gains_at_least(position, m, 0);
                let class = if loses_nothing { GOOD_CAPTURE } else { BAD_CAPTURE };
                return class + order;
            }
            let slot = self.tree.slot(position, m);
            if killers[0] == Some(slot) {
                COUNTERMOVE + 2
            } else if killers[1] == Some(slot) {
                COUNTERMOVE + 1
            } else if countermove == Some(slot) {
                COUNTERMOVE
            } else {
                self.statistics.history[slot]
            }
        })
    }

    /// Returns captures and promotions in the order of search.
    pub(super) fn ordered_noisy(
        &self,
        position: &T::Position,
        moves: T::Moves,
        best_known: MoveName,
    ) -> OrderedMoves<T::Moves> {
        self.ordered_by(moves, best_known, |m| self.noisy_order(position, m))
    }

    /// Returns moves in the order of their values, the best move by the table first.
    fn ordered_by(
        &self,
        moves: T::Moves,
        best_known: MoveName,
        value_of: impl Fn(&T::Move) -> i32,
    ) -> OrderedMoves<T::Moves> {
        let is_best_known = |m: &T::Move| best_known != NO_MOVE && self.tree.name(m) == best_known;
        let values = moves.iter().map(|m| if is_best_known(m) { KNOWN_BEST } else { value_of(m) }).collect();
        OrderedMoves::new(moves, values)
    }

    /// Returns the value of a capture among captures: that of the victim counts first, and a lesser attacker second.
    fn noisy_order(&self, position: &T::Position, m: &T::Move) -> i32 {
        self.tree.gain(position, m) * 8 - self.tree.mover_value(position, m) / 8
    }
}

impl<X: Clone, M: DerefMut<Target = [X]>> OrderedMoves<M> {
    fn new(mut moves: M, mut values: SmallVec<[i32; MOST_SELECTED]>) -> Self {
        let is_sorted = moves.len() > MOST_SELECTED;
        if is_sorted {
            let mut sorted: Vec<(i32, X)> = values.iter().copied().zip(moves.iter().cloned()).collect();
            sorted.sort_by_key(|(value, _)| Reverse(*value));
            for (index, (value, m)) in sorted.into_iter().enumerate() {
                (values[index], moves[index]) = (value, m);
            }
        }
        OrderedMoves { moves, values, next: 0, is_sorted }
    }

    /// Returns the index of the next move, which has the greatest value of those that are left.
    pub fn next(&mut self) -> Option<usize> {
        let first = self.next;
        let mut best = first;
        let mut most = *self.values.get(first)?;
        if !self.is_sorted {
            // The first of equal moves is taken. This is a plain loop, because the search spends much of its time in it.
            for (index, &value) in self.values.iter().enumerate().skip(first + 1) {
                if value > most {
                    (best, most) = (index, value);
                }
            }
        }
        self.values.swap(first, best);
        self.moves.swap(first, best);
        self.next += 1;
        Some(first)
    }

    /// Returns a move that was handed out.
    pub fn move_at(&self, index: usize) -> &X {
        &self.moves[index]
    }

    /// Whether a move that was handed out is a capture that loses something.
    pub fn loses_exchange(&self, index: usize) -> bool {
        self.values[index] < BAD_CAPTURE / 2
    }

    /// Returns all moves in the order of search.
    pub fn into_sorted(mut self) -> M {
        while self.next().is_some() {}
        self.moves
    }
}
