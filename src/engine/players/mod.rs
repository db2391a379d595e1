//! Players: values that see a game and answer with a move.
//!
//! Belongs here: anything that implements [`Player`]. Start at [`PlayerSpec`], which reads the text of a player. `searcher` is this
//! engine, `simple` are players with little look-ahead (`plane`, `lattice`), and `process` is another engine.

mod lattice;
mod plane;
mod process;
mod searcher;
mod simple;
mod spec;

pub(super) use simple::Manner;
pub use spec::{PlayerSpec, UnknownPlayer};

use crate::game::{Game, MoveInput};

/// A player of one side of a game.
pub trait Player: Send {
    /// Chooses a move in a game that is not over.
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
    /// There is no move, or none was found.
    #[error("no move was found in `{position}`")]
    NoMove {
        /// The position.
        position: String,
    },
}

impl PlayerError {
    fn no_move(game: &Game) -> PlayerError {
        PlayerError::NoMove { position: game.position().to_string() }
    }
}
