//! The engine as a library: laws, second opinions, and the rules case by case.

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
#[cfg(any(feature = "cli", feature = "serve"))]
mod puzzles;
mod simulation;
mod solve;
mod texts;
mod variants;
