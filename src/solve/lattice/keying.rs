//! The keys of positions in the tables of a search.

use crate::dice::GOLDEN;
use crate::lattice::LatticeState;

/// The rule by which a search makes the keys of positions.
#[derive(Debug, Clone, Copy)]
pub(super) struct Keying {
    /// Whether keys cover the count of quiet plies, because the count may draw the game.
    pub has_count: bool,
}

impl Keying {
    /// Returns the key of a position at a stage of the search, such as the number of plies left. Stages have different keys.
    pub fn key(self, state: &LatticeState, stage: u32) -> u64 {
        let count = if self.has_count { u64::from(state.halfmove) + 1 } else { 0 };
        staged(state.key() ^ count.wrapping_mul(GOLDEN), stage)
    }
}

/// Returns a key that covers the key of a position and a stage of the search, spread over all bits.
#[inline(always)]
pub(super) fn staged(key: u64, stage: u32) -> u64 {
    // The second factor is from the last step of MurmurHash3.
    let mixed = (key ^ u64::from(stage).wrapping_mul(GOLDEN)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    mixed ^ (mixed >> 32)
}
