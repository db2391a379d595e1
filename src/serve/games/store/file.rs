//! Makes, checks and opens the file of games.

use super::error::StoreError;
use super::journal;
use rusqlite::{Connection, OpenFlags};
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The version of the tables below, which the file holds as SQLite's `user_version`.
const VERSION: i64 = 6;

const SCHEMA: &str = "
    CREATE TABLE game (
        id TEXT PRIMARY KEY, title TEXT NOT NULL, variant TEXT NOT NULL, start TEXT NOT NULL,
        white TEXT NOT NULL, black TEXT NOT NULL, ended TEXT, ply INTEGER NOT NULL, made INTEGER NOT NULL,
        opponent TEXT, clock TEXT, next TEXT, offer TEXT, seal TEXT, opened INTEGER NOT NULL DEFAULT 0
    ) WITHOUT ROWID;
    CREATE INDEX game_by_opening ON game (opened);
    CREATE TABLE move (
        game TEXT NOT NULL REFERENCES game(id) ON DELETE CASCADE, ply INTEGER NOT NULL, text TEXT NOT NULL,
        PRIMARY KEY (game, ply)
    ) WITHOUT ROWID;
    PRAGMA user_version = 6;
";

/// The time for which another process may keep the file locked: a server that ends needs a moment.
const LOCK_TIME: Duration = Duration::from_millis(500);

/// Opens the file of games in a folder for this process alone. A folder without such a file gets an empty one.
pub(super) fn open(folder: &Path) -> Result<Connection, StoreError> {
    make_folder(folder).map_err(|source| StoreError::Folder { path: folder.to_owned(), source })?;
    let path = folder.join("games.sqlite");
    if !path.exists() {
        make(&path)?;
    }
    let failed = |e: rusqlite::Error| StoreError::at_opening(&path, e);
    // The file is opened without SQLite first, because the messages of the system are clearer.
    let opened = fs::OpenOptions::new().read(true).write(true).open(&path);
    let made_private = opened.and_then(|file| make_private(&path, &file));
    made_private.map_err(|source| StoreError::Folder { path: path.clone(), source })?;
    let journal = beside(&path, "-wal");
    let has_lost = journal::has_lost(&journal);
    if has_lost.map_err(|source| StoreError::Folder { path: journal.clone(), source })? {
        let cause = format!("moves in its journal {} cannot be read", journal.display());
        return Err(StoreError::Damaged { path, cause });
    }
    // Without the flag `CREATE`, because a missing file must not be made here.
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(&path, flags).map_err(failed)?;
    connection.busy_timeout(LOCK_TIME)?;
    // The server keeps open games in memory, so two processes would not see each other's moves. Only one may use the file.
    connection.pragma_update(None, "locking_mode", "EXCLUSIVE").map_err(failed)?;
    check(&connection, &path)?;
    connection.pragma_update(None, "journal_mode", "WAL").map_err(failed)?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    // This takes the lock, which the exclusive mode keeps.
    connection.execute_batch("BEGIN IMMEDIATE; COMMIT").map_err(failed)?;
    Ok(connection)
}

/// Makes a folder that only this user can open, if it is missing.
fn make_folder(folder: &Path) -> std::io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(folder)
}

/// Makes the file and its journal unreadable for other users. SQLite gives a new journal the rights of the file.
fn make_private(path: &Path, file: &fs::File) -> std::io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        file.set_permissions(fs::Permissions::from_mode(0o600))?;
        for journal in ["-wal", "-shm"].map(|end| beside(path, end)) {
            if journal.exists() {
                fs::set_permissions(journal, fs::Permissions::from_mode(0o600))?;
            }
        }
    }
    let _ = (path, file);
    Ok(())
}

/// Returns a path followed by `end`: the path of a file that belongs to the file at `path`.
fn beside(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    PathBuf::from(name)
}

/// Makes an empty file of games in one step, because an incomplete file would look damaged at the next start.
fn make(path: &Path) -> Result<(), StoreError> {
    if beside(path, "-wal").exists() {
        return Err(StoreError::Lost(path.to_owned()));
    }
    let failed = |source: std::io::Error| StoreError::Folder { path: path.to_owned(), source };
    let part = beside(path, &format!(".{}.new", std::process::id()));
    fs::File::create_new(&part).and_then(|file| make_private(&part, &file)).map_err(failed)?;
    let filled = Connection::open(&part).and_then(|connection| connection.execute_batch(SCHEMA));
    let moved = match filled {
        Ok(()) => move_new(&part, path).map_err(failed),
        Err(e) => Err(StoreError::at_opening(path, e)),
    };
    // If the file was renamed, nothing is left to remove.
    let _ = fs::remove_file(&part);
    moved
}

/// Gives a file a new path, unless another process has made a file there meanwhile.
fn move_new(from: &Path, to: &Path) -> std::io::Result<()> {
    match fs::hard_link(from, to) {
        Ok(()) => Ok(()),
        Err(e) if e.kind() == ErrorKind::AlreadyExists => Ok(()),
        // Some file systems have no hard links.
        Err(_) => fs::rename(from, to),
    }
}

/// Refuses a file that is damaged, or no file of games of this version. The whole file is read and not changed.
fn check(connection: &Connection, path: &Path) -> Result<(), StoreError> {
    let failed = |e: rusqlite::Error| StoreError::at_opening(path, e);
    let damaged = |cause: &str| StoreError::Damaged { path: path.to_owned(), cause: cause.to_owned() };
    if fs::metadata(path).is_ok_and(|metadata| metadata.len() == 0) {
        return Err(damaged("it is empty"));
    }
    let version: i64 = connection.query_row("PRAGMA user_version", [], |row| row.get(0)).map_err(failed)?;
    let verdict: String =
        connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0)).map_err(failed)?;
    if verdict != "ok" {
        return Err(damaged(verdict.lines().last().unwrap_or("a part of it cannot be read")));
    }
    let tables: i64 = connection
        .query_row("SELECT count(*) FROM sqlite_master WHERE name IN ('game', 'move')", [], |row| row.get(0))
        .map_err(failed)?;
    match version {
        VERSION if tables == 2 => Ok(()),
        0 | VERSION => Err(StoreError::Foreign(path.to_owned())),
        _ => Err(StoreError::OtherVersion(path.to_owned())),
    }
}
