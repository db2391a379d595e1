//! Sets of real distances: finite unions of intervals whose ends are open or closed.

use smallvec::SmallVec;
use std::fmt;

/// All distances between two ends. A single distance has `from == to` and closed ends.
///
/// ```
/// use continuum::geom::Interval;
/// let quiet = Interval { from: 0.1, to: 3.75, open_from: false, open_to: true };
/// assert!(quiet.contains(0.1) && !quiet.contains(3.75));
/// assert!(Interval::point(2.0).is_point());
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    /// The lower end.
    pub from: f64,
    /// The upper end.
    pub to: f64,
    /// Whether `from` itself is left out.
    pub open_from: bool,
    /// Whether `to` itself is left out.
    pub open_to: bool,
}

impl Interval {
    /// Returns `[from, to]`.
    pub const fn closed(from: f64, to: f64) -> Interval {
        Interval { from, to, open_from: false, open_to: false }
    }

    /// Returns `(from, to)`.
    pub const fn open(from: f64, to: f64) -> Interval {
        Interval { from, to, open_from: true, open_to: true }
    }

    /// Returns the single distance `d`.
    pub const fn point(d: f64) -> Interval {
        Interval::closed(d, d)
    }

    /// Whether the interval is a single distance.
    pub fn is_point(&self) -> bool {
        self.from == self.to
    }

    pub(crate) const fn middle(&self) -> f64 {
        self.from.midpoint(self.to)
    }

    /// Yields the ends that belong to the interval.
    pub(crate) fn closed_ends(&self) -> impl Iterator<Item = f64> + use<> {
        let lower = (!self.open_from).then_some(self.from);
        lower.into_iter().chain((!self.open_to).then_some(self.to))
    }

    pub(crate) fn length(&self) -> f64 {
        self.to - self.from
    }

    /// Whether `next` begins where this interval ends, and one of them contains that end.
    pub(crate) fn is_continued_by(&self, next: &Interval) -> bool {
        self.to == next.from && !(self.open_to && next.open_from)
    }

    /// Moves the upper end to that of `next`.
    pub(crate) fn extend_over(&mut self, next: &Interval) {
        (self.to, self.open_to) = (next.to, next.open_to);
    }

    /// Returns the text of the interval: `[0.1, 0.75)`, or `2` for a single distance. `end` gives the text of an end.
    pub fn bracketed(&self, end: impl Fn(f64) -> String) -> String {
        if self.is_point() {
            return end(self.from);
        }
        let [opening, closing] = self.brackets();
        format!("{opening}{}, {}{closing}", end(self.from), end(self.to))
    }

    /// Returns the brackets at the two ends: square if the end belongs to the interval, else round.
    pub(crate) fn brackets(&self) -> [char; 2] {
        [if self.open_from { '(' } else { '[' }, if self.open_to { ')' } else { ']' }]
    }

    /// Whether `d` is in the interval; ends are compared exactly.
    pub fn contains(&self, d: f64) -> bool {
        let above = if self.open_from { d > self.from } else { d >= self.from };
        let below = if self.open_to { d < self.to } else { d <= self.to };
        above && below
    }

    /// Returns the closed interval of the distances that keep `margin` from open ends; the middle if it is too short.
    ///
    /// ```
    /// use continuum::geom::Interval;
    /// assert_eq!(Interval::open(1.0, 2.0).inner(0.25), Interval::closed(1.25, 1.75));
    /// ```
    pub fn inner(&self, margin: f64) -> Interval {
        let margin = margin.min((self.to - self.from) / 2.0);
        let low = if self.open_from { self.from + margin } else { self.from };
        let high = if self.open_to { self.to - margin } else { self.to };
        Interval::closed(low, high)
    }
}

impl fmt::Display for Interval {
    /// `[0.1, 0.75)`, or `2` for a single distance. Ends have at most nine decimals, or as many as the precision asks for.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let decimals = f.precision().unwrap_or(9);
        f.write_str(&self.bracketed(|end| rounded(end, decimals)))
    }
}

