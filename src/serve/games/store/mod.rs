//! The store of games: one SQLite file. A change is on the disk before any visitor gets it.
//!
//! A game that waits for a second player is kept in memory only, and is stored with its first change that has to be kept.
//!
//! Start at [`Store`]. `file` makes, checks and opens the file. `seal` and `journal` detect damage. `error` words the errors.

mod error;
mod file;
mod journal;
mod seal;

use super::secret::{Holder, SideKey};
use super::time;
use crate::answers::games::KeptGame;
use crate::answers::{ApiError, ApiReason};
use crate::arbiter::{GameChange, Situation};
use crate::chess::Color;
use crate::serve::{limits, locked};
use rusqlite::{Connection, OptionalExtension, Row, Transaction, params};
use std::collections::HashMap;
use std::path::Path;
use std::str::FromStr;
use std::sync::Mutex;

pub use error::StoreError;

/// The stored form of a game.
#[derive(Debug, Clone)]
pub struct StoredGame {
    pub kept: KeptGame,
    /// The keys of White and Black.
    pub keys: [SideKey; 2],
}

/// The least time between two records that a game was opened, in seconds. So visitors who only read cause few writes.
const OPENING_INTERVAL: i64 = 60 * 60;

/// The open file of games, and the games that wait.
pub struct Store(Mutex<Contents>);

struct Contents {
    connection: Connection,
    /// The games that are not on disk, by id.
    waiting: HashMap<String, WaitingGame>,
}

/// A game whose free side nobody has taken yet.
struct WaitingGame {
    game: StoredGame,
    free_side: Color,
}

impl Store {
    /// Opens the file of games in a folder. A folder without such a file gets a new one. An existing file is never replaced.
    pub fn open(folder: &Path) -> Result<Store, StoreError> {
        Ok(Store(Mutex::new(Contents { connection: file::open(folder)?, waiting: HashMap::new() })))
    }

    /// Stores a new game.
    pub fn create(&self, game: &StoredGame) -> Result<(), StoreError> {
        self.change(&game.kept.id, |transaction| insert(transaction, game))
    }

    /// Keeps a new game in memory. It is stored when its free side is taken, or with another change that has to be kept.
    pub fn hold(&self, game: StoredGame, free_side: Color) {
        locked(&self.0).waiting.insert(game.kept.id.clone(), WaitingGame { game, free_side });
    }

    /// Stores a game that waits, because its challenge has been accepted. If it cannot be written, it goes on waiting.
    pub fn store_waiting(&self, id: &str) -> Result<(), StoreError> {
        self.change(id, |_| Ok(()))
    }

    /// Returns the ids of the games that wait.
    pub fn waiting(&self) -> Vec<String> {
        locked(&self.0).waiting.keys().cloned().collect()
    }

    /// Forgets a game, if it waits.
    pub fn forget_waiting(&self, id: &str) {
        locked(&self.0).waiting.remove(id);
    }

    /// Stores the keys of both sides. A game that waits is stored only once its free side is taken.
    pub fn set_keys(&self, id: &str, keys: &[SideKey; 2]) -> Result<(), StoreError> {
        if let Some(waiting) = locked(&self.0).waiting.get_mut(id)
            && keys[waiting.free_side.index()].holder == Holder::Maker
        {
            waiting.game.keys = keys.clone();
            return Ok(());
        }
        let [white, black] = keys;
        self.change(id, |transaction| {
            let update = "UPDATE game SET white = ?2, black = ?3 WHERE id = ?1";
            require_one(transaction.execute(update, params![id, white.to_string(), black.to_string()])?)
        })
    }

    /// Stores a change of a game, and the rematch that begins by the change. A new move replaces the moves that were taken back.
    /// After an error nothing is stored.
    pub fn keep(
        &self,
        id: &str,
        change: &GameChange,
        rematch: Option<&StoredGame>,
    ) -> Result<(), StoreError> {
        self.change(id, |transaction| {
            write_situation(transaction, id, change.situation())?;
            if let Some(made) = change.made() {
                let index = change.situation().ply as i64 - 1;
                transaction.execute("DELETE FROM move WHERE game = ?1 AND ply >= ?2", params![id, index])?;
                transaction.execute("INSERT INTO move VALUES (?1, ?2, ?3)", params![id, index, made.text])?;
            }
            if let Some(rematch) = rematch {
                insert(transaction, rematch)?;
                seal::seal(transaction, &rematch.kept.id)?;
            }
            Ok(())
        })
    }

    /// Returns the game with this id, if there is one, and records that it was opened.
    pub fn load(&self, id: &str) -> Result<Option<StoredGame>, StoreError> {
        let contents = locked(&self.0);
        if let Some(waiting) = contents.waiting.get(id) {
            return Ok(Some(waiting.game.clone()));
        }
        let connection = &contents.connection;
        if !seal::is_intact(connection, id)? {
            return Err(StoreError::Spoiled(id.to_owned()));
        }
        // If this cannot be stored, the game counts as opened at an earlier time.
        let _ = connection.execute(
            "UPDATE game SET opened = ?2 WHERE id = ?1 AND opened < ?2 - ?3",
            params![id, now(), OPENING_INTERVAL],
        );
        let game = connection.query_row("SELECT * FROM game WHERE id = ?1", [id], game_in).optional()?;
        let Some(mut game) = game else { return Ok(None) };
        let mut moves = connection.prepare_cached("SELECT text FROM move WHERE game = ?1 ORDER BY ply")?;
        game.kept.moves = moves.query_map([id], |row| row.get(0))?.collect::<Result<_, _>>()?;
        Ok(Some(game))
    }

