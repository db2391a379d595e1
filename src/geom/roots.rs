//! Zeros of functions that are known to be polynomials, from their values (Chebyshev interpolation).
//!
//! A polynomial of degree n is determined by n + 1 values or more. The values are taken at Chebyshev nodes, where the
//! transform from values to coefficients loses no digits. Between neighbouring zeros of its derivative a polynomial is
//! monotonic and so has at most one zero. Therefore the zeros are found degree by degree, each refined by Newton's method.

use smallvec::SmallVec;
use std::f64::consts::PI;
use std::sync::OnceLock;

/// Relative to the greatest coefficient: a smaller value where the slope is 0 is a double zero.
const DOUBLE_ZERO: f64 = 1e-12;

/// Relative to the coefficients: a function that stays farther from 0 than this has no zero. The limit is far above the
/// rounding and above [`DOUBLE_ZERO`].
const NOWHERE_ZERO: f64 = 1e-9;

/// The greatest number of nodes of a variable: one more than twice the degree 10 in sine and cosine.
const MAX_NODES: usize = 21;

/// The coefficients of a function as a sum of Chebyshev polynomials.
type Series = SmallVec<[f64; MAX_NODES]>;

/// A variable in which a function of a distance is a polynomial.
pub struct Variable {
    middle: f64,
    half: f64,
    /// A quarter of the range of angles, radians; 0 for a variable that is the distance itself.
    quarter: f64,
    nodes: usize,
    /// The cosine of k times the angle of node j, at j * nodes + k.
    cosines: &'static [f64],
}

/// Returns the cosine table for this number of nodes. Tables are cached, because few sizes occur and each attack needs them.
fn cosines(nodes: usize) -> &'static [f64] {
    static KNOWN: [OnceLock<Vec<f64>>; MAX_NODES + 1] = [const { OnceLock::new() }; MAX_NODES + 1];
    KNOWN[nodes].get_or_init(|| {
        let angle = |j: usize| PI * (j as f64 + 0.5) / nodes as f64;
        (0..nodes).flat_map(|j| (0..nodes).map(move |k| (k as f64 * angle(j)).cos())).collect()
    })
}

impl Variable {
    /// Returns the variable for polynomials in the distance itself, of at most this degree.
    pub fn of_distance(from: f64, to: f64, degree: usize) -> Variable {
        let nodes = degree + 1;
        let (middle, half) = (from.midpoint(to), 0.5 * (to - from));
        Variable { middle, half, quarter: 0.0, nodes, cosines: cosines(nodes) }
    }

    /// Returns the variables for polynomials of this degree in sine and cosine of `rate` times the distance. Each is the
    /// tangent of half the angle, over at most half a turn.
    pub fn of_angle(from: f64, to: f64, rate: f64, degree: usize) -> Vec<Variable> {
        let pieces = ((to - from) * rate.abs() / PI).ceil().max(1.0);
        let length = (to - from) / pieces;
        let piece = |i: u32| {
            let start = from + length * f64::from(i);
            let quarter = 0.25 * length * rate.abs();
            Variable { quarter, ..Variable::of_distance(start, start + length, 2 * degree) }
        };
        (0..pieces as u32).map(piece).collect()
    }

    /// Returns the distances at which the function has to be evaluated.
    pub fn nodes(&self) -> Vec<f64> {
        (0..self.nodes).map(|j| self.distance(self.cosine(j, 1))).collect()
    }

    fn cosine(&self, node: usize, times: usize) -> f64 {
        self.cosines[node * self.nodes + times]
    }

    fn distance(&self, u: f64) -> f64 {
        let share = if self.quarter == 0.0 { u } else { (u * self.quarter.tan()).atan() / self.quarter };
        self.middle + self.half * share
    }

    /// Returns the distances at which a function of this degree is 0, from its values at the nodes; none if it is 0 everywhere.
    pub fn zeros(&self, values: &[f64], degree: usize) -> SmallVec<[f64; 4]> {
        let weighted = self.weighted(values, degree);
        let series = self.series(&weighted, degree);
        if self.is_nowhere_zero(&weighted, &series) {
            return SmallVec::new();
        }
        zeros(&series, &derivative(&series)).into_iter().map(|u| self.distance(u)).collect()
    }

