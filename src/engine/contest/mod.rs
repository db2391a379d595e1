//! Games between players, and what they say about strength.
//!
//! `openings` gives each pair of games its start, `series` plays the games of a match, `tally` counts results.

mod openings;
mod series;
mod tally;

pub use openings::{Openings, OpeningsError};
pub use series::{Contest, ContestError};
pub use tally::{Sprt, SprtError, SprtVerdict, Tally};
