//! One lane of one piece among the others: its limits and its contacts (`docs/rules/continuous.md` 2 and 3).
//!
//! Extents have any shape and size, lanes are lines, arcs or turns. Where all pieces are equal discs on straight lanes the
//! module `discs` gives the same sets in closed form, and faster.

use crate::board::{Images, Surface};
use crate::budget::work;
use crate::geom::{Corridor, Extent, Image, Path, Point, contact_along};
use crate::plane::position::{Piece, PieceId, PieceImage, PlanePosition};
use crate::plane::rules::{Gait, Lane, LaneLimits, LaneShape, Rules, Steps};
use smallvec::SmallVec;

/// A contact of the mover with a piece.
#[derive(Debug, Clone, Copy)]
pub struct LaneContact {
    /// The piece that is met.
    pub piece: PieceId,
    /// The image of the board on which it is met.
    pub image: Image,
    /// Whether the piece is an enemy of the mover.
    pub enemy: bool,
    /// The contact distance, in the path's measure.
    pub at: f64,
    /// Distances this near count as equal, in the path's measure.
    pub tie: f64,
}

/// One lane of one piece among the other pieces.
pub struct Travel<'a> {
    pub(super) position: &'a PlanePosition,
    pub(super) rules: &'a Rules,
    pub(super) mover: &'a Piece,
    pub(super) lane: &'a Lane,
    pub(super) extent: &'a Extent,
    /// The reach of the extent from its centre, board units.
    reach: f64,
    pub(super) path: Path,
    pub(super) limits: LaneLimits,
    /// The greatest distance on an empty board.
    pub(super) limit: f64,
    pub(super) steps: Option<Steps>,
    /// The contacts, in order of distance.
    pub(super) contacts: SmallVec<[LaneContact; 8]>,
    /// The enemies that the mover overlaps at its start.
    pub(super) overlapped_at_start: SmallVec<[PieceImage; 2]>,
    /// The pieces near enough that a stop may overlap them.
    pub(super) near: SmallVec<[PieceImage; 6]>,
    /// The images of the board near the path.
    images: Images,
    /// The other images of the start near the path.
    pub(super) again: SmallVec<[Point; 2]>,
}

