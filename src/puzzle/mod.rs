//! Puzzles: positions with a task, and every right answer.
//!
//! Belongs here: files of puzzles with every answer, proven by the legal set and the problem solver. Start at [`Puzzle`].
//! `collection` reads files and contains the collections of the program. `study` proves puzzles, `judge` judges a move that somebody
//! tries, and `make` finds new puzzles.
//!
//! A new theme is a member of [`Theme`]. The compiler names every place that needs a case for it.

mod collection;
mod judge;
mod make;
mod study;

pub use collection::{
    CollectedPuzzle, Puzzle, ShippedCollection, Theme, read_collection, shipped_collections,
};
pub use judge::{Outcome, PuzzleVerdict, judge, most_captured};
pub use make::{Recipe, Source, make};
pub use study::{GRADES, NoPuzzle, PuzzleAnswer, Study, spans_ignoring_check, study};
