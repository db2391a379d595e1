//! Graphs of sums of half circles: where a point has to be for another, that depends on it by a ratio and a reach, to
//! lie on a line or a circle.
//!
//! Over a baseline x = stretch * w, y = a + b w ± sqrt(r² - (w - c)²) ± sqrt(r'² - (w - c')²): of one half circle an
//! ellipse, of two a curve of the fourth degree. Both have closed areas.

use super::roots::{Variable, zeros_of};
use super::tolerance::{EPSILON, VERTEX};
use super::{Curve, Point, Vec2};
use smallvec::SmallVec;
use std::f64::consts::{PI, TAU};
use std::sync::LazyLock;

/// The degree of the polynomial that is 0 on a graph.
const DEGREE: usize = 4;

static ALONG: LazyLock<Variable> = LazyLock::new(|| Variable::of_distance(-1.0, 1.0, DEGREE));
static ROUND: LazyLock<Vec<Variable>> = LazyLock::new(|| Variable::of_angle(0.0, TAU, 1.0, DEGREE));

/// How far off a place may be that is on both of two, board units.
const TIE: f64 = 10.0 * EPSILON;

/// How far off the polynomial may show it: near others of its zeros it loses half its digits, and at an end of a half
/// circle half of those.
const FAR: f64 = 1e-3;

/// The step of a difference quotient, radians.
const SMALL: f64 = 1e-6;

/// A half circle over the baseline: 0 at its ends, above it or below.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Half {
    /// 1 above the baseline, -1 below it.
    pub sign: f64,
    /// Where its middle is.
    pub centre: f64,
    /// Its radius.
    pub radius: f64,
}

impl Half {
    fn height(&self, w: f64) -> f64 {
        let off = (w - self.centre).abs();
        let left = self.radius - off;
        // At its ends it is 0, whatever the rounding of the end.
        if left < 4.0 * f64::EPSILON * (self.radius + self.centre.abs()) {
            return 0.0;
        }
        self.sign * (left * (self.radius + off)).sqrt()
    }

    /// The height at so much from both ends of a span, which may be its own.
    fn height_within(&self, (from, to): (f64, f64), (after, before): (f64, f64)) -> f64 {
        let left = after + (from - (self.centre - self.radius));
        let right = before + ((self.centre + self.radius) - to);
        self.sign * (left * right).sqrt()
    }

    fn square(&self, w: f64) -> f64 {
        let off = w - self.centre;
        (self.radius - off) * (self.radius + off)
    }

    /// The integral of the height from the middle.
    fn area(&self, w: f64) -> f64 {
        let (off, height) = (w - self.centre, self.height(w));
        // By both coordinates: the sine alone loses half its digits at an end.
        let angle = off.atan2(height.abs());
        0.5 * (off * height + self.sign * self.radius * self.radius * angle)
    }
}

/// A baseline: where w and y are 0, the direction of x, of length 1, and how much of x goes to one of w. The
/// direction of y is on its left.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Baseline {
    /// Where w and y are 0.
    pub origin: Point,
    /// The direction of x.
    pub along: Vec2,
    /// x / w.
    pub stretch: f64,
}

impl Baseline {
    /// x and y of a place.
    pub fn local(&self, q: Point) -> Vec2 {
        let v = q - self.origin;
        Vec2::new(self.along.dot(v), self.along.perp_dot(v))
    }

    fn place(&self, x: f64, y: f64) -> Point {
        self.origin + self.along * x + self.along.perp() * y
    }
}

/// The whole graph of a linear function and one or two half circles, over the w at which all of them are known and
/// that are not below 0.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Graph {
    base: Baseline,
    /// The linear part: at w = 0, and for each unit of w.
    linear: (f64, f64),
    half: Half,
    second: Option<Half>,
    from: f64,
    to: f64,
}

impl Graph {
    /// The graph over a baseline of a linear part, given by its value at w = 0 and its slope, and half circles; nothing
    /// if it has no length.
    pub fn new(base: Baseline, linear: (f64, f64), half: Half, second: Option<Half>) -> Option<Graph> {
        let halves = || [Some(half), second].into_iter().flatten();
        let from = halves().map(|h| h.centre - h.radius).fold(0.0, f64::max);
        let to = halves().map(|h| h.centre + h.radius).fold(f64::INFINITY, f64::min);
        (to - from > VERTEX).then_some(Graph { base, linear, half, second, from, to })
    }

