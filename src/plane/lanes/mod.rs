//! Where a piece may go along one lane, or by a leap to any place, the safety of its own king apart.

pub(in crate::plane) mod landing;
pub(in crate::plane) mod travel;
