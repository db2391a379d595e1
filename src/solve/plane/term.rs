//! Closed forms of distances that depend on the parameter of a family.

use super::enclosure::{Enclosure, Sloped};
use super::linear::LinearFunction;
use crate::geom::{Image, Point, Vec2};

/// A point that moves linearly with the parameter.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MovingPoint {
    /// The place at the parameter 0.
    pub start: Vec2,
    /// The velocity, for each unit of the parameter.
    pub velocity: Vec2,
}

impl MovingPoint {
    pub const fn still(at: Vec2) -> MovingPoint {
        MovingPoint { start: at, velocity: Vec2::ZERO }
    }

    /// Returns the image of the moving point on a copy of the board.
    pub fn seen(&self, copy: &Image) -> MovingPoint {
        if copy.is_identity() {
            return *self;
        }
        let start = copy.place(Point::new(self.start.x, self.start.y));
        MovingPoint { start: Vec2::new(start.x, start.y), velocity: copy.flips.vec(self.velocity) }
    }

    pub fn is_still(&self) -> bool {
        self.velocity == Vec2::ZERO
    }
}

/// A ray whose start moves linearly with the parameter.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MovingRay {
    pub start: MovingPoint,
    /// The unit vector along the ray.
    pub dir: Vec2,
}

impl MovingRay {
    /// Returns the image of the moving ray on a copy of the board.
    pub fn seen(&self, copy: &Image) -> MovingRay {
        MovingRay { start: self.start.seen(copy), dir: copy.flips.vec(self.dir) }
    }

    /// Returns how far ahead of the start a point lies.
    pub fn ahead(&self, point: &MovingPoint) -> LinearFunction {
        self.component(point, self.dir)
    }

    /// Returns how far to the left of the ray a point lies.
    pub fn aside(&self, point: &MovingPoint) -> LinearFunction {
        self.component(point, self.dir.perp())
    }

    /// Returns the component along a unit vector of the way from the start to a point.
    fn component(&self, point: &MovingPoint, unit: Vec2) -> LinearFunction {
        LinearFunction {
            start: unit.dot(point.start - self.start.start),
            slope: unit.dot(point.velocity - self.start.velocity),
        }
    }
}

/// A slope below this counts as 0: the rounding of a few products of unit vectors.
const STILL: f64 = 1e-14;

/// The function `plain + bent * sqrt(radius² - offset²)`, where `plain` and `offset` are linear in the parameter.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Term {
    plain: LinearFunction,
    bent: f64,
    offset: LinearFunction,
    radius: f64,
}

impl Term {
    /// Returns a linear function as a term.
    pub fn linear(function: LinearFunction) -> Term {
        let slope = if function.slope.abs() < STILL { 0.0 } else { function.slope };
        let plain = LinearFunction { slope, ..function };
        Term { plain, bent: 0.0, offset: LinearFunction::constant(0.0), radius: 1.0 }
    }

    pub fn constant(value: f64) -> Term {
        Term::linear(LinearFunction::constant(value))
    }

    /// Returns the distance at which a disc that goes along a ray touches a point: the first contact if `sense` is -1, the last if
    /// it is 1. `None` if the disc never touches the point.
    pub fn touch(ray: &MovingRay, point: &MovingPoint, radius: f64, sense: f64) -> Option<Term> {
        let (linear, offset) = (Term::linear(ray.ahead(point)), ray.aside(point));
        if offset.slope.abs() < STILL {
            let square = radius * radius - offset.start * offset.start;
            let start = linear.plain.start + sense * square.sqrt();
            return (square > 0.0)
                .then_some(Term { plain: LinearFunction { start, ..linear.plain }, ..linear });
        }
        Some(Term { bent: sense, offset, radius, ..linear })
    }

    /// Returns the function times a number, plus a linear function.
    pub fn scaled(&self, times: f64, plus: LinearFunction) -> Term {
        let linear = Term::linear(LinearFunction {
            start: self.plain.start * times + plus.start,
            slope: self.plain.slope * times + plus.slope,
        });
        let bent = self.bent * times;
        if bent.abs() < STILL { linear } else { Term { plain: linear.plain, bent, ..*self } }
    }

    /// Whether the function is constant.
    pub fn is_still(&self) -> bool {
        self.plain.slope == 0.0 && self.bent == 0.0
    }

    /// Returns bounds of the parameters of a stretch at which the function has a value; `None` if there are none.
    fn domain(&self, stretch: Enclosure) -> Option<Enclosure> {
        if self.bent == 0.0 {
            return Some(stretch);
        }
        stretch.intersection(Enclosure::with_chord(self.offset, self.radius)?)
    }

    /// Returns bounds of the function on a stretch; `None` if it has no value there.
    pub fn on(&self, stretch: Enclosure) -> Option<Sloped> {
        let whole = self.evaluated(stretch)?;
        if self.bent == 0.0 || stretch.low == stretch.high {
            return Some(whole);
        }
        // Both summands change together, so the sum may vary far less than each of them.
        match self.evaluated(Enclosure::of(stretch.middle())) {
            Some(middle) => Some(whole.narrowed(middle.value, stretch)),
            None => Some(whole),
        }
    }

    /// Returns bounds of the function on a stretch from the bounds of its two summands.
    fn evaluated(&self, stretch: Enclosure) -> Option<Sloped> {
        let plain = Sloped::linear(self.plain, stretch);
        if self.bent == 0.0 {
            return Some(plain);
        }
        let half_chord = Sloped::linear(self.offset, stretch).half_chord(self.radius)?;
        Some(plain + half_chord.times(self.bent))
    }

