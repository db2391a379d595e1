//! The part of a position that moves change, small enough to be copied at every move, and moves made on it.
//!
//! Belongs here: facts about a position that play needs, with their part of the key. Attacks and legal moves belong to
//! `movegen`. Start at [`LatticeState`] in `bitboards`, then at `make`.

mod bitboards;
mod edit;
mod en_passant;
mod make;
mod moves;
pub(crate) mod pairs;
mod rebirth;
pub(crate) mod zobrist;

pub use bitboards::LatticeState;
pub(crate) use edit::drop_stale_rights;
pub(crate) use en_passant::{en_passant_key, en_passant_takers, may_be_taken_en_passant, passing_pawn};
pub(crate) use make::{CapturedPiece, Made, frame_of_custom_after, make_on_board};
pub use moves::{LatticeMove, MoveKind, MoveList};
pub(crate) use rebirth::{RebornPiece, Victim, rebirth_cells};
pub(crate) use zobrist::BLACK_TO_MOVE;
