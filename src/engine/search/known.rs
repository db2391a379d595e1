//! The table of known positions (transposition table): best move, value and depth.

use super::window::SearchWindow;
use crate::engine::score::is_mate;
use crate::solve::{Facts, Growth};

/// The lowest bits of the parts of an entry: the bound at 0, the depth, the value, and the name of the best move.
const DEPTH_AT: u32 = 2;
const VALUE_AT: u32 = 10;
const BEST_AT: u32 = 32;
const VALUE_BITS: u32 = BEST_AT - VALUE_AT;

/// The name of a move among those of its position: a number of [`NAME_BITS`] bits.
pub(in crate::engine) type MoveName = u32;

/// The name that stands for no move.
pub(in crate::engine) const NO_MOVE: MoveName = 0;

/// The number of bits of a [`MoveName`].
pub(in crate::engine) const NAME_BITS: u32 = 24;

/// The relation of the true value to a stored one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ValueBound {
    /// The true value is at most the stored one.
    Upper = 1,
    /// The true value is at least the stored one.
    Lower = 2,
    /// The true value is the stored one.
    Exact = 3,
}

impl ValueBound {
    /// Returns the relation of the true value to the best value that a search within a window has found.
    pub fn of(value: i32, window: SearchWindow) -> ValueBound {
        if value >= window.beta {
            ValueBound::Lower
        } else if value > window.alpha {
            ValueBound::Exact
        } else {
            ValueBound::Upper
        }
    }
}

/// The facts known of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct KnownPosition {
    /// The best move, or [`NO_MOVE`].
    pub best_move: MoveName,
    pub value: i32,
    pub bound: ValueBound,
    pub depth: i32,
}

impl KnownPosition {
    /// Whether the stored value decides a search within a window.
    pub fn settles(&self, window: SearchWindow) -> bool {
        match self.bound {
            ValueBound::Exact => true,
            ValueBound::Lower => self.value >= window.beta,
            ValueBound::Upper => self.value <= window.alpha,
        }
    }
}

/// The table of known positions, shared by all threads of a search.
pub(in crate::engine) struct KnownPositions {
    facts: Facts,
    /// The greatest memory, megabytes.
    pub megabytes: usize,
}

impl KnownPositions {
    /// Returns a table of at most this many megabytes.
    pub fn new(megabytes: usize) -> KnownPositions {
        let facts = Facts::new(megabytes.saturating_mul(1 << 20), Growth::Early);
        KnownPositions { facts, megabytes }
    }

    /// Returns the facts known of a position that is some turns from the root.
    pub(super) fn get(&self, key: u64, turns: u32) -> Option<KnownPosition> {
        let word = self.facts.get(key)?;
        let bound = match word & 3 {
            1 => ValueBound::Upper,
            2 => ValueBound::Lower,
            _ => ValueBound::Exact,
        };
        let value = ((word >> VALUE_AT) & ((1 << VALUE_BITS) - 1)) as i32 - (1 << (VALUE_BITS - 1));
        Some(KnownPosition {
            best_move: (word >> BEST_AT) as u32,
            value: with_mate_nearer(value, -(turns as i32)),
            bound,
            depth: i32::from((word >> DEPTH_AT) as u8),
        })
    }

    /// Stores the facts of a position that is some turns from the root. Stored mates are counted from the position.
    pub(super) fn put(&self, key: u64, turns: u32, known: KnownPosition) {
        let value = with_mate_nearer(known.value, turns as i32) + (1 << (VALUE_BITS - 1));
        let depth = known.depth.clamp(0, 255) as u8;
        let word = u64::from(known.best_move) << BEST_AT
            | (value as u64) << VALUE_AT
            | u64::from(depth) << DEPTH_AT
            | known.bound as u64;
        self.facts.put(key, word, depth);
    }

    /// Returns the filled share of the table, in thousandths.
    pub fn permille(&self) -> u32 {
        self.facts.permille()
    }
}

/// Returns a value, in which a mate is nearer by some turns.
fn with_mate_nearer(value: i32, turns: i32) -> i32 {
    if is_mate(value) { value + turns * value.signum() } else { value }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::score::MATE;

    #[test]
    fn mates_are_kept_by_their_distance_from_the_position() {
        let table = KnownPositions::new(1);
        let known = KnownPosition { best_move: 77, value: MATE - 7, bound: ValueBound::Lower, depth: 9 };
        table.put(5, 4, known);
        assert_eq!(table.get(5, 2), Some(KnownPosition { value: MATE - 5, ..known }));
        assert_eq!(table.get(6, 2), None);
    }

    #[test]
    fn facts_of_every_size_are_found_as_they_were_stored() {
        let table = KnownPositions::new(1);
        let greatest = KnownPosition {
            best_move: (1 << NAME_BITS) - 1,
            value: MATE,
            bound: ValueBound::Lower,
            depth: 255,
        };
        let least = KnownPosition { best_move: 0, value: -MATE, bound: ValueBound::Upper, depth: 0 };
        for (key, known) in [(1, greatest), (2, least)] {
            table.put(key, 0, known);
            assert_eq!(table.get(key, 0), Some(known));
        }
    }
}
