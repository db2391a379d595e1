//! The open games, and how games on disk are opened.

use super::challenges::{Challenge, Challenges, JoinedSide};
use super::open_game::{OpenGame, Threads};
use super::secret::{Holder, Secret, SideKey, is_game_id, random_game_id};
use super::store::{Store, StoredGame};
use super::thinkers::{Payer, Purpose};
use super::time::now;
use crate::answers::games::KeptGame;
use crate::answers::games::questions::bounded_summary_of;
use crate::answers::limits::WORK_OF_A_GAME;
use crate::answers::{Answer, ApiError, ApiReason, NewGame, Search, TitledGame, check_clock, worked_out};
use crate::budget::StopSignal;
use crate::serve::limits;
use serde::Serialize;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::oneshot;

/// The place of a game: empty until the game has been read from disk.
type Slot = Arc<Mutex<Option<Arc<OpenGame>>>>;

/// The first number of a request for advice outside of games. The numbers of the visitors of games are lower.
const FIRST_ASKED: u64 = 1 << 62;

/// The games in memory, with the store of all games.
pub struct OpenGames {
    store: Arc<Store>,
    threads: Threads,
    open: Mutex<HashMap<String, Slot>>,
    /// The number of the next request for advice on a position of no game.
    asked: AtomicU64,
    challenges: Challenges,
}

/// A new game with the secrets of its sides.
#[derive(Debug, Clone, Serialize)]
pub struct CreatedGame {
    /// The public name of the game.
    pub game: String,
    /// White's secret.
    pub white: String,
    /// Black's secret.
    pub black: String,
}

impl OpenGames {
    /// Returns the games of a store, none of them open.
    pub fn new(store: Arc<Store>, threads: Threads) -> OpenGames {
        let asked = AtomicU64::new(FIRST_ASKED);
        OpenGames { store, threads, open: Mutex::default(), asked, challenges: Challenges::default() }
    }

    /// Makes a game. `from` is the visitor's address, if addresses are bounded. The game is stored at once, or waits in memory if
    /// it is open to anybody.
    ///
    /// # Errors
    /// When the request is wrong, the server is full, or the disk does not store the game.
    pub fn create(&self, new: &NewGame, from: Option<IpAddr>) -> Result<CreatedGame, ApiError> {
        if new.open.is_some() {
            if new.opponent.is_some() {
                return Err(ApiError::request("against the program there is no side for anybody"));
            }
            self.forget_fallen();
            self.challenges.require_room(from)?;
        }
        let TitledGame { title, game } = worked_out(WORK_OF_A_GAME, || new.build())??;
        bounded_summary_of(game.position())?;
        new.clock.map_or(Ok(()), check_clock)?;
        self.make_room()?;
        let secrets = [Secret::random()?, Secret::random()?];
        let [white, black] = secrets.clone().map(Secret::reveal);
        let keys = [&white, &black].map(|secret| SideKey::of(secret, Holder::Maker));
        let id = random_game_id()?;
        let kept = KeptGame::new(id.clone(), title, &game, new.opponent, new.clock)?;
        let stored = StoredGame { kept, keys };
        match new.open {
            None => self.store.create(&stored)?,
            Some(side) => {
                let challenge = Challenge {
                    game: id.clone(),
                    side,
                    variant: new.preset().map(str::to_owned),
                    changed: new.differs(),
                    clock: new.clock,
                    made: now(),
                    secret: secrets[side.index()].clone(),
                    from,
                };
                self.challenges.add(challenge, || self.store.hold(stored, side))?;
            }
        }
        Ok(CreatedGame { game: id, white, black })
    }

    /// Makes room for one more game. A full server deletes games that were not opened lately.
    ///
    /// # Errors
    /// When there is no room, or the disk fails.
    pub fn make_room(&self) -> Result<(), ApiError> {
        if self.store.require_room().is_err() {
            // No game is opened meanwhile, so no open game is deleted.
            let open = self.lock();
            self.store.forget_unopened(&open.keys().collect::<Vec<_>>())?;
        }
        self.store.require_room()
    }

    /// Returns the game with this public name.
    ///
    /// # Errors
    /// When there is no such game, or it cannot be read or continued.
    pub fn get(&self, id: &str) -> Result<Arc<OpenGame>, ApiError> {
        let unknown = || ApiError::new(ApiReason::Unknown, "there is no such game here");
        if !is_game_id(id) {
            return Err(unknown());
        }
        let slot = self.slot(id);
        // Only visitors of this game wait while it is read.
        let mut content = slot.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(game) = &*content {
            return Ok(game.clone());
        }
        let stored = self.store.load(id)?.ok_or_else(unknown)?;
        let game = OpenGame::open(stored, self.store.clone(), self.threads.clone())?;
        *content = Some(game.clone());
        Ok(game)
    }

