//! An arrangement as a planar map of half-edges: their order about each vertex, and the boundaries of the faces.

use super::tolerance::VERTEX;
use super::{Curve, Point, Vec2, functions};
use std::f64::consts::TAU;

/// A piece of a curve between two neighbouring vertices, or a whole circle.
pub(super) struct Edge {
    pub(super) curve: usize,
    /// Parameters on the curve, ascending; on a circle `to` may exceed a full turn.
    pub(super) from: f64,
    pub(super) to: f64,
    /// The vertices at its ends; none for a whole circle.
    pub(super) ends: Option<(usize, usize)>,
    /// A sample point on the left and one on the right of ascending parameters, each with the distance to the next curve.
    pub(super) samples: [(Point, f64); 2],
}

/// An edge with a direction; the face that it bounds is on its left.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct HalfEdge {
    pub(super) edge: usize,
    pub(super) forward: bool,
}

impl HalfEdge {
    /// Returns the same edge in the other direction.
    pub(super) fn twin(self) -> HalfEdge {
        HalfEdge { forward: !self.forward, ..self }
    }

    /// Returns the index of the half-edge: twice the index of its edge, plus one for the backward half.
    fn index(self) -> usize {
        2 * self.edge + self.side()
    }

    /// Returns which of the edge's samples is on the left.
    pub(super) fn side(self) -> usize {
        usize::from(!self.forward)
    }
}

/// The least angle, radians, at which two half-edges are ordered by their directions at the vertex alone.
const APART: f64 = 0.5;

/// The share of the shorter one's length at which two nearly tangent half-edges are compared.
const SHARE: f64 = 0.7;

/// An arrangement of curves as a planar map.
pub(super) struct PlanarMap<'a> {
    pub(super) curves: &'a [Curve],
    pub(super) vertices: &'a [Point],
    pub(super) edges: Vec<Edge>,
    /// For each vertex the half-edges that leave it, counter-clockwise.
    around: Vec<Vec<HalfEdge>>,
    /// The position of each half-edge in that order, by its index.
    slots: Vec<usize>,
}

