//! Interval arithmetic with outward rounding: each result contains every value that its operands allow.

use std::ops::{Add, Mul, Neg, Sub};

/// A closed interval of numbers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Enclosure {
    /// The lower bound.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
}

impl Enclosure {
    /// Every number.
    pub const ALL: Enclosure = Enclosure { low: f64::NEG_INFINITY, high: f64::INFINITY };

    /// Returns the interval from one number to another.
    pub const fn new(low: f64, high: f64) -> Enclosure {
        Enclosure { low, high }
    }

    /// Returns the interval of a single number.
    pub const fn of(value: f64) -> Enclosure {
        Enclosure { low: value, high: value }
    }

    /// Returns bounds moved outwards by the rounding of one operation.
    #[inline]
    fn rounded(low: f64, high: f64) -> Enclosure {
        if low.is_nan() || high.is_nan() {
            return Enclosure::ALL;
        }
        Enclosure { low: low.next_down(), high: high.next_up() }
    }

    /// Whether the interval contains a number.
    pub fn contains(self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }

    /// Whether all numbers lie within a distance of 0.
    pub fn within(self, distance: f64) -> bool {
        -distance <= self.low && self.high <= distance
    }

    /// Whether two intervals intersect.
    pub fn meets(self, other: Enclosure) -> bool {
        self.low <= other.high && other.low <= self.high
    }

    /// Returns the numbers that both contain; `None` if there are none.
    pub fn intersection(self, other: Enclosure) -> Option<Enclosure> {
        self.meets(other).then(|| Enclosure::new(self.low.max(other.low), self.high.min(other.high)))
    }

    /// Returns the t for which the line at the distance `at + by * t` from the centre of a circle has a chord, up to the rounding
    /// of their ends.
    pub fn with_chord([at, by]: [f64; 2], radius: f64) -> Option<Enclosure> {
        // Inside both ends, so that the chord has a length there.
        let most = radius - 2.0 * GRAZE / radius;
        if most < 0.0 || (by == 0.0 && at.abs() > most) {
            return None;
        }
        let at = Enclosure::of(if by < 0.0 { -at } else { at });
        Some((Enclosure::new(-most, most) - at).over(Enclosure::of(by.abs())))
    }

    /// Returns the middle.
    pub fn middle(self) -> f64 {
        self.low.midpoint(self.high)
    }

    /// Returns the squares.
    fn square(self) -> Enclosure {
        let (a, b) = (self.low * self.low, self.high * self.high);
        let least = if self.contains(0.0) { 0.0 } else { a.min(b).next_down() };
        Enclosure { low: least, high: a.max(b).next_up() }
    }

    /// Returns the square roots of the numbers from 0; `None` if there are none.
    #[inline]
    pub fn root(self) -> Option<Enclosure> {
        if self.high < 0.0 {
            return None;
        }
        let low = self.low.max(0.0).sqrt().next_down().max(0.0);
        Some(Enclosure { low, high: self.high.sqrt().next_up() })
    }

    /// Returns the quotients by the numbers of `other`, which are not negative. By 0 they are infinite and keep their sign.
    #[inline]
    fn over(self, other: Enclosure) -> Enclosure {
        let low = self.low / if self.low < 0.0 { other.low } else { other.high };
        let high = self.high / if self.high < 0.0 { other.high } else { other.low };
        Enclosure::rounded(low, high)
    }
}

impl Add for Enclosure {
    type Output = Enclosure;
    #[inline]
    fn add(self, other: Enclosure) -> Enclosure {
        Enclosure::rounded(self.low + other.low, self.high + other.high)
    }
}

impl Neg for Enclosure {
    type Output = Enclosure;
    #[inline]
    fn neg(self) -> Enclosure {
        Enclosure { low: -self.high, high: -self.low }
    }
}

impl Sub for Enclosure {
    type Output = Enclosure;
    #[inline]
    fn sub(self, other: Enclosure) -> Enclosure {
        self + -other
    }
}

impl Mul for Enclosure {
    type Output = Enclosure;
    #[inline]
    fn mul(self, other: Enclosure) -> Enclosure {
        let (a, b) = (self.low * other.low, self.low * other.high);
        let (c, d) = (self.high * other.low, self.high * other.high);
        if [a, b, c, d].iter().any(|product| product.is_nan()) {
            return Enclosure::ALL;
        }
        Enclosure::rounded(a.min(b).min(c.min(d)), a.max(b).max(c.max(d)))
    }
}

impl Mul<f64> for Enclosure {
    type Output = Enclosure;
    #[inline]
    fn mul(self, by: f64) -> Enclosure {
        let (a, b) = (self.low * by, self.high * by);
        Enclosure::rounded(a.min(b), a.max(b))
    }
}

/// The square of half a chord that counts as 0: far below that of a circle entered by epsilon, and far above rounding.
const GRAZE: f64 = 1e-12;

