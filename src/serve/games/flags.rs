//! The thread that lets flags fall, for all games together.

use super::clock::{Moment, now};
use super::open_game::OpenGame;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Weak;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

/// A game to look at, at a moment.
struct Alarm {
    at: Moment,
    game: Weak<OpenGame>,
}

/// The thread that looks at each game when the flag of its side to move may have fallen.
#[derive(Clone)]
pub struct Flags(Sender<Alarm>);

impl Flags {
    /// Starts the thread; it ends when nobody can set an alarm any more.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn start() -> std::io::Result<Flags> {
        let (alarms, queue) = channel();
        std::thread::Builder::new().name("flags".to_owned()).spawn(move || keep(&queue))?;
        Ok(Flags(alarms))
    }

    /// Has a game looked at. Each game has one alarm at a time, so what waits is bounded by the open games.
    pub fn set(&self, at: Moment, game: Weak<OpenGame>) {
        // Without the thread the server is stopping.
        let _ = self.0.send(Alarm { at, game });
    }
}

/// Waits for alarms and rings them in order of time.
fn keep(queue: &Receiver<Alarm>) {
    let mut waiting: BTreeMap<(Moment, u64), Weak<OpenGame>> = BTreeMap::new();
    for number in 0.. {
        while let Some(due) = waiting.first_entry().filter(|first| first.key().0 <= now()) {
            if let Some(game) = due.remove().upgrade() {
                // A game that breaks off costs its own flag only.
                let _ = catch_unwind(AssertUnwindSafe(|| game.ring()));
            }
        }
        let alarm = match waiting.first_key_value() {
            None => queue.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some((&(at, _), _)) => queue.recv_timeout(Duration::from_millis(at.saturating_sub(now()))),
        };
        match alarm {
            Ok(Alarm { at, game }) => {
                waiting.insert((at, number), game);
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return,
        }
    }
}
