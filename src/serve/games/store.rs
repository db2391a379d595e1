//! Games on disk: one SQLite file. A move is committed, and on the disk, before anybody hears of it.

use super::clock::Clock;
use super::ending::Ending;
use super::opponent::Opponent;
use super::secret::Secret;
use crate::diagnostics::io_message;
use crate::serve::error::ApiError;
use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension, Transaction, params};
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Why the games file cannot be opened, or a change not be kept.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The folder or the file cannot be made.
    #[error("{path}: {message}: name another folder with --data", path = path.display(), message = io_message(source))]
    Folder {
        /// The folder or file.
        path: PathBuf,
        /// The cause.
        source: std::io::Error,
    },
    /// Another process has the file open.
    #[error("{path} is in use: another `continuum serve` plays from it; stop that one or name another folder with --data", path = .0.display())]
    InUse(PathBuf),
    /// The file is something else.
    #[error("{path}: this is no file of games, or a damaged one: name another folder with --data", path = .0.display())]
    Foreign(PathBuf),
    /// The file was written by a later version.
    #[error("{path}: a later version of continuum keeps its games there: use that version, or name another folder with --data", path = .0.display())]
    Later(PathBuf),
    /// The file is damaged.
    #[error(
        "{path}: the file of games is damaged ({cause}); it was left as it is: put a copy of it in its place, \
         try `sqlite3 {path} .recover`, or name another folder with --data",
        path = path.display()
    )]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        cause: String,
    },
    /// The file is gone, and the journal that belongs to it is there.
    #[error(
        "{path} is missing, but its journal {path}-wal is there with games in it: put the file back, \
         or move the journal away to begin without games",
        path = .0.display()
    )]
    Lost(PathBuf),
    /// No space is left for a change.
    #[error("the disk is full, so nothing was kept: free some space and try again")]
    Full,
    /// The file may not be changed.
    #[error(
        "the games file cannot be written, so nothing was kept: make it and its folder writable and try again"
    )]
    ReadOnly,
    /// The disk failed during a change.
    #[error(
        "the disk did not take it, so nothing was kept: see that there is room for the games file and try again"
    )]
    Disk,
    /// The game has been deleted.
    #[error("the game is no longer in the games file: it cannot be played on")]
    Gone,
    /// Anything else.
    #[error("the games file: {0}")]
    Sqlite(rusqlite::Error),
}

impl From<rusqlite::Error> for StoreError {
    fn from(e: rusqlite::Error) -> StoreError {
        match e.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => StoreError::Full,
            Some(ErrorCode::ReadOnly) => StoreError::ReadOnly,
            Some(ErrorCode::SystemIoFailure) => StoreError::Disk,
            _ => StoreError::Sqlite(e),
        }
    }
}

impl StoreError {
    /// What an error means while the file is being opened.
    fn at_opening(path: &Path, e: rusqlite::Error) -> StoreError {
        match e.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => StoreError::InUse(path.to_owned()),
            Some(ErrorCode::NotADatabase | ErrorCode::CannotOpen) => StoreError::Foreign(path.to_owned()),
            Some(ErrorCode::DatabaseCorrupt) => {
                StoreError::Damaged { path: path.to_owned(), cause: "a part of it cannot be read".to_owned() }
            }
            _ => e.into(),
        }
    }
}

impl From<StoreError> for ApiError {
    fn from(e: StoreError) -> ApiError {
        let reason = match e {
            StoreError::Full | StoreError::ReadOnly | StoreError::Disk => "disk",
            StoreError::Folder { .. }
            | StoreError::InUse(_)
            | StoreError::Foreign(_)
            | StoreError::Later(_)
            | StoreError::Damaged { .. }
            | StoreError::Lost(_)
            | StoreError::Gone
            | StoreError::Sqlite(_) => "server",
        };
        ApiError::new(reason, e.to_string())
    }
}

