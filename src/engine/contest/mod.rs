//! Matches between players, and estimates of strength from them.
//!
//! Belongs here: matches between any players under any rules. Start at [`Contest`] in `series`, which plays the games.
//! `openings` has the first position of each pair of games, and `tally` counts results.

mod openings;
mod series;
mod tally;

pub use openings::{Openings, OpeningsError};
pub use series::{Contest, ContestError};
pub use tally::{MatchTally, Sprt, SprtError, SprtVerdict};
