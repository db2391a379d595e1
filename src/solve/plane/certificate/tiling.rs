//! A test whether stretches, in order, cover another one without gap or overlap.

use crate::geom::Interval;

/// The first fault of a cover.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum TilingFault {
    /// These distances are not covered.
    Gap(Interval),
    /// These distances are covered twice.
    Overlap(Interval),
    /// These distances lie outside.
    Beyond(Interval),
    /// The stretch ends before it begins.
    Empty(Interval),
}

/// A cut of the line (Dedekind) at a distance.
#[derive(Debug, Clone, Copy)]
pub struct Cut {
    pub distance: f64,
    /// Whether the distance itself lies below the cut.
    pub is_below: bool,
}

/// Returns the cut before the first distance of a stretch.
pub fn start(part: &Interval) -> Cut {
    Cut { distance: part.from, is_below: part.open_from }
}

/// Returns the cut after the last distance of a stretch.
pub fn end(part: &Interval) -> Cut {
    Cut { distance: part.to, is_below: !part.open_to }
}

/// Whether a cut lies before another.
pub fn is_below(a: Cut, b: Cut) -> bool {
    a.distance < b.distance || (a.distance == b.distance && !a.is_below && b.is_below)
}

/// Returns the stretch between two cuts.
pub fn between(a: Cut, b: Cut) -> Interval {
    Interval { from: a.distance, to: b.distance, open_from: a.is_below, open_to: !b.is_below }
}

/// Whether a stretch contains a part.
pub fn holds(whole: Interval, part: Interval) -> bool {
    !is_below(start(&part), start(&whole)) && !is_below(end(&whole), end(&part))
}

/// Checks that parts in this order cover a stretch and nothing else, each distance once.
///
/// # Errors
/// The first fault.
pub fn tiles(whole: Interval, parts: impl IntoIterator<Item = Interval>) -> Result<(), TilingFault> {
    let mut covered = start(&whole);
    for part in parts {
        let (from, to) = (start(&part), end(&part));
        if !is_below(from, to) {
            return Err(TilingFault::Empty(part));
        }
        if is_below(from, start(&whole)) {
            return Err(TilingFault::Beyond(between(from, start(&whole))));
        }
        if is_below(covered, from) {
            return Err(TilingFault::Gap(between(covered, from)));
        }
        if is_below(from, covered) {
            return Err(TilingFault::Overlap(between(
                from,
                if is_below(to, covered) { to } else { covered },
            )));
        }
        if is_below(end(&whole), to) {
            return Err(TilingFault::Beyond(between(end(&whole), to)));
        }
        covered = to;
    }
    if is_below(covered, end(&whole)) { Err(TilingFault::Gap(between(covered, end(&whole)))) } else { Ok(()) }
}

/// Returns a stretch with ends replaced by those of another where they differ by rounding only.
pub fn snapped(part: Interval, whole: Interval, tie: f64) -> Interval {
    let same = |a: f64, b: f64| (a - b).abs() <= tie;
    let from =
        if same(part.from, whole.from) && part.open_from == whole.open_from { whole.from } else { part.from };
    let to = if same(part.to, whole.to) && part.open_to == whole.open_to { whole.to } else { part.to };
    Interval { from, to, ..part }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn half_open(from: f64, to: f64) -> Interval {
        Interval { from, to, open_from: false, open_to: true }
    }

    #[test]
    fn faults_are_found_where_they_are() {
        let whole = half_open(1.0, 4.0);
        assert_eq!(tiles(whole, [whole]), Ok(()));
        assert_eq!(tiles(whole, [Interval::closed(1.0, 2.0), Interval::open(2.0, 4.0)]), Ok(()));
        assert_eq!(tiles(whole, [Interval::point(1.0), Interval::open(1.0, 4.0)]), Ok(()));
        let hole = [half_open(1.0, 2.0), Interval::open(2.0, 4.0)];
        assert_eq!(tiles(whole, hole), Err(TilingFault::Gap(Interval::point(2.0))));
        let twice = [Interval::closed(1.0, 2.0), half_open(2.0, 4.0)];
        assert_eq!(tiles(whole, twice), Err(TilingFault::Overlap(Interval::point(2.0))));
        let far = [half_open(1.0, 4.000001)];
        assert_eq!(tiles(whole, far), Err(TilingFault::Beyond(half_open(4.0, 4.000001))));
        let early = [half_open(0.5, 4.0)];
        assert_eq!(tiles(whole, early), Err(TilingFault::Beyond(half_open(0.5, 1.0))));
        assert_eq!(tiles(whole, [half_open(1.0, 3.0)]), Err(TilingFault::Gap(half_open(3.0, 4.0))));
        assert_eq!(tiles(whole, []), Err(TilingFault::Gap(whole)));
        assert_eq!(
            tiles(whole, [Interval::open(1.0, 1.0)]),
            Err(TilingFault::Empty(Interval::open(1.0, 1.0)))
        );
        let backwards = half_open(3.0, 2.0);
        assert_eq!(tiles(whole, [half_open(1.0, 3.0), backwards]), Err(TilingFault::Empty(backwards)));
    }
}