/// Returns a number with at most `decimals` decimals, without zeros at the end.
pub fn rounded(d: f64, decimals: usize) -> String {
    let text = format!("{d:.decimals$}");
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

/// A union of disjoint intervals in ascending order.
///
/// The set operations take a `tie`: ends nearer to each other than that are one end. So two open intervals that share
/// a border leave exactly that border between them, and rounding leaves no slivers.
///
/// ```
/// use continuum::geom::{Interval, Spans};
/// let lane: Spans = Interval::closed(0.1, 7.0).into();
/// let attacked: Spans = Interval::open(2.0, 3.0).into();
/// let safe = lane.difference(&attacked, 1e-9);
/// assert_eq!(safe.parts(), [Interval::closed(0.1, 2.0), Interval::closed(3.0, 7.0)]);
/// ```
#[derive(Debug, PartialEq, Default)]
pub struct Spans {
    parts: SmallVec<[Interval; 2]>,
}

impl Clone for Spans {
    /// Copies the intervals as one block; a derived clone would copy them one by one.
    fn clone(&self) -> Spans {
        Spans { parts: SmallVec::from_slice(&self.parts) }
    }
}

impl Spans {
    /// Returns the empty set.
    #[inline]
    pub fn none() -> Spans {
        Spans::default()
    }

    /// Returns the set of every distance.
    pub fn all() -> Spans {
        Interval::open(f64::NEG_INFINITY, f64::INFINITY).into()
    }

    /// Returns the set of disjoint intervals given in ascending order.
    pub(crate) fn from_sorted(parts: impl IntoIterator<Item = Interval>) -> Spans {
        Spans { parts: parts.into_iter().collect() }
    }

    /// Returns the intervals in ascending order.
    pub fn parts(&self) -> &[Interval] {
        &self.parts
    }

    pub(crate) fn ends(&self) -> impl Iterator<Item = f64> + '_ {
        self.parts.iter().flat_map(|part| [part.from, part.to])
    }

    /// Whether the set is empty.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// Whether `d` belongs to the set, ends compared exactly.
    pub fn contains(&self, d: f64) -> bool {
        // Where two parts meet, the end of one may belong to the next.
        let first = self.parts.partition_point(|part| part.to < d);
        self.parts[first..].iter().take(2).any(|part| part.contains(d))
    }

    /// Returns the distances in either set. Ends within `tie` count as equal.
    ///
    /// ```
    /// use continuum::geom::{Interval, Spans};
    /// let (low, high): (Spans, Spans) = (Interval::open(0.0, 1.0).into(), Interval::open(1.0, 2.0).into());
    /// let strips = low.union(&high, 1e-9);
    /// // The border of two open strips stays free.
    /// assert!(strips.contains(0.999) && !strips.contains(1.0) && strips.contains(1.001));
    /// ```
    pub fn union(&self, other: &Spans, tie: f64) -> Spans {
        if self.is_empty() {
            return other.clone();
        }
        if other.is_empty() {
            return self.clone();
        }
        let Some([a, b]) = single_with_distinct_ends(self, other, tie) else {
            return combine(self, other, tie, |a, b| a || b);
        };
        let (first, second) = if a.from < b.from { (a, b) } else { (b, a) };
        if first.to < second.from {
            return Spans::from_sorted([*first, *second]);
        }
        let last = if a.to > b.to { a } else { b };
        Interval { from: first.from, open_from: first.open_from, ..*last }.into()
    }

    /// Returns the distances in both sets. Ends within `tie` count as equal.
    ///
    /// ```
    /// use continuum::geom::{Interval, Spans};
    /// let (a, b): (Spans, Spans) = (Interval::closed(0.0, 2.0).into(), Interval::closed(2.0, 5.0).into());
    /// assert_eq!(a.intersection(&b, 1e-9).parts(), [Interval::point(2.0)]);
    /// ```
    pub fn intersection(&self, other: &Spans, tie: f64) -> Spans {
        if self.is_empty() || other.is_empty() {
            return Spans::none();
        }
        let Some([a, b]) = single_with_distinct_ends(self, other, tie) else {
            return combine(self, other, tie, |a, b| a && b);
        };
        let last = if a.from > b.from { a } else { b };
        let first = if a.to < b.to { a } else { b };
        Interval { from: last.from, open_from: last.open_from, ..*first }.into()
    }

    /// Returns the distances in this set and not in the other. Ends within `tie` count as equal.
    pub fn difference(&self, other: &Spans, tie: f64) -> Spans {
        if self.is_empty() || other.is_empty() {
            return self.clone();
        }
        let Some([a, b]) = single_with_distinct_ends(self, other, tie) else {
            return combine(self, other, tie, |a, b| a && !b);
        };
        if a.to < b.from || b.to < a.from {
            return self.clone();
        }
        let mut left = Spans::none();
        if a.from < b.from {
            left.parts.push(Interval { to: b.from, open_to: !b.open_from, ..*a });
        }
        if b.to < a.to {
            left.parts.push(Interval { from: b.to, open_from: !b.open_to, ..*a });
        }
        left
    }
}