    /// The least and the greatest w.
    pub fn span(&self) -> (f64, f64) {
        (self.from, self.to)
    }

    /// The place over w.
    pub fn at(&self, w: f64) -> Point {
        self.base.place(self.base.stretch * w, self.height(w))
    }

    /// The w of a place of the graph.
    pub fn parameter(&self, q: Point) -> f64 {
        (self.base.local(q).x / self.base.stretch).clamp(self.from, self.to)
    }

    /// The direction in which it goes on over w, of length 1.
    pub fn direction(&self, w: f64) -> Vec2 {
        let rise = |half: &Half| (half.centre - w) / half.height(w);
        let slope = self.linear.1 + self.halves().map(rise).sum::<f64>();
        let step = self.base.place(self.base.stretch, slope) - self.base.place(0.0, 0.0);
        step.try_normalize().unwrap_or_else(|| self.base.along.perp())
    }

    /// Its ends, where it is cut off or goes back as another graph.
    pub fn ends(&self) -> [Point; 2] {
        [self.at(self.from), self.at(self.to)]
    }

    /// A disc that holds all of it.
    pub fn disc(&self) -> (Point, f64) {
        let middle = self.from.midpoint(self.to);
        let most: f64 = self.halves().map(|h| h.radius).sum();
        let half = 0.5 * (self.to - self.from);
        let (x, rise) = (self.base.stretch * half, self.linear.1.abs() * half);
        (
            self.base.place(self.base.stretch * middle, self.linear.0 + self.linear.1 * middle),
            x.hypot(rise + most),
        )
    }

    /// Whether two graphs are one, to `tie` board units.
    pub fn coincides(&self, other: &Graph, tie: f64) -> bool {
        let shares = [0.0, 0.2, 0.4, 0.6, 0.8, 1.0];
        let at = |graph: &Graph, share: f64| graph.at(graph.from + (graph.to - graph.from) * share);
        self.base.along == other.base.along
            && shares.into_iter().all(|share| at(self, share).distance(at(other, share)) <= tie)
    }

    /// Where it crosses or touches a line or a circle: zeros of its polynomial along them.
    pub fn meet(&self, curve: &Curve) -> SmallVec<[Point; 2]> {
        let (middle, reach) = self.disc();
        if curve.offset(middle).abs() > reach + VERTEX {
            return SmallVec::new();
        }
        let zeros = |variable: &Variable, at: &dyn Fn(f64) -> Point| -> SmallVec<[Point; 4]> {
            let values: SmallVec<[f64; 9]> =
                variable.nodes().into_iter().map(|t| self.implicit(at(t))).collect();
            variable.zeros(&values, DEGREE).into_iter().map(at).collect()
        };
        let found: SmallVec<[Point; 4]> = match curve {
            Curve::Line { dir, .. } => {
                let foot = curve.nearest(middle);
                zeros(&ALONG, &|t| foot + *dir * (t * (reach + VERTEX)))
            }
            Curve::Circle { .. } => ROUND.iter().flat_map(|turn| zeros(turn, &|t| curve.at(t))).collect(),
        };
        let off = |q: Point| curve.offset(q);
        let near = found.into_iter().filter_map(|q| self.sharpened(q, off));
        near.chain(self.ends().into_iter().filter(|q| off(*q).abs() <= TIE)).collect()
    }

    /// Where it crosses or touches another.
    pub fn meet_graph(&self, other: &Graph) -> SmallVec<[Point; 2]> {
        let ((a, r), (b, s)) = (self.disc(), other.disc());
        if a.distance(b) > r + s + VERTEX {
            return SmallVec::new();
        }
        let found = zeros_of(&|angle| other.implicit(self.at_angle(angle)), 0.0, PI);
        found.into_iter().map(|a| self.at_angle(a)).chain(self.ends()).filter(|q| other.holds(*q)).collect()
    }

    /// Half the integral of `x dy - y dx` along a piece of it, seen from `about`.
    pub fn swept_area(&self, from: f64, to: f64, about: Point) -> f64 {
        let about = self.base.local(about);
        let corner = |w: f64| (self.base.stretch * w - about.x) * (self.height(w) - about.y);
        let below = |w: f64| {
            let linear = (self.linear.0 - about.y) * w + 0.5 * self.linear.1 * w * w;
            self.base.stretch * (linear + self.halves().map(|h| h.area(w)).sum::<f64>())
        };
        0.5 * (corner(to) - corner(from)) - (below(to) - below(from))
    }

