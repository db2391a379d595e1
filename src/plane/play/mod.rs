//! Making moves: the position after one, whose turn it then is, and whether the game is decided.

pub(in crate::plane) mod make;
pub(in crate::plane) mod status;
pub(in crate::plane) mod turn;
