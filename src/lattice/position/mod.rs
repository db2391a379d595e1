//! A position as people have it: rules, state and labels together. It is set up and validated, answers
//! questions, plays moves with their effects or an error, and traces paths for pictures.
//!
//! Comes in here: whatever needs the labels of the pieces.

mod labelled;
mod labels;
mod play;
mod refusal;
mod setup;
mod traces;
mod validate;

pub use labelled::{PieceAt, Position};
pub use play::{Effect, MoveRequest};
pub use setup::{FaultPlace, PawnDirection, Setup, SetupFault, SetupFaultKind, SetupPiece};
