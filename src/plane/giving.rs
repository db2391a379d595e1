//! Where on its way a man begins or ceases to give check, or to stand in the way of another's: the critical
//! distances of a series in which checks are forbidden.
//!
//! For equal discs on straight lanes. Seen from the man on its way the king and all others travel
//! together along a line, so each condition of its own attack is a line or a circle about a fixed
//! centre; Zeno's half of the way to the edge, which changes with the place, is an equation of second degree.

use super::kinds::{Gait, Lane};
use super::position::{PieceId, Position};
use super::survey::Survey;
use super::threat::Threat;
use crate::geom::{Curve, Interval, Path, Point, Ray, Spans, Vec2, board_lines, inside_strip};
use crate::variant::Takes;

/// One side's attacks on the other's king, one of its men on its way.
pub struct Giving<'a> {
    board: &'a Position,
    mover: PieceId,
    king: Option<PieceId>,
}

impl<'a> Giving<'a> {
    /// Looks at the side of the mover.
    pub fn new(board: &'a Position, mover: PieceId) -> Giving<'a> {
        Giving { board, mover, king: board.king(!board.piece(mover).color()) }
    }

    /// The distances at which the answer may change.
    pub fn cuts(&self, path: &Path, part: Interval) -> Vec<f64> {
        let Some(king) = self.king else { return Vec::new() };
        let at = self.board.piece(king).at;
        let (rules, mover, trace) = (self.board.rules(), self.board.piece(self.mover), path.trace());
        let mut curves = self.curves_of_others(king, at);
        if rules.kind(mover.kind).rule.pawn {
            let line = Point::new(0.0, rules.promotion_line(mover.color()));
            curves.push(Curve::Line { through: line, dir: Vec2::X });
        }
        let mut cuts: Vec<f64> =
            curves.iter().flat_map(|curve| trace.crossings(curve, part.from, part.to)).collect();
        let kinds = rules.promotions().filter(|_| rules.kind(mover.kind).rule.pawn).chain([mover.kind]);
        let ray = Ray::new(path.at(0.0), path.at(1.0) - path.at(0.0));
        for kind in kinds {
            for lane in rules.kind(kind).lanes(mover.color()).iter().filter(|l| l.takes != Takes::Never) {
                for meets in self.meets(&ray, part, lane, at).parts() {
                    let curves = self.curves_of_own(lane, king);
                    let found = curves.iter().flat_map(|curve| trace.crossings(curve, meets.from, meets.to));
                    cuts.extend(found.chain([meets.from, meets.to]));
                    if rules.edge_share < 1.0 {
                        let centres = self.centres(lane, king).into_iter();
                        cuts.extend(
                            centres.flat_map(|q| half_way_cuts(&ray, lane, q, rules.radius, rules.size)),
                        );
                    }
                }
            }
        }
        cuts
    }

    /// Where the mover stands in the way of an attack of its own side.
    fn curves_of_others(&self, king: PieceId, at: Point) -> Vec<Curve> {
        let (board, color) = (self.board, self.board.piece(self.mover).color());
        let gone = |id: PieceId| id == king || id == self.mover;
        let mut curves = Vec::new();
        for (id, lane) in Survey::of_side(board, !color).candidates().iter().filter(|l| l.0 != self.mover) {
            let threat = Threat::new(board, *id, *lane, gone).filter(|threat| threat.takes(at, None));
            curves.extend(threat.iter().flat_map(|threat| threat.friend_curves(at)));
        }
        curves
    }

    /// The part of the way on which the king is within a radius of the line of a lane.
    fn meets(&self, ray: &Ray, part: Interval, lane: &Lane, king: Point) -> Spans {
        let rules = self.board.rules();
        let strip = inside_strip(ray, king, lane.dir, rules.radius, rules.epsilon);
        strip.intersection(&part.into(), rules.epsilon)
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
    fn curves_of_own(&self, lane: &Lane, king: PieceId) -> Vec<Curve> {
        let rules = self.board.rules();
        let (radius, tie) = (rules.radius, rules.epsilon);
        let (centres, mut curves) = (self.centres(lane, king), Vec::new());
        let along = |through: Point| Curve::Line { through, dir: lane.dir };
        let circle = |centre: Point| Curve::Circle { centre, radius };
        for (i, &q) in centres.iter().enumerate() {
            curves.extend([along(q + lane.dir.perp() * radius), along(q + lane.dir.perp() * -radius)]);
            curves.push(Curve::Line { through: q, dir: lane.dir.perp() });
            let limits = [0.0, rules.min_capture, lane.range].into_iter().filter(|d| d.is_finite());
            curves.extend(limits.map(|d| circle(q + lane.dir * -d)));
            curves.extend(
                board_lines(rules.size).iter().flat_map(|edge| edge.meet(&circle(q), tie)).map(along),
            );
            let near = centres[..i].iter().filter(|p| p.distance(q) <= 2.0 * radius + tie);
            curves.extend(near.flat_map(|p| circle(*p).meet(&circle(q), tie)).map(along));
        }
        curves
    }
}

/// The distances along `ray` from which half the way along the lane to an edge ends a radius from `q`.
fn half_way_cuts(ray: &Ray, lane: &Lane, q: Point, radius: f64, size: f64) -> Vec<f64> {
    let v = lane.dir;
    let axes = [(v.x, ray.origin.x, ray.dir.x), (v.y, ray.origin.y, ray.dir.y)];
    let mut cuts = Vec::new();
    for (towards, from, moving) in axes.into_iter().filter(|axis| axis.0 != 0.0) {
        let wall = if towards > 0.0 { size } else { 0.0 };
        // Half the way at distance d is start + d * change.
        let (start, change) = ((wall - from) / (2.0 * towards), -moving / (2.0 * towards));
        let (offset, velocity) = (ray.origin + v * start - q, ray.dir + v * change);
        let speed = velocity.length();
        if speed > 0.0 {
            let towards = Ray::new(Point::new(offset.x, offset.y), velocity / speed);
            let (middle, apart) = (towards.along(Point::new(0.0, 0.0)), towards.offset(Point::new(0.0, 0.0)));
            let half = ((radius - apart) * (radius + apart)).max(0.0).sqrt();
            cuts.extend([(middle - half) / speed, (middle + half) / speed]);
        }
    }
    cuts
}
