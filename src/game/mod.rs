//! Positions and games on any board: moves as text, history, legal sets as reports.
//!
//! Belongs here: everything that serves both kinds of board. Start at `Position` and `Game`. `prepared` compiles variants, and
//! `plane_moves` resolves texts of moves. `analysis` and `region` report legal sets, `json` writes the reports, and
//! `line` answers a line of `analyze`. `perft` counts move sequences. `record` replays records of matches, and `pgn` reads and
//! writes games in PGN.

mod analysis;
#[cfg(any(feature = "answers", feature = "cli"))]
mod json;
#[cfg(any(feature = "answers", feature = "cli"))]
mod line;
mod move_input;
mod no_piece;
mod perft;
mod pgn;
mod plane_moves;
mod play;
mod position;
mod prepared;
mod record;
mod region;
mod span_text;

pub use analysis::{Analysis, AnalysisOptions, LatticeAnalysis, PieceBearings, PlaneAnalysis, SpanReport};
#[cfg(any(feature = "answers", feature = "cli"))]
pub use json::{NumberTexts, SpanForm};
#[cfg(any(feature = "answers", feature = "cli"))]
pub use line::{LineOptions, UnknownFieldPolicy, answer_line};
pub use move_input::MoveInput;
pub use no_piece::{NoMoves, NoPiece};
pub use perft::{Perft, Uncountable, perft};
pub use pgn::{MAX_DEPTH, Pgn, PgnError, PgnFault, PgnMove, PgnNames};
pub use plane_moves::resolve;
pub use play::{Game, LatticeMoveMade, MoveMade, Ply, Refused};
pub use position::Position;
pub use prepared::{Prepared, VariantCache};
pub use record::{GameResult, Record, RecordError};
pub use region::{CellReport, OutlinePartReport, RegionReport};
pub use span_text::SpanText;
