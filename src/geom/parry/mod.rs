//! The only place that names parry2d: its bounding volume hierarchy finds neighbours on crowded boards,
//! its convex hull judges polygons.

pub mod convex;
pub mod index;
#[cfg(test)]
mod parity;
