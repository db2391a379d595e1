//! Choosing moves, on every board.
//!
//! `options` says what is asked for, and `crate::watch` when a search must end, `answer` and `score` what is answered. `lattice`
//! searches positions of cells, `plane` positions of the plane, and `choose` asks the one that a game needs. `mate` asks the
//! problem solver. `uci` talks to
//! graphical programs. `players` are whoever answers a game with a move, `contest` plays games between them.

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
