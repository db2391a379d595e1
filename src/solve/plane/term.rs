//! Closed forms of distances along a ray, as functions of the parameter of a family.

use super::enclosure::{Enclosure, FunctionBounds};
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
    /// Returns a point that does not move.
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

    /// Returns how far ahead of the start a point lies, board units.
    pub fn ahead(&self, point: &MovingPoint) -> LinearFunction {
        self.component(point, self.dir)
    }

    /// Returns how far to the left of the ray a point lies, board units.
    pub fn aside(&self, point: &MovingPoint) -> LinearFunction {
        self.component(point, self.dir.perp())
    }

    /// Returns the component of the vector from the start to a point in the direction of a unit vector.
    fn component(&self, point: &MovingPoint, unit: Vec2) -> LinearFunction {
        LinearFunction {
            start: unit.dot(point.start - self.start.start),
            slope: unit.dot(point.velocity - self.start.velocity),
        }
    }
}

/// A slope, a factor or a sine that is less counts as 0: it comes from the rounding of a few products of unit vectors.
const ROUNDING: f64 = 1e-14;

/// An end of the chord that a circle cuts from a ray.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChordEnd {
    First,
    Last,
}

impl ChordEnd {
    pub const BOTH: [ChordEnd; 2] = [ChordEnd::First, ChordEnd::Last];

    /// Returns the sign of the distance from the middle of the chord to this end.
    const fn sign(self) -> f64 {
        match self {
            ChordEnd::First => -1.0,
            ChordEnd::Last => 1.0,
        }
    }
}

/// The function `linear_part + factor * sqrt(radius² - offset²)`, where `linear_part` and `offset` are linear in the parameter.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Term {
    linear_part: LinearFunction,
    factor: f64,
    offset: LinearFunction,
    radius: f64,
}

impl Term {
    /// Returns a linear function as a term.
    pub fn linear(function: LinearFunction) -> Term {
        let slope = if function.slope.abs() < ROUNDING { 0.0 } else { function.slope };
        let linear_part = LinearFunction { slope, ..function };
        Term { linear_part, factor: 0.0, offset: LinearFunction::constant(0.0), radius: 1.0 }
    }

    pub fn constant(value: f64) -> Term {
        Term::linear(LinearFunction::constant(value))
    }

    /// Returns the distance of the first or last contact of a disc that goes along a ray with a point; `None` if the disc never
    /// touches the point.
    pub fn touch(ray: &MovingRay, point: &MovingPoint, radius: f64, end: ChordEnd) -> Option<Term> {
        let (ahead, offset) = (Term::linear(ray.ahead(point)), ray.aside(point));
        if offset.slope.abs() >= ROUNDING {
            return Some(Term { factor: end.sign(), offset, radius, ..ahead });
        }
        let square = radius * radius - offset.start * offset.start;
        if square <= 0.0 {
            return None;
        }
        let start = ahead.linear_part.start + end.sign() * square.sqrt();
        Some(Term::linear(LinearFunction { start, ..ahead.linear_part }))
    }

    /// Returns the function times a number, plus a linear function.
    pub fn scaled(&self, times: f64, plus: LinearFunction) -> Term {
        let without_root = Term::linear(LinearFunction {
            start: self.linear_part.start * times + plus.start,
            slope: self.linear_part.slope * times + plus.slope,
        });
        let factor = self.factor * times;
        if factor.abs() < ROUNDING {
            return without_root;
        }
        Term { linear_part: without_root.linear_part, factor, ..*self }
    }

    /// Whether the function is constant.
    pub fn is_constant(&self) -> bool {
        self.linear_part.slope == 0.0 && self.factor == 0.0
    }

    /// Returns bounds of the parameters of a stretch at which the function has a value; `None` if there are none.
    fn domain(&self, stretch: Enclosure) -> Option<Enclosure> {
        if self.factor == 0.0 {
            return Some(stretch);
        }
        stretch.intersection(Enclosure::of_chord(self.offset, self.radius)?)
    }