/// A game as it is stored.
#[derive(Debug, Clone)]
pub struct StoredGame {
    /// Its public name.
    pub id: String,
    /// Its title, for people.
    pub title: String,
    /// The variant's parameters as TOML, so that a game outlives a change of presets.
    pub variant: String,
    /// The first position.
    pub start: String,
    /// White's secret and Black's.
    pub keys: [Secret; 2],
    /// The program, where it plays a side.
    pub opponent: Option<Opponent>,
    /// How it ended beside the board.
    pub ended: Option<Ending>,
    /// The clock, if it is played by one.
    pub clock: Option<Clock>,
    /// The public name of the rematch.
    pub next: Option<String>,
    /// How many of the moves stand; the others have been taken back.
    pub ply: usize,
    /// The moves, those taken back included.
    pub moves: Vec<String>,
}

/// How a game stands: what changes besides its moves.
#[derive(Debug, Clone, Copy)]
pub struct Standing<'a> {
    /// How many of the moves stand.
    pub ply: usize,
    /// How the game ended beside the board.
    pub ended: Option<Ending>,
    /// The clock.
    pub clock: Option<&'a Clock>,
}

/// The games file.
pub struct Store {
    connection: Mutex<Connection>,
}

/// The version of the tables below, which the file keeps as SQLite's `user_version`.
const VERSION: i64 = 3;

const SCHEMA: &str = "
    CREATE TABLE game (
        id TEXT PRIMARY KEY, title TEXT NOT NULL, variant TEXT NOT NULL, start TEXT NOT NULL,
        white TEXT NOT NULL, black TEXT NOT NULL, ended TEXT, ply INTEGER NOT NULL, made INTEGER NOT NULL,
        opponent TEXT, clock TEXT, next TEXT
    ) WITHOUT ROWID;
    CREATE TABLE move (
        game TEXT NOT NULL REFERENCES game(id) ON DELETE CASCADE, ply INTEGER NOT NULL, text TEXT NOT NULL,
        PRIMARY KEY (game, ply)
    ) WITHOUT ROWID;
    PRAGMA user_version = 3;
";

/// What makes each version from the one before: first the program as a player, then clocks, draws and rematches.
const UPGRADES: [&str; 2] = [
    "BEGIN; ALTER TABLE game ADD COLUMN opponent TEXT; PRAGMA user_version = 2; COMMIT",
    "BEGIN; ALTER TABLE game RENAME COLUMN resigned TO ended; ALTER TABLE game ADD COLUMN clock TEXT;
     ALTER TABLE game ADD COLUMN next TEXT;
     UPDATE game SET ended = 'resigned ' || ended WHERE ended IS NOT NULL; PRAGMA user_version = 3; COMMIT",
];

impl Store {
    /// Opens the games of a folder. A folder without games gets a new file; a file that is there is never
    /// replaced.
    ///
    /// # Errors
    /// When the folder or file cannot be made, or the file is in use, damaged or something else.
    pub fn open(folder: &Path) -> Result<Store, StoreError> {
        fs::create_dir_all(folder)
            .map_err(|source| StoreError::Folder { path: folder.to_owned(), source })?;
        let path = folder.join("games.sqlite");
        if !path.exists() {
            make(&path)?;
        }
        let failed = |e: rusqlite::Error| StoreError::at_opening(&path, e);
        // The system says more than SQLite about a file that cannot be opened.
        let opened = fs::OpenOptions::new().read(true).write(true).open(&path);
        opened.map_err(|source| StoreError::Folder { path: path.clone(), source })?;
        // Without `CREATE`: a file that is not there must not come into being here.
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(&path, flags).map_err(failed)?;
        connection.busy_timeout(Duration::from_millis(500))?;
        // One process holds the file, for open games are cached: two would not see each other's moves.
        connection.pragma_update(None, "locking_mode", "EXCLUSIVE").map_err(failed)?;
        let version = check(&connection, &path)?;
        connection.pragma_update(None, "journal_mode", "WAL").map_err(failed)?;
        connection.pragma_update(None, "synchronous", "FULL")?;
        connection.pragma_update(None, "foreign_keys", true)?;
        connection.execute_batch("BEGIN IMMEDIATE; COMMIT").map_err(failed)?;
        for upgrade in UPGRADES.iter().skip(version.max(1) as usize - 1) {
            connection.execute_batch(upgrade).map_err(failed)?;
        }
        Ok(Store { connection: Mutex::new(connection) })
    }

