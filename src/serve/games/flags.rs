//! The alarms at which flags fall, for all games together.

use super::clock::{Moment, now};
use super::open_game::OpenGame;
use std::sync::Weak;
use std::time::Duration;
use tokio::runtime::Handle;

/// The runtime on which alarms wait. A game tests its clock when its alarm rings.
#[derive(Clone)]
pub struct FlagAlarms(Handle);

impl FlagAlarms {
    /// Returns the runtime of this thread.
    pub fn new() -> FlagAlarms {
        FlagAlarms(Handle::current())
    }

    /// Sets the alarm of a game. Each game has one alarm at a time, so their number is bounded by the open games.
    pub fn set(&self, at: Moment, game: Weak<OpenGame>) {
        self.0.spawn(async move {
            tokio::time::sleep(Duration::from_millis(at.saturating_sub(now()))).await;
            tokio::task::spawn_blocking(move || game.upgrade().map(|game| game.ring())).await
        });
    }
}
