//! What a search answers.

use super::score::Score;
use crate::chess::Status;
use serde::Serialize;

/// The best lines found.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Answer {
    /// How the position stands.
    pub status: Status,
    /// The best first, as many as were asked for and there are moves; none when the game is over. With a level the first is
    /// the move that the level plays.
    pub lines: Vec<Line>,
    /// Positions searched, by all threads.
    pub nodes: u64,
    /// How long it took.
    pub seconds: f64,
}

/// One line of play.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Line {
    /// Its value for the side to move.
    pub score: Score,
    /// The plies to which it was searched.
    pub depth: u32,
    /// The moves, each in the text in which it is played. There is at least one.
    #[serde(rename = "pv")]
    pub moves: Vec<String>,
}

/// A line found while the search goes on.
#[derive(Debug, Clone, Copy)]
pub struct News<'a> {
    /// The place of the line, 1 for the best.
    pub place: usize,
    /// The line.
    pub line: &'a Line,
    /// The plies of the longest line looked at.
    pub deepest: u32,
    /// How full the table of known positions is, in thousandths.
    pub table_permille: u32,
    /// Positions searched so far.
    pub nodes: u64,
    /// Seconds so far.
    pub seconds: f64,
}

impl Answer {
    /// The answer to a position in which nothing may move.
    pub fn decided(status: Status) -> Answer {
        Answer { status, lines: Vec::new(), nodes: 0, seconds: 0.0 }
    }

    /// The move to play.
    pub fn best_move(&self) -> Option<&str> {
        self.lines.first()?.moves.first().map(String::as_str)
    }
}