    /// Stores a new game.
    ///
    /// # Errors
    /// When it cannot be written; nothing is kept then.
    pub fn create(&self, game: &StoredGame) -> Result<(), StoreError> {
        self.change(|t| insert(t, game))
    }

    /// Stores the rematch of a game, and the game's link to it.
    ///
    /// # Errors
    /// When it cannot be written, or the game is gone; nothing is kept then.
    pub fn create_rematch(&self, game: &StoredGame, of: &str) -> Result<(), StoreError> {
        self.change(|t| {
            of_one(t.execute("UPDATE game SET next = ?2 WHERE id = ?1", params![of, game.id])?)?;
            insert(t, game)
        })
    }

    /// Stores a move and the clock after it; moves taken back before it are forgotten.
    ///
    /// # Errors
    /// When it cannot be written, or the game is gone; the stored game is then as it was.
    pub fn add_move(
        &self,
        id: &str,
        ply: usize,
        text: &str,
        clock: Option<&Clock>,
    ) -> Result<(), StoreError> {
        self.change(|t| {
            let update = "UPDATE game SET ply = ?2, clock = ?3 WHERE id = ?1";
            of_one(t.execute(update, params![id, ply as i64 + 1, written(clock)])?)?;
            t.execute("DELETE FROM move WHERE game = ?1 AND ply >= ?2", params![id, ply as i64])?;
            t.execute("INSERT INTO move VALUES (?1, ?2, ?3)", params![id, ply as i64, text])?;
            Ok(())
        })
    }

    /// Stores how a game stands.
    ///
    /// # Errors
    /// When it cannot be written, or the game is gone.
    pub fn set_state(&self, id: &str, standing: &Standing<'_>) -> Result<(), StoreError> {
        self.change(|t| {
            let ended = standing.ended.map(|ending| ending.to_string());
            of_one(t.execute(
                "UPDATE game SET ply = ?2, ended = ?3, clock = ?4 WHERE id = ?1",
                params![id, standing.ply as i64, ended, written(standing.clock)],
            )?)
        })
    }

    /// The game with this public name, if there is one.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn load(&self, id: &str) -> Result<Option<StoredGame>, StoreError> {
        let connection = self.lock();
        let game = connection
            .query_row(
                "SELECT title, variant, start, white, black, ended, ply, opponent, clock, next
                 FROM game WHERE id = ?1",
                [id],
                |row| {
                    Ok(StoredGame {
                        id: id.to_owned(),
                        title: row.get(0)?,
                        variant: row.get(1)?,
                        start: row.get(2)?,
                        keys: [Secret::stored(row.get(3)?), Secret::stored(row.get(4)?)],
                        ended: row.get::<_, Option<String>>(5)?.and_then(|text| text.parse().ok()),
                        ply: row.get::<_, i64>(6)?.max(0) as usize,
                        moves: Vec::new(),
                        opponent: row.get::<_, Option<String>>(7)?.and_then(|text| text.parse().ok()),
                        clock: row
                            .get::<_, Option<String>>(8)?
                            .and_then(|text| serde_json::from_str(&text).ok()),
                        next: row.get(9)?,
                    })
                },
            )
            .optional()?;
        let Some(mut game) = game else { return Ok(None) };
        let mut moves = connection.prepare_cached("SELECT text FROM move WHERE game = ?1 ORDER BY ply")?;
        game.moves = moves.query_map([id], |row| row.get(0))?.collect::<Result<_, _>>()?;
        Ok(Some(game))
    }

    /// The number of games.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn count(&self) -> Result<u64, StoreError> {
        let count: i64 = self.lock().query_row("SELECT count(*) FROM game", [], |row| row.get(0))?;
        Ok(count.max(0) as u64)
    }

    /// Deletes games that had no move for a day, except those that are open.
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

