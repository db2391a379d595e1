//! Cells of an arrangement: their outlines, areas and sample points.

use super::map::{DirectedCurve, Edge, HalfEdge, PlanarMap};
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
    /// The outlines: the outer one first, counter-clockwise, then holes. A cell that is a piece of curve has this
    /// piece as its only outline, and a single point has none.
    pub outlines: Vec<Vec<CellSide>>,
}

impl<V> ArrangementCell<V> {
    /// Returns the outer outline; empty for a single point.
    pub fn outer_outline(&self) -> &[CellSide] {
        self.outlines.first().map_or(&[], Vec::as_slice)
    }

    /// Returns the outlines of holes.
    pub fn holes(&self) -> &[Vec<CellSide>] {
        self.outlines.get(1..).unwrap_or_default()
    }
}

/// The value of each vertex, of each edge and beside it.
struct Values<V> {
    at_vertex: Vec<Option<V>>,
    on_edge: Vec<Option<V>>,
    /// For each edge the values on its left and on its right.
    beside: Vec<[Option<V>; 2]>,
}

impl<V: PartialEq + Clone> Values<V> {
    /// Evaluates `value` once beside each loop of half-edges, on each edge and at each vertex.
    fn new(map: &PlanarMap<'_>, mut value: impl FnMut(Point) -> Option<V>) -> Values<V> {
        // Along a loop `value` is asked where the most room is, because beside the shortest edges the room may be below the
        // resolution.
        let mut beside = vec![[None, None]; map.edges.len()];
        for boundary in map.boundary_loops() {
            let value_of_face = value(map.roomiest_place(&boundary));
            for half in boundary {
                beside[half.edge][half.side()].clone_from(&value_of_face);
            }
        }
        let middle = |edge: &Edge| map.curves[edge.curve].at(edge.middle());
        let on_edge = map.edges.iter().map(|edge| value(middle(edge))).collect();
        let at_vertex = map.vertices.iter().map(|&vertex| value(vertex)).collect();
        Values { at_vertex, on_edge, beside }
    }

    /// Returns every value once: those of faces first, then those of edges, then those of vertices.
    fn distinct(&self) -> Vec<&V> {
        let mut distinct: Vec<&V> = Vec::new();
        let all = self.beside.as_flattened().iter().chain(&self.on_edge).chain(&self.at_vertex);
        for value in all.flatten() {
            if !distinct.contains(&value) {
                distinct.push(value);
            }
        }
        distinct
    }
}

/// Returns the cells of an arrangement: evaluates `value` at each vertex, on each edge and once beside each loop of
/// half-edges, and joins neighbours with equal values.
pub(super) fn gather<V: PartialEq + Clone>(
    map: &PlanarMap<'_>,
    value: impl FnMut(Point) -> Option<V>,
) -> Vec<ArrangementCell<V>> {
    let values = Values::new(map, value);
    let mut cells = Vec::new();
    for value in values.distinct() {
        let set = LevelSet { map, values: &values, value };
        cells.extend(set.areas());
        cells.extend(set.isolated_edges());
        cells.extend(set.isolated_vertices());
    }
    cells
}

/// The part of an arrangement with one value.
struct LevelSet<'a, V> {
    map: &'a PlanarMap<'a>,
    values: &'a Values<V>,
    value: &'a V,
}

