//! Endings worked out to the last move: which positions of a few men are won, in how many plies, and by which moves.
//!
//! - `ending`: which men play ([`Ending`]);
//! - `symmetry`: the maps of a board onto itself under which an ending stays as it is;
//! - `layout`: the number of each position of an ending, and the position of each number;
//! - `retrograde`: every position's value, by retrograde analysis;
//! - `table`: what was found ([`Value`], [`Counts`]);
//! - `tables`: endings of one variant with all that they lead to ([`Tables`]), worked out and asked;
//! - `file`: tables in files.
//!
//! No right of an unmoved man is left: no castling, and on the ring without promotion no double step. Neither counting nor
//! repetition draws. What a capture on a passed cell needs is part of the position.

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
pub use file::{BadFile, EXTENSION, read, read_folder, write};
pub use retrograde::Cut;
pub use table::{Counts, Value};
pub use tables::{Endings, News, Plan, Tables, Unfit};
