//! Files of games: one game in each line as `match` writes them, or PGN.

use crate::chess::Draws;
use crate::diagnostics::{FileFaults, LineFault, TextFault, read_json, read_text};
use crate::game::{Game, Pgn, PgnFault, Prepared, Record};
use crate::scenario::{Report, ScenarioError};
use std::path::{Path, PathBuf};

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
    Pgn(Pgn),
}

/// Returns the games of a file in order.
pub fn read_games(path: &Path) -> Result<Vec<WrittenGame<'_>>, ScenarioError> {
    let text = read_text(path)?;
    if path.extension().is_some_and(|extension| extension == PGN) {
        let games = Pgn::read_all(&text).map_err(|fault| of_pgn_line(path, fault))?;
        let written = |game: Pgn| WrittenGame { path, line: game.line, form: Form::Pgn(game) };
        return Ok(games.into_iter().map(written).collect());
    }
    let lines = text.lines().zip(1..).filter(|(written, _)| !written.trim().is_empty());
    let written = |(text, line): (&str, usize)| WrittenGame { path, line, form: Form::Json(text.to_owned()) };
    Ok(lines.map(written).collect())
}

/// Returns a fault of a PGN file, of which only the line is known.
fn of_pgn_line(path: &Path, (line, e): PgnFault) -> FileFaults {
    FileFaults::in_line(path, "", TextFault { line, column: 1, message: e.to_string() })
}

impl WrittenGame<'_> {
    /// Returns the file with the line in which the game begins.
    pub fn name(&self) -> PathBuf {
        PathBuf::from(format!("{}:{}", self.path.display(), self.line))
    }

    /// Replays the game.
    pub fn replay(&self) -> Result<Report, ScenarioError> {
        let (title, steps, game) = match &self.form {
            Form::Json(text) => of_line(text).map_err(|LineFault { column, message }| {
                FileFaults::in_line(self.path, text, TextFault { line: self.line, column, message })
            })?,
            Form::Pgn(game) => of_pgn(game).map_err(|fault| of_pgn_line(self.path, fault))?,
        };
        let (path, failures) = (self.name(), Vec::new());
        Ok(Report { path, title, steps, asked: None, game, broke_off: false, failures })
    }
}

/// Returns title, number of moves and game of a line of JSON.
fn of_line(text: &str) -> Result<(String, usize, Game), LineFault> {
    let record = read_record(text)?;
    let whole = |message| LineFault { column: 1, message };
    let prepared =
        Prepared::load(&record.variant, Path::new(""), &record.rules).map_err(|e| whole(e.to_string()))?;
    let game = record.replay(&prepared, Draws::Unclaimed).map_err(|e| whole(e.to_string()))?;
    let title = format!("{} against {}, {}, {}", record.white, record.black, record.result, record.reason);
    Ok((title, record.moves.len(), game))
}

/// Returns the record of a game in a line of JSON.
pub fn read_record(line: &str) -> Result<Record, LineFault> {
    read_json(line.as_bytes())
        .map_err(|LineFault { column, message }| LineFault { column, message: format!("no game: {message}") })
}

/// Returns title, number of moves and game of a game in PGN.
fn of_pgn(written: &Pgn) -> Result<(String, usize, Game), PgnFault> {
    let game = written.play()?;
    let tag = |name: &str| written.tag(name).unwrap_or("?");
    let result = written.result.map_or("*", |result| result.as_str());
    Ok((format!("{} against {}, {result}", tag("White"), tag("Black")), written.moves.len(), game))
}
