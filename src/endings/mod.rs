//! Endings: for each position of few men the winner, the number of plies to the end, and the best moves.
//!
//! Belongs here: tables of endings on lattices, and their files. Start at [`Tables`], the tables of one variant.
//!
//! The tables have no positions in which unmoved men have rights: no castling, and on the ring without promotion no double
//! step. Counts of moves and repetition do not draw. The right to capture en passant is a part of the position.

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
pub use tables::{EndingPlan, Endings, Progress, RankedMove, Tables, Unfit, ValuedPosition, WrongTables};