    /// Returns bounds of the function on a stretch; `None` if it has no value there.
    pub fn bounds_on(&self, stretch: Enclosure) -> Option<FunctionBounds> {
        let bounds = self.sum_of_bounds(stretch)?;
        if self.factor == 0.0 || stretch.low == stretch.high {
            return Some(bounds);
        }
        // The changes of the two summands may cancel, so the sum may vary far less than each of them.
        match self.sum_of_bounds(Enclosure::of(stretch.middle())) {
            Some(at_middle) => Some(bounds.narrowed(at_middle.value, stretch)),
            None => Some(bounds),
        }
    }

    /// Returns the sum of the bounds of the two summands on a stretch.
    fn sum_of_bounds(&self, stretch: Enclosure) -> Option<FunctionBounds> {
        let linear_part = FunctionBounds::linear(self.linear_part, stretch);
        if self.factor == 0.0 {
            return Some(linear_part);
        }
        let half_chord = FunctionBounds::linear(self.offset, stretch).half_chord(self.radius)?;
        Some(linear_part + half_chord.times(self.factor))
    }

    /// Whether two functions are equal up to rounding.
    pub fn is_near(&self, other: &Term) -> bool {
        let near = |a: f64, b: f64| (a - b).abs() < 1e-12;
        let is_same = |a: LinearFunction, b: LinearFunction| near(a.start, b.start) && near(a.slope, b.slope);
        if !is_same(self.linear_part, other.linear_part) || !near(self.factor, other.factor) {
            return false;
        }
        // The sign of the offset does not matter.
        let is_same_offset =
            is_same(self.offset, other.offset) || is_same(self.offset, other.offset.negated());
        self.factor == 0.0 || is_same_offset
    }
}

/// The distance along a ray at which a curve crosses it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Crossing {
    /// The distance of the crossing; if there is a circle, that of the perpendicular from its centre.
    along: Term,
    /// The circle that crosses the ray, unless the crossing has a form without it.
    pub circle: Option<CrossedCircle>,
}

/// A circle that crosses a ray, with one of the two crossings.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CrossedCircle {
    /// The offset of the centre to the left of the ray.
    pub aside: Term,
    pub radius: f64,
    end: ChordEnd,
}

impl Crossing {
    /// Returns the crossing at a distance along the ray.
    pub fn at(along: Term) -> Crossing {
        Crossing { along, circle: None }
    }

    /// Returns the crossing of a ray with a line that lies `offset` to the left of a second ray; `None` if they are parallel.
    pub fn of_line(ray: &MovingRay, line: &MovingRay, offset: f64) -> Option<Crossing> {
        let sine = line.dir.perp_dot(ray.dir);
        if sine.abs() < ROUNDING {
            return None;
        }
        let LinearFunction { start, slope } = line.aside(&ray.start);
        let along = LinearFunction { start: (offset - start) / sine, slope: -slope / sine };
        Some(Crossing::at(Term::linear(along)))
    }

    /// Returns the crossings of a ray with a circle whose centre lies at the distance `stop` on a second ray.
    pub fn of_circle(ray: &MovingRay, lane: &MovingRay, stop: &Term, radius: f64) -> [Crossing; 2] {
        let along = stop.scaled(ray.dir.dot(lane.dir), ray.ahead(&lane.start));
        let aside = stop.scaled(ray.dir.perp_dot(lane.dir), ray.aside(&lane.start));
        let offset = aside.linear_part.start;
        ChordEnd::BOTH.map(|end| {
            // A circle that the ray never reaches keeps the general form, which has no value.
            if aside.is_constant() && offset.abs() <= radius {
                let half_chord = (radius * radius - offset * offset).max(0.0).sqrt();
                return Crossing::at(along.scaled(1.0, LinearFunction::constant(end.sign() * half_chord)));
            }
            Crossing { along, circle: Some(CrossedCircle { aside, radius, end }) }
        })
    }