/// A clock as it is stored.
fn written(clock: Option<&Clock>) -> Option<String> {
    clock.and_then(|clock| serde_json::to_string(clock).ok())
}

/// Puts a game with its moves into the tables.
fn insert(t: &Transaction<'_>, game: &StoredGame) -> Result<(), StoreError> {
    t.execute(
        "INSERT INTO game VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
        params![
            game.id,
            game.title,
            game.variant,
            game.start,
            game.keys[0].reveal(),
            game.keys[1].reveal(),
            game.ended.map(|ending| ending.to_string()),
            game.ply as i64,
            now(),
            game.opponent.map(|opponent| opponent.to_string()),
            written(game.clock.as_ref()),
            game.next,
        ],
    )?;
    for (ply, text) in game.moves.iter().enumerate() {
        t.execute("INSERT INTO move VALUES (?1, ?2, ?3)", params![game.id, ply as i64, text])?;
    }
    Ok(())
}

/// Makes an empty games file, whole: a half-made one would look like a damaged one at the next start.
fn make(path: &Path) -> Result<(), StoreError> {
    let beside = |end: &str| {
        let mut name = path.as_os_str().to_owned();
        name.push(end);
        PathBuf::from(name)
    };
    if beside("-wal").exists() {
        return Err(StoreError::Lost(path.to_owned()));
    }
    let failed = |source: std::io::Error| StoreError::Folder { path: path.to_owned(), source };
    let part = beside(&format!(".{}.new", std::process::id()));
    fs::File::create_new(&part).map_err(failed)?;
    let made = Connection::open(&part).and_then(|connection| connection.execute_batch(SCHEMA));
    let named = made.map_err(|e| StoreError::at_opening(path, e)).and_then(|()| {
        // A link never replaces a file that another process has made meanwhile.
        match fs::hard_link(&part, path) {
            Err(e) if e.kind() != ErrorKind::AlreadyExists => fs::rename(&part, path).map_err(failed),
            Ok(()) | Err(_) => Ok(()),
        }
    });
    // After a rename it has gone already.
    let _ = fs::remove_file(&part);
    named
}

/// The version of a sound file of games; reads all of it and changes nothing.
fn check(connection: &Connection, path: &Path) -> Result<i64, StoreError> {
    let failed = |e: rusqlite::Error| StoreError::at_opening(path, e);
    let damaged = |cause: &str| StoreError::Damaged { path: path.to_owned(), cause: cause.to_owned() };
    if fs::metadata(path).is_ok_and(|known| known.len() == 0) {
        return Err(damaged("it is empty"));
    }
    let version: i64 = connection.query_row("PRAGMA user_version", [], |row| row.get(0)).map_err(failed)?;
    if version > VERSION {
        return Err(StoreError::Later(path.to_owned()));
    }
    let verdict: String =
        connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0)).map_err(failed)?;
    if verdict != "ok" {
        return Err(damaged(verdict.lines().last().unwrap_or("a part of it cannot be read")));
    }
    let tables: i64 = connection
        .query_row("SELECT count(*) FROM sqlite_master WHERE name IN ('game', 'move')", [], |row| row.get(0))
        .map_err(failed)?;
    if (1..=VERSION).contains(&version) && tables == 2 {
        Ok(version)
    } else {
        Err(StoreError::Foreign(path.to_owned()))
    }
}

