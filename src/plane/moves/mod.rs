//! Legal moves: the complete legal set behind one door, and the judge of one move.
//!
//! Comes in: what puts lanes, attacks and the board after the move together. `judge` decides one move and names the
//! rule that it breaks. `legal` has the whole set, and `general` makes it for pieces of any kind.

mod general;
mod judge;
mod legal;
mod shape;

pub use general::Region;
pub use judge::Verdict;
pub use legal::Span;
pub use shape::{Move, Shape};
