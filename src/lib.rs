//! A geometric simulation engine for continuous chess.

mod choice;
pub mod notation;
pub mod piece;
pub mod render;
pub mod variant;

pub use choice::UnknownChoice;
