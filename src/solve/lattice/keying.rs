//! The keys under which a search stores what it knows of a position.

use crate::lattice::{LatticeRules, LatticeState};

/// The way in which a search makes keys: with the count of quiet plies where that count may draw the game, else without.
#[derive(Debug, Clone, Copy)]
pub(super) struct Keying {
    has_count: bool,
}

/// Spreads a small number over all bits of a key: 2^64 over the golden ratio (Knuth, multiplicative hashing).
const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;

impl Keying {
    /// Returns the keying of a search from a position through a number of plies.
    pub fn of(rules: &LatticeRules, state: &LatticeState, plies: u32) -> Keying {
        Keying { has_count: rules.may_be_drawn_within(state, plies) }
    }

    /// Whether keys contain the count of quiet plies.
    pub fn has_count(self) -> bool {
        self.has_count
    }

    /// Returns the key of a position.
    pub fn key(self, state: &LatticeState) -> u64 {
        let count = if self.has_count { u64::from(state.halfmove()) + 1 } else { 0 };
        state.key() ^ count.wrapping_mul(SPREAD)
    }
}
