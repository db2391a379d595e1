//! Equations in the distance along a path, as for a side of the body that passes over a point; with their discriminants,
//! resultants and common solutions.
//!
//! Along a line the equation is a + b s + c s² = 0, where s is the distance. Round a pivot it is a cos t + b sin t =
//! c, where t is the angle turned.

use super::{Curve, Motion, Path, Point, Vec2};
use std::f64::consts::TAU;

/// An equation in the distance along a path, such as: a point is on the body's outline.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum PathEquation {
    /// a + b s + c s² = 0.
    Straight([f64; 3]),
    /// a cos t + b sin t = c, with t the signed radians turned: `rate` for each unit of distance.
    Round {
        /// a, b and c.
        terms: [f64; 3],
        /// Radians for each unit of distance.
        rate: f64,
    },
}

impl PathEquation {
    /// Returns the equation of the distances at which a curve of the body's outline, in the body's frame, passes over `q`.
    pub fn of_body(path: &Path, part: &Curve, q: Point) -> PathEquation {
        let start = path.start();
        match path.motion() {
            // In the body's frame the point moves in the opposite sense.
            Motion::Rotation { pivot, rate } => {
                let pivot = start.local(pivot);
                PathEquation::round(pivot, start.local(q) - pivot, -1.0, part, rate)
            }
            Motion::Shift(dir) => {
                let back = -Vec2::new(start.heading.dot(dir), start.heading.perp_dot(dir));
                PathEquation::straight(start.local(q), back, part)
            }
        }
    }

    /// Returns the equation of the distances at which the body's centre crosses a curve.
    pub fn of_centre(path: &Path, curve: &Curve) -> PathEquation {
        PathEquation::of_part(path, Point::new(0.0, 0.0), curve)
    }

    /// Returns the equation of the distances at which a point of the body, in the body's frame, crosses a curve.
    pub fn of_part(path: &Path, local: Point, curve: &Curve) -> PathEquation {
        let start = path.start().place(local);
        match path.motion() {
            Motion::Rotation { pivot, rate } => PathEquation::round(pivot, start - pivot, 1.0, curve, rate),
            Motion::Shift(dir) => PathEquation::straight(start, dir, curve),
        }
    }

    /// Returns the equation of a point that moves in a line, from a place with a velocity.
    fn straight(from: Point, velocity: Vec2, curve: &Curve) -> PathEquation {
        PathEquation::Straight(match curve {
            Curve::Line { through, dir } => [dir.perp_dot(from - *through), dir.perp_dot(velocity), 0.0],
            Curve::Circle { centre, radius } => {
                let v = from - *centre;
                [v.length_squared() - radius * radius, 2.0 * v.dot(velocity), velocity.length_squared()]
            }
        })
    }

    /// Returns the equation of a point that turns about a pivot, `arm` from it at the start, with the path's sense or against it.
    fn round(pivot: Point, arm: Vec2, sense: f64, curve: &Curve, rate: f64) -> PathEquation {
        let across = arm.perp() * sense;
        let terms = match curve {
            Curve::Line { through, dir } => {
                [dir.perp_dot(arm), dir.perp_dot(across), dir.perp_dot(*through - pivot)]
            }
            Curve::Circle { centre, radius } => {
                let v = pivot - *centre;
                let sum = radius * radius - v.length_squared() - arm.length_squared();
                [2.0 * v.dot(arm), 2.0 * v.dot(across), sum]
            }
        };
        PathEquation::Round { terms, rate }
    }

    /// Returns the equation with the distance multiplied by `times`.
    pub fn rescaled(self, times: f64) -> PathEquation {
        match self {
            PathEquation::Straight([a, b, c]) => PathEquation::Straight([a, b * times, c * times * times]),
            PathEquation::Round { terms, rate } => PathEquation::Round { terms, rate: rate * times },
        }
    }

    /// Whether two equations have the same rate of turning.
    pub fn has_rate_of(&self, other: &PathEquation) -> bool {
        match (self, other) {
            (PathEquation::Round { rate, .. }, PathEquation::Round { rate: other, .. }) => rate == other,
            (PathEquation::Straight(_), _) | (_, PathEquation::Straight(_)) => true,
        }
    }

    /// Returns the value of the equation at a distance; 0 at a solution.
    pub fn value(&self, s: f64) -> f64 {
        match self {
            PathEquation::Straight([a, b, c]) => a + s * (b + s * c),
            PathEquation::Round { terms: [a, b, c], rate } => {
                let (sin, cos) = (rate * s).sin_cos();
                a * cos + b * sin - c
            }
        }
    }

    /// Returns the derivative of the value by the distance.
    pub fn slope(&self, s: f64) -> f64 {
        match self {
            PathEquation::Straight([_, b, c]) => b + 2.0 * c * s,
            PathEquation::Round { terms: [a, b, _], rate } => {
                let (sin, cos) = (rate * s).sin_cos();
                rate * (b * cos - a * sin)
            }
        }
    }

