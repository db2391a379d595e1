//! Chess problems on any lattice: direct, self, help and series play, to mate and to stalemate.
//!
//! # Search
//! - Help play and series (`help.rs`) search every line of exactly the length asked for. A position that leads nowhere in
//!   the plies that are left is not entered again: positions with equal keys and equally many plies left have the
//!   same lines. A key stands for pieces, side to move, rights, en passant cells, directions and homes.
//! - Direct and self play (`forced.rs`) stop at the first move that settles a node: one that succeeds for the forcing
//!   side, one that is not answered for the resisting side. The table holds bounds on the number of moves, so they are
//!   valid whatever the depth of the search that found them.
//! - Before the last moves `lattice/pruning` drops what cannot succeed; its `mod.rs` has the proof.
//! - Equal keys are taken for equal positions. With 64 bits the chance that two of 10^8 positions share one is 3 in
//!   10^4 for a whole search. What is printed has been played through and is never wrong.
//!
//! Draws by repetition, by counters or by bare kings have no part in problems.

mod forced;
mod help;
mod known;
mod main_line;
mod probe;
mod problem;
mod report;
mod table;
mod tally;
mod text;
mod variations;

pub use problem::{Options, Problem, ProblemError, ReportScope};
pub use report::{Continuation, Key, Play, Report, SetPlay, SolutionLine, Solutions, Variation};
pub(crate) use table::{Facts, Growth};