/// Checks that a change has found its game.
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
    use crate::chess::Color;

    fn with_store(name: &str, test: impl FnOnce(&Store)) {
        let folder = std::env::temp_dir().join(format!("continuum-store-{name}-{}", std::process::id()));
        let store = Store::open(&folder).expect("opens");
        test(&store);
        drop(store);
        fs::remove_dir_all(&folder).expect("removed");
    }

    fn game(id: &str) -> StoredGame {
        StoredGame {
            id: id.to_owned(),
            title: "t".repeat(3000),
            variant: String::new(),
            start: String::new(),
            keys: [Secret::random().expect("random"), Secret::random().expect("random")],
            opponent: None,
            ended: None,
            clock: None,
            next: None,
            ply: 0,
            moves: Vec::new(),
        }
    }

    #[test]
    fn a_file_of_the_first_version_is_played_on() {
        let folder = std::env::temp_dir().join(format!("continuum-store-old-{}", std::process::id()));
        let old = StoredGame { ended: Some(Ending::Resigned(Color::White)), ..game("aaaaaaaaaa") };
        Store::open(&folder).and_then(|store| store.create(&old)).expect("made");
        let connection = Connection::open(folder.join("games.sqlite")).expect("opens");
        let back = "ALTER TABLE game DROP COLUMN next; ALTER TABLE game DROP COLUMN clock;
            ALTER TABLE game DROP COLUMN opponent; ALTER TABLE game RENAME COLUMN ended TO resigned;
            UPDATE game SET resigned = 'white'; PRAGMA user_version = 1";
        connection.execute_batch(back).expect("as it was");
        drop(connection);
        let store = Store::open(&folder).expect("opens");
        let kept = store.load("aaaaaaaaaa").expect("reads").expect("there");
        assert_eq!((kept.title, kept.opponent, kept.ended), (old.title, None, old.ended));
        drop(store);
        fs::remove_dir_all(&folder).expect("removed");
    }

    #[test]
    fn a_change_of_a_game_that_is_gone_is_an_error() {
        with_store("gone", |store| {
            let resigned = store.set_state("nosuchgame", &Standing { ply: 1, ended: None, clock: None });
            assert!(matches!(resigned, Err(StoreError::Gone)), "{resigned:?}");
            let moved = store.add_move("nosuchgame", 0, "Pe 90 1", None);
            assert!(matches!(moved, Err(StoreError::Gone)), "{moved:?}");
        });
    }

    /// SQLite answers alike for a full disk and for a file that has reached its greatest number of pages.
    #[test]
    fn a_full_disk_refuses_the_change_and_takes_it_when_there_is_room() {
        with_store("full", |store| {
            store.create(&game("aaaaaaaaaa")).expect("there is room");
            store.lock().pragma_update(None, "max_page_count", 6).expect("set");
            let mut count = 1;
            let refused = loop {
                match store.create(&game(&format!("game{count:06}"))) {
                    Ok(()) => count += 1,
                    Err(e) => break e,
                }
                assert!(count < 100, "it is full at some time");
            };
            assert!(matches!(refused, StoreError::Full), "{refused:?}");
            assert_eq!(ApiError::from(refused).reason, "disk");
            assert_eq!(store.count().expect("reads"), count);
            store.lock().pragma_update(None, "max_page_count", 1000).expect("set");
            store.create(&game(&format!("game{count:06}"))).expect("there is room again");
            assert_eq!(store.count().expect("reads"), count + 1);
        });
    }

    #[test]
    fn a_read_only_disk_refuses_the_change_and_still_shows_the_game() {
        with_store("read-only", |store| {
            store.create(&game("aaaaaaaaaa")).expect("writable");
            store.lock().pragma_update(None, "query_only", true).expect("set");
            let moved = store.add_move("aaaaaaaaaa", 0, "Pe 90 1", None);
            assert!(matches!(moved, Err(StoreError::ReadOnly)), "{moved:?}");
            let kept = store.load("aaaaaaaaaa").expect("reads").expect("there");
            assert_eq!(kept.moves.len(), 0);
            store.lock().pragma_update(None, "query_only", false).expect("set");
            store.add_move("aaaaaaaaaa", 0, "Pe 90 1", None).expect("writable again");
        });
    }
}
