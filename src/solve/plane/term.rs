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
    pub fn seen(&self, copy: &Image) -> MovingRay {
        MovingRay { start: self.start.seen(copy), dir: copy.flips.vec(self.dir) }
    }

    /// Returns how far ahead of the start a point lies, in board units.
    pub fn ahead(&self, point: &MovingPoint) -> LinearFunction {
        self.component(point, self.dir)
    }

    /// Returns how far to the left of the ray a point lies, in board units.
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

/// Coefficients that differ by less count as equal: they may come from longer chains of products of coordinates.
const NEAR: f64 = 1e-12;

fn are_near(a: f64, b: f64) -> bool {
    (a - b).abs() < NEAR
}

fn are_near_functions(a: LinearFunction, b: LinearFunction) -> bool {
    are_near(a.start, b.start) && are_near(a.slope, b.slope)
}

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

/// The function `linear_part + factor * sqrt(radius² - aside²)`, where `linear_part` and `aside` are linear in the parameter.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Term {
    linear_part: LinearFunction,
    /// The summand with the root; `None` if the function is linear.
    root: Option<Root>,
}

/// A number times half of the chord that a circle cuts from a ray: `factor * sqrt(radius² - aside²)`.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Root {
    factor: f64,
    /// How far the centre of the circle lies to the left of the ray.
    aside: LinearFunction,
    radius: f64,
}

impl Root {
    /// Returns bounds of the parameters at which the circle reaches the ray; `None` if there are none.
    fn domain(&self) -> Option<Enclosure> {
        Enclosure::of_chord(self.aside, self.radius)
    }

    /// Returns bounds of the summand on a stretch; `None` if it has no value there.
    fn bounds_on(&self, stretch: Enclosure) -> Option<FunctionBounds> {
        let half_chord = FunctionBounds::linear(self.aside, stretch).half_chord(self.radius)?;
        Some(half_chord.times(self.factor))
    }

    /// Whether two summands are equal up to rounding. The sign of `aside`, which is squared, does not matter.
    fn is_near(&self, other: &Root) -> bool {
        let is_same_aside = are_near_functions(self.aside, other.aside)
            || are_near_functions(self.aside, other.aside.negated());
        are_near(self.factor, other.factor) && self.radius == other.radius && is_same_aside
    }
}

impl Term {
    pub fn linear(function: LinearFunction) -> Term {
        let slope = if function.slope.abs() < ROUNDING { 0.0 } else { function.slope };
        Term { linear_part: LinearFunction { slope, ..function }, root: None }
    }

    pub fn constant(value: f64) -> Term {
        Term::linear(LinearFunction::constant(value))
    }

    /// Returns the first or last contact of a disc that goes along a ray with a point; `None` if they never touch.
    pub fn touch(ray: &MovingRay, point: &MovingPoint, radius: f64, end: ChordEnd) -> Option<Term> {
        let (ahead, aside) = (Term::linear(ray.ahead(point)), ray.aside(point));
        if aside.slope.abs() >= ROUNDING {
            return Some(Term { root: Some(Root { factor: end.sign(), aside, radius }), ..ahead });
        }
        let square = radius * radius - aside.start * aside.start;
        if square <= 0.0 {
            return None;
        }
        let start = ahead.linear_part.start + end.sign() * square.sqrt();
        Some(Term::linear(LinearFunction { start, ..ahead.linear_part }))
    }

    /// Returns the function times a number, plus a linear function.
    pub fn times_plus(&self, times: f64, plus: LinearFunction) -> Term {
        let without_root = Term::linear(LinearFunction {
            start: self.linear_part.start * times + plus.start,
            slope: self.linear_part.slope * times + plus.slope,
        });
        let root = self.root.map(|root| Root { factor: root.factor * times, ..root });
        Term { root: root.filter(|root| root.factor.abs() >= ROUNDING), ..without_root }
    }

    fn negated(&self) -> Term {
        self.times_plus(-1.0, LinearFunction::constant(0.0))
    }

    pub fn is_constant(&self) -> bool {
        self.linear_part.slope == 0.0 && self.root.is_none()
    }

    /// Returns bounds of the parameters of a stretch at which the function has a value; `None` if there are none.
    fn domain(&self, stretch: Enclosure) -> Option<Enclosure> {
        match &self.root {
            None => Some(stretch),
            Some(root) => stretch.intersection(root.domain()?),
        }
    }

    /// Returns bounds of the function on a stretch; `None` if it has no value there.
    pub fn bounds_on(&self, stretch: Enclosure) -> Option<FunctionBounds> {
        let bounds = self.sum_of_bounds(stretch)?;
        if self.root.is_none() || stretch.low == stretch.high {
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
        match &self.root {
            None => Some(linear_part),
            Some(root) => Some(linear_part + root.bounds_on(stretch)?),
        }
    }

    /// Whether two functions are equal up to rounding.
    pub fn is_near(&self, other: &Term) -> bool {
        let is_same_root = match (&self.root, &other.root) {
            (None, None) => true,
            (Some(a), Some(b)) => a.is_near(b),
            (None, Some(root)) | (Some(root), None) => are_near(root.factor, 0.0),
        };
        is_same_root && are_near_functions(self.linear_part, other.linear_part)
    }
}

/// The distance along a ray at which a curve crosses it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Crossing {
    /// A crossing whose distance has a closed form by itself.
    At(Term),
    /// A crossing with a circle that moves beside the ray.
    OnCircle(CircleCrossing),
}

