//! The part of the plane in which a moving piece may meet an attack, on boards with seams.

use crate::board::{Images, Surface};
use crate::budget::work;
use crate::geom::tolerance::EPSILON;
use crate::geom::{Image, Path, Point};

/// The images of the board that a moving piece may enter, and the box in which it stays.
pub struct AttackWindow {
    images: Images,
    low: Point,
    high: Point,
}

impl AttackWindow {
    /// Returns the window of the first `length` of a path.
    pub fn along(board: &Surface, path: &Path, length: f64) -> AttackWindow {
        let (low, high) = bounds(path, length);
        AttackWindow { images: board.images_near(path, length, EPSILON), low, high }
    }

    /// Returns the window of all places within `reach` of one.
    pub fn about(board: &Surface, centre: Point, reach: f64) -> AttackWindow {
        let (low, high) = grown((centre, centre), reach);
        AttackWindow { images: board.images_about(centre, reach), low, high }
    }

    /// Returns the images of an attack that come into the window: `copies` are the images of the board that the attack enters, and
    /// `low` and `high` its bounds there.
    pub fn views(&self, copies: &[Image], (low, high): (Point, Point)) -> Vec<Image> {
        let mut out: Vec<Image> = Vec::new();
        work(self.images.len() * copies.len());
        for here in &self.images {
            for there in copies {
                let view = there.inverse().then(here);
                let (a, b) = (view.place(low), view.place(high));
                let meets = a.x.min(b.x) <= self.high.x + EPSILON
                    && a.x.max(b.x) >= self.low.x - EPSILON
                    && a.y.min(b.y) <= self.high.y + EPSILON
                    && a.y.max(b.y) >= self.low.y - EPSILON;
                if meets && !out.contains(&view) {
                    out.push(view);
                }
            }
        }
        out
    }
}

/// Returns the bounding box of the first `length` of a path: low and high corner.
pub fn bounds(path: &Path, length: f64) -> (Point, Point) {
    let start = path.start().at;
    match path {
        Path::Line { .. } => {
            let end = path.at(length);
            (
                Point::new(start.x.min(end.x), start.y.min(end.y)),
                Point::new(start.x.max(end.x), start.y.max(end.y)),
            )
        }
        Path::Arc { pivot, .. } => grown((start, start), length.min(2.0 * pivot.distance(start))),
        Path::Turn { .. } => (start, start),
    }
}

/// Returns a box grown by a margin on every side.
pub fn grown((low, high): (Point, Point), by: f64) -> (Point, Point) {
    (Point::new(low.x - by, low.y - by), Point::new(high.x + by, high.y + by))
}
