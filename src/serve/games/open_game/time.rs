//! The clock of an open game: its alarm, and the fall of a flag.

use super::{Inner, OpenGame};
use crate::answers::ApiError;
use crate::arbiter::Moment;
use crate::serve::games::time::now;
use std::time::Duration;
use tokio::task::AbortHandle;

/// The time until the server tries again to store the fall of a flag.
const RETRY_MS: u64 = 1000;

/// An alarm that is set. Dropping cancels it.
pub(super) struct Alarm {
    rings_at: Moment,
    task: AbortHandle,
}

impl Drop for Alarm {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl OpenGame {
    /// Ends the game if a flag has fallen. If the end cannot be stored, the game goes on.
    pub(super) fn end_on_time(&self, inner: &mut Inner, now: Moment) -> Result<(), ApiError> {
        match inner.arbiter.fallen(now) {
            Some(change) => self.carry_out(inner, change),
            None => Ok(()),
        }
    }

    /// Ends the game if a flag has fallen, when the alarm rings. A move may have been made at the same moment.
    fn ring(&self) {
        let mut inner = self.lock();
        inner.alarm = None;
        match self.end_on_time(&mut inner, now()) {
            Ok(()) => self.set_alarm(&mut inner),
            Err(_) => inner.alarm = Some(self.alarm_at(now() + RETRY_MS)),
        }
    }

    /// Sets the alarm for the next fall of a flag, in place of an earlier alarm. If no flag can fall, no alarm is set.
    pub(super) fn set_alarm(&self, inner: &mut Inner) {
        let flag_falls_at = inner.arbiter.flag_at();
        if flag_falls_at != inner.alarm.as_ref().map(|alarm| alarm.rings_at) {
            inner.alarm = flag_falls_at.map(|moment| self.alarm_at(moment));
        }
    }

    fn alarm_at(&self, rings_at: Moment) -> Alarm {
        let me = self.me.clone();
        let task = self.shared.runtime.spawn(async move {
            tokio::time::sleep(Duration::from_millis(rings_at.saturating_sub(now()))).await;
            // Ringing may wait for the disk, so another thread does it. Nobody awaits its end, and a new alarm does not stop it.
            drop(tokio::task::spawn_blocking(move || {
                if let Some(open_game) = me.upgrade() {
                    open_game.ring();
                }
            }));
        });
        Alarm { rings_at, task: task.abort_handle() }
    }
}

#[cfg(test)]
mod tests {
    use crate::answers::NewGame;
    use crate::answers::games::KeptGame;
    use crate::arbiter::{Ask, TimeControl};
    use crate::endings::Endings;
    use crate::serve::games::secret::{Holder, SideKey, random_game_id};
    use crate::serve::games::store::StoredGame;
    use crate::serve::games::time::now;
    use crate::serve::games::{OpenGames, Store};
    use std::path::PathBuf;
    use std::sync::Arc;
    use std::time::Duration;
    use tokio::runtime::Handle;

    /// Returns the number of alarms that wait, after the cancelled alarms have ended.
    async fn count_alarms() -> usize {
        tokio::time::sleep(Duration::from_millis(20)).await;
        Handle::current().metrics().num_alive_tasks()
    }

    fn request() -> NewGame {
        NewGame {
            variant: Some("orthodox".to_owned()),
            clock: Some(TimeControl { base: 60, increment: 0 }),
            ..NewGame::default()
        }
    }

    fn store(name: &str) -> (PathBuf, Arc<Store>) {
        let folder = std::env::temp_dir().join(format!("continuum-{name}-{}", std::process::id()));
        let store = Arc::new(Store::open(&folder).expect("opens"));
        (folder, store)
    }

    fn games_of(store: &Arc<Store>) -> OpenGames {
        OpenGames::start(store.clone(), Endings::default()).expect("threads")
    }

    /// After a restart the side to move has its full time. Opening the game once more must not give it this time again.
    #[tokio::test]
    async fn a_turn_that_a_restart_has_interrupted_begins_anew_once() {
        let (folder, store) = store("turns");
        let game = request().build().expect("a game").game;
        let keys = ["a", "b"].map(|secret| SideKey::of(secret, Holder::Maker));
        let kept = KeptGame::new(random_game_id().expect("random"), String::new(), &game, None, None);
        let mut stored = StoredGame { kept: kept.expect("a game"), keys };
        let clock = r#"{"control":{"base":60},"left":[60000,60000],"begun":[true,true],"since":1}"#;
        stored.kept.situation.clock = serde_json::from_str(clock).expect("a clock");
        store.create(&stored).expect("stored");
        let flag = || games_of(&store).get(&stored.kept.id).expect("opens").lock().arbiter.flag_at();
        let begun = now();
        let first = flag().expect("the clock runs");
        assert!((begun + 60_000..begun + 61_000).contains(&first), "{begun} {first}");
        tokio::time::sleep(Duration::from_millis(30)).await;
        assert_eq!(flag(), Some(first));
        drop(store);
        std::fs::remove_dir_all(&folder).expect("removed");
    }

    #[tokio::test]
    async fn a_game_has_one_alarm_and_none_after_its_end() {
        let (folder, store) = store("alarms");
        let games = games_of(&store);
        let made = games.create(&request(), None).expect("made");
        let game = games.get(&made.game).expect("opens");
        let sides = game.join(&[made.white, made.black]).expect("joins").sides;
        let mut alarm_counts = Vec::new();
        let texts = ["g1f3", "g8f6", "f3g1", "f6g8", "b1c3", "b8c6", "c3b1"];
        for (ply, text) in texts.iter().enumerate() {
            game.play(sides, text, ply).expect("legal");
            alarm_counts.push(count_alarms().await);
        }
        assert_eq!(alarm_counts, [0, 1, 1, 1, 1, 1, 1], "no clock runs in the first turn of each side");
        game.ask(sides, Ask::Undo).expect("taken back");
        assert_eq!(count_alarms().await, 1);
        game.ask(sides, Ask::Resign).expect("resigned");
        assert_eq!(count_alarms().await, 0);
        drop((game, games, store));
        std::fs::remove_dir_all(&folder).expect("removed");
    }
}
