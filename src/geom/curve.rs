//! Whole lines and circles, the borders of all regions that the program computes.

use super::tolerance::{PARALLEL, RESOLUTION, TOUCH};
use super::{Point, Vec2, functions};
use smallvec::{SmallVec, smallvec};
use std::f64::consts::{PI, TAU};

/// A whole line or a whole circle.
///
/// ```
/// use continuum::geom::{Curve, Point, Vec2};
/// let circle = Curve::Circle { centre: Point::new(0.0, 0.0), radius: 5.0 };
/// let line = Curve::Line { through: Point::new(3.0, 0.0), dir: Vec2::Y };
/// let met = circle.meet(&line, 1e-12);
/// assert!(met.len() == 2 && met.iter().all(|p| p.distance(Point::new(3.0, 4.0 * p.y.signum())) < 1e-12));
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Curve {
    /// A line.
    Line {
        /// A point of the line.
        through: Point,
        /// The direction, of length 1.
        dir: Vec2,
    },
    /// A circle.
    Circle {
        /// The centre.
        centre: Point,
        /// The radius, positive.
        radius: f64,
    },
}

/// The greatest number of chords that stand for a piece of a circle.
const MAX_CHORDS: f64 = 4096.0;

impl Curve {
    /// Returns the signed distance of a point from the curve, positive on the left of a line and outside a circle.
    ///
    /// ```
    /// use continuum::geom::{Curve, Point};
    /// let circle = Curve::Circle { centre: Point::new(1.0, 1.0), radius: 2.0 };
    /// assert_eq!(circle.offset(Point::new(1.0, 4.0)), 1.0);
    /// assert_eq!(circle.nearest(Point::new(1.0, 4.0)), Point::new(1.0, 3.0));
    /// ```
    pub fn offset(&self, q: Point) -> f64 {
        match self {
            Curve::Line { through, dir } => dir.perp_dot(q - *through),
            Curve::Circle { centre, radius } => q.distance(*centre) - radius,
        }
    }

    /// Returns the curves at distance `d` from this one, on both sides. `d` is positive.
    pub fn at_distance(&self, d: f64) -> SmallVec<[Curve; 2]> {
        match *self {
            Curve::Line { through, dir } => [d, -d]
                .map(|by| Curve::Line { through: through + dir.perp() * by, dir })
                .into_iter()
                .collect(),
            Curve::Circle { centre, radius } => [radius + d, (radius - d).abs()]
                .into_iter()
                .filter(|radius| *radius > 0.0)
                .map(|radius| Curve::Circle { centre, radius })
                .collect(),
        }
    }

    /// Whether two curves coincide, to `tie` board units, within `reach` of `near`.
    pub fn coincides(&self, other: &Curve, near: Point, reach: f64, tie: f64) -> bool {
        match (self, other) {
            (Curve::Line { dir, .. }, Curve::Line { .. }) => {
                let foot = self.nearest(near);
                let ends = [foot, foot + *dir * reach, foot + *dir * -reach];
                ends.iter().all(|&q| other.offset(q).abs() <= tie)
            }
            (Curve::Circle { centre: a, radius: r }, Curve::Circle { centre: b, radius: s }) => {
                a.distance(*b) <= tie && (r - s).abs() <= tie
            }
            (Curve::Line { .. }, Curve::Circle { .. }) | (Curve::Circle { .. }, Curve::Line { .. }) => false,
        }
    }

    /// Returns the point of the curve nearest to `q`; the point to the right of `q` if `q` is the centre of the circle.
    pub fn nearest(&self, q: Point) -> Point {
        match self {
            Curve::Line { through, dir } => *through + *dir * dir.dot(q - *through),
            Curve::Circle { centre, radius } => {
                *centre + (q - *centre).try_normalize().unwrap_or(Vec2::X) * *radius
            }
        }
    }

    /// Returns the point with this parameter: board units along a line, radians about a circle.
    pub fn at(&self, t: f64) -> Point {
        match self {
            Curve::Line { through, dir } => *through + *dir * t,
            Curve::Circle { centre, radius } => *centre + functions::unit(t) * *radius,
        }
    }

    /// Returns the parameter of a point on the curve; on a circle from 0 to a full turn.
    pub fn parameter(&self, q: Point) -> f64 {
        match self {
            Curve::Line { through, dir } => dir.dot(q - *through),
            Curve::Circle { centre, .. } => functions::angle_of(q - *centre).rem_euclid(TAU),
        }
    }

    /// Returns the parameter of a point on the curve; on a circle the first one from `least` on.
    pub fn parameter_from(&self, least: f64, q: Point) -> f64 {
        let t = self.parameter(q);
        self.period().map_or(t, |period| t + ((least - t) / period).ceil() * period)
    }

    /// Returns the period of the parameter: a full turn for a circle, none for a line.
    pub fn period(&self) -> Option<f64> {
        matches!(self, Curve::Circle { .. }).then_some(TAU)
    }

    /// Returns the unit normal on the left of ascending parameters.
    pub fn left_of(&self, t: f64) -> Vec2 {
        match self {
            Curve::Line { dir, .. } => dir.perp(),
            Curve::Circle { .. } => -functions::unit(t),
        }
    }

    /// Whether the curve may come within `reach` of `near`. A circle smaller than the resolution does not.
    pub fn may_come_near(&self, near: Point, reach: f64) -> bool {
        match self {
            Curve::Line { .. } => self.offset(near).abs() <= reach,
            Curve::Circle { centre, radius } => {
                let d = centre.distance(near);
                d <= reach + radius && *radius <= d + reach && *radius > RESOLUTION
            }
        }
    }

