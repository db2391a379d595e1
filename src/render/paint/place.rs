//! Places for small texts. A text takes the first candidate that covers nothing, else the candidate that covers least.

use crate::render::scene::Rectangle;
use glam::DVec2;

/// The cost of a text beyond the limits. A text within them costs less.
const OUTSIDE: f64 = 1e6;

/// The part of a page that texts must not cover.
#[derive(Debug, Clone)]
pub(crate) struct OccupiedSpace {
    discs: Vec<Disc>,
    boxes: Vec<Rectangle>,
    /// The part of the page within which texts stay.
    limits: Rectangle,
}

#[derive(Debug, Clone, Copy)]
struct Disc {
    centre: DVec2,
    radius: f64,
}

impl OccupiedSpace {
    /// Returns a page on which only some boxes are occupied.
    pub fn new(limits: Rectangle, boxes: &[Rectangle]) -> OccupiedSpace {
        OccupiedSpace { discs: Vec::new(), boxes: boxes.to_vec(), limits }
    }

    pub fn occupy_disc(&mut self, centre: DVec2, radius: f64) {
        self.discs.push(Disc { centre, radius });
    }

    /// Occupies the box of a text of half this size, and returns its middle. `None` if every candidate is beyond the limits.
    pub fn take(&mut self, candidates: impl IntoIterator<Item = DVec2>, half_size: DVec2) -> Option<DVec2> {
        let mut best = None;
        let mut least_cost = OUTSIDE;
        for middle in candidates {
            let cost = self.cost(&Rectangle::about(middle, half_size));
            if cost < least_cost {
                (best, least_cost) = (Some(middle), cost);
            }
            if cost == 0.0 {
                break;
            }
        }
        self.boxes.extend(best.map(|middle| Rectangle::about(middle, half_size)));
        best
    }

    /// Returns the cost of a text in a box: the sum of the lengths by which the box overlaps discs and other boxes.
    fn cost(&self, text: &Rectangle) -> f64 {
        let Rectangle { low, high } = *text;
        let mut cost = 0.0;
        for Disc { centre, radius } in &self.discs {
            cost += (radius - centre.clamp(low, high).distance(*centre)).max(0.0);
        }
        for occupied in &self.boxes {
            let shared = high.min(occupied.high) - low.max(occupied.low);
            cost += shared.min_element().max(0.0);
        }
        let beyond = (self.limits.low - low).max(high - self.limits.high).max_element();
        if beyond > 0.0 {
            cost += OUTSIDE + beyond;
        }
        cost
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_free_place_is_taken_and_then_occupied() {
        let mut occupied = OccupiedSpace::new(Rectangle::to(DVec2::splat(100.0)), &[]);
        occupied.occupy_disc(DVec2::splat(50.0), 20.0);
        let places = [(50.0, 50.0), (-5.0, 50.0), (85.0, 50.0), (15.0, 50.0)].map(DVec2::from);
        let half_size = DVec2::splat(6.0);
        assert_eq!(occupied.take(places, half_size), Some(places[2]));
        assert_eq!(occupied.take(places, half_size), Some(places[3]));
        assert_eq!(occupied.take([], half_size), None);
    }
}
