//! From what a visitor asks for to a game: variant, parameters, position, scenario.

use super::limits;
use super::refusal::Refusal;
use crate::game::{Game, Position, PositionError, Prepared};
use crate::scenario::{ReadPosition, Scenario, Task, check_move};
use crate::variant::{Fault, ReadError, Variant, VariantFaults, VariantSpec, built_in_kinds, names_file};
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
    ready(Variant::named(name, rules).map_err(unplayable)?).map_err(unplayable)
}

/// The variant of a file, whose initial array has to be one.
///
/// # Errors
/// Every fault, with its place in the text if it is a fault of the text.
pub fn from_file(text: &str, rules: &Table) -> Result<Prepared, Refusal> {
    let placed = |VariantFaults(faults): VariantFaults| {
        // What is wrong with a kind is told by its number and name.
        let is_laid_over =
            |fault: &Fault| fault.parameter.split(' ').next().is_some_and(|name| rules.contains_key(name));
        if faults.iter().any(is_laid_over) {
            return unplayable(VariantFaults(faults));
        }
        ReadError::Faults(faults.iter().map(|fault| TextFault::locate(text, fault)).collect()).into()
    };
    let prepared = ready(Variant::read(text, rules)?).map_err(placed)?;
    let array = read_bounded(&prepared, "start", Position::from_text);
    array.map_err(|e| placed(fault("start", e.to_string())))?;
    Ok(prepared)
}

/// A variant that was stored with its game.
///
/// # Errors
/// When this program no longer plays it.
pub fn stored_variant(text: &str) -> Result<Prepared, Refusal> {
    let spec: VariantSpec = toml::from_str(text).map_err(unplayable)?;
    ready(Variant::new(spec).map_err(unplayable)?).map_err(unplayable)
}

fn unplayable(e: impl std::fmt::Display) -> Refusal {
    Refusal::new("variant", e.to_string())
}

fn fault(parameter: &str, message: String) -> VariantFaults {
    VariantFaults(vec![Fault { parameter: parameter.to_owned(), message, kind: None }])
}

/// A variant within the page's bounds made ready: every game's goes through here.
fn ready(variant: Variant) -> Result<Prepared, VariantFaults> {
    let spec = variant.spec();
    if spec.name.trim().is_empty() || spec.name.len() > limits::NAME {
        let most = limits::NAME;
        return Err(fault("name", format!("a variant has a name, of at most {most} bytes")));
    }
    if !variant.is_lattice() {
        let (width, height) = spec.board_extent();
        if width.max(height) > limits::BOARD_SIZE {
            let most = limits::BOARD_SIZE;
            return Err(fault("board_size", format!("the page shows boards up to {most}")));
        }
        if spec.step > 0.0 && spec.step < limits::STEP {
            let least = limits::STEP;
            return Err(fault("step", format!("the page plays steps of {least} and more")));
        }
    }
    let own = variant.kinds().iter().skip(built_in_kinds().len());
    for (i, kind) in own.enumerate() {
        let lanes: usize = kind.moves.iter().map(|m| m.directions.len() * m.arcs.len().max(1)).sum();
        if lanes > limits::LANES || kind.extent.core().len() > limits::CORNERS {
            let (lanes, corners) = (limits::LANES, limits::CORNERS);
            let message = format!("the page plays kinds of at most {lanes} lanes and {corners} corners");
            let parameter = format!("kind `{}`", kind.name);
            return Err(VariantFaults(vec![Fault { parameter, message, kind: Some((i, None)) }]));
        }
    }
    Prepared::new(variant).map_err(|e| fault("motion", e.to_string()))
}

/// A position text, or where there is no `@` in it a FEN.
fn read_position(variant: &Prepared, text: &str) -> Result<Position, Refusal> {
    let text = text.trim();
    let is_text = text.contains('@') || text == "start" || text.starts_with(';');
    let read = if is_text { Position::from_text } else { Position::from_fen };
    read_bounded(variant, text, read).map_err(|e| Refusal::new("position", e.to_string()))
}