impl<V: PartialEq + Clone> LevelSet<'_, V> {
    /// Whether a vertex, edge or face with this value belongs to the set.
    fn has(&self, value: &Option<V>) -> bool {
        value.as_ref() == Some(self.value)
    }

    /// Whether the face on the left of a half-edge belongs to the set.
    fn has_face(&self, half: HalfEdge) -> bool {
        self.has(&self.values.beside[half.edge][half.side()])
    }

    /// Returns the cells that have an area.
    fn areas(&self) -> Vec<ArrangementCell<V>> {
        let is_border = |half: &HalfEdge| self.has_face(*half) && !self.has_face(half.twin());
        let border: Vec<HalfEdge> = self.map.half_edges().filter(is_border).collect();
        let mut areas: Vec<Outlined> = Vec::new();
        let mut holes: Vec<Outlined> = Vec::new();
        for halves in self.map.link_loops(border) {
            let outline: Vec<CellSide> = halves.iter().map(|half| self.side(*half)).collect();
            let outlined = Outlined { area: signed_area(&outline), outlines: vec![outline], halves };
            if outlined.area > 0.0 {
                areas.push(outlined);
            } else if outlined.area < 0.0 {
                holes.push(outlined);
            }
        }
        areas.sort_by(|a, b| a.area.total_cmp(&b.area));
        for hole in holes {
            let first = &hole.outlines[0][0];
            let on_outline = first.curve.at(first.from.midpoint(first.to));
            // The areas are sorted, so this is the smallest of those that surround the hole.
            if let Some(around) = areas.iter_mut().find(|area| surrounds(&area.outlines[0], on_outline)) {
                around.area += hole.area;
                around.outlines.extend(hole.outlines);
                around.halves.extend(hole.halves);
            }
        }
        let cell = |Outlined { area, outlines, halves }| {
            let sample = self.map.roomiest_place(&halves);
            ArrangementCell { value: self.value.clone(), area, sample, outlines }
        };
        areas.into_iter().map(cell).collect()
    }

    fn side(&self, half: HalfEdge) -> CellSide {
        let DirectedCurve { curve, from, to } = self.map.directed(half);
        CellSide { curve: *curve, from, to, open: !self.has(&self.values.on_edge[half.edge]) }
    }

    /// Returns the cells that are pieces of curve without an area beside them.
    fn isolated_edges(&self) -> Vec<ArrangementCell<V>> {
        let mut cells: Vec<ArrangementCell<V>> = Vec::new();
        let Values { at_vertex, on_edge, beside } = self.values;
        for (i, edge) in self.map.edges.iter().enumerate() {
            if !self.has(&on_edge[i]) || beside[i].iter().any(|value| self.has(value)) {
                continue;
            }
            let curve = self.map.curves[edge.curve];
            let side = CellSide { curve, from: edge.from, to: edge.to, open: false };
            let sample = curve.at(edge.middle());
            // Neighbours on one curve are one piece if the vertex between them belongs to the set.
            let has_start = edge.ends.is_some_and(|ends| self.has(&at_vertex[ends.first]));
            match cells.last_mut().map(|last| &mut last.outlines[0][0]) {
                Some(last) if has_start && last.curve == curve && last.to == edge.from => last.to = edge.to,
                _ => cells.push(self.cell_without_area(sample, vec![vec![side]])),
            }
        }
        cells
    }

    fn cell_without_area(&self, sample: Point, outlines: Vec<Vec<CellSide>>) -> ArrangementCell<V> {
        ArrangementCell { value: self.value.clone(), area: 0.0, sample, outlines }
    }

    /// Returns the cells that are single vertices.
    fn isolated_vertices(&self) -> Vec<ArrangementCell<V>> {
        let Values { at_vertex, on_edge, beside } = self.values;
        let mut touched = vec![false; at_vertex.len()];
        for (i, edge) in self.map.edges.iter().enumerate() {
            if let Some(ends) = edge.ends
                && beside[i].iter().chain([&on_edge[i]]).any(|value| self.has(value))
            {
                (touched[ends.first], touched[ends.last]) = (true, true);
            }
        }
        let isolated = (0..at_vertex.len()).filter(|&v| self.has(&at_vertex[v]) && !touched[v]);
        isolated.map(|v| self.cell_without_area(self.map.vertices[v], Vec::new())).collect()
    }
}

/// An area or a hole with its outlines.
struct Outlined {
    /// The signed area on the left of the outlines; below 0 for a hole.
    area: f64,
    outlines: Vec<Vec<CellSide>>,
    /// The half-edges of all outlines.
    halves: Vec<HalfEdge>,
}

/// Returns the signed area on the left of a closed outline; below 0 round a hole.
fn signed_area(outline: &[CellSide]) -> f64 {
    let Some(first) = outline.first() else { return 0.0 };
    let about = first.curve.at(first.from);
    outline.iter().map(|side| side.curve.swept_area(side.from, side.to, about)).sum()
}

/// Whether a closed outline surrounds a point: a ray from the point crosses the outline an odd number of times.
fn surrounds(outline: &[CellSide], q: Point) -> bool {
    // An arbitrary direction, on which no vertex of a diagram lies exactly.
    let dir = Vec2::from_angle(0.737_213_9);
    let ray = Curve::Line { through: q, dir };
    let mut is_odd = false;
    for side in outline {
        let (low, high) = (side.from.min(side.to), side.from.max(side.to));
        for p in side.curve.meet(&ray, 0.0) {
            let parameter = side.curve.parameter_from(low, p);
            if dir.dot(p - q) > 0.0 && (low..high).contains(&parameter) {
                is_odd = !is_odd;
            }
        }
    }
    is_odd
}
