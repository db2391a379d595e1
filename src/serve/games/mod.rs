//! Games: made, kept on disk, opened and played.
//!
//! Everything about a game that is not a socket belongs here. Start at `registry`, which opens games, and
//! `open_game`, which changes them. This room uses `answers` and knows neither HTTP addresses nor
//! sockets.

mod challenges;
mod flags;
mod open_game;
mod presence;
mod registry;
mod resources;
mod searches;
mod secret;
mod store;
mod thinkers;
mod time;

pub use open_game::{AdviceWanted, HeldSides, OpenGame, Threads};
pub use presence::Attendance;
pub use registry::OpenGames;
pub use store::{Store, StoreError};
pub use thinkers::Payer;
