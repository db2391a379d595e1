//! Chess problems on lattices: direct, self, reflex, help and series play, to mate and to stalemate.
//!
//! Belongs here: searches for all solutions. Start at [`Problem`] in `problem`.
//!
//! - `help`: the search of help play and series, by the plans of `lines`.
//! - `forced`: the search of direct, self and reflex play.
//! - `table`: what both searches know about positions, by keys. A key covers pieces, side to move, rights, en passant cells,
//!   directions and homes. It also covers the count of quiet plies if the count may draw the game (`keying`).
//! - `goal`: whether a position is mate or stalemate as the problem demands.
//! - `reflex`: the moves that a side has to make in reflex play.
//! - `keys`: the keys, tries and set play of a problem. `variations` and `main_line` report the play, `text` writes it.
//! - `lattice/pruning`, outside this folder, removes moves that cannot succeed from the last moves. Its `mod.rs` has the proof.
//!
//! Positions with equal keys are treated as equal. Keys have 64 bits: the chance that any two of 10^8 positions share a key is
//! 3 in 10^4. Each printed line has been played through, so it is correct. Draws by counters and by material end the play as
//! in a game. Repetition is tested only in complete lines of help play.

mod forced;
mod goal;
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