    /// Refuses a new game if there is no room. Waiting games count like stored games.
    pub fn require_room(&self) -> Result<(), ApiError> {
        if locked(&self.0).surplus()? < 0 {
            return Ok(());
        }
        let days = limits::UNOPENED_SECONDS / (24 * 60 * 60);
        let message = format!(
            "this server is full, and somebody has opened each game within {days} days: try again later"
        );
        Err(ApiError::new(ApiReason::Full, message))
    }

    /// Makes room for one more game. Deletes games that nobody has opened for [`limits::UNOPENED_SECONDS`], except those in `open`,
    /// beginning with those that were opened longest ago.
    pub fn delete_unopened(&self, open: &[&String]) -> Result<(), StoreError> {
        let contents = locked(&self.0);
        contents.connection.execute(
            "DELETE FROM game WHERE id IN (
                SELECT id FROM game WHERE opened < ?1 AND id NOT IN (SELECT value FROM json_each(?2))
                ORDER BY opened, id LIMIT max(0, ?3))",
            params![
                now() - limits::UNOPENED_SECONDS,
                serde_json::json!(open).to_string(),
                contents.surplus()? + 1
            ],
        )?;
        Ok(())
    }

    /// Changes a game by `write`, renews its seal, and records that it is open. A game that waits is stored first.
    fn change(
        &self,
        id: &str,
        write: impl FnOnce(&Transaction<'_>) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let mut contents = locked(&self.0);
        let Contents { connection, waiting } = &mut *contents;
        let transaction = connection.transaction()?;
        if let Some(waiting_game) = waiting.get(id) {
            insert(&transaction, &waiting_game.game)?;
        }
        write(&transaction)?;
        require_one(transaction.execute("UPDATE game SET opened = ?2 WHERE id = ?1", params![id, now()])?)?;
        seal::seal(&transaction, id)?;
        transaction.commit()?;
        waiting.remove(id);
        Ok(())
    }
}

impl Contents {
    /// Returns the number of games beyond the limit; negative if there is room.
    fn surplus(&self) -> Result<i64, StoreError> {
        let stored: i64 = self.connection.query_row("SELECT count(*) FROM game", [], |row| row.get(0))?;
        Ok(stored + self.waiting.len() as i64 - limits::STORED_GAMES)
    }
}

/// Writes the situation of a game. Declined requests are not stored.
fn write_situation(transaction: &Transaction<'_>, id: &str, situation: &Situation) -> Result<(), StoreError> {
    let Situation { ply, ended, clock, offer, rematch, declined: _ } = situation;
    let changed_rows = transaction.execute(
        "UPDATE game SET ply = ?2, ended = ?3, clock = ?4, offer = ?5, next = ?6 WHERE id = ?1",
        params![
            id,
            *ply as i64,
            ended.map(|ending| ending.to_string()),
            clock.as_ref().and_then(|clock| serde_json::to_string(clock).ok()),
            offer.map(|offer| offer.to_string()),
            rematch,
        ],
    )?;
    require_one(changed_rows)
}

fn insert(transaction: &Transaction<'_>, stored: &StoredGame) -> Result<(), StoreError> {
    let StoredGame { kept: game, keys: [white, black] } = stored;
    transaction.execute(
        "INSERT INTO game (id, title, variant, start, white, black, ply, made, opponent, opened)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, 0, ?7, ?8, ?7)",
        params![
            game.id,
            game.title,
            game.variant,
            game.start,
            white.to_string(),
            black.to_string(),
            now(),
            game.opponent.map(|opponent| opponent.to_string()),
        ],
    )?;
    write_situation(transaction, &game.id, &game.situation)?;
    for (ply, text) in game.moves.iter().enumerate() {
        transaction.execute("INSERT INTO move VALUES (?1, ?2, ?3)", params![game.id, ply as i64, text])?;
    }
    Ok(())
}

/// Returns the game in a row, without its moves.
fn game_in(row: &Row<'_>) -> rusqlite::Result<StoredGame> {
    let clock: Option<String> = row.get("clock")?;
    let situation = Situation {
        ply: row.get::<_, i64>("ply")?.max(0) as usize,
        ended: parsed(row, "ended")?,
        clock: clock.and_then(|text| serde_json::from_str(&text).ok()),
        offer: parsed(row, "offer")?,
        rematch: row.get("next")?,
        declined: Vec::new(),
    };
    let kept = KeptGame {
        id: row.get("id")?,
        title: row.get("title")?,
        variant: row.get("variant")?,
        start: row.get("start")?,
        moves: Vec::new(),
        opponent: parsed(row, "opponent")?,
        situation,
    };
    Ok(StoredGame { kept, keys: [key(row, "white")?, key(row, "black")?] })
}

/// Returns the value in a column; `None` if the column is empty or the value cannot be read.
fn parsed<T: FromStr>(row: &Row<'_>, column: &str) -> rusqlite::Result<Option<T>> {
    Ok(row.get::<_, Option<String>>(column)?.and_then(|text| text.parse().ok()))
}

fn key(row: &Row<'_>, column: &str) -> rusqlite::Result<SideKey> {
    let text: String = row.get(column)?;
    text.parse().map_err(|()| {
        let index = row.as_ref().column_index(column).unwrap_or_default();
        rusqlite::Error::InvalidColumnType(index, text, rusqlite::types::Type::Text)
    })
}

/// Refuses a change that has changed no row, because its game is gone.
fn require_one(changed_rows: usize) -> Result<(), StoreError> {
    if changed_rows == 1 { Ok(()) } else { Err(StoreError::Gone) }
}

/// Returns the present time, in seconds since 1970.
fn now() -> i64 {
    (time::now() / 1000) as i64
}
