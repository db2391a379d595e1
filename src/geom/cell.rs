//! Cells of an arrangement: their outlines, areas and sample points.

use super::map::{Edge, HalfEdge, PlanarMap};
use super::{Curve, Point, Vec2};

/// A piece of a cell's outline, oriented so that the cell lies on its left.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CellSide {
    /// The whole curve that contains the side.
    pub curve: Curve,
    /// The first parameter: board units along a line, radians about a circle.
    pub from: f64,
    /// The last parameter: above `from` if the side runs with the curve, below if against it.
    pub to: f64,
    /// Whether the points of the side are left out of the cell.
    pub open: bool,
}

impl CellSide {
    /// Returns points along the side, ends included. The polyline through them stays within `accuracy` of the side.
    pub fn points(&self, accuracy: f64) -> Vec<Point> {
        self.curve.points(self.from, self.to, accuracy)
    }

    fn swept_area(&self, about: Point) -> f64 {
        self.curve.swept_area(self.from, self.to, about)
    }
}

/// A connected set of points with one value.
#[derive(Debug, Clone, PartialEq)]
pub struct ArrangementCell<V> {
    /// The value at every point of the cell.
    pub value: V,
    /// The area in square units; 0 for a piece of curve or a single point.
    pub area: f64,
    /// A point well inside the cell.
    pub sample: Point,
    /// The outlines: the outer one first, counter-clockwise, then holes. A cell that is a piece of curve has that piece, and a
    /// single point has none.
    pub outlines: Vec<Vec<CellSide>>,
}

/// The value of each vertex, edge and face of an arrangement.
struct Values<'v, V> {
    at_vertex: &'v [Option<V>],
    on_edge: &'v [Option<V>],
    /// For each edge the values on its left and on its right.
    beside: &'v [[Option<V>; 2]],
}

/// Evaluates `value` at each vertex, edge and face of an arrangement, and joins neighbours with equal values to cells.
pub(super) fn gather<V: PartialEq + Clone>(
    map: &PlanarMap<'_>,
    mut value: impl FnMut(Point) -> Option<V>,
) -> Vec<ArrangementCell<V>> {
    // Each face is sampled where there is the most room: beside its shortest edges the room may be below the resolution.
    let mut beside = vec![[None, None]; map.edges.len()];
    for face in map.faces() {
        let found = value(map.sample(&face));
        for half in face {
            beside[half.edge][half.side()].clone_from(&found);
        }
    }
    let middle = |e: &Edge| map.curves[e.curve].at(e.from.midpoint(e.to));
    let on_edge: Vec<Option<V>> = map.edges.iter().map(|e| value(middle(e))).collect();
    let at_vertex: Vec<Option<V>> = map.vertices.iter().map(|&v| value(v)).collect();
    let mut distinct: Vec<&V> = Vec::new();
    for value in beside.as_flattened().iter().chain(&on_edge).chain(&at_vertex).flatten() {
        if !distinct.contains(&value) {
            distinct.push(value);
        }
    }
    let values = Values { at_vertex: &at_vertex, on_edge: &on_edge, beside: &beside };
    let mut out = Vec::new();
    for value in distinct {
        let set = LevelSet { map, values: &values, value };
        out.extend(set.faces());
        out.extend(set.isolated_edges());
        out.extend(set.isolated_vertices());
    }
    out
}

/// The part of an arrangement with one value.
struct LevelSet<'a, V> {
    map: &'a PlanarMap<'a>,
    values: &'a Values<'a, V>,
    value: &'a V,
}

