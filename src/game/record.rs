//! A game as one record: what a match writes, and what can be played again.

use super::play::{Game, Refused};
use super::position::Position;
use super::prepared::Prepared;
use crate::chess::{Color, Draws};
use crate::choice::choice;
use serde::{Deserialize, Serialize};
use toml::Table;

choice! {
    /// How a game ended.
    pub enum GameResult("result") {
        /// White has won.
        WhiteWins = "1-0",
        /// Black has won.
        BlackWins = "0-1",
        /// Neither has won.
        Draw = "1/2-1/2",
    }
}

impl GameResult {
    /// The result when this side has won, or neither.
    pub fn of_winner(winner: Option<Color>) -> GameResult {
        match winner {
            Some(Color::White) => GameResult::WhiteWins,
            Some(Color::Black) => GameResult::BlackWins,
            None => GameResult::Draw,
        }
    }

    /// Who has won.
    pub fn winner(self) -> Option<Color> {
        match self {
            GameResult::WhiteWins => Some(Color::White),
            GameResult::BlackWins => Some(Color::Black),
            GameResult::Draw => None,
        }
    }
}

/// A game that has been played: one line of JSON.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// Its number in a match, from 1.
    pub game: u32,
    /// A preset or a variant file.
    pub variant: String,
    /// Parameters laid over the variant.
    #[serde(default)]
    pub rules: Table,
    /// The position it begins in.
    pub start: String,
    /// Who played White.
    pub white: String,
    /// Who played Black.
    pub black: String,
    /// The moves, each in the text in which it was played.
    pub moves: Vec<String>,
    /// The result.
    pub result: GameResult,
    /// Why the game ended.
    pub reason: String,
}

/// A record that cannot be played again.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// The position it begins in is none of the variant.
    #[error("`start`: {0}")]
    Start(String),
    /// A move is refused.
    #[error("move {number}, `{text}`: {why}")]
    Move {
        /// Which, from 1.
        number: usize,
        /// Its text.
        text: String,
        /// Why.
        why: String,
    },
    /// The result is not what the board says.
    #[error("`result` is {found}, and the game on the board ends {expected}")]
    Result {
        /// As written.
        found: GameResult,
        /// By the board.
        expected: GameResult,
    },
}

impl Record {
    /// Plays the moves again. Where draws are unclaimed, moves may follow a draw, and another result may end the game.
    ///
    /// # Errors
    /// A position or move that the variant does not allow, or a result that is not that of the last position, where the
    /// game is decided there.
    pub fn replay(&self, variant: &Prepared, draws: Draws) -> Result<Game, RecordError> {
        let start =
            Position::from_text(variant, &self.start).map_err(|e| RecordError::Start(e.to_string()))?;
        replay(start, self.moves.iter().map(String::as_str), Some(self.result), draws)
    }
}

/// Plays moves from a position. A result is held against the board where the game is over there.
pub(super) fn replay<'t>(
    start: Position,
    moves: impl Iterator<Item = &'t str>,
    result: Option<GameResult>,
    draws: Draws,
) -> Result<Game, RecordError> {
    let mut game = Game::new(start).with_draws(draws);
    for (number, text) in (1..).zip(moves) {
        let refused = |why: Refused| {
            let (text, why) = (text.to_owned(), why.to_string());
            RecordError::Move { number, text, why }
        };
        game.play(text).map_err(refused)?;
    }
    let expected = GameResult::of_winner(game.winner());
    match result.filter(|&found| game.is_over() && found != expected) {
        Some(found) => Err(RecordError::Result { found, expected }),
        None => Ok(game),
    }
}
