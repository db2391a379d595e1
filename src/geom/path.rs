//! The ways a piece travels: straight, along an arc, or turning in place; and what a fixed point's way
//! looks like from the piece.

use super::curve::{angle_of, depth, half_angle};
use super::{Corridor, Curve, Point, Vec2};
use smallvec::SmallVec;
use std::f64::consts::{PI, TAU};

/// Where a body is and which way it faces.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pose {
    /// Its centre.
    pub at: Point,
    /// Its heading, of length 1.
    pub heading: Vec2,
}

impl Pose {
    /// A place in the body's own frame: x ahead, y to its left.
    pub fn local(&self, q: Point) -> Point {
        let v = q - self.at;
        Point::new(self.heading.dot(v), self.heading.perp_dot(v))
    }

    /// The place on the plane of a point of the body.
    pub fn place(&self, local: Point) -> Point {
        self.at + self.heading.rotate(Vec2::new(local.x, local.y))
    }
}

/// A way that a body travels, by distance from its start.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Path {
    /// Straight, facing the same way all along. By board units.
    Line {
        /// Where it begins.
        start: Pose,
        /// The direction, of length 1.
        dir: Vec2,
    },
    /// Along a circle, turning with it. By board units of the centre's way.
    Arc {
        /// Where it begins.
        start: Pose,
        /// The middle of the circle.
        pivot: Point,
        /// Counter-clockwise is 1, clockwise -1.
        sense: f64,
    },
    /// Turning in place. By degrees.
    Turn {
        /// Where it begins.
        start: Pose,
        /// Counter-clockwise is 1, clockwise -1.
        sense: f64,
    },
}

/// A rigid motion of the plane, for each unit of distance.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Motion {
    /// By so much, all facing the same way.
    Shift(Vec2),
    /// About a point.
    Rotation {
        /// The point that stays.
        pivot: Point,
        /// The signed radians, counter-clockwise.
        rate: f64,
    },
}

impl Path {
    /// Where it begins.
    pub fn start(&self) -> Pose {
        match self {
            Path::Line { start, .. } | Path::Arc { start, .. } | Path::Turn { start, .. } => *start,
        }
    }

    /// The rigid motion of the plane that carries the body along.
    pub fn motion(&self) -> Motion {
        match *self {
            Path::Line { dir, .. } => Motion::Shift(dir),
            Path::Arc { start, pivot, sense } => {
                Motion::Rotation { pivot, rate: sense / start.at.distance(pivot) }
            }
            Path::Turn { start, sense } => Motion::Rotation { pivot: start.at, rate: sense * PI / 180.0 },
        }
    }

    /// The pose at distance `d`.
    pub fn pose(&self, d: f64) -> Pose {
        let start = self.start();
        match self.motion() {
            Motion::Shift(dir) => Pose { at: start.at + dir * d, ..start },
            Motion::Rotation { pivot, rate } => {
                let turn = Vec2::from_angle(rate * d);
                Pose { at: pivot + turn.rotate(start.at - pivot), heading: turn.rotate(start.heading) }
            }
        }
    }

    /// The place of the centre at distance `d`.
    pub fn at(&self, d: f64) -> Point {
        self.pose(d).at
    }

    /// The degrees, counter-clockwise, that the heading has turned at distance `d`.
    pub fn turned(&self, d: f64) -> f64 {
        match self {
            Path::Line { .. } => 0.0,
            Path::Arc { start, pivot, sense } => (sense / start.at.distance(*pivot) * d).to_degrees(),
            Path::Turn { sense, .. } => sense * d,
        }
    }

    /// The distance after which a path that goes round is where it began; without end for a line.
    pub fn period(&self) -> f64 {
        match self {
            Path::Line { .. } => f64::INFINITY,
            Path::Arc { start, pivot, .. } => TAU * start.at.distance(*pivot),
            Path::Turn { .. } => 360.0,
        }
    }

    /// Whether a place may lie within `clear` of the first `length` of the centre's way: a first look, which errs on the side
    /// of yes. A turn goes nowhere.
    pub fn may_come_near(&self, length: f64, q: Point, clear: f64) -> bool {
        Corridor::new(self, length, clear).may_hold(q)
    }

