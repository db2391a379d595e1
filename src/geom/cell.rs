//! Cells of an arrangement: their outlines, areas and sample points.

use super::map::{Edge, HalfEdge, PlanarMap};
use super::{Curve, Point, Vec2};

/// A piece of a cell's outline, oriented so that the cell lies on its left.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Side {
    /// The whole curve that contains the side.
    pub curve: Curve,
    /// The first parameter: board units along a line, radians about a circle.
    pub from: f64,
    /// The last parameter: above `from` if the side runs with the curve, below if against it.
    pub to: f64,
    /// Whether the points of the side are left out of the cell.
    pub open: bool,
}

impl Side {
    /// Returns points along the side, ends included. The polyline through them stays within `accuracy` of the side.
    pub fn points(&self, accuracy: f64) -> Vec<Point> {
        self.curve.points(self.from, self.to, accuracy)
    }

    fn swept_area(&self, about: Point) -> f64 {
        self.curve.swept_area(self.from, self.to, about)
    }
}

/// A connected set of points with one key.
#[derive(Debug, Clone, PartialEq)]
pub struct Cell<K> {
    /// The key: the answer that is equal at all these points.
    pub key: K,
    /// The area in square units; 0 for a piece of curve or a single point.
    pub area: f64,
    /// A point well inside the cell.
    pub sample: Point,
    /// The outlines: the outer one first, counter-clockwise, then holes. A cell that is a piece of curve has that piece, and a
    /// single point has none.
    pub outlines: Vec<Vec<Side>>,
}

/// The key of each vertex, edge and face of an arrangement.
struct Keys<'k, K> {
    at_vertex: &'k [Option<K>],
    on: &'k [Option<K>],
    /// For each edge the keys on its left and on its right.
    beside: &'k [[Option<K>; 2]],
}

/// Evaluates `key` at each vertex, edge and face of an arrangement, and joins neighbours with equal keys to cells.
pub(super) fn gather<K: PartialEq + Clone>(
    map: &PlanarMap<'_>,
    mut key: impl FnMut(Point) -> Option<K>,
) -> Vec<Cell<K>> {
    // Each face is sampled where there is the most room: beside its shortest edges the room may be below the resolution.
    let mut beside = vec![[None, None]; map.edges.len()];
    for face in map.faces() {
        let found = key(map.sample(&face));
        for half in face {
            beside[half.edge][half.side()].clone_from(&found);
        }
    }
    let middle = |e: &Edge| map.curves[e.curve].at(e.from.midpoint(e.to));
    let on: Vec<Option<K>> = map.edges.iter().map(|e| key(middle(e))).collect();
    let at_vertex: Vec<Option<K>> = map.vertices.iter().map(|&v| key(v)).collect();
    let mut distinct: Vec<&K> = Vec::new();
    let found = beside.iter().zip(&on).flat_map(|(beside, on)| beside.iter().chain([on])).chain(&at_vertex);
    for key in found.flatten() {
        if !distinct.contains(&key) {
            distinct.push(key);
        }
    }
    let keys = Keys { at_vertex: &at_vertex, on: &on, beside: &beside };
    let mut out = Vec::new();
    for key in distinct {
        let set = LevelSet { map, keys: &keys, key };
        out.extend(set.faces());
        out.extend(set.isolated_edges());
        out.extend(set.isolated_vertices());
    }
    out
}

/// The part of an arrangement with one key.
struct LevelSet<'a, K> {
    map: &'a PlanarMap<'a>,
    keys: &'a Keys<'a, K>,
    key: &'a K,
}

