//! Where on its way a man begins or ceases to give check, or to stand in the way of another's: the critical
//! distances of a series in which checks are forbidden.
//!
//! For equal discs on straight lanes. Seen from the man on its way the king and all others travel
//! together along a line, so each condition of its own attack is a line or a circle about a fixed
//! centre; Zeno's half of the way to the edge, which changes with the place, is an equation of second degree.

use super::kinds::{Gait, Lane};
use super::position::{PieceId, Position};
use super::rules::{KindId, Rules};
use super::survey::Survey;
use super::threat::Threat;
use crate::geom::{Curve, Interval, Path, Point, Ray, Trace, Vec2, board_lines, inside_strip};
use crate::variant::Takes;

/// One side's attacks on the other's king, one of its men on its way.
pub struct Giving<'s, 'a> {
    survey: &'s Survey<'a>,
    board: &'a Position,
    mover: PieceId,
    kind: KindId,
    king: Option<PieceId>,
}

impl<'s, 'a> Giving<'s, 'a> {
    /// Looks at the mover's side of a board on which it stands anywhere. Its kind is told as it was before the
    /// move: a pawn may give check as what it becomes.
    pub fn new(survey: &'s Survey<'a>, mover: PieceId, kind: KindId) -> Giving<'s, 'a> {
        let board = survey.position;
        Giving { survey, board, mover, kind, king: board.king(!survey.side) }
    }

    /// The distances at which the answer may change.
    pub fn cuts(&self, path: &Path, part: Interval) -> Vec<f64> {
        let (Some(king), Path::Line { start, dir }) = (self.king, path) else { return Vec::new() };
        let (rules, mover) = (self.board.rules(), self.board.piece(self.mover));
        let ray = Ray::new(start.at, *dir);
        let is_pawn = rules.kind(self.kind).rule.pawn;
        let mut curves = self.curves_of_others(king);
        if is_pawn {
            let line = Point::new(0.0, rules.promotion_line(mover.color()));
            curves.push(Curve::Line { through: line, dir: Vec2::X });
        }
        let trace = path.trace();
        let mut cuts: Vec<f64> =
            curves.iter().flat_map(|curve| trace.crossings(curve, part.from, part.to)).collect();
        for kind in rules.promotions().filter(|_| is_pawn).chain([self.kind]) {
            for lane in rules.kind(kind).lanes(mover.color()).iter().filter(|l| l.takes != Takes::Never) {
                cuts.extend(self.cuts_of_lane(&ray, part, lane, king));
            }
        }
        cuts
    }

    /// The distances at which the mover, from where it then is, may begin or cease to take the king by a lane.
    fn cuts_of_lane(&self, ray: &Ray, part: Interval, lane: &Lane, king: PieceId) -> Vec<f64> {
        let rules = self.board.rules();
        let strip = inside_strip(ray, self.board.piece(king).at, lane.dir, rules.radius, rules.epsilon);
        let meets = strip.intersection(&part.into(), rules.epsilon);
        if meets.is_empty() {
            return Vec::new();
        }
        let centres = self.centres(lane, king);
        let trace = Trace::Line { from: ray.origin, dir: ray.dir };
        let mut cuts = Vec::new();
        for curve in self.curves_of_lane(lane, &centres) {
            cuts.extend(meets.parts().iter().flat_map(|part| trace.crossings(&curve, part.from, part.to)));
        }
        cuts.extend(meets.parts().iter().flat_map(|part| [part.from, part.to]));
        if rules.edge_share < 1.0 {
            cuts.extend(centres.iter().flat_map(|&q| share_cuts(ray, lane, q, rules)));
        }
        cuts
    }

    /// Where the mover stands in the way of an attack of its own side.
    fn curves_of_others(&self, king: PieceId) -> Vec<Curve> {
        let (board, at) = (self.board, self.board.piece(king).at);
        let gone = |id: PieceId| id == king || id == self.mover;
        let mut curves = Vec::new();
        for (id, lane) in self.survey.givers().iter().filter(|giver| giver.0 != self.mover) {
            let threat = Threat::new(board, *id, *lane, gone).filter(|threat| threat.takes(at, None));
            curves.extend(threat.iter().flat_map(|threat| threat.friend_curves(at)));
        }
        curves
    }

