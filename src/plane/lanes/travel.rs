//! One lane of one piece among the others: its limits and its contacts (`docs/rules/continuous.md` 2 and 3).
//!
//! Extents have any shape and size, and paths are lines, arcs or turns. Where all pieces are equal discs on straight lanes, the
//! module `discs` computes the same sets faster, in closed form.

use crate::board::Images;
use crate::budget::work;
use crate::chess::Color;
use crate::geom::{Corridor, Extent, Path, Point, contact_along};
use crate::plane::position::{Piece, PieceId, PieceImage, PlanePosition};
use crate::plane::rules::{Gait, Lane, LaneLimits, LaneShape, Rules, Steps};
use smallvec::SmallVec;

/// A contact of the mover with a piece.
#[derive(Debug, Clone, Copy)]
pub struct LaneContact {
    pub image: PieceImage,
    /// Whether the piece is an enemy of the mover.
    pub is_enemy: bool,
    /// The contact distance, in the path's measure.
    pub distance: f64,
    /// The greatest difference of distances that count as equal, in the path's measure.
    pub tie: f64,
}

/// The least distances of quiet moves and captures, in the path's measure.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LeastDistances {
    /// The least distance of a quiet move.
    pub quiet: f64,
    /// The least distance of a capture.
    pub capture: f64,
}

/// One lane of one piece among the other pieces.
pub struct Travel<'a> {
    pub(in crate::plane) position: &'a PlanePosition,
    pub(super) rules: &'a Rules,
    pub(super) mover: &'a Piece,
    pub(in crate::plane) lane: &'a Lane,
    /// The body that moves.
    pub(in crate::plane) extent: &'a Extent,
    pub(in crate::plane) path: Path,
    pub(super) limits: LaneLimits,
    /// The greatest distance on an empty board.
    pub(in crate::plane) limit: f64,
    pub(in crate::plane) least: LeastDistances,
    /// The steps of the lane; `None` if any distance is a stop.
    pub(in crate::plane) steps: Option<Steps>,
    /// The contacts, nearest first.
    pub(in crate::plane) contacts: SmallVec<[LaneContact; 8]>,
    /// The enemies that the mover overlaps at its start.
    pub(super) overlapped_at_start: SmallVec<[PieceImage; 2]>,
    /// The pieces near enough that a stop may overlap them.
    pub(super) near: SmallVec<[PieceImage; 6]>,
    /// The images of the board near the path.
    pub(in crate::plane) images: Images,
    /// The other images of the start near the path.
    pub(super) other_starts: SmallVec<[Point; 2]>,
}

