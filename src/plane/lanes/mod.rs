//! Where one piece may go along one lane, or by a leap to any place, the safety of its own king apart.
//!
//! Comes in: limits, steps, contacts and captures of one lane, for pieces of every kind.

mod landing;
mod stretch;
mod travel;

pub(in crate::plane) use landing::{Landing, Leap, corners};
pub use stretch::{Cell, Found, Landed, Stretch, Stretches};
pub(in crate::plane) use travel::{Refusal, Travel};
