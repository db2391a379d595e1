//! What may bound a cell: lines and circles, and graphs of half circles.

use super::tolerance::VERTEX;
use super::{Curve, Graph, Point, Trace, Vec2};
use smallvec::SmallVec;
use std::f64::consts::TAU;

/// A whole curve that may bound a cell.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Bound {
    /// A line or a circle.
    Curve(Curve),
    /// A graph, which has ends.
    Graph(Graph),
}

impl From<Curve> for Bound {
    fn from(curve: Curve) -> Bound {
        Bound::Curve(curve)
    }
}

impl Bound {
    /// The place with this parameter: board units along a line, radians about a circle, a graph's
    /// angle.
    pub fn at(&self, t: f64) -> Point {
        match self {
            Bound::Curve(curve) => curve.at(t),
            Bound::Graph(graph) => graph.at(t),
        }
    }

    /// The parameter of a place on it, about a circle from 0 to a full turn.
    pub fn parameter(&self, q: Point) -> f64 {
        match self {
            Bound::Curve(curve) => curve.parameter(q),
            Bound::Graph(graph) => graph.parameter(q),
        }
    }

    /// The parameter after which it is where it began.
    pub fn period(&self) -> Option<f64> {
        matches!(self, Bound::Curve(Curve::Circle { .. })).then_some(TAU)
    }

    /// The unit normal on the left of ascending parameters.
    pub fn left_of(&self, t: f64) -> Vec2 {
        match self {
            Bound::Curve(Curve::Line { dir, .. }) => dir.perp(),
            Bound::Curve(Curve::Circle { .. }) => -Vec2::from_angle(t),
            Bound::Graph(graph) => graph.direction(t).perp(),
        }
    }

    /// Where two cross or touch within `reach` of `near`, and here and there farther off; a tangency of lines and circles within `tie`
    /// is the one point of touch.
    pub fn meet(&self, other: &Bound, (near, reach): (Point, f64), tie: f64) -> SmallVec<[Point; 2]> {
        match (self, other) {
            (bound, Bound::Curve(curve)) | (Bound::Curve(curve), bound) => bound.meet_curve(curve, tie),
            (Bound::Graph(a), Bound::Graph(b)) => a.meet_graph(b, near, reach),
        }
    }

    /// Where it crosses or touches a line or a circle.
    pub fn meet_curve(&self, other: &Curve, tie: f64) -> SmallVec<[Point; 2]> {
        match self {
            Bound::Curve(curve) => curve.meet(other, tie),
            Bound::Graph(graph) => graph.meet(other),
        }
    }

    /// Where it ends.
    pub fn ends(&self) -> Option<[Point; 2]> {
        match self {
            Bound::Curve(_) => None,
            Bound::Graph(graph) => Some(graph.ends()),
        }
    }

    /// Whether some of it may lie within `reach` of `near`.
    pub fn comes_near(&self, near: Point, reach: f64) -> bool {
        match self {
            Bound::Curve(curve @ Curve::Line { .. }) => curve.offset(near).abs() <= reach,
            Bound::Curve(Curve::Circle { centre, radius }) => {
                let d = centre.distance(near);
                d <= reach + radius && *radius <= d + reach && *radius > VERTEX
            }
            Bound::Graph(graph) => graph.comes_near(near, reach),
        }
    }

    /// Whether it goes by a place no farther off than `tie` board units.
    pub fn goes_by(&self, q: Point, tie: f64) -> bool {
        match self {
            Bound::Curve(curve) => curve.offset(q).abs() <= tie,
            Bound::Graph(graph) => {
                graph.comes_near(q, tie) && graph.at(graph.parameter(q)).distance(q) <= tie
            }
        }
    }

    /// Whether two are one, to `tie` board units within `reach` of `near`.
    pub fn coincides(&self, other: &Bound, near: Point, reach: f64, tie: f64) -> bool {
        match (self, other) {
            (Bound::Curve(a), Bound::Curve(b)) => a.coincides(b, near, reach, tie),
            (Bound::Graph(a), Bound::Graph(b)) => a.coincides(b, tie),
            (Bound::Curve(_), Bound::Graph(_)) | (Bound::Graph(_), Bound::Curve(_)) => false,
        }
    }

    /// The distances in `from..=to` at which a point on its way is on it.
    pub fn crossings(&self, trace: &Trace, from: f64, to: f64) -> Vec<f64> {
        match self {
            Bound::Curve(curve) => trace.crossings(curve, from, to).into_vec(),
            Bound::Graph(graph) => {
                let met = trace.curve().map(|curve| graph.meet(&curve)).unwrap_or_default();
                met.into_iter().flat_map(|q| trace.passes(q, from, to)).collect()
            }
        }
    }

    /// Half the integral of `x dy - y dx` along a piece of it, seen from `about`: by Green's theorem the signed area
    /// between the piece and that place.
    pub fn swept_area(&self, from: f64, to: f64, about: Point) -> f64 {
        match self {
            Bound::Curve(Curve::Line { .. }) => 0.5 * (self.at(from) - about).perp_dot(self.at(to) - about),
            Bound::Curve(Curve::Circle { centre, radius }) => {
                let c = *centre - about;
                let (sin, cos) = (to.sin() - from.sin(), to.cos() - from.cos());
                0.5 * (radius * radius * (to - from) + radius * (c.x * sin - c.y * cos))
            }
            Bound::Graph(graph) => graph.swept_area(from, to, about),
        }
    }

    /// Places along a piece of it, ends included, no farther from it than `accuracy` between them.
    pub fn points(&self, from: f64, to: f64, accuracy: f64) -> Vec<Point> {
        match self {
            Bound::Curve(Curve::Line { .. }) => vec![self.at(from), self.at(to)],
            Bound::Curve(Curve::Circle { radius, .. }) => {
                let step = 2.0 * (1.0 - (accuracy / radius).clamp(1e-9, 0.5)).acos();
                let n = ((to - from).abs() / step).ceil().clamp(1.0, 4096.0) as u32;
                (0..=n).map(|i| self.at(from + (to - from) * f64::from(i) / f64::from(n))).collect()
            }
            Bound::Graph(graph) => graph.points(from, to, accuracy),
        }
    }
}
