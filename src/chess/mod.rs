//! The words that every board shares: sides, roles, labels, how a position stands, series of moves.

mod piece;
mod series;
mod status;

pub use piece::{Color, Label, LabelError, Role};
pub use series::Series;
pub use status::{Draws, Status};
