//! Texts in and out: positions, moves, and why a move is refused.

mod fen;
mod lattice_move;
mod lattice_position;
mod number;
mod plane_move;
mod position_text;
mod reason;
mod san;

pub use number::number;
pub use plane_move::{Course, Distance, PlaneMoveText};
pub use position_text::{PieceText, PositionText, Sense, TextError};
pub use reason::{Illegal, Reason};
