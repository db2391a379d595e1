//! Straight lanes and their attacks in closed form, where all pieces are equal discs.
//!
//! Belongs here: what gives the answers of `lanes` and `attack` by set operations on intervals; no rule is decided here alone.
//! Start at `reach` (where a piece may go) and `coverage` (what it attacks); `centres` and `nearby` find contacts.

mod attacker_lane;
mod centres;
mod columns;
mod coverage;
mod nearby;
mod reach;
mod stops;

pub(in crate::plane) use attacker_lane::{AttackerLane, is_within};
pub(in crate::plane) use centres::{Centres, ContactQuery};
pub(in crate::plane) use coverage::Coverage;
pub(in crate::plane) use nearby::{FirstContactBound, NearbyPieces};
pub(in crate::plane) use reach::{LaneReach, StretchSink};
