//! The transposition table: what is known of positions, in bounded memory, shared by all threads
//! without locks.
//!
//! An entry is two words, the key XOR the data and the data (Hyatt and Mann, "A lock-less transposition
//! table implementation for parallel search engines", 2002): half an entry of one writer and half of
//! another do not fit together and are not found. Four entries share a cache line; of these the one
//! whose knowledge cost least is replaced.

use std::sync::atomic::{AtomicU64, Ordering};

const BUCKET: usize = 4;

/// What the table knows of one position: 56 bits of the searcher's making under 8 bits of weight.
pub(super) struct Table {
    words: Vec<AtomicU64>,
    buckets: u64,
}

const WEIGHT_SHIFT: u32 = 56;

impl Table {
    /// A table of at most so many bytes.
    pub fn new(bytes: usize) -> Table {
        let buckets = (bytes / (BUCKET * 16)).max(1);
        let words = (0..buckets * BUCKET * 2).map(|_| AtomicU64::new(0)).collect();
        Table { words, buckets: buckets as u64 }
    }

    fn bucket(&self, key: u64) -> &[AtomicU64] {
        let number = ((u128::from(key) * u128::from(self.buckets)) >> 64) as usize;
        &self.words[number * BUCKET * 2..][..BUCKET * 2]
    }

    /// The data stored under a key, which is never 0.
    pub fn get(&self, key: u64) -> Option<u64> {
        self.bucket(key).chunks_exact(2).find_map(|entry| {
            let data = entry[1].load(Ordering::Relaxed);
            (data != 0 && entry[0].load(Ordering::Relaxed) ^ data == key)
                .then_some(data & ((1 << WEIGHT_SHIFT) - 1))
        })
    }

    /// Stores data (below 2^56, not 0) whose loss would cost so much.
    pub fn put(&self, key: u64, data: u64, weight: u8) {
        let data = data | u64::from(weight) << WEIGHT_SHIFT;
        let bucket = self.bucket(key);
        let mut chosen = 0;
        let mut least = u64::MAX;
        for (i, entry) in bucket.chunks_exact(2).enumerate() {
            let there = entry[1].load(Ordering::Relaxed);
            if there == 0 || entry[0].load(Ordering::Relaxed) ^ there == key {
                chosen = i;
                break;
            }
            if there >> WEIGHT_SHIFT < least {
                least = there >> WEIGHT_SHIFT;
                chosen = i;
            }
        }
        bucket[chosen * 2].store(key ^ data, Ordering::Relaxed);
        bucket[chosen * 2 + 1].store(data, Ordering::Relaxed);
    }
}

/// A key for a position at a stage of the search: both spread over all bits.
#[inline(always)]
pub(super) fn staged(key: u64, stage: u32) -> u64 {
    let mixed =
        (key ^ u64::from(stage).wrapping_mul(0x9e37_79b9_7f4a_7c15)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    mixed ^ (mixed >> 32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_stored_is_found_until_it_is_replaced() {
        let table = Table::new(1 << 12);
        for n in 1..40u64 {
            table.put(staged(n, 3), n, 1);
            assert_eq!(table.get(staged(n, 3)), Some(n));
            assert_eq!(table.get(staged(n, 4)), None);
        }
        let small = Table::new(0);
        small.put(7, 1, 200);
        (100..200).for_each(|n| small.put(n, 2, 1));
        assert_eq!(small.get(7), Some(1), "what cost most stays");
    }
}
