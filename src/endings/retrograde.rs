//! Retrograde analysis (Stroehlein, "Untersuchungen ueber kombinatorische Spiele", 1970; Thompson, "Retrograde
//! analysis of certain endgames", 1986).
//!
//! Positions that the rules decide have 0 plies. For each number of plies, in rising order, moves are taken back from the
//! positions that are decided in that many plies. A position with a move to a lost position is won a ply later. A position all
//! of whose moves lead to won positions is lost a ply later. All others are drawn.
//!
//! Captures and promotions lead to other endings, whose tables exist already. The values that follow from them are set first,
//! with their plies. Such a value stands unless a nearer win is found.
//!
//! The positions one ply earlier are found on a board without other men, so they are only candidates. The moves of the game
//! itself decide whether a candidate leads to the later position.

use super::layout::{Layout, PlacedPosition, Placement};
use super::table::{EndingTable, NO_POSITION, OPEN, Value};
use super::tables::Tables;
use crate::budget::StopSignal;
use crate::chess::{Color, Role};
use crate::lattice::{LatticeMove, LatticeState, MoveKind, MoveList, Standing, bit, by_material, standing};
use rayon::prelude::*;
use std::sync::atomic::{AtomicU16, Ordering};

/// The error of a computation that a signal stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("ended before the ending was worked out")]
pub struct Unfinished;

/// How many numbers a thread processes between two tests of the signal.
const SHARE: usize = 4096;

/// Returns the table of an ending, from the tables of the endings to which it leads. Reports the plies that are processed.
pub(super) fn work_out(
    layout: Layout,
    successors: &Tables,
    stop: &StopSignal,
    report: &(dyn Fn(u16) + Sync),
) -> Result<EndingTable, Unfinished> {
    let codes = (0..layout.len()).into_par_iter().map(|_| AtomicU16::new(OPEN)).collect();
    let analysis = Analysis { layout: &layout, successors, codes, most_plies: AtomicU16::new(0) };
    analysis.for_each_number(stop, |number| analysis.set_first_value(number))?;
    let mut plies = 0;
    while plies <= analysis.most_plies.load(Ordering::Relaxed) {
        report(plies);
        analysis.for_each_number(stop, |number| {
            if let Some(value) = analysis.value(number).filter(|value| value.plies() == Some(plies)) {
                analysis.take_back(number, value, plies);
            }
        })?;
        plies += 1;
    }
    let codes = analysis.codes.into_iter().map(AtomicU16::into_inner).collect();
    Ok(EndingTable { layout, codes })
}

/// The computation of the table of one ending.
struct Analysis<'a> {
    layout: &'a Layout,
    /// The tables of the endings to which this one leads.
    successors: &'a Tables,
    /// The code of each number.
    codes: Vec<AtomicU16>,
    /// The greatest number of plies of a value that has been set.
    most_plies: AtomicU16,
}

