//! A geometric simulation engine for continuous chess.

pub mod board;
pub mod chess;
mod choice;
#[doc(hidden)]
pub mod cli;
pub mod depict;
pub mod disk;
pub mod game;
pub mod geom;
pub mod lattice;
pub mod notation;

pub mod plane;
pub mod render;
pub mod scenario;
pub mod serve;
pub mod solve;
pub mod variant;
pub mod wording;

pub use choice::UnknownChoice;
