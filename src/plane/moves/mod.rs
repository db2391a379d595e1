//! Legal moves: the complete legal set behind one door, and the judge of one move.
//!
//! Comes in: what puts lanes, attacks and the board after the move together.

mod general;
mod judge;
mod legal;
mod shape;

pub use general::Region;
pub use judge::Verdict;
pub use legal::Span;
pub use shape::{Move, Shape};
