//! The attack of a mover by a straight lane: the curves of its centre at which the attack begins or ceases.
//!
//! All other pieces stand still. So the contact curves about each of them, and the intersections of those curves, decide what
//! the attack takes and what blocks it.

use super::contact_curves::{ContactCurves, contact_curves_of};
use super::moving_attack::MovingAttack;
use crate::geom::tolerance::{FIRST_LOOK, PARALLEL};
use crate::geom::{Curve, Interval, Path, Point, Ray, Trace, Vec2, inside_strip};
use smallvec::{SmallVec, smallvec};

/// One straight lane of a moving piece.
pub struct SteadyAttack<'a> {
    attack: MovingAttack<'a>,
    dir: Vec2,
}

impl<'a> SteadyAttack<'a> {
    /// Prepares an attack by a straight lane.
    pub fn new(attack: MovingAttack<'a>) -> SteadyAttack<'a> {
        let dir = match attack.piece.path_along(attack.lane) {
            Path::Line { dir, .. } => dir,
            Path::Arc { .. } | Path::Turn { .. } => Vec2::ZERO,
        };
        SteadyAttack { attack, dir }
    }

    /// Returns the distances of a straight path at which the attack by a straight lane may begin or cease.
    pub fn cuts(&self, start: Point, dir: Vec2, part: Interval) -> Vec<f64> {
        let rules = self.attack.board.rules();
        let (king, reach) = (self.attack.king_at, self.attack.extent().reach());
        // Most attacks miss the king on one side from the whole path; the offset is linear in the distance.
        let offset = |d: f64| self.dir.perp_dot(king - (start + dir * d));
        let (first, last, clear) = (offset(part.from), offset(part.to), reach + FIRST_LOOK);
        if first.min(last) > clear || first.max(last) < -clear {
            return Vec::new();
        }
        let strip = inside_strip(&Ray::new(start, dir), king, self.dir, reach, rules.epsilon);
        let meets = strip.intersection(&part.into(), rules.epsilon);
        if meets.is_empty() {
            return Vec::new();
        }
        let places: Vec<Point> =
            meets.parts().iter().flat_map(|part| [part.from, part.to]).map(|d| start + dir * d).collect();
        let contact_curves = self.contact_curves_from(&places);
        let (trace, curves) = (Trace::Line { from: start, dir }, self.whole_curves(&contact_curves));
        let mut cuts: Vec<f64> = meets.parts().iter().flat_map(|part| [part.from, part.to]).collect();
        for part in meets.parts() {
            cuts.extend(curves.iter().flat_map(|curve| trace.crossings(curve, part.from, part.to)));
        }
        if rules.edge_share < 1.0 {
            cuts.extend(self.share_cuts(start, dir, &contact_curves));
        }
        cuts
    }

    /// Returns the curves of the mover's centre at which the attack may begin or cease, for a leap to any place. Zeno's half would
    /// need more curves; variants with it refuse such leaps.
    pub fn curves(&self) -> Vec<Curve> {
        let width = 2.0 * self.attack.extent().reach();
        let beside = |at: Point| self.dir.perp_dot(at - self.attack.king_at).abs() < width;
        self.whole_curves(&contact_curves_of(&self.attack, beside))
    }

    /// Returns the contact curves that a straight lane may meet no later than the king, from these places or from between them.
    fn contact_curves_from(&self, places: &[Point]) -> Vec<ContactCurves> {
        let (king, dir) = (self.attack.king_at, self.dir);
        let reach = self.attack.extent().reach() + FIRST_LOOK;
        let width = 2.0 * reach;
        // By steps a ride may stop beyond the king, and takes what it meets there too.
        let by_steps = self.attack.lane.step > 0.0;
        contact_curves_of(&self.attack, |at| {
            let all = |holds: &dyn Fn(Vec2) -> bool| places.iter().all(|place| holds(at - *place));
            let is_beside = all(&|v| dir.perp_dot(v) > reach) || all(&|v| dir.perp_dot(v) < -reach);
            let from_king = at - king;
            let is_beyond = !by_steps && dir.dot(from_king) > width;
            dir.perp_dot(from_king).abs() < width
                && !is_beside
                && !is_beyond
                && !all(&|v| dir.dot(v) < -width)
        })
    }

    /// Returns the curves of centres from which the lane grazes a contact curve, passes an intersection of two, or ends on one.
    fn whole_curves(&self, contact_curves_of: &[ContactCurves]) -> Vec<Curve> {
        let rules = self.attack.board.rules();
        let (tie, reach) = (rules.epsilon, self.attack.extent().reach());
        let near = |c: &Point, at: Point, reach: f64| c.distance(at) <= reach + tie;
        let (limits, king) = (self.attack.limits(), self.attack.king_at);
        let edges: Vec<Curve> = self.attack.walls().collect();
        let ways: Vec<Vec2> = limits.iter().map(|d| self.dir * *d).collect();
        // Whether an obstacle can be touched together with the king.
        let about_king = |figure: &ContactCurves| king.distance(figure.at) < figure.reach + reach + 2.0 * tie;
        let mut curves = Vec::new();
        for (i, figure) in contact_curves_of.iter().enumerate() {
            for (n, curve) in figure.curves.iter().enumerate() {
                curves.extend(self.grazing(curve));
                curves.extend(ways.iter().map(|way| curve.moved(-*way)));
                let own = figure.curves[..n].iter().chain(&edges).flat_map(|other| other.meet(curve, tie));
                curves.extend(own.filter(|c| near(c, figure.at, figure.reach)).map(|c| self.through(c)));
                for other in
                    contact_curves_of[..i].iter().filter(|other| about_king(figure) && about_king(other))
                {
                    let corners = other.curves.iter().flat_map(|o| o.meet(curve, tie));
                    let on_both = |c: &Point| {
                        near(c, figure.at, figure.reach)
                            && near(c, other.at, other.reach)
                            && near(c, king, reach)
                    };
                    curves.extend(corners.filter(on_both).map(|c| self.through(c)));
                }
            }
        }
        // The centres that have just this much room to a wall.
        let rooms: &[f64] = if self.attack.lane.step > 0.0 { &limits } else { &[rules.min_capture] };
        let walls = edges.iter().flat_map(|wall| rooms.iter().map(move |d| (wall, d / rules.edge_share)));
        curves.extend(walls.map(|(wall, room)| wall.moved(self.dir * -room)));
        curves
    }

    /// Returns the line of centres from which the lane passes a point.
    fn through(&self, q: Point) -> Curve {
        Curve::Line { through: q, dir: self.dir }
    }

    /// Returns the lines of centres from which the lane is tangent to a circle, or begins beside the circle's centre.
    fn grazing(&self, curve: &Curve) -> SmallVec<[Curve; 3]> {
        let Curve::Circle { centre, radius } = *curve else { return SmallVec::new() };
        let side = self.dir.perp() * radius;
        let beside = Curve::Line { through: centre, dir: self.dir.perp() };
        smallvec![self.through(centre + side), self.through(centre + -side), beside]
    }

    /// Returns the distances at which the limit of Zeno's half ends on a contact curve.
    fn share_cuts(&self, from: Point, dir: Vec2, contact_curves_of: &[ContactCurves]) -> Vec<f64> {
        let (rules, v) = (self.attack.board.rules(), self.dir);
        let share = rules.edge_share;
        let mut cuts = Vec::new();
        for edge in self.attack.walls() {
            let Curve::Line { through, dir: side } = edge else { continue };
            let (towards, moving) = (side.perp_dot(v), side.perp_dot(dir));
            if towards.abs() < PARALLEL {
                continue;
            }
            // At distance d of the piece the share is start + d * change.
            let away = side.perp_dot(through - from);
            let (start, change) = (share * away / towards, -share * moving / towards);
            let velocity = dir + v * change;
            let speed = velocity.length();
            if speed > 0.0 {
                let end = Trace::Line { from: from + v * start, dir: velocity / speed };
                let curves = contact_curves_of.iter().flat_map(|figure| &figure.curves);
                let reached = curves.flat_map(|c| end.crossings(c, f64::NEG_INFINITY, f64::INFINITY));
                cuts.extend(reached.map(|d| d / speed));
            }
        }
        cuts
    }
}
