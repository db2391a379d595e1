//! Requests for a new game, and the games that they ask for.

use super::bounds::{from_file, from_preset, read_bounded, read_position};
use super::error::{ApiError, ApiReason};
use super::limits;
use crate::arbiter::{Opponent, TimeControl};
use crate::chess::{Color, Draws};
use crate::diagnostics::{KeyFault, TextFault, optional_object, read_json};
use crate::game::{Game, Prepared, Record};
use crate::scenario::{Scenario, StepTask, check_move};
use crate::variant::names_file;
use serde::Deserialize;
use toml::Table;

/// A request for a new game in its JSON form.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct NewGame {
    /// The name of a preset; `continuous` if left out.
    pub variant: Option<String>,
    /// The text of a variant file, instead of a preset; with a scenario, the text of the file that it names.
    pub file: Option<String>,
    /// Parameters that override those of the variant.
    pub rules: Table,
    /// A position text or a FEN; the initial array if left out.
    pub position: Option<String>,
    /// A scenario as TOML, or a game of a match as a line of JSON. It replaces variant, rules, position and title.
    pub scenario: Option<String>,
    pub title: String,
    /// The side and level of the program, if it plays.
    #[serde(deserialize_with = "optional_object")]
    pub opponent: Option<Opponent>,
    /// The clock, if the game has one.
    #[serde(deserialize_with = "optional_object")]
    pub clock: Option<TimeControl>,
    /// The side that any visitor of the server may take.
    pub open: Option<Color>,
}

pub struct TitledGame {
    pub title: String,
    pub game: Game,
}

impl NewGame {
    /// Returns the requested game. A draw by rule ends it.
    ///
    /// # Errors
    /// When the variant is unknown, its parameters or the position are wrong, or a move of the scenario is not as expected.
    pub fn build(&self) -> Result<TitledGame, ApiError> {
        self.build_with(Some(Draws::Claimed))
    }

    /// Returns the requested game, in which draws by rule are claimed or not. Without `draws` a scenario says which, and in the
    /// game of a match they are not claimed.
    pub fn build_with(&self, draws: Option<Draws>) -> Result<TitledGame, ApiError> {
        match &self.scenario {
            Some(text) if is_record(text) => game_of_record(text, self.file.as_deref(), draws),
            Some(text) => game_of_scenario(text, self.file.as_deref(), draws),
            None => {
                let prepared = self.prepare()?;
                let position = self.position.as_deref().unwrap_or("start");
                let game = Game::new(read_position(&prepared, position)?);
                Ok(TitledGame { title: bounded_title(&self.title), game })
            }
        }
    }

    /// Returns the variant of a request without a scenario.
    pub fn prepare(&self) -> Result<Prepared, ApiError> {
        match &self.file {
            Some(text) => from_file(text, &self.rules),
            None => from_preset(self.variant.as_deref().unwrap_or("continuous"), &self.rules),
        }
    }
}

/// Returns a title without control characters, cut to the greatest length.
fn bounded_title(text: &str) -> String {
    text.trim().chars().filter(|c| !c.is_control()).take(limits::TITLE).collect()
}

/// Whether a text is a game of a match as JSON, and neither a scenario nor PGN.
///
/// TOML never begins with a brace. A comment of PGN does, but seldom has a quotation mark behind the brace.
pub(super) fn is_record(text: &str) -> bool {
    text.trim_start().strip_prefix('{').is_some_and(|inside| inside.trim_start().starts_with(['"', '}']))
}

/// Returns the variant of a scenario or record: a preset, or the variant file of the request.
fn prepare_named(name: &str, file: Option<&str>, rules: &Table) -> Result<Prepared, ApiError> {
    match (names_file(name), file) {
        (true, Some(file)) => from_file(file, rules),
        (true, None) => {
            // A name in a request never opens a file of the server.
            let message = format!("it is played by the variant file `{name}`: open both files together");
            Err(ApiError::new(ApiReason::Scenario, message))
        }
        (false, _) => from_preset(name, rules),
    }
}

/// Returns the game of a record. `file` is the text of the variant file that it may name.
fn game_of_record(text: &str, file: Option<&str>, draws: Option<Draws>) -> Result<TitledGame, ApiError> {
    let refused = |message: String| ApiError::new(ApiReason::Scenario, message);
    let record: Record = read_json(text.as_bytes()).map_err(|TextFault { line, column, message }| {
        refused(format!("no game: line {line}, column {column}: {message}"))
    })?;
    if record.moves.len() > limits::PLIES {
        return Err(refused(format!("more than {} moves", limits::PLIES)));
    }
    let prepared = prepare_named(&record.variant, file, &record.rules)?;
    // The limits concern the first position, which the replay reads again without them.
    read_position(&prepared, &record.start)?;
    let draws = draws.unwrap_or(Draws::Unclaimed);
    let game = record.replay(&prepared, draws).map_err(|e| refused(e.to_string()))?;
    Ok(TitledGame { title: bounded_title(&format!("{} against {}", record.white, record.black)), game })
}

/// Returns the game of a scenario. `file` is the text of the variant file that it may name.
///
/// The moves must meet their expectations. Steps that ask for legal sets are skipped.
fn game_of_scenario(text: &str, file: Option<&str>, draws: Option<Draws>) -> Result<TitledGame, ApiError> {
    let refused_for = |faults: Vec<TextFault>| ApiError::of_faults(ApiReason::Scenario, faults);
    let refused_at = |fault: KeyFault| refused_for(vec![fault.in_text(text)]);
    let scenario = Scenario::read(text).map_err(refused_for)?;
    let name = scenario.variant().map_err(refused_at)?;
    let prepared = prepare_named(name, file, &scenario.rules)?;
    let written = scenario.written_position().map_err(refused_at)?;
    let position =
        read_bounded(&prepared, written.text, written.read).map_err(|e| refused_at(written.fault(&e)))?;
    let draws = draws.or(scenario.draws).unwrap_or(Draws::Claimed);
    let mut game = Game::new(position).with_draws(draws);
    for (index, step) in scenario.steps.iter().enumerate() {
        let refused_step = |fault: KeyFault| refused_at(fault.in_item("step", index));
        let movement = match &step.task {
            StepTask::Move(movement) => movement,
            StepTask::Legal(_) => continue,
        };
        if game.plies().len() >= limits::PLIES {
            let message = format!("more than {} moves", limits::PLIES);
            return Err(refused_step(KeyFault::at_key(&[], message)));
        }
        let checked = check_move(&mut game, movement, &step.expect).map_err(|e| refused_step(e.fault()))?;
        if !checked.differences.is_empty() {
            return Err(refused_step(KeyFault::at_key(&[], checked.differences.join("; "))));
        }
    }
    Ok(TitledGame { title: bounded_title(&scenario.title), game })
}
