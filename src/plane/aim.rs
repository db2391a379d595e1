//! The attack of a man that is on its way but turns neither itself nor its lane: the curves at which it begins or
//! ceases to take the king, seen from the man's centre.
//!
//! All that a man comes upon stands still. The places from which its body touches a point are its outline
//! turned half round about that point; so whether it takes the king, and what keeps it from it, is told by a
//! figure about each man and by where the figures meet.

use super::kinds::{Gait, Lane, Way};
use super::landing::corners;
use super::position::{Piece, PieceId, Position};
use super::rules::Rules;
use crate::geom::{Curve, Extent, Interval, Path, Point, Pose, Trace, Vec2, board_lines, inside_strip};
use smallvec::SmallVec;
use std::f64::consts::TAU;

/// The distances of an attack along a lane at which what it may do changes.
pub(super) fn limits(rules: &Rules, lane: &Lane) -> Vec<f64> {
    let range = match lane.way {
        Way::Turn(_) => return vec![0.0, rules.min_turn, 360.0 - rules.min_turn],
        Way::Arc(radius) => lane.range.min(TAU * radius.abs() - rules.min_move),
        Way::Straight | Way::Area => lane.range,
    };
    if lane.step > 0.0 {
        let steps = (0u32..).map(|k| f64::from(k) * lane.step);
        return steps.take_while(|d| *d <= range.min(2.0 * rules.size) + rules.epsilon).collect();
    }
    [0.0, rules.min_capture, range].into_iter().filter(|d| d.is_finite()).collect()
}

/// One lane of a man on its way.
pub struct Aim<'a> {
    board: &'a Position,
    /// The man itself, which is on the board wherever it began.
    mover: PieceId,
    /// As what it attacks, and which way it faces.
    piece: Piece,
    lane: &'a Lane,
    target: PieceId,
    king: Point,
}

/// A man, or its body, that an attack may come upon.
struct Thing {
    at: Point,
    /// How far from there its figure goes.
    reach: f64,
    figure: SmallVec<[Curve; 4]>,
}

