//! The arrangement of whole lines and circles in a disc: the exact cells on which a property holds.

use super::cell::{ArrangementCell, gather};
use super::map::{Edge, EdgeEnds, PlaceBeside, PlanarMap};
use super::tolerance::{EPSILON, RESOLUTION};
use super::{Curve, Point, Vec2};
use crate::budget::work;
use smallvec::SmallVec;

/// The number of strips into which the disc is cut to find the vertices near a place.
const STRIPS: usize = 64;

/// The distance from a point of an edge within which a ray meets that edge itself and no other part of its curve, board units.
const OWN_CURVE_DISTANCE: f64 = 2.0 * RESOLUTION;

/// The greatest distance of the middles of two short edges that count as one, board units: the ends of each are off by up to the
/// resolution.
const SHORT_EDGE_DISTANCE: f64 = 2.0 * RESOLUTION;

/// The work of finding where two curves meet, in units of [`work`].
const MEETING_WORK: usize = 4;

/// The work of comparing an edge with the edges between the same vertices, in units of [`work`].
const EDGE_WORK: usize = 8;

/// The indices of a few vertices or edges.
type Indices = SmallVec<[usize; 4]>;

#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Disc {
    pub(crate) centre: Point,
    pub(crate) radius: f64,
}

impl Disc {
    /// Whether the disc contains a place, to the resolution.
    fn contains(&self, q: Point) -> bool {
        q.distance(self.centre) <= self.radius + RESOLUTION
    }
}

/// Returns the cells into which whole curves cut a disc, neighbours of equal value joined. `value` is evaluated once for each
/// edge and vertex, and once for each boundary loop of a face.
///
/// The value may change only at the curves, and is `None` outside the set sought. Isolated edges and vertices are cells
/// without area. Two pieces of curve between the same vertices count as one if they stay within [`RESOLUTION`] of each other.
pub(crate) fn cells<V: PartialEq + Clone>(
    curves: &[Curve],
    disc: Disc,
    value: impl FnMut(Point) -> Option<V>,
) -> Vec<ArrangementCell<V>> {
    let border = Curve::Circle { centre: disc.centre, radius: disc.radius };
    // The border comes first, so that a curve that coincides with it counts as the border.
    let kept = distinct_in_disc([border].into_iter().chain(curves.iter().copied()), disc);
    let Vertices { places, on_curve } = find_vertices(&kept, disc);
    let edges = find_edges(&kept, &on_curve, &places, disc);
    let beside: Vec<[PlaceBeside; 2]> =
        edges.iter().map(|edge| places_beside(edge, &kept, disc.radius)).collect();
    gather(&PlanarMap::new(&kept, &places, edges, beside), value)
}

/// Returns a place on the left of an edge and one on its right, each halfway to the next curve.
fn places_beside(edge: &Edge, curves: &[Curve], most_room: f64) -> [PlaceBeside; 2] {
    let curve = &curves[edge.curve];
    let (middle, left) = (curve.at(edge.middle()), curve.left_of(edge.middle()));
    [left, -left].map(|normal| {
        let room = clearance(curves, edge, middle, normal, most_room);
        PlaceBeside { place: middle + normal * (0.5 * room), room }
    })
}

/// Returns the curves that enter a disc. Of curves that coincide in the disc it returns only the first.
fn distinct_in_disc(curves: impl Iterator<Item = Curve>, Disc { centre, radius }: Disc) -> Vec<Curve> {
    let mut kept: Vec<Curve> = Vec::new();
    for curve in curves {
        work(kept.len());
        let is_known = |other: &Curve| other.coincides(&curve, centre, radius, RESOLUTION);
        if curve.may_come_near(centre, radius + RESOLUTION) && !kept.iter().any(is_known) {
            kept.push(curve);
        }
    }
    kept
}

/// The points where curves meet.
struct Vertices {
    places: Vec<Point>,
    /// For each curve the indices of the vertices on it.
    on_curve: Vec<Vec<usize>>,
}

