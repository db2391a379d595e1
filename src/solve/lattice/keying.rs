//! The keys of positions in the tables of a search.

use crate::lattice::LatticeState;

/// Spreads a small number over all bits of a key: 2^64 over the golden ratio (Knuth, multiplicative hashing).
const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;

/// The way in which a search makes keys.
#[derive(Debug, Clone, Copy)]
pub(super) struct Keying {
    /// Whether keys contain the count of quiet plies, because the count may draw the game.
    pub has_count: bool,
}

impl Keying {
    /// Returns the key of a position at a stage of the search.
    pub fn key(self, state: &LatticeState, stage: u32) -> u64 {
        let count = if self.has_count { u64::from(state.halfmove) + 1 } else { 0 };
        staged(state.key() ^ count.wrapping_mul(SPREAD), stage)
    }
}

/// Returns the key of a position without its count of quiet plies, at a stage of the search, spread over all bits.
#[inline(always)]
pub(super) fn staged(key: u64, stage: u32) -> u64 {
    let mixed = (key ^ u64::from(stage).wrapping_mul(SPREAD)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    mixed ^ (mixed >> 32)
}
