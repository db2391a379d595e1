//! Where one piece may go along one lane, or by an area leap, before the safety of its own king.
//!
//! Belongs here: contacts, captures and stops of one lane, for pieces of every kind. Start at the predicates: `Travel::stop`
//! decides one distance, and `Leap::land` one landing. All faster code has to agree with them.

mod landing;
mod leap;
mod stop;
mod stretch;
mod stretches;
mod travel;

pub(in crate::plane) use landing::Landing;
pub(in crate::plane) use leap::Leap;
pub(in crate::plane) use stop::{LaneStop, StopRefusal};
pub use stretch::{EffectIntervals, LandingCell, LaneStretch, MoveEffect, Stretches};
pub(in crate::plane) use travel::Travel;
