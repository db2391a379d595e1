//! Puzzles: positions with a task, and every right answer.
//!
//! Belongs here: files of puzzles, proven by the legal set and the problem solver, which hold every answer. Start at [`Puzzle`].
//! `collection` reads files and contains those of the program. `study` proves puzzles, `judge` judges a move that somebody
//! tries, and `make` finds new puzzles.
//!
//! A new theme is a member of [`Theme`]. The compiler names every place that needs a case for it.

mod collection;
mod judge;
mod make;
mod study;

pub use collection::{Collection, Puzzle, Theme, collection, shipped};
pub use judge::{Outcome, PuzzleVerdict, judge};
pub use make::{Recipe, Source, make};
pub use study::{GRADES, NoPuzzle, PuzzleAnswer, Study, study, ways};