    /// Queues a search about a position of no game. The answer is sent to `told`, even if the search is stopped.
    pub fn advise(
        &self,
        search: Search,
        address: Option<IpAddr>,
        stop: StopSignal,
        told: oneshot::Sender<Result<Answer, ApiError>>,
    ) {
        // It is unknown which requests come from one visitor, so each counts as a visitor.
        let number = self.asked.fetch_add(1, Ordering::Relaxed);
        let payer = address.map_or(Payer::Visitor(number), Payer::Address);
        let endings = self.threads.endings.clone();
        self.threads.thinkers.queue(Purpose::Advice, payer, number, move |_| {
            let answer = match stop.is_stopped() {
                true => Err(ApiError::new(ApiReason::Often, "nobody waits for this advice any more")),
                false => search(&endings, &stop),
            };
            // The visitor may have left.
            drop(told.send(answer));
        });
    }

    /// Returns the games that anybody may join.
    pub fn challenges(&self) -> Vec<Challenge> {
        self.forget_fallen();
        self.challenges.list()
    }

    /// Gives the free side of a game to a visitor, and stores the game. Of several visitors who ask, one gets the side.
    ///
    /// # Errors
    /// When the game is not open to anybody, or the disk does not store it. If the disk fails, the challenge stands.
    pub fn join(&self, id: &str) -> Result<JoinedSide, ApiError> {
        self.challenges.take(id, |challenge| self.stands(challenge), || Ok(self.store.store_waiting(id)?))
    }

    /// Forgets the challenges that do not stand. Their games are forgotten too, unless they are stored or watched.
    fn forget_fallen(&self) {
        self.challenges.forget_fallen(|challenge| self.stands(challenge));
        // In this order, because a game is listed as soon as it waits.
        let waiting = self.store.waiting();
        let listed = self.challenges.list();
        let mut open = self.lock();
        for id in waiting {
            if listed.iter().all(|challenge| challenge.game != id) && !open.get(&id).is_some_and(is_watched) {
                open.remove(&id);
                self.store.forget_waiting(&id);
            }
        }
    }

    /// Whether a challenge is open: its side is free, and its maker waits or was there a moment ago.
    fn stands(&self, challenge: &Challenge) -> bool {
        let earliest = now().saturating_sub(limits::CHALLENGE_GRACE);
        let slot = self.lock().get(&challenge.game).cloned();
        let game = slot.and_then(|slot| slot.try_lock().ok().and_then(|content| content.clone()));
        let is_free = game.as_ref().is_none_or(|game| game.is_free(challenge.side));
        let waits = game.is_some_and(|game| game.presence.of(!challenge.side).is_there_since(earliest));
        let is_old = challenge.made + limits::CHALLENGE_LIFE < now();
        is_free && !is_old && (waits || challenge.made >= earliest)
    }

    fn slot(&self, id: &str) -> Slot {
        let mut open = self.lock();
        if let Some(slot) = open.get(id) {
            return slot.clone();
        }
        if open.len() >= limits::IDLE_GAMES {
            open.retain(|_, slot| is_watched(slot));
        }
        open.entry(id.to_owned()).or_default().clone()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Slot>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether a game is held outside of the registry. A slot that is being filled counts as held.
fn is_watched(slot: &Slot) -> bool {
    if Arc::strong_count(slot) > 1 {
        return true;
    }
    let content = slot.lock().unwrap_or_else(PoisonError::into_inner);
    content.as_ref().is_some_and(|game| Arc::strong_count(game) > 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::endings::Endings;

    #[tokio::test]
    async fn idle_games_are_closed_beyond_the_limit() {
        let folder = std::env::temp_dir().join(format!("continuum-registry-{}", std::process::id()));
        let games = OpenGames::new(
            Arc::new(Store::open(&folder).expect("opens")),
            Threads::start(Endings::default()).expect("threads"),
        );
        let new = NewGame { position: Some("Ke@1,1 ke@7,7 ; w".to_owned()), ..NewGame::default() };
        let make = || games.create(&new, None).expect("made").game;
        let watched = games.get(&make()).expect("opens");
        for _ in 0..limits::IDLE_GAMES + 20 {
            drop(games.get(&make()).expect("opens"));
        }
        assert!(games.lock().len() <= limits::IDLE_GAMES);
        let again = games.get(&watched.id).expect("still open");
        assert!(Arc::ptr_eq(&watched, &again), "a game that somebody watches stays open");
        drop(games);
        std::fs::remove_dir_all(&folder).expect("removed");
    }
}