    /// Whether two functions are equal up to rounding.
    pub fn is_near(&self, other: &Term) -> bool {
        let near = |a: f64, b: f64| (a - b).abs() < 1e-12;
        let is_same = |a: LinearFunction, b: LinearFunction| near(a.start, b.start) && near(a.slope, b.slope);
        if !is_same(self.plain, other.plain) || !near(self.bent, other.bent) {
            return false;
        }
        // The sign of the offset does not matter.
        let mirrored = LinearFunction { start: -other.offset.start, slope: -other.offset.slope };
        self.bent == 0.0 || is_same(self.offset, other.offset) || is_same(self.offset, mirrored)
    }
}

/// The distance along a ray at which a curve crosses it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Crossing {
    /// The distance on the ray; for a circle, that of the foot of its centre.
    along: Term,
    /// The circle, unless its crossing has a form without it.
    pub circle: Option<CrossedCircle>,
}

/// A circle that crosses a ray.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CrossedCircle {
    /// The offset of the centre from the ray.
    pub aside: Term,
    pub radius: f64,
    /// Which of the two crossings it is: -1 for the first, 1 for the last.
    side: f64,
}

impl Crossing {
    pub fn at(along: Term) -> Crossing {
        Crossing { along, circle: None }
    }

    /// Returns the crossing of a ray with a line that lies `offset` to the left of a second ray; `None` if they are parallel.
    pub fn of_line(ray: &MovingRay, line: &MovingRay, offset: f64) -> Option<Crossing> {
        let turn = line.dir.perp_dot(ray.dir);
        if turn.abs() < STILL {
            return None;
        }
        let LinearFunction { start, slope } = line.aside(&ray.start);
        let at = LinearFunction { start: (offset - start) / turn, slope: -slope / turn };
        Some(Crossing::at(Term::linear(at)))
    }

    /// Returns the crossings of a ray with a circle whose centre lies at the distance `stop` on a second ray.
    pub fn of_circle(ray: &MovingRay, lane: &MovingRay, stop: &Term, radius: f64) -> [Crossing; 2] {
        let along = stop.scaled(ray.dir.dot(lane.dir), ray.ahead(&lane.start));
        let aside = stop.scaled(ray.dir.perp_dot(lane.dir), ray.aside(&lane.start));
        let offset = aside.plain.start;
        [-1.0, 1.0].map(|side| {
            // A circle that the ray never reaches keeps the general form, which has no value.
            if aside.is_still() && offset.abs() <= radius {
                let half = (radius * radius - offset * offset).max(0.0).sqrt();
                return Crossing::at(along.scaled(1.0, LinearFunction::constant(side * half)));
            }
            Crossing { along, circle: Some(CrossedCircle { aside, radius, side }) }
        })
    }

    /// Returns the crossings of a circle that always passes through a point on the ray: that point, and its mirror image about
    /// the foot of the centre.
    pub fn through(self, point: LinearFunction) -> [Crossing; 2] {
        let minus = LinearFunction { start: -point.start, slope: -point.slope };
        [Crossing::at(Term::linear(point)), Crossing::at(self.along.scaled(2.0, minus))]
    }

    /// Whether the crossing is constant.
    pub fn is_still(&self) -> bool {
        self.along.is_still() && self.circle.is_none_or(|circle| circle.aside.is_still())
    }

    /// Returns bounds of the parameters of a stretch at which the crossing has a value; `None` if there are none.
    pub fn domain(&self, stretch: Enclosure) -> Option<Enclosure> {
        let domain = self.along.domain(stretch)?;
        let Some(CrossedCircle { aside, radius, .. }) = &self.circle else { return Some(domain) };
        let domain = aside.domain(domain)?;
        if aside.bent != 0.0 {
            return Some(domain);
        }
        domain.intersection(Enclosure::with_chord(aside.plain, *radius)?)
    }

    /// Returns bounds of the crossing on a stretch; `None` if it has no value there.
    pub fn on(&self, stretch: Enclosure) -> Option<Sloped> {
        let along = self.along.on(stretch)?;
        let Some(CrossedCircle { aside, radius, side }) = &self.circle else { return Some(along) };
        Some(along + aside.on(stretch)?.half_chord(*radius)?.times(*side))
    }

    /// Whether two crossings are equal up to rounding.
    pub fn is_near(&self, other: &Crossing) -> bool {
        let is_same_circle = match (&self.circle, &other.circle) {
            (None, None) => true,
            (Some(a), Some(b)) => {
                let mirrored = b.aside.scaled(-1.0, LinearFunction::constant(0.0));
                a.radius == b.radius
                    && a.side == b.side
                    && (a.aside.is_near(&b.aside) || a.aside.is_near(&mirrored))
            }
            (None, Some(_)) | (Some(_), None) => false,
        };
        is_same_circle && self.along.is_near(&other.along)
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
            let q = origin + lane * ahead + lane.perp() * beside;
            let start = q + turn * 1.0 + turn.perp() * near;
            let ray = MovingRay { start: MovingPoint::still(start), dir: -turn };
            let moving = MovingRay { start: MovingPoint { start: origin, velocity: by }, dir: lane };
            let stop = Term::touch(&moving, &MovingPoint::still(q), 0.25, -1.0).expect("a contact");
            let here = Ray::new(point(origin + by * t), lane);
            if let Some(d) = contact(&here, 0.25, point(q), 1e-9).filter(|d| *d > 0.0) {
                let found = stop.on(Enclosure::of(t)).expect("a value").value.middle();
                prop_assert!((found - d).abs() < 1e-9);
                let circle = Curve::Circle { centre: here.at(d), radius: 0.25 };
                let path = Path::Line { start: Pose { at: point(start), heading: Vec2::X }, dir: ray.dir };
                let expected = path.trace().crossings(&circle, -9.0, 9.0);
                let found = Crossing::of_circle(&ray, &moving, &stop, 0.25);
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
    }
}
