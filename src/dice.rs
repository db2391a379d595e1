//! Reproducible random numbers: SplitMix64 (Steele, Lea, Flood 2014).

/// The step of the stream: 2^64 divided by the golden ratio. As a factor it spreads small numbers over a word (Fibonacci hashing).
pub const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// Returns mixed bits: a change of one bit changes about half of the bits of the result.
pub const fn spread(bits: u64) -> u64 {
    let bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

/// Returns a number that is at least 0 and below 1, given random bits. Only the upper 53 of them matter.
pub const fn unit_of(bits: u64) -> f64 {
    (bits >> 11) as f64 / (1u64 << 53) as f64
}

/// A stream of random numbers from a seed.
///
/// ```
/// use continuum::engine::Dice;
/// let (mut first, mut second) = (Dice::new(7), Dice::new(7));
/// assert_eq!(first.next_bits(), second.next_bits(), "equal seeds give equal numbers");
/// ```
#[derive(Debug, Clone)]
pub struct Dice(u64);

impl Dice {
    /// Returns the stream of a seed.
    pub fn new(seed: u64) -> Dice {
        Dice(seed)
    }

    /// Returns the next 64 random bits.
    pub fn next_bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(GOLDEN);
        spread(self.0)
    }

    /// Returns a random number that is at least 0 and below 1.
    pub fn unit(&mut self) -> f64 {
        unit_of(self.next_bits())
    }

    /// Returns a random whole number below a bound; 0 if the bound is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.next_bits()) * bound as u128) >> 64) as usize
    }
}