/// Bounds of a function on a stretch, and of its slope.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sloped {
    /// The bounds of the values.
    pub value: Enclosure,
    /// The bounds of the slope.
    pub slope: Enclosure,
}

impl Sloped {
    /// Returns `at + by * t` for every t within bounds.
    #[inline]
    pub fn affine([at, by]: [f64; 2], t: Enclosure) -> Sloped {
        if by == 0.0 {
            return Sloped { value: Enclosure::of(at), slope: Enclosure::of(0.0) };
        }
        Sloped { value: t * by + Enclosure::of(at), slope: Enclosure::of(by) }
    }

    /// Returns the function with narrower bounds of its values, from its value in the middle of the stretch and its slope (mean
    /// value form).
    #[inline]
    pub fn narrowed(self, middle: Enclosure, stretch: Enclosure) -> Sloped {
        let half = (0.5 * (stretch.high - stretch.low)).next_up();
        let about = middle + self.slope * Enclosure::new(-half, half);
        let value = Enclosure::new(self.value.low.max(about.low), self.value.high.min(about.high));
        Sloped { value, ..self }
    }

    /// Returns the function times a number.
    #[inline]
    pub fn times(self, by: f64) -> Sloped {
        Sloped { value: self.value * by, slope: self.slope * by }
    }

    /// Returns the root of `radius² - self²`, if there is one: half the chord at this distance from the centre of a circle.
    pub fn half_chord(self, radius: f64) -> Option<Sloped> {
        // The product keeps its digits where the chord is short.
        let inner = Enclosure::of(radius) - self.value;
        let outer = Enclosure::of(radius) + self.value;
        let product = inner * outer;
        // The difference of squares is narrower on a long stretch.
        let difference = Enclosure::of(radius) * radius - self.value.square();
        let square = Enclosure::new(product.low.max(difference.low), product.high.min(difference.high));
        if square.high < GRAZE {
            return None;
        }
        let root = square.root()?;
        Some(Sloped { value: root, slope: (-(self.value * self.slope)).over(root) })
    }
}

impl Add for Sloped {
    type Output = Sloped;
    #[inline]
    fn add(self, other: Sloped) -> Sloped {
        Sloped { value: self.value + other.value, slope: self.slope + other.slope }
    }
}

impl Sub for Sloped {
    type Output = Sloped;
    #[inline]
    fn sub(self, other: Sloped) -> Sloped {
        Sloped { value: self.value - other.value, slope: self.slope - other.slope }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn bounds() -> impl Strategy<Value = Enclosure> {
        (-3.0..3.0f64, 0.0..1.0f64).prop_map(|(low, width)| Enclosure::new(low, low + width))
    }

    proptest! {
        #[test]
        fn results_hold_what_their_operands_allow(a in bounds(), b in bounds(), s in 0.0..=1.0f64, t in 0.0..=1.0f64, by in -2.0..2.0f64) {
            let at = |of: Enclosure, share: f64| (of.low + share * (of.high - of.low)).clamp(of.low, of.high);
            let (x, y) = (at(a, s), at(b, t));
            prop_assert!((a + b).contains(x + y) && (a - b).contains(x - y) && (a * b).contains(x * y));
            prop_assert!((a * by).contains(x * by));
            if x >= 0.0 {
                prop_assert!(a.root().expect("a root").contains(x.sqrt()));
            }
        }

        #[test]
        fn a_line_has_a_chord_where_the_bounds_say(at in -9.0..9.0f64, by in -1.0..1.0f64, power in -13i32..1, s in -2.0..2.0f64) {
            let (radius, by) = (0.25, by * 10f64.powi(power));
            let bounds = Enclosure::with_chord([at, by], radius).expect("some time");
            let chord = |t: f64| Sloped::affine([at, by], Enclosure::of(t)).half_chord(radius);
            let t = (s * radius - at) / by;
            prop_assert_eq!(bounds.contains(t), chord(t).is_some(), "{:?} {}", bounds, t);
            prop_assert!(chord(bounds.low).is_some() && chord(bounds.high).is_some(), "{bounds:?}");
        }

        #[test]
        fn a_slope_holds_every_difference(h in -0.3..0.3f64, by in -1.0..1.0f64, from in 0.0..0.1f64, width in 1e-6..0.1f64) {
            let cell = Enclosure::new(from, from + width);
            let f = |t: f64| (0.0625 - (h + by * t) * (h + by * t)).sqrt();
            let found = Sloped::affine([h, by], cell).half_chord(0.25);
            let (a, b) = (f(cell.low), f(cell.high));
            if let Some(found) = found.filter(|_| a.is_finite() && b.is_finite()) {
                prop_assert!(found.value.contains(a) && found.value.contains(b));
                let mean = (b - a) / (cell.high - cell.low);
                prop_assert!(found.slope.low <= mean + 1e-7 && mean - 1e-7 <= found.slope.high, "{found:?} {mean}");
            }
        }
    }
}