impl<'a> Travel<'a> {
    /// Prepares a lane of a piece, with the pieces for which `skip` holds off the board.
    pub fn new(
        position: &'a PlanePosition,
        mover: PieceId,
        lane: &'a Lane,
        skip: impl Fn(PieceId) -> bool,
    ) -> Travel<'a> {
        let piece = position.piece(mover);
        let path = piece.path_along(lane);
        Travel::on(position, mover, lane, path, skip)
    }

    /// Prepares a lane that follows a given path, such as one bearing of a leap to any place.
    pub fn on(
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
        let mut travel = Travel {
            position,
            rules,
            mover: piece,
            lane,
            extent,
            reach: extent.reach(),
            path,
            limit: limits.most(),
            limits,
            steps: lane.steps(rules.epsilon),
            contacts: SmallVec::new(),
            overlapped_at_start: SmallVec::new(),
            near: SmallVec::new(),
            images: SmallVec::new(),
            again: SmallVec::new(),
        };
        travel.images = travel.images_near(0.0);
        travel.again = travel.starts_again();
        // Most pieces lie outside the corridor of every kind.
        let corridor = Corridor::new(&path, travel.limit, rules.reach + rules.epsilon);
        work(travel.images.len() * position.pieces().len());
        for i in 0..travel.images.len() {
            let image = travel.images[i];
            let is_here = image.is_identity();
            for id in position.ids() {
                let there = position.piece(id).at;
                let at = if is_here { there } else { image.place(there) };
                if corridor.may_hold(at) && id != mover && !skip(id) {
                    travel.look_at(PieceImage { id, image }, at);
                }
            }
        }
        travel.contacts.sort_unstable_by(|a, b| a.at.total_cmp(&b.at).then(a.piece.cmp(&b.piece)));
        travel
    }

    /// Returns the images of the board near the path, grown by `half`.
    pub fn images_near(&self, half: f64) -> Images {
        let (board, clear) = (&self.rules.board, self.rules.reach + self.rules.epsilon + half);
        if self.lane.shape == LaneShape::Area {
            let range = self.lane.range_of(self.mover.moved);
            return board.images_about(self.path.start().at, range + clear);
        }
        board.images_near(&self.path, self.limit, clear)
    }

    /// Returns the other images of the start within the least distance of the path.
    fn starts_again(&self) -> SmallVec<[Point; 2]> {
        let (least, board) = (self.rules.min_move, &self.rules.board);
        let short = self.limit + least < board.shortest_round() - self.rules.epsilon;
        if short || !board.has_seams() || matches!(self.lane.shape, LaneShape::Turn(_)) {
            return SmallVec::new();
        }
        let start = self.path.start().at;
        let all = board.images_near(&self.path, self.limit + least, least);
        all.iter().filter(|image| !image.is_identity()).map(|image| image.place(start)).collect()
    }

    fn look_at(&mut self, seen: PieceImage, at: Point) {
        let id = seen.id;
        let enemy = self.position.piece(id).color() != self.mover.color();
        let (start, epsilon) = (self.path.start(), self.rules.epsilon);
        let theirs = if enemy { 0.0 } else { self.position.extent(id).reach() };
        if !self.path.may_come_near(self.limit, at, self.reach.max(theirs) + epsilon) {
            return;
        }
        self.near.push(seen);
        // Contacts are computed for every part of the outline.
        work(32 * self.extent.core().len() - 24);
        if enemy && self.extent.overlaps(&start, at, epsilon) {
            self.overlapped_at_start.push(seen);
        } else if self.lane.gait == Gait::Ride
            && let Some(distance) = contact_along(&self.path, self.extent, at, epsilon)
        {
            let (image, tie) = (seen.image, self.tie(at));
            self.contacts.push(LaneContact { piece: id, image, enemy, at: distance, tie });
        }
    }

    /// Returns epsilon in the measure of the path: for a turn, the angle of an arc of length epsilon through `q`.
    pub fn tie(&self, q: Point) -> f64 {
        match self.path {
            Path::Line { .. } | Path::Arc { .. } => self.rules.epsilon,
            Path::Turn { start, .. } => {
                (self.rules.epsilon / q.distance(start.at).max(self.rules.epsilon)).to_degrees()
            }
        }
    }

    /// Returns the path of the mover.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the body that moves.
    pub fn extent(&self) -> &'a Extent {
        self.extent
    }

    /// Returns the greatest distance on an empty board.
    pub fn limit(&self) -> f64 {
        self.limit
    }

    /// Whether the mover at `d` overlaps the piece of a contact.
    pub fn overlaps_at(&self, d: f64, contact: &LaneContact) -> bool {
        self.overlaps(&self.path.pose(d), &PieceImage { id: contact.piece, image: contact.image })
    }

    /// Returns the images of the board near the path.
    pub fn images(&self) -> &[Image] {
        &self.images
    }

    /// Whether the lane may change if a piece leaves the board.
    pub fn depends_on(&self, id: PieceId) -> bool {
        self.near.iter().any(|seen| seen.id == id)
    }

    /// Returns the position.
    pub fn position(&self) -> &'a PlanePosition {
        self.position
    }

    /// Returns the board.
    pub fn board(&self) -> &'a Surface {
        &self.rules.board
    }

    /// Returns the lane.
    pub fn lane(&self) -> &'a Lane {
        self.lane
    }

    /// Returns the contacts, nearest first.
    pub fn contacts(&self) -> &[LaneContact] {
        &self.contacts
    }

    /// Returns the least distance of a quiet move and of a capture.
    pub fn least(&self) -> (f64, f64) {
        match self.lane.shape {
            LaneShape::Turn(_) => (self.rules.min_turn, self.rules.min_turn),
            LaneShape::Straight | LaneShape::Arc(_) | LaneShape::Area => {
                (self.rules.min_move, self.rules.min_capture)
            }
        }
    }

    /// Returns the steps of the lane; `None` if any distance is a stop.
    pub fn steps(&self) -> Option<Steps> {
        self.steps
    }
}
