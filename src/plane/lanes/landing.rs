//! The places where an area leap may land, and the places that it attacks (`docs/rules/pieces.md` 1).

use super::stop::StopRefusal;
use crate::budget::work;
use crate::geom::{Bounds, Curve, Disc, Extent, Point, Pose, Vec2};
use crate::notation::Reason;
use crate::plane::position::{Piece, PieceId, PieceImage, PlanePosition};
use crate::plane::rules::{Lane, Rules, Steps};
use std::cell::OnceCell;

/// The places where an area leap may land. Captures are not considered.
pub struct Landing<'a> {
    pub(super) rules: &'a Rules,
    pub(super) piece: &'a Piece,
    /// The greatest distance of a landing, board units.
    range: f64,
    /// The radius of the leaping disc, board units.
    pub(super) body_radius: f64,
    steps: Option<Steps>,
    /// The other images of the start.
    pub(super) other_starts: Vec<Point>,
    within_walls: Bounds,
    /// The box that Zeno's half allows; the box within the walls if Zeno does not apply.
    allowed: Bounds,
    friends: Vec<Friend<'a>>,
    capturing_border: OnceCell<CapturingBorder>,
}

/// A friend near the start. A landing may neither overlap its centre nor lie under its body.
struct Friend<'a> {
    id: PieceId,
    pose: Pose,
    extent: &'a Extent,
}

/// The border of the region of landings that may capture.
struct CapturingBorder {
    /// The curves, whole lines and circles, that bound the region.
    curves: Vec<Curve>,
    /// The landings of the region at which two of the curves meet.
    corners: Vec<Point>,
}

