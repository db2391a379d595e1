//! The clock of an open game: its alarm, and the fall of a flag.

use super::{Inner, OpenGame};
use crate::chess::Color;
use crate::serve::error::ApiError;
use crate::serve::games::clock::now;
use crate::serve::games::ending::Ending;
use crate::serve::games::store::StoredState;
use crate::serve::view;
use std::sync::MutexGuard;

/// The time after a failure of the disk until the fall of a flag is tried again, in milliseconds.
const AGAIN: u64 = 1000;

impl OpenGame {
    /// Returns the locked game for a change. If a flag has fallen, the game is ended first.
    ///
    /// # Errors
    /// When the disk does not store the end of the game.
    pub(super) fn lock_for_change(&self) -> Result<MutexGuard<'_, Inner>, ApiError> {
        let mut inner = self.lock();
        self.settle(&mut inner)?;
        Ok(inner)
    }

    /// Ends the game if the flag of the side to move has fallen.
    fn settle(&self, inner: &mut Inner) -> Result<(), ApiError> {
        let turn = inner.game.position().turn();
        let flag = inner.clock.as_ref().and_then(|clock| clock.flag_at(turn));
        if inner.is_over() || flag.is_none_or(|at| now() < at) {
            return Ok(());
        }
        let ending = if view::has_only_king(inner.game.position(), !turn) {
            Ending::FlagDrawn(turn)
        } else {
            Ending::Flag(turn)
        };
        self.end(inner, ending)
    }

    /// Ends the game without a move.
    ///
    /// # Errors
    /// When the disk does not store the end; the game then goes on.
    pub(super) fn end(&self, inner: &mut Inner, ending: Ending) -> Result<(), ApiError> {
        let turn = inner.game.position().turn();
        let clock = inner.clock.as_ref().map(|clock| clock.stopped(turn, now()));
        let standing =
            StoredState { ply: inner.game.plies().len(), ended: Some(ending), clock: clock.as_ref() };
        self.store.set_state(&self.id, &standing)?;
        inner.ended = Some(ending);
        inner.clock = clock;
        self.changed(inner, None);
        Ok(())
    }

    /// Tests the clock when the alarm rings. Moves may have been made since it was set.
    pub fn ring(&self) {
        let mut inner = self.lock();
        inner.alarm = None;
        if self.settle(&mut inner).is_err() {
            self.alarm_at(&mut inner, now() + AGAIN);
        }
        self.set_alarm(&mut inner);
    }

    /// Sets an alarm for the fall of the flag of the side to move. An alarm that rings earlier sets the next.
    pub(super) fn set_alarm(&self, inner: &mut Inner) {
        let turn: Color = inner.game.position().turn();
        let flag = inner.clock.as_ref().and_then(|clock| clock.flag_at(turn));
        if let Some(at) = flag.filter(|_| !inner.is_over())
            && inner.alarm.is_none_or(|alarm| at < alarm)
        {
            self.alarm_at(inner, at);
        }
    }

    fn alarm_at(&self, inner: &mut Inner, at: u64) {
        inner.alarm = Some(at);
        self.threads.flags.set(at, self.me.clone());
    }
}
