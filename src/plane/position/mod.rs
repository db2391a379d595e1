//! Positions of the plane as values: pieces, turn, texts, and the board after a move.
//!
//! Belongs here: facts about a position that do not depend on where a piece may go. Start at `state`; `text` reads and writes
//! positions.

mod forward;
mod placing;
mod rebirth;
mod state;
mod text;

pub(in crate::plane) use placing::BoardAfter;
pub use state::{Piece, PieceId, PieceIds, PieceLane, PlanePosition};
pub(in crate::plane) use state::{PieceImage, PlacedPiece};
