//! Places for small texts: the first candidate that covers nothing, else the one that covers least.

use glam::DVec2;

/// The cost of leaving the page: more than covering anything on it.
const OUTSIDE: f64 = 1e6;

/// The occupied room of a page, as boxes and discs.
#[derive(Debug, Clone, Default)]
pub(crate) struct OccupiedSpace {
    discs: Vec<(DVec2, f64)>,
    boxes: Vec<(DVec2, DVec2)>,
    /// The part of the page on which texts must stay.
    limits: Option<(DVec2, DVec2)>,
}

impl OccupiedSpace {
    /// Returns an empty page from `low` to `high`.
    pub fn within(low: DVec2, high: DVec2) -> OccupiedSpace {
        OccupiedSpace { limits: Some((low, high)), ..OccupiedSpace::default() }
    }

    /// Occupies a disc.
    pub fn disc(&mut self, centre: DVec2, radius: f64) {
        self.discs.push((centre, radius));
    }

    /// Occupies a box.
    pub fn area(&mut self, low: DVec2, high: DVec2) {
        self.boxes.push((low, high));
    }

    /// Finds a middle for a box of half extents `half`, and occupies the box. None if every candidate is outside the page.
    pub fn find(&mut self, candidates: impl IntoIterator<Item = DVec2>, half: DVec2) -> Option<DVec2> {
        let mut best: Option<(f64, DVec2)> = None;
        for middle in candidates {
            let cost = self.cost(middle, half);
            if best.is_none_or(|(least, _)| cost < least) {
                best = Some((cost, middle));
            }
            if cost == 0.0 {
                break;
            }
        }
        let (_, middle) = best.filter(|(cost, _)| *cost < OUTSIDE)?;
        self.boxes.push((middle - half, middle + half));
        Some(middle)
    }

    /// Returns how deeply a box would overlap what is there; leaving the page costs most.
    fn cost(&self, middle: DVec2, half: DVec2) -> f64 {
        let (low, high) = (middle - half, middle + half);
        let mut cost = 0.0;
        for (centre, radius) in &self.discs {
            cost += (radius - centre.clamp(low, high).distance(*centre)).max(0.0);
        }
        for (other_low, other_high) in &self.boxes {
            let shared = high.min(*other_high) - low.max(*other_low);
            cost += shared.min_element().max(0.0);
        }
        if let Some((page_low, page_high)) = self.limits {
            let out = (page_low - low).max(high - page_high).max_element();
            if out > 0.0 {
                cost += OUTSIDE + out;
            }
        }
        cost
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_free_place_is_taken_and_then_no_longer_free() {
        let mut taken = OccupiedSpace::within(DVec2::ZERO, DVec2::splat(100.0));
        taken.disc(DVec2::splat(50.0), 20.0);
        let places = [(50.0, 50.0), (-5.0, 50.0), (85.0, 50.0), (15.0, 50.0)].map(DVec2::from);
        let half = DVec2::splat(6.0);
        assert_eq!(taken.find(places, half), Some(places[2]));
        assert_eq!(taken.find(places, half), Some(places[3]));
        assert_eq!(taken.find([], half), None);
    }
}
