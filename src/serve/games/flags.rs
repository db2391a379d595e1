//! What lets flags fall, for all games together.

use super::clock::{Moment, now};
use super::open_game::OpenGame;
use std::sync::Weak;
use std::time::Duration;
use tokio::runtime::Handle;

/// The runtime that looks at each game when the flag of its side to move may have fallen.
#[derive(Clone)]
pub struct Flags(Handle);

impl Flags {
    /// The runtime of this thread.
    pub fn new() -> Flags {
        Flags(Handle::current())
    }

    /// Has a game looked at. Each game has one alarm at a time, so what waits is bounded by the open games.
    pub fn set(&self, at: Moment, game: Weak<OpenGame>) {
        self.0.spawn(async move {
            tokio::time::sleep(Duration::from_millis(at.saturating_sub(now()))).await;
            tokio::task::spawn_blocking(move || game.upgrade().map(|game| game.ring())).await
        });
    }
}