    /// Returns the discriminant: 0 where two solutions coincide, as at a graze.
    pub fn discriminant(&self) -> f64 {
        match self {
            PathEquation::Straight([a, b, c]) => b * b - 4.0 * a * c,
            PathEquation::Round { terms: [a, b, c], .. } => a * a + b * b - c * c,
        }
    }

    /// Returns the double solution, if the discriminant is 0.
    pub fn graze(&self) -> Option<f64> {
        match self {
            PathEquation::Straight([_, b, c]) => (*c != 0.0).then(|| -b / (2.0 * c)),
            PathEquation::Round { terms: [a, b, c], rate } => {
                Some(to_distance((b * c.signum()).atan2(a * c.signum()), *rate))
            }
        }
    }

    /// Returns both solutions within the first turn of a rotation; twice the distance nearest to a solution if there is none.
    fn solutions(&self) -> [f64; 2] {
        let PathEquation::Round { terms: [a, b, c], rate } = self else { return [f64::NAN; 2] };
        let half = (c / a.hypot(*b)).clamp(-1.0, 1.0).acos();
        [half, -half].map(|turn| to_distance(b.atan2(*a) + turn, *rate))
    }

    /// Returns the resultant of two equations: 0 where they have a common solution. Of two rotations one may have twice the rate.
    pub fn resultant(&self, other: &PathEquation) -> f64 {
        match (self, other) {
            (PathEquation::Straight([a, b, c]), PathEquation::Straight([d, e, f])) => {
                if *c == 0.0 && *f == 0.0 {
                    a * e - d * b
                } else if *c == 0.0 {
                    f * a * a - e * a * b + d * b * b
                } else if *f == 0.0 {
                    c * d * d - b * d * e + a * e * e
                } else {
                    let (ends, middles) = (a * f - d * c, b * f - e * c);
                    ends * ends - (a * e - d * b) * middles
                }
            }
            (PathEquation::Round { terms: one, rate }, PathEquation::Round { terms: two, rate: twice }) => {
                if self.has_rate_of(other) {
                    let (cos, sin, det) = solved(one, two);
                    cos * cos + sin * sin - det * det
                } else if rate.abs() < twice.abs() {
                    of_double_angle(one, two)
                } else {
                    of_double_angle(two, one)
                }
            }
            // Equations of a line and of a rotation have no common solutions.
            (PathEquation::Straight(_), PathEquation::Round { .. })
            | (PathEquation::Round { .. }, PathEquation::Straight(_)) => 1.0,
        }
    }

    /// Returns the common solution of two equations, if their resultant is 0.
    pub fn common(&self, other: &PathEquation) -> Option<f64> {
        match (self, other) {
            (PathEquation::Straight([a, b, c]), PathEquation::Straight([d, e, f])) => {
                let (above, below) = if *c == 0.0 && *f == 0.0 {
                    if b.abs() > e.abs() { (-a, *b) } else { (-d, *e) }
                } else if *c == 0.0 {
                    (-a, *b)
                } else if *f == 0.0 {
                    (-d, *e)
                } else {
                    (d * c - a * f, b * f - e * c)
                };
                (below != 0.0).then(|| above / below)
            }
            (PathEquation::Round { rate, .. }, PathEquation::Round { rate: twice, .. })
                if !self.has_rate_of(other) =>
            {
                let (slow, fast) = if rate.abs() < twice.abs() { (self, other) } else { (other, self) };
                let off = |s: &f64| fast.value(*s).abs();
                slow.solutions().into_iter().min_by(|s, t| off(s).total_cmp(&off(t)))
            }
            (PathEquation::Round { terms: one, rate }, PathEquation::Round { terms: two, .. }) => {
                let (cos, sin, det) = solved(one, two);
                (det != 0.0).then(|| to_distance((sin * det.signum()).atan2(cos * det.signum()), *rate))
            }
            (PathEquation::Straight(_), PathEquation::Round { .. })
            | (PathEquation::Round { .. }, PathEquation::Straight(_)) => None,
        }
    }
}

/// Solves two equations a cos + b sin = c (Cramer's rule): cosine and sine times the determinant, and the determinant.
fn solved([a, b, c]: &[f64; 3], [d, e, f]: &[f64; 3]) -> (f64, f64, f64) {
    (c * e - f * b, a * f - d * c, a * e - d * b)
}

/// Returns the resultant of a cos t + b sin t = c with d cos 2t + e sin 2t = f: the product of the second's values at both
/// solutions of the first, times (a² + b²)².
fn of_double_angle([a, b, c]: &[f64; 3], [d, e, f]: &[f64; 3]) -> f64 {
    let (square, c) = (a * a + b * b, c * c);
    let along = d * (a - b) * (a + b) + 2.0 * e * a * b;
    4.0 * c * (c - square) * (d * d + e * e) + along * along + f * square * (f * square)
        - 2.0 * along * f * (2.0 * c - square)
}

