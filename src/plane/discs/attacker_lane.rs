//! A lane of an attacker among equal discs, with its path.

use crate::board::{Images, Surface};
use crate::geom::{Image, Point, Ray};
use crate::plane::position::{PieceLane, PlanePosition};
use crate::plane::rules::Lane;

/// A lane along which a piece may take a target, among equal discs.
#[derive(Debug, Clone, Copy)]
pub struct AttackerLane<'l> {
    /// The attacker and the index of the lane.
    pub piece_lane: PieceLane,
    pub lane: &'l Lane,
    /// The path from the place of the attacker.
    pub ray: Ray,
    /// Whether the attacker has ever moved.
    pub moved: bool,
}

impl<'l> AttackerLane<'l> {
    /// Returns a lane of a piece where the piece stands.
    pub fn of(position: &'l PlanePosition, piece_lane: PieceLane) -> AttackerLane<'l> {
        let piece = position.piece(piece_lane.piece);
        let lane = &position.lanes(piece_lane.piece)[piece_lane.lane];
        AttackerLane { piece_lane, lane, ray: piece.ray_along(lane), moved: piece.moved }
    }

    /// Returns the images of the board in which a place comes nearer than `clear` to the first `length` of the path.
    pub fn images_near(&self, board: &Surface, place: Point, length: f64, clear: f64) -> Images {
        let mut isometries = board.images_along(&self.ray, length, clear);
        isometries.retain(|isometry| is_within(&self.ray, length, isometry.place(place), clear));
        isometries
    }
}

/// Returns the image of a ray under an isometry.
#[inline]
pub fn image_of_ray(ray: &Ray, isometry: &Image) -> Ray {
    Ray::new(isometry.place(ray.origin), isometry.flips.vec(ray.dir))
}

/// Whether a place lies in the rectangle that extends by `clear` from the first `length` of a ray.
#[inline]
pub fn is_within(ray: &Ray, length: f64, place: Point, clear: f64) -> bool {
    if ray.offset(place).abs() >= clear {
        return false;
    }
    let along = ray.along(place);
    along > -clear && along < length + clear
}
