//! The open games.

use super::intake::NewGame;
use super::limits;
use super::refusal::Refusal;
use super::room::Room;
use super::secret::{Secret, is_game_id, random_game_id};
use super::store::{Saved, Store};
use serde::Serialize;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A place for a game: empty until somebody has read it from disk.
type Slot = Arc<Mutex<Option<Arc<Room>>>>;

/// The games in memory, over those on disk.
pub struct Rooms {
    store: Arc<Store>,
    open: Mutex<HashMap<String, Slot>>,
}

/// What the maker of a game is told.
#[derive(Debug, Clone, Serialize)]
pub struct Made {
    /// The game's name.
    pub game: String,
    /// White's secret.
    pub white: String,
    /// Black's.
    pub black: String,
}

impl Rooms {
    /// No game open yet.
    pub fn new(store: Arc<Store>) -> Rooms {
        Rooms { store, open: Mutex::default() }
    }

    /// Makes and keeps a game.
    ///
    /// # Errors
    /// When the request is wrong, the server is full, or the disk does not take it.
    pub fn create(&self, new: &NewGame) -> Result<Made, Refusal> {
        let (title, game) = new.build()?;
        if self.store.count()? >= limits::STORED_GAMES {
            self.forget_unplayed()?;
            if self.store.count()? >= limits::STORED_GAMES {
                return Err(Refusal::new("full", "this server keeps no more games"));
            }
        }
        let variant = toml::to_string(game.start().variant().spec())
            .map_err(|e| Refusal::new("server", e.to_string()))?;
        let saved = Saved {
            id: random_game_id()?,
            title,
            variant,
            start: game.start().to_string(),
            keys: [Secret::random()?, Secret::random()?],
            resigned: None,
            ply: game.plies().len(),
            moves: game.plies().iter().map(|ply| ply.text.clone()).collect(),
        };
        self.store.create(&saved)?;
        let [white, black] = saved.keys.each_ref().map(|key| key.reveal().to_owned());
        Ok(Made { game: saved.id, white, black })
    }

    /// The game of a name.
    ///
    /// # Errors
    /// When there is none, or it cannot be read or played on.
    pub fn get(&self, id: &str) -> Result<Arc<Room>, Refusal> {
        let unknown = || Refusal::new("unknown", "there is no such game here");
        if !is_game_id(id) {
            return Err(unknown());
        }
        let slot = self.slot(id);
        // Others open their games meanwhile: only visitors of this one wait.
        let mut place = slot.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(room) = &*place {
            return Ok(room.clone());
        }
        let saved = self.store.load(id)?.ok_or_else(unknown)?;
        let room = Arc::new(Room::open(saved, self.store.clone())?);
        *place = Some(room.clone());
        Ok(room)
    }

    /// Makes room on disk. Nobody opens a game meanwhile, so that none is forgotten that somebody has open.
    fn forget_unplayed(&self) -> Result<(), Refusal> {
        let open = self.lock();
        Ok(self.store.forget_unplayed(&open.keys().collect::<Vec<_>>())?)
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

/// Whether anybody besides the list of open games holds this one. A slot being filled is held.
fn is_watched(slot: &Slot) -> bool {
    if Arc::strong_count(slot) > 1 {
        return true;
    }
    let place = slot.lock().unwrap_or_else(PoisonError::into_inner);
    place.as_ref().is_some_and(|room| Arc::strong_count(room) > 1)
}
