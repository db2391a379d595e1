//! The basic types of all boards: sides, roles, labels, status, series of moves.
//!
//! Belongs here: plain values without positions or rules. Start at [`Color`], [`Role`] and [`Label`].

mod kind;
mod piece;
mod status;

pub use kind::Kind;
pub use piece::{Color, Label, LabelError, Role};
pub use status::{Draws, Series, Status};
