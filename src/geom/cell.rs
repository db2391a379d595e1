//! Cells of an arrangement: their outlines, areas and sample points.

use super::map::{Edge, Map, Walk};
use super::{Curve, Point, Vec2};

/// A piece of a cell's outline. The cell lies on the left of the way from `from` to `to`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Side {
    /// The whole curve it is a piece of.
    pub curve: Curve,
    /// Its first parameter: board units along a line, radians about a circle.
    pub from: f64,
    /// Its last: above `from` when the way goes with the curve, below when against it.
    pub to: f64,
    /// Whether the points of the side are left out of the cell.
    pub open: bool,
}

impl Side {
    /// Places along the side, ends included, no farther from it than `accuracy` between them.
    pub fn points(&self, accuracy: f64) -> Vec<Point> {
        self.curve.points(self.from, self.to, accuracy)
    }

    fn swept_area(&self, about: Point) -> f64 {
        self.curve.swept_area(self.from, self.to, about)
    }
}

/// A connected set of points with one answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Cell<K> {
    /// The answer.
    pub key: K,
    /// Its area; 0 for a stretch of curve or a single point.
    pub area: f64,
    /// A point of it, well inside.
    pub sample: Point,
    /// Its outlines: the outer one first, counter-clockwise, then holes. Of a stretch of curve the
    /// stretch; of a single point nothing.
    pub outlines: Vec<Vec<Side>>,
}

/// What holds on the parts of an arrangement, asked once for each.
struct Answers<'k, K> {
    at_vertex: &'k [Option<K>],
    on: &'k [Option<K>],
    /// On the left and on the right of each edge.
    beside: &'k [[Option<K>; 2]],
}

/// Asks what holds at each vertex, on each edge and in each area, and puts equal answers side by side together to cells.
pub(super) fn gather<K: PartialEq + Clone>(
    map: &Map<'_>,
    mut key: impl FnMut(Point) -> Option<K>,
) -> Vec<Cell<K>> {
    // Of all places beside the edges of an area the one with the most room is asked: beside the shortest of them there may be
    // less than can be seen.
    let mut beside = vec![[None, None]; map.edges.len()];
    for face in map.faces() {
        let found = key(map.sample(&face));
        for walk in face {
            beside[walk.edge][walk.side()].clone_from(&found);
        }
    }
    let middle = |e: &Edge| map.curves[e.curve].at(e.from.midpoint(e.to));
    let on: Vec<Option<K>> = map.edges.iter().map(|e| key(middle(e))).collect();
    let at_vertex: Vec<Option<K>> = map.vertices.iter().map(|&v| key(v)).collect();
    let mut keys: Vec<&K> = Vec::new();
    let found = beside.iter().zip(&on).flat_map(|(beside, on)| beside.iter().chain([on])).chain(&at_vertex);
    for key in found.flatten() {
        if !keys.contains(&key) {
            keys.push(key);
        }
    }
    let answers = Answers { at_vertex: &at_vertex, on: &on, beside: &beside };
    let mut out = Vec::new();
    for key in keys {
        let part = Part { map, answers: &answers, key };
        out.extend(part.faces());
        out.extend(part.threads());
        out.extend(part.points());
    }
    out
}

/// Where an arrangement has one answer.
struct Part<'a, K> {
    map: &'a Map<'a>,
    answers: &'a Answers<'a, K>,
    key: &'a K,
}

impl<K: PartialEq + Clone> Part<'_, K> {
    fn is(&self, found: &Option<K>) -> bool {
        found.as_ref() == Some(self.key)
    }

    fn is_beside(&self, walk: Walk) -> bool {
        self.is(&self.answers.beside[walk.edge][walk.side()])
    }

    /// Cells with an area.
    fn faces(&self) -> Vec<Cell<K>> {
        let is_border = |walk: &Walk| self.is_beside(*walk) && !self.is_beside(walk.back());
        let border: Vec<Walk> = self.map.walks().filter(is_border).collect();
        let mut holes: Vec<Vec<Walk>> = Vec::new();
        let mut out: Vec<(Cell<K>, Vec<Walk>)> = Vec::new();
        for walks in self.map.loops(border) {
            let outline = self.outline(&walks);
            let area = outline.area();
            if area > 0.0 {
                let sample = self.map.sample(&walks);
                let cell = Cell { key: self.key.clone(), area, sample, outlines: vec![outline.0] };
                out.push((cell, walks));
            } else if area < 0.0 {
                holes.push(walks);
            }
        }
        out.sort_by(|a, b| a.0.area.total_cmp(&b.0.area));
        for walks in holes {
            let hole = self.outline(&walks);
            let Some(first) = hole.0.first() else { continue };
            let inside = first.curve.at(first.from.midpoint(first.to));
            let holder = out.iter_mut().find(|(cell, _)| surrounds(&cell.outlines[0], inside));
            if let Some((cell, of)) = holder {
                cell.area += hole.area();
                cell.outlines.push(hole.0);
                of.extend(walks);
                cell.sample = self.map.sample(of);
            }
        }
        out.into_iter().map(|(cell, _)| cell).collect()
    }

    fn outline(&self, walks: &[Walk]) -> Outline {
        Outline(walks.iter().map(|walk| self.side(*walk)).collect())
    }

    fn side(&self, walk: Walk) -> Side {
        let (from, to) = self.map.parameters(walk);
        let curve = self.map.curves[self.map.edges[walk.edge].curve];
        Side { curve, from, to, open: !self.is(&self.answers.on[walk.edge]) }
    }

    /// Stretches of curve that belong without an area beside them.
    fn threads(&self) -> Vec<Cell<K>> {
        let mut out: Vec<Cell<K>> = Vec::new();
        let Answers { at_vertex, on, beside } = self.answers;
        for (i, e) in self.map.edges.iter().enumerate() {
            if !self.is(&on[i]) || beside[i].iter().any(|found| self.is(found)) {
                continue;
            }
            let curve = self.map.curves[e.curve];
            let side = Side { curve, from: e.from, to: e.to, open: false };
            let sample = curve.at(e.from.midpoint(e.to));
            // Neighbours on one curve are one stretch.
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

    /// Vertices that belong without anything around them.
    fn points(&self) -> Vec<Cell<K>> {
        let Answers { at_vertex, on, beside } = self.answers;
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

/// A closed way round an area.
struct Outline(Vec<Side>);

impl Outline {
    /// The area on its left; below 0 if it goes round a hole.
    fn area(&self) -> f64 {
        let about = self.0.first().map(|first| first.curve.at(first.from));
        about.map_or(0.0, |about| self.0.iter().map(|side| side.swept_area(about)).sum())
    }
}

/// Whether a closed outline goes round a point: by counting what crosses a ray from it.
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
