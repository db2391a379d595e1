//! Choosing moves on the plane: an alpha-beta search over distances that geometry chooses.
//!
//! Only heuristics belong here, which choose among the moves of the legal set. Start at `root`, the first ply, and `tree`, the game
//! as the search sees it. `values` and `evaluate` are the static evaluation, `candidates` chooses moves, `mates` finds mates in one,
//! and `level` has the weaker levels.

mod candidates;
mod evaluate;
mod level;
mod mates;
mod root;
mod tree;
mod values;

pub(in crate::engine) use candidates::{CandidateMove, GAP_AT_OPEN_END};
pub(in crate::engine) use mates::{MateLimits, mate_in_one};
pub(in crate::engine) use root::best;
pub(in crate::engine) use values::Values;

#[cfg(test)]
pub(in crate::engine) use candidates::{Chooser, Width};
