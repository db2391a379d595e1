//! The errors of the file of games, in words for the person who runs the server.

use crate::answers::{ApiError, ApiReason};
use crate::diagnostics::io_message;
use rusqlite::ErrorCode;
use std::path::{Path, PathBuf};

/// The reason why the file of games cannot be opened, or a change cannot be stored.
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
    /// The file is no file of games.
    #[error("{path}: this is no file of games, or a damaged one: name another folder with --data", path = .0.display())]
    Foreign(PathBuf),
    /// Another version has written the file.
    #[error("{path}: another version of continuum keeps its games there: use that version, or name another folder with --data", path = .0.display())]
    OtherVersion(PathBuf),
    /// The file is damaged.
    #[error(
        "{path}: the file of games is damaged ({cause}); it was left as it is: put a copy of it in its place, \
         try `sqlite3 {path} .recover`, or name another folder with --data",
        path = path.display()
    )]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The fault.
        cause: String,
    },
    /// The file is missing, but its journal is there.
    #[error(
        "{path} is missing, but its journal {path}-wal is there with games in it: put the file back, \
         or move the journal away to begin without games",
        path = .0.display()
    )]
    Lost(PathBuf),
    /// The stored data of a game differ from what was written.
    #[error(
        "the game {0} is damaged in the games file, so it is not shown as if it were whole: put a copy of the file in its place"
    )]
    Spoiled(String),
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
    /// Another error of SQLite.
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
    /// Returns the meaning of an error of SQLite while the file is being opened.
    pub(super) fn at_opening(path: &Path, e: rusqlite::Error) -> StoreError {
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
            StoreError::Full | StoreError::ReadOnly | StoreError::Disk => ApiReason::Disk,
            StoreError::Spoiled(_) => ApiReason::Damaged,
            StoreError::Folder { .. }
            | StoreError::InUse(_)
            | StoreError::Foreign(_)
            | StoreError::OtherVersion(_)
            | StoreError::Damaged { .. }
            | StoreError::Lost(_)
            | StoreError::Gone
            | StoreError::Sqlite(_) => ApiReason::Server,
        };
        ApiError::new(reason, e.to_string())
    }
}
