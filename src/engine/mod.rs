//! Choosing moves, on every board.
//!
//! Belongs here: searching and playing; legality is decided below. Start at [`best`]: [`Options`] go in and a [`SearchResult`] comes out.
//! `search` is the search of every board. `lattice` describes games on cells to it, and `plane` games of the plane; `choose` calls the
//! right one. `mate` asks the problem solver. `uci` serves graphical programs, `players` answer games with moves, `contest` plays
//! matches between them.

mod choose;
pub mod contest;
mod lattice;
#[cfg(test)]
mod laws;
mod mate;
mod options;
mod plane;
pub mod players;
mod result;
mod score;
mod search;
pub mod uci;

pub use crate::budget::{Budget, NodeMeter, SearchLimits, StopSignal};
pub use crate::dice::Dice;
pub use choose::{Memory, best, best_with_progress};
pub use options::{Level, Options, UnknownLevel};
pub use result::{SearchLine, SearchProgress, SearchResult};
pub use score::Score;
