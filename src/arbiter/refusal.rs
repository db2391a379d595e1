//! The refusals of requests.

use crate::chess::Color;
use crate::game::Refused;

/// The reason why a request was refused. Nothing has changed.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ArbiterRefusal {
    /// The asker plays no side.
    #[error("{}", looks_on(*.turn))]
    LooksOn {
        /// The side whose move was tried.
        turn: Option<Color>,
    },
    /// The other side has the turn.
    #[error("it is {turn}'s turn, and your link is {own}'s")]
    Turn {
        /// The side that has the turn.
        turn: Color,
        /// The asker's side.
        own: Color,
    },
    /// The request comes after the end of the game.
    #[error("{0}")]
    Over(String),
    /// The game has changed since the asker saw it.
    #[error("the game stands at move {plies}, not at {seen}")]
    Stale {
        /// The number of moves that the asker saw.
        seen: usize,
        /// The number of moves that were made.
        plies: usize,
    },
    /// The request does not fit the situation.
    #[error("{0}")]
    Request(&'static str),
    /// The rules refuse the move.
    #[error(transparent)]
    Move(#[from] Refused),
}

/// Returns the text for a spectator, who may have tried a move of a side.
fn looks_on(turn: Option<Color>) -> String {
    match turn {
        Some(turn) => format!("your link is for watching: {turn} moves with {turn}'s own link"),
        None => "your link is for watching only".to_owned(),
    }
}
