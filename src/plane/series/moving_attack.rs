//! The attack of a moving piece on the other king: its kind and lane at the end of the move, and what may block it.

use super::first_look::may_take_from;
use crate::geom::{Curve, Extent, Flips, Image, Interval, Path, Point, Pose, Vec2};
use crate::plane::attack::Target;
use crate::plane::position::{Piece, PieceId, Position};
use crate::plane::rules::{Gait, Lane, Way};
use std::f64::consts::TAU;

/// How far rounding may displace a contact where two contacts with one obstacle coincide.
pub const NEAR: f64 = 1e-5;

/// Into so many parts a way is cut to see from where a target may be in reach.
const PARTS: u32 = 16;

/// One lane of a moving piece as an attack.
#[derive(Clone, Copy)]
pub struct MovingAttack<'a> {
    /// The board before the move.
    pub board: &'a Position,
    /// The mover.
    pub mover: PieceId,
    /// The mover with its kind after the move, its place and heading before it.
    pub piece: Piece,
    /// The lane by which it attacks.
    pub lane: &'a Lane,
    /// The king.
    pub king: PieceId,
    /// Where it may be taken, on the copy of the board that is looked at.
    pub target: &'a Target,
    /// That copy.
    pub image: Image,
    /// The copies of the board near the attack.
    pub images: &'a [Image],
}

