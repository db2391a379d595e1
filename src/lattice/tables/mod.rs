//! The tables compiled once from a board and a variant: the rays, leaps and neighbours of every cell as bitboards,
//! zones, homes and parameters.
//!
//! Belongs here: everything that does not change in play; no positions. Start at [`LatticeRules`], then at `compile`.

mod array;
mod bits;
mod circle;
mod compile;
mod custom;
mod homes;
mod kinds;
mod lines;
mod rules;
mod shift;
mod sliders;

pub(crate) use array::{FenField, FenPiece, PROMOTED, foreign_letter, is_fen};
pub(crate) use bits::{NOWHERE, PerCell, bit, cells_in, each};
pub(crate) use compile::{BoardTables, Sliders};
pub(crate) use custom::{CustomReach, Stance, Targets};
pub(crate) use rules::CastlingSide;
pub use rules::{LatticeRules, NotALattice};
pub(crate) use shift::PawnStrides;
pub(crate) use sliders::{Closed, LineTopology, ONE_GENERATOR, Straight, Through, Topology, Wide, for_board};
