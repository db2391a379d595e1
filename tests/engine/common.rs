//! What several tests of the lattice share.
#![allow(dead_code, reason = "each test uses its part")]

use continuum::lattice::{LatticePosition, LatticeRules};
use continuum::variant::Variant;
use std::sync::Arc;

/// A variant by name with overrides as TOML lines.
pub fn rules(variant: &str, overrides: &str) -> Arc<LatticeRules> {
    let table = overrides.parse::<toml::Table>().expect("overrides are TOML");
    LatticeRules::new(&Variant::named(variant, &table).expect(variant)).expect("a lattice")
}

/// A position of a variant by its text.
pub fn position(variant: &str, text: &str) -> LatticePosition {
    LatticePosition::from_text(&rules(variant, ""), text).expect(text)
}

/// Legal moves as texts, sorted.
pub fn texts(position: &LatticePosition) -> Vec<String> {
    position.moves_by_text().into_iter().map(|(text, _)| text).collect()
}

/// A fixed stream of numbers (xorshift64*).
pub struct Dice(pub u64);

impl Dice {
    /// A number below a bound.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % bound
    }
}
