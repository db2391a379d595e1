//! A request for a new game, and the game that it asks for.

use super::bounds::{from_file, from_preset, read_bounded, read_position};
use super::clock::TimeControl;
use super::opponent::Opponent;
use crate::chess::Draws;
use crate::diagnostics::{TextFault, optional_object, read_json_file};
use crate::game::{Game, Record};
use crate::scenario::{Scenario, Task, check_move};
use crate::serve::error::ApiError;
use crate::serve::limits;
use crate::variant::names_file;
use serde::Deserialize;
use toml::Table;

/// A request for a new game, as sent.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct NewGame {
    /// A preset; `continuous` when left out.
    pub variant: Option<String>,
    /// The text of a variant file, instead of a preset; with a scenario, of the file that it names.
    pub file: Option<String>,
    /// Parameters laid over the variant.
    pub rules: Table,
    /// A position text or a FEN; the initial array when left out.
    pub position: Option<String>,
    /// A scenario as TOML, or a game as a line of JSON that a match wrote, instead of everything else.
    pub scenario: Option<String>,
    /// The title of the game.
    pub title: String,
    /// The program as a player.
    #[serde(deserialize_with = "optional_object")]
    pub opponent: Option<Opponent>,
    /// The clock; without one nobody is in a hurry.
    #[serde(deserialize_with = "optional_object")]
    pub clock: Option<TimeControl>,
}

impl NewGame {
    /// The title and the game.
    ///
    /// # Errors
    /// When the variant is unknown, its parameters or the position are wrong, or a scenario's move is
    /// not as expected.
    pub fn build(&self) -> Result<(String, Game), ApiError> {
        if let Some(text) = self.scenario.as_deref().filter(|text| is_record(text)) {
            return from_record(text, self.file.as_deref());
        }
        if let Some(text) = &self.scenario {
            return from_scenario(text, self.file.as_deref());
        }
        let prepared = match &self.file {
            Some(text) => from_file(text, &self.rules)?,
            None => from_preset(self.variant.as_deref().unwrap_or("continuous"), &self.rules)?,
        };
        let position = self.position.as_deref().unwrap_or("start");
        let game = Game::new(read_position(&prepared, position)?);
        Ok((title(&self.title), game))
    }
}

fn title(text: &str) -> String {
    text.trim().chars().filter(|c| !c.is_control()).take(limits::TITLE).collect()
}

/// Whether a text is a game as a match writes it: no TOML begins with a brace.
fn is_record(text: &str) -> bool {
    text.trim_start().starts_with('{')
}

/// The title and game of a record.
fn from_record(text: &str, file: Option<&str>) -> Result<(String, Game), ApiError> {
    let refused = |message: String| ApiError::new("scenario", message);
    let record: Record = read_json_file(text).map_err(|TextFault { line, column, message }| {
        refused(format!("no game: line {line}, column {column}: {message}"))
    })?;
    if record.moves.len() > limits::PLIES {
        return Err(refused(format!("more than {} moves", limits::PLIES)));
    }
    let prepared = match (names_file(&record.variant), file) {
        (true, Some(file)) => from_file(file, &record.rules)?,
        // No name from outside opens a file on the server's disk.
        (true, None) => {
            let message =
                format!("it is played by the variant file `{}`: open both files together", record.variant);
            return Err(refused(message));
        }
        (false, _) => from_preset(&record.variant, &record.rules)?,
    };
    // The bounds of the server hold for the start; the moves keep to the rules.
    read_position(&prepared, &record.start)?;
    let game = record.replay(&prepared, Draws::Claimed).map_err(|e| refused(e.to_string()))?;
    Ok((title(&format!("{} against {}", record.white, record.black)), game))
}

