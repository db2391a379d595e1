//! Games on disk, in one SQLite file. A move is committed and on the disk before anybody hears of it.
//!
//! A game that waits for a second player is kept in memory only. Its first change that has to last stores it.
//!
//! Start at [`Store`]. `file` makes, checks and opens the file, `seal` and `journal` detect damage, `error` words
//! what goes wrong.

mod error;
mod file;
mod journal;
mod seal;

use super::clock::{Clock, TimeControl};
use super::ending::Ending;
use super::offer::Offer;
use super::opponent::Opponent;
use super::secret::{Holder, SideKey, random_game_id};
use crate::chess::Color;
use crate::game::Game;
use crate::serve::error::ApiError;
use crate::serve::limits;
use rusqlite::{Connection, OptionalExtension, Transaction, params};
use std::collections::HashMap;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

pub use error::StoreError;

/// The stored form of a game.
#[derive(Debug, Clone)]
pub struct StoredGame {
    /// The public name.
    pub id: String,
    /// The title, for people.
    pub title: String,
    /// The variant's parameters as TOML, so a game outlives a change of presets.
    pub variant: String,
    /// The text of the first position.
    pub start: String,
    /// The keys of White and Black.
    pub keys: [SideKey; 2],
    /// The program, if it plays a side.
    pub opponent: Option<Opponent>,
    /// The end of the game, if it did not follow from a move.
    pub ended: Option<Ending>,
    /// The clock, if the game has one.
    pub clock: Option<Clock>,
    /// The public name of the rematch.
    pub rematch: Option<String>,
    /// The request of a side to the other.
    pub offer: Option<Offer>,
    /// The number of moves that stand; the others have been taken back.
    pub ply: usize,
    /// The moves, those taken back included.
    pub moves: Vec<String>,
}

impl StoredGame {
    /// Returns a new game with a random name, all its moves standing.
    ///
    /// # Errors
    /// When the system has no randomness, or the variant cannot be written.
    pub fn new(
        title: String,
        game: &Game,
        keys: [SideKey; 2],
        opponent: Option<Opponent>,
        clock: Option<TimeControl>,
    ) -> Result<StoredGame, ApiError> {
        let start = game.start();
        let variant =
            toml::to_string(start.variant().spec()).map_err(|e| ApiError::new("server", e.to_string()))?;
        Ok(StoredGame {
            id: random_game_id()?,
            title,
            variant,
            start: start.to_string(),
            keys,
            opponent,
            ended: None,
            clock: clock.map(Clock::new),
            rematch: None,
            offer: None,
            ply: game.plies().len(),
            moves: game.plies().iter().map(|ply| ply.text.clone()).collect(),
        })
    }
}

/// The time in which a game is noted as opened once, seconds. So readers make the disk busy seldom.
const OPENING_EVERY: i64 = 60 * 60;

/// The stored state of a game besides its moves.
#[derive(Debug, Clone, Copy)]
pub struct StoredState<'a> {
    /// The number of moves that stand.
    pub ply: usize,
    /// The end of the game, if it did not follow from a move.
    pub ended: Option<Ending>,
    pub clock: Option<&'a Clock>,
}

/// The games file, open, and the games that wait.
pub struct Store {
    contents: Mutex<Contents>,
}

struct Contents {
    connection: Connection,
    /// The games that are not on disk, by name.
    waiting: HashMap<String, WaitingGame>,
}

/// A game whose free side nobody has taken yet.
struct WaitingGame {
    game: StoredGame,
    free: Color,
}

impl Store {
    /// Opens the games of a folder. A folder without games gets a new file; an existing file is never replaced.
    ///
    /// # Errors
    /// When the folder or file cannot be made, or the file is in use, damaged or something else.
    pub fn open(folder: &Path) -> Result<Store, StoreError> {
        let contents = Contents { connection: file::open(folder)?, waiting: HashMap::new() };
        Ok(Store { contents: Mutex::new(contents) })
    }

    /// Stores a new game.
    ///
    /// # Errors
    /// When the game cannot be written; nothing is stored then.
    pub fn create(&self, game: &StoredGame) -> Result<(), StoreError> {
        self.change(&game.id, |t| insert(t, game))
    }

    /// Keeps a new game in memory until somebody takes its free side, or another change has to last.
    pub fn hold(&self, game: StoredGame, free: Color) {
        self.lock().waiting.insert(game.id.clone(), WaitingGame { game, free });
    }

    /// Stores a game that waits, because its challenge has been accepted.
    ///
    /// # Errors
    /// When the game cannot be written; it goes on waiting then.
    pub fn store_waiting(&self, id: &str) -> Result<(), StoreError> {
        self.change(id, |_| Ok(()))
    }

    /// Returns the names of the games that wait.
    pub fn waiting(&self) -> Vec<String> {
        self.lock().waiting.keys().cloned().collect()
    }

