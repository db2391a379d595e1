//! A lane of a piece that may take something along it.

use crate::board::{Images, Surface};
use crate::geom::{Point, Ray};
use crate::plane::position::{PieceLane, PlanePosition};
use crate::plane::rules::Lane;

/// A lane of a piece that may take something along it.
#[derive(Debug, Clone, Copy)]
pub struct AttackerLane<'l> {
    /// The lane by attacker and index.
    pub of: PieceLane,
    pub lane: &'l Lane,
    /// The path.
    pub ray: Ray,
    /// Whether the attacker has moved.
    pub moved: bool,
}

impl<'l> AttackerLane<'l> {
    /// Returns a lane of a piece where the piece stands.
    pub fn of(position: &'l PlanePosition, of: PieceLane) -> AttackerLane<'l> {
        let piece = position.piece(of.piece);
        let lane = &position.lanes(of.piece)[of.lane];
        AttackerLane { of, lane, ray: piece.ray_along(lane), moved: piece.moved }
    }

    /// Returns the images of the board whose image of a place is nearer than `clear` to the path up to `length`.
    pub fn images_near(&self, board: &Surface, q: Point, length: f64, clear: f64) -> Images {
        let mut images = board.images_along(&self.ray, length, clear);
        images.retain(|image| is_within(&self.ray, length, image.place(q), clear));
        images
    }
}

/// Whether a place is nearer than `clear` to a ray up to `length`, or beside the ends of that part.
#[inline]
pub fn is_within(ray: &Ray, length: f64, q: Point, clear: f64) -> bool {
    if ray.offset(q).abs() >= clear {
        return false;
    }
    let along = ray.along(q);
    along > -clear && along < length + clear
}