impl<'a> Landing<'a> {
    /// Prepares the landings of a piece, with the pieces for which `skip` holds off the board.
    pub fn new(
        position: &'a PlanePosition,
        mover: PieceId,
        lane: &Lane,
        skip: impl Fn(PieceId) -> bool,
    ) -> Landing<'a> {
        let (rules, piece) = (position.rules(), position.piece(mover));
        let body_radius = position.extent(mover).outer_radius();
        let range = lane.range_of(piece.moved);
        let isometries = rules.board.images_about(piece.at, range + rules.outer_radius);
        let mut friends = Vec::new();
        for id in position.side(piece.color()).filter(|&id| id != mover && !skip(id)) {
            let extent = position.extent(id);
            for &isometry in &isometries {
                let pose = position.image_pose(&PieceImage { id, isometry });
                if pose.at.distance(piece.at) < range + extent.outer_radius().max(body_radius) {
                    friends.push(Friend { id, pose, extent });
                }
            }
        }
        let mut to_other_starts = rules.board.images_about(piece.at, range + rules.min_move);
        to_other_starts.retain(|isometry| !isometry.is_identity());
        Landing {
            rules,
            piece,
            range,
            body_radius,
            steps: Steps::of(lane.step, rules.epsilon),
            other_starts: to_other_starts.iter().map(|isometry| isometry.place(piece.at)).collect(),
            within_walls: rules.board.shrunk_about(piece.at, 1.0),
            allowed: rules.board.shrunk_about(piece.at, rules.edge_share),
            friends,
            capturing_border: OnceCell::new(),
        }
    }

    /// Returns the disc of all places within range of the start.
    pub fn disc(&self) -> Disc {
        Disc { centre: self.piece.at, radius: self.range }
    }

    /// Whether kind, board, steps, friends and the least distance allow a capture that lands on a place.
    fn may_capture_at(&self, place: Point) -> bool {
        let least = self.rules.min_capture - self.rules.epsilon;
        self.refusal(place).is_none() && self.starts().all(|start| place.distance(start) >= least)
    }

    /// Yields the start, and its other images that are near enough to matter.
    pub(super) fn starts(&self) -> impl Iterator<Item = Point> + '_ {
        self.other_starts.iter().copied().chain([self.piece.at])
    }

    /// Returns the first rule that a landing breaks, apart from least distance and captures.
    pub fn refusal(&self, place: Point) -> Option<StopRefusal> {
        work(4 + self.friends.len());
        let (d, epsilon) = (place.distance(self.piece.at), self.rules.epsilon);
        if d > self.range + epsilon {
            return Some(StopRefusal::limit(Reason::Range, self.range));
        }
        for (reason, area) in [(Reason::Edge, self.within_walls), (Reason::Zeno, self.allowed)] {
            let excess = area.excess(place);
            if excess > epsilon {
                return Some(StopRefusal::limit(reason, excess));
            }
        }
        if self.rules.board.has_seams()
            && let Some(refusal) = self.path_refusal(place)
        {
            return Some(refusal);
        }
        if let Some(steps) = self.steps.filter(|steps| !steps.contains(d)) {
            return Some(StopRefusal::limit(Reason::Step, steps.step));
        }
        let friend = self.friends.iter().find(|friend| {
            self.body_radius - friend.pose.at.distance(place) > epsilon
                || friend.extent.overlaps(&friend.pose, place, epsilon)
        })?;
        Some(StopRefusal::friend(friend.id))
    }

    /// Returns a refusal if the straight path to a landing is too long: it leads into a void, or beyond an image of its start.
    /// Under Zeno it may cover half of its room.
    fn path_refusal(&self, place: Point) -> Option<StopRefusal> {
        let share = self.rules.edge_share;
        let room = self.rules.board.room_within(&self.piece.path_to(place), self.range / share);
        let limits = [
            (Reason::Void, room.void),
            (Reason::Range, room.around.min(room.longest)),
            (Reason::Zeno, room.least() * share),
        ];
        let d = place.distance(self.piece.at);
        let (reason, limit) = limits.into_iter().find(|(_, limit)| d > limit + self.rules.epsilon)?;
        Some(StopRefusal::limit(reason, limit))
    }

    /// Returns the greatest length of a path whose end lies within range; under Zeno, of a path whose middle lies within range.
    fn farthest(&self) -> f64 {
        self.range / self.rules.edge_share + self.rules.epsilon
    }

    /// Returns the lines that bound the shadows of the voids within range, in which no straight path ends: the sides of the
    /// voids, half way to them under Zeno, and the lines from the start through their corners.
    fn shadows(&self) -> Vec<Curve> {
        let (from, board) = (self.piece.at, &self.rules.board);
        let mut out = Vec::new();
        let line =
            |through: Point, towards: Vec2| towards.try_normalize().map(|dir| Curve::Line { through, dir });
        for isometry in board.images_about(from, self.farthest()) {
            for Bounds { low, high } in board.voids() {
                let (a, b) = (isometry.place(low), isometry.place(high));
                if Bounds::around(a, b).excess(from) > self.farthest() {
                    continue;
                }
                let corners = [a, Point::new(a.x, b.y), b, Point::new(b.x, a.y)];
                for (i, &corner) in corners.iter().enumerate() {
                    let next = corners[(i + 1) % corners.len()];
                    out.extend(line(from + (corner - from) * self.rules.edge_share, next - corner));
                    out.extend(line(from, corner - from));
                }
            }
        }
        out
    }

    /// Yields the lines along which a straight path leads to an image of its start within range; under Zeno the middle of the path
    /// lies within range.
    pub(super) fn lines_to_starts(&self) -> impl Iterator<Item = Curve> + use<'_> {
        let start = self.piece.at;
        let isometries = self.rules.board.images_about(start, self.farthest());
        isometries.into_iter().filter_map(move |isometry| {
            let vector = isometry.place(start) - start;
            let dir = vector.try_normalize().filter(|_| vector.length() <= self.farthest())?;
            Some(Curve::Line { through: start, dir })
        })
    }

    /// Whether the landings may change if a piece leaves the board.
    pub fn depends_on(&self, id: PieceId) -> bool {
        self.friends.iter().any(|friend| friend.id == id)
    }

    /// Whether some landing captures a target. The nearest landing is the target's own place, a corner of the region, or the
    /// nearest place of one of its curves.
    pub fn covers(&self, target: Point) -> bool {
        if target.distance(self.piece.at) >= self.range + self.body_radius {
            return false;
        }
        let is_over_target =
            |landing: Point| landing.distance(target) < self.body_radius - self.rules.epsilon;
        let takes_from = |landing: Point| is_over_target(landing) && self.may_capture_at(landing);
        if takes_from(target) {
            return true;
        }
        let CapturingBorder { curves, corners } = self.capturing_border();
        work(8 * curves.len() + corners.len());
        corners.iter().any(|&corner| is_over_target(corner))
            || curves.iter().any(|curve| takes_from(curve.nearest(target)))
    }

    fn capturing_border(&self) -> &CapturingBorder {
        self.capturing_border.get_or_init(|| {
            let (curves, tie) = (self.border(), self.rules.epsilon);
            work(2 * curves.len() * curves.len());
            let is_in_range = |place: Point| place.distance(self.piece.at) <= self.range + tie;
            let mut corners = Vec::new();
            for (i, a) in curves.iter().enumerate() {
                for b in &curves[..i] {
                    corners.extend(a.meet(b, tie));
                }
            }
            corners.retain(|&place| is_in_range(place) && self.may_capture_at(place));
            CapturingBorder { curves, corners }
        })
    }

    /// Returns the curves, whole lines and circles, that bound the region of landings.
    pub fn border(&self) -> Vec<Curve> {
        let mut out = self.circles_about_starts();
        out.extend(self.shadows());
        out.extend(self.sides());
        for friend in &self.friends {
            out.push(Curve::Circle { centre: friend.pose.at, radius: self.body_radius });
            if friend.extent.as_disc() != Some(self.body_radius) {
                out.extend(friend.extent.outline_at(&friend.pose));
            }
        }
        out
    }

    /// Returns the circles of steps, range and least distance about the images of the start.
    fn circles_about_starts(&self) -> Vec<Curve> {
        let (centre, least) = (self.piece.at, self.rules.min_capture);
        let mut out = Vec::new();
        if let Some(steps) = self.steps {
            out.extend(steps.within(self.range).map(|radius| Curve::Circle { centre, radius }));
        } else {
            out.push(Curve::Circle { centre, radius: self.range });
            if least > 0.0 && least < self.range - self.rules.epsilon {
                out.push(Curve::Circle { centre, radius: least });
            }
        }
        if least > 0.0 {
            out.extend(self.other_starts.iter().map(|&centre| Curve::Circle { centre, radius: least }));
        }
        out
    }

    /// Returns the sides, within range, of the box that the board or Zeno's half allows.
    fn sides(&self) -> Vec<Curve> {
        let at = self.piece.at;
        let mut out = Vec::new();
        for corner in [self.allowed.low, self.allowed.high] {
            // A side that is glued is infinitely far away and bounds nothing.
            let (has_x, has_y) = (corner.x.is_finite(), corner.y.is_finite());
            let x = if has_x { corner.x } else { at.x };
            let y = if has_y { corner.y } else { at.y };
            let through = Point::new(x, y);
            out.extend(has_y.then_some(Curve::Line { through, dir: Vec2::X }));
            out.extend(has_x.then_some(Curve::Line { through, dir: Vec2::Y }));
        }
        out.retain(|line| line.offset(at).abs() <= self.range + self.rules.epsilon);
        out
    }

    /// Returns the curves, whole lines and circles, that bound the places where a target is captured: the border offset by the
    /// radius.
    pub fn cover_curves(&self) -> Vec<Curve> {
        let CapturingBorder { curves, corners } = self.capturing_border();
        let mut out: Vec<Curve> =
            curves.iter().flat_map(|curve| curve.at_distance(self.body_radius)).collect();
        out.extend(corners.iter().map(|&centre| Curve::Circle { centre, radius: self.body_radius }));
        out
    }
}
