//! What moves change, small enough to be copied at every move, and one move made.
//!
//! Comes in here: facts about a position that play needs, with their part of the key. Who attacks whom,
//! and which moves there are, is `movegen`'s.

mod bitboards;
mod edit;
mod make;
mod moves;
pub(crate) mod pairs;
mod passing;
mod rebirth;
mod rights;
pub(crate) mod zobrist;

pub use bitboards::State;
pub(crate) use edit::{set_home, set_promoted};
pub(crate) use make::{Placed, place};
pub use moves::{Move, MoveKind, MoveList};
pub(crate) use passing::{chances_key, takers};
pub(crate) use rebirth::{Landing, Victim, homes};
pub(crate) use rights::settle_rights;
pub(crate) use zobrist::PASSED;
