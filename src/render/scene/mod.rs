//! The contents of a picture: a board and neutral marks on it, in board units, y upwards.
//!
//! A scene contains no rules, no page and no colours. Start at `picture`. `diagram` is a board on a sheet of problems. `ground` has
//! the boards and `mark` everything on them. Marks consist of areas (`shape`) and paths (`track`). `validate` refuses scenes that
//! cannot be drawn.

mod diagram;
mod ground;
mod mark;
mod picture;
mod rectangle;
mod shape;
mod track;
pub(crate) mod validate;

pub use diagram::Diagram;
pub use ground::{GluedBoard, Graph, Ground, Projection, RimName, RoundBoard, RoundCell, Tint};
pub use mark::{
    Area, BoardMark, Border, Cover, DrawnPiece, IntervalEnd, LegalDestination, LegalRegion, LegalSpan,
    MovePath, Note, Passage, PieceState, RebirthArrow, Ruler, StopEffect, Symbol, TouchingStop, TurnSpan,
    Turned,
};
pub use picture::{Inset, Legend, Scene};
pub use rectangle::Rectangle;
pub use shape::{DrawnShape, Sector};
pub use track::Track;
