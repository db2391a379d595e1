//! The engine as a library: laws, second opinions, and the rules case by case.

#[cfg(feature = "answers")]
mod answers;
mod budget;
mod common;
mod endings;
mod forward;
mod lattice;
mod layers;
mod opponent;
#[cfg(feature = "render")]
mod pictures;
mod plane;
#[cfg(any(feature = "answers", feature = "cli"))]
mod puzzles;
mod simulation;
mod solve;
mod texts;
mod variants;
