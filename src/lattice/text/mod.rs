//! Texts of lattice variants in and out: positions, FEN, moves, SAN.

mod fen;
mod move_text;
mod position;
mod san;
