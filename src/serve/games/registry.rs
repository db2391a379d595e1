//! The registry of open games, which makes games, opens games from disk, and lists challenges.

use super::challenges::{Challenge, Challenges, JoinedSide};
use super::memory::memory_of_games;
use super::open_game::{OpenGame, SharedResources};
use super::secret::{Holder, Secret, SideKey, is_game_id, random_game_id};
use super::store::{Store, StoredGame};
use super::thinkers::{Asker, Purpose, Thinkers, next_visitor};
use super::time::now;
use crate::answers::games::KeptGame;
use crate::answers::games::questions::bounded_summary_of;
use crate::answers::limits::WORK_OF_A_GAME;
use crate::answers::{Answer, ApiError, ApiReason, NewGame, Search, TitledGame, check_clock, worked_out};
use crate::budget::StopSignal;
use crate::endings::Endings;
use crate::serve::{limits, locked};
use serde::Serialize;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};
use tokio::runtime::Handle;
use tokio::sync::oneshot;

/// The place of a game in memory, empty until the game has been read from disk.
type Slot = Arc<Mutex<Option<Arc<OpenGame>>>>;

/// The games in memory, with the store of all games.
pub struct OpenGames {
    shared: Arc<SharedResources>,
    open: Mutex<HashMap<String, Slot>>,
    challenges: Challenges,
}

/// A new game with the secrets of its sides.
#[derive(Debug, Clone, Serialize)]
pub struct CreatedGame {
    /// The id of the game.
    pub game: String,
    pub white: String,
    pub black: String,
}

impl OpenGames {
    /// Starts the threads for the games of a store, none of them open. The caller has to be in a runtime of tokio.
    pub fn start(store: Arc<Store>, endings: Endings) -> std::io::Result<OpenGames> {
        let shared = SharedResources {
            store,
            thinkers: Thinkers::start()?,
            runtime: Handle::current(),
            memory: memory_of_games(),
            endings,
        };
        let (open, challenges) = (Mutex::default(), Challenges::default());
        Ok(OpenGames { shared: Arc::new(shared), open, challenges })
    }

    /// Makes a game, and returns its name and the secrets of its sides. `address` is that of the visitor, if it is limited. The game
    /// is stored at once, or waits in memory if it is open to anybody.
    pub fn create(&self, new: &NewGame, address: Option<IpAddr>) -> Result<CreatedGame, ApiError> {
        if new.open.is_some() {
            if new.opponent.is_some() {
                return Err(ApiError::request("against the program there is no side for anybody"));
            }
            self.remove_invalid_challenges();
            self.challenges.require_room(address)?;
        }
        let TitledGame { title, game } = worked_out(WORK_OF_A_GAME, || new.build())?;
        bounded_summary_of(game.position())?;
        if let Some(clock) = new.clock {
            check_clock(clock)?;
        }
        self.make_room()?;
        let secrets = [Secret::random()?, Secret::random()?];
        let [white, black] = secrets.clone().map(Secret::reveal);
        let keys = [&white, &black].map(|secret| SideKey::of(secret, Holder::Maker));
        let id = random_game_id()?;
        let kept = KeptGame::new(id.clone(), title, &game, new.opponent, new.clock)?;
        let stored = StoredGame { kept, keys };
        let created = CreatedGame { game: id.clone(), white, black };
        let Some(side) = new.open else {
            self.shared.store.create(&stored)?;
            return Ok(created);
        };
        let challenge = Challenge {
            game: id,
            side,
            variant: new.preset().map(str::to_owned),
            changed: new.differs_from_preset(),
            clock: new.clock,
            made: now(),
            secret: secrets[side.index()].clone(),
            address,
        };
        self.challenges.add(challenge, || self.shared.store.hold(stored, side))?;
        Ok(created)
    }

    /// Makes room for one more game. A full server deletes games that nobody has opened lately.
    pub fn make_room(&self) -> Result<(), ApiError> {
        if self.shared.store.require_room().is_err() {
            // While the registry is locked, no game is opened. So no open game is deleted.
            let open = locked(&self.open);
            self.shared.store.delete_unopened(&open.keys().collect::<Vec<_>>())?;
        }
        self.shared.store.require_room()
    }

    pub fn get(&self, id: &str) -> Result<Arc<OpenGame>, ApiError> {
        let unknown = || ApiError::new(ApiReason::Unknown, "there is no such game here");
        if !is_game_id(id) {
            return Err(unknown());
        }
        let slot = self.slot(id);
        // While the game is read, only visitors of this game wait.
        let mut content = locked(&slot);
        if let Some(game) = &*content {
            return Ok(game.clone());
        }
        let stored = self.shared.store.load(id)?.ok_or_else(unknown)?;
        let game = OpenGame::open(stored, self.shared.clone())?;
        *content = Some(game.clone());
        Ok(game)
    }

