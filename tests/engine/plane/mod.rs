//! The plane engine held against laws, another collision library, and another chess program.

mod board;
mod board_after;
mod judge;
mod kinds;
mod laws;
mod orthodox;
mod parry_parity;
mod quantised;
mod random;
mod regions;
mod seams;
mod second_opinion;
mod shortcuts;
mod symmetry;

use proptest::prelude::ProptestConfig;

/// So many cases in a debug build and so many in a release build, unless `PROPTEST_CASES` asks for others.
pub fn cases(debug: u32, release: u32) -> ProptestConfig {
    let asked = std::env::var("PROPTEST_CASES").ok().and_then(|n| n.parse().ok());
    ProptestConfig::with_cases(asked.unwrap_or(if cfg!(debug_assertions) { debug } else { release }))
}