/// Returns the least distance from 0 at which the path has turned by an angle.
fn to_distance(angle: f64, rate: f64) -> f64 {
    (angle * rate.signum()).rem_euclid(TAU) / rate.abs()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::{Extent, Pose};
    use proptest::prelude::*;

    fn sense() -> impl Strategy<Value = f64> {
        prop_oneof![Just(1.0), Just(-1.0)]
    }

    fn pose() -> impl Strategy<Value = Pose> {
        (3.0..5.0f64, 3.0..5.0f64, 0.0..7.0f64)
            .prop_map(|(x, y, a)| Pose { at: Point::new(x, y), heading: Vec2::from_angle(a) })
    }

    fn arc() -> impl Strategy<Value = Path> {
        (pose(), 0.5..3.0f64, 0.0..7.0f64, sense()).prop_map(|(start, r, a, sense)| Path::Arc {
            start,
            pivot: start.at + Vec2::from_angle(a) * r,
            sense,
        })
    }

    fn path() -> impl Strategy<Value = Path> {
        prop_oneof![
            (pose(), 0.0..7.0f64).prop_map(|(start, a)| Path::Line { start, dir: Vec2::from_angle(a) }),
            arc(),
            (pose(), sense()).prop_map(|(start, sense)| Path::Turn { start, sense }),
        ]
    }

    /// Returns outline curves of a Sword and of a capsule.
    fn curves() -> Vec<Curve> {
        let mut all = Extent::triangle(0.2, 1.0).outline(0.0).into_vec();
        all.extend(Extent::capsule(1.0, 0.25).outline(0.0));
        all
    }

    proptest! {
        /// An equation holds where the trace of the point crosses the curve, and two of one point have in
        /// common a distance at which the point is on both.
        #[test]
        fn a_meeting_is_where_the_trace_crosses(path in path(), x in 3.0..5.0f64, y in 3.0..5.0f64) {
            let q = Point::new(x, y);
            let end = path.period().min(6.0);
            for part in curves() {
                let body = PathEquation::of_body(&path, &part, q);
                for d in path.trace_of(q).crossings(&part, 0.0, end) {
                    prop_assert!(body.value(d).abs() < 1e-8, "{body:?} {d}");
                    let change = (body.value(d + 1e-6) - body.value(d - 1e-6)) / 2e-6;
                    prop_assert!((change - body.slope(d)).abs() < 1e-6);
                }
                for local in [Point::new(0.0, 0.0), Point::new(0.3, -0.2)] {
                    let met = PathEquation::of_part(&path, local, &part);
                    for d in path.trace_of_part(local).crossings(&part, 0.0, end) {
                        prop_assert!(met.value(d).abs() < 1e-8, "{met:?} {d}");
                    }
                }
            }
        }

        /// A body moved so that two points are on its outline at one distance: their equations say so.
        #[test]
        fn the_resultant_of_two_that_are_met_at_once_is_zero(
            path in path(), one in 0..7usize, next in 1..7usize, s in 0.1..1.0f64, along in (-0.5..0.5f64, -0.5..0.5f64)
        ) {
            let s = s * path.period().min(5.0);
            let parts = [one, (one + next) % 7].map(|i| curves()[i]);
            let at = |part: &Curve, t: f64| path.pose(s).place(part.at(t));
            let meetings = [(0, along.0), (1, along.1)].map(|(i, t)| PathEquation::of_body(&path, &parts[i], at(&parts[i], t)));
            prop_assert!(meetings[0].resultant(&meetings[1]).abs() < 1e-7);
            // Two edges that are parallel to the way, and two equal equations, have no distance of their own.
            let steep = meetings.iter().all(|m| m.slope(s).abs() > 1e-2);
            let common = meetings[0].common(&meetings[1]).filter(|_| steep);
            if let Some(found) = common.filter(|d| d.is_finite() && *d >= 0.0 && *d < 20.0) {
                // Where both are met twice at once the resultant has a second source.
                let met = meetings.iter().all(|m| m.value(found).abs() < 1e-6);
                prop_assert!(met || (meetings[0].slope(s) - meetings[1].slope(s)).abs() < 1e-2, "{found} {s} {meetings:?}");
            }
        }

        /// A resultant of two rates is 0 where an edge at half its distance and a point are met at once.
        #[test]
        fn the_resultant_of_two_at_different_paces_is_zero(
            path in arc(), one in 0..7usize, wall in 0.0..7.0f64, s in 0.05..0.5f64, along in -0.5..0.5f64
        ) {
            let s = s * path.period();
            let part = curves()[one];
            let thing = PathEquation::of_body(&path, &part, path.pose(s).place(part.at(along)));
            let wall = Curve::Line { through: path.at(2.0 * s), dir: Vec2::from_angle(wall) };
            let wall = PathEquation::of_centre(&path, &wall).rescaled(2.0);
            prop_assert!(wall.value(s).abs() < 1e-8);
            prop_assert!(thing.resultant(&wall).abs() < 1e-7);
            prop_assert_eq!(thing.resultant(&wall), wall.resultant(&thing));
            for found in [thing.common(&wall), wall.common(&thing)] {
                let found = found.expect("met at once");
                // A graze is known to the root of the rounding only.
                prop_assert!(thing.value(found).abs().max(wall.value(found).abs()) < 1e-6, "{found} {s}");
            }
        }
    }
}
