//! The transposition table: facts about positions in bounded memory, shared by all threads without locks.
//!
//! A [`Fact`] has two words, the key XOR the data, and the data (Hyatt and Mann, "A lock-less transposition table
//! implementation for parallel search engines", 2002). If two threads write an entry at once, its words do not match, and the
//! entry is not found. A [`DeadEnd`] has one word, which says only that a key was stored. The entries of a cache line are a
//! bucket. A full bucket loses the entry of the least weight.
//!
//! The table begins small and doubles when buckets overflow ([`Growth`]), so a short search clears little memory. The
//! low bits of a key are the number of its bucket. Doubling adds a segment for the buckets with one more bit set, and
//! copies their entries there. No thread waits for this. An entry that another thread stores meanwhile may be lost, which
//! only costs time.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

/// The binary logarithm of the number of buckets at the beginning, if memory allows it: 64 kB.
const FIRST_BITS: u32 = 10;

/// The number of entries that a table loses before it doubles.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Growth {
    /// One for each 32 buckets: nearly all entries are kept.
    Early,
    /// One for each bucket: entries of little weight are lost, and the processor's caches hold more of the rest.
    Late,
}

/// The bits of a word that hold a weight: in a fact the highest of the data, in a dead end the lowest of the word.
const WEIGHT_BITS: u32 = 8;
const WEIGHT_SHIFT: u32 = u64::BITS - WEIGHT_BITS;

/// The content of an entry.
pub(crate) struct Stored<D> {
    key: u64,
    data: D,
    /// The cost of losing the entry.
    weight: u8,
}

/// An entry of a bucket. Implemented by [`Fact`] and [`DeadEnd`].
pub(crate) trait BucketEntry: Default {
    /// The data that an entry has about a position.
    type Data: Copy;
    /// The binary logarithm of the least number of buckets: this many low bits of a key need not be stored.
    const LEAST_BITS: u32;
    /// Returns the content; `None` if the entry is empty. `bucket_key` is any key of the entry's bucket.
    fn read(&self, bucket_key: u64) -> Option<Stored<Self::Data>>;
    /// Replaces the content.
    fn write(&self, stored: Stored<Self::Data>);
    /// Returns the data about a key of the entry's bucket.
    #[inline(always)]
    fn of(&self, key: u64) -> Option<Self::Data> {
        self.read(key).filter(|stored| stored.key == key).map(|stored| stored.data)
    }
}

/// An entry with 56 bits of data, not all 0: key XOR data, then data, under 8 bits of weight.
#[derive(Default)]
pub(crate) struct Fact([AtomicU64; 2]);

impl BucketEntry for Fact {
    type Data = u64;
    const LEAST_BITS: u32 = 0;

    #[inline(always)]
    fn read(&self, _: u64) -> Option<Stored<u64>> {
        let word = self.0[1].load(Ordering::Relaxed);
        let key = self.0[0].load(Ordering::Relaxed) ^ word;
        let (data, weight) = (word & ((1 << WEIGHT_SHIFT) - 1), (word >> WEIGHT_SHIFT) as u8);
        (word != 0).then_some(Stored { key, data, weight })
    }

    fn write(&self, Stored { key, data, weight }: Stored<u64>) {
        let word = data | u64::from(weight) << WEIGHT_SHIFT;
        self.0[0].store(key ^ word, Ordering::Relaxed);
        self.0[1].store(word, Ordering::Relaxed);
    }
}

/// An entry without data: the key, with its lowest bits, which the bucket implies, replaced by a weight above 0.
#[derive(Default)]
pub(super) struct DeadEnd(AtomicU64);

impl BucketEntry for DeadEnd {
    type Data = ();
    const LEAST_BITS: u32 = WEIGHT_BITS;

    #[inline(always)]
    fn read(&self, bucket_key: u64) -> Option<Stored<()>> {
        let word = self.0.load(Ordering::Relaxed);
        let low = (1 << WEIGHT_BITS) - 1;
        (word != 0).then_some(Stored { key: word & !low | bucket_key & low, data: (), weight: word as u8 })
    }

