//! Files of games: JSON lines as `match` writes them, with one game in each line, or PGN.

use super::Failure;
use continuum::chess::Draws;
use continuum::diagnostics::{FileFaults, TextFault, read_json, read_text};
use continuum::disk::write_whole;
use continuum::game::{Game, Pgn, PgnFault, Prepared, Record};
use continuum::scenario::{ScenarioError, ScenarioReport};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Whether a file is a file of games by its ending: `.jsonl` or `.pgn`.
pub fn is_games(path: &Path) -> bool {
    is_pgn(path) || path.extension().is_some_and(|extension| extension == "jsonl")
}

fn is_pgn(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "pgn")
}

/// A game of a file, not yet replayed.
pub struct WrittenGame<'p> {
    path: &'p Path,
    /// The line in which the game begins, from 1.
    line: usize,
    written: Written,
}

/// A game as its file has it.
enum Written {
    Json(String),
    Pgn { game: Pgn, file_text: Arc<str> },
}

/// Returns the games of a file in order.
pub fn read_games(path: &Path) -> Result<Vec<WrittenGame<'_>>, ScenarioError> {
    let text = read_text(path)?;
    let mut games = Vec::new();
    if is_pgn(path) {
        let pgn_games = Pgn::read_all(&text).map_err(|fault| in_pgn(path, &text, fault))?;
        let file_text: Arc<str> = text.into();
        for game in pgn_games {
            let (line, file_text) = (game.line, Arc::clone(&file_text));
            games.push(WrittenGame { path, line, written: Written::Pgn { game, file_text } });
        }
        return Ok(games);
    }
    for (line, text) in (1..).zip(text.lines()) {
        if !text.trim().is_empty() {
            games.push(WrittenGame { path, line, written: Written::Json(text.to_owned()) });
        }
    }
    Ok(games)
}

/// Returns a fault of PGN as a fault of its file, which has this text.
fn in_pgn(path: &Path, file_text: &str, fault: PgnFault) -> FileFaults {
    let PgnFault { line, column, error } = fault;
    FileFaults::new(path, file_text, [TextFault { line, column, message: error.to_string() }])
}

impl WrittenGame<'_> {
    /// Returns the path of the file and the line in which the game begins, as in `match.jsonl:3`.
    pub fn name(&self) -> PathBuf {
        PathBuf::from(format!("{}:{}", self.path.display(), self.line))
    }

    pub fn replay(&self) -> Result<ScenarioReport, ScenarioError> {
        Ok(match &self.written {
            Written::Json(text) => self.replay_json(text).map_err(|fault| {
                FileFaults::in_line(self.path, text, TextFault { line: self.line, ..fault })
            })?,
            Written::Pgn { game, file_text } => {
                self.replay_pgn(game).map_err(|fault| in_pgn(self.path, file_text, fault))?
            }
        })
    }

    fn replay_json(&self, text: &str) -> Result<ScenarioReport, TextFault> {
        let record = read_record(text)?;
        let fault = |message| TextFault { line: self.line, column: 1, message };
        let prepared = Prepared::load(&record.variant, Path::new(""), &record.rules)
            .map_err(|e| fault(e.to_string()))?;
        let game = record.replay(&prepared, Draws::Unclaimed).map_err(|e| fault(e.to_string()))?;
        let title =
            format!("{} against {}, {}, {}", record.white, record.black, record.result, record.reason);
        Ok(self.report(title, record.moves.len(), game))
    }

    fn replay_pgn(&self, pgn: &Pgn) -> Result<ScenarioReport, PgnFault> {
        let game = pgn.play()?;
        let player = |tag: &str| pgn.tag(tag).unwrap_or("?");
        let result = pgn.result.map_or("*", |result| result.as_str());
        let title = format!("{} against {}, {result}", player("White"), player("Black"));
        Ok(self.report(title, pgn.moves.len(), game))
    }

    /// Returns the report of the replayed game. `steps` is the number of moves in the file.
    fn report(&self, title: String, steps: usize, game: Game) -> ScenarioReport {
        let (path, failures) = (self.name(), Vec::new());
        ScenarioReport { path, title, steps, asked: None, game, broke_off: false, failures }
    }

    /// Returns the game as PGN, with the moves of the replayed game. `None` if PGN cannot express a move.
    pub fn to_pgn(&self, replayed: &Game) -> Option<String> {
        match &self.written {
            Written::Json(text) => read_record(text).ok()?.to_pgn(replayed),
            Written::Pgn { game, .. } => Some(game.clone().spelled(replayed.start()).ok()?.to_string()),
        }
    }
}

/// The text of a PGN file that is being made.
#[derive(Default)]
pub struct PgnText(String);

impl PgnText {
    /// Adds a game in PGN. `pgn` is `None` if PGN cannot express a move of the game; the error names the game.
    pub fn add(&mut self, pgn: Option<String>, game_name: &str) -> Result<(), Failure> {
        let Some(pgn) = pgn else {
            return Err(format!("{game_name}: a move of this game cannot be written in PGN").into());
        };
        if !self.0.is_empty() {
            self.0.push('\n');
        }
        self.0.push_str(&pgn);
        Ok(())
    }

    /// Writes the file. If the write fails, an existing file stays as it was.
    pub fn write(&self, path: &Path) -> Result<(), Failure> {
        Ok(write_whole(path, self.0.as_bytes())?)
    }
}

/// Returns the record of a game in a line of JSON.
pub fn read_record(line: &str) -> Result<Record, TextFault> {
    read_json(line.as_bytes())
        .map_err(|fault| TextFault { message: format!("no game: {}", fault.message), ..fault })
}