    /// Returns the signed area between a piece of the curve and the point `about`: half the integral of `x dy - y dx` (Green's
    /// theorem).
    pub fn swept_area(&self, from: f64, to: f64, about: Point) -> f64 {
        match self {
            Curve::Line { .. } => 0.5 * (self.at(from) - about).perp_dot(self.at(to) - about),
            Curve::Circle { centre, radius } => {
                let c = *centre - about;
                let chord = functions::unit(to) - functions::unit(from);
                0.5 * (radius * radius * (to - from) + radius * (c.x * chord.y - c.y * chord.x))
            }
        }
    }

    /// Returns points along a piece of the curve, ends included. The polyline through them stays within `accuracy` of the curve,
    /// unless that needs more than 4096 chords.
    pub fn points(&self, from: f64, to: f64, accuracy: f64) -> Vec<Point> {
        match self {
            Curve::Line { .. } => vec![self.at(from), self.at(to)],
            Curve::Circle { radius, .. } => {
                // A chord over the angle `step` is at most `accuracy` away from its arc.
                let step = 2.0 * functions::acos(1.0 - (accuracy / radius).clamp(1e-9, 0.5));
                let chords = ((to - from).abs() / step).ceil().clamp(1.0, MAX_CHORDS) as u32;
                (0..=chords).map(|i| self.at(from + (to - from) * f64::from(i) / f64::from(chords))).collect()
            }
        }
    }

    /// Returns the points where two curves cross or touch; a tangency to `tie` gives one point.
    pub fn meet(&self, other: &Curve, tie: f64) -> SmallVec<[Point; 2]> {
        match (self, other) {
            (Curve::Line { through, dir }, Curve::Line { through: other_through, dir: other_dir }) => {
                let cross = dir.perp_dot(*other_dir);
                if cross.abs() < PARALLEL {
                    return SmallVec::new();
                }
                let t = (*other_through - *through).perp_dot(*other_dir) / cross;
                SmallVec::from_slice(&[*through + *dir * t])
            }
            (line @ Curve::Line { dir, .. }, Curve::Circle { centre, radius })
            | (Curve::Circle { centre, radius }, line @ Curve::Line { dir, .. }) => {
                line_and_circle(line.nearest(*centre), *dir, *centre, *radius, tie)
            }
            (Curve::Circle { centre: a, radius: r }, Curve::Circle { centre: b, radius: s }) => {
                let d = a.distance(*b);
                if d <= tie {
                    return SmallVec::new();
                }
                let Some(angle) = angle_to_common_point(*r, d, *s, tie) else { return SmallVec::new() };
                let towards_b = (*b - *a) / d;
                let point = |angle: f64| *a + functions::unit(angle).rotate(towards_b) * *r;
                let is_touch = angle == 0.0 || angle == PI;
                if is_touch { smallvec![point(angle)] } else { smallvec![point(angle), point(-angle)] }
            }
        }
    }
}

/// Returns the points where a line along `dir` meets a circle. `foot` is the point of the line nearest to the circle's centre.
fn line_and_circle(foot: Point, dir: Vec2, centre: Point, radius: f64, tie: f64) -> SmallVec<[Point; 2]> {
    let offset = foot.distance(centre);
    if offset > radius + tie {
        return SmallVec::new();
    }
    if offset >= radius - tie {
        return SmallVec::from_slice(&[foot]);
    }
    let half = (radius * radius - offset * offset).max(0.0).sqrt();
    SmallVec::from_slice(&[foot + dir * -half, foot + dir * half])
}

/// Returns the angle, at the centre of the first of two circles, between the line of centres and the radius to a common
/// point. The radii are `r` and `s`, and the centres are `d` apart. `None` if the circles do not meet, to `tie`.
pub fn angle_to_common_point(r: f64, d: f64, s: f64, tie: f64) -> Option<f64> {
    // How far each side of the triangle is shorter than the two others together; 0 where the circles touch.
    let [r_slack, d_slack, s_slack] = [s - r + d, s + r - d, r + d - s];
    let do_meet = r_slack.min(d_slack).min(s_slack) >= -tie;
    // Half angles keep their digits near a tangency.
    do_meet.then(|| {
        let [r_slack, d_slack, s_slack] = [r_slack, d_slack, s_slack].map(depth_or_touch);
        angle_of_half(r_slack * d_slack, s_slack * (r + d + s))
    })
}

/// Returns the angle in [0, π] whose half has squared sine and squared cosine in this ratio.
pub fn angle_of_half(sine_squared: f64, cosine_squared: f64) -> f64 {
    2.0 * functions::angle_of(Vec2::new(cosine_squared.sqrt(), sine_squared.sqrt()))
}

/// Returns a depth to which two curves cross, or 0 if the depth may be the rounding of a touch.
pub fn depth_or_touch(depth: f64) -> f64 {
    if depth <= TOUCH { 0.0 } else { depth }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn curve() -> impl Strategy<Value = Curve> {
        let at = || (0.0..4.0f64, 0.0..4.0f64).prop_map(|(x, y)| Point::new(x, y));
        prop_oneof![
            (at(), 0.0..7.0f64).prop_map(|(through, a)| Curve::Line { through, dir: Vec2::from_angle(a) }),
            (at(), 0.1..2.0f64).prop_map(|(centre, radius)| Curve::Circle { centre, radius }),
        ]
    }

    proptest! {
        #[test]
        fn where_curves_meet_lies_on_both(a in curve(), b in curve()) {
            for p in a.meet(&b, 1e-12) {
                // Near a tangency the point itself is known to the root of the rounding only.
                prop_assert!(a.offset(p).abs() < 1e-9 && b.offset(p).abs() < 1e-9);
                prop_assert!(a.at(a.parameter(p)).distance(p) < 1e-7);
            }
            prop_assert_eq!(a.meet(&b, 1e-12).len(), b.meet(&a, 1e-12).len());
        }
    }
}
