//! Retrograde analysis (Stroehlein, "Untersuchungen ueber kombinatorische Spiele", 1970; Thompson, "Retrograde
//! analysis of certain endgames", 1986).
//!
//! Positions decided by the rules have 0 plies. For each number of plies, in rising order, moves are taken back from the
//! positions decided in that many plies. A position with a move to a lost one is won a ply later. A position all of whose
//! moves lead to won ones is lost a ply later. The rest are drawn.
//!
//! Captures and promotions lead to other endings, whose tables exist already. Their values are entered first, with their
//! plies. Such a value stands unless a nearer win is found.
//!
//! The positions one ply earlier are found on a board without other men, so they are only candidates. The moves of
//! the game itself decide whether a candidate leads here.

use super::layout::{Layout, Placement};
use super::table::{EndingTable, NO_POSITION, OPEN, Value};
use super::tables::Tables;
use crate::budget::StopSignal;
use crate::chess::{Color, Role};
use crate::lattice::{LatticeMove, LatticeState, MoveKind, MoveList, bit, by_material, status};
use rayon::prelude::*;
use std::sync::atomic::{AtomicU16, Ordering};

/// The error of a computation that was stopped from outside.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("ended before the ending was worked out")]
pub struct Unfinished;

/// The number of positions that a thread takes at once.
const SHARE: usize = 4096;

/// Computes an ending, whose successors are known. Reports the plies as they are processed.
pub(super) fn work_out(
    layout: Layout,
    known: &Tables,
    stop: &StopSignal,
    report: &(dyn Fn(u16) + Sync),
) -> Result<EndingTable, Unfinished> {
    let codes = (0..layout.len()).into_par_iter().map(|_| AtomicU16::new(OPEN)).collect();
    let analysis = Analysis { layout: &layout, known, codes, deepest: AtomicU16::new(0) };
    analysis.each_number(stop, |number| analysis.decide_at_once(number))?;
    let mut plies = 0;
    while plies <= analysis.deepest.load(Ordering::Relaxed) {
        report(plies);
        analysis.each_number(stop, |number| {
            if let Some(value) = analysis.value(number).filter(|value| value.plies() == Some(plies)) {
                analysis.take_back(number, value, plies);
            }
        })?;
        plies += 1;
    }
    let codes = analysis.codes.into_iter().map(AtomicU16::into_inner).collect();
    Ok(EndingTable { layout, codes })
}

struct Analysis<'a> {
    layout: &'a Layout,
    known: &'a Tables,
    codes: Vec<AtomicU16>,
    /// The plies of the longest win so far.
    deepest: AtomicU16,
}

impl Analysis<'_> {
    fn each_number(&self, stop: &StopSignal, work: impl Fn(usize) + Sync) -> Result<(), Unfinished> {
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
            self.deepest.fetch_max(plies, Ordering::Relaxed);
        }
    }

    /// Sets the value of a position that is decided by the rules, or by the moves that leave the ending.
    fn decide_at_once(&self, number: usize) {
        let Some((placement, state)) = self.layout.position(number) else {
            self.codes[number].store(NO_POSITION, Ordering::Relaxed);
            return;
        };
        let moves = self.moves(&state);
        let value = if moves.is_empty() {
            decided(status(&self.layout.rules, &state).1, state.turn)
        } else {
            let values = || self.values_after(&placement, &state, &moves, 0);
            won_by(values()).or_else(|| lost_by(values())).unwrap_or(Value::Drawn)
        };
        self.set(number, value);
    }

    /// Decides the positions one ply before a position with this value in this many plies.
    fn take_back(&self, number: usize, value: Value, plies: u16) {
        let placement = self.layout.placement(number);
        self.layout.each_before(&placement, |before, [from, to]| {
            let before_number = self.layout.number(before);
            let known = self.value(before_number);
            let is_open = known.is_some_and(|known| known.plies().is_none_or(|known| known > plies + 1));
            let Some(state) = self.layout.state(before).filter(|_| is_open) else { return };
            let mut moves = self.moves(&state);
            let found = match value {
                Value::Lost(_) => {
                    moves.retain(|m| [m.from, m.to] == [from, to]);
                    won_by(self.values_after(before, &state, &moves, plies + 1))
                }
                Value::Won(_) | Value::Drawn => lost_by(self.values_after(before, &state, &moves, plies + 1)),
            };
            if let Some(found) = found {
                self.set(before_number, found);
            }
        });
    }

    /// Returns the moves of a position; none if the remaining men decide it.
    fn moves(&self, state: &LatticeState) -> MoveList {
        let mut moves = MoveList::new();
        if by_material(&self.layout.rules, state).is_none() {
            self.layout.rules.moves_despite_counters(state, &mut moves);
        }
        moves
    }

    /// Returns the values after some moves: in this ending only those of fewer plies than `below`, in other endings all. A value
    /// in this ending of more plies counts as drawn.
    fn values_after(
        &self,
        placement: &Placement,
        state: &LatticeState,
        moves: &[LatticeMove],
        below: u16,
    ) -> impl Iterator<Item = Value> {
        moves.iter().map(move |&m| {
            if is_quiet_move_of_officer(state, m) {
                return self.value_within(&self.layout.moved(placement, m.from, m.to), below);
            }
            let next = self.layout.rules.after(state, m);
            let here = || Some(self.value_within(&self.layout.placement_of(&next)?, below));
            self.known.value(&next).or_else(here).unwrap_or(Value::Drawn)
        })
    }

    fn value_within(&self, placement: &Placement, below: u16) -> Value {
        if below == 0 {
            return Value::Drawn;
        }
        let known = self.value(self.layout.number(placement));
        known.filter(|value| value.plies().is_some_and(|plies| plies < below)).unwrap_or(Value::Drawn)
    }
}

fn is_quiet_move_of_officer(state: &LatticeState, m: LatticeMove) -> bool {
    let is_pawn = state.roles[Role::Pawn as usize] & bit(m.from.into()) != 0;
    let takes = state.occupied() & bit(m.to.into()) != 0;
    m.kind == MoveKind::Plain && m.pairs == 0 && !is_pawn && !takes
}

/// Returns the value of a decided position.
pub(super) fn decided(winner: Option<Color>, turn: Color) -> Value {
    match winner {
        None => Value::Drawn,
        Some(winner) if winner == turn => Value::Won(0),
        Some(_) => Value::Lost(0),
    }
}

/// Returns the value of a position with a move to a lost one: won, a ply after the nearest.
fn won_by(after: impl Iterator<Item = Value>) -> Option<Value> {
    let lost = after.filter(|after| matches!(after, Value::Lost(_)));
    lost.map(Value::for_mover).max_by_key(|value| value.order())
}

/// Returns the value of a position all of whose moves lead to won ones: lost, a ply after the farthest.
fn lost_by(after: impl Iterator<Item = Value>) -> Option<Value> {
    let mut farthest = None;
    for value in after {
        let Value::Won(plies) = value else { return None };
        farthest = farthest.max(Some(plies));
    }
    farthest.map(|plies| Value::Won(plies).for_mover())
}