impl Analysis<'_> {
    /// Calls a function with each number, on all threads.
    fn for_each_number(&self, stop: &StopSignal, work: impl Fn(usize) + Sync) -> Result<(), Unfinished> {
        let shares = (0..self.codes.len()).into_par_iter().step_by(SHARE);
        shares.try_for_each(|first| {
            if stop.is_stopped() {
                return Err(Unfinished);
            }
            (first..self.codes.len().min(first + SHARE)).for_each(&work);
            Ok(())
        })
    }

    fn value(&self, number: usize) -> Option<Value> {
        Value::of_code(self.codes[number].load(Ordering::Relaxed))
    }

    fn set(&self, number: usize, value: Value) {
        self.codes[number].store(value.code(), Ordering::Relaxed);
        if let Value::Won(plies) | Value::Lost(plies) = value {
            self.most_plies.fetch_max(plies, Ordering::Relaxed);
        }
    }

    /// Sets the value of a position that follows from the rules, or from the moves that leave the ending.
    fn set_first_value(&self, number: usize) {
        let Some(PlacedPosition { placement, state }) = self.layout.position(number) else {
            self.codes[number].store(NO_POSITION, Ordering::Relaxed);
            return;
        };
        let moves = self.moves(&state);
        let value = if moves.is_empty() {
            decided(standing(&self.layout.rules, &state), state.turn)
        } else {
            let values = || self.values_after(&placement, &state, &moves, 0);
            won_by(values()).or_else(|| lost_by(values())).unwrap_or(Value::Drawn)
        };
        self.set(number, value);
    }

    /// Sets the values of positions one ply before a position whose value has this number of plies.
    fn take_back(&self, number: usize, value: Value, plies: u16) {
        let placement = self.layout.placement(number);
        self.layout.each_before(&placement, |before, [from, to]| {
            let number_before = self.layout.number(before);
            let Some(known) = self.value(number_before) else { return };
            if known.plies().is_some_and(|known_plies| known_plies <= plies + 1) {
                return;
            }
            let Some(state) = self.layout.state(before) else { return };
            let mut moves = self.moves(&state);
            let new_value = match value {
                Value::Lost(_) => {
                    moves.retain(|m| [m.from, m.to] == [from, to]);
                    won_by(self.values_after(before, &state, &moves, plies + 1))
                }
                Value::Won(_) | Value::Drawn => lost_by(self.values_after(before, &state, &moves, plies + 1)),
            };
            if let Some(new_value) = new_value {
                self.set(number_before, new_value);
            }
        });
    }

    /// Returns the legal moves of a position; empty if the material decides the game.
    fn moves(&self, state: &LatticeState) -> MoveList {
        let mut moves = MoveList::new();
        if by_material(&self.layout.rules, state).is_none() {
            self.layout.rules.moves_despite_counters(state, &mut moves);
        }
        moves
    }

    /// Yields the value after each of these moves. In this ending a value of `bound` or more plies counts as drawn.
    fn values_after(
        &self,
        placement: &Placement,
        state: &LatticeState,
        moves: &[LatticeMove],
        bound: u16,
    ) -> impl Iterator<Item = Value> {
        moves.iter().map(move |&m| {
            if is_quiet_move_of_officer(state, m) {
                return self.value_below(bound, &self.layout.moved(placement, m.from, m.to));
            }
            let next = self.layout.rules.after(state, m);
            let in_this_ending = || Some(self.value_below(bound, &self.layout.placement_of(&next)?));
            self.successors.value(&next).or_else(in_this_ending).unwrap_or(Value::Drawn)
        })
    }

    /// Returns the value of a position of this ending, if it has fewer plies than the bound; otherwise a draw.
    fn value_below(&self, bound: u16, placement: &Placement) -> Value {
        if bound == 0 {
            return Value::Drawn;
        }
        let known = self.value(self.layout.number(placement));
        known.filter(|value| value.plies().is_some_and(|plies| plies < bound)).unwrap_or(Value::Drawn)
    }
}

fn is_quiet_move_of_officer(state: &LatticeState, m: LatticeMove) -> bool {
    let is_pawn = state.roles[Role::Pawn as usize] & bit(m.from.into()) != 0;
    let takes = state.occupied() & bit(m.to.into()) != 0;
    m.kind == MoveKind::Plain && m.pairs == 0 && !is_pawn && !takes
}

/// Returns the value of a position in which the game is over, for the side to move.
pub(super) fn decided(standing: Standing, turn: Color) -> Value {
    match standing.winner {
        None => Value::Drawn,
        Some(winner) if winner == turn => Value::Won(0),
        Some(_) => Value::Lost(0),
    }
}

/// Returns the value of a position that one of these values after a move makes won: a ply more than the nearest lost value.
fn won_by(values_after: impl Iterator<Item = Value>) -> Option<Value> {
    let lost = values_after.filter(|value| matches!(value, Value::Lost(_)));
    lost.map(Value::for_mover).max_by_key(|value| value.order())
}

/// Returns the value of a position that these values after all moves make lost: a ply more than the farthest won value.
fn lost_by(values_after: impl Iterator<Item = Value>) -> Option<Value> {
    let mut farthest = None;
    for value in values_after {
        let Value::Won(plies) = value else { return None };
        farthest = farthest.max(Some(plies));
    }
    farthest.map(|plies| Value::Won(plies).for_mover())
}
