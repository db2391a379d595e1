//! The transposition table: facts about positions in bounded memory, shared by all threads without locks.
//!
//! A [`Fact`] has two words, the key XOR the data, and the data (Hyatt and Mann, "A lock-less transposition table
//! implementation for parallel search engines", 2002). If two threads write an entry at once, its words do not match, and the
//! entry is not found. A [`DeadEnd`] has one word, which records only that a key was stored. The entries of one cache line are
//! a bucket. A full bucket loses its entry of the least weight.
//!
//! The table begins small and doubles when buckets overflow ([`Growth`]), so a short search clears little memory. The low
//! bits of a key are the number of its bucket. Each doubling uses one more bit of the keys. It adds a segment for the buckets
//! in whose numbers this bit is set, and copies their entries there. No thread waits for this. An entry that another thread
//! stores during the copying may be lost, which only costs time.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

/// The binary logarithm of the number of buckets at the beginning, if memory allows this number: 64 kB.
const FIRST_BITS: u32 = 10;

/// The number of entries that a table loses before it doubles.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Growth {
    /// One for each 32 buckets: nearly all entries are kept.
    Early,
    /// One for each bucket: entries of little weight are lost, and the processor's caches hold more of the others.
    Late,
}

/// The number of bits that hold a weight: the highest of a fact's second word, the lowest of a dead end's word.
const WEIGHT_BITS: u32 = 8;
/// The place of the lowest bit of a weight in a fact's second word.
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
    type Data: Copy;
    /// The binary logarithm of the least number of buckets. An entry need not store this many low bits of its key, because
    /// they are those of its bucket's number.
    const LEAST_BITS: u32;
    /// Returns the content; `None` if the entry is empty. `bucket_key` is any key of the entry's bucket.
    fn read(&self, bucket_key: u64) -> Option<Stored<Self::Data>>;
    fn write(&self, stored: Stored<Self::Data>);
}

/// An entry with 56 bits of data, of which at least one must be set.
#[derive(Default)]
pub(crate) struct Fact {
    /// The key XOR the second word.
    masked_key: AtomicU64,
    /// The second word: 8 bits of weight, then the data.
    weighted_data: AtomicU64,
}

impl BucketEntry for Fact {
    type Data = u64;
    const LEAST_BITS: u32 = 0;

    #[inline(always)]
    fn read(&self, _: u64) -> Option<Stored<u64>> {
        let word = self.weighted_data.load(Ordering::Relaxed);
        let key = self.masked_key.load(Ordering::Relaxed) ^ word;
        let (data, weight) = (word & ((1 << WEIGHT_SHIFT) - 1), (word >> WEIGHT_SHIFT) as u8);
        (word != 0).then_some(Stored { key, data, weight })
    }

    fn write(&self, Stored { key, data, weight }: Stored<u64>) {
        let word = data | u64::from(weight) << WEIGHT_SHIFT;
        self.masked_key.store(key ^ word, Ordering::Relaxed);
        self.weighted_data.store(word, Ordering::Relaxed);
    }
}

/// An entry without data: a key whose lowest bits are replaced by a weight above 0. The bucket implies these bits.
#[derive(Default)]
pub(super) struct DeadEnd(AtomicU64);

impl BucketEntry for DeadEnd {
    type Data = ();
    const LEAST_BITS: u32 = WEIGHT_BITS;

    #[inline(always)]
    fn read(&self, bucket_key: u64) -> Option<Stored<()>> {
        let word = self.0.load(Ordering::Relaxed);
        let low_bits = (1 << WEIGHT_BITS) - 1;
        let key = word & !low_bits | bucket_key & low_bits;
        (word != 0).then_some(Stored { key, data: (), weight: word as u8 })
    }

    fn write(&self, Stored { key, weight, .. }: Stored<()>) {
        let word = key >> WEIGHT_BITS << WEIGHT_BITS | u64::from(weight.max(1));
        self.0.store(word, Ordering::Relaxed);
    }
}

/// The entries of one cache line.
#[repr(align(64))]
struct Bucket<E, const N: usize> {
    entries: [E; N],
}

type Segment<E, const N: usize> = Box<[Bucket<E, N>]>;

/// A transposition table, whose buckets have `N` entries.
pub(crate) struct GrowingTable<E, const N: usize> {
    /// The first segment has the buckets of the beginning. Each other segment has as many as all segments before it together.
    segments: [OnceLock<Segment<E, N>>; 64],
    /// The binary logarithm of the number of buckets at the beginning.
    first_bits: u32,
    /// The binary logarithm of the greatest number of buckets.
    most_bits: u32,
    growth: Growth,
    /// The number of buckets less one, which masks the bits of a key that are the number of its bucket.
    mask: AtomicUsize,
    /// The number of entries lost since the table last grew.
    lost: AtomicUsize,
    is_growing: AtomicBool,
}

/// The greatest number of buckets from which the filled share of a table is estimated.
const MOST_SAMPLED: usize = 250;

/// A table with data for each position.
pub(crate) type Facts = GrowingTable<Fact, 4>;
/// A table of positions that lead nowhere.
pub(super) type DeadEnds = GrowingTable<DeadEnd, 8>;