/// Reads a position of no more men than the page plays. They are counted first, in the array when it is that which is
/// read: the more there are, the longer reading takes.
fn read_bounded(variant: &Prepared, text: &str, read: ReadPosition) -> Result<Position, PositionError> {
    let written = if text.trim() == "start" { &variant.variant().spec().start } else { text };
    let men = written.matches('@').count();
    if men > limits::PIECES {
        let most = limits::PIECES;
        return Err(PositionError::new(1, format!("{men} men: a game here has at most {most}")));
    }
    let position = read(variant, text)?;
    let odd = odd_men(&position);
    if odd > limits::ODD_MEN {
        let most = limits::ODD_MEN;
        let message = format!("{odd} men that are no plain discs: a game here has at most {most}");
        return Err(PositionError::new(1, message));
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

/// The game of a scenario, whose moves have to be as it expects. Its questions are left to `continuum run`.
fn from_scenario(text: &str, file: Option<&str>) -> Result<(String, Game), Refusal> {
    let told = |fault: TextFault| {
        let refusal = Refusal::new("scenario", fault.to_string());
        Refusal { faults: vec![fault], ..refusal }
    };
    let wrong = |byte: usize, message: String| told(TextFault::at(text, byte, message));
    let scenario: Scenario = read_toml(text).map_err(told)?;
    let name = scenario.variant.get_ref();
    let rules = scenario.overrides();
    let prepared = match (names_file(name), file) {
        (true, Some(file)) => from_file(file, &rules)?,
        // What lies on the server's disk is nobody's business here.
        (true, None) => {
            let message = format!("it is played by the variant file `{name}`: open both files together");
            return Err(Refusal::new("scenario", message));
        }
        (false, _) => prepare(name, &rules)?,
    };
    let (written, read) = scenario.written().map_err(|(byte, message)| wrong(byte, message.to_owned()))?;
    let position = read_bounded(&prepared, written.get_ref(), read)
        .map_err(|e| wrong(written.span().start + e.column, e.message))?;
    let mut game = Game::new(position);
    for step in &scenario.steps {
        let wrong = |message: String| wrong(step.span().start, message);
        let step = step.get_ref();
        let movement = match step.task().map_err(|message| wrong(message.to_owned()))? {
            Task::Move(text) => text,
            Task::Legal(_) => continue,
        };
        if game.plies().len() >= limits::PLIES {
            return Err(wrong(format!("more than {} moves", limits::PLIES)));
        }
        let (failures, _) = check_move(&mut game, movement, &step.expect).map_err(wrong)?;
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
    fn a_scenario_is_held_to_what_continuum_run_asks_of_it() {
        let told = |rest: &str| {
            let scenario = Some(format!("title = \"t\"\nvariant = \"continuous\"\n{rest}"));
            refused(&NewGame { scenario, ..NewGame::default() })
        };
        assert!(told("").contains("`position` is missing"));
        assert!(told("position = \"start\"\nfen = \"8/8 w\"").contains("line 4, column 7: give either"));
        let played = |step: &str| told(&format!("position = \"start\"\n[[step]]\n{step}"));
        let unreadable = played("move = \"Pe north\"\nexpect = { illegal = \"range\" }");
        assert!(unreadable.contains("line 4, column 1: move `Pe north`"), "{unreadable}");
        let other = played("move = \"Pe 90 3\"\nexpect = { illegal = \"turn\" }");
        assert!(other.contains("illegal: expected \"turn\", found \"range\""), "{other}");
        assert!(played("move = \"Pe 90 2\"\nexpect = { illegal = \"range\" }").contains("is legal"));
        assert!(played("move = \"Pe 90 3\"").contains("is illegal"));
        assert!(played("move = \"Pe 90 2\"\nlegal = {}").contains("either a `move` or"));
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
