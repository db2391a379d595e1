//! Cells of an arrangement: their outlines, areas and sample points.

use super::{Bound, Curve, Point, Vec2};

/// A piece of a cell's outline. The cell lies on the left of the way from `from` to `to`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Side {
    /// The whole curve it is a piece of.
    pub curve: Bound,
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

/// An edge walked so that the cell is on its left.
#[derive(Clone, Copy)]
struct Walk {
    edge: usize,
    forward: bool,
}

/// Puts edges together to cells.
pub(super) fn gather<K: PartialEq + Clone>(
    curves: &[Bound],
    vertices: &[Point],
    at_vertex: &[Option<K>],
    edges: &[Edge<K>],
) -> Vec<Cell<K>> {
    let mut keys: Vec<&K> = Vec::new();
    let found = edges.iter().flat_map(|e| e.beside.iter().chain([&e.on])).chain(at_vertex);
    for key in found.flatten() {
        if !keys.contains(&key) {
            keys.push(key);
        }
    }
    let mut out = Vec::new();
    for key in keys {
        let arrangement = Arrangement { curves, vertices, at_vertex, edges, key };
        out.extend(arrangement.faces());
        out.extend(arrangement.threads());
        out.extend(arrangement.points());
    }
    out
}

struct Arrangement<'a, K> {
    curves: &'a [Bound],
    vertices: &'a [Point],
    at_vertex: &'a [Option<K>],
    edges: &'a [Edge<K>],
    key: &'a K,
}

