//! Chess problems on any lattice: direct, self, help and series play, to mate and to stalemate.
//!
//! # What is pruned, and why that is sound
//! - Help play and series (`help.rs`) meet the length exactly. A position that leads nowhere in the plies
//!   that are left is not entered again: positions with equal keys (pieces, side to move, rights, passed
//!   cells, directions, homes) and equally many plies left have the same lines.
//! - Direct and self play (`forced.rs`) stop at the first move that settles a node: one that succeeds for
//!   the forcing side, one that is not answered for the resisting side. Knowledge in the table is a bound
//!   on the number of moves, so it holds whatever the depth of the search that found it.
//! - A last move that must mate must check. Only moves to a cell from which the piece would attack the king,
//!   moves of a piece that sole_blockers a line, promotions, double steps, castling, captures in passing and
//!   removals of pawn pairs can do that (`lattice/probe.rs`): a piece reborn is the king's own.
//! - A last move that must mate or stalemate leaves no flight, which is an empty unattacked cell beside the
//!   king. A plain move covers a flight only from where it ends, by ending there, by opening a line through
//!   the cell it leaves, or by taking a piece that is reborn there (`lattice/flight.rs`). Lines are taken as on
//!   the empty board, so more may seem covered than is, never less.
//! - In direct play a move before the last that neither checks nor takes may be answered by a piece off every
//!   line to its king that goes from no flight's line to no flight, unless that move takes it or fills its
//!   only cell. Then it and the last must cover all flights between them, from any cell that their pieces reach
//!   on the empty board; else it is not made (`lattice/approach.rs`).
//! - In help play the last move but one is made only if some last move could cover the flights that it leaves
//!   (`lattice/siege.rs`, `lattice/besiege.rs`). When it is quiet and not the king's, it closes a flight only
//!   by filling it or by leaving a line on which the other side looks at it, and last moves go past whatever
//!   pieces of the side to move stand in their way. When the king steps aside, the other pieces stand where they
//!   stood. When a piece other than the king takes one, this may be reborn: what it may see from there
//!   is no flight, and the last move may be its own. The king's captures are always made.
//! - A last move cannot stalemate while pieces off every line to their king keep a move: it takes at most one
//!   piece and fills at most two cells. So neither can the two last if three pieces have three cells each, or
//!   with five such pieces and pawns (`lattice/idle.rs`).
//! - A side that must mate with every reply does not if one reply gives no check: counted, not made. It has
//!   one when its king is left a flight off the lines of the other king. Pieces off the lines of both kings
//!   have such replies too: a move without check must take each of them, or fill the only cell that it
//!   has, itself or with a piece reborn (`lattice/idle.rs`). As some reply has to mate, or stalemate, a last
//!   move is made only if one can, as in help play.
//! - Equal keys are taken for equal positions. With 64 bits the chance that two of 10^8 positions share
//!   one is 3 in 10^4 for a whole search; what is printed has been played through and is never wrong.
//!
//! Draws by repetition, by counters or by bare kings have no part in problems.

mod forced;
mod help;
mod problem;
mod report;
mod stipulation;
mod table;
mod text;
mod variations;
mod watch;

pub use problem::{Options, Problem, ProblemError, ReportScope};
pub use report::{Continuation, Key, Play, Report, SetPlay, SolutionLine, Solutions, Variation};
pub use stipulation::{Goal, Kind, MOST_MOVES, Stipulation, StipulationError};
pub use watch::Watch;
