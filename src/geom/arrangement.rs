//! The plane cut up by curves: the exact cells on which a property holds.

use super::cell::{Cell, gather};
use super::tolerance::{EPSILON, VERTEX};
use super::{Bound, Curve, Point, Vec2};

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
pub fn cells<K: PartialEq + Clone, B: Copy + Into<Bound>>(
    curves: &[B],
    centre: Point,
    reach: f64,
    mut key: impl FnMut(Point) -> Option<K>,
) -> Vec<Cell<K>> {
    let mut kept: Vec<Bound> = vec![Curve::Circle { centre, radius: reach }.into()];
    for curve in curves {
        let curve: Bound = (*curve).into();
        let near = curve.comes_near(centre, reach + VERTEX);
        if near && !kept.iter().any(|other| other.coincides(&curve, centre, reach, VERTEX)) {
            kept.push(curve);
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
            let left = curve.left_of(from.midpoint(to));
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

/// The points where curves meet or end within the disc, and for each curve those on it.
fn vertices(curves: &[Bound], centre: Point, reach: f64) -> (Vec<Point>, Vec<Vec<usize>>) {
    let mut vertices: Vec<Point> = Vec::new();
    let mut on_curve = vec![Vec::new(); curves.len()];
    let mut found = |p: Point, on: &[usize]| {
        if p.distance(centre) > reach + VERTEX {
            return;
        }
        let known = vertices.iter().position(|v| v.distance(p) <= VERTEX);
        let v = known.unwrap_or_else(|| {
            vertices.push(p);
            vertices.len() - 1
        });
        for &k in on {
            if !on_curve[k].contains(&v) {
                on_curve[k].push(v);
            }
        }
    };
    for (i, a) in curves.iter().enumerate() {
        a.ends().iter().flatten().for_each(|&end| found(end, &[i]));
        for (j, b) in curves.iter().enumerate().take(i) {
            a.meet(b, EPSILON).iter().for_each(|&p| found(p, &[i, j]));
        }
    }
    (vertices, on_curve)
}

type Stretch = (f64, f64, Option<(usize, usize)>);

/// The pieces into which its vertices cut a curve; the far ends of a line lie outside the disc.
fn stretches(curve: &Bound, on: &[usize], vertices: &[Point]) -> Vec<Stretch> {
    let mut at: Vec<(f64, usize)> = on.iter().map(|&v| (curve.parameter(vertices[v]), v)).collect();
    at.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
    let mut out: Vec<Stretch> = at.windows(2).map(|w| (w[0].0, w[1].0, Some((w[0].1, w[1].1)))).collect();
    if let Some(period) = curve.period() {
        match (at.first(), at.last()) {
            (Some(first), Some(last)) => out.push((last.0, first.0 + period, Some((last.1, first.1)))),
            _ => out.push((0.0, period, None)),
        }
    }
    out
}

/// How far one may go from a point of a curve before the next curve is met.
fn clearance(curves: &[Bound], from: Point, dir: Vec2, reach: f64) -> f64 {
    let ray = Curve::Line { through: from, dir }.into();
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
