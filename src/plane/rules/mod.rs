//! The rules of a variant of the plane: parameters, kinds with their lanes, the initial array.
//!
//! Belongs here: what follows from the variant alone, without a position. Start at `ruleset` and `kinds`.

mod array;
mod facing;
mod kinds;
mod limits;
mod promoting;
mod ruleset;
mod steps;

pub(in crate::plane) use array::{array_text, place, sense_at_start};
pub use facing::Facing;
pub use kinds::{Gait, Lane, LaneShape, PlaneKind};
pub(in crate::plane) use limits::LaneLimits;
pub(in crate::plane) use promoting::Pawn;
pub use promoting::Promoting;
pub use ruleset::{KindId, NotPlane, Rules};
pub(in crate::plane) use steps::{StepContact, Steps};
