//! The plane cut up by lines and circles: the exact cells on which a property holds.

use super::cell::{Cell, Side, gather};
use super::tolerance::VERTEX;
use super::{Curve, Point, Vec2};
use std::f64::consts::TAU;

/// A piece of a curve between two neighbouring vertices, with what holds on it and beside it.
pub(super) struct Edge<K> {
    pub(super) curve: usize,
    /// Parameters on the curve, ascending; about a circle `to` may exceed a full turn.
    pub(super) from: f64,
    pub(super) to: f64,
    /// The vertices at its ends; none for a whole circle.
    pub(super) ends: Option<(usize, usize)>,
    pub(super) on: Option<K>,
    /// On the left and on the right of ascending parameters.
    pub(super) beside: [Option<K>; 2],
    /// A point beside it, and how far the nearest curve beyond.
    pub(super) samples: [(Point, f64); 2],
}

/// Cuts the disc of `reach` about `centre` by whole curves and asks `key` once for each piece of area, of
/// curve, and each vertex. Equal answers side by side are one cell; the answer must not change but at the
/// curves, and is `None` outside what is sought. Points and stretches of curve that stand alone are
/// cells without area. What is finer than [`VERTEX`] is not seen.
pub fn cells<K: PartialEq + Clone>(
    curves: &[Curve],
    centre: Point,
    reach: f64,
    mut key: impl FnMut(Point) -> Option<K>,
) -> Vec<Cell<K>> {
    let mut kept: Vec<Curve> = vec![Curve::Circle { centre, radius: reach }];
    for curve in curves {
        let near = match curve {
            Curve::Line { .. } => curve.offset(centre).abs() <= reach + VERTEX,
            Curve::Circle { centre: c, radius } => {
                let d = c.distance(centre);
                d <= reach + radius + VERTEX && *radius <= d + reach + VERTEX && *radius > VERTEX
            }
        };
        if near && !kept.iter().any(|other| other.coincides(curve, centre, reach, VERTEX)) {
            kept.push(*curve);
        }
    }
    let (vertices, on_curve) = vertices(&kept, centre, reach);
    let mut edges = Vec::new();
    for (i, curve) in kept.iter().enumerate() {
        for (from, to, ends) in stretches(curve, &on_curve[i], &vertices) {
            let middle = curve.at(from.midpoint(to));
            if middle.distance(centre) > reach + VERTEX {
                continue;
            }
            let left = left_of(curve, from.midpoint(to));
            let samples = [left, -left].map(|normal| {
                let clear = clearance(&kept, middle, normal, reach);
                (middle + normal * (0.5 * clear), clear)
            });
            let beside = samples.map(|(p, clear)| if clear > VERTEX { key(p) } else { None });
            edges.push(Edge { curve: i, from, to, ends, on: key(middle), beside, samples });
        }
    }
    let at_vertex: Vec<Option<K>> = vertices.iter().map(|&v| key(v)).collect();
    gather(&kept, &vertices, &at_vertex, &edges)
}

/// The points where curves meet within the disc, and for each curve those on it.
fn vertices(curves: &[Curve], centre: Point, reach: f64) -> (Vec<Point>, Vec<Vec<usize>>) {
    let mut vertices: Vec<Point> = Vec::new();
    let mut on_curve = vec![Vec::new(); curves.len()];
    for (i, a) in curves.iter().enumerate() {
        for (j, b) in curves.iter().enumerate().take(i) {
            for p in a.meet(b, super::tolerance::EPSILON) {
                if p.distance(centre) > reach + VERTEX {
                    continue;
                }
                let known = vertices.iter().position(|v| v.distance(p) <= VERTEX);
                let v = known.unwrap_or_else(|| {
                    vertices.push(p);
                    vertices.len() - 1
                });
                for k in [i, j] {
                    if !on_curve[k].contains(&v) {
                        on_curve[k].push(v);
                    }
                }
            }
        }
    }
    (vertices, on_curve)
}

type Stretch = (f64, f64, Option<(usize, usize)>);

/// The pieces into which its vertices cut a curve; the far ends of a line lie outside the disc.
fn stretches(curve: &Curve, on: &[usize], vertices: &[Point]) -> Vec<Stretch> {
    let mut at: Vec<(f64, usize)> = on.iter().map(|&v| (curve.parameter(vertices[v]), v)).collect();
    at.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
    let mut out: Vec<Stretch> = at.windows(2).map(|w| (w[0].0, w[1].0, Some((w[0].1, w[1].1)))).collect();
    if let Curve::Circle { .. } = curve {
        match (at.first(), at.last()) {
            (Some(first), Some(last)) => out.push((last.0, first.0 + TAU, Some((last.1, first.1)))),
            _ => out.push((0.0, TAU, None)),
        }
    }
    out
}

/// The unit normal on the left of ascending parameters.
fn left_of(curve: &Curve, t: f64) -> Vec2 {
    match curve {
        Curve::Line { dir, .. } => dir.perp(),
        Curve::Circle { .. } => -Vec2::from_angle(t),
    }
}

/// How far one may go from a point of a curve before the next curve is met.
fn clearance(curves: &[Curve], from: Point, dir: Vec2, reach: f64) -> f64 {
    let ray = Curve::Line { through: from, dir };
    let mut clear = reach;
    for curve in curves {
        for p in curve.meet(&ray, 0.0) {
            let d = dir.dot(p - from);
            if d > VERTEX * 0.1 && d < clear {
                clear = d;
            }
        }
    }
    clear
}

/// The signed area between the origin `about` and a side, by Green's theorem: half the integral of
/// `x dy - y dx` along it.
pub(super) fn swept_area(side: &Side, about: Point) -> f64 {
    match side.curve {
        Curve::Line { .. } => {
            let (a, b) = (side.curve.at(side.from) - about, side.curve.at(side.to) - about);
            0.5 * a.perp_dot(b)
        }
        Curve::Circle { centre, radius } => {
            let c = centre - about;
            let turn = side.to - side.from;
            let (sin, cos) = (side.to.sin() - side.from.sin(), side.to.cos() - side.from.cos());
            0.5 * (radius * radius * turn + radius * (c.x * sin - c.y * cos))
        }
    }
}
