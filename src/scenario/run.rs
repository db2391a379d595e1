//! Playing a scenario.

use super::check::{check_legal, check_move};
use super::format::{Scenario, Step, Task};
use super::read::{ScenarioError, fault};
use crate::chess::Label;
use crate::game::{Game, Position, Prepared};
use crate::variant::{LoadError, VariantError};
use crate::wording::line_and_column;
use std::path::{Path, PathBuf};

/// What became of a scenario.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// Its file.
    pub path: PathBuf,
    /// Its title.
    pub title: String,
    /// How many steps it has.
    pub steps: usize,
    /// The piece whose legal set is asked for first.
    pub asked: Option<Label>,
    /// The game as it was played.
    pub game: Game,
    /// What was not as expected.
    pub failures: Vec<Failure>,
}

/// Something that was not as expected.
#[derive(Debug, Clone, PartialEq)]
pub struct Failure {
    /// Where the step begins in the file, from 1.
    pub line: usize,
    /// What was expected and what was found.
    pub message: String,
}

/// Plays a scenario file and checks every expectation. After a move that could not be made the rest is
/// left out.
///
/// # Errors
/// When the file cannot be read or understood, or names a variant or position that there is not.
pub fn run(path: &Path) -> Result<Report, ScenarioError> {
    let (scenario, text) = Scenario::read(path)?;
    let mut game = Game::new(start(path, &text, &scenario)?);
    let mut failures = Vec::new();
    for step in &scenario.steps {
        let byte = step.span().start;
        let step = step.get_ref();
        let (messages, goes_on) =
            play(&mut game, step).map_err(|message| fault(path, &text, byte, message))?;
        let line = line_and_column(&text, byte).0;
        failures.extend(messages.into_iter().map(|message| Failure { line, message }));
        if !goes_on {
            break;
        }
    }
    let asked = scenario.steps.iter().find_map(|step| step.get_ref().legal.as_ref()?.piece.clone());
    let asked = asked.and_then(|text| Label::new(&text).ok());
    let steps = scenario.steps.len();
    Ok(Report { path: path.to_owned(), title: scenario.title, steps, asked, game, failures })
}

/// The position in which a scenario begins.
fn start(path: &Path, text: &str, scenario: &Scenario) -> Result<Position, ScenarioError> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let variant = Prepared::load(scenario.variant.get_ref(), folder, &scenario.overrides()).map_err(|e| {
        let given = match &e {
            LoadError::Variant(VariantError::Faults(faults)) => scenario.place_of(&faults.0),
            LoadError::Variant(VariantError::UnknownName { .. })
            | LoadError::Unreadable(_)
            | LoadError::Malformed { .. }
            | LoadError::Faults { .. } => None,
        };
        fault(path, text, given.unwrap_or(scenario.variant.span().start), e)
    })?;
    let (written, read) = scenario.written().map_err(|(byte, message)| fault(path, text, byte, message))?;
    // The text begins behind its quotation mark.
    read(&variant, written.get_ref())
        .map_err(|e| fault(path, text, written.span().start + e.column, e.message))
}

/// One step: what was not as expected, and whether the scenario can go on. An error is a step that makes
/// no sense.
fn play(game: &mut Game, step: &Step) -> Result<(Vec<String>, bool), String> {
    match step.task()? {
        Task::Move(text) => check_move(game, text, &step.expect),
        Task::Legal(question) => check_legal(game, question, &step.expect).map(|found| (found, true)),
    }
}
