//! Closed forms of distances that depend on the parameter of a family.

use super::enclosure::{Enclosure, Sloped};
use crate::geom::{Image, Point, Vec2};

/// A point that moves linearly with the parameter.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MovingPoint {
    /// The place at the parameter 0.
    pub at: Vec2,
    /// The velocity, for each unit of the parameter.
    pub by: Vec2,
}

impl MovingPoint {
    /// Returns the vector from another moving point to this one.
    pub fn from(&self, other: &MovingPoint) -> MovingPoint {
        MovingPoint { at: self.at - other.at, by: self.by - other.by }
    }

    /// Returns the image of the moving point.
    pub fn seen(&self, copy: &Image) -> MovingPoint {
        if copy.is_identity() {
            return *self;
        }
        let at = copy.place(Point::new(self.at.x, self.at.y));
        MovingPoint { at: Vec2::new(at.x, at.y), by: copy.flips.vec(self.by) }
    }

    /// Whether the point stands still.
    pub fn is_still(&self) -> bool {
        self.by == Vec2::ZERO
    }

    /// Returns the component along a direction: value at 0, and slope.
    pub fn along(&self, dir: Vec2) -> [f64; 2] {
        [dir.dot(self.at), dir.dot(self.by)]
    }

    /// Returns the component to the left of a direction: value at 0, and slope.
    pub fn left_of(&self, dir: Vec2) -> [f64; 2] {
        [dir.perp_dot(self.at), dir.perp_dot(self.by)]
    }
}

/// A slope below this counts as 0: the rounding of a few products of unit vectors.
const STILL: f64 = 1e-14;

/// The function `plain + bent * sqrt(radius² - offset²)`, where `plain` and `offset` are linear in the parameter.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Term {
    plain: [f64; 2],
    bent: f64,
    offset: [f64; 2],
    radius: f64,
}

impl Term {
    /// Returns a linear function.
    pub fn linear([at, by]: [f64; 2]) -> Term {
        let by = if by.abs() < STILL { 0.0 } else { by };
        Term { plain: [at, by], bent: 0.0, offset: [0.0, 0.0], radius: 1.0 }
    }

    /// Returns the distance at which a disc of `radius` touches a point that lies `along` ahead of it and `offset` beside its line:
    /// the first contact if `sense` is -1, the last if it is 1. `None` if the disc never touches the point.
    pub fn touch(along: [f64; 2], offset: [f64; 2], radius: f64, sense: f64) -> Option<Term> {
        let linear = Term::linear(along);
        if offset[1].abs() < STILL {
            let square = radius * radius - offset[0] * offset[0];
            return (square > 0.0).then(|| Term {
                plain: [linear.plain[0] + sense * square.sqrt(), linear.plain[1]],
                ..linear
            });
        }
        Some(Term { bent: sense, offset, radius, ..linear })
    }

    /// Returns the function times a number, plus a linear function.
    pub fn scaled(&self, times: f64, plus: [f64; 2]) -> Term {
        let plain = [self.plain[0] * times + plus[0], self.plain[1] * times + plus[1]];
        let linear = Term::linear(plain);
        let bent = self.bent * times;
        if bent.abs() < STILL {
            linear
        } else {
            Term { bent, offset: self.offset, radius: self.radius, ..linear }
        }
    }

    /// Whether the function is constant.
    pub fn is_still(&self) -> bool {
        self.plain[1] == 0.0 && self.bent == 0.0
    }

    /// Returns bounds of the parameters of a stretch at which it has a value.
    fn domain(&self, stretch: Enclosure) -> Option<Enclosure> {
        if self.bent == 0.0 {
            return Some(stretch);
        }
        stretch.intersection(Enclosure::with_chord(self.offset, self.radius)?)
    }

    /// Returns bounds of its values on a stretch; none where it has no value.
    pub fn on(&self, t: Enclosure) -> Option<Sloped> {
        if self.bent == 0.0 {
            return Some(Sloped::affine(self.plain, t));
        }
        let bent = |t: Enclosure| {
            let half = Sloped::affine(self.offset, t).half_chord(self.radius)?;
            Some(Sloped::affine(self.plain, t) + half.times(self.bent))
        };
        let whole = bent(t)?;
        if t.low == t.high {
            return Some(whole);
        }
        // Both parts change together, so their sum may vary far less than each.
        Some(bent(Enclosure::of(t.middle())).map_or(whole, |middle| whole.narrowed(middle.value, t)))
    }

