//! Games on disk: one SQLite file. A move is committed, and on the disk, before anybody hears of it.

use super::secret::Secret;
use crate::chess::Color;
use crate::serve::error::ApiError;
use crate::wording::of_io;
use rusqlite::{Connection, OptionalExtension, Transaction, params};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

/// Why the games cannot be had.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The folder cannot be made.
    #[error("{path}: {message}: name another folder with --data", path = path.display(), message = of_io(source))]
    Folder {
        /// Which.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// Another process has the file open.
    #[error("{path} is in use: another `continuum serve` plays from it; stop that one or name another folder with --data", path = .0.display())]
    InUse(PathBuf),
    /// The file is something else, or cannot be opened as a file.
    #[error("{path}: this is no file of games, or a damaged one: name another folder with --data", path = .0.display())]
    NoGames(PathBuf),
    /// The game has been deleted.
    #[error("the game is no longer in the games file: it cannot be played on")]
    Gone,
    /// Anything else.
    #[error("the games file: {0}")]
    Sqlite(#[from] rusqlite::Error),
}

impl From<StoreError> for ApiError {
    fn from(e: StoreError) -> ApiError {
        ApiError::new("server", e.to_string())
    }
}

/// A game as it is stored.
#[derive(Debug, Clone)]
pub struct StoredGame {
    /// Its public name.
    pub id: String,
    /// What it is called, for people.
    pub title: String,
    /// The variant's parameters as TOML, so that a game outlives a change of presets.
    pub variant: String,
    /// The first position.
    pub start: String,
    /// White's secret and Black's.
    pub keys: [Secret; 2],
    /// Who resigned.
    pub resigned: Option<Color>,
    /// How many of the moves stand; the rest have been taken back.
    pub ply: usize,
    /// The moves, those taken back included.
    pub moves: Vec<String>,
}

/// The games file.
pub struct Store {
    connection: Mutex<Connection>,
}

const SCHEMA: &str = "
    CREATE TABLE IF NOT EXISTS game (
        id TEXT PRIMARY KEY, title TEXT NOT NULL, variant TEXT NOT NULL, start TEXT NOT NULL,
        white TEXT NOT NULL, black TEXT NOT NULL, resigned TEXT, ply INTEGER NOT NULL, made INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS move (
        game TEXT NOT NULL REFERENCES game(id) ON DELETE CASCADE, ply INTEGER NOT NULL, text TEXT NOT NULL,
        PRIMARY KEY (game, ply)
    ) WITHOUT ROWID;
    PRAGMA user_version = 1;
";

impl Store {
    /// Opens the games of a folder, which is made if need be.
    ///
    /// # Errors
    /// When the folder cannot be made, or the file is another process's or damaged.
    pub fn open(folder: &Path) -> Result<Store, StoreError> {
        std::fs::create_dir_all(folder)
            .map_err(|source| StoreError::Folder { path: folder.to_owned(), source })?;
        let path = folder.join("games.sqlite");
        let refused = |e: rusqlite::Error| match e.sqlite_error_code() {
            Some(rusqlite::ErrorCode::DatabaseBusy | rusqlite::ErrorCode::DatabaseLocked) => {
                StoreError::InUse(path.clone())
            }
            Some(
                rusqlite::ErrorCode::NotADatabase
                | rusqlite::ErrorCode::DatabaseCorrupt
                | rusqlite::ErrorCode::CannotOpen,
            ) => StoreError::NoGames(path.clone()),
            _ => e.into(),
        };
        let connection = Connection::open(&path).map_err(refused)?;
        connection.busy_timeout(std::time::Duration::from_millis(500))?;
        // One process holds the file, for open games are cached: two would not see each other's moves.
        connection.pragma_update(None, "locking_mode", "EXCLUSIVE").map_err(refused)?;
        connection.pragma_update(None, "journal_mode", "WAL").map_err(refused)?;
        connection.pragma_update(None, "synchronous", "FULL")?;
        connection.pragma_update(None, "foreign_keys", true)?;
        connection.execute_batch(SCHEMA).map_err(refused)?;
        Ok(Store { connection: Mutex::new(connection) })
    }

    /// Keeps a new game.
    ///
    /// # Errors
    /// When it cannot be written; nothing is then kept.
    pub fn create(&self, game: &StoredGame) -> Result<(), StoreError> {
        self.change(|t| {
            t.execute(
                "INSERT INTO game VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
                params![
                    game.id,
                    game.title,
                    game.variant,
                    game.start,
                    game.keys[0].reveal(),
                    game.keys[1].reveal(),
                    game.resigned.map(Color::as_str),
                    game.ply as i64,
                    now()
                ],
            )?;
            for (ply, text) in game.moves.iter().enumerate() {
                t.execute("INSERT INTO move VALUES (?1, ?2, ?3)", params![game.id, ply as i64, text])?;
            }
            Ok(())
        })
    }

    /// Keeps a move; those taken back before it are forgotten.
    ///
    /// # Errors
    /// When it cannot be written, or the game is gone; the game on disk is then as it was.
    pub fn add_move(&self, id: &str, ply: usize, text: &str) -> Result<(), StoreError> {
        self.change(|t| {
            of_one(t.execute("UPDATE game SET ply = ?2 WHERE id = ?1", params![id, ply as i64 + 1])?)?;
            t.execute("DELETE FROM move WHERE game = ?1 AND ply >= ?2", params![id, ply as i64])?;
            t.execute("INSERT INTO move VALUES (?1, ?2, ?3)", params![id, ply as i64, text])?;
            Ok(())
        })
    }

    /// Keeps how many moves stand and who resigned.
    ///
    /// # Errors
    /// When it cannot be written, or the game is gone.
    pub fn set_state(&self, id: &str, ply: usize, resigned: Option<Color>) -> Result<(), StoreError> {
        self.change(|t| {
            let resigned = resigned.map(Color::as_str);
            of_one(t.execute(
                "UPDATE game SET ply = ?2, resigned = ?3 WHERE id = ?1",
                params![id, ply as i64, resigned],
            )?)
        })
    }

    /// A game by its name.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn load(&self, id: &str) -> Result<Option<StoredGame>, StoreError> {
        let connection = self.lock();
        let game = connection
            .query_row(
                "SELECT title, variant, start, white, black, resigned, ply FROM game WHERE id = ?1",
                [id],
                |row| {
                    Ok(StoredGame {
                        id: id.to_owned(),
                        title: row.get(0)?,
                        variant: row.get(1)?,
                        start: row.get(2)?,
                        keys: [Secret::stored(row.get(3)?), Secret::stored(row.get(4)?)],
                        resigned: row.get::<_, Option<String>>(5)?.and_then(|c| c.parse().ok()),
                        ply: row.get::<_, i64>(6)?.max(0) as usize,
                        moves: Vec::new(),
                    })
                },
            )
            .optional()?;
        let Some(mut game) = game else { return Ok(None) };
        let mut moves = connection.prepare_cached("SELECT text FROM move WHERE game = ?1 ORDER BY ply")?;
        game.moves = moves.query_map([id], |row| row.get(0))?.collect::<Result<_, _>>()?;
        Ok(Some(game))
    }

    /// How many games there are.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn count(&self) -> Result<u64, StoreError> {
        let count: i64 = self.lock().query_row("SELECT count(*) FROM game", [], |row| row.get(0))?;
        Ok(count.max(0) as u64)
    }

    /// Forgets games of which no move was made for a day, but for those that are open.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn forget_unplayed(&self, open: &[&String]) -> Result<(), StoreError> {
        self.change(|t| {
            let yesterday = now() - 24 * 60 * 60;
            t.execute(
                "DELETE FROM game WHERE made < ?1 AND NOT EXISTS (SELECT 1 FROM move WHERE game = id)
                 AND id NOT IN (SELECT value FROM json_each(?2))",
                params![yesterday, serde_json::json!(open).to_string()],
            )?;
            Ok(())
        })
    }

    fn change(
        &self,
        write: impl FnOnce(&Transaction<'_>) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let mut connection = self.lock();
        let transaction = connection.transaction()?;
        write(&transaction)?;
        Ok(transaction.commit()?)
    }

    /// A panic elsewhere leaves the connection sound: an unfinished transaction is rolled back.
    fn lock(&self) -> MutexGuard<'_, Connection> {
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A change of one game has to find it.
fn of_one(rows: usize) -> Result<(), StoreError> {
    if rows == 1 { Ok(()) } else { Err(StoreError::Gone) }
}

/// Seconds since 1970.
fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs() as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_of_a_game_that_is_gone_is_an_error() {
        let folder = std::env::temp_dir().join(format!("continuum-store-{}", std::process::id()));
        let store = Store::open(&folder).expect("opens");
        let resigned = store.set_state("nosuchgame", 1, Some(Color::White));
        assert!(matches!(resigned, Err(StoreError::Gone)), "{resigned:?}");
        let moved = store.add_move("nosuchgame", 0, "Pe 90 1");
        assert!(matches!(moved, Err(StoreError::Gone)), "{moved:?}");
        drop(store);
        std::fs::remove_dir_all(&folder).expect("removed");
    }
}
