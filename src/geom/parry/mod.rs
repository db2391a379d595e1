//! The only place that names parry2d.
//!
//! Belongs here: calls of the library. Contacts are decided by our own closed forms instead. `index` finds the pieces near a lane
//! by parry's bounding volume hierarchy, and `cast` gives second opinions on contacts.

pub mod cast;
pub mod index;
