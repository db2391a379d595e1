//! A straight path without end.

use super::{Point, Vec2};

/// A straight path without end.
///
/// ```
/// use continuum::geom::{Point, Ray, Vec2};
/// let north = Ray::new(Point::new(4.0, 1.0), Vec2::Y);
/// assert_eq!(north.at(2.5), Point::new(4.0, 3.5));
/// assert_eq!((north.along(Point::new(3.0, 6.0)), north.offset(Point::new(3.0, 6.0))), (5.0, 1.0));
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ray {
    /// The place where the path begins.
    pub origin: Point,
    /// The direction, of length 1.
    pub dir: Vec2,
}

impl Ray {
    /// Returns the path from `origin` along `dir`, which has to be a unit vector so that distances are lengths.
    pub fn new(origin: Point, dir: Vec2) -> Ray {
        debug_assert!(dir.is_normalized(), "the direction {dir} is not a unit vector");
        Ray { origin, dir }
    }

    /// Returns the place at distance `d`.
    pub fn at(&self, d: f64) -> Point {
        self.origin + self.dir * d
    }

    /// Returns the distance along the ray to the foot of the perpendicular from `q`; negative behind the origin.
    pub fn along(&self, q: Point) -> f64 {
        self.dir.dot(q - self.origin)
    }

    /// Returns the signed distance of `q` from the whole line, positive on the left.
    pub fn offset(&self, q: Point) -> f64 {
        self.dir.perp_dot(q - self.origin)
    }
}
