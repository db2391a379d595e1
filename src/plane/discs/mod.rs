//! Lanes and coverage in closed form, and fast, where all pieces are equal discs on straight lanes.
//!
//! Comes in: what gives the answers of `lanes` and `attack` by set operations on intervals. No rule is decided here alone.

mod centres;
mod coverage;
mod nearby;
mod reach;
mod stops;

pub(in crate::plane) use centres::{Centres, ContactQuery};
pub(in crate::plane) use coverage::Coverage;
pub(in crate::plane) use nearby::NearbyPieces;
pub(in crate::plane) use reach::{Reach, StretchSink};
