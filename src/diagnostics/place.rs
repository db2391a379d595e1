//! Where in a text something is wrong.

use std::fmt;
use std::path::{Path, PathBuf};

/// One thing wrong with a text.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, thiserror::Error)]
#[error("line {line}, column {column}: {message}")]
pub struct TextFault {
    /// From 1.
    pub line: usize,
    /// From 1.
    pub column: usize,
    /// What is wrong and what to do.
    pub message: String,
}

impl TextFault {
    /// A fault at a byte of a text.
    pub fn at(text: &str, byte: usize, message: impl Into<String>) -> TextFault {
        let (line, column) = line_and_column(text, byte);
        TextFault { line, column, message: message.into() }
    }
}

/// What is wrong with a file, in its order: each with the file's name, line and column, on a line of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileFaults {
    /// The file.
    pub path: PathBuf,
    /// What is wrong where.
    pub faults: Vec<TextFault>,
}

impl FileFaults {
    /// One fault of a file.
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

/// The line and column, both from 1, of a byte of a text.
pub fn line_and_column(text: &str, byte: usize) -> (usize, usize) {
    let before = text.get(..byte).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().map_or(0, |l| l.chars().count()) + 1;
    (line, column)
}