    /// Places along a piece of it, ends included, no farther from it than `accuracy` between them.
    pub fn points(&self, from: f64, to: f64, accuracy: f64) -> Vec<Point> {
        let radius = self.base.stretch * self.halves().map(|h| h.radius).sum::<f64>();
        let step = (1.0 - (accuracy / radius).clamp(1e-9, 0.5)).acos();
        let n = (PI / step).ceil().clamp(1.0, 4096.0) as u32;
        // Closer together at the ends, where it may be upright.
        let share = |i: u32| 0.5 * (1.0 - (PI * f64::from(i) / f64::from(n)).cos());
        (0..=n).map(|i| self.at(from + (to - from) * share(i))).collect()
    }

    fn halves(&self) -> impl Iterator<Item = &Half> {
        [Some(&self.half), self.second.as_ref()].into_iter().flatten()
    }

    fn height(&self, w: f64) -> f64 {
        self.linear.0 + self.linear.1 * w + self.halves().map(|h| h.height(w)).sum::<f64>()
    }

    /// A polynomial that is 0 on the graph, and on those with other signs.
    fn implicit(&self, q: Point) -> f64 {
        let local = self.base.local(q);
        let w = local.x / self.base.stretch;
        let y = local.y - self.linear.0 - self.linear.1 * w;
        let one = self.half.square(w);
        match self.second.map(|half| half.square(w)) {
            None => y * y - one,
            Some(two) => (y * y - one - two).powi(2) - 4.0 * one * two,
        }
    }

    /// Whether a place on one of the graphs with other signs is on this one.
    fn holds(&self, q: Point) -> bool {
        let local = self.base.local(q);
        let w = local.x / self.base.stretch;
        // Near an end a little of w is much of y.
        let near = [w - TIE, w, w + TIE].map(|w| self.height(w.clamp(self.from, self.to)));
        let (low, high) = near.iter().fold((f64::MAX, f64::MIN), |(l, h), y| (l.min(*y), h.max(*y)));
        (self.from - TIE..=self.to + TIE).contains(&w) && (low - TIE..=high + TIE).contains(&local.y)
    }

    /// The place at an angle from 0 to a half turn over its span: over it the half circles are smooth at their ends too.
    fn at_angle(&self, angle: f64) -> Point {
        let ((sin, cos), length) = ((0.5 * angle).sin_cos(), self.to - self.from);
        let (after, before) = (length * sin * sin, length * cos * cos);
        let heights = self.halves().map(|h| h.height_within((self.from, self.to), (after, before)));
        let w = self.from + after;
        self.base.place(self.base.stretch * w, self.linear.0 + self.linear.1 * w + heights.sum::<f64>())
    }

