//! Texts in and out: positions of every board, moves on the plane, and why a move is refused.
//!
//! Texts are only taken apart and put together here. `game::plane_moves` says which move a text of the plane means.
//! Moves of a lattice, FEN and SAN are read in `lattice::text`.

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
