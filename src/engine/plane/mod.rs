//! Choosing moves on the plane: an alpha-beta search over distances that geometry chooses.
//!
//! Belongs here: heuristics; every move that is chosen comes from the legal set. Start at `root` and `search`. `values` and
//! `evaluate` are the static evaluation, `candidates` chooses moves and `order` sorts them, `table` and `visited` keep
//! positions, `quieten` is the quiescence search, `mates` finds mates in one, and `level` has the weaker levels.

mod candidates;
mod evaluate;
mod level;
mod mates;
mod order;
mod quieten;
mod root;
mod search;
mod table;
mod values;
mod visited;

pub(in crate::engine) use candidates::{CandidateMove, INSIDE};
pub(in crate::engine) use mates::find_mate_in_one;
pub(in crate::engine) use root::best;
pub(in crate::engine) use table::PlaneTable;
pub(in crate::engine) use values::Values;

#[cfg(test)]
pub(in crate::engine) use candidates::{Chooser, Width};
