//! Positions, FEN, moves and SAN as text, in and out.
//!
//! Belongs here: reading and writing only; `position` decides what a text means. Start at `position` here, then at `move_text`.

mod fen;
mod move_text;
mod position;
mod san;
