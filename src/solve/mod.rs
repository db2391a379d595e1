//! Chess problems on any lattice: direct, self, help and series play, to mate and to stalemate.
//!
//! # What is pruned, and why that is sound
//! - Help play and series (`help.rs`) meet the length exactly. A position that leads nowhere in the plies
//!   that are left is not entered again: positions with equal keys (men, side to move, rights, passed
//!   cells, directions, homes) and equally many plies left have the same lines.
//! - Direct and self play (`battle.rs`) stop at the first move that settles a node: one that succeeds for
//!   the forcing side, one that is not answered for the resisting side. Knowledge in the table is a bound
//!   on the number of moves, so it holds whatever the depth of the search that found it.
//! - A last move that must mate must check. Only moves to a cell from which the man would attack the king,
//!   moves of a man that shields a line, promotions, double steps, castling, captures in passing and
//!   removals of pawn pairs can do that (`lattice/probe.rs`): a man reborn is the king's own.
//! - A side that must mate with every reply does not if one reply gives no check: counted, not made.
//! - A last move cannot stalemate while two men off every line to their king have three empty cells each
//!   about them: a move takes at most one man and fills at most two cells.
//! - Equal keys are taken for equal positions. With 64 bits the chance that two of 10^8 positions share
//!   one is 3 in 10^4 for a whole search; what is printed has been played through and is never wrong.
//!
//! Draws by repetition, by counters or by bare kings have no part in problems.

mod battle;
mod help;
mod problem;
mod report;
mod stipulation;
mod table;
mod text;
mod tree;
mod watch;

pub use problem::{Options, ProblemError, Puzzle, Telling};
pub use report::{Continuation, Key, Line, Play, Report, SetPlay, Solutions, Variation};
pub use stipulation::{Goal, Kind, MOST_MOVES, Stipulation, StipulationError};
pub use watch::Watch;
