//! Places on the plane.

use super::Vec2;
use std::fmt;
use std::ops::{Add, Sub};

/// A place on the plane, in board units. A displacement is a [`Vec2`].
///
/// ```
/// use continuum::geom::Point;
/// let corner = Point::new(8.0, 0.0);
/// assert_eq!(corner.distance(Point::new(4.0, 3.0)), 5.0);
/// assert_eq!(Point::new(-0.0, 0.5).to_string(), "0,0.5");
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Point {
    /// To White's right.
    pub x: f64,
    /// Away from White.
    pub y: f64,
}

impl Point {
    /// Returns the place with these coordinates.
    pub const fn new(x: f64, y: f64) -> Point {
        Point { x, y }
    }

    /// Returns the distance to another place.
    pub fn distance(self, other: Point) -> f64 {
        (self - other).length()
    }
}

impl From<Point> for Vec2 {
    fn from(p: Point) -> Vec2 {
        Vec2::new(p.x, p.y)
    }
}

impl Sub for Point {
    type Output = Vec2;
    fn sub(self, other: Point) -> Vec2 {
        Vec2::new(self.x - other.x, self.y - other.y)
    }
}

impl Add<Vec2> for Point {
    type Output = Point;
    fn add(self, by: Vec2) -> Point {
        Point::new(self.x + by.x, self.y + by.y)
    }
}

impl fmt::Display for Point {
    /// Writes `x,y` with the digits needed to read back the same numbers; -0 is written as 0.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x + 0.0, self.y + 0.0)
    }
}

impl approx::AbsDiffEq for Point {
    type Epsilon = f64;
    fn default_epsilon() -> f64 {
        super::tolerance::EPSILON
    }
    /// Whether both coordinates agree to `epsilon` board units.
    fn abs_diff_eq(&self, other: &Point, epsilon: f64) -> bool {
        self.x.abs_diff_eq(&other.x, epsilon) && self.y.abs_diff_eq(&other.y, epsilon)
    }
}
