//! The contents of a picture: a board and neutral marks on it, in board units, y upwards.
//!
//! This room knows no rules, no page and no colours. Start at `picture`; `diagram` is for sheets. `ground` has the boards, `mark` what stands
//! or happens on them; `shape` and `track` are the areas and paths of which marks are made. `validate` refuses what
//! cannot be drawn.

mod diagram;
mod ground;
mod mark;
mod picture;
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
pub use shape::DrawnShape;
pub use track::Track;