impl<K: PartialEq + Clone> Arrangement<'_, K> {
    fn is(&self, found: &Option<K>) -> bool {
        found.as_ref() == Some(self.key)
    }

    /// Cells with an area.
    fn faces(&self) -> Vec<Cell<K>> {
        let mut border: Vec<Walk> = Vec::new();
        for (edge, e) in self.edges.iter().enumerate() {
            match (self.is(&e.beside[0]), self.is(&e.beside[1])) {
                (true, false) => border.push(Walk { edge, forward: true }),
                (false, true) => border.push(Walk { edge, forward: false }),
                (true, true) | (false, false) => {}
            }
        }
        let loops = self.loops(&border);
        let mut holes: Vec<Vec<Walk>> = Vec::new();
        let mut out: Vec<(Cell<K>, Vec<Walk>)> = Vec::new();
        for walks in loops {
            let sides: Vec<Side> = walks.iter().map(|w| self.side(*w)).collect();
            let Some(first) = sides.first() else { continue };
            let about = first.curve.at(first.from);
            let area: f64 = sides.iter().map(|s| s.swept_area(about)).sum();
            if area > 0.0 {
                let cell =
                    Cell { key: self.key.clone(), area, sample: self.sample(&walks), outlines: vec![sides] };
                out.push((cell, walks));
            } else if area < 0.0 {
                holes.push(walks);
            }
        }
        out.sort_by(|a, b| a.0.area.total_cmp(&b.0.area));
        for walks in holes {
            let sides: Vec<Side> = walks.iter().map(|w| self.side(*w)).collect();
            let Some(first) = sides.first() else { continue };
            let about = first.curve.at(first.from);
            let inside = first.curve.at(first.from.midpoint(first.to));
            let holder = out.iter_mut().find(|(cell, _)| surrounds(&cell.outlines[0], inside));
            if let Some((cell, of)) = holder {
                cell.area += sides.iter().map(|s| s.swept_area(about)).sum::<f64>();
                cell.outlines.push(sides);
                of.extend(walks);
                cell.sample = self.sample(of);
            }
        }
        out.into_iter().map(|(cell, _)| cell).collect()
    }

    fn side(&self, walk: Walk) -> Side {
        let e = &self.edges[walk.edge];
        let (from, to) = if walk.forward { (e.from, e.to) } else { (e.to, e.from) };
        Side { curve: self.curves[e.curve], from, to, open: !self.is(&e.on) }
    }

    /// The sample beside an edge with the most room.
    fn sample(&self, walks: &[Walk]) -> Point {
        let beside = walks.iter().map(|w| self.edges[w.edge].samples[usize::from(!w.forward)]);
        beside.max_by(|a, b| a.1.total_cmp(&b.1)).map_or(Point::new(0.0, 0.0), |s| s.0)
    }

    /// Links border edges to closed ways: at a vertex on to the next edge clockwise from the way back.
    fn loops(&self, border: &[Walk]) -> Vec<Vec<Walk>> {
        let mut left: Vec<Walk> = border.to_vec();
        let mut out = Vec::new();
        while let Some(first) = left.pop() {
            let mut walks = vec![first];
            if let Some((start, mut at)) = self.ends(first) {
                let mut back = -self.direction(first, true);
                while at != start {
                    let next = left
                        .iter()
                        .enumerate()
                        .filter(|(_, w)| self.ends(**w).is_some_and(|(from, _)| from == at))
                        .map(|(i, w)| (clockwise(back, self.direction(*w, false)), i))
                        .min_by(|a, b| a.0.total_cmp(&b.0));
                    // What is finer than a vertex can leave a way without its end.
                    let Some((_, i)) = next else { break };
                    let walk = left.swap_remove(i);
                    at = self.ends(walk).map_or(at, |e| e.1);
                    back = -self.direction(walk, true);
                    walks.push(walk);
                }
            }
            out.push(walks);
        }
        out
    }

    fn ends(&self, walk: Walk) -> Option<(usize, usize)> {
        let (a, b) = self.edges[walk.edge].ends?;
        Some(if walk.forward { (a, b) } else { (b, a) })
    }

    /// The direction in which a walk leaves its first vertex, or reaches its last; measured a little way
    /// off, which tells tangent curves from each other.
    fn direction(&self, walk: Walk, at_end: bool) -> Vec2 {
        let side = self.side(walk);
        let (end, other) = if at_end { (side.to, side.from) } else { (side.from, side.to) };
        let off = (other - end) * 0.01;
        let step = side.curve.at(end + off) - side.curve.at(end);
        (if at_end { -step } else { step }).normalize_or_zero()
    }

    /// Stretches of curve that belong without an area beside them.
    fn threads(&self) -> Vec<Cell<K>> {
        let mut out: Vec<Cell<K>> = Vec::new();
        let alone = |e: &&Edge<K>| self.is(&e.on) && !e.beside.iter().any(|b| self.is(b));
        for e in self.edges.iter().filter(alone) {
            let curve = self.curves[e.curve];
            let side = Side { curve, from: e.from, to: e.to, open: false };
            let sample = curve.at(e.from.midpoint(e.to));
            // Neighbours on one curve are one stretch.
            match out.last_mut() {
                Some(last)
                    if last.outlines[0][0].curve == curve
                        && last.outlines[0][0].to == e.from
                        && e.ends.is_some_and(|(v, _)| self.is(&self.at_vertex[v])) =>
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
        let touched = |v: usize| {
            let here = |e: &&Edge<K>| e.ends.is_some_and(|(a, b)| a == v || b == v);
            self.edges.iter().filter(here).any(|e| self.is(&e.on) || e.beside.iter().any(|b| self.is(b)))
        };
        let alone = (0..self.vertices.len()).filter(|&v| self.is(&self.at_vertex[v]) && !touched(v));
        alone
            .map(|v| Cell {
                key: self.key.clone(),
                area: 0.0,
                sample: self.vertices[v],
                outlines: Vec::new(),
            })
            .collect()
    }
}

/// The clockwise angle from one direction to another, above 0 and up to a full turn.
fn clockwise(from: Vec2, to: Vec2) -> f64 {
    let angle = from.perp_dot(to).atan2(from.dot(to));
    let turn = (-angle).rem_euclid(std::f64::consts::TAU);
    if turn <= 1e-12 { std::f64::consts::TAU } else { turn }
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
        side.curve.meet_curve(&ray, 0.0).iter().filter(|p| within(p)).count()
    };
    outline.iter().map(crosses).sum::<usize>() % 2 == 1
}
