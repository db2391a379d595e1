//! Interval arithmetic with outward rounding: each result contains every value that its operands allow.

use super::linear::LinearFunction;
use std::ops::{Add, Mul, Neg, Sub};

/// A closed interval of numbers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Enclosure {
    pub low: f64,
    pub high: f64,
}

impl Enclosure {
    pub const ALL: Enclosure = Enclosure { low: f64::NEG_INFINITY, high: f64::INFINITY };

    pub const fn new(low: f64, high: f64) -> Enclosure {
        Enclosure { low, high }
    }

    /// Returns the enclosure of a single number.
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

    pub fn contains(self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }

    /// Whether every number of the interval is at most `distance` from 0.
    pub fn is_within(self, distance: f64) -> bool {
        -distance <= self.low && self.high <= distance
    }

    pub fn meets(self, other: Enclosure) -> bool {
        self.low <= other.high && other.low <= self.high
    }

    /// Returns the numbers that both intervals contain; `None` if there are none.
    pub fn intersection(self, other: Enclosure) -> Option<Enclosure> {
        self.meets(other).then(|| Enclosure::new(self.low.max(other.low), self.high.min(other.high)))
    }

    /// Returns the parameters at which a line cuts a chord from a circle, up to the rounding of their ends; `None` if there are
    /// none. `offset` is the distance of the line from the centre.
    pub fn of_chord(offset: LinearFunction, radius: f64) -> Option<Enclosure> {
        let LinearFunction { start, slope } = offset;
        // The square of half the chord at this distance from the centre is about 4 * GRAZE.
        let greatest = radius - 2.0 * GRAZE / radius;
        if greatest < 0.0 || (slope == 0.0 && start.abs() > greatest) {
            return None;
        }
        let start = Enclosure::of(if slope < 0.0 { -start } else { start });
        Some((Enclosure::new(-greatest, greatest) - start).divided_by(Enclosure::of(slope.abs())))
    }

    pub fn middle(self) -> f64 {
        self.low.midpoint(self.high)
    }

    fn square(self) -> Enclosure {
        let (a, b) = (self.low * self.low, self.high * self.high);
        let least = if self.contains(0.0) { 0.0 } else { a.min(b).next_down() };
        Enclosure { low: least, high: a.max(b).next_up() }
    }

    /// Returns the square roots of the numbers that are at least 0; `None` if there are none.
    #[inline]
    pub fn root(self) -> Option<Enclosure> {
        if self.high < 0.0 {
            return None;
        }
        let low = self.low.max(0.0).sqrt().next_down().max(0.0);
        Some(Enclosure { low, high: self.high.sqrt().next_up() })
    }

    /// Returns the quotients by a divisor of at least 0. A quotient by 0 is infinite and has the sign of the dividend.
    #[inline]
    fn divided_by(self, divisor: Enclosure) -> Enclosure {
        let divisor_of_low = if self.low < 0.0 { divisor.low } else { divisor.high };
        let divisor_of_high = if self.high < 0.0 { divisor.high } else { divisor.low };
        Enclosure::rounded(self.low / divisor_of_low, self.high / divisor_of_high)
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

/// The least square of half a chord. A line that enters a circle by epsilon cuts a far longer chord, and rounding is far smaller.
const GRAZE: f64 = 1e-12;

/// Bounds of a function's values and of its slope on a stretch.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FunctionBounds {
    pub value: Enclosure,
    pub slope: Enclosure,
}

impl FunctionBounds {
    /// Returns the bounds of a linear function on a stretch.
    #[inline]
    pub fn linear(function: LinearFunction, stretch: Enclosure) -> FunctionBounds {
        let (start, slope) = (Enclosure::of(function.start), Enclosure::of(function.slope));
        let value = if function.slope == 0.0 { start } else { stretch * function.slope + start };
        FunctionBounds { value, slope }
    }

