//! Choosing moves on the plane.
//!
//! `values` and `evaluate` say what pieces and positions are worth. `candidates` chooses the moves that are looked at, `order`
//! puts them in order, `table` and `visited` keep positions. `search` looks ahead, beyond the depth by `quieten`. `mates` finds
//! mates in one. `root` puts it all together.

mod candidates;
mod evaluate;
mod mates;
mod order;
mod quieten;
mod root;
mod search;
mod table;
mod values;
mod visited;

pub(in crate::engine) use candidates::{Candidate, INSIDE};
pub(in crate::engine) use mates::find_mate_in_one;
pub(in crate::engine) use root::best;
pub(in crate::engine) use table::Table;
pub(in crate::engine) use values::Values;

#[cfg(test)]
pub(in crate::engine) use candidates::{Chooser, Width};