/// Returns a segment of empty buckets.
fn segment<E: BucketEntry, const N: usize>(buckets: usize) -> Segment<E, N> {
    (0..buckets).map(|_| Bucket { entries: std::array::from_fn(|_| E::default()) }).collect()
}

impl<E: BucketEntry, const N: usize> GrowingTable<E, N> {
    /// Returns an empty table. It grows to the greatest power of two within this many bytes, and at least to its least size.
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
            is_growing: AtomicBool::new(false),
        }
    }

    /// Returns the bucket of a key in a table with this mask; `None` while another thread adds the bucket's segment.
    #[inline(always)]
    fn bucket(&self, key: u64, mask: usize) -> Option<&Bucket<E, N>> {
        let number = key as usize & mask;
        // The highest bit that is set beyond the first segment determines the segment.
        let beyond_first = number >> self.first_bits;
        let (segment, place) = match beyond_first.checked_ilog2() {
            None => (0, number),
            Some(bit) => (bit as usize + 1, number ^ 1 << (bit + self.first_bits)),
        };
        self.segments[segment].get()?.get(place)
    }

    fn mask(&self) -> usize {
        self.mask.load(Ordering::Acquire)
    }

    /// Returns the data stored under a key.
    #[inline(always)]
    pub fn get(&self, key: u64) -> Option<E::Data> {
        // All entries are examined: a branch at the right one would be mispredicted.
        let bucket = self.bucket(key, self.mask())?;
        bucket.entries.iter().fold(None, |found, entry| {
            let stored = entry.read(key).filter(|stored| stored.key == key);
            stored.map(|stored| stored.data).or(found)
        })
    }

    /// Returns the share of the greatest number of entries that is filled, in thousandths, as estimated from the first buckets.
    pub fn permille(&self) -> u32 {
        let first_buckets = self.segments[0].get().map_or(&[][..], |first| first);
        let sample = &first_buckets[..first_buckets.len().min(MOST_SAMPLED)];
        let entries = sample.iter().flat_map(|bucket| &bucket.entries);
        let filled = entries.filter(|entry| entry.read(0).is_some()).count();
        let share_of_present_size = filled * 1000 / (sample.len() * N).max(1);
        ((share_of_present_size * (self.mask() + 1)) >> self.most_bits) as u32
    }

    /// Stores data about a key. The weight is the cost of losing them.
    pub fn put(&self, key: u64, data: E::Data, weight: u8) {
        let mask = self.mask();
        let Some(bucket) = self.bucket(key, mask) else { return };
        let has_lost_an_entry = bucket.put(Stored { key, data, weight });
        if !has_lost_an_entry || !self.may_grow(mask) {
            return;
        }
        let lost_before = self.lost.fetch_add(1, Ordering::Relaxed);
        if lost_before >= self.most_lost(mask) && !self.is_growing.swap(true, Ordering::Acquire) {
            self.grow();
            self.is_growing.store(false, Ordering::Release);
        }
    }

    /// Returns the number of entries after whose loss a table with this mask grows.
    fn most_lost(&self, mask: usize) -> usize {
        match self.growth {
            Growth::Early => mask / 32,
            Growth::Late => mask,
        }
    }

    /// Whether a table with this mask is smaller than its greatest size.
    fn may_grow(&self, mask: usize) -> bool {
        mask + 1 < 1 << self.most_bits
    }

    /// Doubles the number of buckets. Only one thread does so at a time.
    fn grow(&self) {
        let mask = self.mask();
        // Another thread may have doubled them since this thread lost an entry.
        if !self.may_grow(mask) || self.lost.load(Ordering::Relaxed) < self.most_lost(mask) {
            return;
        }
        let buckets = mask + 1;
        let added: Segment<E, N> = segment(buckets);
        for (number, target) in added.iter().enumerate() {
            let number = number as u64;
            let Some(source) = self.bucket(number, mask) else { continue };
            for stored in source.entries.iter().filter_map(|entry| entry.read(number)) {
                // One more bit of the key belongs to the number of its bucket. If it is set, the bucket is a new one.
                if stored.key as usize & buckets != 0 {
                    target.put(stored);
                }
            }
        }
        let next_segment = (buckets.ilog2() - self.first_bits) as usize + 1;
        if self.segments[next_segment].set(added).is_ok() {
            self.mask.store(buckets * 2 - 1, Ordering::Release);
        }
        self.lost.store(0, Ordering::Relaxed);
    }
}

impl<E: BucketEntry, const N: usize> Bucket<E, N> {
    /// Stores data about a key, and returns whether the bucket lost the data of another key.
    fn put(&self, stored: Stored<E::Data>) -> bool {
        let mut lightest = &self.entries[0];
        let mut least_weight = u8::MAX;
        for entry in &self.entries {
            match entry.read(stored.key).filter(|old| old.key != stored.key) {
                None => {
                    entry.write(stored);
                    return false;
                }
                Some(old) if old.weight < least_weight => {
                    least_weight = old.weight;
                    lightest = entry;
                }
                Some(_) => {}
            }
        }
        lightest.write(stored);
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
