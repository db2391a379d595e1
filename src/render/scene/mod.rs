//! The contents of a picture: a board and its marks, in board units, with y upwards.
//!
//! A scene contains no rules, no page and no colours. Start at `picture`. `diagram` has the boards of a sheet of problems, `ground`
//! the boards without marks, and `mark` the marks. Marks consist of shapes (`shape`) and paths (`track`). `validate` refuses scenes
//! that cannot be drawn.

mod diagram;
mod ground;
mod mark;
mod picture;
mod rectangle;
mod shape;
mod track;
pub(crate) mod validate;

pub use diagram::Diagram;
pub use ground::{GluedBoard, Graph, Ground, Projection, RoundBoard, RoundCell, Tint};
pub use mark::{
    Area, AreaMeaning, BoardMark, Border, DrawnPiece, LegalDestination, LegalRegion, LegalSpan, MadeTurn,
    MovePath, Note, Passage, PieceState, RebirthArrow, Ruler, StopEffect, Symbol, TouchingStop, TurnSpan,
};
pub use picture::{Inset, Scene, Wording};
pub use rectangle::Rectangle;
pub use shape::{DrawnShape, Sector};
pub use track::Track;
