//! Texts in and out: positions, moves, and why a move is refused.

mod number;
mod plane_move;
mod position_text;
mod reason;
mod series;

pub use number::{figure, number};
pub use plane_move::{Course, Distance, PlaneMoveText};
pub(crate) use position_text::whole;
pub use position_text::{PieceText, PositionText, Sense, TextError};
pub use reason::{Illegal, Reason};
pub use series::SeriesText;
