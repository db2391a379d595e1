//! Where one piece may go along one lane, or by a leap to any place, the safety of its own king apart.
//!
//! Comes in: contacts, captures and stops of one lane, for pieces of every kind. `Travel::stop` and `Leap::land` are
//! the one judge of a way; whatever is faster has to agree with them.

mod landing;
mod stop;
mod stretch;
mod stretches;
mod travel;

pub(in crate::plane) use landing::{Landing, Leap, corners};
pub(in crate::plane) use stop::Refusal;
pub use stretch::{EffectIntervals, LandingCell, MoveEffect, Stretch, Stretches};
pub(in crate::plane) use travel::Travel;
