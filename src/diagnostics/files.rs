//! Reads text files, and words the errors of the operating system.

use super::place::TextPlace;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// A file or folder that cannot be read or written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}{}: {message}", path.display(), place.map_or(String::new(), |at| format!(":{}:{}", at.line, at.column)))]
pub struct Unreadable {
    path: PathBuf,
    place: Option<TextPlace>,
    message: String,
}

impl Unreadable {
    /// Returns the error for a file or folder that the operating system refuses to read or write.
    pub fn new(path: &Path, error: &std::io::Error) -> Unreadable {
        Unreadable { path: path.to_owned(), place: None, message: io_message(error) }
    }
}

/// Returns the text of a file, which must be UTF-8 and not empty.
///
/// # Errors
/// When the file cannot be read, is not UTF-8, or is empty.
pub fn read_text(path: &Path) -> Result<String, Unreadable> {
    let bytes = std::fs::read(path).map_err(|e| Unreadable::new(path, &e))?;
    let refused =
        |place, message: &str| Unreadable { path: path.to_owned(), place, message: message.to_owned() };
    let text = String::from_utf8(bytes).map_err(|e| {
        let valid = String::from_utf8_lossy(&e.as_bytes()[..e.utf8_error().valid_up_to()]).into_owned();
        let message = "this is not UTF-8 text: save the file as UTF-8, or if it is Latin-1, convert it: iconv -f latin1 -t utf8 FILE";
        refused(Some(TextPlace::of_byte(&valid, valid.len())), message)
    })?;
    if text.trim().is_empty() {
        return Err(refused(None, "the file is empty"));
    }
    Ok(without_byte_order_mark(&text).to_owned())
}

/// Returns a text without the byte order mark with which some editors begin a file.
pub fn without_byte_order_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// Returns our own message for a usual error of the operating system, and the system's message for any other.
pub fn io_message(error: &std::io::Error) -> String {
    let known = match error.kind() {
        ErrorKind::NotFound => "there is no such file or folder",
        ErrorKind::PermissionDenied => "there is no permission for it",
        ErrorKind::IsADirectory => "this is a folder, and a file is needed",
        ErrorKind::NotADirectory => "a part of this path is a file, and a folder is needed",
        ErrorKind::AlreadyExists => "this is there already and is no folder",
        ErrorKind::StorageFull => "no space is left",
        ErrorKind::ReadOnlyFilesystem => "nothing can be written there",
        ErrorKind::InvalidFilename => "no file can have such a name",
        ErrorKind::AddrInUse => "another program listens there already",
        ErrorKind::AddrNotAvailable => "this machine has no such address",
        ErrorKind::FileTooLarge => "the file would be larger than the system allows",
        _ => return error.to_string(),
    };
    known.to_owned()
}
