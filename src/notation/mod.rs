//! Texts in and out: positions and moves.

mod position_text;

pub use position_text::{PieceText, PositionText, Sense, TextError};
