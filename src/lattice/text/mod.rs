//! Reading and writing of texts: positions, FEN, moves and SAN.
//!
//! Belongs here: the forms of texts. Whether a position or a move is valid belongs to the module `lattice::position`. Start at
//! `position` in this folder, then at `move_text`.

mod fen;
mod move_text;
mod position;
mod san;

use crate::notation::TextError;

/// Returns the errors about a position that is not valid as one error.
fn not_valid(errors: Vec<TextError>) -> TextError {
    TextError::all(errors).unwrap_or_else(|| TextError::new(1, "this position is not valid"))
}
