//! From one predicate and a list of critical distances to the exact set where it holds.

use super::{Cuts, Interval, Spans};
use crate::budget::work;
use smallvec::SmallVec;

/// An interval of distances with one value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ValuedInterval<V> {
    /// The distances.
    pub part: Interval,
    /// The value at each of them.
    pub value: V,
}

/// Returns the intervals of `part` that have a value, neighbours of equal value joined. `value` is evaluated once at each
/// critical distance and once between each two neighbouring ones, where it must be constant.
///
/// The ends of `part` are kept exactly: critical distances within `tie` of them are dropped. Of other critical distances within
/// `tie` of each other the least counts. A part no longer than `tie` counts as its lower end alone.
pub(crate) fn valued_intervals<V: PartialEq>(
    part: Interval,
    critical: impl IntoIterator<Item = f64>,
    tie: f64,
    mut value: impl FnMut(f64) -> Option<V>,
) -> SmallVec<[ValuedInterval<V>; 3]> {
    let mut ends: SmallVec<[f64; 8]> =
        critical.into_iter().filter(|d| *d > part.from + tie && *d < part.to - tie).collect();
    ends.extend([part.from, part.to]);
    let cuts = Cuts::from_ends(ends, tie);
    work(2 * cuts.at.len());
    let last_cut = cuts.at.len().saturating_sub(1);
    let mut out: SmallVec<[ValuedInterval<V>; 3]> = SmallVec::new();
    let mut push = |part: Interval, value: Option<V>| {
        let Some(value) = value else { return };
        match out.last_mut() {
            Some(last) if last.value == value && last.part.is_continued_by(&part) => {
                last.part.extend_over(&part);
            }
            _ => out.push(ValuedInterval { part, value }),
        }
    };
    for (i, &cut) in cuts.at.iter().enumerate() {
        // The first and the last cut are the ends of the part.
        let is_left_out = (i == 0 && part.open_from) || (i == last_cut && part.open_to);
        if !is_left_out {
            push(Interval::point(cut), value(cut));
        }
        if let Some(&next) = cuts.at.get(i + 1) {
            push(Interval::open(cut, next), value(cut.midpoint(next)));
        }
    }
    out
}

/// Returns the distances of `part` at which `holds` is true. [`valued_intervals`] describes the other arguments.
pub(crate) fn spans_where(
    part: Interval,
    critical: impl IntoIterator<Item = f64>,
    tie: f64,
    mut holds: impl FnMut(f64) -> bool,
) -> Spans {
    let valued = valued_intervals(part, critical, tie, |d| holds(d).then_some(()));
    Spans::from_sorted(valued.into_iter().map(|ValuedInterval { part, .. }| part))
}
