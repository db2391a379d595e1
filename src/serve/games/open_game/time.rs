//! The clock of an open game: its alarm, and the fall of a flag.

use super::{Inner, OpenGame};
use crate::chess::Color;
use crate::serve::error::ApiError;
use crate::serve::games::clock::{Moment, now};
use crate::serve::games::ending::Ending;
use crate::serve::games::flags::Alarm;
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

    /// Tests the clock when the alarm rings. A move may have been made at the same moment.
    fn ring(&self) {
        let mut inner = self.lock();
        inner.alarm = None;
        match self.settle(&mut inner) {
            Ok(()) => self.set_alarm(&mut inner),
            Err(_) => inner.alarm = Some(self.alarm_at(now() + AGAIN)),
        }
    }

    /// Sets the alarm for the fall of the flag of the side to move, in place of an earlier one. Where no flag can fall there is
    /// no alarm.
    pub(super) fn set_alarm(&self, inner: &mut Inner) {
        let turn: Color = inner.game.position().turn();
        let flag = inner.clock.as_ref().and_then(|clock| clock.flag_at(turn));
        let at = flag.filter(|_| !inner.is_over());
        if at != inner.alarm.as_ref().map(|alarm| alarm.at) {
            inner.alarm = at.map(|at| self.alarm_at(at));
        }
    }

    fn alarm_at(&self, at: Moment) -> Alarm {
        let me = self.me.clone();
        self.threads.flags.set(at, move || {
            if let Some(open_game) = me.upgrade() {
                open_game.ring();
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::endings::Endings;
    use crate::serve::games::clock::TimeControl;
    use crate::serve::games::new_game::NewGame;
    use crate::serve::games::{OpenGames, Store, Threads};
    use std::sync::Arc;
    use std::time::Duration;
    use tokio::runtime::Handle;

    /// The number of alarms that wait, after those that were ended have gone.
    async fn alarms() -> usize {
        tokio::time::sleep(Duration::from_millis(20)).await;
        Handle::current().metrics().num_alive_tasks()
    }

    #[tokio::test]
    async fn a_game_has_one_alarm_and_none_after_its_end() {
        let folder = std::env::temp_dir().join(format!("continuum-alarms-{}", std::process::id()));
        let store = Arc::new(Store::open(&folder).expect("opens"));
        let games = OpenGames::new(store, Threads::start(Endings::default()).expect("threads"));
        let new = NewGame {
            variant: Some("orthodox".to_owned()),
            clock: Some(TimeControl { base: 60, increment: 0 }),
            ..NewGame::default()
        };
        let made = games.create(&new, None).expect("made");
        let game = games.get(&made.game).expect("opens");
        let (sides, _) = game.join(&[made.white, made.black]).expect("joins");
        let mut waiting = Vec::new();
        let texts = ["g1f3", "g8f6", "f3g1", "f6g8", "b1c3", "b8c6", "c3b1"];
        for (ply, text) in texts.iter().enumerate() {
            game.play(sides, text, ply).expect("legal");
            waiting.push(alarms().await);
        }
        assert_eq!(waiting, [0, 1, 1, 1, 1, 1, 1], "no clock runs in the first turn of each side");
        game.undo(sides).expect("taken back");
        assert_eq!(alarms().await, 1);
        game.resign(sides).expect("resigned");
        assert_eq!(alarms().await, 0);
        drop((game, games));
        std::fs::remove_dir_all(&folder).expect("removed");
    }
}