impl<K: PartialEq + Clone> LevelSet<'_, K> {
    fn is(&self, found: &Option<K>) -> bool {
        found.as_ref() == Some(self.key)
    }

    fn is_beside(&self, half: HalfEdge) -> bool {
        self.is(&self.keys.beside[half.edge][half.side()])
    }

    /// Returns the cells that have an area.
    fn faces(&self) -> Vec<Cell<K>> {
        let is_border = |half: &HalfEdge| self.is_beside(*half) && !self.is_beside(half.twin());
        let border: Vec<HalfEdge> = self.map.half_edges().filter(is_border).collect();
        let mut holes: Vec<Vec<HalfEdge>> = Vec::new();
        let mut out: Vec<(Cell<K>, Vec<HalfEdge>)> = Vec::new();
        for halves in self.map.link_loops(border) {
            let outline = self.outline(&halves);
            let area = outline.area();
            if area > 0.0 {
                let sample = self.map.sample(&halves);
                let cell = Cell { key: self.key.clone(), area, sample, outlines: vec![outline.0] };
                out.push((cell, halves));
            } else if area < 0.0 {
                holes.push(halves);
            }
        }
        out.sort_by(|a, b| a.0.area.total_cmp(&b.0.area));
        for halves in holes {
            let hole = self.outline(&halves);
            let Some(first) = hole.0.first() else { continue };
            let inside = first.curve.at(first.from.midpoint(first.to));
            let holder = out.iter_mut().find(|(cell, _)| surrounds(&cell.outlines[0], inside));
            if let Some((cell, of)) = holder {
                cell.area += hole.area();
                cell.outlines.push(hole.0);
                of.extend(halves);
                cell.sample = self.map.sample(of);
            }
        }
        out.into_iter().map(|(cell, _)| cell).collect()
    }

    fn outline(&self, halves: &[HalfEdge]) -> Outline {
        Outline(halves.iter().map(|half| self.side(*half)).collect())
    }

    fn side(&self, half: HalfEdge) -> Side {
        let (from, to) = self.map.parameters(half);
        let curve = self.map.curves[self.map.edges[half.edge].curve];
        Side { curve, from, to, open: !self.is(&self.keys.on[half.edge]) }
    }

    /// Returns the cells that are pieces of curve without an area beside them.
    fn isolated_edges(&self) -> Vec<Cell<K>> {
        let mut out: Vec<Cell<K>> = Vec::new();
        let Keys { at_vertex, on, beside } = self.keys;
        for (i, e) in self.map.edges.iter().enumerate() {
            if !self.is(&on[i]) || beside[i].iter().any(|found| self.is(found)) {
                continue;
            }
            let curve = self.map.curves[e.curve];
            let side = Side { curve, from: e.from, to: e.to, open: false };
            let sample = curve.at(e.from.midpoint(e.to));
            // Neighbours on one curve are one piece.
            match out.last_mut() {
                Some(last)
                    if last.outlines[0][0].curve == curve
                        && last.outlines[0][0].to == e.from
                        && e.ends.is_some_and(|(v, _)| self.is(&at_vertex[v])) =>
                {
                    last.outlines[0][0].to = e.to;
                }
                _ => out.push(Cell { key: self.key.clone(), area: 0.0, sample, outlines: vec![vec![side]] }),
            }
        }
        out
    }

    /// Returns the cells that are single vertices.
    fn isolated_vertices(&self) -> Vec<Cell<K>> {
        let Keys { at_vertex, on, beside } = self.keys;
        let mut touched = vec![false; at_vertex.len()];
        for (i, e) in self.map.edges.iter().enumerate() {
            if let Some((a, b)) = e.ends
                && beside[i].iter().chain([&on[i]]).any(|found| self.is(found))
            {
                (touched[a], touched[b]) = (true, true);
            }
        }
        let alone = (0..at_vertex.len()).filter(|&v| self.is(&at_vertex[v]) && !touched[v]);
        let point = |v: usize| Cell {
            key: self.key.clone(),
            area: 0.0,
            sample: self.map.vertices[v],
            outlines: Vec::new(),
        };
        alone.map(point).collect()
    }
}

/// The closed boundary of an area.
struct Outline(Vec<Side>);

impl Outline {
    /// Returns the signed area on the left of the boundary; below 0 round a hole.
    fn area(&self) -> f64 {
        let about = self.0.first().map(|first| first.curve.at(first.from));
        about.map_or(0.0, |about| self.0.iter().map(|side| side.swept_area(about)).sum())
    }
}

/// Whether a closed outline surrounds a point, by counting crossings of a ray.
fn surrounds(outline: &[Side], q: Point) -> bool {
    // An odd direction, so that no vertex of a diagram lies exactly on the ray.
    let dir = Vec2::from_angle(0.737_213_9);
    let ray = Curve::Line { through: q, dir };
    let crosses = |side: &Side| {
        let (low, high) = (side.from.min(side.to), side.from.max(side.to));
        let within = |p: &Point| {
            let t = side.curve.parameter(*p);
            let turned = side.curve.period().map_or(t, |period| t + ((low - t) / period).ceil() * period);
            dir.dot(*p - q) > 0.0 && turned >= low && turned < high
        };
        side.curve.meet(&ray, 0.0).iter().filter(|p| within(p)).count()
    };
    outline.iter().map(crosses).sum::<usize>() % 2 == 1
}
