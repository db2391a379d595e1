//! Every zero of a function on a stretch, by bounds of its values and of its slope (interval bisection).
//!
//! A stretch has no zero if the bounds of the values exclude 0. It has at most one if the slope keeps its sign, and the signs at
//! its ends decide. Every other stretch is halved. A stretch that is undecided at [`FINEST`] counts as a zero: a needless zero
//! costs a test, and a missing one would make the answer wrong.

use super::enclosure::{Enclosure, Sloped};

/// The length below which stretches are not halved: a tenth of epsilon.
const FINEST: f64 = 1e-10;

/// A function whose values on a whole stretch are at most this far from 0 counts as 0 there.
const SAME: f64 = 1e-13;

/// The length above which a stretch on which a function counts as 0 has no zeros: nothing changes on it.
const LONG: f64 = 1e-5;

/// The greatest number of stretches that are tested for one function.
const MOST: u32 = 4096;

/// The error for a function so near 0 over a long stretch that its zeros cannot be separated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooMany;

/// Returns the zeros of a function on a stretch. The function returns `None` where it is undefined.
///
/// # Errors
/// When the zeros cannot be separated.
pub fn zeros(f: &impl Fn(Enclosure) -> Option<Sloped>, stretch: Enclosure) -> Result<Vec<f64>, TooMany> {
    let mut out = Vec::new();
    let mut waiting = vec![stretch];
    let mut tested = 0;
    while let Some(cell) = waiting.pop() {
        let Some(on_cell) = f(cell).filter(|on_cell| on_cell.value.contains(0.0)) else { continue };
        let middle = cell.middle();
        let value =
            f(Enclosure::of(middle)).map_or(on_cell.value, |at| on_cell.narrowed(at.value, cell).value);
        let is_flat = value.is_within(SAME);
        if !value.contains(0.0) || (is_flat && cell.high - cell.low > LONG) {
            continue;
        }
        tested += 1;
        if tested > MOST {
            return Err(TooMany);
        }
        // Signs at the ends decide only where the function is defined: a curve may begin inside the stretch.
        let has_ends = || [cell.low, cell.high].iter().all(|&end| f(Enclosure::of(end)).is_some());
        if !on_cell.slope.contains(0.0) && has_ends() {
            out.extend(passing(|t| Some(f(t)?.value), cell));
            continue;
        }
        if is_flat || cell.high - cell.low < FINEST {
            // The function may touch 0 at an extremum. The zero of its slope is far better conditioned than the extremum.
            out.push(passing(|t| Some(f(t)?.slope), cell).unwrap_or(middle));
            continue;
        }
        waiting.extend([Enclosure::new(middle, cell.high), Enclosure::new(cell.low, middle)]);
    }
    Ok(out)
}

/// Returns the zero of a function that has opposite signs at the ends of a stretch; `None` if the signs are equal.
fn passing(f: impl Fn(Enclosure) -> Option<Enclosure>, cell: Enclosure) -> Option<f64> {
    let at = |t: f64| f(Enclosure::of(t)).filter(|value| value.low.is_finite() && value.high.is_finite());
    let (mut from, mut to) = (cell.low, cell.high);
    let (low, high) = (at(from)?, at(to)?);
    if low.contains(0.0) {
        return Some(from);
    }
    if high.contains(0.0) {
        return Some(to);
    }
    if (low.high < 0.0) == (high.high < 0.0) {
        return None;
    }
    let (mut below, mut above) = (low.middle(), high.middle());
    for step in 0..80 {
        // The secant gives the next place. A bisection at every third step makes the search converge.
        let share = if step % 3 == 2 { 0.5 } else { (below / (below - above)).clamp(0.01, 0.99) };
        let next = from + share * (to - from);
        if next <= from || next >= to {
            break;
        }
        let value = at(next)?;
        if value.contains(0.0) {
            return Some(next);
        }
        if (value.high < 0.0) == (below < 0.0) {
            (from, below) = (next, value.middle());
        } else {
            (to, above) = (next, value.middle());
        }
    }
    Some(from.midpoint(to))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::plane::linear::LinearFunction;
    use proptest::prelude::*;

    fn linear(start: f64, slope: f64, t: Enclosure) -> Sloped {
        Sloped::linear(LinearFunction { start, slope }, t)
    }

    fn found(f: impl Fn(Enclosure) -> Option<Sloped>, to: f64) -> Vec<f64> {
        let mut out = zeros(&f, Enclosure::new(0.0, to)).expect("few");
        out.sort_by(f64::total_cmp);
        out.dedup_by(|a, b| *a - *b < 1e-9);
        out
    }

    #[test]
    fn a_circle_that_is_only_touched_is_met_once() {
        // The half chord at distance t from the middle of a circle of radius 1 ends at 1.
        let at = found(|t| linear(0.0, 1.0, t).half_chord(1.0), 3.0);
        assert_eq!(at.len(), 1, "{at:?}");
        assert!((at[0] - 1.0).abs() < 1e-9);
    }

    #[test]
    fn what_is_zero_all_along_changes_nowhere() {
        let flat = |t: Enclosure| Some(linear(0.1, 0.3, t) - linear(0.1, 0.3, t));
        assert!(found(flat, 1.0).is_empty());
    }

    #[test]
    fn what_is_zero_by_two_forms_is_refused() {
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
            let found = found(f, 4.0);
            prop_assert_eq!(found.len(), expected.len(), "{:?} {:?}", found, expected);
            for (a, b) in found.iter().zip(&expected) {
                prop_assert!((a - b).abs() < 1e-10, "{a} {b}");
            }
        }
    }
}
