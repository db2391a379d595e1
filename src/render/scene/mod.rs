//! What a picture shows: a board and neutral marks on it, in board units, y upwards.
//!
//! This room knows no rules, no page and no colours. `picture` is the whole, `ground` the boards, `mark`
//! what stands or happens on them; `shape` and `track` are the areas and ways that marks are made of.
//! `validate` refuses what cannot be drawn.

mod ground;
mod mark;
mod picture;
mod shape;
mod track;
pub(crate) mod validate;

pub use ground::{Cell, GluedBoard, Graph, Ground, Projection, RimName, RoundBoard, Tint};
pub use mark::{
    Area, Border, Contact, Cover, Effect, End, Figure, Lane, LegalSpan, Mark, Note, Passage, Piece, Rebirth,
    Region, Standing, Target, TurnSpan, Turned,
};
pub use picture::{Inset, Key, Scene};
pub use shape::Shape;
pub use track::Track;