    /// Whether a function surely has no zero: its values at the nodes have one sign, and it cannot reach 0 between them. As a
    /// function of the angle whose cosine is u it has equidistant nodes, and its second derivative is at most the sum of the
    /// coefficients times the squares of their degrees. So it departs from linear interpolation by at most that bound times an
    /// eighth of the square of the node distance. Beyond the outermost nodes it is even.
    fn is_nowhere_zero(&self, values: &[f64], series: &[f64]) -> bool {
        let apart = PI / self.nodes as f64;
        let bend: f64 = series.iter().enumerate().map(|(k, c)| (k * k) as f64 * c.abs()).sum();
        let least = bend * apart * apart / 8.0 + NOWHERE_ZERO * series.iter().map(|c| c.abs()).sum::<f64>();
        values.iter().all(|v| *v > least) || values.iter().all(|v| *v < -least)
    }

    /// Multiplies the values by the factor that turns a polynomial in sine and cosine into one in the tangent of the half angle.
    fn weighted(&self, values: &[f64], degree: usize) -> Series {
        if self.quarter == 0.0 {
            return values.into();
        }
        let end = self.quarter.tan();
        let weight = |j: usize| {
            let tangent = self.cosine(j, 1) * end;
            (1.0 + tangent * tangent).powi(degree as i32)
        };
        values.iter().enumerate().map(|(j, v)| v * weight(j)).collect()
    }

    /// Returns the Chebyshev series of a function of this degree, from its weighted values.
    fn series(&self, weighted: &[f64], degree: usize) -> Series {
        let degree = if self.quarter != 0.0 { 2 * degree } else { degree };
        // Node by node the coefficients lie side by side in the table of cosines.
        let mut series: Series = SmallVec::from_elem(0.0, degree + 1);
        for (v, cosines) in weighted.iter().zip(self.cosines.chunks_exact(self.nodes)) {
            series.iter_mut().zip(cosines).for_each(|(c, cosine)| *c += v * cosine);
        }
        let times = |k: usize| if k == 0 { 1.0 } else { 2.0 };
        series.iter_mut().enumerate().for_each(|(k, c)| *c = *c * times(k) / self.nodes as f64);
        series
    }
}

/// Returns the zeros of a series in [-1, 1], ascending: at most one between neighbouring zeros of the slope, found recursively.
fn zeros(series: &[f64], slope: &[f64]) -> SmallVec<[f64; 4]> {
    let mut out = SmallVec::new();
    let greatest = series.iter().fold(0.0, |most: f64, c| most.max(c.abs()));
    let rest: f64 = series[1..].iter().map(|c| c.abs()).sum();
    if !greatest.is_finite() || greatest == 0.0 || series[0].abs() > rest * (1.0 + DOUBLE_ZERO) {
        return out;
    }
    let turning = if series.len() > 2 { zeros(slope, &derivative(slope)) } else { SmallVec::new() };
    let ends = turning.iter().copied().chain([1.0]);
    let (mut from, mut low) = (-1.0, sum(series, -1.0));
    for to in ends {
        let high = sum(series, to);
        if low == 0.0 || (low < 0.0) != (high < 0.0) {
            out.push(zero_between(series, slope, from, to, low));
        } else if to < 1.0 && high.abs() <= DOUBLE_ZERO * greatest {
            out.push(to);
        }
        (from, low) = (to, high);
    }
    out
}

/// Returns the zero of a monotonic series, by Newton's method with bisection as its safeguard.
fn zero_between(series: &[f64], slope: &[f64], from: f64, to: f64, low: f64) -> f64 {
    let (mut from, mut to) = (from, to);
    let mut at = f64::midpoint(from, to);
    for _ in 0..80 {
        let (value, rise) = value_and_slope(series, slope, at);
        if (value < 0.0) == (low < 0.0) {
            from = at;
        } else {
            to = at;
        }
        let step = at - value / rise;
        let next = if step > from && step < to { step } else { f64::midpoint(from, to) };
        if (next - at).abs() <= f64::EPSILON {
            break;
        }
        at = next;
    }
    at
}

