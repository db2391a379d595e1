//! Choosing moves on a lattice: principal variation search, or a search of series in progressive games.
//!
//! Belongs here: heuristics; `lattice` decides what is legal. Start at `root`, the first ply, and `tree`, the game as the search
//! sees it. `worth` and `pawn_paths` compute the values of pieces and cells of a board, `evaluation` adds them up, and
//! `exchange` computes the gain of captures. `series` searches series, `ending` uses tables of endings, and `level` has the weaker
//! levels.

mod ending;
mod evaluation;
mod exchange;
mod level;
mod pawn_paths;
mod root;
mod series;
mod tree;
mod worth;

pub(in crate::engine) use root::best;
