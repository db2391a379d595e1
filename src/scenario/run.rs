//! Playing a scenario.

use super::check_legal::check_legal;
use super::check_move::{StepChecked, check_move};
use super::read::{LoadedScenario, ScenarioError, open};
use super::second_opinion::second_opinion;
use super::step::{Step, StepError, StepTask};
use crate::chess::{Draws, Label};
use crate::diagnostics::{FileFaults, KeyFault, TextFault};
use crate::game::{Game, MoveMade, Position};
use serde::Serialize;
use std::path::{Path, PathBuf};

/// The result of a scenario.
#[derive(Debug, Clone, PartialEq)]
pub struct ScenarioReport {
    /// The path of the file.
    pub path: PathBuf,
    /// The title, or the name of the file if the scenario has no title.
    pub title: String,
    /// The number of steps.
    pub steps: usize,
    /// The piece of the first question about a legal set.
    pub asked: Option<Label>,
    /// The game as it was played.
    pub game: Game,
    /// Whether a move could not be made. This move and the steps after it are not in the game.
    pub broke_off: bool,
    /// The differences from the expectations.
    pub failures: Vec<Failure>,
}

/// A difference from an expectation.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Failure {
    /// The line in which the step begins, from 1.
    pub line: usize,
    /// The expectation and the result, in words.
    pub message: String,
}

/// Plays a scenario file and checks every expectation. It stops at a move that cannot be made.
///
/// ```
/// use continuum::scenario;
/// use std::path::Path;
/// let report = scenario::run(Path::new("scenarios/ride-takes-three.toml"))?;
/// assert!(report.failures.is_empty());
/// assert_eq!(report.game.plies()[0].made.captures().len(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the file cannot be read or understood, or its variant or position does not exist.
pub fn run(path: &Path) -> Result<ScenarioReport, ScenarioError> {
    run_with(path, &RunOptions::default())
}

/// Options for playing a scenario.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RunOptions {
    /// The number of plies to play, if not all. The steps after the last of them are skipped.
    pub until: Option<usize>,
    /// Whether parry casts every sweep too. A difference is a failure.
    pub second_opinion: bool,
}

impl Default for RunOptions {
    /// Returns the options that play every step with a second opinion.
    fn default() -> Self {
        RunOptions { until: None, second_opinion: true }
    }
}

/// Plays a scenario file with options and checks every expectation.
///
/// ```
/// use continuum::scenario::{RunOptions, run_with};
/// use std::path::Path;
/// let options = RunOptions { until: Some(1), ..RunOptions::default() };
/// let report = run_with(Path::new("scenarios/short-game.toml"), &options)?;
/// assert_eq!(report.game.plies().len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Those of [`run`].
pub fn run_with(path: &Path, options: &RunOptions) -> Result<ScenarioReport, ScenarioError> {
    let LoadedScenario { scenario, start, text } = open(path)?;
    let mut game = Game::new(start).with_draws(scenario.draws.unwrap_or(Draws::Claimed));
    let (mut failures, mut broke_off) = (Vec::new(), false);
    for (index, step) in scenario.steps.iter().enumerate() {
        let plies = game.plies().len();
        if options.until.is_some_and(|until| plies >= until) {
            break;
        }
        let in_text = |fault: KeyFault| fault.in_item("step", index).in_text(&text);
        let StepChecked { mut differences, can_go_on } =
            play(&mut game, step).map_err(|error| FileFaults::new(path, &text, [in_text(error.fault())]))?;
        if options.second_opinion && game.plies().len() > plies {
            differences.extend(objections_to_last_move(&game));
        }
        broke_off = !can_go_on;
        if broke_off && let Some(last) = differences.last_mut() {
            last.push_str(&end_about_skipped(scenario.steps.len() - index - 1));
        }
        for difference in differences {
            let TextFault { line, message, .. } = in_text(KeyFault::at_key(&[], difference));
            failures.push(Failure { line, message });
        }
        if broke_off {
            break;
        }
    }
    let (title, steps, asked) = (scenario.title_in(path), scenario.steps.len(), scenario.asked());
    Ok(ScenarioReport { path: path.to_owned(), title, steps, asked, game, broke_off, failures })
}

/// Returns the end of the message about a step that is the last one played, with the number of steps after it.
fn end_about_skipped(steps: usize) -> String {
    match steps {
        0 => String::new(),
        1 => "; one step after it was not played".to_owned(),
        _ => format!("; {steps} steps after it were not played"),
    }
}

/// Returns parry's objections to the last move.
fn objections_to_last_move(game: &Game) -> Vec<String> {
    let Some((last, earlier)) = game.plies().split_last() else { return Vec::new() };
    match (game.position_at(earlier.len()), &last.made) {
        (Some(Position::Plane(before)), MoveMade::Plane(played)) => second_opinion(before, played),
        _ => Vec::new(),
    }
}

/// Plays a step, and compares the result with the expectations. An error says that the step makes no sense in its position.
fn play(game: &mut Game, step: &Step) -> Result<StepChecked, StepError> {
    match &step.task {
        StepTask::Move(text) => check_move(game, text, &step.expect),
        StepTask::Legal(question) => {
            let differences = check_legal(game, question, &step.expect)?;
            Ok(StepChecked { differences, can_go_on: true })
        }
    }
}
