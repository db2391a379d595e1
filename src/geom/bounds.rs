//! Boxes with sides along the axes.

use super::{Point, Vec2};

/// A box with sides along the axes; a coordinate without a bound is infinite.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bounds {
    /// The corner with the least coordinates.
    pub low: Point,
    /// The corner with the greatest coordinates.
    pub high: Point,
}

impl Bounds {
    /// Returns the smallest box that contains both places.
    pub fn around(a: Point, b: Point) -> Bounds {
        Bounds { low: Point::new(a.x.min(b.x), a.y.min(b.y)), high: Point::new(a.x.max(b.x), a.y.max(b.y)) }
    }

    /// Returns the box grown by a margin on every side.
    pub fn grown(self, margin: f64) -> Bounds {
        let margin = Vec2::splat(margin);
        Bounds { low: self.low + -margin, high: self.high + margin }
    }

    /// Whether two boxes are at most `tie` apart in each coordinate.
    pub fn meets(&self, other: &Bounds, tie: f64) -> bool {
        other.low.x <= self.high.x + tie
            && other.high.x >= self.low.x - tie
            && other.low.y <= self.high.y + tie
            && other.high.y >= self.low.y - tie
    }

    /// Returns the greatest distance by which a coordinate of a place lies outside the box; negative inside.
    pub fn excess(&self, q: Point) -> f64 {
        let Bounds { low, high } = self;
        (low.x - q.x).max(q.x - high.x).max(low.y - q.y).max(q.y - high.y)
    }
}
