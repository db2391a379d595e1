//! Playing: positions to begin from, the position after a move, whose turn it then is, and how it stands.
//!
//! Comes in: what needs to know whether a move is legal or a king in check.

mod make;
mod setup;
mod status;
mod turn;

pub use make::{Played, Reborn};
