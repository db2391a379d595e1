//! Chess problems on lattices: direct, self, reflex, help and series play, to mate and to stalemate.
//!
//! Belongs here: searches for all solutions. Start at [`Problem`] in `problem`.
//!
//! - `help`: help play and series search every line of exactly the wanted length, by the plans of `lines`. A position from
//!   which no line of the remaining plies succeeds is not entered again, because positions with equal keys and equally many
//!   plies left have equal lines. A key stands for pieces, side to move, rights, en passant cells, directions and homes. It
//!   also stands for the count of quiet plies where the count may draw the game (`keying`).
//! - `forced`: direct, self and reflex play stop at the first move that decides a node: one that succeeds for the forcing
//!   side, or one without an answer for the resisting side. `table` holds bounds on the number of moves. They are valid at
//!   every depth of the search.
//! - `reflex`: the moves that a side has to make in reflex play.
//! - `keys` has the keys, tries and set play of a problem; `variations` and `main_line` report the play, `text` writes it.
//! - Before the last moves `lattice/pruning` removes moves that cannot succeed; its `mod.rs` has the proof.
//!
//! Positions with equal keys are taken for equal. Keys have 64 bits: the chance that any two of 10^8 positions share a key is
//! 3 in 10^4. Printed lines have been played through and are never wrong. Draws by counters and by material end the play as in
//! a game. Repetition is tested in complete lines of help play alone.

mod forced;
mod help;
mod keying;
mod keys;
mod known;
mod lines;
mod main_line;
mod probe;
mod problem;
mod reflex;
mod report;
mod table;
mod tally;
mod text;
mod variations;

pub use problem::{Problem, ProblemError, ReportScope, SolveOptions};
pub use report::{
    Continuation, KeyMove, Play, ProblemReport, Refutation, SetPlay, SolutionLine, Solutions, TryMove,
    Variation,
};
pub(crate) use table::{Facts, Growth};
