//! Scenario files: found, read, and their faults placed.

use super::format::Scenario;
use crate::wording::{TextFault, Unreadable, line_and_column, read_text, read_toml};
use std::path::{Path, PathBuf};

/// A scenario file that cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum ScenarioError {
    /// The file or folder cannot be read.
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    /// A folder without any scenario.
    #[error("{0}: no .toml file in this folder")]
    Empty(PathBuf),
    /// Something in the file is wrong.
    #[error("{path}:{line}:{column}: {message}")]
    Fault {
        /// The file.
        path: PathBuf,
        /// From 1.
        line: usize,
        /// From 1.
        column: usize,
        /// What is wrong and what to do.
        message: String,
    },
}

impl Scenario {
    /// Reads a file.
    ///
    /// # Errors
    /// When it cannot be read, or is not a scenario: with line and column.
    pub fn read(path: &Path) -> Result<(Scenario, String), ScenarioError> {
        let text = read_text(path)?;
        let scenario = read_toml(&text).map_err(|TextFault { line, column, message }| {
            ScenarioError::Fault { path: path.to_owned(), line, column, message }
        })?;
        Ok((scenario, text))
    }
}

/// A fault at a byte of a file.
pub(super) fn fault(path: &Path, text: &str, byte: usize, message: impl ToString) -> ScenarioError {
    let (line, column) = line_and_column(text, byte);
    ScenarioError::Fault { path: path.to_owned(), line, column, message: message.to_string() }
}

/// The files named, a folder standing for every `.toml` directly in it, sorted by name.
///
/// # Errors
/// A folder that cannot be listed or has none.
pub fn find_files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, ScenarioError> {
    let mut files = Vec::new();
    for path in paths {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let unreadable = |e| Unreadable::new(path, &e);
        let mut inside = Vec::new();
        for entry in std::fs::read_dir(path).map_err(unreadable)? {
            let file = entry.map_err(unreadable)?.path();
            if file.extension().is_some_and(|e| e == "toml") && file.is_file() {
                inside.push(file);
            }
        }
        if inside.is_empty() {
            return Err(ScenarioError::Empty(path.clone()));
        }
        inside.sort();
        files.extend(inside);
    }
    Ok(files)
}
