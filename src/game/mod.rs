//! A game: a position of any board with its history, moves as text, and how it stands.

mod analysis;
mod perft;
mod plane_moves;
mod play;
mod position;
mod region;
mod variants;

pub use analysis::{Analysis, LatticeAnalysis, PlaneAnalysis, SpanReport};
pub use perft::{Perft, Uncountable, perft};
pub use plane_moves::resolve;
pub use play::{Done, Game, LatticeDone, Ply, Refused, Request};
pub use position::{NoMoves, Position, PositionError};
pub use region::{ArcReport, CellReport, RegionReport};
pub use variants::{Prepared, Unplayable, VariantCache};
