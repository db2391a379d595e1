//! From one predicate and a list of critical distances to the exact set where it holds.

use super::{Cuts, Interval};
use crate::budget::work;
use smallvec::SmallVec;

/// Cuts `part` at the critical distances, evaluates `value` once at each cut and once between each two, and joins neighbours
/// with equal values to intervals. `value` must be constant between neighbouring critical distances. Distances within `tie`
/// count as one.
pub fn decide<V: PartialEq>(
    part: Interval,
    critical: impl IntoIterator<Item = f64>,
    tie: f64,
    mut value: impl FnMut(f64) -> Option<V>,
) -> SmallVec<[(Interval, V); 3]> {
    let mut ends: SmallVec<[f64; 8]> =
        critical.into_iter().filter(|d| *d > part.from + tie && *d < part.to - tie).collect();
    ends.extend([part.from, part.to]);
    let cuts = Cuts::from_ends(ends, tie);
    work(2 * cuts.at.len());
    let mut out: SmallVec<[(Interval, V); 3]> = SmallVec::new();
    let mut push = |next: Interval, found: Option<V>| {
        let Some(found) = found else { return };
        match out.last_mut() {
            Some((last, value))
                if *value == found && last.to == next.from && !(last.open_to && next.open_from) =>
            {
                last.to = next.to;
                last.open_to = next.open_to;
            }
            _ => out.push((next, found)),
        }
    };
    let last = cuts.at.len().saturating_sub(1);
    for (i, &cut) in cuts.at.iter().enumerate() {
        let left_out = (i == 0 && part.open_from) || (i == last && part.open_to);
        if !left_out {
            push(Interval::point(cut), value(cut));
        }
        if let Some(&next) = cuts.at.get(i + 1) {
            push(Interval::open(cut, next), value(cut.midpoint(next)));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_predicate_and_its_critical_points_give_the_set() {
        let found = decide(Interval::closed(0.0, 4.0), [1.0, 2.0, 3.0], 1e-9, |d| {
            (d > 1.0 && d != 3.0).then_some(())
        });
        let parts: Vec<Interval> = found.into_iter().map(|f| f.0).collect();
        assert_eq!(
            parts,
            [Interval::open(1.0, 3.0), Interval { open_from: true, ..Interval::closed(3.0, 4.0) }]
        );
    }
}
