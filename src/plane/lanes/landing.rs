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
    /// The radius of the leaping disc.
    pub(super) radius: f64,
    steps: Option<Steps>,
    /// The other images of the start.
    pub(super) other_starts: Vec<Point>,
    /// The box within the walls.
    board: Bounds,
    /// The box that Zeno's half allows; without Zeno, that within the walls.
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
    /// The whole curves that bound it.
    curves: Vec<Curve>,
    /// The landings at which two of them meet.
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
        let radius = position.extent(mover).reach();
        let range = lane.range_of(piece.moved);
        let images = rules.board.images_about(piece.at, range + rules.reach);
        let mut friends = Vec::new();
        for id in position.side(piece.color()).filter(|&id| id != mover && !skip(id)) {
            let extent = position.extent(id);
            for &image in &images {
                let pose = position.seen_pose(&PieceImage { id, image });
                if pose.at.distance(piece.at) < range + extent.reach().max(radius) {
                    friends.push(Friend { id, pose, extent });
                }
            }
        }
        let images_of_start = rules.board.images_about(piece.at, range + rules.min_move);
        let others = images_of_start.iter().filter(|image| !image.is_identity());
        Landing {
            rules,
            piece,
            range,
            radius,
            steps: lane.steps(rules.epsilon),
            other_starts: others.map(|image| image.place(piece.at)).collect(),
            board: rules.board.shrunk_about(piece.at, 1.0),
            allowed: rules.board.shrunk_about(piece.at, rules.edge_share),
            friends,
            capturing_border: OnceCell::new(),
        }
    }

    /// Returns the disc of all places within range of the start.
    pub fn disc(&self) -> Disc {
        Disc { centre: self.piece.at, radius: self.range }
    }

    /// Whether kind, board, steps, friends and the least distance allow a landing that captures.
    fn may_capture_at(&self, m: Point) -> bool {
        let least = self.rules.min_capture - self.rules.epsilon;
        self.refusal(m).is_none() && self.starts().all(|start| m.distance(start) >= least)
    }

    /// Yields the images of the start that are near enough to matter.
    pub(super) fn starts(&self) -> impl Iterator<Item = Point> + '_ {
        self.other_starts.iter().copied().chain([self.piece.at])
    }

    /// Returns the first rule that a landing breaks, apart from least distance and captures.
    pub fn refusal(&self, m: Point) -> Option<StopRefusal> {
        work(4 + self.friends.len());
        let (d, epsilon) = (m.distance(self.piece.at), self.rules.epsilon);
        if d > self.range + epsilon {
            return Some(StopRefusal::limit(Reason::Range, self.range));
        }
        for (reason, area) in [(Reason::Edge, self.board), (Reason::Zeno, self.allowed)] {
            let excess = area.excess(m);
            if excess > epsilon {
                return Some(StopRefusal::limit(reason, excess));
            }
        }
        if self.rules.board.has_seams()
            && let Some(refusal) = self.beyond_path(m)
        {
            return Some(refusal);
        }
        if let Some(steps) = self.steps.filter(|steps| !steps.contains(d)) {
            return Some(StopRefusal::limit(Reason::Step, steps.step));
        }
        let friend = self.friends.iter().find(|friend| {
            self.radius - friend.pose.at.distance(m) > epsilon
                || friend.extent.overlaps(&friend.pose, m, epsilon)
        })?;
        let limit = friend.pose.at.distance(m);
        Some(StopRefusal { reason: Reason::Friend, limit, by: Some(friend.id) })
    }

    /// Returns a refusal if the straight path to a landing is too long: it ends in a void or at an image of its start, or half way
    /// there under Zeno.
    fn beyond_path(&self, m: Point) -> Option<StopRefusal> {
        let share = self.rules.edge_share;
        let room = self.rules.board.room_within(&self.piece.path_to(m), self.range / share);
        let d = m.distance(self.piece.at);
        let limits = [
            (Reason::Void, room.void),
            (Reason::Range, room.around.min(room.longest)),
            (Reason::Zeno, room.least() * share),
        ];
        let found = limits.into_iter().find(|(_, limit)| d > limit + self.rules.epsilon);
        found.map(|(reason, limit)| StopRefusal::limit(reason, limit))
    }

    /// Returns the greatest length of a path whose end, or half way under Zeno, lies within range.
    fn farthest(&self) -> f64 {
        self.range / self.rules.edge_share + self.rules.epsilon
    }

    /// Returns the lines that bound the shadows of the voids within range: their sides and the lines through their corners, halved
    /// under Zeno.
    fn shadows(&self) -> Vec<Curve> {
        let (from, board) = (self.piece.at, &self.rules.board);
        let mut out = Vec::new();
        let line =
            |through: Point, towards: Vec2| towards.try_normalize().map(|dir| Curve::Line { through, dir });
        for image in board.images_about(from, self.farthest()) {
            for (low, high) in board.voids() {
                let (a, b) = (image.place(low), image.place(high));
                if Bounds::around(a, b).excess(from) > self.farthest() {
                    continue;
                }
                let corners = [a, Point::new(a.x, b.y), b, Point::new(b.x, a.y)];
                for (&corner, &next) in corners.iter().zip(corners.iter().cycle().skip(1)) {
                    out.extend(line(from + (corner - from) * self.rules.edge_share, next - corner));
                    out.extend(line(from, corner - from));
                }
            }
        }
        out
    }

    /// Yields the lines along which a straight path ends within range at an image of its start, or half way there under Zeno.
    pub(super) fn lines_to_starts(&self) -> impl Iterator<Item = Curve> + use<'_> {
        let through = self.piece.at;
        let images = self.rules.board.images_about(through, self.farthest()).into_iter();
        let vectors = images.map(move |image| image.place(through) - through);
        let near = vectors.filter(|vector| vector.length() <= self.farthest());
        near.filter_map(|vector| vector.try_normalize()).map(move |dir| Curve::Line { through, dir })
    }

    /// Whether the landings may change if a piece leaves the board.
    pub fn depends_on(&self, id: PieceId) -> bool {
        self.friends.iter().any(|friend| friend.id == id)
    }

    /// Whether some landing takes a target at `k`: the nearest landing is nearer than the radius.
    pub fn covers(&self, k: Point) -> bool {
        let depth = self.radius - self.rules.epsilon;
        if k.distance(self.piece.at) >= self.range + self.radius {
            return false;
        }
        let takes_from = |m: Point| m.distance(k) < depth && self.may_capture_at(m);
        if takes_from(k) {
            return true;
        }
        let CapturingBorder { curves, corners } = self.capturing_border();
        work(8 * curves.len() + corners.len());
        corners.iter().any(|m| m.distance(k) < depth)
            || curves.iter().any(|curve| takes_from(curve.nearest(k)))
    }

    fn capturing_border(&self) -> &CapturingBorder {
        self.capturing_border.get_or_init(|| {
            let (curves, tie) = (self.border(), self.rules.epsilon);
            work(2 * curves.len() * curves.len());
            let mut corners = Vec::new();
            for (i, a) in curves.iter().enumerate() {
                let met = curves[..i].iter().flat_map(|b| a.meet(b, tie));
                corners.extend(
                    met.filter(|&m| m.distance(self.piece.at) <= self.range + tie && self.may_capture_at(m)),
                );
            }
            CapturingBorder { curves, corners }
        })
    }

    /// Returns the whole curves that bound the region of landings.
    pub fn border(&self) -> Vec<Curve> {
        let mut out = self.circles_about_starts();
        out.extend(self.shadows());
        out.extend(self.sides());
        for friend in &self.friends {
            out.push(Curve::Circle { centre: friend.pose.at, radius: self.radius });
            if friend.extent.as_disc() != Some(self.radius) {
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
            let through =
                Point::new(if has_x { corner.x } else { at.x }, if has_y { corner.y } else { at.y });
            out.extend(has_y.then_some(Curve::Line { through, dir: Vec2::X }));
            out.extend(has_x.then_some(Curve::Line { through, dir: Vec2::Y }));
        }
        out.retain(|line| line.offset(at).abs() <= self.range + self.rules.epsilon);
        out
    }

    /// Returns the whole curves that bound the places where a target is taken: the border offset by the radius.
    pub fn cover_curves(&self) -> Vec<Curve> {
        let CapturingBorder { curves, corners } = self.capturing_border();
        let mut out: Vec<Curve> = curves.iter().flat_map(|curve| curve.at_distance(self.radius)).collect();
        out.extend(corners.iter().map(|&centre| Curve::Circle { centre, radius: self.radius }));
        out
    }
}