    /// Whether two are equal up to rounding.
    pub fn is_near(&self, other: &Term) -> bool {
        let near = |a: f64, b: f64| (a - b).abs() < 1e-12;
        let same = |a: &[f64; 2], b: &[f64; 2], sign: f64| near(a[0], sign * b[0]) && near(a[1], sign * b[1]);
        same(&self.plain, &other.plain, 1.0)
            && near(self.bent, other.bent)
            && (self.bent == 0.0
                || same(&self.offset, &other.offset, 1.0)
                || same(&self.offset, &other.offset, -1.0))
    }
}

/// The distance along a ray at which a curve crosses it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Crossing {
    /// The distance on the ray; for a circle, that of the foot of its centre.
    along: Term,
    /// For a circle: the offset of its centre from the ray, its radius, and the side of the crossing.
    circle: Option<(Term, f64, f64)>,
}

impl Crossing {
    /// Returns a crossing at a given distance.
    pub fn at(along: Term) -> Crossing {
        Crossing { along, circle: None }
    }

    /// Returns the crossing of a line with a ray from `start` along `dir`; `None` if they are parallel.
    pub fn of_line(
        through: &MovingPoint,
        line: Vec2,
        aside: f64,
        start: &MovingPoint,
        dir: Vec2,
    ) -> Option<Crossing> {
        let slope = line.perp_dot(dir);
        if slope.abs() < STILL {
            return None;
        }
        // line x (start + d dir - through) = aside
        let [at, by] = start.from(through).left_of(line);
        Some(Crossing::at(Term::linear([(aside - at) / slope, -by / slope])))
    }

    /// Returns the crossings of a circle with a ray; its centre is at `stop` on a lane from `origin` along `lane`.
    pub fn of_circle(
        (origin, lane, stop): (&MovingPoint, Vec2, &Term),
        radius: f64,
        (start, dir): (&MovingPoint, Vec2),
    ) -> [Crossing; 2] {
        let vector = origin.from(start);
        let along = stop.scaled(dir.dot(lane), vector.along(dir));
        let aside = stop.scaled(dir.perp_dot(lane), vector.left_of(dir));
        [-1.0, 1.0].map(|side| {
            if aside.is_still() {
                let half = (radius * radius - aside.plain[0] * aside.plain[0]).max(0.0).sqrt();
                // A circle that the ray never reaches keeps the general form, which then has no value.
                if aside.plain[0].abs() <= radius {
                    return Crossing::at(along.scaled(1.0, [side * half, 0.0]));
                }
            }
            Crossing { along, circle: Some((aside, radius, side)) }
        })
    }

    /// Returns the crossings of a circle that always passes through a point on the ray: that point, and its mirror image about
    /// the foot of the centre.
    pub fn through(self, point: [f64; 2]) -> [Crossing; 2] {
        let beyond = self.along.scaled(2.0, [-point[0], -point[1]]);
        [Crossing::at(Term::linear(point)), Crossing::at(beyond)]
    }

    /// Whether the crossing is constant.
    pub fn is_still(&self) -> bool {
        self.along.is_still() && self.circle.is_none_or(|(aside, ..)| aside.is_still())
    }

    /// Returns bounds of the parameters of a stretch at which it has a value.
    pub fn domain(&self, stretch: Enclosure) -> Option<Enclosure> {
        let domain = self.along.domain(stretch)?;
        let Some((aside, radius, _)) = &self.circle else { return Some(domain) };
        let domain = aside.domain(domain)?;
        if aside.bent != 0.0 {
            return Some(domain);
        }
        domain.intersection(Enclosure::with_chord(aside.plain, *radius)?)
    }

