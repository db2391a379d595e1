//! Endings computed to the last move: which positions of few men are won, in how many plies, and by which moves.
//!
//! Belongs here: tables of endings on lattices, and their files. Start at [`Tables`], the endings of one variant with all
//! that they lead to.
//!
//! Positions have no rights of unmoved men: no castling, and on the ring without promotion no double step. Move
//! counts and repetition do not draw. The right to take in passing is a part of the position.

mod ending;
#[cfg(feature = "cli")]
mod file;
mod layout;
mod retrograde;
mod symmetry;
mod table;
mod tables;

pub use ending::{Ending, UnknownEnding};
#[cfg(feature = "cli")]
pub use file::{BadFile, EXTENSION, read, read_folder, read_needed, write};
pub use retrograde::Unfinished;
pub use table::{Counts, Value};
pub use tables::{EndingPlan, Endings, Progress, Tables, Unfit, WrongTables};
