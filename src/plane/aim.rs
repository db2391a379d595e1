//! The attack of a man that is on its way but turns neither itself nor its lane: the curves at which it begins or
//! ceases to take the king, seen from the man's centre.
//!
//! All that a man comes upon stands still. The places from which its body touches a point are its outline
//! turned half round about that point; so whether it takes the king, and what keeps it from it, is told by a
//! figure about each man and by where the figures meet.

use super::attack::Attack;
use super::halfway;
use super::kinds::Way;
use super::landing::corners;
use crate::geom::{
    Baseline, Bound, Curve, Interval, Path, Point, Pose, Ray, Trace, Vec2, board_lines, inside_strip,
};
use smallvec::SmallVec;

/// One lane of a man on its way.
pub struct Aim<'a> {
    attack: Attack<'a>,
    /// The lane from where the man began.
    path: Path,
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
        Aim { attack, path: attack.lane.path(&attack.piece) }
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
        let mut cuts: Vec<f64> = meets.iter().flat_map(|part| [part.from, part.to]).collect();
        match (trace, self.attack.lane.way) {
            // Along a line the end of half the way goes along a line too.
            (Trace::Line { from, dir }, Way::Straight) => {
                let curves = self.curves_of_lane();
                for part in &meets {
                    cuts.extend(curves.iter().flat_map(|curve| trace.crossings(curve, part.from, part.to)));
                }
                if rules.edge_share < 1.0 {
                    cuts.extend(self.share_cuts(from, dir));
                }
            }
            _ => cuts.extend(self.curves().iter().flat_map(|c| c.crossings(&trace, part.from, part.to))),
        }
        cuts
    }

    /// The curves at which the answer may change, for the man's centre.
    pub fn curves(&self) -> Vec<Bound> {
        let landings = self.attack.lane.way == Way::Area;
        let curves = if landings { self.curves_of_landings() } else { self.curves_of_lane() };
        let mut bounds: Vec<Bound> = curves.into_iter().map(Bound::from).collect();
        if self.attack.board.rules().edge_share < 1.0 {
            bounds.extend(if landings { self.halfway_of_landings() } else { self.halfway_of_lane() });
        }
        bounds
    }

    fn dir(&self) -> Vec2 {
        match self.path {
            Path::Line { dir, .. } => dir,
            Path::Arc { .. } | Path::Turn { .. } => Vec2::ZERO,
        }
    }

    /// The king first, then what may keep the man from taking it.
    fn things(&self) -> Vec<Thing> {
        let (extent, king) = (self.attack.extent(), self.attack.king());
        let reach = extent.reach();
        let turned_round = -self.attack.piece.pose().heading;
        let touched =
            |at: Point| Thing { at, reach, figure: extent.outline_at(&Pose { at, heading: turned_round }) };
        let beside = |at: &Point| match (self.attack.lane.way, self.path) {
            (Way::Area, _) => at.distance(king) < 2.0 * reach,
            (_, Path::Line { dir, .. }) => dir.perp_dot(*at - king).abs() < 2.0 * reach,
            (_, Path::Arc { .. } | Path::Turn { .. }) => true,
        };
        let mut things = vec![touched(king)];
        things.extend(self.attack.men().filter(beside).map(touched));
        things.extend(self.attack.bodies().map(|(man, body)| Thing {
            at: man.at,
            reach: body.reach(),
            figure: body.outline_at(&man.pose()),
        }));
        things
    }

    /// A contact or a landing changes where the lane grazes a figure or goes through a corner of two, and at the
    /// limits of the lane.
    fn curves_of_lane(&self) -> Vec<Curve> {
        let rules = self.attack.board.rules();
        let (tie, reach) = (rules.epsilon, self.attack.extent().reach());
        let near = |c: &Point, at: Point, reach: f64| c.distance(at) <= reach + tie;
        let (limits, edges, things) = (self.attack.limits(), board_lines(rules.size), self.things());
        let ways: Vec<Vec2> = limits.iter().map(|d| self.way(*d)).collect();
        // What is touched together with the king.
        let about_king = |thing: &Thing| thing.at.distance(self.attack.king()) <= thing.reach + reach + tie;
        let mut curves = Vec::new();
        for (i, thing) in things.iter().enumerate() {
            for (n, curve) in thing.figure.iter().enumerate() {
                curves.extend(self.grazing(curve));
                curves.extend(ways.iter().map(|way| curve.moved(-*way)));
                let own = thing.figure[..n].iter().chain(&edges).flat_map(|other| other.meet(curve, tie));
                curves.extend(own.filter(|c| near(c, thing.at, thing.reach)).filter_map(|c| self.through(c)));
                for other in things[..i].iter().filter(|other| about_king(thing) && about_king(other)) {
                    let corners = other.figure.iter().flat_map(|o| o.meet(curve, tie));
                    let on_both = |c: &Point| {
                        near(c, thing.at, thing.reach)
                            && near(c, other.at, other.reach)
                            && near(c, self.attack.king(), reach)
                    };
                    curves.extend(corners.filter(on_both).filter_map(|c| self.through(c)));
                }
            }
        }
        // From here to an edge there is room for so much and no more.
        let rooms: &[f64] = if self.attack.lane.step > 0.0 { &limits } else { &[rules.min_capture] };
        let walls = edges.iter().flat_map(|wall| rooms.iter().map(move |d| (wall, d / rules.edge_share)));
        curves.extend(walls.map(|(wall, room)| wall.moved(-self.way(room))));
        curves.extend(edges.iter().flat_map(|wall| self.grazing(wall)));
        curves
    }

    /// From the man's centre to where the lane has brought it.
    fn way(&self, d: f64) -> Vec2 {
        self.path.at(d) - self.path.start().at
    }

    /// The places from which the lane goes through a point.
    fn through(&self, q: Point) -> Option<Curve> {
        match self.path {
            Path::Line { dir, .. } => Some(Curve::Line { through: q, dir }),
            Path::Arc { start, pivot, .. } => {
                let arm = pivot - start.at;
                Some(Curve::Circle { centre: q + -arm, radius: arm.length() })
            }
            Path::Turn { .. } => None,
        }
    }

    /// The places from which the lane touches a curve without crossing it, or begins square to it.
    fn grazing(&self, curve: &Curve) -> Vec<Curve> {
        match (self.path, curve) {
            (Path::Line { dir, .. }, Curve::Circle { centre, radius }) => {
                let sides = [dir.perp() * *radius, dir.perp() * -*radius];
                let abeam = Curve::Line { through: *centre, dir: dir.perp() };
                sides
                    .map(|side| Curve::Line { through: *centre + side, dir })
                    .into_iter()
                    .chain([abeam])
                    .collect()
            }
            (Path::Arc { start, pivot, .. }, curve) => {
                let arm = pivot - start.at;
                curve.moved(-arm).at_distance(arm.length()).into_vec()
            }
            (Path::Line { .. }, Curve::Line { .. }) | (Path::Turn { .. }, _) => Vec::new(),
        }
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

    /// Where half the way to an edge ends on a figure, for a lane.
    fn halfway_of_lane(&self) -> Vec<Bound> {
        let (edges, things, dir) = (self.edges(f64::INFINITY), self.things(), self.dir());
        let figures = things.iter().flat_map(|thing| &thing.figure);
        figures.flat_map(|figure| edges.iter().flat_map(|edge| halfway::of_lane(edge, dir, figure))).collect()
    }

    /// The edges of the board no farther from where it may take the king than `reach`.
    fn edges(&self, reach: f64) -> Vec<Baseline> {
        let within = reach + self.attack.extent().reach();
        let near = |edge: &Baseline| edge.local(self.attack.king()).x <= within;
        halfway::edges(self.attack.board.rules().size).into_iter().filter(near).collect()
    }

    /// The places where a leap to any place takes the king, whoever leaps: curves that bound them, and
    /// where these meet.
    fn landings(&self, edges: &[Curve]) -> (Vec<Curve>, Vec<Point>) {
        let figures = self.things().into_iter().flat_map(|thing| thing.figure);
        let landings: Vec<Curve> = figures.chain(edges.iter().copied()).collect();
        let reach = self.attack.extent().reach();
        let corners = corners(&landings, self.attack.king(), reach, self.attack.board.rules().epsilon);
        (landings, corners)
    }

    /// A leap to any place takes the king if one of its landings does. The man has to be within its reach of the
    /// nearest, or at a step's distance from one.
    fn curves_of_landings(&self) -> Vec<Curve> {
        let (landings, corners) = self.landings(&board_lines(self.attack.board.rules().size));
        let mut curves = Vec::new();
        for d in self.reaches() {
            curves.extend(landings.iter().flat_map(|curve| curve.at_distance(d)));
            curves.extend(corners.iter().map(|&centre| Curve::Circle { centre, radius: d }));
        }
        curves
    }

    /// The box of Zeno's halves keeps a leap from the landings where its edge touches them, its corner lies on
    /// one of their curves, or its edge meets the circle of the leap there; and from all where the box is too small for it.
    fn halfway_of_landings(&self) -> Vec<Bound> {
        let (size, reaches) = (self.attack.board.rules().size, self.reaches());
        let Some(most) = reaches.iter().copied().reduce(f64::max) else { return Vec::new() };
        let (landings, corners) = self.landings(&[]);
        let mut bounds = Vec::new();
        let edges = self.edges(most);
        for edge in &edges {
            let sides = landings.iter().flat_map(|curve| match *curve {
                Curve::Circle { centre, radius } => {
                    vec![centre + edge.along * radius, centre + edge.along * -radius]
                }
                Curve::Line { through, .. } => vec![through],
            });
            let touched = sides.chain(corners.iter().copied());
            bounds.extend(touched.map(|place| Bound::from(halfway::abreast(edge, place))));
            for d in &reaches {
                bounds.push(halfway::abreast(edge, edge.origin + edge.along * *d).into());
                bounds.extend(landings.iter().flat_map(|curve| halfway::of_leap(edge, *d, curve)));
            }
        }
        for corner in [(0.0, 0.0), (0.0, size), (size, 0.0), (size, size)].map(|(x, y)| Point::new(x, y)) {
            if corner.distance(self.attack.king()) <= most + self.attack.extent().reach() {
                bounds.extend(landings.iter().map(|c| Bound::from(halfway::from_corner(corner, c))));
                let circle = |d: &f64| Curve::Circle { centre: corner, radius: 2.0 * d };
                bounds.extend(reaches.iter().map(|d| Bound::from(circle(d))));
            }
        }
        bounds
    }

    /// The limits of a leap that are lengths.
    fn reaches(&self) -> Vec<f64> {
        self.attack.limits().into_iter().filter(|d| *d > 0.0).collect()
    }
}
