//! Files of games: one game in each line as `match` writes them, or PGN.

use super::Failure;
use crate::chess::Draws;
use crate::diagnostics::{FileFaults, TextFault, read_json, read_text};
use crate::game::{Game, Pgn, PgnFault, Prepared, Record};
use crate::scenario::{Report, ScenarioError};
use rayon::prelude::*;
use std::path::{Path, PathBuf};

/// The ending of the name of a PGN file.
const PGN: &str = "pgn";

/// Whether a file holds games, by its name.
pub fn is_games(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "jsonl" || extension == PGN)
}

/// A game by its file and line, and the result of its replay.
type Replayed = (PathBuf, Result<Report, ScenarioError>);

/// Replays every game of a file. Each is named by the file and its line.
pub fn replay_all(path: &Path, pool: &rayon::ThreadPool) -> Result<Vec<Replayed>, Failure> {
    let text = read_text(path)?;
    if path.extension().is_some_and(|extension| extension == PGN) {
        let fault = |(line, e): PgnFault| {
            let message = e.to_string();
            ScenarioError::from(FileFaults::one(path, TextFault { line, column: 1, message }))
        };
        let games = Pgn::read_all(&text).map_err(fault)?;
        let one = |game: &Pgn| {
            let name = PathBuf::from(format!("{}:{}", path.display(), game.line));
            let report = game.play().map(|played| of_pgn(&name, game, played)).map_err(fault);
            (name, report)
        };
        return Ok(pool.install(|| games.par_iter().map(one).collect()));
    }
    let lines: Vec<(usize, &str)> =
        text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()).collect();
    let one = |&(index, line): &(usize, &str)| {
        let name = PathBuf::from(format!("{}:{}", path.display(), index + 1));
        let fault = |message| FileFaults::one(path, TextFault { line: index + 1, column: 1, message });
        let report = replay(&name, line).map_err(|message| fault(message).into());
        (name, report)
    };
    Ok(pool.install(|| lines.par_iter().map(one).collect()))
}

fn replay(name: &Path, line: &str) -> Result<Report, String> {
    let record: Record = read_json(line.as_bytes()).map_err(|e| format!("no game: {e}"))?;
    let prepared =
        Prepared::load(&record.variant, Path::new(""), &record.rules).map_err(|e| e.to_string())?;
    let game = record.replay(&prepared, Draws::Unclaimed).map_err(|e| e.to_string())?;
    let title = format!("{} against {}, {}, {}", record.white, record.black, record.result, record.reason);
    let (steps, failures) = (record.moves.len(), Vec::new());
    Ok(Report { path: name.to_owned(), title, steps, asked: None, game, failures })
}

fn of_pgn(name: &Path, written: &Pgn, game: Game) -> Report {
    let tag = |name: &str| written.tag(name).unwrap_or("?");
    let result = written.result.map_or("*", |result| result.as_str());
    let title = format!("{} against {}, {result}", tag("White"), tag("Black"));
    let (steps, failures) = (written.moves.len(), Vec::new());
    Report { path: name.to_owned(), title, steps, asked: None, game, failures }
}
