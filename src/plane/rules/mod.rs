//! What a variant says about the plane: parameters, kinds with their lanes, the initial array.
//!
//! Comes in: what follows from the variant alone. It knows no position.

mod array;
mod kinds;
mod limits;
mod ruleset;
mod steps;

pub(in crate::plane) use array::{array_text, place};
pub use kinds::{Gait, Kind, Lane, Way};
pub(in crate::plane) use limits::Limits;
pub use ruleset::{KindId, NotPlane, Rules};
pub(in crate::plane) use steps::{Met, Steps};
