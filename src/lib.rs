//! A geometric simulation engine for continuous chess.

mod choice;
#[doc(hidden)]
pub mod cli;
pub mod game;
pub mod geom;
pub mod notation;
pub mod piece;
pub mod plane;
pub mod scenario;
pub mod render;
pub mod variant;

pub use choice::UnknownChoice;
