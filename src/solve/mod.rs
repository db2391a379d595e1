//! Chess problems: stipulations, and a solver for each kind of board.
//!
//! Belongs here: searches for all solutions, which the opponent never runs. Start at [`Problem`] for cells, and at [`plane`] where
//! distances are real numbers. [`strategy`] proves mates from every position of an open set. [`PopeyeProblem`] reads and
//! writes the language of another solver.
//!
//! A new kind of play begins in `stipulation`. The compiler names every place that needs a case for it: `lattice::problem`,
//! `lattice::lines`, and for the plane `plane::play`.

mod lattice;
pub mod plane;
mod popeye;
mod random;
mod stipulation;
pub mod strategy;

pub use lattice::{
    Continuation, KeyMove, Play, Problem, ProblemError, ProblemReport, Refutation, ReportScope, SetPlay,
    SolutionLine, Solutions, SolveOptions, TryMove, Variation,
};
pub(crate) use lattice::{Facts, Growth};
pub use popeye::{NotInPopeye, PopeyeProblem};
pub use stipulation::{Goal, MOST_MOVES, PlayKind, Stipulation, StipulationError};
