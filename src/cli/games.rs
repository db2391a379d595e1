//! Files of games: one game in each line as `match` writes them, or PGN.

use super::Failure;
use crate::chess::Draws;
use crate::diagnostics::{FileFaults, LineFault, TextFault, read_json, read_text};
use crate::disk::write_whole;
use crate::game::{Game, Pgn, PgnFault, Prepared, Record};
use crate::scenario::{ScenarioError, ScenarioReport};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The ending of the name of a PGN file.
const PGN: &str = "pgn";

/// Whether a file holds games, by its name.
pub fn is_games(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "jsonl" || extension == PGN)
}

/// A game of a file, not yet replayed.
pub struct WrittenGame<'p> {
    path: &'p Path,
    /// The line in which it begins, from 1.
    line: usize,
    form: Form,
}

enum Form {
    Json(String),
    /// The game, and the text of the whole file.
    Pgn(Pgn, Arc<str>),
}

/// Returns the games of a file in order.
pub fn read_games(path: &Path) -> Result<Vec<WrittenGame<'_>>, ScenarioError> {
    let text = read_text(path)?;
    if path.extension().is_some_and(|extension| extension == PGN) {
        let games = Pgn::read_all(&text).map_err(|fault| in_pgn(path, &text, &fault))?;
        let text: Arc<str> = text.into();
        let written =
            |game: Pgn| WrittenGame { path, line: game.line, form: Form::Pgn(game, Arc::clone(&text)) };
        return Ok(games.into_iter().map(written).collect());
    }
    let lines = text.lines().zip(1..).filter(|(written, _)| !written.trim().is_empty());
    let written = |(text, line): (&str, usize)| WrittenGame { path, line, form: Form::Json(text.to_owned()) };
    Ok(lines.map(written).collect())
}

/// Returns a fault of a PGN file with this text.
fn in_pgn(path: &Path, text: &str, &PgnFault { line, column, ref error }: &PgnFault) -> FileFaults {
    FileFaults::one(path, text, TextFault { line, column, message: error.to_string() })
}

impl WrittenGame<'_> {
    /// Returns the file with the line in which the game begins.
    pub fn name(&self) -> PathBuf {
        PathBuf::from(format!("{}:{}", self.path.display(), self.line))
    }

    /// Replays the game.
    pub fn replay(&self) -> Result<ScenarioReport, ScenarioError> {
        let Replayed { title, steps, game } = match &self.form {
            Form::Json(text) => of_line(text).map_err(|LineFault { column, message }| {
                FileFaults::in_line(self.path, text, TextFault { line: self.line, column, message })
            })?,
            Form::Pgn(game, text) => of_pgn(game).map_err(|fault| in_pgn(self.path, text, &fault))?,
        };
        let (path, failures) = (self.name(), Vec::new());
        Ok(ScenarioReport { path, title, steps, asked: None, game, broke_off: false, failures })
    }

    /// Returns the game as PGN, with the moves as they are replayed. `None` if a move cannot be written.
    pub fn to_pgn(&self, replayed: &Game) -> Option<String> {
        match &self.form {
            Form::Json(text) => read_record(text).ok()?.to_pgn(replayed),
            Form::Pgn(game, _) => Some(game.clone().spelled(replayed.start()).ok()?.to_string()),
        }
    }
}

/// The text of a PGN file that is being made.
#[derive(Default)]
pub struct PgnText(String);

impl PgnText {
    /// Adds a game. `None` is a game that cannot be written.
    pub fn add(&mut self, game: Option<String>, name: &str) -> Result<(), Failure> {
        let game = game.ok_or_else(|| format!("{name}: a move of this game cannot be written in PGN"))?;
        if !self.0.is_empty() {
            self.0.push('\n');
        }
        self.0.push_str(&game);
        Ok(())
    }

    /// Writes the file, whole or not at all.
    pub fn write(&self, path: &Path) -> Result<(), Failure> {
        Ok(write_whole(path, self.0.as_bytes())?)
    }
}

/// A game of a file that has been replayed.
struct Replayed {
    title: String,
    /// The number of moves in the file.
    steps: usize,
    game: Game,
}

/// Replays the game of a line of JSON.
fn of_line(text: &str) -> Result<Replayed, LineFault> {
    let record = read_record(text)?;
    let fault = |message| LineFault { column: 1, message };
    let prepared = Prepared::load(&record.variant, Path::new(""), &record.rules);
    let prepared = prepared.map_err(|e| fault(e.to_string()))?;
    let game = record.replay(&prepared, Draws::Unclaimed).map_err(|e| fault(e.to_string()))?;
    let title = format!("{} against {}, {}, {}", record.white, record.black, record.result, record.reason);
    Ok(Replayed { title, steps: record.moves.len(), game })
}

/// Returns the record of a game in a line of JSON.
pub fn read_record(line: &str) -> Result<Record, LineFault> {
    read_json(line.as_bytes())
        .map_err(|LineFault { column, message }| LineFault { column, message: format!("no game: {message}") })
}

/// Replays a game in PGN.
fn of_pgn(written: &Pgn) -> Result<Replayed, PgnFault> {
    let game = written.play()?;
    let tag = |name: &str| written.tag(name).unwrap_or("?");
    let result = written.result.map_or("*", |result| result.as_str());
    let title = format!("{} against {}, {result}", tag("White"), tag("Black"));
    Ok(Replayed { title, steps: written.moves.len(), game })
}
