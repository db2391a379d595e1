//! Matches between players, and estimates of strength from them.
//!
//! Belongs here: players and rules as they are, no search. Start at [`Contest`] in `series`, which plays the games. `openings` gives
//! each pair its first position, and `tally` counts results.

mod openings;
mod series;
mod tally;

pub use openings::{Openings, OpeningsError};
pub use series::{Contest, ContestError};
pub use tally::{MatchTally, Sprt, SprtError, SprtVerdict};
