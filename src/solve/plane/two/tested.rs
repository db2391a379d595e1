//! The distances of a span that are tested.
//!
//! The critical distances of a lane cut it into stretches. Each critical distance is tested, and about the middle of each stretch;
//! a long stretch is tested at several distances.

use crate::solve::plane::candidates::cuts_of;
use crate::solve::plane::span_moves::SpanMoves;

/// Board units: the greatest gap between tested distances.
const SPACING: f64 = 0.25;

/// The least distance of a sample from both ends of its stretch, as a share of the stretch.
pub const SAMPLE_MARGIN: f64 = 0.3;

/// Returns the distances to test, in order.
pub fn tested_distances(moves: SpanMoves<'_>) -> Vec<f64> {
    let part = moves.span.part;
    if part.is_point() {
        return vec![part.from];
    }
    let cuts = cuts_of(part, moves.family().changes(part).unwrap_or_default()).at;
    let mut out = Vec::new();
    for (i, &cut) in cuts.iter().enumerate() {
        if part.contains(cut) {
            out.push(cut);
        }
        if let Some(&next) = cuts.get(i + 1) {
            let count = ((next - cut) / SPACING).ceil().max(1.0) as u32;
            let length = (next - cut) / f64::from(count);
            for k in 0..count {
                let from = cut + length * f64::from(k);
                out.push(round_within(from, from + length, SAMPLE_MARGIN));
            }
        }
    }
    out
}

/// Returns the number with the fewest decimals between two numbers. Its distance from both is at least `share` of their gap.
pub fn round_within(from: f64, to: f64, share: f64) -> f64 {
    let middle = from.midpoint(to);
    if from == to {
        return from;
    }
    let margin = share * (to - from);
    for digits in 0..16 {
        let unit = 10f64.powi(digits);
        let rounded = (middle * unit).round() / unit;
        if from + margin <= rounded && rounded <= to - margin {
            return rounded;
        }
    }
    middle
}

/// A tested distance with its result.
pub struct TestedDistance<R> {
    pub distance: f64,
    pub result: R,
}

/// A run of neighbouring distances with like results.
pub struct TestedRun<'t, R> {
    pub tested: &'t [TestedDistance<R>],
    pub first: &'t TestedDistance<R>,
    pub last: &'t TestedDistance<R>,
    /// The distance before the run, unless the run begins with the span.
    pub before: Option<&'t TestedDistance<R>>,
    /// The distance after the run, unless the run ends with the span.
    pub after: Option<&'t TestedDistance<R>>,
}

impl<R> TestedRun<'_, R> {
    /// Returns the tested distances of a span in runs of like results.
    pub fn all(tested: &[TestedDistance<R>], is_like: impl Fn(&R, &R) -> bool) -> Vec<TestedRun<'_, R>> {
        let mut out = Vec::new();
        let mut from = 0;
        for run in tested.chunk_by(|a, b| is_like(&a.result, &b.result)) {
            let to = from + run.len();
            let before = from.checked_sub(1).map(|i| &tested[i]);
            out.push(TestedRun {
                tested: run,
                first: &tested[from],
                last: &tested[to - 1],
                before,
                after: tested.get(to),
            });
            from = to;
        }
        out
    }
}
