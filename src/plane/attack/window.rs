//! The part of the plane in which a moving piece may meet an attack, on boards with seams.

use crate::board::{Images, Surface};
use crate::budget::work;
use crate::geom::tolerance::EPSILON;
use crate::geom::{Bounds, Disc, Image, Path};

/// The images of the board that a moving piece may enter, and the box in which it stays.
pub struct AttackWindow {
    images: Images,
    bounds: Bounds,
}

impl AttackWindow {
    /// Returns the window of the first `length` of a path.
    pub fn along(board: &Surface, path: &Path, length: f64) -> AttackWindow {
        AttackWindow { images: board.images_near(path, length, EPSILON), bounds: bounds(path, length) }
    }

    /// Returns the window of a disc.
    pub fn about(board: &Surface, Disc { centre, radius }: Disc) -> AttackWindow {
        let bounds = Bounds::around(centre, centre).grown(radius);
        AttackWindow { images: board.images_about(centre, radius), bounds }
    }

    /// Returns the images of an attack that come into the window: `copies` are the images of the board that the attack enters, and
    /// `bounds` is the box in which it stays.
    pub fn views(&self, copies: &[Image], bounds: Bounds) -> Vec<Image> {
        let mut out: Vec<Image> = Vec::new();
        work(self.images.len() * copies.len());
        for here in &self.images {
            for there in copies {
                let view = there.inverse().then(here);
                let seen = Bounds::around(view.place(bounds.low), view.place(bounds.high));
                if self.bounds.meets(&seen, EPSILON) && !out.contains(&view) {
                    out.push(view);
                }
            }
        }
        out
    }
}

/// Returns a box about the first `length` of a path.
pub fn bounds(path: &Path, length: f64) -> Bounds {
    let start = path.start().at;
    let reach = match path {
        Path::Line { .. } => return Bounds::around(start, path.at(length)),
        Path::Arc { pivot, .. } => length.min(2.0 * pivot.distance(start)),
        Path::Turn { .. } => 0.0,
    };
    Bounds::around(start, start).grown(reach)
}
