//! Scenario files: finding and reading them.

use super::format::Scenario;
use super::step::{StepError, StepTask};
use crate::diagnostics::{FileFaults, KeyFault, TextFault, Unreadable, read_text};
use crate::game::Position;
use crate::notation::PlaneMoveText;
use std::path::{Path, PathBuf};

/// A scenario file that cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum ScenarioError {
    /// The file or folder cannot be read.
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    /// The folder has no scenarios.
    #[error("{0}: no .toml file in this folder")]
    Empty(PathBuf),
    /// The file has faults.
    #[error(transparent)]
    Faults(#[from] FileFaults),
}

/// A scenario with its first position and the text of its file.
pub(super) struct LoadedScenario {
    pub(super) scenario: Scenario,
    pub(super) start: Position,
    pub(super) text: String,
}

/// Reads a scenario file.
///
/// # Errors
/// When the file cannot be read, or is not a scenario. The error has every fault with line and column.
pub(super) fn open(path: &Path) -> Result<LoadedScenario, ScenarioError> {
    let text = read_text(path)?;
    let wrong = |faults: Vec<TextFault>| FileFaults::new(path, &text, faults);
    let scenario = Scenario::read(&text).map_err(wrong)?;
    let folder = path.parent().unwrap_or(Path::new("."));
    let start = scenario.start(folder).map_err(|faults| wrong(TextFault::of_keys(&text, faults)))?;
    let faults = unreadable_moves(&scenario, &start);
    if !faults.is_empty() {
        return Err(wrong(TextFault::of_keys(&text, faults)).into());
    }
    Ok(LoadedScenario { scenario, start, text })
}

/// Returns the faults of steps whose text does not have the form of a move.
fn unreadable_moves(scenario: &Scenario, start: &Position) -> Vec<KeyFault> {
    let mut faults = Vec::new();
    for (index, step) in scenario.steps.iter().enumerate() {
        let StepTask::Move(written) = &step.task else { continue };
        let form = match start {
            Position::Plane(_) => written.parse::<PlaneMoveText>().map(drop),
            Position::Lattice(start) => start.check_form(written),
        };
        if let Err(error) = form {
            let refused = StepError::Move { text: written.clone(), error };
            faults.push(refused.fault().in_item("step", index));
        }
    }
    faults
}

/// Returns the named files, and the `.toml` files directly in each named folder, sorted by name.
///
/// ```
/// use continuum::scenario::find_files;
/// let files = find_files(&["scenarios".into()])?;
/// assert!(files.len() > 100 && files.is_sorted());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When a folder cannot be listed, or has no scenario.
pub fn find_files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, ScenarioError> {
    let mut files = Vec::new();
    for path in paths {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let unreadable = |error| Unreadable::new(path, &error);
        let mut in_folder = Vec::new();
        for entry in std::fs::read_dir(path).map_err(unreadable)? {
            let file = entry.map_err(unreadable)?.path();
            // A link that leads nowhere is a file that cannot be read.
            let may_be_file = file.is_file() || !file.exists();
            if file.extension().is_some_and(|extension| extension == "toml") && may_be_file {
                in_folder.push(file);
            }
        }
        if in_folder.is_empty() {
            return Err(ScenarioError::Empty(path.clone()));
        }
        in_folder.sort();
        files.extend(in_folder);
    }
    Ok(files)
}