/// Returns the points where curves meet within the disc.
fn find_vertices(curves: &[Curve], disc: Disc) -> Vertices {
    let mut finder = VertexFinder::new(disc);
    let mut on_curve: Vec<Vec<usize>> = vec![Vec::new(); curves.len()];
    for (i, a) in curves.iter().enumerate() {
        work(MEETING_WORK * i);
        for (j, b) in curves.iter().enumerate().take(i) {
            for p in a.meet(b, EPSILON).into_iter().filter(|&p| disc.contains(p)) {
                let vertex = finder.find_or_add(p);
                for curve in [i, j] {
                    if !on_curve[curve].contains(&vertex) {
                        on_curve[curve].push(vertex);
                    }
                }
            }
        }
    }
    let places = finder.places;
    // A curve that passes within the resolution of a vertex goes through it.
    for (curve, on_this) in curves.iter().zip(&mut on_curve) {
        let is_missing = |v: &usize| curve.offset(places[*v]).abs() <= RESOLUTION && !on_this.contains(v);
        let missing: Vec<usize> = (0..places.len()).filter(is_missing).collect();
        on_this.extend(missing);
    }
    Vertices { places, on_curve }
}

/// The vertices found so far.
struct VertexFinder {
    disc: Disc,
    places: Vec<Point>,
    /// The indices of the vertices in each strip of the disc. The strips are parallel to the y axis.
    strips: Vec<Indices>,
}

impl VertexFinder {
    fn new(disc: Disc) -> VertexFinder {
        VertexFinder { disc, places: Vec::new(), strips: vec![Indices::new(); STRIPS] }
    }

    /// Returns the number of the strip that holds an x coordinate; for one beyond the disc, that of the outermost strip.
    fn strip_of(&self, x: f64) -> usize {
        let Disc { centre, radius } = self.disc;
        let strip = (x - centre.x + radius) / (2.0 * radius) * STRIPS as f64;
        (strip.max(0.0) as usize).min(STRIPS - 1)
    }

    /// Returns the index of the vertex within the resolution of a place: of several the earliest, or else a new one.
    fn find_or_add(&mut self, p: Point) -> usize {
        let strips = self.strip_of(p.x - RESOLUTION)..=self.strip_of(p.x + RESOLUTION);
        let near = self.strips[strips].iter().flatten().copied();
        let earliest = near.filter(|&v| self.places[v].distance(p) <= RESOLUTION).min();
        earliest.unwrap_or_else(|| {
            let added = self.places.len();
            self.places.push(p);
            let strip = self.strip_of(p.x);
            self.strips[strip].push(added);
            added
        })
    }
}

/// Returns the edges into which the vertices cut the curves within the disc. Edges that join the same vertices and stay within
/// [`RESOLUTION`] of each other are returned as one.
fn find_edges(curves: &[Curve], on_curve: &[Vec<usize>], vertices: &[Point], disc: Disc) -> Vec<Edge> {
    let mut out: Vec<Edge> = Vec::new();
    // Indices of edges, grouped by the lesser index of their two vertices.
    let mut by_lesser_vertex: Vec<Indices> = vec![Indices::new(); vertices.len()];
    for (i, curve) in curves.iter().enumerate() {
        for edge in edges_of_curve(i, curve, &on_curve[i], vertices) {
            work(EDGE_WORK);
            let middle = curve.at(edge.middle());
            if !disc.contains(middle) {
                continue;
            }
            let Some(ends) = edge.ends else {
                out.push(edge);
                continue;
            };
            let group = &mut by_lesser_vertex[ends.first.min(ends.last)];
            let is_same = |other: &Edge| {
                (other.ends == Some(ends) || other.ends == Some(ends.reversed()))
                    && passes_near(curves, other, middle)
            };
            if let Some(&twin) = group.iter().find(|&&known| is_same(&out[known])) {
                out[twin].coincident.push(i);
            } else {
                group.push(out.len());
                out.push(edge);
            }
        }
    }
    out
}

/// A vertex with its parameter on a curve.
struct VertexOnCurve {
    vertex: usize,
    parameter: f64,
}

