//! The entries of the table of known positions: best move, value, and depth.

use super::order::Packed;
use crate::endings::Value;
use crate::engine::bound::ValueBound;
use crate::solve::{Facts, Growth};

/// The value of a mate on the board. The table keeps values in 16 bits.
pub(super) const MATE: i32 = 30_000;
/// The bound beyond which values are mates.
pub(super) const MATES: i32 = MATE - 1_000;

/// Returns a value of a table of endings as a number of the search, for a position `ply` plies from the root.
pub(super) fn as_number(value: Value, ply: usize) -> i32 {
    let far = |plies: u16| MATE - (i32::from(plies) + ply as i32).min(MATE - MATES - 1);
    match value {
        Value::Won(plies) => far(plies),
        Value::Drawn => 0,
        Value::Lost(plies) => -far(plies),
    }
}

/// The facts known of a position.
#[derive(Debug, Clone, Copy)]
pub(super) struct KnownPosition {
    pub best: Packed,
    pub value: i32,
    pub bound: ValueBound,
    pub depth: i32,
}

impl KnownPosition {
    /// Whether the stored value decides a search within these bounds.
    pub fn settles(&self, [alpha, beta]: [i32; 2]) -> bool {
        match self.bound {
            ValueBound::Exact => true,
            ValueBound::Lower => self.value >= beta,
            ValueBound::Upper => self.value <= alpha,
        }
    }
}

/// The table of known positions, shared by all threads of a search.
pub(in crate::engine) struct KnownPositions(Facts);

impl KnownPositions {
    /// Returns a table of at most this many megabytes.
    pub(super) fn new(megabytes: usize) -> KnownPositions {
        KnownPositions(Facts::new(megabytes.saturating_mul(1 << 20), Growth::Early))
    }

    /// Returns the facts known of a position `ply` plies from the root.
    pub(super) fn get(&self, key: u64, ply: usize) -> Option<KnownPosition> {
        let word = self.0.get(key)?;
        let bound = match word & 3 {
            1 => ValueBound::Upper,
            2 => ValueBound::Lower,
            _ => ValueBound::Exact,
        };
        let value = with_mate_nearer(i32::from((word >> 16) as u16 as i16), -(ply as i32));
        Some(KnownPosition { best: (word >> 32) as u32, value, bound, depth: i32::from((word >> 8) as u8) })
    }

    /// Stores facts. Mates are counted from the position, not from the root.
    pub(super) fn put(&self, key: u64, ply: usize, known: KnownPosition) {
        let value = with_mate_nearer(known.value, ply as i32);
        let bound = match known.bound {
            ValueBound::Upper => 1,
            ValueBound::Lower => 2,
            ValueBound::Exact => 3,
        };
        let depth = known.depth.clamp(0, 255) as u8;
        let word = u64::from(known.best) << 32
            | u64::from(value.clamp(-MATE, MATE) as i16 as u16) << 16
            | u64::from(depth) << 8
            | bound;
        self.0.put(key, word, depth);
    }

    /// Returns the filled share of the table, in thousandths.
    pub(super) fn permille(&self) -> u32 {
        self.0.permille()
    }
}

/// Returns a value; if it is a mate, one that is nearer by some plies.
fn with_mate_nearer(value: i32, plies: i32) -> i32 {
    if value.abs() > MATES { value + plies * value.signum() } else { value }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_kept_by_their_distance_from_the_position() {
        let table = KnownPositions::new(1);
        let known = KnownPosition { best: 77, value: MATE - 7, bound: ValueBound::Lower, depth: 9 };
        table.put(5, 4, known);
        let back = table.get(5, 2).expect("it was stored");
        assert_eq!((back.best, back.value, back.bound, back.depth), (77, MATE - 5, ValueBound::Lower, 9));
        table.put(6, 3, KnownPosition { best: 0, value: -250, bound: ValueBound::Upper, depth: 0 });
        assert_eq!(table.get(6, 30).map(|known| (known.value, known.bound)), Some((-250, ValueBound::Upper)));
    }
}
