//! The same, and coverage, in closed form for equal discs on straight lanes: fast.

pub(in crate::plane) mod centres;
pub(in crate::plane) mod coverage;
pub(in crate::plane) mod reach;