    /// The king, and the men that may keep the mover from taking it along a lane: while the king is within
    /// a radius of the lane's line, those are no farther than twice that aside of it.
    fn centres(&self, lane: &Lane, king: PieceId) -> Vec<Point> {
        let (board, rules) = (self.board, self.board.rules());
        let line = Ray::new(board.piece(king).at, lane.dir);
        let color = board.piece(self.mover).color();
        // A leap minds its friends only.
        let minds = |id: &PieceId| lane.gait == Gait::Ride || board.piece(*id).color() == color;
        let others = board.ids().filter(|id| *id != self.mover && *id != king && minds(id));
        let near = others.map(|id| board.piece(id).at).filter(|q| line.offset(*q).abs() < 2.0 * rules.radius);
        std::iter::once(line.origin).chain(near).collect()
    }

    /// What bounds an attack of the mover along a lane from wherever it is. A contact or a landing changes
    /// where the line of the lane comes within a radius of a centre, where two contacts change their
    /// order or two overlaps meet, and at the limits of the lane.
    fn curves_of_lane(&self, lane: &Lane, centres: &[Point]) -> Vec<Curve> {
        let rules = self.board.rules();
        let (radius, tie) = (rules.radius, rules.epsilon);
        let along = |through: Point| Curve::Line { through, dir: lane.dir };
        let circle = |centre: Point| Curve::Circle { centre, radius };
        let edges = board_lines(rules.size);
        let mut curves = Vec::new();
        for (i, &q) in centres.iter().enumerate() {
            curves.extend([along(q + lane.dir.perp() * radius), along(q + lane.dir.perp() * -radius)]);
            curves.push(Curve::Line { through: q, dir: lane.dir.perp() });
            let limits = [0.0, rules.min_capture, lane.range].into_iter().filter(|d| d.is_finite());
            curves.extend(limits.map(|d| circle(q + lane.dir * -d)));
            curves.extend(edges.iter().flat_map(|edge| edge.meet(&circle(q), tie)).map(along));
            let near = centres[..i].iter().filter(|p| p.distance(q) <= 2.0 * radius + tie);
            curves.extend(near.flat_map(|p| circle(*p).meet(&circle(q), tie)).map(along));
        }
        // From here to an edge there is room for the least capture and no more.
        let room = lane.dir * (-rules.min_capture / rules.edge_share);
        curves.extend(
            [(rules.size, Vec2::Y), (0.0, Vec2::Y), (rules.size, Vec2::X), (0.0, Vec2::X)]
                .map(|(wall, dir)| Curve::Line { through: Point::new(wall, wall) + room, dir }),
        );
        curves
    }
}

/// The distances along `ray` from which the share of the way along the lane to an edge that may be covered, with
/// Zeno half of it, ends a radius from `q`.
fn share_cuts(ray: &Ray, lane: &Lane, q: Point, rules: &Rules) -> Vec<f64> {
    let (v, share) = (lane.dir, rules.edge_share);
    let axes = [(v.x, ray.origin.x, ray.dir.x), (v.y, ray.origin.y, ray.dir.y)];
    let mut cuts = Vec::new();
    for (towards, from, moving) in axes.into_iter().filter(|axis| axis.0 != 0.0) {
        let wall = if towards > 0.0 { rules.size } else { 0.0 };
        // At distance d along the ray the share is start + d * change.
        let (start, change) = (share * (wall - from) / towards, -share * moving / towards);
        let (offset, velocity) = (ray.origin + v * start - q, ray.dir + v * change);
        let speed = velocity.length();
        if speed > 0.0 {
            let origin = Point::new(0.0, 0.0);
            let end = Ray::new(origin + offset, velocity / speed);
            let (middle, apart) = (end.along(origin), end.offset(origin));
            let half = ((rules.radius - apart) * (rules.radius + apart)).max(0.0).sqrt();
            cuts.extend([(middle - half) / speed, (middle + half) / speed]);
        }
    }
    cuts
}
