//! Straight lanes and their attacks in closed form, where all pieces are equal discs.
//!
//! Belongs here: code that computes the answers of `lanes` and `attack` by set operations on intervals. The general generator gives
//! the same answers.
//! Start at `reach` (the distances that a piece may go) and `attack` (the places at which it takes a target); `centres` and `nearby`
//! find contacts.

mod attack;
mod centres;
mod columns;
mod disc_lane;
mod nearby;
mod reach;

pub(in crate::plane) use attack::DiscAttack;
pub(in crate::plane) use centres::{Centres, ContactQuery};
pub(in crate::plane) use disc_lane::{DiscLane, is_within};
pub(in crate::plane) use nearby::{FirstContactBound, NearbyPieces};
pub(in crate::plane) use reach::{LaneReach, StretchSink};
