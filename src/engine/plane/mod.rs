//! Choosing moves on the plane.
//!
//! `values` and `evaluate` say what pieces and positions are worth. `candidates` chooses the moves that are looked at, `order`
//! puts them in order, `table` and `visited` keep positions. `search` looks ahead, `mates` finds mates in one, along ways by
//! `way_mates` and by leaps to any place by `leap_mates`. `root` puts it all together.

mod candidates;
mod evaluate;
mod leap_mates;
mod mates;
mod order;
mod root;
mod search;
mod table;
mod values;
mod visited;
mod way_mates;

pub(in crate::engine) use candidates::{Candidate, INSIDE};
pub(in crate::engine) use mates::find_mate_in_one;
pub(in crate::engine) use root::best;
pub(in crate::engine) use table::Table;
pub(in crate::engine) use values::Values;
pub(in crate::engine) use way_mates::may_check;

#[cfg(test)]
pub(in crate::engine) use candidates::{Chooser, Width};
