//! The paths of a piece: a line, an arc, or a turn in place; and the trace of a fixed point in the moving frame.

use super::curve::{angle_of_half, angle_to_common_point, depth_or_touch};
use super::tolerance::{EPSILON, PARALLEL};
use super::{Corridor, Curve, Point, Ray, Vec2, functions};
use smallvec::{SmallVec, smallvec};
use std::f64::consts::{PI, TAU};

/// The place and the heading of a body.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pose {
    /// The centre.
    pub at: Point,
    /// The heading, of length 1.
    pub heading: Vec2,
}

impl Pose {
    /// Returns a point of the plane in the body's own frame: x ahead, y to its left.
    pub fn local(&self, q: Point) -> Point {
        let v = q - self.at;
        Point::new(self.heading.dot(v), self.heading.perp_dot(v))
    }

    /// Returns the place on the plane of a point in the body's frame.
    pub fn place(&self, local: Point) -> Point {
        self.at + self.heading.rotate(Vec2::new(local.x, local.y))
    }
}

/// A path of a body, parametrized by the distance from its start.
///
/// ```
/// use continuum::geom::{Path, Point, Pose, Vec2};
/// let start = Pose { at: Point::new(2.0, 0.0), heading: Vec2::Y };
/// let arc = Path::Arc { start, pivot: Point::new(0.0, 0.0), sense: 1.0 };
/// let quarter = arc.pose(std::f64::consts::PI);
/// assert!(quarter.at.distance(Point::new(0.0, 2.0)) < 1e-12);
/// assert!((arc.turned(std::f64::consts::PI) - 90.0).abs() < 1e-12);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Path {
    /// A line, with constant heading. Distance in board units.
    Line {
        /// The pose at distance 0.
        start: Pose,
        /// The direction, of length 1.
        dir: Vec2,
    },
    /// An arc of a circle, along which the heading turns with the body. Distance in board units along the centre's arc.
    Arc {
        /// The pose at distance 0.
        start: Pose,
        /// The centre of the circle.
        pivot: Point,
        /// Counter-clockwise is 1, clockwise -1.
        sense: f64,
    },
    /// A turn in place. Distance in degrees.
    Turn {
        /// The pose at distance 0.
        start: Pose,
        /// Counter-clockwise is 1, clockwise -1.
        sense: f64,
    },
}

/// The rigid motion of the plane by which a body moves along each unit of distance.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum RigidMotion {
    /// A translation.
    Shift(Vec2),
    /// A rotation about a point.
    Rotation {
        /// The fixed point.
        pivot: Point,
        /// Radians for each unit of distance, positive counter-clockwise.
        rate: f64,
    },
}

impl From<Ray> for Path {
    /// Returns the path of a body without a heading of its own: its heading is along x.
    fn from(ray: Ray) -> Path {
        Path::Line { start: Pose { at: ray.origin, heading: Vec2::X }, dir: ray.dir }
    }
}

impl Path {
    /// Returns the path of the centre, if it is straight.
    pub fn as_ray(&self) -> Option<Ray> {
        match *self {
            Path::Line { start, dir } => Some(Ray::new(start.at, dir)),
            Path::Arc { .. } | Path::Turn { .. } => None,
        }
    }

    /// Returns the pose at distance 0.
    pub fn start(&self) -> Pose {
        match self {
            Path::Line { start, .. } | Path::Arc { start, .. } | Path::Turn { start, .. } => *start,
        }
    }

    /// Returns the rigid motion of the plane that moves the body along the path.
    pub fn motion(&self) -> RigidMotion {
        match *self {
            Path::Line { dir, .. } => RigidMotion::Shift(dir),
            Path::Arc { start, pivot, sense } => {
                RigidMotion::Rotation { pivot, rate: sense / start.at.distance(pivot) }
            }
            Path::Turn { start, sense } => {
                RigidMotion::Rotation { pivot: start.at, rate: sense * PI / 180.0 }
            }
        }
    }

