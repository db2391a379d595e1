//! A game: a position of any board with its history, moves as text, and how it stands.
//!
//! `prepared` and `variants` make a variant ready, `position` is a position of any board, `play` a game with its history.
//! `plane_moves` reads moves on the plane. `analysis` and `region` report legal sets, `json` writes them, `perft` counts. `record` is a game
//! as a match writes it, `pgn` one as other programs do.

mod analysis;
#[cfg(feature = "cli")]
mod json;
mod labels;
mod perft;
mod pgn;
mod plane_moves;
mod play;
mod position;
mod prepared;
mod record;
mod region;
mod variants;

pub use analysis::{Analysis, Bearings, LatticeAnalysis, PlaneAnalysis, SpanReport};
#[cfg(feature = "cli")]
pub use json::{Figures, SpanForm};
pub use perft::{Perft, Uncountable, perft};
pub use pgn::{Pgn, PgnError, PgnFault};
pub use plane_moves::resolve;
pub use play::{Done, Game, LatticeDone, Ply, Refused, Request};
pub use position::{NoMoves, NoPiece, Position, PositionError};
pub use prepared::{Prepared, Unplayable};
pub use record::{GameResult, Record, RecordError};
pub use region::{ArcReport, CellReport, RegionReport};
pub use variants::VariantCache;
