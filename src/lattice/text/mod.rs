//! Reading and writing of texts: positions, FEN, moves and SAN.
//!
//! Belongs here: the forms of texts. Whether a position or a move is valid belongs to the module `lattice::position`. Start at
//! `position` in this folder, then at `move_text`.

mod fen;
mod move_text;
mod position;
mod san;
