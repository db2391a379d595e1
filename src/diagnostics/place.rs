//! The places of faults in texts and files.

use std::fmt;
use std::path::{Path, PathBuf};

/// A fault of a text, with its place.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, thiserror::Error)]
#[error("line {line}, column {column}: {message}")]
pub struct TextFault {
    /// The line, from 1.
    pub line: usize,
    /// The column, in characters from 1.
    pub column: usize,
    /// What is wrong and what to do.
    pub message: String,
}

impl TextFault {
    /// Returns a fault at a byte of a text.
    pub fn at(text: &str, byte: usize, message: impl Into<String>) -> TextFault {
        let (line, column) = line_and_column(text, byte);
        TextFault { line, column, message: message.into() }
    }
}

/// The faults of a file, in order; displayed one a line, each with file name, line and column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileFaults {
    /// The file.
    pub path: PathBuf,
    /// The faults.
    pub faults: Vec<TextFault>,
}

impl FileFaults {
    /// Returns a single fault of a file.
    pub fn one(path: &Path, fault: TextFault) -> FileFaults {
        FileFaults { path: path.to_owned(), faults: vec![fault] }
    }
}

impl fmt::Display for FileFaults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, TextFault { line, column, message }) in self.faults.iter().enumerate() {
            let end = if i == 0 { "" } else { "\n" };
            write!(f, "{end}{}:{line}:{column}: {message}", self.path.display())?;
        }
        Ok(())
    }
}

impl std::error::Error for FileFaults {}

/// Returns line and column, both from 1, of a byte of a text.
pub fn line_and_column(text: &str, byte: usize) -> (usize, usize) {
    let before = text.get(..byte).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().map_or(0, |l| l.chars().count()) + 1;
    (line, column)
}
