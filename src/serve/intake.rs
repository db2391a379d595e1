//! From what a visitor asks for to a game: variant, parameters, position, scenario.

use super::limits;
use super::refusal::Refusal;
use crate::game::{Game, Position, Prepared};
use crate::scenario::Scenario;
use crate::variant::{Fault, ReadError, Variant, VariantSpec, built_in_kinds, names_file};
use crate::wording::{TextFault, read_toml};
use serde::Deserialize;
use toml::Table;

/// A request for a new game, as sent.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct NewGame {
    /// A preset; `continuous` when left out.
    pub variant: Option<String>,
    /// The text of a variant file, instead of a preset; or with a scenario the file that it names.
    pub file: Option<String>,
    /// Parameters laid over it.
    pub rules: Table,
    /// A position text or a FEN; the initial array when left out.
    pub position: Option<String>,
    /// A scenario as TOML, instead of all the others.
    pub scenario: Option<String>,
    /// What the game is called.
    pub title: String,
}

impl NewGame {
    /// The game, and what it is called.
    ///
    /// # Errors
    /// When the variant is unknown, its parameters or the position are wrong, or a scenario's move is
    /// not as expected.
    pub fn build(&self) -> Result<(String, Game), Refusal> {
        if let Some(text) = &self.scenario {
            return from_scenario(text, self.file.as_deref());
        }
        let prepared = match &self.file {
            Some(text) => from_file(text, &self.rules)?,
            None => prepare(self.variant.as_deref().unwrap_or("continuous"), &self.rules)?,
        };
        let position = self.position.as_deref().unwrap_or("start");
        let game = Game::new(read_position(&prepared, position)?);
        Ok((title(&self.title), game))
    }
}

fn title(text: &str) -> String {
    text.trim().chars().filter(|c| !c.is_control()).take(120).collect()
}

/// A preset by name: never a file, for the name comes from outside.
fn prepare(name: &str, rules: &Table) -> Result<Prepared, Refusal> {
    let variant = Variant::named(name, rules).map_err(|e| Refusal::new("variant", e.to_string()))?;
    ready(variant)
}

/// The variant of a file, whose initial array has to be one.
///
/// # Errors
/// Every fault with its place in the text.
pub fn from_file(text: &str, rules: &Table) -> Result<Prepared, Refusal> {
    let variant = Variant::read(text, rules)?;
    let wrong = |parameter: &str, message: String, kind: Option<usize>| {
        let fault = Fault { parameter: parameter.to_owned(), message, kind: kind.map(|i| (i, None)) };
        Refusal::from(ReadError::Faults(vec![TextFault::locate(text, &fault)]))
    };
    let spec = variant.spec();
    if spec.name.trim().is_empty() || spec.name.len() > limits::NAME {
        let most = limits::NAME;
        return Err(wrong("name", format!("a variant has a name, of at most {most} bytes"), None));
    }
    let own = variant.kinds().iter().skip(built_in_kinds().len());
    for (i, kind) in own.enumerate() {
        let lanes: usize = kind.moves.iter().map(|m| m.directions.len() * m.arcs.len().max(1)).sum();
        if lanes > limits::LANES || kind.extent.core().len() > limits::CORNERS {
            let (lanes, corners) = (limits::LANES, limits::CORNERS);
            let message = format!("the page plays kinds of at most {lanes} lanes and {corners} corners");
            return Err(wrong(&format!("kind `{}`", kind.name), message, Some(i)));
        }
    }
    let prepared = ready(variant)?;
    read_position(&prepared, "start").map_err(|e| wrong("start", e.message, None))?;
    Ok(prepared)
}

/// A variant that was stored with its game.
///
/// # Errors
/// When this program no longer plays it.
pub fn stored_variant(text: &str) -> Result<Prepared, Refusal> {
    let wrong = |e: &dyn std::fmt::Display| Refusal::new("variant", e.to_string());
    let spec: VariantSpec = toml::from_str(text).map_err(|e| wrong(&e))?;
    ready(Variant::new(spec).map_err(|e| wrong(&e))?)
}

