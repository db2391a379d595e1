//! Play cell by cell on any board: sets of cells over tables compiled from the board's geometry, one
//! move generator for all variants. [`Rules`] is a variant compiled for its board, [`State`] what moves
//! change, [`Position`] both with the labels of the men; [`Setup`] is a position as written.

mod approach;
mod attack;
mod besiege;
mod bits;
mod danger;
mod flight;
mod generate;
mod idle;
mod keys;
mod labels;
#[cfg(test)]
mod laws;
mod legal;
mod moves;
mod pairs;
mod perft;
mod place;
mod play;
mod position;
mod probe;
mod reach;
mod rebirth;
mod rules;
mod setup;
mod siege;
mod span;
mod state;
mod status;
mod tables;
mod text;
mod traces;
mod turn;

pub(crate) use keys::PASSED;
pub use moves::{Move, MoveKind, MoveList};
pub use play::{Effect, Refusal, Wish};
pub use position::{ManAt, Position};
pub use rules::{NotALattice, Rules};
pub use setup::{About, Man, Problem, Setup, SetupFault, Way};
pub(crate) use siege::Check;
pub use state::State;