    /// Queues a search about a position of no game. Its answer is sent by `sender`, even if the search is stopped.
    pub fn advise(
        &self,
        search: Search,
        address: Option<IpAddr>,
        stop: StopSignal,
        sender: oneshot::Sender<Result<Answer, ApiError>>,
    ) {
        // The requests of one visitor cannot be recognized, so each request counts as a visitor.
        let asker = Asker::Visitor { number: next_visitor(), address };
        let endings = self.shared.endings.clone();
        self.shared.thinkers.queue(Purpose::Advice, asker, move |_| {
            let answer = if stop.is_stopped() {
                Err(ApiError::new(ApiReason::Often, "nobody waits for this advice any more"))
            } else {
                search(&endings, &stop)
            };
            // The visitor may have left.
            drop(sender.send(answer));
        });
    }

    pub fn challenges(&self) -> Vec<Challenge> {
        self.remove_invalid_challenges();
        self.challenges.list()
    }

    /// Gives the free side of a game to the first visitor who asks, and stores the game. If it cannot be stored, it stays open.
    pub fn join(&self, id: &str) -> Result<JoinedSide, ApiError> {
        let is_valid = |challenge: &Challenge| self.is_valid(challenge);
        self.challenges.take(id, is_valid, || Ok(self.shared.store.store_waiting(id)?))
    }

    /// Removes the challenges that are not valid. Their games are removed too, unless they are stored or watched.
    fn remove_invalid_challenges(&self) {
        self.challenges.remove_invalid(|challenge| self.is_valid(challenge));
        // The waiting games are read first, because `add` locks the list until a new waiting game is listed.
        let waiting = self.shared.store.waiting();
        let listed = self.challenges.list();
        let mut open = locked(&self.open);
        for id in waiting {
            let is_listed = listed.iter().any(|challenge| challenge.game == id);
            let is_watched = open.get(&id).is_some_and(is_watched);
            if !is_listed && !is_watched {
                open.remove(&id);
                self.shared.store.forget_waiting(&id);
            }
        }
    }

    /// Whether a challenge is valid: its side is free, it is not too old, and its maker is there or was there lately.
    fn is_valid(&self, challenge: &Challenge) -> bool {
        let now = now();
        if challenge.made + limits::CHALLENGE_LIFE_MS < now {
            return false;
        }
        let grace_start = now.saturating_sub(limits::CHALLENGE_GRACE_MS);
        let is_new = challenge.made >= grace_start;
        let slot = locked(&self.open).get(&challenge.game).cloned();
        // A game that nobody has opened, or that is being read, counts as free.
        let Some(game) = slot.and_then(|slot| slot.try_lock().ok()?.clone()) else { return is_new };
        let maker = game.presence.of(!challenge.side);
        game.is_free(challenge.side) && (is_new || maker.is_there_since(grace_start))
    }

    /// Returns the place of a game in memory. If there are many places, those of unwatched games are given up.
    fn slot(&self, id: &str) -> Slot {
        let mut open = locked(&self.open);
        if let Some(slot) = open.get(id) {
            return slot.clone();
        }
        if open.len() >= limits::IDLE_GAMES {
            open.retain(|_, slot| is_watched(slot));
        }
        open.entry(id.to_owned()).or_default().clone()
    }
}

/// Whether a game is used outside of the registry. A game that is being read from disk counts as used.
fn is_watched(slot: &Slot) -> bool {
    Arc::strong_count(slot) > 1 || locked(slot).as_ref().is_some_and(|game| Arc::strong_count(game) > 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn idle_games_are_closed_beyond_the_limit() {
        let folder = std::env::temp_dir().join(format!("continuum-registry-{}", std::process::id()));
        let store = Arc::new(Store::open(&folder).expect("opens"));
        let games = OpenGames::start(store, Endings::default()).expect("threads");
        let new = NewGame { position: Some("Ke@1,1 ke@7,7 ; w".to_owned()), ..NewGame::default() };
        let make = || games.create(&new, None).expect("made").game;
        let watched = games.get(&make()).expect("opens");
        for _ in 0..limits::IDLE_GAMES + 20 {
            drop(games.get(&make()).expect("opens"));
        }
        assert!(locked(&games.open).len() <= limits::IDLE_GAMES);
        let again = games.get(&watched.id).expect("still open");
        assert!(Arc::ptr_eq(&watched, &again), "a game that somebody watches stays open");
        drop(games);
        std::fs::remove_dir_all(&folder).expect("removed");
    }
}