impl<V: PartialEq + Clone> LevelSet<'_, V> {
    /// Whether a place with this value belongs to the set.
    fn has(&self, found: &Option<V>) -> bool {
        found.as_ref() == Some(self.value)
    }

    /// Whether the face on the left of a half-edge belongs to the set.
    fn has_face(&self, half: HalfEdge) -> bool {
        self.has(&self.values.beside[half.edge][half.side()])
    }

    /// Returns the cells that have an area.
    fn faces(&self) -> Vec<ArrangementCell<V>> {
        let is_border = |half: &HalfEdge| self.has_face(*half) && !self.has_face(half.twin());
        let border: Vec<HalfEdge> = self.map.half_edges().filter(is_border).collect();
        let mut holes: Vec<Vec<HalfEdge>> = Vec::new();
        let mut out: Vec<(ArrangementCell<V>, Vec<HalfEdge>)> = Vec::new();
        for halves in self.map.link_loops(border) {
            let outline = self.outline(&halves);
            let area = outline.area();
            if area > 0.0 {
                let sample = self.map.sample(&halves);
                let cell =
                    ArrangementCell { value: self.value.clone(), area, sample, outlines: vec![outline.0] };
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
            if let Some((cell, border)) = holder {
                cell.area += hole.area();
                cell.outlines.push(hole.0);
                border.extend(halves);
                cell.sample = self.map.sample(border);
            }
        }
        out.into_iter().map(|(cell, _)| cell).collect()
    }

    fn outline(&self, halves: &[HalfEdge]) -> Outline {
        Outline(halves.iter().map(|half| self.side(*half)).collect())
    }

    fn side(&self, half: HalfEdge) -> CellSide {
        let (from, to) = self.map.parameters(half);
        let curve = self.map.curves[self.map.edges[half.edge].curve];
        CellSide { curve, from, to, open: !self.has(&self.values.on_edge[half.edge]) }
    }

    /// Returns the cells that are pieces of curve without an area beside them.
    fn isolated_edges(&self) -> Vec<ArrangementCell<V>> {
        let mut out: Vec<ArrangementCell<V>> = Vec::new();
        let Values { at_vertex, on_edge, beside } = self.values;
        for (i, e) in self.map.edges.iter().enumerate() {
            if !self.has(&on_edge[i]) || beside[i].iter().any(|found| self.has(found)) {
                continue;
            }
            let curve = self.map.curves[e.curve];
            let side = CellSide { curve, from: e.from, to: e.to, open: false };
            let sample = curve.at(e.from.midpoint(e.to));
            // Neighbours on one curve are one piece.
            match out.last_mut() {
                Some(last)
                    if last.outlines[0][0].curve == curve
                        && last.outlines[0][0].to == e.from
                        && e.ends.is_some_and(|(v, _)| self.has(&at_vertex[v])) =>
                {
                    last.outlines[0][0].to = e.to;
                }
                _ => out.push(ArrangementCell {
                    value: self.value.clone(),
                    area: 0.0,
                    sample,
                    outlines: vec![vec![side]],
                }),
            }
        }
        out
    }

    /// Returns the cells that are single vertices.
    fn isolated_vertices(&self) -> Vec<ArrangementCell<V>> {
        let Values { at_vertex, on_edge, beside } = self.values;
        let mut touched = vec![false; at_vertex.len()];
        for (i, e) in self.map.edges.iter().enumerate() {
            if let Some((a, b)) = e.ends
                && beside[i].iter().chain([&on_edge[i]]).any(|found| self.has(found))
            {
                (touched[a], touched[b]) = (true, true);
            }
        }
        let alone = (0..at_vertex.len()).filter(|&v| self.has(&at_vertex[v]) && !touched[v]);
        let point = |v: usize| ArrangementCell {
            value: self.value.clone(),
            area: 0.0,
            sample: self.map.vertices[v],
            outlines: Vec::new(),
        };
        alone.map(point).collect()
    }
}

/// The closed boundary of an area.
struct Outline(Vec<CellSide>);

impl Outline {
    /// Returns the signed area on the left of the boundary; below 0 round a hole.
    fn area(&self) -> f64 {
        let about = self.0.first().map(|first| first.curve.at(first.from));
        about.map_or(0.0, |about| self.0.iter().map(|side| side.swept_area(about)).sum())
    }
}

/// Whether a closed outline surrounds a point, by counting crossings of a ray.
fn surrounds(outline: &[CellSide], q: Point) -> bool {
    // An arbitrary direction, so that no vertex of a diagram lies exactly on the ray.
    let dir = Vec2::from_angle(0.737_213_9);
    let ray = Curve::Line { through: q, dir };
    let crosses = |side: &CellSide| {
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
