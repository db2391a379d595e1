//! Positions for people: rules, state and labels together. A position is set up and validated, plays moves and
//! returns their effects or an error, and traces paths for pictures.
//!
//! Belongs here: everything that needs the labels of pieces. Start at [`LatticePosition`] in `labelled`.

mod forward;
mod labelled;
mod labels;
#[cfg(test)]
mod laws;
mod play;
mod refusal;
mod setup;
mod traces;
mod validate;

pub use labelled::{LatticePosition, PieceAt};
pub(crate) use labels::Labels;
pub use play::{LatticeEffect, MoveRequest};
pub use setup::{FaultPlace, PawnWay, Setup, SetupFault, SetupFaultKind, SetupPiece};
