//! Simple zeros of a polynomial, each alone in a part where the polynomial surely rises or falls.
//!
//! A polynomial lies between the least and the greatest of its Bernstein coefficients, and rises where they rise. So most parts
//! of the interval are seen to hold no zero, or one at most, without the zeros of any derivative. A part that stays in doubt, as
//! about a double zero, is no matter for this way.

use std::sync::OnceLock;

/// No polynomial has a higher degree: twice the degree 10 of an angle's sines and cosines.
pub const HIGHEST: usize = 20;

/// How often a part is halved before the answer is given up: about a double zero no halving ends.
const HALVINGS: u32 = 6;

/// A part of the interval from -1 to 1 in which a polynomial may have one zero.
pub type Part = (f64, f64);

/// Calls `visit` with each part in which a polynomial may change its sign, ascending; in each it surely rises or falls, and
/// elsewhere it is surely more than `margin` from 0. `false` if that cannot be said of the whole interval.
///
/// The polynomial is a sum of Chebyshev's. `margin` is to lie above the rounding of the coefficients here, at most 2^20 times
/// that of the sum of its coefficients.
pub fn monotone_parts(series: &[f64], margin: f64, mut visit: impl FnMut(Part)) -> bool {
    let degree = series.len() - 1;
    let mut whole = [0.0; HIGHEST + 1];
    for (c, basis) in series.iter().zip(chebyshev(degree).chunks_exact(degree + 1)) {
        whole.iter_mut().zip(basis).for_each(|(b, t)| *b += c * t);
    }
    parts(&mut whole[..=degree], (-1.0, 1.0), margin, HALVINGS, &mut visit)
}

fn parts(b: &mut [f64], (from, to): Part, margin: f64, halvings: u32, visit: &mut impl FnMut(Part)) -> bool {
    let all = |holds: &dyn Fn(f64) -> bool| b.iter().all(|c| holds(*c));
    if all(&|c| c > margin) || all(&|c| c < -margin) {
        return true;
    }
    let steps = |holds: &dyn Fn(f64) -> bool| b.windows(2).all(|w| holds(w[1] - w[0]));
    if steps(&|step| step > margin) || steps(&|step| step < -margin) {
        visit((from, to));
        return true;
    }
    if halvings == 0 {
        return false;
    }
    let mut left = [0.0; HIGHEST + 1];
    let left = &mut left[..b.len()];
    halve(b, left);
    let middle = from.midpoint(to);
    parts(left, (from, middle), margin, halvings - 1, visit)
        && parts(b, (middle, to), margin, halvings - 1, visit)
}

/// Turns the coefficients on an interval into those on its right half, and gives those on the left (de Casteljau).
fn halve(b: &mut [f64], left: &mut [f64]) {
    let n = b.len();
    for (r, first) in left.iter_mut().enumerate() {
        *first = b[0];
        for i in 0..n - 1 - r {
            b[i] = 0.5 * (b[i] + b[i + 1]);
        }
    }
}

/// The Bernstein coefficients of this degree of each of Chebyshev's polynomials up to it, one after another.
fn chebyshev(degree: usize) -> &'static [f64] {
    static KNOWN: [OnceLock<Vec<f64>>; HIGHEST + 1] = [const { OnceLock::new() }; HIGHEST + 1];
    KNOWN[degree]
        .get_or_init(|| (0..=degree).flat_map(|k| raised(chebyshev_in_own_degree(k), degree)).collect())
}

/// Those of the polynomial of degree k: the binomials 2k over 2i by those k over i, with alternating sign up to 1 at the end.
fn chebyshev_in_own_degree(k: usize) -> Vec<f64> {
    let binomial = |n: usize, i: usize| (0..i).fold(1.0, |all, j| all * (n - j) as f64 / (j + 1) as f64);
    let sign = |i: usize| if (k - i).is_multiple_of(2) { 1.0 } else { -1.0 };
    (0..=k).map(|i| sign(i) * binomial(2 * k, 2 * i) / binomial(k, i)).collect()
}

/// The same polynomial written in a higher degree.
fn raised(mut b: Vec<f64>, degree: usize) -> Vec<f64> {
    while b.len() <= degree {
        let n = b.len();
        let share = |i: usize| i as f64 / n as f64;
        let at = |i: usize| b.get(i).copied().unwrap_or(0.0);
        b = (0..=n)
            .map(|i| share(i) * if i > 0 { at(i - 1) } else { 0.0 } + (1.0 - share(i)) * at(i))
            .collect();
    }
    b
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The value of a sum of Chebyshev's polynomials: those are cosines of multiples of an angle.
    fn value(series: &[f64], u: f64) -> f64 {
        series.iter().enumerate().map(|(k, c)| c * (k as f64 * u.acos()).cos()).sum()
    }

    #[test]
    fn bernstein_coefficients_sum_up_to_the_polynomial() {
        // T2 = 2 u² - 1 on -1..1: 1, -3, 1. In a degree more: 1, -5/3, -5/3, 1.
        assert_eq!(raised(chebyshev_in_own_degree(2), 2), [1.0, -3.0, 1.0]);
        let higher = raised(chebyshev_in_own_degree(2), 3);
        assert!(higher.iter().zip([1.0, -5.0 / 3.0, -5.0 / 3.0, 1.0]).all(|(a, b)| (a - b).abs() < 1e-15));
    }

    #[test]
    fn a_double_zero_stays_in_doubt() {
        // u² = (T0 + T2) / 2.
        assert!(!monotone_parts(&[0.5, 0.0, 0.5], 1e-9, |_| {}));
        assert!(monotone_parts(&[0.6, 0.0, 0.5], 1e-9, |part| panic!("no zero in {part:?}")));
    }

    proptest! {
        /// In a part that is named the values rise or fall all along, and elsewhere they are off zero.
        #[test]
        fn parts_are_monotone_and_nothing_is_zero_beside_them(
            series in prop::collection::vec(-1.0..1.0f64, 2..=HIGHEST + 1),
            first in -3.0..3.0f64,
        ) {
            let fading = series[1..].iter().enumerate().map(|(k, c)| c * 0.7f64.powi(k as i32));
            let series: Vec<f64> = [first].into_iter().chain(fading).collect();
            let f = |u: f64| value(&series, u);
            let mut found = Vec::new();
            prop_assume!(monotone_parts(&series, 1e-9, |part| found.push(part)));
            let at = |i: usize| i as f64 / 1024.0 - 1.0;
            for i in 0..2048 {
                let part = found.iter().find(|part| part.0 <= at(i) && at(i + 1) <= part.1);
                match part {
                    Some(&(from, to)) => {
                        let (all, step) = (f(to) - f(from), f(at(i + 1)) - f(at(i)));
                        prop_assert!(all * step > 0.0, "{from} {to}");
                    }
                    None => prop_assert!(f(at(i)) * f(at(i + 1)) > 0.0, "{}", at(i)),
                }
            }
        }
    }
}
