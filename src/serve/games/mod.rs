//! Games: made, kept on disk, opened and played.
//!
//! Everything about a game that is not a socket belongs here. Start at `registry`, which opens games, and
//! `open_game`, which changes them. This room uses `view` and knows neither HTTP addresses nor sockets. `bounds`
//! holds variants and positions from outside to `limits`.

mod analysis;
mod bounds;
mod challenges;
mod export;
mod flags;
mod new_game;
mod open_game;
mod presence;
mod registry;
mod resources;
mod searches;
mod secret;
mod store;
mod thinkers;
mod time;

pub use analysis::{AnalysisText, AnalysisToWrite, read_analysis, write_analysis};
pub use bounds::{from_file, read_position};
pub use export::write_scenario;
pub use new_game::NewGame;
pub use open_game::{AdviceWanted, HeldSides, OpenGame, Threads};
pub use presence::Attendance;
pub use registry::OpenGames;
pub use resources::worked_out;
pub use store::{Store, StoreError};
pub use thinkers::Payer;
