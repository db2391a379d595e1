//! Ends of stretches of distances, found by bisection.

use super::tested::round_within;
use crate::budget::Budget;
use crate::geom::Interval;

/// An end of a stretch.
#[derive(Clone, Copy)]
pub struct StretchEnd {
    pub distance: f64,
    /// Whether the distance itself is left out.
    pub open: bool,
}

impl StretchEnd {
    /// Returns an end that belongs to its stretch.
    pub const fn closed(distance: f64) -> StretchEnd {
        StretchEnd { distance, open: false }
    }

    /// Returns the two ends of a stretch, the lower one first.
    pub const fn of(part: Interval) -> [StretchEnd; 2] {
        [
            StretchEnd { distance: part.from, open: part.open_from },
            StretchEnd { distance: part.to, open: part.open_to },
        ]
    }

    /// Returns the stretch from this end to a higher one.
    pub const fn to(self, high: StretchEnd) -> Interval {
        Interval { from: self.distance, to: high.distance, open_from: self.open, open_to: high.open }
    }
}

/// A distance inside a stretch, and a distance outside. The end of the stretch lies in the gap between them.
#[derive(Clone, Copy)]
pub struct Bisection {
    pub inside: f64,
    pub outside: f64,
}

impl Bisection {
    /// Returns the distance to test next; `None` if the length of the gap is at most `width`.
    pub fn middle(&self, width: f64) -> Option<f64> {
        ((self.outside - self.inside).abs() > width).then(|| self.inside.midpoint(self.outside))
    }

    /// Replaces one of the two distances by a tested distance between them.
    pub fn halve(&mut self, tested: f64, is_inside: bool) {
        if is_inside { self.inside = tested } else { self.outside = tested }
    }

    /// Halves the gap until its length is at most `width`, or the budget is used up.
    pub fn narrow(&mut self, width: f64, budget: &Budget, mut is_inside: impl FnMut(f64) -> bool) {
        while let Some(middle) = self.middle(width)
            && !budget.is_ended()
        {
            self.halve(middle, is_inside(middle));
        }
    }

    /// Returns a number in the gap with at most four decimals, if there is one. One gap of 4e-7 in 250 has one by chance.
    pub fn round(&self) -> Option<f64> {
        let (low, high) = (self.inside.min(self.outside), self.inside.max(self.outside));
        Some(round_within(low, high, 0.0)).filter(|number| (number * 1e4).round() / 1e4 == *number)
    }
}