impl fmt::Display for Spans {
    /// The intervals in ascending order: `[0.1, 0.75) ∪ (1.25, 3]`; `∅` for the empty set.
    ///
    /// ```
    /// use continuum::geom::{Interval, Spans};
    /// let lane: Spans = Interval::closed(0.1, 3.0).into();
    /// let left = lane.difference(&Interval::closed(0.75, 1.25).into(), 1e-9);
    /// assert_eq!(left.to_string(), "[0.1, 0.75) ∪ (1.25, 3]");
    /// assert_eq!(Spans::none().to_string(), "∅");
    /// ```
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((first, others)) = self.parts.split_first() else { return f.write_str("∅") };
        first.fmt(f)?;
        others.iter().try_for_each(|part| {
            f.write_str(" ∪ ")?;
            part.fmt(f)
        })
    }
}

impl From<Interval> for Spans {
    /// Returns the set of one interval; empty when its ends leave nothing between them.
    #[inline]
    fn from(part: Interval) -> Spans {
        let has_content = part.from < part.to || (part.from == part.to && !part.open_from && !part.open_to);
        Spans { parts: SmallVec::from_buf_and_len([part, part], usize::from(has_content)) }
    }
}

/// Returns the intervals of two sets of one interval each, if no two of the four ends are within `tie`. In this common case
/// the set operations compare the ends and cut nothing.
fn single_with_distinct_ends<'s>(a: &'s Spans, b: &'s Spans, tie: f64) -> Option<[&'s Interval; 2]> {
    let ([a], [b]) = (a.parts(), b.parts()) else { return None };
    // Ends at the same infinity are open in both sets.
    let differ = |x: f64, y: f64| (x - y).abs() > tie || (x == y && x.is_infinite());
    let all_differ = differ(a.from, a.to)
        && differ(b.from, b.to)
        && differ(a.from, b.from)
        && differ(a.from, b.to)
        && differ(a.to, b.from)
        && differ(a.to, b.to);
    all_differ.then_some([a, b])
}

/// Returns the distances for which `keep` is true; its arguments are whether the distance is in `a`, and in `b`. Every end of
/// either set is a cut. So each cut, and each gap between two cuts, lies wholly inside or outside a set, and is decided once.
fn combine(a: &Spans, b: &Spans, tie: f64, keep: impl Fn(bool, bool) -> bool) -> Spans {
    let cuts = Cuts::from_ends(a.ends().chain(b.ends()).collect(), tie);
    let (a, b) = (cuts.snap(a), cuts.snap(b));
    let is_kept = |d: f64| keep(a.contains(d), b.contains(d));
    let mut out = Spans::none();
    let mut push = |part: Interval| match out.parts.last_mut() {
        Some(last) if last.is_continued_by(&part) => last.extend_over(&part),
        _ => out.parts.push(part),
    };
    for (i, &cut) in cuts.at.iter().enumerate() {
        if cut.is_finite() && is_kept(cut) {
            push(Interval::point(cut));
        }
        if let Some(&next) = cuts.at.get(i + 1)
            && is_kept(between(cut, next))
        {
            push(Interval::open(cut, next));
        }
    }
    out
}

/// Returns a distance strictly between two cuts.
fn between(low: f64, high: f64) -> f64 {
    match (low.is_finite(), high.is_finite()) {
        (true, true) => low.midpoint(high),
        (true, false) => low + 1.0,
        (false, true) => high - 1.0,
        (false, false) => 0.0,
    }
}

/// The ends of sets, in ascending order. An end within `tie` of the previous cut is merged into that cut.
pub(crate) struct Cuts {
    pub(crate) at: SmallVec<[f64; 8]>,
    tie: f64,
}