    /// Returns both crossings of the circle, given one of them at a distance along the ray. The other is the mirror image about
    /// the perpendicular from the centre.
    pub fn through(self, point: LinearFunction) -> [Crossing; 2] {
        [Crossing::at(Term::linear(point)), Crossing::at(self.along.scaled(2.0, point.negated()))]
    }

    /// Whether the crossing is constant.
    pub fn is_constant(&self) -> bool {
        self.along.is_constant() && self.circle.is_none_or(|circle| circle.aside.is_constant())
    }

    /// Returns bounds of the parameters of a stretch at which the crossing has a value; `None` if there are none.
    pub fn domain(&self, stretch: Enclosure) -> Option<Enclosure> {
        let domain = self.along.domain(stretch)?;
        let Some(CrossedCircle { aside, radius, .. }) = &self.circle else { return Some(domain) };
        let domain = aside.domain(domain)?;
        if aside.factor != 0.0 {
            return Some(domain);
        }
        domain.intersection(Enclosure::of_chord(aside.linear_part, *radius)?)
    }

    /// Returns bounds of the crossing on a stretch; `None` if it has no value there.
    pub fn bounds_on(&self, stretch: Enclosure) -> Option<FunctionBounds> {
        let along = self.along.bounds_on(stretch)?;
        let Some(CrossedCircle { aside, radius, end }) = &self.circle else { return Some(along) };
        Some(along + aside.bounds_on(stretch)?.half_chord(*radius)?.times(end.sign()))
    }

    /// Whether two crossings are equal up to rounding.
    pub fn is_near(&self, other: &Crossing) -> bool {
        let is_same_circle = match (&self.circle, &other.circle) {
            (None, None) => true,
            (Some(a), Some(b)) => {
                let mirrored = b.aside.scaled(-1.0, LinearFunction::constant(0.0));
                let is_same_offset = a.aside.is_near(&b.aside) || a.aside.is_near(&mirrored);
                a.radius == b.radius && a.end == b.end && is_same_offset
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
        /// The circle about the stop of a blocked lane crosses a ray at the distances that the kernel computes.
        #[test]
        fn crossings_are_those_of_the_kernel(
            origin in vec(), velocity in unit(), dir in unit(), ahead in 0.5..4.0f64, aside in -0.24..0.24f64,
            toward in unit(), offset in -0.4..0.4f64, t in 0.0..0.02f64,
        ) {
            let blocker = origin + dir * ahead + dir.perp() * aside;
            let start = blocker + toward * 1.0 + toward.perp() * offset;
            let ray = MovingRay { start: MovingPoint::still(start), dir: -toward };
            let lane = MovingRay { start: MovingPoint { start: origin, velocity }, dir };
            let stop = Term::touch(&lane, &MovingPoint::still(blocker), 0.25, ChordEnd::First).expect("a contact");
            let lane_at_t = Ray::new(point(origin + velocity * t), dir);
            if let Some(d) = contact(&lane_at_t, 0.25, point(blocker), 1e-9).filter(|d| *d > 0.0) {
                let found_stop = stop.bounds_on(Enclosure::of(t)).expect("a value").value.middle();
                prop_assert!((found_stop - d).abs() < 1e-9);
                let circle = Curve::Circle { centre: lane_at_t.at(d), radius: 0.25 };
                let path = Path::Line { start: Pose { at: point(start), heading: Vec2::X }, dir: ray.dir };
                let expected = path.trace().crossings(&circle, -9.0, 9.0);
                let at_t = |c: &Crossing| Some(c.bounds_on(Enclosure::of(t))?.value.middle());
                let crossings = Crossing::of_circle(&ray, &lane, &stop, 0.25);
                let found: Vec<f64> = crossings.iter().filter_map(at_t).collect();
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