impl<'a> PlanarMap<'a> {
    /// Builds the map: sorts the half-edges that leave each vertex.
    pub(super) fn new(curves: &'a [Curve], vertices: &'a [Point], edges: Vec<Edge>) -> PlanarMap<'a> {
        let slots = vec![0; 2 * edges.len()];
        let mut map = PlanarMap { curves, vertices, edges, around: Vec::new(), slots };
        let mut around = vec![Vec::new(); vertices.len()];
        for half in map.half_edges() {
            if let Some((from, _)) = map.ends(half) {
                around[from].push(half);
            }
        }
        for halves in &mut around {
            map.order(halves);
            for (slot, half) in halves.iter().enumerate() {
                map.slots[half.index()] = slot;
            }
        }
        PlanarMap { around, ..map }
    }

    /// Yields every edge in both directions.
    pub(super) fn half_edges(&self) -> impl Iterator<Item = HalfEdge> + use<> {
        (0..self.edges.len()).flat_map(|edge| [true, false].map(|forward| HalfEdge { edge, forward }))
    }

    /// Returns the boundary loops of all faces; each half-edge is in exactly one.
    pub(super) fn faces(&self) -> Vec<Vec<HalfEdge>> {
        let mut seen = vec![false; self.slots.len()];
        let mut out = Vec::new();
        for first in self.half_edges() {
            let mut halves = Vec::new();
            let mut next = Some(first).filter(|half| !seen[half.index()]);
            while let Some(half) = next {
                seen[half.index()] = true;
                halves.push(half);
                next = self.next(half, |_| true).filter(|next| !seen[next.index()]);
            }
            if !halves.is_empty() {
                out.push(halves);
            }
        }
        out
    }

    /// Returns the sample point beside some half-edges that has the most room. Half-edges hardly longer than [`VERTEX`] come last:
    /// a sample beside one may lie on the wrong side of a curve through its vertex.
    pub(super) fn sample(&self, halves: &[HalfEdge]) -> Point {
        let beside = halves.iter().map(|&half| {
            let (place, room) = self.edges[half.edge].samples[half.side()];
            (self.length(half) > 100.0 * VERTEX, room, place)
        });
        let most = beside.max_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
        most.map_or(Point::new(0.0, 0.0), |most| most.2)
    }

    /// Links half-edges to closed loops. As many of them must enter each vertex as leave it.
    pub(super) fn link_loops(&self, mut rest: Vec<HalfEdge>) -> Vec<Vec<HalfEdge>> {
        let mut places = vec![None; self.slots.len()];
        for (place, half) in rest.iter().enumerate() {
            places[half.index()] = Some(place);
        }
        let mut out = Vec::new();
        while let Some(first) = rest.pop() {
            places[first.index()] = None;
            let mut halves = vec![first];
            let (start, mut half) = (self.ends(first).map(|ends| ends.0), first);
            while self.ends(half).map(|ends| ends.1) != start {
                let Some(next) = self.next(half, |next| places[next.index()].is_some()) else { break };
                if let Some(place) = places[next.index()].take() {
                    rest.swap_remove(place);
                    if let Some(moved) = rest.get(place) {
                        places[moved.index()] = Some(place);
                    }
                }
                halves.push(next);
                half = next;
            }
            out.push(halves);
        }
        out
    }

    /// Returns the half-edge of a set that follows another on a boundary: the first clockwise from its twin.
    fn next(&self, half: HalfEdge, is_member: impl Fn(HalfEdge) -> bool) -> Option<HalfEdge> {
        let around = &self.around[self.ends(half)?.1];
        let back = self.slots[half.twin().index()];
        let clockwise = (0..around.len()).map(|i| around[(back + around.len() - 1 - i) % around.len()]);
        clockwise.into_iter().find(|&next| is_member(next))
    }

    /// Returns the vertices at which a half-edge begins and ends.
    pub(super) fn ends(&self, half: HalfEdge) -> Option<(usize, usize)> {
        let (a, b) = self.edges[half.edge].ends?;
        Some(if half.forward { (a, b) } else { (b, a) })
    }

    /// Returns the parameters at which a half-edge begins and ends.
    pub(super) fn parameters(&self, half: HalfEdge) -> (f64, f64) {
        let e = &self.edges[half.edge];
        if half.forward { (e.from, e.to) } else { (e.to, e.from) }
    }

    /// Sorts the half-edges that leave one vertex counter-clockwise. Nearly tangent ones are compared at a distance from
    /// the vertex, where they have parted.
    fn order(&self, halves: &mut Vec<HalfEdge>) {
        let mut by_angle: Vec<(f64, HalfEdge)> =
            halves.iter().map(|&half| (self.angle(half), half)).collect();
        by_angle.sort_by(|a, b| a.0.total_cmp(&b.0));
        let count = by_angle.len();
        // The order starts after the widest gap, so that the first and the last are not nearly tangent.
        let gap = |i: usize| (by_angle[i].0 - by_angle[(i + count - 1) % count].0).rem_euclid(TAU);
        let first = (0..count).max_by(|&a, &b| gap(a).total_cmp(&gap(b)));
        by_angle.rotate_left(first.unwrap_or(0));
        for i in 1..count {
            let tangent = |(a, _): (f64, HalfEdge), (b, _): (f64, HalfEdge)| (b - a).rem_euclid(TAU) < APART;
            let mut j = i;
            while j > 0
                && tangent(by_angle[j - 1], by_angle[j])
                && self.is_left_of(by_angle[j - 1].1, by_angle[j].1)
            {
                by_angle.swap(j - 1, j);
                j -= 1;
            }
        }
        *halves = by_angle.into_iter().map(|(_, half)| half).collect();
    }

    /// Returns the angle at which a half-edge leaves its vertex; for one hardly longer than [`VERTEX`], the direction to its end.
    fn angle(&self, half: HalfEdge) -> f64 {
        let length = self.length(half);
        let along = match self.ends(half) {
            Some((a, b)) if length < 4.0 * VERTEX => self.vertices[b] - self.vertices[a],
            Some(_) | None => self.place(half, 0.01 * length) - self.place(half, 0.0),
        };
        functions::angle_of(along)
    }

    /// Whether the first of two nearly tangent half-edges lies to the left of the other.
    fn is_left_of(&self, one: HalfEdge, other: HalfEdge) -> bool {
        let off = SHARE * self.length(one).min(self.length(other));
        let (a, b) = (self.place(one, off), self.place(other, off));
        let along: Vec2 = b - self.place(other, 0.0);
        along.perp_dot(a - b) > 0.0
    }

    /// Returns how far a half-edge leads away from its vertex without turning back, board units.
    fn length(&self, half: HalfEdge) -> f64 {
        let (from, to) = self.parameters(half);
        match self.curves[self.edges[half.edge].curve] {
            Curve::Line { .. } => (to - from).abs(),
            Curve::Circle { radius, .. } => radius * (to - from).abs().min(1.0),
        }
    }

    /// Returns the point at a distance along a half-edge, board units.
    fn place(&self, half: HalfEdge, off: f64) -> Point {
        let (from, to) = self.parameters(half);
        let curve = &self.curves[self.edges[half.edge].curve];
        let length = match curve {
            Curve::Line { .. } => (to - from).abs(),
            Curve::Circle { radius, .. } => radius * (to - from).abs(),
        };
        curve.at(from + (to - from) * off / length.max(f64::MIN_POSITIVE))
    }
}