impl Cuts {
    pub(crate) fn from_ends(mut at: SmallVec<[f64; 8]>, tie: f64) -> Cuts {
        at.sort_unstable_by(f64::total_cmp);
        at.dedup_by(|next, kept| *next == *kept || *next - *kept <= tie);
        Cuts { at, tie }
    }

    /// Returns the cut into which an end was merged.
    fn cut_of(&self, d: f64) -> f64 {
        let i = self.at.partition_point(|&cut| cut <= d);
        if i == 0 || d - self.at[i - 1] > self.tie { d } else { self.at[i - 1] }
    }

    /// Returns the set with its ends moved onto the cuts. An interval that shrinks to nothing becomes a single distance if it is
    /// closed, and is dropped if it is open.
    pub(crate) fn snap(&self, set: &Spans) -> Spans {
        let mut out = Spans::none();
        for part in &set.parts {
            let (from, to) = (self.cut_of(part.from), self.cut_of(part.to));
            if from < to || (!part.open_from && !part.open_to) {
                out.parts.push(Interval { from, to, ..*part });
            }
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const TIE: f64 = 1e-9;

    fn set(parts: &[Interval]) -> Spans {
        parts.iter().fold(Spans::none(), |all, &part| all.union(&part.into(), TIE))
    }

    #[test]
    fn rounded_ends_leave_their_border_and_no_sliver() {
        let lanes = set(&[Interval::open(0.0, 0.75 + 1e-15), Interval::open(0.75, 2.0)]);
        let whole = Spans::from(Interval::closed(0.1, 1.0));
        assert_eq!(whole.difference(&lanes, TIE).parts(), [Interval::point(0.75)]);
        assert!(whole.difference(&Interval::closed(0.1, 1.0 - 1e-15).into(), TIE).is_empty());
    }

    fn any_set() -> impl Strategy<Value = Spans> {
        prop::collection::vec((0..20u8, 0..6u8, any::<bool>(), any::<bool>()), 0..5).prop_map(|parts| {
            let parts: Vec<_> = parts
                .into_iter()
                .map(|(from, width, open_from, open_to)| Interval {
                    from: f64::from(from),
                    to: f64::from(from + width),
                    open_from: open_from && width > 0,
                    open_to: open_to && width > 0,
                })
                .collect();
            set(&parts)
        })
    }

    /// One interval, sometimes without end on a side.
    fn lone() -> impl Strategy<Value = Spans> {
        (0..12i8, 1..6i8, any::<bool>(), any::<bool>(), 0..8u8).prop_map(
            |(from, width, open_from, open_to, ends)| {
                let part =
                    Interval { from: f64::from(from), to: f64::from(from + width), open_from, open_to };
                let before = Interval { from: f64::NEG_INFINITY, open_from: true, ..part };
                let after = Interval { to: f64::INFINITY, open_to: true, ..part };
                [part, before, after].get(usize::from(ends)).copied().unwrap_or(part).into()
            },
        )
    }

    proptest! {
        /// Where two intervals have ends apart, comparing these gives what cutting both sets gives.
        #[test]
        fn lone_intervals_agree_with_cuts(a in lone(), b in lone()) {
            prop_assert_eq!(a.union(&b, TIE), combine(&a, &b, TIE, |a, b| a || b));
            prop_assert_eq!(a.intersection(&b, TIE), combine(&a, &b, TIE, |a, b| a && b));
            prop_assert_eq!(a.difference(&b, TIE), combine(&a, &b, TIE, |a, b| a && !b));
        }

        #[test]
        fn operations_are_those_of_sets(a in any_set(), b in any_set()) {
            for pair in a.union(&b, TIE).parts().windows(2) {
                prop_assert!(pair[0].to < pair[1].from || (pair[0].to == pair[1].from && pair[0].open_to && pair[1].open_from));
            }
            for half in 0..60 {
                let d = f64::from(half) * 0.5;
                let (in_a, in_b) = (a.contains(d), b.contains(d));
                prop_assert_eq!(a.union(&b, TIE).contains(d), in_a || in_b);
                prop_assert_eq!(a.intersection(&b, TIE).contains(d), in_a && in_b);
                prop_assert_eq!(a.difference(&b, TIE).contains(d), in_a && !in_b);
            }
        }
    }
}
