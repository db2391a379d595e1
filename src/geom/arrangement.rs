//! The arrangement of whole lines and circles in a disc: the exact cells on which a property holds.

use super::cell::{ArrangementCell, gather};
use super::map::{Edge, PlanarMap};
use super::tolerance::{EPSILON, VERTEX};
use super::{Curve, Point, Vec2};
use crate::budget::work;
use smallvec::SmallVec;

/// The number of strips into which the disc is cut to find the vertices near a place.
const STRIPS: usize = 64;

/// Indices of curves or vertices near a place.
type Indices = SmallVec<[usize; 4]>;

/// The piece of a curve between two neighbouring vertices, or a whole circle.
struct CurvePiece {
    curve: usize,
    from: f64,
    to: f64,
    ends: Option<(usize, usize)>,
    /// Other curves that join the same ends and stay within [`VERTEX`] of this piece.
    along: Vec<usize>,
}

/// Cuts the disc of `reach` about `centre` by whole curves, evaluates `value` once for each face, edge and vertex, and joins
/// neighbours with equal values to cells.
///
/// The value may change only at the curves, and is `None` outside the set sought. Isolated edges and vertices are cells
/// without area. Two pieces of curve between the same vertices count as one if they stay within [`VERTEX`] of each other.
pub fn cells<V: PartialEq + Clone>(
    curves: &[Curve],
    centre: Point,
    reach: f64,
    value: impl FnMut(Point) -> Option<V>,
) -> Vec<ArrangementCell<V>> {
    let disc = Curve::Circle { centre, radius: reach };
    let kept = distinct([disc].into_iter().chain(curves.iter().copied()), (centre, reach));
    let (vertices, on_curve) = vertices(&kept, centre, reach);
    let edges = curve_pieces(&kept, &on_curve, &vertices, (centre, reach));
    let edges: Vec<Edge> = edges.into_iter().map(|piece| edge(&kept, piece, reach)).collect();
    gather(&PlanarMap::new(&kept, &vertices, edges), value)
}

/// Returns an edge with its sample points, each half the distance to the next curve away.
fn edge(curves: &[Curve], piece: CurvePiece, reach: f64) -> Edge {
    let (curve, t) = (&curves[piece.curve], piece.from.midpoint(piece.to));
    let (middle, left) = (curve.at(t), curve.left_of(t));
    let samples = [left, -left].map(|normal| {
        let clear = clearance(curves, &piece, middle, normal, reach);
        (middle + normal * (0.5 * clear), clear)
    });
    let CurvePiece { curve, from, to, ends, .. } = piece;
    Edge { curve, from, to, ends, samples }
}

/// Returns the curves that enter a disc; of curves that coincide in the disc only the first.
fn distinct(curves: impl Iterator<Item = Curve>, (centre, reach): (Point, f64)) -> Vec<Curve> {
    let mut kept: Vec<Curve> = Vec::new();
    for curve in curves {
        let near = curve.comes_near(centre, reach + VERTEX);
        work(kept.len());
        if near && !kept.iter().any(|other| other.coincides(&curve, centre, reach, VERTEX)) {
            kept.push(curve);
        }
    }
    kept
}

/// Returns the points where curves meet within the disc, and for each curve the vertices on it.
fn vertices(curves: &[Curve], centre: Point, reach: f64) -> (Vec<Point>, Vec<Vec<usize>>) {
    let mut vertices: Vec<Point> = Vec::new();
    let mut on_curve = vec![Vec::new(); curves.len()];
    let mut strips: Vec<Indices> = vec![Indices::new(); STRIPS];
    let strip = |x: f64| (((x - centre.x + reach) / (2.0 * reach) * STRIPS as f64) as usize).min(STRIPS - 1);
    let mut found = |p: Point, on: &[usize]| {
        if p.distance(centre) > reach + VERTEX {
            return;
        }
        let near = strip(p.x - VERTEX)..=strip(p.x + VERTEX);
        let known = strips[near].iter().flatten().filter(|&&v| vertices[v].distance(p) <= VERTEX);
        let v = known.min().copied().unwrap_or_else(|| {
            vertices.push(p);
            strips[strip(p.x)].push(vertices.len() - 1);
            vertices.len() - 1
        });
        for &k in on {
            if !on_curve[k].contains(&v) {
                on_curve[k].push(v);
            }
        }
    };
    for (i, a) in curves.iter().enumerate() {
        work(4 * i);
        for (j, b) in curves.iter().enumerate().take(i) {
            a.meet(b, EPSILON).iter().for_each(|&p| found(p, &[i, j]));
        }
    }
    // A curve that passes within the resolution of a vertex goes through it.
    for (curve, on) in curves.iter().zip(&mut on_curve) {
        let is_missing = |v: &usize| curve.goes_by(vertices[*v], VERTEX) && !on.contains(v);
        let more: Vec<usize> = (0..vertices.len()).filter(is_missing).collect();
        on.extend(more);
    }
    (vertices, on_curve)
}

/// Returns the pieces into which the vertices cut the curves within the disc. Pieces that join the same vertices and stay within
/// [`VERTEX`] of each other are returned as one.
fn curve_pieces(
    curves: &[Curve],
    on_curve: &[Vec<usize>],
    vertices: &[Point],
    (centre, reach): (Point, f64),
) -> Vec<CurvePiece> {
    let mut out: Vec<CurvePiece> = Vec::new();
    // Grouped by the lower of their two vertices.
    let mut by_end: Vec<Indices> = vec![Indices::new(); vertices.len()];
    for (i, curve) in curves.iter().enumerate() {
        for (from, to, ends) in pieces_of(curve, &on_curve[i], vertices) {
            work(8);
            let middle = curve.at(from.midpoint(to));
            if middle.distance(centre) > reach + VERTEX {
                continue;
            }
            let is_same =
                |s: &CurvePiece| joins(s.ends, ends) && passes(&curves[s.curve], (s.from, s.to), middle);
            let lower = ends.map(|(a, b)| a.min(b));
            let known = lower.and_then(|end| by_end[end].iter().copied().find(|&known| is_same(&out[known])));
            match known {
                Some(known) => out[known].along.push(i),
                None => {
                    if let Some(end) = lower {
                        by_end[end].push(out.len());
                    }
                    out.push(CurvePiece { curve: i, from, to, ends, along: Vec::new() });
                }
            }
        }
    }
    out
}

