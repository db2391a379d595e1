//! Legal moves: the complete legal set, and the judge of one move.

pub(in crate::plane) mod general;
pub(in crate::plane) mod judge;
pub(in crate::plane) mod legal;
pub(in crate::plane) mod refusals;