    fn write(&self, Stored { key, weight, .. }: Stored<()>) {
        let word = key >> WEIGHT_BITS << WEIGHT_BITS | u64::from(weight.max(1));
        self.0.store(word, Ordering::Relaxed);
    }
}

/// The entries of one cache line.
#[repr(align(64))]
struct Bucket<E, const N: usize>([E; N]);

type Segment<E, const N: usize> = Box<[Bucket<E, N>]>;

/// A transposition table.
pub(crate) struct GrowingTable<E, const N: usize> {
    /// The segments: the first has the buckets of the beginning, each other one as many as all before it.
    segments: [OnceLock<Segment<E, N>>; 64],
    first_bits: u32,
    most_bits: u32,
    growth: Growth,
    /// The number of buckets less one.
    mask: AtomicUsize,
    /// The number of entries lost since the table last grew.
    lost: AtomicUsize,
    growing: AtomicBool,
}

/// A table with data for each position.
pub(crate) type Facts = GrowingTable<Fact, 4>;
/// A table of positions that lead nowhere.
pub(super) type DeadEnds = GrowingTable<DeadEnd, 8>;

fn segment<E: BucketEntry, const N: usize>(buckets: usize) -> Segment<E, N> {
    (0..buckets).map(|_| Bucket(std::array::from_fn(|_| E::default()))).collect()
}

impl<E: BucketEntry, const N: usize> GrowingTable<E, N> {
    /// Returns a table that grows to the greatest power of two within this many bytes, but not below a least size.
    pub fn new(bytes: usize, growth: Growth) -> Self {
        let most_bits = (bytes / size_of::<Bucket<E, N>>()).max(1).ilog2().max(E::LEAST_BITS);
        let first_bits = most_bits.min(FIRST_BITS);
        let first = OnceLock::from(segment(1 << first_bits));
        let mut segments = [const { OnceLock::new() }; 64];
        segments[0] = first;
        GrowingTable {
            segments,
            first_bits,
            most_bits,
            growth,
            mask: AtomicUsize::new((1 << first_bits) - 1),
            lost: AtomicUsize::new(0),
            growing: AtomicBool::new(false),
        }
    }

