//! Distances that depend on the parameter of a family, in closed form.

use super::bounds::{Bounds, Sloped};
use crate::geom::{Image, Point, Vec2};

/// A place that goes straight with the parameter.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Drift {
    /// Where it is at 0.
    pub at: Vec2,
    /// How far it goes for each unit.
    pub by: Vec2,
}

impl Drift {
    /// The way from another place to this one.
    pub fn from(&self, other: &Drift) -> Drift {
        Drift { at: self.at - other.at, by: self.by - other.by }
    }

    /// The same on a copy of the board.
    pub fn seen(&self, copy: &Image) -> Drift {
        if copy.is_identity() {
            return *self;
        }
        let at = copy.place(Point::new(self.at.x, self.at.y));
        Drift { at: Vec2::new(at.x, at.y), by: copy.flips.vec(self.by) }
    }

    /// Whether it stays where it is.
    pub fn is_still(&self) -> bool {
        self.by == Vec2::ZERO
    }

    /// The share of a way along a direction.
    pub fn along(&self, dir: Vec2) -> [f64; 2] {
        [dir.dot(self.at), dir.dot(self.by)]
    }

    /// How far a way leads to the left of a direction.
    pub fn left_of(&self, dir: Vec2) -> [f64; 2] {
        [dir.perp_dot(self.at), dir.perp_dot(self.by)]
    }
}

/// A slope below this is none: the rounding of a few products of unit vectors.
const STILL: f64 = 1e-14;

/// `plain + bent * sqrt(radius² - offset²)`, where `plain` and `offset` change evenly with the parameter.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Term {
    plain: [f64; 2],
    bent: f64,
    offset: [f64; 2],
    radius: f64,
}

impl Term {
    /// A number that changes evenly.
    pub fn even([at, by]: [f64; 2]) -> Term {
        let by = if by.abs() < STILL { 0.0 } else { by };
        Term { plain: [at, by], bent: 0.0, offset: [0.0, 0.0], radius: 1.0 }
    }

    /// Where a disc of `radius` touches a point that lies `along` ahead of it and `offset` beside its line: before it where
    /// `sense` is -1, behind it where it is 1. Nothing when the point always lies beside.
    pub fn touch(along: [f64; 2], offset: [f64; 2], radius: f64, sense: f64) -> Option<Term> {
        let even = Term::even(along);
        if offset[1].abs() < STILL {
            let square = radius * radius - offset[0] * offset[0];
            return (square > 0.0)
                .then(|| Term { plain: [even.plain[0] + sense * square.sqrt(), even.plain[1]], ..even });
        }
        Some(Term { bent: sense, offset, radius, ..even })
    }

    /// This times a number, and a number that changes evenly added.
    pub fn scaled(&self, times: f64, plus: [f64; 2]) -> Term {
        let plain = [self.plain[0] * times + plus[0], self.plain[1] * times + plus[1]];
        let even = Term::even(plain);
        let bent = self.bent * times;
        if bent.abs() < STILL {
            even
        } else {
            Term { bent, offset: self.offset, radius: self.radius, ..even }
        }
    }

    /// Whether it does not change.
    pub fn is_still(&self) -> bool {
        self.plain[1] == 0.0 && self.bent == 0.0
    }

    /// Its bounds on a stretch; nothing where it has no value.
    pub fn on(&self, t: Bounds) -> Option<Sloped> {
        if self.bent == 0.0 {
            return Some(Sloped::affine(self.plain, t));
        }
        let bent = |t: Bounds| {
            let half = Sloped::affine(self.offset, t).half_chord(self.radius)?;
            Some(Sloped::affine(self.plain, t) + half.times(self.bent))
        };
        let whole = bent(t)?;
        // Both parts change together, so their sum may change far less than each.
        Some(bent(Bounds::of(t.middle())).map_or(whole, |middle| whole.narrowed(middle.value, t)))
    }

    /// Whether two are one, rounding apart.
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

/// A distance along a ray at which a curve crosses it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Crossing {
    /// Where on the ray, or where nearest to the ray the middle of a circle is.
    along: Term,
    /// For a circle: how far beside the ray its middle is, its radius, and on which side the crossing is.
    circle: Option<(Term, f64, f64)>,
}

impl Crossing {
    /// A distance as it is.
    pub fn at(along: Term) -> Crossing {
        Crossing { along, circle: None }
    }

