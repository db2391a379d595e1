//! The part of the plane in which a moving piece may be attacked.

use crate::board::{Images, Surface};
use crate::budget::work;
use crate::geom::tolerance::EPSILON;
use crate::geom::{Bounds, Disc, Image, Path};

/// The part of the plane in which a moving piece stays.
pub struct AttackWindow {
    /// The images of the board that the piece may enter.
    images: Images,
    /// The box in which the piece stays.
    bounds: Bounds,
}

impl AttackWindow {
    pub fn along(board: &Surface, path: &Path, length: f64) -> AttackWindow {
        AttackWindow {
            images: board.images_near(path, length, EPSILON),
            bounds: bounds_of_path(path, length),
        }
    }

    pub fn about(board: &Surface, disc: Disc) -> AttackWindow {
        AttackWindow { images: board.images_about(disc.centre, disc.radius), bounds: bounds_of_disc(disc) }
    }

    /// Returns the isometries that map an attack to its images in the window. The attack enters the images `entered` of the board
    /// and stays in the box `bounds`.
    pub fn isometries_of_attack(&self, entered: &[Image], bounds: Bounds) -> Vec<Image> {
        let mut out: Vec<Image> = Vec::new();
        work(self.images.len() * entered.len());
        for to_window in &self.images {
            for to_attack in entered {
                let isometry = to_attack.inverse().then(to_window);
                let moved = Bounds::around(isometry.place(bounds.low), isometry.place(bounds.high));
                if self.bounds.meets(&moved, EPSILON) && !out.contains(&isometry) {
                    out.push(isometry);
                }
            }
        }
        out
    }
}

pub fn bounds_of_disc(disc: Disc) -> Bounds {
    Bounds::around(disc.centre, disc.centre).grown(disc.radius)
}

/// Returns a box about the first `length` of a path.
pub fn bounds_of_path(path: &Path, length: f64) -> Bounds {
    let start = path.start().at;
    let farthest = match path {
        Path::Line { .. } => return Bounds::around(start, path.at(length)),
        Path::Arc { pivot, .. } => length.min(2.0 * pivot.distance(start)),
        Path::Turn { .. } => 0.0,
    };
    Bounds::around(start, start).grown(farthest)
}