    /// Forgets a game, if it waits.
    pub fn forget_waiting(&self, id: &str) {
        self.lock().waiting.remove(id);
    }

    /// Stores the keys of both sides. A game that waits is stored only once its free side is taken.
    ///
    /// # Errors
    /// When they cannot be written, or the game is gone.
    pub fn set_keys(&self, id: &str, keys: &[SideKey; 2]) -> Result<(), StoreError> {
        if let Some(held) = self.lock().waiting.get_mut(id)
            && keys[held.free.index()].holder == Holder::Maker
        {
            held.game.keys = keys.clone();
            return Ok(());
        }
        let [white, black] = keys;
        self.change(id, |t| {
            let update = "UPDATE game SET white = ?2, black = ?3 WHERE id = ?1";
            of_one(t.execute(update, params![id, white.to_string(), black.to_string()])?)
        })
    }

    /// Stores the rematch of a game, and the game's link to it.
    ///
    /// # Errors
    /// When it cannot be written, or the game is gone; nothing is stored then.
    pub fn create_rematch(&self, game: &StoredGame, of: &str) -> Result<(), StoreError> {
        self.change(of, |t| {
            of_one(
                t.execute("UPDATE game SET next = ?2, offer = NULL WHERE id = ?1", params![of, game.id])?,
            )?;
            insert(t, game)?;
            Ok(seal::seal(t, &game.id)?)
        })
    }

    /// Stores a move, the clock after it, and the offer that still stands; moves taken back before it are deleted.
    ///
    /// # Errors
    /// When it cannot be written, or the game is gone; the stored game is then unchanged.
    pub fn add_move(
        &self,
        id: &str,
        ply: usize,
        text: &str,
        clock: Option<&Clock>,
        offer: Option<Offer>,
    ) -> Result<(), StoreError> {
        self.change(id, |t| {
            let update = "UPDATE game SET ply = ?2, clock = ?3, offer = ?4 WHERE id = ?1";
            let offer = offer.map(|offer| offer.to_string());
            of_one(t.execute(update, params![id, ply as i64 + 1, written(clock), offer])?)?;
            t.execute("DELETE FROM move WHERE game = ?1 AND ply >= ?2", params![id, ply as i64])?;
            t.execute("INSERT INTO move VALUES (?1, ?2, ?3)", params![id, ply as i64, text])?;
            Ok(())
        })
    }

    /// Stores the state of a game, and deletes its offer.
    ///
    /// # Errors
    /// When it cannot be written, or the game is gone.
    pub fn set_state(&self, id: &str, standing: &StoredState<'_>) -> Result<(), StoreError> {
        self.change(id, |t| {
            let ended = standing.ended.map(|ending| ending.to_string());
            of_one(t.execute(
                "UPDATE game SET ply = ?2, ended = ?3, clock = ?4, offer = NULL WHERE id = ?1",
                params![id, standing.ply as i64, ended, written(standing.clock)],
            )?)
        })
    }

    /// Stores the request of a side to the other, or that there is none.
    ///
    /// # Errors
    /// When it cannot be written, or the game is gone.
    pub fn set_offer(&self, id: &str, offer: Option<Offer>) -> Result<(), StoreError> {
        let offer = offer.map(|offer| offer.to_string());
        self.change(id, |t| {
            of_one(t.execute("UPDATE game SET offer = ?2 WHERE id = ?1", params![id, offer])?)
        })
    }

    /// Returns the game with this public name, if there is one, and notes that it was opened.
    ///
    /// # Errors
    /// When the file cannot be read, or its data about the game differ from what was written.
    pub fn load(&self, id: &str) -> Result<Option<StoredGame>, StoreError> {
        let contents = self.lock();
        if let Some(held) = contents.waiting.get(id) {
            return Ok(Some(held.game.clone()));
        }
        let connection = &contents.connection;
        if !seal::holds(connection, id)? {
            return Err(StoreError::Spoiled(id.to_owned()));
        }
        // If the disk does not take this, the game counts as opened at an earlier time.
        let _ = connection.execute(
            "UPDATE game SET opened = ?2 WHERE id = ?1 AND opened < ?2 - ?3",
            params![id, now(), OPENING_EVERY],
        );
        let game = connection
            .query_row(
                "SELECT title, variant, start, white, black, ended, ply, opponent, clock, next, offer
                 FROM game WHERE id = ?1",
                [id],
                |row| {
                    Ok(StoredGame {
                        id: id.to_owned(),
                        title: row.get(0)?,
                        variant: row.get(1)?,
                        start: row.get(2)?,
                        keys: [key(row, 3)?, key(row, 4)?],
                        ended: row.get::<_, Option<String>>(5)?.and_then(|text| text.parse().ok()),
                        ply: row.get::<_, i64>(6)?.max(0) as usize,
                        moves: Vec::new(),
                        opponent: row.get::<_, Option<String>>(7)?.and_then(|text| text.parse().ok()),
                        clock: row
                            .get::<_, Option<String>>(8)?
                            .and_then(|text| serde_json::from_str(&text).ok()),
                        rematch: row.get(9)?,
                        offer: row.get::<_, Option<String>>(10)?.and_then(|text| text.parse().ok()),
                    })
                },
            )
            .optional()?;
        let Some(mut game) = game else { return Ok(None) };
        let mut moves = connection.prepare_cached("SELECT text FROM move WHERE game = ?1 ORDER BY ply")?;
        game.moves = moves.query_map([id], |row| row.get(0))?.collect::<Result<_, _>>()?;
        Ok(Some(game))
    }

