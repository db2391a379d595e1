//! Games: made, kept on disk, opened and played.
//!
//! Everything about a game that is not a socket belongs here. Start at `registry`, which opens games, and
//! `open_game`, which changes them. This module uses `answers`. It knows neither HTTP nor sockets.

mod challenges;
mod open_game;
mod presence;
mod registry;
mod resources;
mod secret;
mod store;
mod thinkers;
mod time;

pub use open_game::{AdviceWanted, HeldSides, JoinedVisitor, OpenGame, Threads};
pub use presence::{Attendance, presence_message};
pub use registry::OpenGames;
pub use store::{Store, StoreError};
pub use thinkers::Payer;