/// One of the two crossings of a circle with a ray.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CircleCrossing {
    /// The distance of the foot of the perpendicular from the centre to the ray, halfway between the two crossings.
    foot: Term,
    /// How far the centre lies to the left of the ray.
    pub aside: Term,
    pub radius: f64,
    end: ChordEnd,
}

impl CircleCrossing {
    /// Returns both crossings of the circle, given one of them. The other mirrors it about the foot of the perpendicular.
    pub fn pair_with(&self, given: LinearFunction) -> [Crossing; 2] {
        [Crossing::At(Term::linear(given)), Crossing::At(self.foot.times_plus(2.0, given.negated()))]
    }

    /// Returns bounds of the parameters of a stretch at which the crossing has a value; `None` if there are none. The bounds are
    /// wider than need be if `aside` has a root: then [`Crossing::bounds_on`] finds where there is no value.
    fn domain(&self, stretch: Enclosure) -> Option<Enclosure> {
        let domain = self.aside.domain(self.foot.domain(stretch)?)?;
        match self.aside.root {
            Some(_) => Some(domain),
            None => domain.intersection(Enclosure::of_chord(self.aside.linear_part, self.radius)?),
        }
    }

    /// Whether two crossings are equal up to rounding. The sign of `aside` does not matter.
    fn is_near(&self, other: &CircleCrossing) -> bool {
        let is_same_aside = self.aside.is_near(&other.aside) || self.aside.is_near(&other.aside.negated());
        self.radius == other.radius
            && self.end == other.end
            && is_same_aside
            && self.foot.is_near(&other.foot)
    }
}

impl Crossing {
    /// Returns the crossing of a ray with a line that lies `aside` to the left of a second ray; `None` if they are parallel.
    pub fn of_line(ray: &MovingRay, line: &MovingRay, aside: f64) -> Option<Crossing> {
        let sine = line.dir.perp_dot(ray.dir);
        if sine.abs() < ROUNDING {
            return None;
        }
        let LinearFunction { start, slope } = line.aside(&ray.start);
        let along = LinearFunction { start: (aside - start) / sine, slope: -slope / sine };
        Some(Crossing::At(Term::linear(along)))
    }

    /// Returns the crossings of a ray with a circle whose centre lies at the distance `stop` on a second ray.
    pub fn of_circle(ray: &MovingRay, lane: &MovingRay, stop: &Term, radius: f64) -> [Crossing; 2] {
        let foot = stop.times_plus(ray.dir.dot(lane.dir), ray.ahead(&lane.start));
        let aside = stop.times_plus(ray.dir.perp_dot(lane.dir), ray.aside(&lane.start));
        let distance = aside.linear_part.start;
        ChordEnd::BOTH.map(|end| {
            // Half of the chord is a number if the centre keeps its distance from the ray. If the ray never reaches the circle, the
            // general form is kept, which has no value.
            if aside.is_constant() && distance.abs() <= radius {
                let half_chord = (radius * radius - distance * distance).max(0.0).sqrt();
                return Crossing::At(foot.times_plus(1.0, LinearFunction::constant(end.sign() * half_chord)));
            }
            Crossing::OnCircle(CircleCrossing { foot, aside, radius, end })
        })
    }

    pub fn is_constant(&self) -> bool {
        match self {
            Crossing::At(along) => along.is_constant(),
            Crossing::OnCircle(crossing) => crossing.foot.is_constant() && crossing.aside.is_constant(),
        }
    }

    /// Returns bounds of the parameters of a stretch at which the crossing has a value; `None` if there are none.
    pub fn domain(&self, stretch: Enclosure) -> Option<Enclosure> {
        match self {
            Crossing::At(along) => along.domain(stretch),
            Crossing::OnCircle(crossing) => crossing.domain(stretch),
        }
    }

    /// Returns bounds of the crossing on a stretch; `None` if it has no value there.
    pub fn bounds_on(&self, stretch: Enclosure) -> Option<FunctionBounds> {
        match self {
            Crossing::At(along) => along.bounds_on(stretch),
            Crossing::OnCircle(CircleCrossing { foot, aside, radius, end }) => {
                let foot = foot.bounds_on(stretch)?;
                Some(foot + aside.bounds_on(stretch)?.half_chord(*radius)?.times(end.sign()))
            }
        }
    }

    /// Whether two crossings are equal up to rounding.
    pub fn is_near(&self, other: &Crossing) -> bool {
        match (self, other) {
            (Crossing::At(a), Crossing::At(b)) => a.is_near(b),
            (Crossing::OnCircle(a), Crossing::OnCircle(b)) => a.is_near(b),
            (Crossing::At(_), Crossing::OnCircle(_)) | (Crossing::OnCircle(_), Crossing::At(_)) => false,
        }
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
