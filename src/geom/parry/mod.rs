//! The only place that names parry2d: its bounding volume hierarchy finds neighbours on crowded boards,
//! its convex hull judges polygons, its shape casting gives second opinions.

pub mod cast;
pub mod convex;
pub mod index;
#[cfg(test)]
mod parity;
