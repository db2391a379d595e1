//! Players, which choose the moves of one side in a game.
//!
//! Belongs here: anything that implements [`Player`]. Start at [`PlayerSpec`], which reads the text of a player and starts it: this
//! engine, a player with little look-ahead (`simple`, by `plane` and `lattice`), or another engine (`process`).

mod lattice;
mod plane;
mod process;
mod simple;
mod spec;

pub(super) use simple::{Manner, Simple};
pub use spec::{PlayerSpec, UnknownPlayer};

use crate::game::{Game, MoveInput};

/// A player of one side of a game.
pub trait Player: Send {
    /// Returns the chosen move in a game that is not over.
    ///
    /// # Errors
    /// When the player cannot answer: a process that has ended, or whose answer is not a move.
    fn choose(&mut self, game: &Game) -> Result<MoveInput<'static>, PlayerError>;
}

/// The reason why a player did not answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PlayerError {
    /// The process of another engine cannot be started, or has ended.
    #[error("`{command}`: {why}")]
    Process {
        /// The command.
        command: String,
        /// The cause.
        why: String,
    },
    /// There is no move in this position, or none was found.
    #[error("no move was found in `{0}`")]
    NoMove(String),
}

impl PlayerError {
    /// Returns the error of a player that has no move in the position of a game.
    fn no_move(game: &Game) -> PlayerError {
        PlayerError::NoMove(game.position().to_string())
    }
}
