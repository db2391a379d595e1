//! The attack of a moving piece by a leap to any place: the curves of its centre at which the attack begins or ceases.
//!
//! The landings that would take the king form a region about it, whoever leaps. The leap takes the king if one of them is
//! within the piece's reach, or at the distance of a step, and within Zeno's box.

use super::contact_curves::contact_curves_of;
use super::moving_attack::MovingAttack;
use super::zeno_limit;
use crate::geom::{Baseline, Bound, Curve, Interval, Path, Point, Vec2};
use crate::plane::lanes::corners;

/// The attack of a moving piece by a leap to any place.
pub struct LeapAttack<'a> {
    attack: MovingAttack<'a>,
}

impl<'a> LeapAttack<'a> {
    /// Looks at the attack by a lane that is a leap to any place. Kinds with such lanes are discs.
    pub fn new(attack: MovingAttack<'a>) -> LeapAttack<'a> {
        LeapAttack { attack }
    }

    /// The distances of the mover's way at which the attack may begin or cease.
    pub fn cuts(&self, path: &Path, part: Interval) -> Vec<f64> {
        let trace = path.trace();
        self.curves().iter().flat_map(|curve| curve.crossings(&trace, part.from, part.to)).collect()
    }

    /// The curves of the mover's centre at which the attack may begin or cease.
    pub fn curves(&self) -> Vec<Bound> {
        let mut bounds: Vec<Bound> = self.by_reach().into_iter().map(Bound::from).collect();
        if self.attack.board.rules().edge_share < 1.0 {
            bounds.extend(self.by_halves());
        }
        bounds
    }

    /// The boundary of the landings that would take the king, the board's walls given: curves, and their intersections.
    fn landings(&self, edges: &[Curve]) -> (Vec<Curve>, Vec<Point>) {
        let (target, reach) = (self.attack.target, self.attack.extent().reach());
        let contact_curves_of = contact_curves_of(&self.attack, |at| target.comes_near(at, 2.0 * reach));
        let all = contact_curves_of.into_iter().flat_map(|figure| figure.curves);
        let landings: Vec<Curve> = all.chain(edges.iter().copied()).collect();
        let corners =
            corners(&landings, target.middle, reach + target.half, self.attack.board.rules().epsilon);
        (landings, corners)
    }

    /// The centres whose reach, or step, ends on a curve or corner of that boundary.
    fn by_reach(&self) -> Vec<Curve> {
        let (landings, corners) = self.landings(&self.attack.edges());
        let mut curves = Vec::new();
        for d in self.reaches() {
            curves.extend(landings.iter().flat_map(|curve| curve.at_distance(d)));
            curves.extend(corners.iter().map(|&centre| Curve::Circle { centre, radius: d }));
        }
        // About its own start seen again it takes nothing, and what the circles about both have in common goes with it.
        let radius = self.attack.board.rules().min_capture;
        let circle = |v: Vec2, radius: f64| Curve::Circle { centre: Point::new(v.x, v.y), radius };
        let mut circles: Vec<Curve> = self.reaches().iter().map(|d| circle(Vec2::ZERO, *d)).collect();
        for v in self.attack.shifted_starts() {
            let hole = circle(v, radius);
            curves.extend(landings.iter().flat_map(|curve| curve.moved(-v).at_distance(radius)));
            curves.extend(corners.iter().map(|&corner| Curve::Circle { centre: corner + -v, radius }));
            for met in circles.iter().flat_map(|other| other.meet(&hole, 0.0)) {
                curves.extend(landings.iter().map(|curve| curve.moved(Point::new(0.0, 0.0) - met)));
            }
            circles.push(hole);
        }
        curves
    }

    /// The centres at which Zeno's box begins to exclude all landings. There its side touches them, its corner lies
    /// on one of their curves, or its side meets the circle of the leap on one. Or the box is too small for any leap.
    fn by_halves(&self) -> Vec<Bound> {
        let (board, reaches) = (&self.attack.board.rules().board, self.reaches());
        let Some(most) = reaches.iter().copied().reduce(f64::max) else { return Vec::new() };
        let (landings, corners) = self.landings(&[]);
        let mut bounds = Vec::new();
        let target = self.attack.target;
        let within = most + self.attack.extent().reach() + target.half;
        let near = |edge: &Baseline| edge.local(target.middle).x <= within;
        for edge in zeno_limit::edges(board).iter().filter(|edge| near(edge)) {
            let sides = landings.iter().flat_map(|curve| match *curve {
                Curve::Circle { centre, radius } => {
                    vec![centre + edge.along * radius, centre + edge.along * -radius]
                }
                Curve::Line { through, .. } => vec![through],
            });
            let touched = sides.chain(corners.iter().copied());
            bounds.extend(touched.map(|place| Bound::from(zeno_limit::abreast(edge, place))));
            for d in &reaches {
                bounds.push(zeno_limit::abreast(edge, edge.origin + edge.along * *d).into());
                bounds.extend(landings.iter().flat_map(|curve| zeno_limit::of_leap(edge, *d, curve)));
            }
        }
        for corner in board.corners() {
            if corner.distance(target.middle) <= within {
                bounds.extend(landings.iter().map(|c| Bound::from(zeno_limit::from_corner(corner, c))));
                let circle = |d: &f64| Curve::Circle { centre: corner, radius: 2.0 * d };
                bounds.extend(reaches.iter().map(|d| Bound::from(circle(d))));
            }
        }
        bounds
    }

    /// The limits of the leap above 0.
    fn reaches(&self) -> Vec<f64> {
        self.attack.limits().into_iter().filter(|d| *d > 0.0).collect()
    }
}
