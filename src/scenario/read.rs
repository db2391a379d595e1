//! Finding and reading scenario files, with the places of their faults.

use super::format::Scenario;
use super::step::{StepError, StepTask};
use crate::diagnostics::{FileFaults, TextFault, Unreadable, read_text};
use crate::game::Position;
use crate::notation::PlaneMoveText;
use std::path::{Path, PathBuf};

/// A scenario file that cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum ScenarioError {
    /// The file or folder cannot be read.
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    /// A folder without scenarios.
    #[error("{0}: no .toml file in this folder")]
    Empty(PathBuf),
    /// The file has faults.
    #[error(transparent)]
    Faults(#[from] FileFaults),
}

/// A scenario file that has been read: the scenario, its first position, and its text.
pub(super) struct LoadedScenario {
    pub(super) scenario: Scenario,
    pub(super) start: Position,
    pub(super) text: String,
}

/// Reads a scenario file.
///
/// # Errors
/// When it cannot be read, or is not a scenario: every fault with line and column.
pub(super) fn open(path: &Path) -> Result<LoadedScenario, ScenarioError> {
    let text = read_text(path)?;
    let wrong = |faults: Vec<TextFault>| FileFaults::new(path, &text, faults);
    let scenario = Scenario::read(&text).map_err(wrong)?;
    let folder = path.parent().unwrap_or(Path::new("."));
    let start = scenario.start(folder).map_err(|faults| wrong(TextFault::in_order(&text, faults)))?;
    let faults = unreadable_moves(&scenario, &start, &text);
    if faults.is_empty() { Ok(LoadedScenario { scenario, start, text }) } else { Err(wrong(faults).into()) }
}

/// Returns the faults of moves that do not have the form of a move.
fn unreadable_moves(scenario: &Scenario, start: &Position, text: &str) -> Vec<TextFault> {
    let mut faults = Vec::new();
    for (index, step) in scenario.steps.iter().enumerate() {
        let StepTask::Move(written) = &step.get_ref().task else { continue };
        let form = match start {
            Position::Plane(_) => written.parse::<PlaneMoveText>().map(drop),
            Position::Lattice(start) => start.check_form(written),
        };
        if let Err(error) = form {
            faults.push(StepError::Move { text: written.clone(), error }.in_text(text, index));
        }
    }
    faults
}

/// Returns the named files. A folder stands for the `.toml` files directly in it, sorted by name.
///
/// ```
/// use continuum::scenario::find_files;
/// let files = find_files(&["scenarios".into()])?;
/// assert!(files.len() > 100 && files.is_sorted());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A folder that cannot be listed, or that has no scenario.
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