    /// The place of the graph near `q` at which a function is 0; nothing if `q` is on one with other signs.
    fn sharpened(&self, q: Point, off: impl Fn(Point) -> f64) -> Option<Point> {
        let share = (self.parameter(q) - self.from) / (self.to - self.from);
        let first = (1.0 - 2.0 * share).clamp(-1.0, 1.0).acos();
        if self.at_angle(first).distance(q) > FAR {
            return None;
        }
        let mut best = (first, off(self.at_angle(first)));
        for _ in 0..4 {
            let slope =
                (off(self.at_angle(best.0 + SMALL)) - off(self.at_angle(best.0 - SMALL))) / (2.0 * SMALL);
            let next = (best.0 - best.1 / slope).clamp(0.0, PI);
            let rest = off(self.at_angle(next));
            if rest.abs() >= best.1.abs() || rest.is_nan() {
                break;
            }
            best = (next, rest);
        }
        (best.1.abs() <= TIE).then(|| self.at_angle(best.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use approx::assert_abs_diff_eq;
    use proptest::prelude::*;

    fn half() -> impl Strategy<Value = Half> {
        (prop_oneof![Just(1.0), Just(-1.0)], 0.0..1.0f64, 0.3..1.0f64)
            .prop_map(|(sign, centre, radius)| Half { sign, centre, radius })
    }

    fn graph() -> impl Strategy<Value = Graph> {
        let base =
            (0.0..2.0f64, 0.0..2.0f64, 0..4u8, 1.0..3.0f64).prop_map(|(x, y, turn, stretch)| Baseline {
                origin: Point::new(x, y),
                along: [Vec2::X, Vec2::Y, -Vec2::X, -Vec2::Y][usize::from(turn)],
                stretch,
            });
        let linear = (-1.0..1.0f64, -1.0..1.0f64);
        (base, linear, half(), prop::option::of(half()))
            .prop_filter_map("some length", |(base, linear, one, two)| Graph::new(base, linear, one, two))
    }

    #[test]
    fn a_half_circle_is_one() {
        let base = Baseline { origin: Point::new(0.0, 0.0), along: Vec2::X, stretch: 1.0 };
        let half = Half { sign: 1.0, centre: 2.0, radius: 1.0 };
        let graph = Graph::new(base, (0.0, 0.0), half, None).expect("a graph");
        let circle = Curve::Circle { centre: Point::new(2.0, 1.0), radius: 1.0 };
        let met = graph.meet(&circle);
        assert_eq!(met.len(), 2, "{met:?}");
        assert!(met.iter().all(|q| (q.y - 0.5).abs() < 1e-9));
        let touch = graph.meet(&Curve::Line { through: Point::new(0.0, 1.0), dir: Vec2::X });
        assert!(!touch.is_empty() && touch.iter().all(|q| q.distance(Point::new(2.0, 1.0)) < 1e-6));
        // Against the clock from right to left.
        assert_abs_diff_eq!(graph.swept_area(3.0, 1.0, Point::new(2.0, 0.0)), PI / 2.0, epsilon = 1e-12);
    }

    proptest! {
        #[test]
        fn it_meets_a_line_wherever_it_changes_sides(graph in graph(), x in 0.0..4.0f64, y in 0.0..4.0f64, a in 0.0..7.0f64, r in 0.3..2.0f64) {
            let through = Point::new(x, y);
            let (from, to) = graph.span();
            for curve in [Curve::Line { through, dir: Vec2::from_angle(a) }, Curve::Circle { centre: through, radius: r }] {
                let met = graph.meet(&curve);
                for q in &met {
                    prop_assert!(curve.offset(*q).abs() < 1e-7 && graph.holds(*q));
                    prop_assert!(graph.at(graph.parameter(*q)).distance(*q) < 1e-3);
                }
                for (a, b) in (0..999u32).map(|i| [i, i + 1].map(|i| graph.at(from + (to - from) * f64::from(i) / 999.0))).map(Into::into) {
                    if curve.offset(a) * curve.offset(b) < 0.0 {
                        let between = |q: &&Point| q.distance(a) + q.distance(b) < 3.0 * a.distance(b) + 1e-6;
                        prop_assert!(met.iter().find(between).is_some(), "{curve:?} {a} {b} {met:?}");
                    }
                }
            }
        }

        #[test]
        fn two_meet_where_each_says(one in graph(), two in graph()) {
            let (ours, theirs) = (one.meet_graph(&two), two.meet_graph(&one));
            let steep = |q: &Point| {
                [&one, &two].iter().any(|g| g.ends().iter().any(|end| end.distance(*q) < 1e-3))
            };
            let touch = |q: &Point| {
                one.direction(one.parameter(*q)).perp_dot(two.direction(two.parameter(*q))).abs() < 1e-3
            };
            for q in ours.iter().filter(|q| !steep(q) && !touch(q)) {
                prop_assert!(theirs.iter().any(|p| p.distance(*q) < 1e-8), "{q} {theirs:?}");
            }
        }

        #[test]
        fn the_area_is_that_of_a_fine_polygon(graph in graph()) {
            let (from, to) = graph.span();
            let about = Point::new(0.5, 0.25);
            let points = graph.points(from, to, 1e-7);
            let polygon: f64 = points.windows(2).map(|w| 0.5 * (w[0] - about).perp_dot(w[1] - about)).sum();
            assert_abs_diff_eq!(graph.swept_area(from, to, about), polygon, epsilon = 1e-5);
        }

        #[test]
        fn its_direction_is_that_of_a_short_step(graph in graph(), share in 0.1..0.9f64) {
            let (from, to) = graph.span();
            let w = from + (to - from) * share;
            let step = (graph.at(w + 1e-6) - graph.at(w - 1e-6)).normalize();
            prop_assert!(step.distance(graph.direction(w)) < 1e-4);
        }
    }
}
