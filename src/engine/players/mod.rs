//! Players: whoever sees a game and answers with a move.
//!
//! `spec` reads which player is meant. `searcher` is this engine. `simple` are the players that hardly look ahead, on the
//! plane by `plane` and on cells by `lattice`. `process` is another engine, in a process of its own.
//!
//! A new player is a file here with a [`Player`], and a form in [`PlayerSpec`], which `continuum match` reads.

mod lattice;
mod plane;
mod process;
mod searcher;
mod simple;
mod spec;

pub use spec::{PlayerSpec, UnknownPlayer};

use crate::game::Game;

/// Whoever plays one side of a game.
pub trait Player: Send {
    /// The move to play in a game that is not over, in the text in which it is played.
    ///
    /// # Errors
    /// When the player cannot answer: a process that has ended, or whose answer is no move.
    fn choose(&mut self, game: &Game) -> Result<String, PlayerError>;
}

/// A player that did not answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PlayerError {
    /// The process of another engine cannot be started, or has ended.
    #[error("`{command}`: {why}")]
    Process {
        /// The command.
        command: String,
        /// What happened.
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