    /// Returns the bucket of a key for a number of buckets; `None` while another thread adds its segment.
    #[inline(always)]
    fn bucket(&self, key: u64, mask: usize) -> Option<&Bucket<E, N>> {
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

    /// Returns the data stored under a key.
    #[inline(always)]
    pub fn get(&self, key: u64) -> Option<E::Data> {
        // All entries are examined: a branch at the right one would be mispredicted.
        let bucket = self.bucket(key, self.mask())?;
        bucket.0.iter().fold(None, |found, entry| entry.of(key).or(found))
    }

    /// Returns the filled share of the greatest size, in thousandths, estimated from the first buckets.
    pub fn permille(&self) -> u32 {
        let looked = self.segments[0].get().map_or(&[][..], |first| &first[..first.len().min(250)]);
        let filled = looked.iter().flat_map(|bucket| &bucket.0).filter(|e| e.read(0).is_some()).count();
        let share = filled * 1000 / (looked.len() * N).max(1);
        ((share * (self.mask() + 1)) >> self.most_bits) as u32
    }

    /// Stores data about a key, with the cost of its loss as weight.
    pub fn put(&self, key: u64, data: E::Data, weight: u8) {
        let mask = self.mask();
        let Some(bucket) = self.bucket(key, mask) else { return };
        let has_lost_an_entry = bucket.put(Stored { key, data, weight });
        if has_lost_an_entry && self.may_grow(mask) {
            let lost = self.lost.fetch_add(1, Ordering::Relaxed);
            if lost >= self.patience(mask) && !self.growing.swap(true, Ordering::Acquire) {
                self.grow();
                self.growing.store(false, Ordering::Release);
            }
        }
    }

    /// Returns the number of entries lost before a table of this size grows.
    fn patience(&self, mask: usize) -> usize {
        match self.growth {
            Growth::Early => mask / 32,
            Growth::Late => mask,
        }
    }

    fn may_grow(&self, mask: usize) -> bool {
        mask + 1 < 1 << self.most_bits
    }

    /// Doubles the number of buckets. Only one thread does so at a time.
    fn grow(&self) {
        let mask = self.mask();
        if !self.may_grow(mask) || self.lost.load(Ordering::Relaxed) < self.patience(mask) {
            return;
        }
        let buckets = mask + 1;
        let level = (buckets.ilog2() - self.first_bits) as usize + 1;
        let added: Segment<E, N> = segment(buckets);
        for (number, target) in added.iter().enumerate() {
            let number = number as u64;
            let Some(source) = self.bucket(number, mask) else { continue };
            for stored in source.0.iter().filter_map(|entry| entry.read(number)) {
                if stored.key as usize & buckets != 0 {
                    target.put(stored);
                }
            }
        }
        if self.segments[level].set(added).is_ok() {
            self.mask.store(buckets * 2 - 1, Ordering::Release);
        }
        self.lost.store(0, Ordering::Relaxed);
    }
}

impl<E: BucketEntry, const N: usize> Bucket<E, N> {
    /// Stores an entry; returns whether it replaced another.
    fn put(&self, stored: Stored<E::Data>) -> bool {
        let mut chosen = &self.0[0];
        let mut least = u8::MAX;
        for entry in &self.0 {
            match entry.read(stored.key).filter(|old| old.key != stored.key) {
                None => {
                    entry.write(stored);
                    return false;
                }
                Some(old) if old.weight < least => {
                    least = old.weight;
                    chosen = entry;
                }
                Some(_) => {}
            }
        }
        chosen.write(stored);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::lattice::keying::staged;

    fn fills_and_forgets<E: BucketEntry<Data: PartialEq + std::fmt::Debug>, const N: usize>(data: E::Data) {
        let table = GrowingTable::<E, N>::new(1 << 12, Growth::Early);
        for n in 1..40u64 {
            table.put(staged(n, 3), data, 1);
            assert_eq!(table.get(staged(n, 3)), Some(data));
            assert_eq!(table.get(staged(n, 4)), None);
        }
        let small = GrowingTable::<E, N>::new(0, Growth::Late);
        small.put(0x700, data, 200);
        (100..2000).for_each(|n| small.put(n << 8, data, 1));
        assert_eq!(small.get(0x700), Some(data), "what cost most stays");
        assert_eq!(small.get(0x701), None);
    }

    #[test]
    fn what_was_stored_is_found_until_it_is_replaced() {
        fills_and_forgets::<Fact, 4>(5);
        fills_and_forgets::<DeadEnd, 8>(());
    }

    /// Fills a table of at most 2 MB beyond its bound. The first keys fit with room to spare.
    fn grows<E: BucketEntry, const N: usize>(fit: u64, least: usize, data: impl Fn(u64) -> E::Data) {
        let table = GrowingTable::<E, N>::new(3 << 20, Growth::Early);
        let known = |count: u64| (1..=count).filter(|&n| table.get(staged(n, 1)).is_some()).count();
        (1..=fit).for_each(|n| table.put(staged(n, 1), data(n), 1));
        assert!(known(fit) > least, "{}", known(fit));
        (fit + 1..=10 * fit).for_each(|n| table.put(staged(n, 1), data(n), 1));
        assert_eq!((table.mask() + 1) * size_of::<Bucket<E, N>>(), 2 << 20);
        let never = (1..=fit).filter(|&n| table.get(staged(n, 2)).is_some()).count();
        assert_eq!(never, 0);
    }

    #[test]
    fn what_is_known_stays_known_while_the_table_grows_to_its_bound() {
        grows::<Fact, 4>(60_000, 54_000, |n| n);
        grows::<DeadEnd, 8>(120_000, 110_000, |_| ());
    }
}