impl<'a> Aim<'a> {
    /// The attack of `piece`, which is the `mover` as what it is by then, on a king.
    pub fn new(
        board: &'a Position,
        mover: PieceId,
        piece: Piece,
        lane: &'a Lane,
        target: PieceId,
    ) -> Aim<'a> {
        Aim { board, mover, piece, lane, target, king: board.piece(target).at }
    }

    fn extent(&self) -> &'a Extent {
        &self.board.rules().kind(self.piece.kind).rule.extent
    }

    /// The distances of a way along which the answer may change.
    pub fn cuts(&self, path: &Path, part: Interval) -> Vec<f64> {
        let (rules, trace) = (self.board.rules(), path.trace());
        let meets = match (path, self.lane.way) {
            (Path::Line { start, dir }, Way::Straight) => {
                let ray = crate::geom::Ray::new(start.at, *dir);
                let strip = inside_strip(&ray, self.king, self.dir(), self.extent().reach(), rules.epsilon);
                strip.intersection(&part.into(), rules.epsilon).parts().to_vec()
            }
            _ => vec![part],
        };
        if meets.is_empty() {
            return Vec::new();
        }
        let curves = self.curves();
        let mut cuts: Vec<f64> = meets.iter().flat_map(|part| [part.from, part.to]).collect();
        for part in &meets {
            cuts.extend(curves.iter().flat_map(|curve| trace.crossings(curve, part.from, part.to)));
        }
        if let (Trace::Line { from, dir }, Way::Straight, true) =
            (trace, self.lane.way, rules.edge_share < 1.0)
        {
            cuts.extend(self.share_cuts(from, dir));
        }
        cuts
    }

    /// The curves at which the answer may change, for the man's centre. With Zeno's half of the way to the edge
    /// there are more, which [`cuts`](Aim::cuts) knows.
    pub fn curves(&self) -> Vec<Curve> {
        match self.lane.way {
            Way::Area => self.curves_of_landings(),
            Way::Straight | Way::Arc(_) | Way::Turn(_) => self.curves_of_lane(),
        }
    }

    fn dir(&self) -> Vec2 {
        match self.lane.path(&self.piece) {
            Path::Line { dir, .. } => dir,
            Path::Arc { .. } | Path::Turn { .. } => Vec2::ZERO,
        }
    }

    /// The king first, then what may keep the man from taking it.
    fn things(&self) -> Vec<Thing> {
        let (board, extent, v) = (self.board, self.extent(), self.dir());
        let (reach, color) = (extent.reach(), self.piece.color());
        let turned_round = -self.piece.pose().heading;
        let touched =
            |at: Point| Thing { at, reach, figure: extent.outline_at(&Pose { at, heading: turned_round }) };
        let mut things = vec![touched(self.king)];
        for id in board.ids().filter(|&id| id != self.mover && id != self.target) {
            let (other, body) = (board.piece(id), board.extent(id));
            let aside = v.perp_dot(other.at - self.king).abs();
            let friend = other.color() == color;
            // A leap minds its friends only.
            if (friend || self.lane.gait == Gait::Ride) && aside < 2.0 * reach {
                things.push(touched(other.at));
            }
            let own = friend && (extent.as_disc().is_none() || extent.as_disc() != body.as_disc());
            if own && other.at.distance(self.king) < reach + body.reach() {
                let figure = body.outline_at(&other.pose());
                things.push(Thing { at: other.at, reach: body.reach(), figure });
            }
        }
        things
    }

    /// A contact or a landing changes where the line of the lane grazes a figure or goes through a corner of
    /// two, and at the limits of the lane.
    fn curves_of_lane(&self) -> Vec<Curve> {
        let (rules, v) = (self.board.rules(), self.dir());
        let (tie, reach) = (rules.epsilon, self.extent().reach());
        let along = |through: Point| Curve::Line { through, dir: v };
        let near = |c: &Point, at: Point, reach: f64| c.distance(at) <= reach + tie;
        let (limits, edges, things) = (limits(rules, self.lane), board_lines(rules.size), self.things());
        // What is touched together with the king.
        let about_king = |thing: &Thing| thing.at.distance(self.king) <= thing.reach + reach + tie;
        let mut curves = Vec::new();
        for (i, thing) in things.iter().enumerate() {
            for (n, curve) in thing.figure.iter().enumerate() {
                if let Curve::Circle { centre, radius } = *curve {
                    curves.extend([along(centre + v.perp() * radius), along(centre + v.perp() * -radius)]);
                    curves.push(Curve::Line { through: centre, dir: v.perp() });
                }
                curves.extend(limits.iter().map(|d| curve.moved(v * -*d)));
                let own = thing.figure[..n].iter().chain(&edges).flat_map(|other| other.meet(curve, tie));
                curves.extend(own.filter(|c| near(c, thing.at, thing.reach)).map(along));
                for other in things[..i].iter().filter(|other| about_king(thing) && about_king(other)) {
                    let corners = other.figure.iter().flat_map(|o| o.meet(curve, tie));
                    let on_both = |c: &Point| {
                        near(c, thing.at, thing.reach)
                            && near(c, other.at, other.reach)
                            && near(c, self.king, reach)
                    };
                    curves.extend(corners.filter(on_both).map(along));
                }
            }
        }
        // From here to an edge there is room for so much and no more.
        let rooms: &[f64] = if self.lane.step > 0.0 { &limits } else { &[rules.min_capture] };
        let walls = edges.iter().flat_map(|wall| rooms.iter().map(move |d| (wall, d / rules.edge_share)));
        curves.extend(walls.map(|(wall, room)| wall.moved(v * -room)));
        curves
    }

    /// Where the share of the way to an edge that may be covered, with Zeno half of it, ends on a figure.
    fn share_cuts(&self, from: Point, dir: Vec2) -> Vec<f64> {
        let (rules, v) = (self.board.rules(), self.dir());
        let (share, things) = (rules.edge_share, self.things());
        let axes = [(v.x, from.x, dir.x), (v.y, from.y, dir.y)];
        let mut cuts = Vec::new();
        for (towards, at, moving) in axes.into_iter().filter(|axis| axis.0 != 0.0) {
            let wall = if towards > 0.0 { rules.size } else { 0.0 };
            // At distance d of the man the share is start + d * change.
            let (start, change) = (share * (wall - at) / towards, -share * moving / towards);
            let velocity = dir + v * change;
            let speed = velocity.length();
            if speed > 0.0 {
                let end = Trace::Line { from: from + v * start, dir: velocity / speed };
                let figures = things.iter().flat_map(|thing| &thing.figure);
                let reached = figures.flat_map(|c| end.crossings(c, f64::NEG_INFINITY, f64::INFINITY));
                cuts.extend(reached.map(|d| d / speed));
            }
        }
        cuts
    }

    /// A leap to any place takes the king if one of its landings does. Those that would, whoever leaps, are a region
    /// about the king; the man has to be within its reach of the nearest, or at a step's distance from one.
    fn curves_of_landings(&self) -> Vec<Curve> {
        let rules = self.board.rules();
        let reach = self.extent().reach();
        let landings: Vec<Curve> = self
            .things()
            .iter()
            .flat_map(|thing| thing.figure.clone())
            .chain(board_lines(rules.size))
            .collect();
        let corners = corners(&landings, self.king, reach, rules.epsilon);
        let mut curves = Vec::new();
        for d in limits(rules, self.lane).into_iter().filter(|d| *d > 0.0) {
            curves.extend(landings.iter().flat_map(|curve| curve.at_distance(d)));
            curves.extend(corners.iter().map(|&centre| Curve::Circle { centre, radius: d }));
        }
        curves
    }
}
