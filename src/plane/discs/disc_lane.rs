//! A lane of a piece among equal discs, with its path and its limits.

use crate::board::{Images, Surface};
use crate::geom::{Image, Path, Point, Ray};
use crate::plane::position::{Piece, PieceId};
use crate::plane::rules::{Lane, Rules};

/// A lane of a piece among equal discs.
#[derive(Debug, Clone, Copy)]
pub struct DiscLane<'l> {
    pub piece: PieceId,
    /// The index of the lane among those of the piece's kind.
    pub index: usize,
    /// The lane as the kind has it.
    pub rule: &'l Lane,
    /// The path from the place of the piece.
    pub ray: Ray,
    /// Whether the piece has ever moved.
    has_moved: bool,
}

impl<'l> DiscLane<'l> {
    /// Returns a lane of the piece `id` as it stands in `piece`, which may be at another place than in the position.
    #[inline]
    pub fn at(piece: &Piece, id: PieceId, index: usize, rule: &'l Lane) -> DiscLane<'l> {
        DiscLane { piece: id, index, rule, ray: piece.ray_along(rule), has_moved: piece.moved }
    }

    /// Returns an upper bound of [`DiscLane::limit`], which considers the range and the wall, but neither voids nor a return to the
    /// start.
    #[inline]
    pub fn limit_bound(&self, rules: &Rules) -> f64 {
        let end = rules.board.distance_to_wall(&self.ray).min(rules.board.longest());
        self.rule.range_of(self.has_moved).min(end * rules.edge_share)
    }

    /// Returns the greatest distance along the lane on an empty board.
    #[inline]
    pub fn limit(&self, rules: &Rules) -> f64 {
        self.limit_within(rules, f64::INFINITY)
    }

    /// Returns the greatest distance along the lane if it is at most `length`, and otherwise some distance beyond `length`. On a
    /// board with seams a short `length` saves much time.
    #[inline]
    pub fn limit_within(&self, rules: &Rules, length: f64) -> f64 {
        if !rules.board.has_seams() {
            return self.limit_bound(rules);
        }
        let range = self.rule.range_of(self.has_moved);
        let room = rules.board.room_within(&Path::from(self.ray), range.min(length) / rules.edge_share);
        range.min(room.least() * rules.edge_share)
    }

    /// Returns the images of the board in which a place comes nearer than `clear` to the first `length` of the path.
    pub fn images_near(&self, board: &Surface, place: Point, length: f64, clear: f64) -> Images {
        let mut isometries = board.images_along(&self.ray, length, clear);
        isometries.retain(|isometry| is_within(&self.ray, length, isometry.place(place), clear));
        isometries
    }
}

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