    /// The way of the centre.
    pub fn trace(&self) -> Trace {
        match *self {
            Path::Line { start, dir } => Trace::Line { from: start.at, dir },
            Path::Arc { start, pivot, sense } => {
                Trace::round(pivot, start.at, sense / start.at.distance(pivot))
            }
            Path::Turn { start, .. } => Trace::Still(start.at),
        }
    }

    /// The way of a point of the body, given in the body's frame.
    pub fn trace_of_part(&self, local: Point) -> Trace {
        let at = self.start().place(local);
        match self.motion() {
            Motion::Shift(dir) => Trace::Line { from: at, dir },
            Motion::Rotation { pivot, rate } => Trace::round(pivot, at, rate),
        }
    }

    /// The way of a fixed point as seen from the body, in the body's frame.
    pub fn trace_of(&self, q: Point) -> Trace {
        let start = self.start();
        match self.motion() {
            Motion::Shift(dir) => {
                let back = Pose { at: Point::new(0.0, 0.0), ..start }.local(Point::new(-dir.x, -dir.y));
                Trace::Line { from: start.local(q), dir: Vec2::new(back.x, back.y) }
            }
            Motion::Rotation { pivot, rate } => Trace::round(start.local(pivot), start.local(q), -rate),
        }
    }
}

/// The way of a point.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Trace {
    /// It stays.
    Still(Point),
    /// Straight: one board unit for each unit of distance.
    Line {
        /// Where it begins.
        from: Point,
        /// The direction, of length 1.
        dir: Vec2,
    },
    /// Round a circle.
    Circle {
        /// The middle.
        centre: Point,
        /// The radius.
        radius: f64,
        /// Where it begins, radians.
        phase: f64,
        /// The signed radians for each unit of distance.
        rate: f64,
    },
}

impl Trace {
    fn round(centre: Point, from: Point, rate: f64) -> Trace {
        let v = from - centre;
        Trace::Circle { centre, radius: v.length(), phase: v.y.atan2(v.x), rate }
    }

    /// The place at distance `d`.
    pub fn at(&self, d: f64) -> Point {
        match self {
            Trace::Still(p) => *p,
            Trace::Line { from, dir } => *from + *dir * d,
            Trace::Circle { centre, radius, phase, rate } => {
                *centre + Vec2::from_angle(phase + rate * d) * *radius
            }
        }
    }

    /// The whole curve that it goes along, unless it stays.
    pub fn curve(&self) -> Option<Curve> {
        match *self {
            Trace::Still(_) => None,
            Trace::Line { from, dir } => Some(Curve::Line { through: from, dir }),
            Trace::Circle { centre, radius, .. } => Some(Curve::Circle { centre, radius }),
        }
    }

    /// The distances in `from..=to` at which the point passes a place on its way.
    pub fn passes(&self, q: Point, from: f64, to: f64) -> SmallVec<[f64; 4]> {
        match self {
            Trace::Still(_) => SmallVec::new(),
            Trace::Line { from: start, dir } => {
                Some(dir.dot(q - *start)).into_iter().filter(|d| (from..=to).contains(d)).collect()
            }
            Trace::Circle { centre, phase, rate, .. } => {
                let v = q - *centre;
                turns((v.y.atan2(v.x) - phase) / rate, TAU / rate.abs(), from, to)
            }
        }
    }

    /// The distances in `from..=to` at which the point is on a curve; where it only touches it, one.
    pub fn crossings(&self, curve: &Curve, from: f64, to: f64) -> SmallVec<[f64; 4]> {
        let mut out = SmallVec::new();
        match (self, curve) {
            (Trace::Still(_), _) => {}
            (Trace::Line { from: p, dir }, Curve::Line { through, dir: along }) => {
                let cross = dir.perp_dot(*along);
                if cross.abs() >= super::tolerance::PARALLEL {
                    out.push((*through - *p).perp_dot(*along) / cross);
                }
            }
            (Trace::Line { from: p, dir }, Curve::Circle { centre, radius }) => {
                let v = *centre - *p;
                let (along, offset) = (dir.dot(v), dir.perp_dot(v));
                let above = radius - offset.abs();
                let half = (depth(above) * (radius + offset.abs())).sqrt();
                if half > 0.0 {
                    out.extend([along - half, along + half]);
                } else if above >= -super::tolerance::EPSILON {
                    out.push(along);
                }
            }
            (Trace::Circle { centre, radius, phase, rate }, _) => {
                let (towards, angle) = match curve {
                    Curve::Line { through, dir } => {
                        let height = dir.perp_dot(*through - *centre);
                        let (above, below) = (radius - height, radius + height);
                        let angle = (above.min(below) >= -super::tolerance::EPSILON)
                            .then(|| angle_of(depth(above), depth(below)));
                        (dir.perp(), angle)
                    }
                    Curve::Circle { centre: other, radius: s } => {
                        let v = *other - *centre;
                        (v, half_angle(*radius, v.length(), *s, super::tolerance::EPSILON))
                    }
                };
                let (Some(angle), true) = (angle, *radius > super::tolerance::EPSILON) else {
                    return out;
                };
                if towards.length_squared() == 0.0 {
                    return out;
                }
                let middle = towards.y.atan2(towards.x);
                let period = TAU / rate.abs();
                let touches = angle == 0.0 || angle == PI;
                for theta in [middle - angle, middle + angle].into_iter().skip(usize::from(touches)) {
                    out.extend(turns((theta - phase) / rate, period, from, to));
                }
            }
        }
        out.retain(|d| (from..=to).contains(d));
        out
    }
}

