//! Texts in and out: positions of every board, moves on the plane, and why a move is refused.
//!
//! Texts are only taken apart and put together here. `game::plane_moves` says which move a text of the plane means.
//! Moves of a lattice, FEN and SAN are read in `lattice::text`.

mod number;
mod piece_text;
mod plane_move;
mod position_text;
mod reason;
mod series;
mod text_error;

pub use number::{figure, number};
pub use piece_text::{PieceText, Sense};
pub use plane_move::{Course, Distance, PlaneMoveText};
pub use position_text::PositionText;
pub use reason::{Illegal, Reason};
pub use series::SeriesText;
pub use text_error::TextError;
pub(crate) use text_error::whole;
