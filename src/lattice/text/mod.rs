//! Positions, FEN, moves and SAN as text, in and out.
//!
//! Comes in here: reading and writing only. What a text means is decided by `position`.

mod fen;
mod move_text;
mod position;
mod san;
