//! Straight lanes and their attacks in closed form, where all pieces are equal discs.
//!
//! Belongs here: code that computes the answers of `lanes` and `attack` by set operations on intervals. The general generator gives
//! the same answers.
//! Start at `reach` (the distances that a piece may go) and `coverage` (the places that it attacks); `centres` and `nearby` find
//! contacts.

mod attacker_lane;
mod centres;
mod columns;
mod coverage;
mod nearby;
mod reach;

pub(in crate::plane) use attacker_lane::{AttackerLane, is_within};
pub(in crate::plane) use centres::{Centres, ContactQuery};
pub(in crate::plane) use coverage::{Coverage, CoverageQuery};
pub(in crate::plane) use nearby::{FirstContactBound, NearbyPieces};
pub(in crate::plane) use reach::{LaneReach, StretchSink};