    /// Refuses a new game for which there is no room. Games that wait have room on disk already.
    ///
    /// # Errors
    /// When there are as many games as the limit allows, or the file cannot be read.
    pub fn require_room(&self) -> Result<(), ApiError> {
        if self.lock().surplus()? < 0 {
            return Ok(());
        }
        let days = limits::UNOPENED / (24 * 60 * 60);
        let message = format!(
            "this server is full, and somebody has opened each game within {days} days: try again later"
        );
        Err(ApiError::new("full", message))
    }

    /// Makes room for one more game, as far as games outside of `open` were not opened for [`limits::UNOPENED`]. Of these it
    /// deletes the ones that were opened longest ago.
    ///
    /// # Errors
    /// When the file cannot be read or written.
    pub fn forget_unopened(&self, open: &[&String]) -> Result<(), StoreError> {
        let contents = self.lock();
        contents.connection.execute(
            "DELETE FROM game WHERE id IN (
                SELECT id FROM game WHERE opened < ?1 AND id NOT IN (SELECT value FROM json_each(?2))
                ORDER BY opened, id LIMIT max(0, ?3))",
            params![now() - limits::UNOPENED, serde_json::json!(open).to_string(), contents.surplus()? + 1],
        )?;
        Ok(())
    }

    /// Changes a game, renews its seal, and notes that it is open. A game that waits is stored first.
    fn change(
        &self,
        id: &str,
        write: impl FnOnce(&Transaction<'_>) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let mut contents = self.lock();
        let Contents { connection, waiting } = &mut *contents;
        let transaction = connection.transaction()?;
        if let Some(held) = waiting.get(id) {
            insert(&transaction, &held.game)?;
        }
        write(&transaction)?;
        of_one(transaction.execute("UPDATE game SET opened = ?2 WHERE id = ?1", params![id, now()])?)?;
        seal::seal(&transaction, id)?;
        transaction.commit()?;
        waiting.remove(id);
        Ok(())
    }

    /// Ignores the poison of a panic elsewhere: an unfinished transaction is rolled back.
    fn lock(&self) -> MutexGuard<'_, Contents> {
        self.contents.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Contents {
    /// Returns the number of games beyond the limit; negative if there is room.
    fn surplus(&self) -> Result<i64, StoreError> {
        let stored: i64 = self.connection.query_row("SELECT count(*) FROM game", [], |row| row.get(0))?;
        Ok(stored + self.waiting.len() as i64 - limits::STORED_GAMES)
    }
}

/// Returns the stored form of a clock.
fn written(clock: Option<&Clock>) -> Option<String> {
    clock.and_then(|clock| serde_json::to_string(clock).ok())
}

/// Inserts a game with its moves.
fn insert(t: &Transaction<'_>, game: &StoredGame) -> Result<(), StoreError> {
    t.execute(
        "INSERT INTO game VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, NULL, ?9)",
        params![
            game.id,
            game.title,
            game.variant,
            game.start,
            game.keys[0].to_string(),
            game.keys[1].to_string(),
            game.ended.map(|ending| ending.to_string()),
            game.ply as i64,
            now(),
            game.opponent.map(|opponent| opponent.to_string()),
            written(game.clock.as_ref()),
            game.rematch,
            game.offer.map(|offer| offer.to_string()),
        ],
    )?;
    for (ply, text) in game.moves.iter().enumerate() {
        t.execute("INSERT INTO move VALUES (?1, ?2, ?3)", params![game.id, ply as i64, text])?;
    }
    Ok(())
}

/// Returns the key in a column.
fn key(row: &rusqlite::Row<'_>, column: usize) -> rusqlite::Result<SideKey> {
    let text: String = row.get(column)?;
    let unreadable =
        |()| rusqlite::Error::InvalidColumnType(column, text.clone(), rusqlite::types::Type::Text);
    text.parse().map_err(unreadable)
}

/// Returns an error if a change has not found its game.
fn of_one(rows: usize) -> Result<(), StoreError> {
    if rows == 1 { Ok(()) } else { Err(StoreError::Gone) }
}

/// Returns the seconds since 1970.
fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs() as i64)
}