    /// Returns the pose at distance `d`.
    pub fn pose(&self, d: f64) -> Pose {
        let start = self.start();
        match self.motion() {
            RigidMotion::Shift(dir) => Pose { at: start.at + dir * d, ..start },
            RigidMotion::Rotation { pivot, rate } => {
                let turn = functions::unit(rate * d);
                Pose { at: pivot + turn.rotate(start.at - pivot), heading: turn.rotate(start.heading) }
            }
        }
    }

    /// Returns the centre at distance `d`.
    pub fn at(&self, d: f64) -> Point {
        self.pose(d).at
    }

    /// Returns the angle, in degrees counter-clockwise, by which the heading has turned at distance `d`.
    pub fn turned(&self, d: f64) -> f64 {
        match self {
            Path::Line { .. } => 0.0,
            Path::Arc { start, pivot, sense } => (sense / start.at.distance(*pivot) * d).to_degrees(),
            Path::Turn { sense, .. } => sense * d,
        }
    }

    /// Returns the distance after which a closed path is at its start again; infinity for a line.
    pub fn period(&self) -> f64 {
        match self {
            Path::Line { .. } => f64::INFINITY,
            Path::Arc { start, pivot, .. } => TAU * start.at.distance(*pivot),
            Path::Turn { .. } => 360.0,
        }
    }

    /// Whether a place may lie within `clear` of the first `length` of the centre's path: a conservative filter that errs
    /// towards yes. In a turn in place the centre does not move.
    pub fn may_come_near(&self, length: f64, q: Point, clear: f64) -> bool {
        Corridor::new(self, length, clear).may_hold(q)
    }

    /// Returns the trace of the centre.
    pub fn trace(&self) -> Trace {
        match *self {
            Path::Line { start, dir } => Trace::Line { from: start.at, dir },
            Path::Arc { start, pivot, sense } => {
                Trace::circle(pivot, start.at, sense / start.at.distance(pivot))
            }
            Path::Turn { start, .. } => Trace::Still(start.at),
        }
    }

    /// Returns the trace of a fixed point of the plane in the frame of the moving body.
    pub fn trace_of(&self, q: Point) -> Trace {
        let start = self.start();
        match self.motion() {
            RigidMotion::Shift(dir) => {
                let back = Pose { at: Point::new(0.0, 0.0), ..start }.local(Point::new(-dir.x, -dir.y));
                Trace::Line { from: start.local(q), dir: Vec2::new(back.x, back.y) }
            }
            RigidMotion::Rotation { pivot, rate } => Trace::circle(start.local(pivot), start.local(q), -rate),
        }
    }
}

/// The trace of a point: its place at each distance.
///
/// ```
/// use continuum::geom::{Path, Point, Pose, Vec2};
/// let start = Pose { at: Point::new(0.0, 0.0), heading: Vec2::X };
/// // A quarter of the way round a pivot, from its right.
/// let arc = Path::Arc { start, pivot: Point::new(-1.0, 0.0), sense: 1.0 };
/// let passed = arc.trace().passes(Point::new(-1.0, 1.0), 0.0, 6.0);
/// assert!(passed.len() == 1 && (passed[0] - std::f64::consts::FRAC_PI_2).abs() < 1e-9);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Trace {
    /// The point stays where it is.
    Still(Point),
    /// A line: one board unit for each unit of distance.
    Line {
        /// The point at distance 0.
        from: Point,
        /// The direction, of length 1.
        dir: Vec2,
    },
    /// A circle.
    Circle {
        /// The centre of the circle.
        centre: Point,
        /// The radius.
        radius: f64,
        /// The angle at distance 0, radians.
        phase: f64,
        /// Radians for each unit of distance, positive counter-clockwise.
        rate: f64,
    },
}

impl Trace {
    fn circle(centre: Point, from: Point, rate: f64) -> Trace {
        let v = from - centre;
        Trace::Circle { centre, radius: v.length(), phase: functions::angle_of(v), rate }
    }

    /// Returns the place at distance `d`.
    pub fn at(&self, d: f64) -> Point {
        match self {
            Trace::Still(p) => *p,
            Trace::Line { from, dir } => *from + *dir * d,
            Trace::Circle { centre, radius, phase, rate } => {
                *centre + functions::unit(phase + rate * d) * *radius
            }
        }
    }

