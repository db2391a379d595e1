//! The geometry kernel: points, rays, moving bodies, and exact sets of distances. It does not know the rules of chess.
//!
//! Lengths are in board units, angles in degrees, distances along a [`Ray`] in board units, and along
//! a [`Path`] in board units, or in degrees for a turn.
//!
//! Belongs here: mathematics on f64; parry2d is named in `parry` alone. Functions `inside_*`, `beyond_*` and `on_or_behind_*`
//! return the [`Spans`] of distances at which a point that moves along a ray has the property named. Start at [`Spans`],
//! [`Path`], [`Extent`] and [`contact()`].

mod along;
mod arrangement;
mod bearing;
mod bounds;
mod cell;
mod contact;
mod corridor;
mod curve;
mod decide;
mod extent;
pub(crate) mod functions;
mod image;
mod map;
mod parry;
mod path;
mod point;
mod ray;
mod spans;
mod sweep;
pub mod tolerance;

pub(crate) use along::{
    beyond_line, inside_closed_disc, inside_disc, inside_disc_by_vector, inside_strip, on_or_behind_line,
};
pub(crate) use arrangement::{Disc, cells};
pub(crate) use bearing::{angle_between, full_turn, is_same_bearing};
pub use bounds::Bounds;
pub use cell::{ArrangementCell, CellSide};
pub use contact::contact;
pub(crate) use contact::contact_of;
pub(crate) use corridor::Corridor;
pub use curve::Curve;
pub use decide::ValuedInterval;
pub(crate) use decide::{spans_where, valued_intervals};
pub use extent::{Extent, PolygonFault};
pub use image::{Flips, Image};
pub(crate) use parry::cast::{Cast, cast};
pub(crate) use parry::index::PointIndex;
pub use path::{Path, Pose, RigidMotion, Trace};
pub use point::Point;
pub use ray::Ray;
pub(crate) use spans::Cuts;
pub use spans::{Interval, Spans, rounded};
pub(crate) use sweep::{contact_along, deeper_along, overlaps_along};

/// The vector type: glam's, at the version that parry2d uses.
pub use glam::DVec2 as Vec2;
