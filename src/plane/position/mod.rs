//! Who stands where and whose turn it is: pieces, positions, their texts, and what is put back after a capture.

pub(in crate::plane) mod rebirth;
pub(in crate::plane) mod state;
pub(in crate::plane) mod text;
