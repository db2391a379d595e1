//! The same in closed form, and fast, where all pieces are equal discs on straight lanes.
//!
//! Comes in: what gives the answers of `lanes` and of `attack` by sets of intervals. Nothing here decides a rule
//! that is not decided there too.

mod centres;
mod coverage;
mod reach;

pub(in crate::plane) use centres::{Centres, Look};
pub(in crate::plane) use coverage::Coverage;
pub(in crate::plane) use reach::Reach;
