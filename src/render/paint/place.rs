//! Places for small texts: the first candidate that covers nothing, else the candidate that covers least.

use crate::render::scene::Rectangle;
use glam::DVec2;

/// The cost of leaving the limits, which is greater than that of covering anything.
const OUTSIDE: f64 = 1e6;

/// The occupied part of a page.
#[derive(Debug, Clone)]
pub(crate) struct OccupiedSpace {
    discs: Vec<Disc>,
    boxes: Vec<Rectangle>,
    /// The part of the page on which texts must stay.
    limits: Rectangle,
}

#[derive(Debug, Clone, Copy)]
struct Disc {
    centre: DVec2,
    radius: f64,
}

impl OccupiedSpace {
    /// Returns an empty page on which texts stay within limits, and clear of some boxes.
    pub fn new(limits: Rectangle, boxes: &[Rectangle]) -> OccupiedSpace {
        OccupiedSpace { discs: Vec::new(), boxes: boxes.to_vec(), limits }
    }

    /// Occupies a disc.
    pub fn disc(&mut self, centre: DVec2, radius: f64) {
        self.discs.push(Disc { centre, radius });
    }

    /// Finds a middle for a box of half extents `half`, and occupies the box. None if every candidate is beyond the limits.
    pub fn find(&mut self, candidates: impl IntoIterator<Item = DVec2>, half: DVec2) -> Option<DVec2> {
        let mut best = None;
        let mut least = OUTSIDE;
        for middle in candidates {
            let cost = self.cost(&Rectangle::about(middle, half));
            if cost < least {
                (best, least) = (Some(middle), cost);
            }
            if cost == 0.0 {
                break;
            }
        }
        self.boxes.extend(best.map(|middle| Rectangle::about(middle, half)));
        best
    }

    /// Returns the sum of the depths of a box in all that it would cover, and more beyond the limits.
    fn cost(&self, text: &Rectangle) -> f64 {
        let Rectangle { low, high } = *text;
        let mut cost = 0.0;
        for Disc { centre, radius } in &self.discs {
            cost += (radius - centre.clamp(low, high).distance(*centre)).max(0.0);
        }
        for other in &self.boxes {
            let shared = high.min(other.high) - low.max(other.low);
            cost += shared.min_element().max(0.0);
        }
        let out = (self.limits.low - low).max(high - self.limits.high).max_element();
        if out > 0.0 {
            cost += OUTSIDE + out;
        }
        cost
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_free_place_is_taken_and_then_occupied() {
        let mut taken = OccupiedSpace::new(Rectangle::to(DVec2::splat(100.0)), &[]);
        taken.disc(DVec2::splat(50.0), 20.0);
        let places = [(50.0, 50.0), (-5.0, 50.0), (85.0, 50.0), (15.0, 50.0)].map(DVec2::from);
        let half = DVec2::splat(6.0);
        assert_eq!(taken.find(places, half), Some(places[2]));
        assert_eq!(taken.find(places, half), Some(places[3]));
        assert_eq!(taken.find([], half), None);
    }
}
