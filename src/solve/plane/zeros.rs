//! Every zero of a function on a stretch, by bounds of its values and of its slope (interval bisection).
//!
//! A part of the stretch has no zero if the bounds of the values exclude 0. It has at most one zero if the slope keeps its sign;
//! the signs of the values at its ends decide whether it has one. Every other part is halved. A part shorter than [`FINEST`] that
//! is undecided counts as a zero: an unnecessary zero costs a test, and a missing one would make the answer wrong.

use super::enclosure::{Enclosure, FunctionBounds};

/// The length below which parts are not halved: a tenth of epsilon.
const FINEST: f64 = 1e-10;

/// The greatest value of a function that counts as 0 on a part: the rounding of its terms.
const ROUNDING: f64 = 1e-13;

/// The length above which a part on which a function counts as 0 has no zeros, because nothing changes on it.
const LONG: f64 = 1e-5;

/// The greatest number of parts that are tested for one function.
const MOST_PARTS: u32 = 4096;

/// The greatest number of steps towards one zero.
const MOST_STEPS: u32 = 80;

/// The error that the zeros of a function cannot be separated, because it is near 0 over a long stretch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooMany;

/// Returns the zeros of a function on a stretch. The function returns `None` where it is undefined.
pub fn zeros(
    f: &impl Fn(Enclosure) -> Option<FunctionBounds>,
    stretch: Enclosure,
) -> Result<Vec<f64>, TooMany> {
    let mut found = Vec::new();
    let mut untested = vec![stretch];
    let mut tested_parts = 0;
    while let Some(part) = untested.pop() {
        let Some(bounds) = f(part).filter(|bounds| bounds.value.contains(0.0)) else { continue };
        let (middle, length) = (part.middle(), part.high - part.low);
        let value = match f(Enclosure::of(middle)) {
            Some(at_middle) => bounds.narrowed(at_middle.value, part).value,
            None => bounds.value,
        };
        let is_flat = value.is_within(ROUNDING);
        if !value.contains(0.0) || (is_flat && length > LONG) {
            continue;
        }
        tested_parts += 1;
        if tested_parts > MOST_PARTS {
            return Err(TooMany);
        }
        // The signs at the ends decide only if the function is defined at both: a curve may begin inside the part.
        let is_defined_at_ends = || [part.low, part.high].iter().all(|&end| f(Enclosure::of(end)).is_some());
        if !bounds.slope.contains(0.0) && is_defined_at_ends() {
            found.extend(sign_change(|t| Some(f(t)?.value), part));
            continue;
        }
        if is_flat || length < FINEST {
            // The function may touch 0 at an extremum. The zero of its slope is far better conditioned than that of its value.
            found.push(sign_change(|t| Some(f(t)?.slope), part).unwrap_or(middle));
            continue;
        }
        untested.extend([Enclosure::new(middle, part.high), Enclosure::new(part.low, middle)]);
    }
    Ok(found)
}

/// Returns the zero of a function that has opposite signs at the ends of a part; `None` if the signs are equal.
fn sign_change(f: impl Fn(Enclosure) -> Option<Enclosure>, part: Enclosure) -> Option<f64> {
    let finite = |t: f64| f(Enclosure::of(t)).filter(|value| value.low.is_finite() && value.high.is_finite());
    let (mut from, mut to) = (part.low, part.high);
    let (at_from, at_to) = (finite(from)?, finite(to)?);
    if at_from.contains(0.0) {
        return Some(from);
    }
    if at_to.contains(0.0) {
        return Some(to);
    }
    if (at_from.high < 0.0) == (at_to.high < 0.0) {
        return None;
    }
    let (mut value_at_from, mut value_at_to) = (at_from.middle(), at_to.middle());
    for step in 0..MOST_STEPS {
        // Secants alone may approach the zero from one end only. A bisection at every third step moves the other end too.
        let secant = value_at_from / (value_at_from - value_at_to);
        let share = if step % 3 == 2 { 0.5 } else { secant.clamp(0.01, 0.99) };
        let next = from + share * (to - from);
        if next <= from || next >= to {
            break;
        }
        let value = finite(next)?;
        if value.contains(0.0) {
            return Some(next);
        }
        if (value.high < 0.0) == (value_at_from < 0.0) {
            (from, value_at_from) = (next, value.middle());
        } else {
            (to, value_at_to) = (next, value.middle());
        }
    }
    Some(from.midpoint(to))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::plane::linear::LinearFunction;
    use proptest::prelude::*;

    fn linear(start: f64, slope: f64, t: Enclosure) -> FunctionBounds {
        FunctionBounds::linear(LinearFunction { start, slope }, t)
    }

    /// Returns the distinct zeros between 0 and a number, in order.
    fn distinct_zeros(f: impl Fn(Enclosure) -> Option<FunctionBounds>, to: f64) -> Vec<f64> {
        let mut found = zeros(&f, Enclosure::new(0.0, to)).expect("few");
        found.sort_by(f64::total_cmp);
        found.dedup_by(|a, b| *a - *b < 1e-9);
        found
    }

    #[test]
    fn a_circle_that_is_only_touched_is_met_once() {
        // The half chord at distance t from the middle of a circle of radius 1 ends at 1.
        let at = distinct_zeros(|t| linear(0.0, 1.0, t).half_chord(1.0), 3.0);
        assert_eq!(at.len(), 1, "{at:?}");
        assert!((at[0] - 1.0).abs() < 1e-9);
    }

    #[test]
    fn a_function_that_is_zero_everywhere_changes_nowhere() {
        let flat = |t: Enclosure| Some(linear(0.1, 0.3, t) - linear(0.1, 0.3, t));
        assert!(distinct_zeros(flat, 1.0).is_empty());
    }

    #[test]
    fn a_difference_of_two_forms_of_one_function_is_refused() {
        // 0.3 times a half chord, and half a chord of 0.3 times the circle.
        let flat = |t: Enclosure| {
            let one = linear(0.0, 1.0, t).half_chord(1.0)?.times(0.3);
            Some(one - linear(0.0, 0.3, t).half_chord(0.3)?)
        };
        assert_eq!(zeros(&flat, Enclosure::new(0.0, 0.9)), Err(TooMany));
    }

    proptest! {
        #[test]
        fn lines_meet_half_circles_where_pythagoras_says(h in -0.9..0.9f64, level in 0.05..0.95f64) {
            // sqrt(1 - (t - 1 + h)²) = level at t = 1 - h ± sqrt(1 - level²).
            let f = |t: Enclosure| {
                let chord = linear(h - 1.0, 1.0, t).half_chord(1.0)?;
                Some(chord - linear(level, 0.0, t))
            };
            let half = (1.0 - level * level).sqrt();
            let expected: Vec<f64> =
                [1.0 - h - half, 1.0 - h + half].into_iter().filter(|t| (0.0..=4.0).contains(t)).collect();
            let found = distinct_zeros(f, 4.0);
            prop_assert_eq!(found.len(), expected.len(), "{:?} {:?}", found, expected);
            for (a, b) in found.iter().zip(&expected) {
                prop_assert!((a - b).abs() < 1e-10, "{a} {b}");
            }
        }
    }
}