/// The first and last parameter of a piece of a curve, and its vertices.
type Bounds = (f64, f64, Option<(usize, usize)>);

/// Returns the pieces of one curve between its vertices; what a line has beyond them lies outside the disc.
fn pieces_of(curve: &Curve, on: &[usize], vertices: &[Point]) -> Vec<Bounds> {
    let mut at: Vec<(f64, usize)> = on.iter().map(|&v| (curve.parameter(vertices[v]), v)).collect();
    at.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
    let mut out: Vec<Bounds> = at.windows(2).map(|w| (w[0].0, w[1].0, Some((w[0].1, w[1].1)))).collect();
    if let Some(period) = curve.period() {
        match (at.first(), at.last()) {
            (Some(first), Some(last)) => out.push((last.0, first.0 + period, Some((last.1, first.1)))),
            _ => out.push((0.0, period, None)),
        }
    }
    out
}

/// Whether two pieces join the same vertices.
fn joins(one: Option<(usize, usize)>, other: Option<(usize, usize)>) -> bool {
    one.zip(other).is_some_and(|((a, b), (c, d))| (a, b) == (c, d) || (a, b) == (d, c))
}

/// Whether a piece of a curve passes within the resolution of a place.
fn passes(curve: &Curve, (from, to): (f64, f64), q: Point) -> bool {
    // The ends of short pieces are known only to the resolution.
    if curve.at(from.midpoint(to)).distance(q) <= 2.0 * VERTEX {
        return true;
    }
    let t = curve.parameter(q);
    let t = curve.period().map_or(t, |period| t + ((from - t) / period).ceil() * period);
    (from..=to).contains(&t) && curve.at(t).distance(q) <= VERTEX
}

/// Returns the distance from a point of a piece, along `dir`, to the next curve.
fn clearance(curves: &[Curve], piece: &CurvePiece, from: Point, dir: Vec2, reach: f64) -> f64 {
    let ray = Curve::Line { through: from, dir };
    let mut clear = reach;
    work(4 * curves.len());
    for (i, curve) in curves.iter().enumerate() {
        let goes_along = i == piece.curve || piece.along.contains(&i);
        let least = if goes_along { 2.0 * VERTEX } else { 0.0 };
        for p in curve.meet(&ray, 0.0) {
            let d = dir.dot(p - from);
            if d > least && d < clear {
                clear = d;
            }
        }
    }
    clear
}

#[cfg(test)]
mod tests {
    use super::*;
    use approx::assert_abs_diff_eq;
    use proptest::prelude::*;
    use std::f64::consts::PI;

    const CENTRE: Point = Point::new(0.0, 0.0);

    fn line(x: f64, y: f64, angle: f64) -> Curve {
        Curve::Line { through: Point::new(x, y), dir: Vec2::from_angle(angle) }
    }

    #[test]
    fn a_disc_cut_by_a_line_is_two_segments() {
        let side = |p: Point| (p.distance(CENTRE) <= 2.0).then_some(p.x > 1.0);
        let mut areas: Vec<f64> =
            cells(&[line(1.0, 0.0, PI / 2.0)], CENTRE, 2.0, side).iter().map(|c| c.area).collect();
        areas.sort_by(f64::total_cmp);
        // r² acos(h / r) - h sqrt(r² - h²)
        let segment = 4.0 * (PI / 3.0) - 3f64.sqrt();
        assert_abs_diff_eq!(areas[0], segment, epsilon = 1e-12);
        assert_abs_diff_eq!(areas[1], 4.0 * PI - segment, epsilon = 1e-12);
    }

    proptest! {
        /// A circle and a line along the border, touching it, with corners of the border as near to the touch as may be.
        #[test]
        fn a_curve_at_which_nothing_changes_changes_nothing(height in -9.0..0.0f64, off in -12.0..-3.0f64, tilt in -12.0..-3.0f64) {
            let [height, off, tilt] = [height, off, tilt].map(|digits| 10f64.powf(digits));
            let below = |p: Point| (p.distance(CENTRE) <= 3.0 && p.x <= 1.0 && p.y <= height).then_some(());
            let border = vec![line(1.0, 0.0, PI / 2.0), line(0.0, height, 0.0)];
            let plain = cells(&border, CENTRE, 3.0, below);
            prop_assert_eq!(plain.len(), 1);
            let inner = Curve::Circle { centre: Point::new(-off, 0.0), radius: 1.0 };
            for idle in [inner, line(1.0, 0.0, PI / 2.0 + tilt), line(1.0 - off, height, PI / 2.0 - tilt)] {
                let cut: Vec<Curve> = [&border[..], &[idle]].concat();
                let found = cells(&cut, CENTRE, 3.0, below);
                let area: f64 = found.iter().map(|c| c.area).sum();
                prop_assert!((area - plain[0].area).abs() < 1e-6, "{area} {} {idle:?}", plain[0].area);
                prop_assert_eq!(found.len(), 1, "{:?}", idle);
            }
        }
    }
}
