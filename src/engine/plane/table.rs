//! The table of known positions (transposition table), by the exact bits of their centres.

use crate::chess::Color;
use crate::dice::{GOLDEN, spread};
use crate::engine::bound::ValueBound;
use crate::plane::{Facing, Move, MoveShape, PlanePosition};
use crate::variant::Rebirth;
use std::sync::atomic::{AtomicU64, Ordering};

/// An entry of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TableEntry {
    /// A short name of the best move, see [`name_of`].
    pub best: u32,
    /// The value, mates counted from the position.
    pub value: i32,
    /// The depth of the search, plies.
    pub depth: i32,
    /// The relation of the true value to the stored one.
    pub bound: ValueBound,
}

/// A transposition table of fixed size, shared by threads without locks. An entry is stored with its key by exclusive or, so a
/// torn one does not match (R. Hyatt and T. Mann, "A lock-less transposition table implementation").
pub struct PlaneTable {
    entries: Vec<[AtomicU64; 2]>,
}

const VALUE_BITS: u32 = 22;
const DEPTH_BITS: u32 = 8;

impl PlaneTable {
    /// Returns a table of as many entries as fit in a number of megabytes, but of no more than `entries`.
    pub fn new(megabytes: usize, entries: usize) -> PlaneTable {
        let entries =
            (0..fitting(megabytes, entries)).map(|_| [AtomicU64::new(0), AtomicU64::new(0)]).collect();
        PlaneTable { entries }
    }

    /// Whether the table has at least half the size that [`PlaneTable::new`] would give it.
    pub fn serves(&self, megabytes: usize, entries: usize) -> bool {
        self.entries.len() >= fitting(megabytes, entries) / 2
    }

    /// Returns the entry of a position.
    pub fn get(&self, key: u64) -> Option<TableEntry> {
        let [check, data] = &self.entries[self.index(key)];
        let data = data.load(Ordering::Relaxed);
        if data == 0 || check.load(Ordering::Relaxed) ^ data != key {
            return None;
        }
        let bound = match data & 3 {
            1 => ValueBound::Exact,
            2 => ValueBound::Lower,
            _ => ValueBound::Upper,
        };
        let depth = ((data >> 2) & ((1 << DEPTH_BITS) - 1)) as i32;
        let value = (data >> (2 + DEPTH_BITS)) & ((1 << VALUE_BITS) - 1);
        let value = value as i32 - (1 << (VALUE_BITS - 1));
        Some(TableEntry { best: (data >> 32) as u32, value, depth, bound })
    }

    /// Stores an entry in place of the old one.
    pub fn put(&self, key: u64, known: TableEntry) {
        let bound = match known.bound {
            ValueBound::Exact => 1,
            ValueBound::Lower => 2,
            ValueBound::Upper => 3,
        };
        let depth = known.depth.clamp(0, (1 << DEPTH_BITS) - 1) as u64;
        let value = (known.value + (1 << (VALUE_BITS - 1))) as u64 & ((1 << VALUE_BITS) - 1);
        let data = bound | (depth << 2) | (value << (2 + DEPTH_BITS)) | (u64::from(known.best) << 32);
        let [check, slot] = &self.entries[self.index(key)];
        check.store(key ^ data, Ordering::Relaxed);
        slot.store(data, Ordering::Relaxed);
    }

    /// Returns the used part of the table in thousandths, by its first thousand entries.
    pub fn permille(&self) -> u32 {
        let used = |entry: &&[AtomicU64; 2]| entry[1].load(Ordering::Relaxed) != 0;
        let looked = self.entries.len().min(1000);
        (self.entries[..looked].iter().filter(used).count() * 1000 / looked.max(1)) as u32
    }

    fn index(&self, key: u64) -> usize {
        ((u128::from(key) * self.entries.len() as u128) >> 64) as usize
    }
}

/// Returns how many entries fit in a number of megabytes, but no more than `entries`.
fn fitting(megabytes: usize, entries: usize) -> usize {
    let most = megabytes.max(1).saturating_mul(1 << 20) / size_of::<[AtomicU64; 2]>();
    most.min(entries.max(1))
}

/// Returns the hash key of a position. It does not depend on the order of the pieces, and counters are left out.
pub fn key_of(position: &PlanePosition) -> u64 {
    let reborn = position.rules().rebirth != Rebirth::None;
    let mut key = 0u64;
    for piece in position.pieces() {
        let facing = match piece.facing {
            Facing::Player(flips) => u64::from(flips.x) | u64::from(flips.y) << 1,
            Facing::CounterClockwise => 4,
            Facing::Clockwise => 5,
        };
        let flags = u64::from(piece.kind)
            | (piece.color().index() as u64) << 8
            | u64::from(piece.moved) << 9
            | u64::from(reborn && piece.promoted) << 10
            | facing << 11;
        let mut h = spread(piece.at.x.to_bits() ^ GOLDEN);
        h = spread(h.wrapping_add(piece.at.y.to_bits()));
        h = spread(h ^ flags);
        if let Some(heading) = piece.heading {
            h = spread(h ^ heading.to_bits());
        }
        if let Some(home) = piece.home.filter(|_| reborn) {
            h = spread(h ^ home.x.to_bits().rotate_left(1) ^ home.y.to_bits());
        }
        key = key.wrapping_add(h);
    }
    if let Some(series) = position.series() {
        key = spread(key ^ u64::from(series.length) << 32 ^ u64::from(series.played));
    }
    if position.turn() == Color::White { key } else { !key }
}

/// Returns a short hash of a move, equal for equal moves of a position.
pub fn name_of(m: &Move) -> u32 {
    let (lane, at) = match m.shape {
        MoveShape::Along { lane, distance } | MoveShape::Turn { lane, degrees: distance } => {
            (lane, distance.to_bits())
        }
        MoveShape::To { lane, place } => (lane, place.x.to_bits().rotate_left(1) ^ place.y.to_bits()),
    };
    let who =
        u64::from(m.piece.0) | (lane as u64) << 16 | u64::from(m.promotion.map_or(0, |kind| kind + 1)) << 32;
    (spread(at ^ spread(who + 1)) >> 32) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_found_again() {
        let table = PlaneTable::new(1, usize::MAX);
        let known = [
            TableEntry { best: 7, value: -999_990, depth: 3, bound: ValueBound::Exact },
            TableEntry { best: u32::MAX, value: 1_000_000, depth: 0, bound: ValueBound::Lower },
            TableEntry { best: 0, value: 0, depth: 255, bound: ValueBound::Upper },
        ];
        for (key, known) in [3, 1 << 60, u64::MAX].into_iter().zip(known) {
            assert_eq!(table.get(key), None);
            table.put(key, known);
            assert_eq!(table.get(key), Some(known));
            assert_eq!(table.get(key ^ 1), None);
        }
    }
}