impl<'a> Travel<'a> {
    /// Prepares a lane of a piece among all other pieces.
    pub fn on_full_board(position: &'a PlanePosition, mover: PieceId, lane: &'a Lane) -> Travel<'a> {
        Travel::new(position, mover, lane, position.piece(mover).path_along(lane), |_| false)
    }

    /// Prepares a lane that follows a given path, such as one bearing of an area leap. The pieces for which `skip` holds are off
    /// the board.
    pub fn new(
        position: &'a PlanePosition,
        mover: PieceId,
        lane: &'a Lane,
        path: Path,
        skip: impl Fn(PieceId) -> bool,
    ) -> Travel<'a> {
        let rules = position.rules();
        let piece = position.piece(mover);
        let extent = position.extent(mover);
        let limits = rules.limits(lane, &path, piece.moved);
        let least = match lane.shape {
            LaneShape::Turn(_) => LeastDistances { quiet: rules.min_turn, capture: rules.min_turn },
            LaneShape::Straight | LaneShape::Arc(_) | LaneShape::Area => {
                LeastDistances { quiet: rules.min_move, capture: rules.min_capture }
            }
        };
        let limit = limits.greatest_distance();
        // Wide enough for every kind.
        let clear = rules.outer_radius + rules.epsilon;
        let images = match lane.shape {
            LaneShape::Area => rules.board.images_about(path.start().at, lane.range_of(piece.moved) + clear),
            LaneShape::Straight | LaneShape::Arc(_) | LaneShape::Turn(_) => {
                rules.board.images_near(&path, limit, clear)
            }
        };
        let mut travel = Travel {
            position,
            rules,
            mover: piece,
            lane,
            extent,
            path,
            limit,
            limits,
            least,
            steps: Steps::of(lane.step, rules.epsilon),
            contacts: SmallVec::new(),
            overlapped_at_start: SmallVec::new(),
            near: SmallVec::new(),
            images,
            other_starts: SmallVec::new(),
        };
        travel.other_starts = travel.find_other_starts();
        // Most pieces lie outside this corridor.
        let corridor = Corridor::new(&path, limit, clear);
        work(travel.images.len() * position.pieces().len());
        for isometry in travel.images.clone() {
            for id in position.ids() {
                let at = isometry.place(position.piece(id).at);
                if corridor.may_hold(at) && id != mover && !skip(id) {
                    travel.add_image(PieceImage { id, isometry }, at);
                }
            }
        }
        travel
            .contacts
            .sort_unstable_by(|a, b| a.distance.total_cmp(&b.distance).then(a.image.id.cmp(&b.image.id)));
        travel
    }

    /// Returns the other images of the start within the least distance of the path.
    fn find_other_starts(&self) -> SmallVec<[Point; 2]> {
        let (least, board) = (self.rules.min_move, &self.rules.board);
        let is_too_short = self.limit + least < board.shortest_round() - self.rules.epsilon;
        if is_too_short || !board.has_seams() || matches!(self.lane.shape, LaneShape::Turn(_)) {
            return SmallVec::new();
        }
        let start = self.path.start().at;
        let isometries = board.images_near(&self.path, self.limit + least, least);
        let to_others = isometries.iter().filter(|isometry| !isometry.is_identity());
        to_others.map(|isometry| isometry.place(start)).collect()
    }

    /// Records the image of a piece at a place, if the mover may meet or overlap it.
    fn add_image(&mut self, image: PieceImage, at: Point) {
        let is_enemy = self.color_of(&image) != self.mover.color();
        let (start, epsilon) = (self.path.start(), self.rules.epsilon);
        let friend_reach = if is_enemy { 0.0 } else { self.position.extent(image.id).outer_radius() };
        if !self.path.may_come_near(self.limit, at, self.extent.outer_radius().max(friend_reach) + epsilon) {
            return;
        }
        self.near.push(image);
        // Contacts are computed for every part of the outline.
        work(32 * self.extent.core().len() - 24);
        if is_enemy && self.extent.overlaps(&start, at, epsilon) {
            self.overlapped_at_start.push(image);
        } else if self.lane.gait == Gait::Ride
            && let Some(distance) = contact_along(&self.path, self.extent, at, epsilon)
        {
            self.contacts.push(LaneContact { image, is_enemy, distance, tie: self.tie(at) });
        }
    }

    pub(super) fn color_of(&self, image: &PieceImage) -> Color {
        self.position.piece(image.id).color()
    }

    /// Returns epsilon in the measure of the path: for a turn, the angle in degrees of an arc of length epsilon through a place.
    pub fn tie(&self, place: Point) -> f64 {
        let epsilon = self.rules.epsilon;
        match self.path {
            Path::Line { .. } | Path::Arc { .. } => epsilon,
            Path::Turn { start, .. } => (epsilon / place.distance(start.at).max(epsilon)).to_degrees(),
        }
    }

    /// Whether the mover at the distance `d` overlaps the piece of a contact.
    pub fn overlaps_at(&self, d: f64, contact: &LaneContact) -> bool {
        self.overlaps(&self.path.pose(d), &contact.image)
    }

    /// Whether the stops may change if a piece leaves the board.
    pub fn depends_on(&self, id: PieceId) -> bool {
        self.near.iter().any(|image| image.id == id)
    }
}