/// The title and game of a scenario. Its moves are held to what it expects; its `legal` steps are left to `continuum run`.
fn from_scenario(text: &str, file: Option<&str>) -> Result<(String, Game), ApiError> {
    let faulty = |faults: Vec<TextFault>| {
        let message = faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
        ApiError { faults, ..ApiError::new("scenario", message) }
    };
    let wrong = |byte: usize, message: String| faulty(vec![TextFault::at(text, byte, message)]);
    let scenario = Scenario::read(text).map_err(faulty)?;
    let name = scenario.variant().map_err(|(byte, message)| wrong(byte, message.to_owned()))?.get_ref();
    let rules = scenario.overrides();
    let prepared = match (names_file(name), file) {
        (true, Some(file)) => from_file(file, &rules)?,
        // No name from outside opens a file on the server's disk.
        (true, None) => {
            let message = format!("it is played by the variant file `{name}`: open both files together");
            return Err(ApiError::new("scenario", message));
        }
        (false, _) => from_preset(name, &rules)?,
    };
    let (written, read) = scenario.written().map_err(|(byte, message)| wrong(byte, message.to_owned()))?;
    let position = read_bounded(&prepared, written.get_ref(), read)
        .map_err(|e| wrong(written.span().start + e.column, e.message))?;
    let mut game = Game::new(position);
    for step in &scenario.steps {
        let wrong = |message: String| wrong(step.span().start, message);
        let step = step.get_ref();
        let movement = match &step.task {
            Task::Move(text) => text,
            Task::Legal(_) => continue,
        };
        if game.plies().len() >= limits::PLIES {
            return Err(wrong(format!("more than {} moves", limits::PLIES)));
        }
        let (failures, _) =
            check_move(&mut game, movement, &step.expect).map_err(|e| wrong(e.to_string()))?;
        if !failures.is_empty() {
            return Err(wrong(failures.join("; ")));
        }
    }
    Ok((title(&scenario.title), game))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(new: &NewGame) -> String {
        new.build().map(|_| ()).expect_err("refused").message
    }

    #[test]
    fn a_name_from_outside_never_opens_a_file() {
        let new = NewGame { variant: Some("/etc/passwd.toml".to_owned()), ..NewGame::default() };
        assert!(refused(&new).contains("no variant is called"));
        let scenario = "title = \"t\"\nvariant = \"../secret.toml\"".to_owned();
        let new = NewGame { scenario: Some(scenario), ..NewGame::default() };
        assert!(refused(&new).contains("open both files together"));
    }

    #[test]
    fn a_scenario_is_played_to_its_end() {
        let scenario = "title = \"t\"\nvariant = \"continuous\"\nposition = \"start\"\n[[step]]\nmove = \"Pe 90 2\"\n[[step]]\n\
                        move = \"pe 90 3\"\nexpect = { illegal = \"range\" }\n[[step]]\nlegal = { piece = \"pe\" }";
        let new = NewGame { scenario: Some(scenario.to_owned()), ..NewGame::default() };
        let (title, game) = new.build().expect("a game");
        assert_eq!((title.as_str(), game.plies().len()), ("t", 1));
    }

    #[test]
    fn a_game_of_a_match_is_opened() {
        let line = r#"{"game": 1, "variant": "continuous", "rules": {}, "start": "start", "white": "greedy", "black": "random",
            "moves": ["Pe 90 2", "pe 90 1.5"], "result": "1/2-1/2", "reason": "max-plies"}"#;
        let open = |line: String| NewGame { scenario: Some(line), ..NewGame::default() };
        let (title, game) = open(line.to_owned()).build().expect("a game");
        assert_eq!((title.as_str(), game.plies().len()), ("greedy against random", 2));
        assert!(refused(&open(line.replace("1.5", "3"))).contains("move 2, `pe 90 3`"));
        assert!(refused(&open(line.replace("continuous", "../x.toml"))).contains("open both files together"));
    }

    #[test]
    fn a_scenario_is_held_to_what_continuum_run_asks_of_it() {
        let message = |rest: &str| {
            let scenario = Some(format!("title = \"t\"\nvariant = \"continuous\"\n{rest}"));
            refused(&NewGame { scenario, ..NewGame::default() })
        };
        assert!(message("").contains("`position` is missing"));
        assert!(message("position = \"start\"\nfen = \"8/8 w\"").contains("line 4, column 7: give either"));
        let played = |step: &str| message(&format!("position = \"start\"\n[[step]]\n{step}"));
        let unreadable = played("move = \"Pe north\"\nexpect = { illegal = \"range\" }");
        assert!(unreadable.contains("line 4, column 1: move `Pe north`"), "{unreadable}");
        let other = played("move = \"Pe 90 3\"\nexpect = { illegal = \"turn\" }");
        assert!(other.contains("illegal: expected \"turn\", found \"range\""), "{other}");
        assert!(played("move = \"Pe 90 2\"\nexpect = { illegal = \"range\" }").contains("is legal"));
        assert!(played("move = \"Pe 90 3\"").contains("is illegal"));
        assert!(played("move = \"Pe 90 2\"\nlegal = {}").contains("either a `move` or"));
    }

    #[test]
    fn a_long_title_is_cut() {
        let new = NewGame { title: "é\n".repeat(500), ..NewGame::default() };
        let (title, _) = new.build().expect("a game");
        assert_eq!(title, "é".repeat(limits::TITLE));
    }

    #[test]
    fn what_would_take_too_long_is_refused() {
        let rules = "board_size = 1e6\nstep = 0.001".parse().expect("toml");
        assert!(refused(&NewGame { rules, ..NewGame::default() }).contains("up to 64"));
        let pieces = "Qa@1,1 ".repeat(201) + "; w";
        assert!(refused(&NewGame { position: Some(pieces), ..NewGame::default() }).contains("at most 200"));
        let place = |n: u32| format!("G{n}@{},{} ", f64::from(n % 8) + 0.5, f64::from(n / 8) + 0.5);
        let pieces = (0..64).map(place).collect::<String>() + "; w";
        assert!(
            refused(&NewGame { position: Some(pieces), ..NewGame::default() }).contains("no plain discs")
        );
    }
}
