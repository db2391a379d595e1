//! What bears on a king: coverage by any lane, checkers, and a king's path.

pub(in crate::plane) mod disc_king_path;
pub(in crate::plane) mod survey;
pub(in crate::plane) mod threat;
