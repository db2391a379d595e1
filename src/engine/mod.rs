//! Choosing moves, on every board.
//!
//! Comes in: searching and playing; legality is decided below. Start at [`best`]: [`Options`] go in and an [`Answer`] comes out.
//! `lattice` searches positions on cells and `plane` positions of the plane; `choose` calls the right one. `mate` asks the
//! problem solver. `uci` serves graphical programs, `players` answer games with moves, `contest` plays matches between them.

mod answer;
mod choose;
pub mod contest;
mod dice;
mod lattice;
#[cfg(test)]
mod laws;
mod mate;
mod options;
mod plane;
pub mod players;
mod score;
pub mod uci;

pub use crate::watch::{Limits, Meter, Stop, Watch};
pub use answer::{Answer, Line, News};
pub use choose::{Memory, best, best_with_news};
pub use dice::Dice;
pub use options::{Level, Options, UnknownLevel};
pub use score::Score;
