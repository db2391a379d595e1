//! Playing: initial positions, making moves, the order of turns, and the status of a game.
//!
//! Belongs here: code that needs to know whether a move is legal or a king in check. Start at `PlanePosition::play` in `make`.

mod make;
mod setup;
mod status;
mod turn;

pub use make::{PlayedMove, Reborn};