    /// Where a line through a place crosses a ray from `start` along `dir`. Nothing if it runs along the ray.
    pub fn of_line(through: &Drift, line: Vec2, aside: f64, start: &Drift, dir: Vec2) -> Option<Crossing> {
        let slope = line.perp_dot(dir);
        if slope.abs() < STILL {
            return None;
        }
        // line x (start + d dir - through) = aside
        let [at, by] = start.from(through).left_of(line);
        Some(Crossing::at(Term::even([(aside - at) / slope, -by / slope])))
    }

    /// Where a circle crosses a ray: its middle is at `stop` on a lane from `origin` along `lane`.
    pub fn of_circle(
        (origin, lane, stop): (&Drift, Vec2, &Term),
        radius: f64,
        (start, dir): (&Drift, Vec2),
    ) -> [Crossing; 2] {
        let way = origin.from(start);
        let along = stop.scaled(dir.dot(lane), way.along(dir));
        let aside = stop.scaled(dir.perp_dot(lane), way.left_of(dir));
        [-1.0, 1.0].map(|side| {
            if aside.is_still() {
                let half = (radius * radius - aside.plain[0] * aside.plain[0]).max(0.0).sqrt();
                // A circle that the ray does not reach keeps its form, which has no value.
                if aside.plain[0].abs() <= radius {
                    return Crossing::at(along.scaled(1.0, [side * half, 0.0]));
                }
            }
            Crossing { along, circle: Some((aside, radius, side)) }
        })
    }

    /// Where the same circle crosses the ray if it always passes through a point on the ray, at this distance: there, and as
    /// far on the other side of its middle.
    pub fn through(self, point: [f64; 2]) -> [Crossing; 2] {
        let beyond = self.along.scaled(2.0, [-point[0], -point[1]]);
        [Crossing::at(Term::even(point)), Crossing::at(beyond)]
    }

    /// Whether it does not change.
    pub fn is_still(&self) -> bool {
        self.along.is_still() && self.circle.is_none_or(|(aside, ..)| aside.is_still())
    }

    /// Its bounds on a stretch; nothing where it has no value.
    pub fn on(&self, t: Bounds) -> Option<Sloped> {
        let along = self.along.on(t)?;
        let Some((aside, radius, side)) = &self.circle else { return Some(along) };
        Some(along + aside.on(t)?.half_chord(*radius)?.times(*side))
    }

    /// Whether two are one, rounding apart.
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

    /// What is 0 where a circle begins or ceases to cross the ray: its middle is a radius beside it.
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
            let drift = Drift { at: origin, by };
            let q = origin + lane * ahead + lane.perp() * beside;
            let start = q + turn * 1.0 + turn.perp() * near;
            let (start, dir) = (Drift { at: start, by: Vec2::ZERO }, -turn);
            let to = Drift { at: q, by: Vec2::ZERO }.from(&drift);
            let stop = Term::touch(to.along(lane), to.left_of(lane), 0.25, -1.0).expect("some time");
            let ray = Ray::new(point(origin + by * t), lane);
            if let Some(d) = contact(&ray, 0.25, point(q), 1e-9).filter(|d| *d > 0.0) {
                let found = stop.on(Bounds::of(t)).expect("a value").value.middle();
                prop_assert!((found - d).abs() < 1e-9);
                let circle = Curve::Circle { centre: ray.at(d), radius: 0.25 };
                let path = Path::Line { start: Pose { at: point(start.at), heading: Vec2::X }, dir };
                let expected = path.trace().crossings(&circle, -9.0, 9.0);
                let found = Crossing::of_circle((&drift, lane, &stop), 0.25, (&start, dir));
                let found: Vec<f64> =
                    found.iter().filter_map(|c| Some(c.on(Bounds::of(t))?.value.middle())).collect();
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
            let (through, start) = (Drift { at: through, by }, Drift { at: start, by: Vec2::ZERO });
            if let Some(found) = Crossing::of_line(&through, line, 0.25, &start, dir).filter(|_| line.perp_dot(dir).abs() > 0.01) {
                let d = found.on(Bounds::of(t)).expect("a value").value.middle();
                let q = start.at + dir * d - (through.at + through.by * t);
                prop_assert!((line.perp_dot(q) - 0.25).abs() < 1e-9);
            }
        }
    }
}