/// Returns the value of a series by Clenshaw's recurrence.
fn sum(series: &[f64], u: f64) -> f64 {
    let (mut one, mut two) = (0.0, 0.0);
    for c in series[1..].iter().rev() {
        (one, two) = (c + 2.0 * u * one - two, one);
    }
    series[0] + u * one - two
}

/// Returns the values of a series and of its derivative, interleaved because each step of one recurrence waits for its last.
fn value_and_slope(series: &[f64], slope: &[f64], u: f64) -> (f64, f64) {
    let (mut one, mut two) = (series.last().copied().filter(|_| series.len() > 1).unwrap_or(0.0), 0.0);
    let (mut rise, mut next) = (0.0, 0.0);
    for (c, d) in series[1..].iter().rev().skip(1).zip(slope[1..].iter().rev()) {
        (one, two) = (c + 2.0 * u * one - two, one);
        (rise, next) = (d + 2.0 * u * rise - next, rise);
    }
    (series[0] + u * one - two, slope[0] + u * rise - next)
}

fn derivative(series: &[f64]) -> Series {
    let n = series.len();
    let mut out: Series = SmallVec::from_elem(0.0, n.max(2) - 1);
    for k in (1..n).rev() {
        let above = out.get(k + 1).copied().unwrap_or(0.0);
        out[k - 1] = above + 2.0 * k as f64 * series[k];
    }
    out[0] *= 0.5;
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn zeros(variable: &Variable, degree: usize, f: impl Fn(f64) -> f64) -> Vec<f64> {
        let values: Vec<f64> = variable.nodes().into_iter().map(f).collect();
        variable.zeros(&values, degree).into_vec()
    }

    #[test]
    fn a_function_without_zeros_or_all_zero_has_none() {
        let variable = Variable::of_distance(0.0, 4.0, 6);
        assert!(zeros(&variable, 6, |_| 0.0).is_empty());
        assert!(zeros(&variable, 6, |_| 1.0).is_empty());
        assert!(zeros(&variable, 2, |d| d * d + 1.0).is_empty());
    }

    #[test]
    fn a_double_zero_is_found() {
        let variable = Variable::of_distance(0.0, 4.0, 6);
        let found = zeros(&variable, 6, |d| (d - 1.0) * (d - 1.0));
        assert!(!found.is_empty() && found.iter().all(|d| (d - 1.0).abs() < 1e-6), "{found:?}");
    }

    #[test]
    fn sine_and_cosine_over_a_whole_turn() {
        // In 1..=359 degrees sin(2t) is 0 at 90, 180 and 270; 180 ends one half turn and begins the next.
        let mut found: Vec<f64> = Variable::of_angle(1.0, 359.0, 1f64.to_radians(), 2)
            .iter()
            .flat_map(|v| zeros(v, 2, |d| (2.0 * d.to_radians()).sin()))
            .collect();
        found.dedup_by(|a, b| (*a - *b).abs() < 1e-9);
        assert!(found.iter().zip([90.0, 180.0, 270.0]).all(|(a, b)| (a - b).abs() < 1e-9), "{found:?}");
        assert_eq!(found.len(), 3);
    }

    proptest! {
        #[test]
        fn the_zeros_of_a_product_are_those_of_its_factors(at in prop::collection::vec(-0.5..9.0f64, 1..6)) {
            let mut inside: Vec<f64> = at.iter().copied().filter(|d| (0.0..=8.0).contains(d)).collect();
            inside.sort_by(f64::total_cmp);
            prop_assume!(inside.windows(2).all(|w| w[1] - w[0] > 0.05));
            let f = |d: f64| at.iter().map(|a| d - a).product();
            for variable in [Variable::of_distance(0.0, 8.0, 6), Variable::of_distance(0.0, 8.0, 8)] {
                let found = zeros(&variable, 6, f);
                for d in &inside {
                    prop_assert!(found.iter().any(|other| (d - other).abs() < 1e-7), "{d} {found:?}");
                }
            }
        }
    }
}
