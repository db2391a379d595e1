//! Whether stretches, in order, cover another one without gap or overlap.

use crate::geom::{Interval, Spans};

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

/// A cut just before or just after a distance. Cuts are ordered as they lie on the line.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub struct Cut {
    pub distance: f64,
    /// Whether the distance itself lies below the cut.
    pub is_below: bool,
}

impl Cut {
    /// Returns the cut before the first distance of a stretch.
    pub const fn before(part: Interval) -> Cut {
        Cut { distance: part.from, is_below: part.open_from }
    }

    /// Returns the cut after the last distance of a stretch.
    pub const fn after(part: Interval) -> Cut {
        Cut { distance: part.to, is_below: !part.open_to }
    }

    /// Returns the stretch from this cut to a higher one.
    pub const fn to(self, high: Cut) -> Interval {
        Interval { from: self.distance, to: high.distance, open_from: self.is_below, open_to: !high.is_below }
    }
}

pub fn holds(whole: Interval, part: Interval) -> bool {
    Cut::before(whole) <= Cut::before(part) && Cut::after(part) <= Cut::after(whole)
}

/// Checks that parts in this order cover a stretch and nothing else, each distance once.
pub fn tiles(whole: Interval, parts: impl IntoIterator<Item = Interval>) -> Result<(), TilingFault> {
    let (first, last) = (Cut::before(whole), Cut::after(whole));
    let mut covered = first;
    for part in parts {
        let (from, to) = (Cut::before(part), Cut::after(part));
        if Spans::from(part).is_empty() {
            return Err(TilingFault::Empty(part));
        }
        if from < first {
            return Err(TilingFault::Beyond(from.to(first)));
        }
        if covered < from {
            return Err(TilingFault::Gap(covered.to(from)));
        }
        if from < covered {
            return Err(TilingFault::Overlap(from.to(if to < covered { to } else { covered })));
        }
        if last < to {
            return Err(TilingFault::Beyond(last.to(to)));
        }
        covered = to;
    }
    if covered < last { Err(TilingFault::Gap(covered.to(last))) } else { Ok(()) }
}

/// Returns a part whose ends are replaced by those of the whole, if both are open or closed and differ by at most `tie`.
pub fn snapped(part: Interval, whole: Interval, tie: f64) -> Interval {
    let is_near = |a: f64, b: f64| (a - b).abs() <= tie;
    let mut out = part;
    if is_near(part.from, whole.from) && part.open_from == whole.open_from {
        out.from = whole.from;
    }
    if is_near(part.to, whole.to) && part.open_to == whole.open_to {
        out.to = whole.to;
    }
    out
}
