//! A request for a new game, and the game that it asks for.

use super::bounds::{from_file, from_preset, read_bounded, read_position};
use super::error::{ApiError, ApiReason};
use super::limits;
use crate::arbiter::{Opponent, TimeControl};
use crate::chess::{Color, Draws};
use crate::diagnostics::{ByteFault, TextFault, optional_object, read_json_file};
use crate::game::{Game, Prepared, Record};
use crate::scenario::{Scenario, StepTask, WrittenPosition, check_move};
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
    /// A scenario as TOML, or a game as a line of JSON written by a match, instead of everything else.
    pub scenario: Option<String>,
    pub title: String,
    /// The program as a player, if it plays.
    #[serde(deserialize_with = "optional_object")]
    pub opponent: Option<Opponent>,
    /// The clock, if the game has one.
    #[serde(deserialize_with = "optional_object")]
    pub clock: Option<TimeControl>,
    /// The side that anybody on the server may take.
    pub open: Option<Color>,
}

/// A game with its title.
pub struct TitledGame {
    pub title: String,
    pub game: Game,
}

impl NewGame {
    /// Returns the game that is asked for. A draw ends it.
    ///
    /// # Errors
    /// When the variant is unknown, its parameters or the position are wrong, or a move of the scenario is not as expected.
    pub fn build(&self) -> Result<TitledGame, ApiError> {
        self.build_with(Some(Draws::Claimed))
    }

    /// Returns the game that is asked for. Without `draws` a scenario says whether a draw ends it, and the game of a match goes on
    /// after a draw.
    ///
    /// # Errors
    /// Those of [`NewGame::build`].
    pub fn build_with(&self, draws: Option<Draws>) -> Result<TitledGame, ApiError> {
        if let Some(text) = self.scenario.as_deref().filter(|text| is_record(text)) {
            return from_record(text, self.file.as_deref(), draws);
        }
        if let Some(text) = &self.scenario {
            return from_scenario(text, self.file.as_deref(), draws);
        }
        let prepared = self.rules()?;
        let position = self.position.as_deref().unwrap_or("start");
        let game = Game::new(read_position(&prepared, position)?);
        Ok(TitledGame { title: title(&self.title), game })
    }

    /// Returns the variant of a request without a scenario.
    ///
    /// # Errors
    /// When the variant is unknown, or its parameters are wrong.
    pub fn rules(&self) -> Result<Prepared, ApiError> {
        match &self.file {
            Some(text) => from_file(text, &self.rules),
            None => from_preset(self.variant.as_deref().unwrap_or("continuous"), &self.rules),
        }
    }
}

fn title(text: &str) -> String {
    text.trim().chars().filter(|c| !c.is_control()).take(limits::TITLE).collect()
}

/// Whether a text is a game written by a match: no TOML begins with a brace, and a comment in PGN seldom with a quotation mark.
pub(super) fn is_record(text: &str) -> bool {
    text.trim_start().strip_prefix('{').is_some_and(|rest| rest.trim_start().starts_with(['"', '}']))
}

/// Returns the variant that a text names: a preset, or the file that comes with the request. No name from outside
/// opens a file on the server's disk.
fn prepared(name: &str, file: Option<&str>, rules: &Table) -> Result<Prepared, ApiError> {
    match (names_file(name), file) {
        (true, Some(file)) => from_file(file, rules),
        (true, None) => {
            let message = format!("it is played by the variant file `{name}`: open both files together");
            Err(ApiError::new(ApiReason::Scenario, message))
        }
        (false, _) => from_preset(name, rules),
    }
}

/// Returns the game of a record.
fn from_record(text: &str, file: Option<&str>, draws: Option<Draws>) -> Result<TitledGame, ApiError> {
    let refused = |message: String| ApiError::new(ApiReason::Scenario, message);
    let record: Record = read_json_file(text).map_err(|TextFault { line, column, message }| {
        refused(format!("no game: line {line}, column {column}: {message}"))
    })?;
    if record.moves.len() > limits::PLIES {
        return Err(refused(format!("more than {} moves", limits::PLIES)));
    }
    let prepared = prepared(&record.variant, file, &record.rules)?;
    // The bounds of the server are tested on the start; the moves follow the rules.
    read_position(&prepared, &record.start)?;
    let draws = draws.unwrap_or(Draws::Unclaimed);
    let game = record.replay(&prepared, draws).map_err(|e| refused(e.to_string()))?;
    Ok(TitledGame { title: title(&format!("{} against {}", record.white, record.black)), game })
}

/// Returns the game of a scenario. Its moves must meet its expectations; `legal` steps are left to
/// `continuum run`.
fn from_scenario(text: &str, file: Option<&str>, draws: Option<Draws>) -> Result<TitledGame, ApiError> {
    let faulty = |faults: Vec<TextFault>| ApiError::of_faults(ApiReason::Scenario, faults);
    let wrong = |fault: ByteFault| faulty(vec![TextFault::at(text, fault.byte, fault.message)]);
    let scenario = Scenario::read(text).map_err(faulty)?;
    let name = scenario.variant().map_err(wrong)?.get_ref();
    let prepared = prepared(name, file, &scenario.overrides())?;
    let WrittenPosition { text: written, read } = scenario.written().map_err(wrong)?;
    let position = read_bounded(&prepared, written.get_ref(), read)
        .map_err(|e| wrong(ByteFault::new(written.span().start + e.column, e.message)))?;
    let draws = draws.or(scenario.draws).unwrap_or(Draws::Claimed);
    let mut game = Game::new(position).with_draws(draws);
    for (n, step) in scenario.steps.iter().enumerate() {
        let wrong_here = |message: String| wrong(ByteFault::new(step.span().start, message));
        let step = step.get_ref();
        let movement = match &step.task {
            StepTask::Move(movement) => movement,
            StepTask::Legal(_) => continue,
        };
        if game.plies().len() >= limits::PLIES {
            return Err(wrong_here(format!("more than {} moves", limits::PLIES)));
        }
        let checked =
            check_move(&mut game, movement, &step.expect).map_err(|e| faulty(vec![e.in_text(text, n)]))?;
        if !checked.differences.is_empty() {
            return Err(wrong_here(checked.differences.join("; ")));
        }
    }
    Ok(TitledGame { title: title(&scenario.title), game })
}
