//! A position as people have it: rules, state and labels together; set up and validated, asked, played with
//! effects and reasons of refusal, traced for pictures.
//!
//! Comes in here: whatever needs the names of the pieces.

mod labelled;
mod labels;
mod play;
mod setup;
mod traces;
mod validate;

pub use labelled::{PieceAt, Position};
pub use play::{Effect, MoveRequest, Refusal};
pub use setup::{FaultPlace, PawnDirection, Setup, SetupFault, SetupFaultKind, SetupPiece};