fn ready(variant: Variant) -> Result<Prepared, Refusal> {
    let spec = variant.spec();
    if !variant.is_lattice() {
        if spec.board_size > limits::BOARD_SIZE {
            let most = limits::BOARD_SIZE;
            return Err(Refusal::new("variant", format!("board_size: the page shows boards up to {most}")));
        }
        if spec.step > 0.0 && spec.step < limits::STEP {
            let least = limits::STEP;
            return Err(Refusal::new("variant", format!("step: the page plays steps of {least} and more")));
        }
    }
    Prepared::new(variant).map_err(|e| Refusal::new("variant", e.to_string()))
}

/// A position text, or where there is no `@` in it a FEN.
fn read_position(variant: &Prepared, text: &str) -> Result<Position, Refusal> {
    let text = text.trim();
    let men = text.matches('@').count();
    if men > limits::PIECES {
        let most = limits::PIECES;
        return Err(Refusal::new("position", format!("{men} men: a game here has at most {most}")));
    }
    let is_text = men > 0 || text == "start" || text.starts_with(';');
    let read = if is_text { Position::from_text(variant, text) } else { Position::from_fen(variant, text) };
    let position = read.map_err(|e| Refusal::new("position", e.to_string()))?;
    let odd = odd_men(&position);
    if odd > limits::ODD_MEN {
        let most = limits::ODD_MEN;
        let message = format!("{odd} men that are no plain discs: a game here has at most {most}");
        return Err(Refusal::new("position", message));
    }
    Ok(position)
}

/// How many men need the general way of deciding moves, which is slow.
fn odd_men(position: &Position) -> usize {
    match position {
        Position::Plane(p) => p.pieces().iter().filter(|piece| !p.rules().kind(piece.kind).plain).count(),
        Position::Lattice(_) => 0,
    }
}

fn from_scenario(text: &str, file: Option<&str>) -> Result<(String, Game), Refusal> {
    let wrong = |message: String| Refusal::new("scenario", message);
    let scenario: Scenario =
        read_toml(text).map_err(|e| Refusal { faults: vec![e.clone()], ..wrong(e.to_string()) })?;
    let name = scenario.variant.as_ref().as_str();
    let rules = scenario.overrides();
    let prepared = match (names_file(name), file) {
        (true, Some(file)) => from_file(file, &rules)?,
        // What lies on the server's disk is nobody's business here.
        (true, None) => {
            return Err(wrong(format!(
                "it is played by the variant file `{name}`: open both files together"
            )));
        }
        (false, _) => prepare(name, &rules)?,
    };
    let written = scenario.position.as_ref().or(scenario.fen.as_ref());
    let mut game = Game::new(read_position(&prepared, written.map_or("start", |p| p.as_ref().as_str()))?);
    for (i, step) in scenario.steps.iter().enumerate() {
        let step = step.as_ref();
        let Some(text) = &step.movement else { continue };
        if game.plies().len() >= limits::PLIES {
            return Err(wrong(format!("more than {} moves", limits::PLIES)));
        }
        match (game.play(text), step.expect.illegal) {
            (Ok(_), Some(_)) => {
                return Err(wrong(format!("step {}: `{text}` should be illegal and is not", i + 1)));
            }
            (Err(e), None) => return Err(wrong(format!("step {}: `{text}`: {e}", i + 1))),
            (Ok(_), None) | (Err(_), Some(_)) => {}
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
    fn what_would_take_for_ever_is_refused() {
        let rules = "board_size = 1e6\nstep = 0.001".parse().expect("toml");
        assert!(refused(&NewGame { rules, ..NewGame::default() }).contains("up to 64"));
        let men = "Qa@1,1 ".repeat(201) + "; w";
        assert!(refused(&NewGame { position: Some(men), ..NewGame::default() }).contains("at most 200"));
        let place = |n: u32| format!("G{n}@{},{} ", f64::from(n % 8) + 0.5, f64::from(n / 8) + 0.5);
        let men = (0..64).map(place).collect::<String>() + "; w";
        assert!(refused(&NewGame { position: Some(men), ..NewGame::default() }).contains("no plain discs"));
    }
}
