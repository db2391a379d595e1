//! The attack of a man that is on its way but turns neither itself nor its lane: the curves at which it begins or
//! ceases to take the king, seen from the man's centre.
//!
//! All that a man comes upon stands still. The places from which its body touches a point are its outline
//! turned half round about that point; so whether it takes the king, and what keeps it from it, is told by a
//! figure about each man and by where the figures meet.

use super::attack::Attack;
use super::kinds::Way;
use super::landing::corners;
use crate::geom::{Curve, Interval, Path, Point, Pose, Ray, Trace, Vec2, board_lines, inside_strip};
use smallvec::SmallVec;

/// One lane of a man on its way.
pub struct Aim<'a> {
    attack: Attack<'a>,
}

/// A man, or its body, that an attack may come upon.
struct Thing {
    at: Point,
    /// How far from there its figure goes.
    reach: f64,
    figure: SmallVec<[Curve; 4]>,
}

impl<'a> Aim<'a> {
    /// The same of a man that turns neither itself nor its lane.
    pub fn new(attack: Attack<'a>) -> Aim<'a> {
        Aim { attack }
    }

    /// The distances of a way along which the answer may change.
    pub fn cuts(&self, path: &Path, part: Interval) -> Vec<f64> {
        let (rules, trace) = (self.attack.board.rules(), path.trace());
        let meets = match (path, self.attack.lane.way) {
            (Path::Line { start, dir }, Way::Straight) => {
                let ray = Ray::new(start.at, *dir);
                let strip = inside_strip(
                    &ray,
                    self.attack.king(),
                    self.dir(),
                    self.attack.extent().reach(),
                    rules.epsilon,
                );
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
            (trace, self.attack.lane.way, rules.edge_share < 1.0)
        {
            cuts.extend(self.share_cuts(from, dir));
        }
        cuts
    }

    /// The curves at which the answer may change, for the man's centre. With Zeno's half of the way to the edge
    /// there are more, which [`cuts`](Aim::cuts) knows.
    pub fn curves(&self) -> Vec<Curve> {
        match self.attack.lane.way {
            Way::Area => self.curves_of_landings(),
            Way::Straight | Way::Arc(_) | Way::Turn(_) => self.curves_of_lane(),
        }
    }

    fn dir(&self) -> Vec2 {
        match self.attack.lane.path(&self.attack.piece) {
            Path::Line { dir, .. } => dir,
            Path::Arc { .. } | Path::Turn { .. } => Vec2::ZERO,
        }
    }

    /// The king first, then what may keep the man from taking it.
    fn things(&self) -> Vec<Thing> {
        let (extent, v, king) = (self.attack.extent(), self.dir(), self.attack.king());
        let reach = extent.reach();
        let turned_round = -self.attack.piece.pose().heading;
        let touched =
            |at: Point| Thing { at, reach, figure: extent.outline_at(&Pose { at, heading: turned_round }) };
        let beside = |at: &Point| v.perp_dot(*at - king).abs() < 2.0 * reach;
        let mut things = vec![touched(king)];
        things.extend(self.attack.men().filter(beside).map(touched));
        things.extend(self.attack.bodies().map(|(man, body)| Thing {
            at: man.at,
            reach: body.reach(),
            figure: body.outline_at(&man.pose()),
        }));
        things
    }

    /// A contact or a landing changes where the line of the lane grazes a figure or goes through a corner of
    /// two, and at the limits of the lane.
    fn curves_of_lane(&self) -> Vec<Curve> {
        let (rules, v) = (self.attack.board.rules(), self.dir());
        let (tie, reach) = (rules.epsilon, self.attack.extent().reach());
        let along = |through: Point| Curve::Line { through, dir: v };
        let near = |c: &Point, at: Point, reach: f64| c.distance(at) <= reach + tie;
        let (limits, edges, things) = (self.attack.limits(), board_lines(rules.size), self.things());
        // What is touched together with the king.
        let about_king = |thing: &Thing| thing.at.distance(self.attack.king()) <= thing.reach + reach + tie;
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
                            && near(c, self.attack.king(), reach)
                    };
                    curves.extend(corners.filter(on_both).map(along));
                }
            }
        }
        // From here to an edge there is room for so much and no more.
        let rooms: &[f64] = if self.attack.lane.step > 0.0 { &limits } else { &[rules.min_capture] };
        let walls = edges.iter().flat_map(|wall| rooms.iter().map(move |d| (wall, d / rules.edge_share)));
        curves.extend(walls.map(|(wall, room)| wall.moved(v * -room)));
        curves
    }

    /// Where the share of the way to an edge that may be covered, with Zeno half of it, ends on a figure.
    fn share_cuts(&self, from: Point, dir: Vec2) -> Vec<f64> {
        let (rules, v) = (self.attack.board.rules(), self.dir());
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
        let rules = self.attack.board.rules();
        let reach = self.attack.extent().reach();
        let landings: Vec<Curve> = self
            .things()
            .iter()
            .flat_map(|thing| thing.figure.clone())
            .chain(board_lines(rules.size))
            .collect();
        let corners = corners(&landings, self.attack.king(), reach, rules.epsilon);
        let mut curves = Vec::new();
        for d in self.attack.limits().into_iter().filter(|d| *d > 0.0) {
            curves.extend(landings.iter().flat_map(|curve| curve.at_distance(d)));
            curves.extend(corners.iter().map(|&centre| Curve::Circle { centre, radius: d }));
        }
        curves
    }
}
