//! Records of games, as a match writes them; they can be replayed.

use super::play::Game;
use super::position::Position;
use super::prepared::Prepared;
use crate::chess::{Color, Draws, Status};
use crate::choice::choice;
use serde::{Deserialize, Serialize};
use toml::Table;

choice! {
    /// The result of a game.
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
    /// Returns the result of a game that this side has won; a draw for `None`.
    pub fn of_winner(winner: Option<Color>) -> GameResult {
        match winner {
            Some(Color::White) => GameResult::WhiteWins,
            Some(Color::Black) => GameResult::BlackWins,
            None => GameResult::Draw,
        }
    }

    /// Returns the side that has won; `None` for a draw.
    pub fn winner(self) -> Option<Color> {
        match self {
            GameResult::WhiteWins => Some(Color::White),
            GameResult::BlackWins => Some(Color::Black),
            GameResult::Draw => None,
        }
    }
}

/// The record of a game: one line of JSON.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The number of the game in a match, from 1.
    pub game: u32,
    /// A preset or a variant file.
    pub variant: String,
    /// Values of parameters that replace those of the variant.
    #[serde(default)]
    pub rules: Table,
    /// The text of the first position.
    pub start: String,
    /// The player of White.
    pub white: String,
    /// The player of Black.
    pub black: String,
    /// The texts of the moves.
    pub moves: Vec<String>,
    /// The result.
    pub result: GameResult,
    /// The reason why the game ended.
    pub reason: String,
}

/// The reason why a record cannot be replayed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// The text of the first position is not a position of the variant.
    #[error("`start`: {0}")]
    Start(String),
    /// A move is refused.
    #[error("move {number}, `{text}`: {why}")]
    Move {
        /// The number of the move, from 1.
        number: usize,
        /// The text of the move.
        text: String,
        /// The reason of the refusal.
        why: String,
    },
    /// The result contradicts the last position.
    #[error("`result` is {found}, and the game on the board ends {expected}")]
    Result {
        /// The result of the record.
        found: GameResult,
        /// The result by the board.
        expected: GameResult,
    },
    /// The reason names a status that the last position does not have.
    #[error("`reason` is {found}, and the game on the board is {expected}")]
    Reason {
        /// The status that the record names.
        found: Status,
        /// The status by the board.
        expected: Status,
    },
}

impl Record {
    /// Returns the game that the moves make.
    ///
    /// The result is compared with the board only if the last position ends the game. With [`Draws::Unclaimed`] a draw by bare
    /// kings, repetition or a move count does not end it: moves may follow, and any result is allowed. A reason that is the text of
    /// a [`Status`] other than a draw is compared too.
    ///
    /// # Errors
    /// A position or move that the variant does not allow, a result that contradicts a last position that ends the game, or a
    /// status that is not that of the game.
    pub fn replay(&self, prepared: &Prepared, draws: Draws) -> Result<Game, RecordError> {
        let start =
            Position::from_text(prepared, &self.start).map_err(|e| RecordError::Start(e.to_string()))?;
        let game = replay(start, self.moves.iter().map(String::as_str), Some(self.result), draws)?;
        let expected = game.status();
        match self.reason.parse() {
            // Players may agree on a draw.
            Ok(Status::Draw) | Err(_) => Ok(game),
            Ok(found) if found == expected => Ok(game),
            Ok(found) => Err(RecordError::Reason { found, expected }),
        }
    }
}

/// Returns the game that the moves make from `start`. If the last position ends the game, `result` has to agree with it.
pub(super) fn replay<'t>(
    start: Position,
    moves: impl Iterator<Item = &'t str>,
    result: Option<GameResult>,
    draws: Draws,
) -> Result<Game, RecordError> {
    let mut game = Game::new(start).with_draws(draws);
    for (number, text) in (1..).zip(moves) {
        game.play(text).map_err(|refused| RecordError::Move {
            number,
            text: text.to_owned(),
            why: refused.to_string(),
        })?;
    }
    if let Some(found) = result.filter(|_| game.is_over()) {
        let expected = GameResult::of_winner(game.winner());
        if found != expected {
            return Err(RecordError::Result { found, expected });
        }
    }
    Ok(game)
}
