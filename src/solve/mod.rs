//! Chess problems: stipulations, and a solver for each kind of board.
//!
//! Belongs here: searches for all solutions. The engine's players never run them. Start at [`Problem`] for cells, and at
//! [`plane`] for boards of real coordinates. [`strategy`] proves mates from every position of an open set. [`PopeyeProblem`]
//! reads and writes the input language of Popeye, another solver.
//!
//! To add a kind of play, begin in `stipulation`. The compiler then names each `match` that needs a case for it: in
//! `lattice::problem`, in `lattice::lines`, and for the plane in `plane::play`.

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
pub use popeye::{NotInPopeye, PopeyeProblem, PopeyeVariant};
pub use stipulation::{Goal, MOST_MOVES, PlayKind, Stipulation, StipulationError};
