//! Games: made, kept on disk, opened and played.
//!
//! HTTP and sockets are elsewhere. Start at `registry`, which opens games, and `open_game`, which changes them.

mod challenges;
mod memory;
mod open_game;
mod presence;
mod registry;
mod secret;
mod store;
mod thinkers;
mod time;

pub use open_game::{AdviceWanted, HeldSides, JoinedVisitor, OpenGame};
pub use presence::{Attendance, presence_message};
pub use registry::OpenGames;
pub use store::{Store, StoreError};
pub use thinkers::{Asker, StopOnDrop, next_visitor};
