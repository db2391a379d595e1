//! Parallelograms that hold a piece of a curve closely: where they are apart the pieces do not meet.

use super::{Point, Vec2};

/// A parallelogram about a chord.
#[derive(Debug, Clone, Copy)]
pub struct Strip {
    /// Its centre.
    pub middle: Point,
    /// Half the chord.
    pub along: Vec2,
    /// Half the other side.
    pub rise: Vec2,
}

impl Strip {
    /// Whether it is surely farther than `clear` from a place.
    pub fn is_clear_of(&self, q: Point, clear: f64) -> bool {
        self.normals().iter().any(|normal| self.gap(*normal, q, clear) > 0.0)
    }

    /// Whether two are surely farther than `clear` apart. If two do not overlap, a line along a side of one has them on either side.
    pub fn is_apart_from(&self, other: &Strip, clear: f64) -> bool {
        let mut normals = self.normals().into_iter().chain(other.normals());
        normals.any(|normal| self.gap(normal, other.middle, clear + other.width(normal)) > 0.0)
    }

    /// How far `q` is beyond it along a normal, less `clear`.
    fn gap(&self, normal: Vec2, q: Point, clear: f64) -> f64 {
        normal.dot(q - self.middle).abs() - self.width(normal) - clear
    }

    /// Half its width along a normal.
    fn width(&self, normal: Vec2) -> f64 {
        normal.dot(self.along).abs() + normal.dot(self.rise).abs()
    }

    /// The normals of its sides, of length 1, or 0 for a side without length.
    fn normals(&self) -> [Vec2; 2] {
        [self.along, self.rise].map(|side| side.perp().normalize_or_zero())
    }
}