    /// Returns the whole curve that contains the trace, unless the point stays where it is.
    pub fn curve(&self) -> Option<Curve> {
        match *self {
            Trace::Still(_) => None,
            Trace::Line { from, dir } => Some(Curve::Line { through: from, dir }),
            Trace::Circle { centre, radius, .. } => Some(Curve::Circle { centre, radius }),
        }
    }

    /// Returns the distances in `from..=to` at which the point is at `q`, which has to lie on its trace.
    pub fn passes(&self, q: Point, from: f64, to: f64) -> SmallVec<[f64; 4]> {
        match self {
            Trace::Still(_) => SmallVec::new(),
            Trace::Line { from: start, dir } => {
                let d = dir.dot(q - *start);
                if (from..=to).contains(&d) { smallvec![d] } else { SmallVec::new() }
            }
            Trace::Circle { centre, phase, rate, .. } => {
                let v = q - *centre;
                repeats((functions::angle_of(v) - phase) / rate, TAU / rate.abs(), from, to)
            }
        }
    }

    /// Returns the distances in `from..=to` at which the point is on a curve. A tangency gives one distance.
    pub fn crossings(&self, curve: &Curve, from: f64, to: f64) -> SmallVec<[f64; 4]> {
        let mut out = SmallVec::new();
        match (self, curve) {
            (Trace::Still(_), _) => {}
            (Trace::Line { from: p, dir }, Curve::Line { through, dir: along }) => {
                let cross = dir.perp_dot(*along);
                if cross.abs() >= PARALLEL {
                    out.push((*through - *p).perp_dot(*along) / cross);
                }
            }
            (Trace::Line { from: p, dir }, Curve::Circle { centre, radius }) => {
                let v = *centre - *p;
                let (along, offset) = (dir.dot(v), dir.perp_dot(v));
                let depth = radius - offset.abs();
                let half = (depth_or_touch(depth) * (radius + offset.abs())).sqrt();
                if half > 0.0 {
                    out.extend([along - half, along + half]);
                } else if depth >= -EPSILON {
                    out.push(along);
                }
            }
            (Trace::Circle { centre, radius, phase, rate }, _) => {
                let Some(CommonPoints { towards, angle }) = CommonPoints::of(*centre, *radius, curve) else {
                    return out;
                };
                let middle = functions::angle_of(towards);
                let is_touch = angle == 0.0 || angle == PI;
                let angles = [middle - angle, middle + angle];
                for theta in if is_touch { &angles[1..] } else { &angles } {
                    out.extend(repeats((theta - phase) / rate, TAU / rate.abs(), from, to));
                }
            }
        }
        out.retain(|d| (from..=to).contains(d));
        out
    }
}

/// The two points that a circle has in common with another curve, or the one where they touch.
struct CommonPoints {
    /// The vector from the circle's centre towards the middle between the points.
    towards: Vec2,
    /// The angle between that vector and the radius to each point.
    angle: f64,
}

impl CommonPoints {
    fn of(centre: Point, radius: f64, curve: &Curve) -> Option<CommonPoints> {
        if radius <= EPSILON {
            return None;
        }
        let (towards, angle) = match *curve {
            Curve::Line { through, dir } => {
                let height = dir.perp_dot(through - centre);
                let (above, below) = (radius - height, radius + height);
                if above.min(below) < -EPSILON {
                    return None;
                }
                (dir.perp(), angle_of_half(depth_or_touch(above), depth_or_touch(below)))
            }
            Curve::Circle { centre: other, radius: s } => {
                let v = other - centre;
                (v, angle_to_common_point(radius, v.length(), s, EPSILON)?)
            }
        };
        (towards != Vec2::ZERO).then_some(CommonPoints { towards, angle })
    }
}

/// Returns the numbers in `from..=to` that differ from `first` by a whole number of periods.
fn repeats(first: f64, period: f64, from: f64, to: f64) -> SmallVec<[f64; 4]> {
    let next = first + ((from - first) / period).ceil() * period;
    // The bound of 32 keeps the list short in any case: callers ask about three periods at most.
    (0..32).map(|k| next + f64::from(k) * period).take_while(|d| *d <= to).collect()
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Generates paths of every kind.
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