impl<'a> MovingAttack<'a> {
    /// The body of the mover.
    pub fn extent(&self) -> &'a Extent {
        &self.board.rules().kind(self.piece.kind).rule.extent
    }

    /// The path of the attack from a distance of the mover's way.
    pub fn path_from(&self, path: &Path, d: f64) -> Path {
        let heading = self.piece.heading.map(|h| h + path.turned(d));
        Piece { at: path.at(d), heading, ..self.piece }.path_along(self.lane)
    }

    /// The part of the way from which the target may be in reach. A target seen through a seam may lie far off, and a narrow
    /// part leaves few obstacles that matter.
    pub fn part_near_target(&self, path: &Path, part: Interval) -> Option<Interval> {
        let MovingAttack { board, piece, lane, target, .. } = self;
        let clear = self.extent().reach() + 2.0 * NEAR + target.half;
        let within = |part: &Interval| may_take_from(path, *part, piece, lane, target.middle, clear);
        let is_near = within(&part);
        if !is_near || !board.rules().board.has_seams() {
            return is_near.then_some(part);
        }
        let at = |i: u32| part.from + (part.to - part.from) * f64::from(i) / f64::from(PARTS);
        let parts = (0..PARTS).map(|i| Interval::closed(at(i), at(i + 1)));
        parts.filter(within).reduce(|one, other| Interval::closed(one.from, other.to))
    }

    /// The limits that matter for the target, from a part of the way: along a long lane there are many steps far from it.
    pub fn limits_near_target(&self, path: &Path, part: Interval) -> Vec<f64> {
        let mut limits = self.limits();
        limits.dedup();
        if self.board.rules().board.has_seams() && self.lane.way == Way::Straight {
            let (middle, goes) = (path.at(part.from.midpoint(part.to)), goes(path, part));
            // What is met before the step that takes the target blocks it.
            let step = self.lane.steps(self.board.rules().epsilon).map_or(0.0, |steps| steps.step);
            let clear = goes + self.target.half + self.extent().reach() + step + NEAR;
            let distance = middle.distance(self.target.middle);
            // What it stands over when it begins does not block it.
            limits.retain(|limit| *limit == 0.0 || (limit - distance).abs() <= clear);
        }
        limits
    }

    /// The distances along the lane at which its rules change: least distance, steps, range.
    pub fn limits(&self) -> Vec<f64> {
        let (rules, mut limits) = (self.board.rules(), limits(self.board, self.lane));
        if rules.board.has_seams() && self.lane.way == Way::Straight {
            // No way goes on where it comes to its start again; a share of that is the same from everywhere.
            let room = rules.board.room(&self.piece.path_along(self.lane));
            limits.extend([room.around, room.longest].map(|limit| limit * rules.edge_share));
            limits.retain(|limit| limit.is_finite());
        }
        if self.lane.way != Way::Area {
            let (path, most) = (self.piece.path_along(self.lane), self.lane.range.min(rules.board.longest()));
            let radius = rules.min_capture;
            let holes = self.shifted_starts().map(|v| Curve::Circle { centre: self.piece.at + v, radius });
            limits.extend(holes.flat_map(|hole| path.trace().crossings(&hole, 0.0, most)));
        }
        limits
    }

    /// Its own start seen again, from itself, on the copies that are only shifted: the same from everywhere.
    pub fn shifted_starts(&self) -> impl Iterator<Item = Vec2> + use<'a> {
        self.starts().filter(|image| image.flips == Flips::NONE).map(|image| image.shift)
    }

    /// The other copies of the board on which it is too near to its own start to take anything, if captures keep the least
    /// distance.
    pub fn starts(&self) -> impl Iterator<Item = Image> + use<'a> {
        let keeps_distance = self.board.rules().min_capture > 0.0;
        self.images.iter().copied().filter(move |image| keeps_distance && !image.is_identity())
    }

    /// Those on which it may be too near to its start, from a part of the way, where it comes upon the target.
    pub fn starts_near_target(&self, path: &Path, part: Interval) -> impl Iterator<Item = Image> + use<'a> {
        let (middle, goes) = (path.at(part.from.midpoint(part.to)), goes(path, part));
        let rules = self.board.rules();
        // By steps a ride may stop beyond the target.
        let step = self.lane.steps(rules.epsilon).map_or(0.0, |steps| steps.step);
        let clear = goes + self.target.half + self.extent().reach() + rules.min_capture + step + NEAR;
        let target = self.target.middle;
        self.starts().filter(move |image| image.place(middle).distance(target) <= clear)
    }

    /// The centres that may block it: of all pieces for a ride, of friends for a leap.
    pub fn pieces(&self) -> impl Iterator<Item = Point> + '_ {
        let minds = |piece: &Piece| self.is_friend(piece) || self.lane.gait == Gait::Ride;
        let pieces = self.others().map(|id| self.board.piece(id)).filter(move |piece| minds(piece));
        pieces.flat_map(|piece| self.images.iter().map(|image| image.place(piece.at)))
    }

    /// The friends near the target whose bodies its centre may not end under. Equal discs are left out: there its own body
    /// decides the same.
    pub fn bodies(&self) -> impl Iterator<Item = (Pose, &'a Extent)> + '_ {
        let (board, extent) = (self.board, self.extent());
        let friends = self.others().filter(|id| self.is_friend(board.piece(*id)));
        let all = friends.flat_map(move |id| {
            self.images.iter().map(move |image| (image.pose(board.piece(id).pose()), board.extent(id)))
        });
        all.filter(move |(pose, body)| {
            let unequal = extent.as_disc().is_none() || extent.as_disc() != body.as_disc();
            unequal && self.target.comes_near(pose.at, extent.reach() + body.reach())
        })
    }

    /// The lines of what ends its way: walls, and the sides of voids.
    pub fn edges(&self) -> Vec<Curve> {
        let sides = self.voids().flat_map(|corners| {
            [(0, Vec2::X), (0, Vec2::Y), (1, Vec2::X), (1, Vec2::Y)]
                .map(|(corner, dir)| Curve::Line { through: corners[corner], dir })
        });
        self.board.rules().board.walls().into_iter().chain(sides).collect()
    }

    /// The corners of the voids.
    pub fn corners(&self) -> impl Iterator<Item = Point> + '_ {
        self.voids().flat_map(|[a, b]| [a, Point::new(a.x, b.y), b, Point::new(b.x, a.y)])
    }

    /// Two opposite corners of each void.
    fn voids(&self) -> impl Iterator<Item = [Point; 2]> + '_ {
        let voids = self.board.rules().board.voids();
        self.images.iter().flat_map(move |image| {
            voids.clone().into_iter().map(|(low, high)| [image.place(low), image.place(high)])
        })
    }

    fn others(&self) -> impl Iterator<Item = PieceId> + '_ {
        self.board.ids().filter(|id| *id != self.mover && *id != self.king)
    }

    fn is_friend(&self, piece: &Piece) -> bool {
        piece.color() == self.piece.color()
    }
}

/// How far a way goes at most from its middle.
pub fn goes(path: &Path, part: Interval) -> f64 {
    if matches!(path, Path::Turn { .. }) { 0.0 } else { 0.5 * (part.to - part.from) }
}

/// The distances along a lane at which its rules change: least distance, steps, range.
fn limits(board: &Position, lane: &Lane) -> Vec<f64> {
    let rules = board.rules();
    let range = match lane.way {
        Way::Turn(_) => return vec![0.0, rules.min_turn, 360.0 - rules.min_turn],
        Way::Arc(radius) => lane.range.min(TAU * radius.abs() - rules.min_move),
        Way::Straight | Way::Area => lane.range.min(rules.board.longest()),
    };
    if let Some(steps) = lane.steps(rules.epsilon) {
        let across = rules.board.width() + rules.board.height();
        let most = if rules.board.has_seams() { range } else { range.min(across) };
        return [0.0].into_iter().chain(steps.within(most)).collect();
    }
    [0.0, rules.min_capture, range].into_iter().filter(|d| d.is_finite()).collect()
}
