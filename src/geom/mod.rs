//! The geometry kernel. It knows no chess: points, rays, discs, and exact sets of distances.
//!
//! Lengths are in board units, angles in degrees, distances along a [`Ray`] in board units.
//!
//! Naming grammar: `inside_*`, `beyond_*`, `behind_*` give the [`Spans`] of distances along a ray at
//! which a moving point has that property; [`contact()`] gives one distance.

mod along;
mod contact;
mod parry;
mod point;
mod ray;
mod spans;
pub mod tolerance;

pub use along::{behind_line, beyond_line, inside_closed_disc, inside_disc, inside_strip};
pub use contact::{closest_ahead, contact};
pub use parry::index::PointIndex;
pub use point::Point;
pub use ray::Ray;
pub(crate) use spans::Cuts;
pub use spans::{Interval, Spans};

/// The vector type: glam's, at the version that parry2d uses.
pub use glam::DVec2 as Vec2;
