//! Graphs of sums of half circles, as curves. They say where a point has to be so that a second point, which depends
//! on it by a ratio and a reach, lies on a line or a circle.
//!
//! Over a baseline x = stretch * w, y = a + b w ± sqrt(r² - (w - c)²) ± sqrt(r'² - (w - c')²): one half circle gives
//! an ellipse, two give a curve of the fourth degree. Both have closed areas.

use super::roots::{Variable, zeros_of};
use super::strip::Strip;
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

/// What rounding may put a place off a graph, board units.
const ROUNDING: f64 = 1e-13;

/// Where the search for an angle begins when it is an end, radians from there: w is then off by the square of it.
const OFF_END: f64 = 1e-4;

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
    /// The height at so much from both ends of a span, which may be its own.
    fn height(&self, (from, to): (f64, f64), (after, before): (f64, f64)) -> f64 {
        let (left, right) = self.left_out((from, to));
        self.sign * ((after + left) * (before + right)).sqrt()
    }

    /// How much of it is before a span, and after.
    fn left_out(&self, (from, to): (f64, f64)) -> (f64, f64) {
        (from - (self.centre - self.radius), (self.centre + self.radius) - to)
    }

    /// How far it bulges from its chord between two w at which it is so high: up if its sign is 1, else down. It does so most where it
    /// is parallel to the chord.
    fn bulge(&self, (from, to): (f64, f64), (first, last): (f64, f64)) -> f64 {
        if to <= from {
            return 0.0;
        }
        let slope = (last - first) / (to - from);
        let w = (self.centre - self.sign * self.radius * slope / slope.hypot(1.0)).clamp(from, to);
        let above = self.sign * self.square(w).max(0.0).sqrt() - (first + slope * (w - from));
        (self.sign * above).max(0.0)
    }

    fn square(&self, w: f64) -> f64 {
        let off = w - self.centre;
        (self.radius - off) * (self.radius + off)
    }

    /// The integral of the height from the middle, where it is so high.
    fn area(&self, w: f64, height: f64) -> f64 {
        let off = w - self.centre;
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
///
/// Its parameter is an angle from 0 to a half turn, and w is the cosine of it. The graph may be upright at the ends
/// of a half circle, where w alone would give a place with half the digits.
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

    /// The place at an angle.
    pub fn at(&self, angle: f64) -> Point {
        let step = self.step(angle);
        let w = self.from + step.0;
        let heights: f64 = self.heights(step).map(|(_, height)| height).sum();
        self.base.place(self.base.stretch * w, self.linear.0 + self.linear.1 * w + heights)
    }

    /// The angle of a place of the graph.
    pub fn parameter(&self, q: Point) -> f64 {
        // Where it is cut off its place does not change with the angle, and there is no step to take.
        let first = self.angle_over(q).clamp(OFF_END, PI - OFF_END);
        let mut best = (first, self.at(first) - q);
        for _ in 0..8 {
            if best.1.length() <= ROUNDING {
                break;
            }
            let velocity = self.velocity(best.0);
            let next = (best.0 - velocity.dot(best.1) / velocity.length_squared()).clamp(0.0, PI);
            let off = self.at(next) - q;
            if off.length() >= best.1.length() || next.is_nan() {
                break;
            }
            best = (next, off);
        }
        let nearer = |end: &f64| self.at(*end).distance(q) <= best.1.length();
        [0.0, PI].into_iter().find(nearer).unwrap_or(best.0)
    }

    /// The direction in which it goes on over w, of length 1.
    pub fn direction(&self, angle: f64) -> Vec2 {
        self.velocity(angle).try_normalize().unwrap_or(self.base.along)
    }

    /// Its ends, where it is cut off or goes back as another graph.
    pub fn ends(&self) -> [Point; 2] {
        [self.at(0.0), self.at(PI)]
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
        let mut angles = (0..=5).map(|i| PI * f64::from(i) / 5.0);
        self.base.along == other.base.along
            && angles.all(|angle| self.at(angle).distance(other.at(angle)) <= tie)
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

    /// Where it crosses or touches another within `reach` of a place, and here and there farther off.
    pub fn meet_graph(&self, other: &Graph, near: Point, reach: f64) -> SmallVec<[Point; 2]> {
        let parts = self.angles_near(near, reach).zip(other.angles_near(near, reach));
        let Some(((from, to), theirs)) = parts else { return SmallVec::new() };
        if self.strip(from, to).is_apart_from(&other.strip(theirs.0, theirs.1), TIE) {
            return SmallVec::new();
        }
        let found = zeros_of(&|angle| other.implicit(self.at(angle)), from, to);
        found.into_iter().map(|angle| self.at(angle)).chain(self.ends()).filter(|q| other.holds(*q)).collect()
    }

    /// Half the integral of `x dy - y dx` along a piece of it, seen from `about`.
    pub fn swept_area(&self, from: f64, to: f64, about: Point) -> f64 {
        let about = self.base.local(about);
        // The rectangle that the graph cuts, and the integral of its height over w.
        let parts = |angle: f64| {
            let step = self.step(angle);
            let (w, mut height) = (self.from + step.0, self.linear.0 - about.y);
            let mut below = height * w + 0.5 * self.linear.1 * w * w;
            height += self.linear.1 * w;
            for (half, own) in self.heights(step) {
                height += own;
                below += half.area(w, own);
            }
            ((self.base.stretch * w - about.x) * height, self.base.stretch * below)
        };
        let (start, end) = (parts(from), parts(to));
        0.5 * (end.0 - start.0) - (end.1 - start.1)
    }

    /// Places along a piece of it, ends included, no farther from it than `accuracy` between them.
    pub fn points(&self, from: f64, to: f64, accuracy: f64) -> Vec<Point> {
        let radius = self.base.stretch * self.halves().map(|h| h.radius).sum::<f64>();
        let step = (1.0 - (accuracy / radius).clamp(1e-9, 0.5)).acos();
        let n = ((to - from).abs() / step).ceil().clamp(1.0, 4096.0) as u32;
        (0..=n).map(|i| self.at(from + (to - from) * f64::from(i) / f64::from(n))).collect()
    }

    /// Whether some of it may lie within `reach` of a place.
    pub fn comes_near(&self, near: Point, reach: f64) -> bool {
        let part = self.angles_near(near, reach);
        part.is_some_and(|(from, to)| !self.strip(from, to).is_clear_of(near, reach))
    }

    /// A parallelogram that holds a piece of it: each half circle lies between its chord and a parallel to it.
    fn strip(&self, from: f64, to: f64) -> Strip {
        let steps = [self.step(from), self.step(to)];
        let [first, last] = steps.map(|step| self.from + step.0);
        let mut heights = [first, last].map(|w| self.linear.0 + self.linear.1 * w);
        let (mut above, mut below) = (0.0, 0.0);
        for half in self.halves() {
            let own = steps.map(|step| half.height((self.from, self.to), step));
            let bulge = half.bulge((first, last), own.into());
            if half.sign > 0.0 {
                above += bulge
            } else {
                below += bulge
            }
            heights = [heights[0] + own[0], heights[1] + own[1]];
        }
        let [one, two] =
            [(first, heights[0]), (last, heights[1])].map(|(w, y)| self.base.place(self.base.stretch * w, y));
        let (along, up) = ((two - one) * 0.5, self.base.along.perp());
        Strip {
            middle: one + along + up * (0.5 * (above - below)),
            along,
            rise: up * (0.5 * (above + below)),
        }
    }

    /// The angles of all its places within `reach` of another, and of some more.
    fn angles_near(&self, near: Point, reach: f64) -> Option<(f64, f64)> {
        let (x, reach) = (self.base.local(near).x, reach + 10.0 * VERTEX);
        let [from, to] = [x - reach, x + reach].map(|x| self.share_over(x));
        let angle = |share: f64| (1.0 - 2.0 * share).clamp(-1.0, 1.0).acos();
        (to >= 0.0 && from <= 1.0).then(|| (angle(from), angle(to)))
    }

    /// How much of its span lies before x.
    fn share_over(&self, x: f64) -> f64 {
        (x / self.base.stretch - self.from) / (self.to - self.from)
    }

    /// The angle of the place with the same w: all that is needed but at an upright end.
    fn angle_over(&self, q: Point) -> f64 {
        (1.0 - 2.0 * self.share_over(self.base.local(q).x)).clamp(-1.0, 1.0).acos()
    }

    fn halves(&self) -> impl Iterator<Item = &Half> {
        [Some(&self.half), self.second.as_ref()].into_iter().flatten()
    }

    /// How much of its span is before an angle, and after.
    fn step(&self, angle: f64) -> (f64, f64) {
        let ((sin, cos), length) = ((0.5 * angle).sin_cos(), self.to - self.from);
        (length * sin * sin, length * cos * cos)
    }

    /// The half circles and their heights there.
    fn heights(&self, step: (f64, f64)) -> impl Iterator<Item = (&Half, f64)> {
        self.halves().map(move |half| (half, half.height((self.from, self.to), step)))
    }

    /// How its place changes with the angle: nothing at an end at which it is only cut off.
    fn velocity(&self, angle: f64) -> Vec2 {
        let ((sin, cos), length) = ((0.5 * angle).sin_cos(), self.to - self.from);
        let (after, before) = self.step(angle);
        // sin * cos / height of a half circle, which is known at its own ends too.
        let share =
            |part: f64, left: f64| if left == 0.0 { 1.0 / length } else { part / (length * part + left) };
        let rise = |half: &Half| {
            let (left, right) = half.left_out((self.from, self.to));
            let ratio = (share(sin * sin, left) * share(cos * cos, right)).sqrt();
            0.5 * half.sign * length * ratio * ((before + right) - (after + left))
        };
        let dw = length * sin * cos;
        let dy = self.linear.1 * dw + self.halves().map(rise).sum::<f64>();
        self.base.along * (self.base.stretch * dw) + self.base.along.perp() * dy
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
        self.at(self.parameter(q)).distance(q) <= TIE
    }

    /// The place of the graph near `q` at which a function is 0; nothing if `q` is on one with other signs.
    fn sharpened(&self, q: Point, off: impl Fn(Point) -> f64) -> Option<Point> {
        let first = self.angle_over(q);
        if self.at(first).distance(q) > FAR {
            return None;
        }
        let mut best = (first, off(self.at(first)));
        for _ in 0..4 {
            let slope = (off(self.at(best.0 + SMALL)) - off(self.at(best.0 - SMALL))) / (2.0 * SMALL);
            let next = (best.0 - best.1 / slope).clamp(0.0, PI);
            let rest = off(self.at(next));
            if rest.abs() >= best.1.abs() || rest.is_nan() {
                break;
            }
            best = (next, rest);
        }
        (best.1.abs() <= TIE).then(|| self.at(best.0))
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
        assert_abs_diff_eq!(graph.swept_area(PI, 0.0, Point::new(2.0, 0.0)), PI / 2.0, epsilon = 1e-12);
    }

    proptest! {
        #[test]
        fn it_meets_a_line_wherever_it_changes_sides(graph in graph(), x in 0.0..4.0f64, y in 0.0..4.0f64, a in 0.0..7.0f64, r in 0.3..2.0f64) {
            let through = Point::new(x, y);
            for curve in [Curve::Line { through, dir: Vec2::from_angle(a) }, Curve::Circle { centre: through, radius: r }] {
                let met = graph.meet(&curve);
                for q in &met {
                    prop_assert!(curve.offset(*q).abs() < 1e-7 && graph.holds(*q));
                }
                for (a, b) in (0..999u32).map(|i| [i, i + 1].map(|i| graph.at(PI * f64::from(i) / 999.0))).map(Into::into) {
                    if curve.offset(a) * curve.offset(b) < 0.0 {
                        let between = |q: &&Point| q.distance(a) + q.distance(b) < 3.0 * a.distance(b) + 1e-6;
                        prop_assert!(met.iter().find(between).is_some(), "{curve:?} {a} {b} {met:?}");
                    }
                }
            }
        }

        /// Its ends not excepted, where it may be upright.
        #[test]
        fn a_place_near_it_is_told_by_its_angle(graph in graph(), angle in prop_oneof![0.0..PI, 0.0..1e-3], off in (-1e-9..1e-9f64, -1e-9..1e-9f64)) {
            let at = graph.at(angle);
            let found = graph.at(graph.parameter(Point::new(at.x + off.0, at.y + off.1)));
            prop_assert!(found.distance(at) < 3e-9, "{at} {found}");
        }

        #[test]
        fn two_meet_where_each_says(one in graph(), two in graph(), aside in -0.01..0.01f64) {
            let (all, far) = (Point::new(0.0, 0.0), 100.0);
            let (ours, theirs) = (one.meet_graph(&two, all, far), two.meet_graph(&one, all, far));
            let steep = |q: &Point| {
                [&one, &two].iter().any(|g| g.ends().iter().any(|end| end.distance(*q) < 1e-3))
            };
            let touch = |q: &Point| {
                one.direction(one.parameter(*q)).perp_dot(two.direction(two.parameter(*q))).abs() < 1e-3
            };
            for q in ours.iter().filter(|q| !steep(q) && !touch(q)) {
                prop_assert!(theirs.iter().any(|p| p.distance(*q) < 1e-8), "{q} {theirs:?}");
                let near = one.meet_graph(&two, Point::new(q.x + aside, q.y), 0.01);
                prop_assert!(near.iter().any(|p| p.distance(*q) < 1e-8), "{q} {near:?}");
            }
        }

        #[test]
        fn it_comes_near_wherever_a_place_of_it_does(graph in graph(), angle in 0.0..PI, off in 0.0..7.0f64, reach in prop_oneof![0.0..2.0f64, 0.0..1e-3]) {
            prop_assert!(graph.comes_near(graph.at(angle) + Vec2::from_angle(off) * reach, reach + VERTEX));
        }

        /// A strip is hardly wider than the piece that it holds.
        #[test]
        fn it_does_not_where_a_short_piece_of_it_is_far(graph in graph(), angle in 0.1..3.0f64, side in prop_oneof![Just(1.0), Just(-1.0)]) {
            let (at, reach) = (graph.at(angle), 1e-3);
            let normal = graph.direction(angle).perp();
            let near = |t: f64| graph.at(t).distance(at + normal * side * 3.0 * reach) < 2.0 * reach;
            prop_assume!(!(0..2000).any(|i| near(PI * f64::from(i) / 2000.0)));
            prop_assert!(!graph.comes_near(at + normal * side * 3.0 * reach, reach));
        }

        #[test]
        fn the_area_is_that_of_a_fine_polygon(graph in graph()) {
            let about = Point::new(0.5, 0.25);
            let points = graph.points(0.0, PI, 1e-7);
            let polygon: f64 = points.windows(2).map(|w| 0.5 * (w[0] - about).perp_dot(w[1] - about)).sum();
            assert_abs_diff_eq!(graph.swept_area(0.0, PI, about), polygon, epsilon = 1e-5);
        }

        #[test]
        fn its_direction_is_that_of_a_short_step(graph in graph(), angle in 0.1..3.0f64) {
            let step = (graph.at(angle + 1e-6) - graph.at(angle - 1e-6)).normalize();
            prop_assert!(step.distance(graph.direction(angle)) < 1e-4);
        }
    }
}
