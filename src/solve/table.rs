//! The transposition table: what is known of positions, in bounded memory, shared by all threads
//! without locks.
//!
//! An entry is two words, the key XOR the data and the data (Hyatt and Mann, "A lock-less transposition
//! table implementation for parallel search engines", 2002): half an entry of one writer and half of
//! another do not fit together and are not found. Four entries share a cache line; of these the one
//! whose knowledge cost least is replaced.
//!
//! It begins small and doubles when buckets run over, so a short search clears little memory and a long
//! one has all it may take. The low bits of a key say its bucket, so doubling adds a segment for the
//! buckets with one more bit set and copies there what belongs there. Nothing waits meanwhile: what
//! another thread stores in those moments may be forgotten, which costs time and no truth.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

/// Entries that share a bucket.
const BUCKET: usize = 4;
const BUCKET_BYTES: usize = size_of::<Bucket>();
/// The binary logarithm of the number of buckets to begin with, when there may be so many: 64 kB.
const FIRST_BITS: u32 = 10;
/// One bucket in so many runs over before the table doubles.
const PATIENCE: usize = 32;

/// Four entries, each key XOR data and then data, in a cache line of their own.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([[AtomicU64; 2]; BUCKET]);

type Segment = Box<[Bucket]>;

/// What the table knows of one position: 56 bits of the searcher's making under 8 bits of weight.
pub(super) struct Table {
    /// The first has the buckets to begin with, each other one as many as all before it.
    segments: [OnceLock<Segment>; 64],
    first_bits: u32,
    most_bits: u32,
    /// The number of buckets less one.
    mask: AtomicUsize,
    /// Entries lost since the table last grew.
    lost: AtomicUsize,
    growing: AtomicBool,
}

const WEIGHT_SHIFT: u32 = 56;

fn segment(buckets: usize) -> Segment {
    (0..buckets).map(|_| Bucket::default()).collect()
}

/// An entry as one reader or writer sees it: key and data, or nothing.
fn entry(words: &[AtomicU64; 2]) -> Option<(u64, u64)> {
    let data = words[1].load(Ordering::Relaxed);
    (data != 0).then(|| (words[0].load(Ordering::Relaxed) ^ data, data))
}

fn write(words: &[AtomicU64; 2], key: u64, data: u64) {
    words[0].store(key ^ data, Ordering::Relaxed);
    words[1].store(data, Ordering::Relaxed);
}

impl Table {
    /// A table that grows to the greatest power of two within so many bytes.
    pub fn new(bytes: usize) -> Table {
        let most_bits = (bytes / BUCKET_BYTES).max(1).ilog2();
        let first_bits = most_bits.min(FIRST_BITS);
        let first = OnceLock::from(segment(1 << first_bits));
        let mut segments = [const { OnceLock::new() }; 64];
        segments[0] = first;
        Table {
            segments,
            first_bits,
            most_bits,
            mask: AtomicUsize::new((1 << first_bits) - 1),
            lost: AtomicUsize::new(0),
            growing: AtomicBool::new(false),
        }
    }

    /// The bucket of a key, while there are so many; none when another thread has just begun to grow.
    fn bucket(&self, key: u64, mask: usize) -> Option<&Bucket> {
        let number = key as usize & mask;
        let higher = number >> self.first_bits;
        let (level, within) = match higher.checked_ilog2() {
            None => (0, number),
            Some(bit) => (bit as usize + 1, number ^ 1 << (bit + self.first_bits)),
        };
        self.segments[level].get()?.get(within)
    }

    fn mask(&self) -> usize {
        self.mask.load(Ordering::Acquire)
    }

    /// The data stored under a key, which is never 0.
    pub fn get(&self, key: u64) -> Option<u64> {
        let bucket = self.bucket(key, self.mask())?;
        let found = bucket.0.iter().filter_map(entry).find(|&(there, _)| there == key);
        found.map(|(_, data)| data & ((1 << WEIGHT_SHIFT) - 1))
    }

    /// Stores data (below 2^56, not 0) whose loss would cost so much.
    pub fn put(&self, key: u64, data: u64, weight: u8) {
        let mask = self.mask();
        let data = data | u64::from(weight) << WEIGHT_SHIFT;
        if self.bucket(key, mask).is_some_and(|bucket| put_in(bucket, key, data)) && self.may_grow(mask) {
            let lost = self.lost.fetch_add(1, Ordering::Relaxed);
            if lost >= mask / PATIENCE && !self.growing.swap(true, Ordering::Acquire) {
                self.grow();
                self.growing.store(false, Ordering::Release);
            }
        }
    }

    fn may_grow(&self, mask: usize) -> bool {
        mask + 1 < 1 << self.most_bits
    }

    /// Doubles the number of buckets. Done by one thread at a time.
    fn grow(&self) {
        let mask = self.mask();
        if !self.may_grow(mask) || self.lost.load(Ordering::Relaxed) < mask / PATIENCE {
            return;
        }
        let buckets = mask + 1;
        let level = (buckets.ilog2() - self.first_bits) as usize + 1;
        let added = segment(buckets);
        for (number, target) in added.iter().enumerate() {
            let Some(source) = self.bucket(number as u64, mask) else { continue };
            let belongs = |&(key, _): &(u64, u64)| key as usize & buckets != 0;
            for (key, data) in source.0.iter().filter_map(entry).filter(belongs) {
                put_in(target, key, data);
            }
        }
        if self.segments[level].set(added).is_ok() {
            self.mask.store(buckets * 2 - 1, Ordering::Release);
        }
        self.lost.store(0, Ordering::Relaxed);
    }
}

/// Stores an entry in a bucket; whether that drove out another.
fn put_in(bucket: &Bucket, key: u64, data: u64) -> bool {
    let mut chosen = &bucket.0[0];
    let mut least = u64::MAX;
    for words in &bucket.0 {
        match entry(words) {
            Some((there, known)) if there != key => {
                if known >> WEIGHT_SHIFT < least {
                    least = known >> WEIGHT_SHIFT;
                    chosen = words;
                }
            }
            None | Some(_) => {
                write(words, key, data);
                return false;
            }
        }
    }
    write(chosen, key, data);
    true
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

    #[test]
    fn what_is_known_stays_known_while_the_table_grows_to_its_bound() {
        let table = Table::new(3 << 20);
        let known = |count: u64| (1..=count).filter(|&n| table.get(staged(n, 1)) == Some(n)).count();
        for n in 1..=60_000u64 {
            table.put(staged(n, 1), n, 1);
        }
        assert!(known(60_000) > 54_000, "{}", known(60_000));
        (60_001..=600_000u64).for_each(|n| table.put(staged(n, 1), n, 1));
        assert_eq!((table.mask() + 1) * BUCKET_BYTES, 2 << 20);
    }
}
