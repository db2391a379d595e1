//! The answers of searches.

use super::score::Score;
use crate::chess::{Color, Status};
use crate::game::Game;
use serde::Serialize;

/// The answer of a search: the best lines found.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SearchResult {
    /// The status of the position.
    pub status: Status,
    /// The requested number of lines, best first; fewer if there are fewer moves, and none if the game is over. At a level below
    /// full strength the first line begins with the move that the level plays.
    pub lines: Vec<SearchLine>,
    /// The number of positions that all threads searched.
    pub nodes: u64,
    /// The time of the search, seconds.
    pub seconds: f64,
}

/// A line of play with its value.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SearchLine {
    /// The value for the side to move.
    pub score: Score,
    /// The depth of the search, plies.
    pub depth: u32,
    /// The texts of the moves, as they are played. There is at least one.
    #[serde(rename = "pv")]
    pub moves: Vec<String>,
}

/// A line that a running search reports.
#[derive(Debug, Clone, Copy)]
pub struct SearchProgress<'a> {
    /// The rank of the line, 1 for the best.
    pub place: usize,
    /// The line.
    pub line: &'a SearchLine,
    /// The length of the longest searched line, plies.
    pub deepest: u32,
    /// The filled share of the table of known positions, thousandths.
    pub table_permille: u32,
    /// The number of positions searched so far.
    pub nodes: u64,
    /// The time so far, seconds.
    pub seconds: f64,
}

/// The number of plies after which this engine accepts a draw in an even game.
const DRAW_AFTER: usize = 40;

/// The value at which this engine accepts a draw at any time, in hundredths of a pawn.
const CLEARLY_WORSE: i32 = -100;

impl SearchResult {
    /// Returns the text of the best move.
    pub fn best_move(&self) -> Option<&str> {
        self.lines.first()?.moves.first().map(String::as_str)
    }

    /// Whether this engine accepts a draw for `side`, where this is the result of searching the game's position. It accepts if the
    /// side is clearly worse, and late in the game also if the side is not better.
    pub fn takes_draw(&self, game: &Game, side: Color) -> bool {
        let Some(line) = self.lines.first() else { return false };
        let score = if game.position().turn() == side { line.score } else { -line.score };
        let is_late = game.plies().len() >= DRAW_AFTER;
        score <= if is_late { Score::DRAW } else { Score::centipawns(CLEARLY_WORSE) }
    }
}