/// Returns the edges of one curve between its vertices. The two ends of a line beyond its vertices lie outside the disc.
fn edges_of_curve(index: usize, curve: &Curve, on_curve: &[usize], vertices: &[Point]) -> Vec<Edge> {
    let located = |&vertex: &usize| VertexOnCurve { vertex, parameter: curve.parameter(vertices[vertex]) };
    let mut sorted: Vec<VertexOnCurve> = on_curve.iter().map(located).collect();
    sorted.sort_unstable_by(|a, b| a.parameter.total_cmp(&b.parameter));
    let edge = |from: f64, to: f64, ends| Edge { curve: index, from, to, ends, coincident: Vec::new() };
    // `turn` is a whole turn of a circle if `b` comes again after it, else 0.
    let between = |a: &VertexOnCurve, b: &VertexOnCurve, turn: f64| {
        edge(a.parameter, b.parameter + turn, Some(EdgeEnds { first: a.vertex, last: b.vertex }))
    };
    let mut out: Vec<Edge> = sorted.windows(2).map(|pair| between(&pair[0], &pair[1], 0.0)).collect();
    // A circle goes on from its last vertex to its first one. Without vertices it is a single edge.
    if let Some(period) = curve.period() {
        out.push(match (sorted.first(), sorted.last()) {
            (Some(first), Some(last)) => between(last, first, period),
            _ => edge(0.0, period, None),
        });
    }
    out
}

/// Whether an edge passes within the resolution of a place, which is the middle of another edge between the same vertices.
fn passes_near(curves: &[Curve], edge: &Edge, q: Point) -> bool {
    let curve = &curves[edge.curve];
    if curve.at(edge.middle()).distance(q) <= SHORT_EDGE_DISTANCE {
        return true;
    }
    let t = curve.parameter_from(edge.from, q);
    (edge.from..=edge.to).contains(&t) && curve.at(t).distance(q) <= RESOLUTION
}

/// Returns the distance from a point of an edge, along `dir`, to the next curve; `most` if none is nearer.
fn clearance(curves: &[Curve], edge: &Edge, from: Point, dir: Vec2, most: f64) -> f64 {
    let ray = Curve::Line { through: from, dir };
    let mut nearest = most;
    work(MEETING_WORK * curves.len());
    for (i, curve) in curves.iter().enumerate() {
        let is_own_curve = i == edge.curve || edge.coincident.contains(&i);
        let least = if is_own_curve { OWN_CURVE_DISTANCE } else { 0.0 };
        for p in curve.meet(&ray, 0.0) {
            let distance = dir.dot(p - from);
            if distance > least && distance < nearest {
                nearest = distance;
            }
        }
    }
    nearest
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::f64::consts::PI;

    const CENTRE: Point = Point::new(0.0, 0.0);

    fn line(x: f64, y: f64, angle: f64) -> Curve {
        Curve::Line { through: Point::new(x, y), dir: Vec2::from_angle(angle) }
    }

    proptest! {
        /// A circle and a line along the border, touching it, with corners of the border as near to the touch as may be.
        #[test]
        fn a_curve_at_which_nothing_changes_changes_nothing(height in -9.0..0.0f64, off in -12.0..-3.0f64, tilt in -12.0..-3.0f64) {
            let [height, off, tilt] = [height, off, tilt].map(|digits| 10f64.powf(digits));
            let below = |p: Point| (p.distance(CENTRE) <= 3.0 && p.x <= 1.0 && p.y <= height).then_some(());
            let border = vec![line(1.0, 0.0, PI / 2.0), line(0.0, height, 0.0)];
            let disc = Disc { centre: CENTRE, radius: 3.0 };
            let plain = cells(&border, disc, below);
            prop_assert_eq!(plain.len(), 1);
            let inner = Curve::Circle { centre: Point::new(-off, 0.0), radius: 1.0 };
            for idle in [inner, line(1.0, 0.0, PI / 2.0 + tilt), line(1.0 - off, height, PI / 2.0 - tilt)] {
                let cut: Vec<Curve> = [&border[..], &[idle]].concat();
                let found = cells(&cut, disc, below);
                let area: f64 = found.iter().map(|c| c.area).sum();
                prop_assert!((area - plain[0].area).abs() < 1e-6, "{area} {} {idle:?}", plain[0].area);
                prop_assert_eq!(found.len(), 1, "{:?}", idle);
            }
        }
    }
}
