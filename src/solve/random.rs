//! Random numbers that choose the samples by which certificates and strategies are checked.

use crate::dice::unit_of;

/// A stream of random numbers that a seed determines (linear congruential generator with the constants of Knuth's MMIX).
pub struct Random(u64);

impl Random {
    /// Returns the stream of a seed. Its numbers are not those of `Dice`, which would change the samples of a check with this seed.
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// Returns a random number that is at least 0 and below 1.
    pub fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        unit_of(self.0)
    }
}
