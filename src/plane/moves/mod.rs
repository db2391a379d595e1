//! Legal moves: the complete legal set, and the judge of one move.
//!
//! Belongs here: code that combines lanes, attacks and the board after the move. Start at `judge`, which decides one move and names
//! the rule that the move breaks. `legal` computes the whole legal set, and `general` computes it for pieces of any kind.

mod free_ways;
mod general;
mod judge;
mod legal;
mod shape;

pub use free_ways::FreeWays;
pub use general::LandingRegion;
pub(in crate::plane) use judge::JudgedMove;
pub use judge::MoveVerdict;
pub use legal::Span;
pub use shape::{Move, MoveEnd};