    /// Returns narrower bounds, which follow from the value in the middle of the stretch and from the slope (mean value form).
    #[inline]
    pub fn narrowed(self, value_in_middle: Enclosure, stretch: Enclosure) -> FunctionBounds {
        let half_length = (0.5 * (stretch.high - stretch.low)).next_up();
        let mean_value_form = value_in_middle + self.slope * Enclosure::new(-half_length, half_length);
        let low = self.value.low.max(mean_value_form.low);
        let value = Enclosure::new(low, self.value.high.min(mean_value_form.high));
        FunctionBounds { value, ..self }
    }

    /// Returns the bounds of the function times a number.
    #[inline]
    pub fn times(self, by: f64) -> FunctionBounds {
        FunctionBounds { value: self.value * by, slope: self.slope * by }
    }

    /// Returns the bounds of `sqrt(radius² - self²)`, which is half the chord that a line at the distance `self` from the centre
    /// cuts from a circle; `None` if the line cuts no chord.
    pub fn half_chord(self, radius: f64) -> Option<FunctionBounds> {
        // The product is more accurate for a short chord, and the difference of squares is narrower on a long stretch.
        let product = (Enclosure::of(radius) - self.value) * (Enclosure::of(radius) + self.value);
        let difference = Enclosure::of(radius) * radius - self.value.square();
        let square = Enclosure::new(product.low.max(difference.low), product.high.min(difference.high));
        if square.high < GRAZE {
            return None;
        }
        let root = square.root()?;
        Some(FunctionBounds { value: root, slope: (-(self.value * self.slope)).divided_by(root) })
    }
}

impl Add for FunctionBounds {
    type Output = FunctionBounds;
    #[inline]
    fn add(self, other: FunctionBounds) -> FunctionBounds {
        FunctionBounds { value: self.value + other.value, slope: self.slope + other.slope }
    }
}

impl Sub for FunctionBounds {
    type Output = FunctionBounds;
    #[inline]
    fn sub(self, other: FunctionBounds) -> FunctionBounds {
        FunctionBounds { value: self.value - other.value, slope: self.slope - other.slope }
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
            let number = |of: Enclosure, share: f64| (of.low + share * (of.high - of.low)).clamp(of.low, of.high);
            let (x, y) = (number(a, s), number(b, t));
            prop_assert!((a + b).contains(x + y) && (a - b).contains(x - y) && (a * b).contains(x * y));
            prop_assert!((a * by).contains(x * by));
            if x >= 0.0 {
                prop_assert!(a.root().expect("a root").contains(x.sqrt()));
            }
        }

        #[test]
        fn a_line_has_a_chord_where_the_bounds_say(start in -9.0..9.0f64, factor in -1.0..1.0f64, power in -13i32..1, s in -2.0..2.0f64) {
            let (radius, slope) = (0.25, factor * 10f64.powi(power));
            let offset = LinearFunction { start, slope };
            let bounds = Enclosure::of_chord(offset, radius).expect("a chord at some parameter");
            let chord = |t: f64| FunctionBounds::linear(offset, Enclosure::of(t)).half_chord(radius);
            let t = (s * radius - start) / slope;
            prop_assert_eq!(bounds.contains(t), chord(t).is_some(), "{:?} {}", bounds, t);
            prop_assert!(chord(bounds.low).is_some() && chord(bounds.high).is_some(), "{bounds:?}");
        }

        #[test]
        fn a_slope_holds_every_difference(h in -0.3..0.3f64, by in -1.0..1.0f64, from in 0.0..0.1f64, width in 1e-6..0.1f64) {
            let cell = Enclosure::new(from, from + width);
            let f = |t: f64| (0.0625 - (h + by * t) * (h + by * t)).sqrt();
            let found = FunctionBounds::linear(LinearFunction { start: h, slope: by }, cell).half_chord(0.25);
            let (a, b) = (f(cell.low), f(cell.high));
            if let Some(found) = found.filter(|_| a.is_finite() && b.is_finite()) {
                prop_assert!(found.value.contains(a) && found.value.contains(b));
                let mean = (b - a) / (cell.high - cell.low);
                prop_assert!(found.slope.low <= mean + 1e-7 && mean - 1e-7 <= found.slope.high, "{found:?} {mean}");
            }
        }
    }
}
