//! Choosing moves, on every board.
//!
//! Belongs here: searching and playing; the layers below decide what is legal. Start at [`best`], which takes [`Options`] and returns
//! a [`SearchResult`]. `search` is the search of every board. `lattice` describes games on cells to it, and `plane` games of the
//! plane; `choose` calls one of the two. `mate` asks the problem solver. `uci` serves graphical programs, `players` choose moves in
//! games, and `contest` plays matches between players.

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
