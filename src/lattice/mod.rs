//! Play on cells: squares, rings and discs, by bitboards over tables compiled from the board's geometry, with one
//! move generator for all variants.
//!
//! Belongs here: positions, legal moves, texts; choosing moves belongs to `engine`. Start at [`LatticePosition`]. The modules,
//! from the ground up, each using only those before it:
//!
//! - `tables`: the tables compiled once from board and variant ([`LatticeRules`]);
//! - `state`: the part of a position that moves change ([`LatticeState`]), and moves made on it ([`LatticeMove`]);
//! - `movegen`: attacks, legal moves, turns, status, perft;
//! - `position`: a state with rules and labels, set up ([`Setup`]) and played;
//! - `text`: positions and moves as text;
//! - `pruning`: moves that the problem solver need not try, and why.

mod movegen;
mod position;
mod pruning;
mod state;
pub(crate) mod tables;
mod text;

pub use movegen::Standing;
pub(crate) use movegen::{attacks_of_kind, attacks_of_role, by_material, standing};
pub(crate) use position::Labels;
pub use position::{
    FaultPlace, LatticeEffect, LatticePosition, MoveRequest, PawnWay, PieceAt, Setup, SetupFault,
    SetupFaultKind, SetupPiece,
};
pub(crate) use pruning::Check;
pub(crate) use state::{BLACK_TO_MOVE, Made, Victim, en_passant_takers, passing_pawn};
pub use state::{LatticeMove, LatticeState, MoveKind, MoveList};
pub use tables::{LatticeRules, NotALattice};
pub(crate) use tables::{NOWHERE, PerCell, Stance, Topology, bit, each, for_board};
