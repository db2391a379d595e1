//! The only place that names parry2d: its bounding volume hierarchy finds neighbours on crowded boards.

pub mod index;