    /// Returns bounds of its values on a stretch; none where it has no value.
    pub fn on(&self, t: Enclosure) -> Option<Sloped> {
        let along = self.along.on(t)?;
        let Some((aside, radius, side)) = &self.circle else { return Some(along) };
        Some(along + aside.on(t)?.half_chord(*radius)?.times(*side))
    }

    /// Whether two are equal up to rounding.
    pub fn is_near(&self, other: &Crossing) -> bool {
        let circles = match (&self.circle, &other.circle) {
            (None, None) => true,
            (Some((a, r, s)), Some((b, q, t))) => {
                r == q && s == t && (a.is_near(b) || a.is_near(&b.scaled(-1.0, [0.0, 0.0])))
            }
            (None, Some(_)) | (Some(_), None) => false,
        };
        circles && self.along.is_near(&other.along)
    }

    /// Returns the function that is 0 where a circle begins or ceases to cross the ray.
    pub fn grazes(&self) -> Option<(Term, f64)> {
        self.circle.map(|(aside, radius, _)| (aside, radius))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::{Curve, Path, Point, Pose, Ray, contact};
    use proptest::prelude::*;

    fn vec() -> impl Strategy<Value = Vec2> {
        (0.0..8.0f64, 0.0..8.0f64).prop_map(|(x, y)| Vec2::new(x, y))
    }

    fn unit() -> impl Strategy<Value = Vec2> {
        (0.0..7.0f64).prop_map(Vec2::from_angle)
    }

    fn point(v: Vec2) -> Point {
        Point::new(v.x, v.y)
    }

    proptest! {
        /// The circle about the stop of a lane that something blocks crosses a ray where the kernel says so.
        #[test]
        fn crossings_are_those_of_the_kernel(
            origin in vec(), by in unit(), lane in unit(), ahead in 0.5..4.0f64, beside in -0.24..0.24f64,
            turn in unit(), near in -0.4..0.4f64, t in 0.0..0.02f64,
        ) {
            let drift = MovingPoint { at: origin, by };
            let q = origin + lane * ahead + lane.perp() * beside;
            let start = q + turn * 1.0 + turn.perp() * near;
            let (start, dir) = (MovingPoint { at: start, by: Vec2::ZERO }, -turn);
            let to = MovingPoint { at: q, by: Vec2::ZERO }.from(&drift);
            let stop = Term::touch(to.along(lane), to.left_of(lane), 0.25, -1.0).expect("some time");
            let ray = Ray::new(point(origin + by * t), lane);
            if let Some(d) = contact(&ray, 0.25, point(q), 1e-9).filter(|d| *d > 0.0) {
                let found = stop.on(Enclosure::of(t)).expect("a value").value.middle();
                prop_assert!((found - d).abs() < 1e-9);
                let circle = Curve::Circle { centre: ray.at(d), radius: 0.25 };
                let path = Path::Line { start: Pose { at: point(start.at), heading: Vec2::X }, dir };
                let expected = path.trace().crossings(&circle, -9.0, 9.0);
                let found = Crossing::of_circle((&drift, lane, &stop), 0.25, (&start, dir));
                let found: Vec<f64> =
                    found.iter().filter_map(|c| Some(c.on(Enclosure::of(t))?.value.middle())).collect();
                if expected.len() == 2 && (expected[0] - expected[1]).abs() > 1e-3 {
                    prop_assert_eq!(found.len(), 2);
                    for d in expected {
                        prop_assert!(found.iter().any(|other| (d - other).abs() < 1e-8), "{d} {found:?}");
                    }
                }
            }
        }

        #[test]
        fn lines_cross_where_they_are(through in vec(), line in unit(), start in vec(), dir in unit(), by in unit(), t in 0.0..2.0f64) {
            let (through, start) = (MovingPoint { at: through, by }, MovingPoint { at: start, by: Vec2::ZERO });
            if let Some(found) = Crossing::of_line(&through, line, 0.25, &start, dir).filter(|_| line.perp_dot(dir).abs() > 0.01) {
                let d = found.on(Enclosure::of(t)).expect("a value").value.middle();
                let q = start.at + dir * d - (through.at + through.by * t);
                prop_assert!((line.perp_dot(q) - 0.25).abs() < 1e-9);
            }
        }
    }
}
