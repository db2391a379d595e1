//! Chess problems: stipulations, and a solver for each kind of board.
//!
//! [`Problem`] and what belongs to it solve on lattices. [`plane`] solves where moves are real numbers.

mod lattice;
pub mod plane;
mod stipulation;

pub(crate) use lattice::Facts;
pub use lattice::{
    Continuation, Key, Options, Play, Problem, ProblemError, Report, ReportScope, SetPlay, SolutionLine,
    Solutions, Variation, Watch,
};
pub use stipulation::{Goal, Kind, MOST_MOVES, Stipulation, StipulationError};