/// What is a whole number of periods from `first`, in `from..=to`.
fn turns(first: f64, period: f64, from: f64, to: f64) -> SmallVec<[f64; 4]> {
    let next = first + ((from - first) / period).ceil() * period;
    // One turn about each of three at most: callers look at less.
    (0..32).map(|k| next + f64::from(k) * period).take_while(|d| *d <= to).collect()
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use approx::assert_abs_diff_eq;
    use proptest::prelude::*;

    fn start() -> Pose {
        Pose { at: Point::new(4.0, 4.0), heading: Vec2::Y }
    }

    #[test]
    fn a_quarter_of_a_circle_turns_by_ninety() {
        let arc = Path::Arc { start: start(), pivot: Point::new(3.0, 4.0), sense: 1.0 };
        let pose = arc.pose(PI / 2.0);
        assert_abs_diff_eq!(pose.at, Point::new(3.0, 5.0), epsilon = 1e-12);
        assert_abs_diff_eq!(pose.heading.x, -1.0, epsilon = 1e-12);
        assert_abs_diff_eq!(arc.turned(PI / 2.0), 90.0, epsilon = 1e-12);
    }

    /// Any way of any body.
    pub fn path() -> impl Strategy<Value = Path> {
        let sense = || prop_oneof![Just(1.0), Just(-1.0)];
        let pose = || {
            (0.0..8.0f64, 0.0..8.0f64, 0.0..7.0f64)
                .prop_map(|(x, y, a)| Pose { at: Point::new(x, y), heading: Vec2::from_angle(a) })
        };
        prop_oneof![
            (pose(), 0.0..7.0f64).prop_map(|(start, a)| Path::Line { start, dir: Vec2::from_angle(a) }),
            (pose(), 0.3..3.0f64, 0.0..7.0f64, sense()).prop_map(|(start, r, a, sense)| Path::Arc {
                start,
                pivot: start.at + Vec2::from_angle(a) * r,
                sense
            }),
            (pose(), sense()).prop_map(|(start, sense)| Path::Turn { start, sense }),
        ]
    }

    proptest! {
        #[test]
        fn a_fixed_point_is_seen_from_the_body_where_its_trace_says(
            path in path(), x in 0.0..8.0f64, y in 0.0..8.0f64, d in 0.0..20.0f64
        ) {
            let q = Point::new(x, y);
            prop_assert!(path.pose(d).local(q).distance(path.trace_of(q).at(d)) < 1e-12);
            prop_assert!(path.pose(d).at.distance(path.trace().at(d)) < 1e-12);
            let part = path.start().local(q);
            prop_assert!(path.pose(d).place(part).distance(path.trace_of_part(part).at(d)) < 1e-12);
        }

        #[test]
        fn crossings_lie_on_the_curve(path in path(), x in 0.0..8.0f64, y in 0.0..8.0f64, r in 0.1..2.0f64) {
            let q = Point::new(x, y);
            for curve in [Curve::Circle { centre: q, radius: r }, Curve::Line { through: q, dir: Vec2::from_angle(r) }] {
                for d in path.trace().crossings(&curve, 0.0, path.period().min(50.0)) {
                    prop_assert!(curve.offset(path.at(d)).abs() < 2e-9);
                }
            }
        }
    }
}
