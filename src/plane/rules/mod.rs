//! What a variant says about the plane: parameters, kinds with their lanes, the initial array.

pub(in crate::plane) mod array;
pub(in crate::plane) mod kinds;
pub(in crate::plane) mod ruleset;
