//! An arrangement as a planar map of half-edges: their order about each vertex, and the boundaries of the faces.

use super::tolerance::RESOLUTION;
use super::{Curve, Point, Vec2, functions};
use std::f64::consts::TAU;

/// A piece of a curve between two neighbouring vertices, or a whole circle.
#[derive(Clone)]
pub(super) struct Edge {
    /// The index of the curve.
    pub(super) curve: usize,
    /// The first parameter on the curve.
    pub(super) from: f64,
    /// The last parameter on the curve, above the first; on a circle it may exceed a full turn.
    pub(super) to: f64,
    /// The vertices at its ends; none for a whole circle.
    pub(super) ends: Option<EdgeEnds>,
    /// The indices of other curves that join the same ends and stay within [`RESOLUTION`] of this edge.
    pub(super) coincident: Vec<usize>,
}

impl Edge {
    /// Returns the parameter halfway between the ends.
    pub(super) fn middle(&self) -> f64 {
        self.from.midpoint(self.to)
    }
}

/// The vertices at which an edge begins and ends.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct EdgeEnds {
    pub(super) first: usize,
    pub(super) last: usize,
}

impl EdgeEnds {
    pub(super) fn reversed(self) -> EdgeEnds {
        EdgeEnds { first: self.last, last: self.first }
    }
}

#[derive(Clone, Copy)]
pub(super) struct PlaceBeside {
    pub(super) place: Point,
    /// The distance from the edge, through the place, to the next curve.
    pub(super) room: f64,
}

/// An edge with a direction; the face that it bounds is on its left.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct HalfEdge {
    pub(super) edge: usize,
    pub(super) is_forward: bool,
}

impl HalfEdge {
    pub(super) fn twin(self) -> HalfEdge {
        HalfEdge { is_forward: !self.is_forward, ..self }
    }

    /// Returns the index of the half-edge: twice the index of its edge, plus one for the backward half.
    fn index(self) -> usize {
        2 * self.edge + self.side()
    }

    /// Returns the side of the edge on which the half-edge has its face: 0 for the left, 1 for the right.
    pub(super) fn side(self) -> usize {
        usize::from(!self.is_forward)
    }
}

/// A curve between two parameters, in the direction of a half-edge.
pub(super) struct DirectedCurve<'a> {
    pub(super) curve: &'a Curve,
    pub(super) from: f64,
    pub(super) to: f64,
}

impl DirectedCurve<'_> {
    /// Returns the length, board units.
    fn length(&self) -> f64 {
        let span = (self.to - self.from).abs();
        match *self.curve {
            Curve::Line { .. } => span,
            Curve::Circle { radius, .. } => radius * span,
        }
    }

    /// Returns the length over which the curve keeps near the direction in which it begins, of an arc at most a radian. Board units.
    fn direct_length(&self) -> f64 {
        match *self.curve {
            Curve::Line { .. } => self.length(),
            Curve::Circle { radius, .. } => self.length().min(radius),
        }
    }

    /// Returns the point at a distance from the beginning, board units.
    fn at(&self, distance: f64) -> Point {
        let span = self.to - self.from;
        self.curve.at(self.from + span * distance / self.length().max(f64::MIN_POSITIVE))
    }

    /// Whether this curve lies to the left of another that begins at the same vertex in nearly the same direction. They are
    /// compared at a distance from the vertex, where they are farther apart.
    fn is_left_of(&self, other: &DirectedCurve<'_>) -> bool {
        let distance = COMPARED_SHARE * self.direct_length().min(other.direct_length());
        let (point, other_point) = (self.at(distance), other.at(distance));
        let chord: Vec2 = other_point - other.at(0.0);
        chord.perp_dot(point - other_point) > 0.0
    }
}

/// A half-edge with the angle at which it leaves its vertex, radians.
#[derive(Clone, Copy)]
struct LeavingEdge {
    angle: f64,
    half: HalfEdge,
}

/// Two half-edges that leave a vertex at a smaller angle, radians, are not ordered by their directions alone.
const NEARLY_TANGENT: f64 = 0.5;

/// The share of the length of a half-edge over which its direction is measured.
const DIRECTION_SHARE: f64 = 0.01;

/// The share of the length of the shorter of two nearly tangent half-edges at which they are compared.
const COMPARED_SHARE: f64 = 0.7;

/// Board units. A place beside an edge that is not longer may lie on the wrong side of a curve through a vertex of the edge: curves
/// that pass within the resolution of the vertex go through it.
const SHORT_EDGE: f64 = 100.0 * RESOLUTION;

/// Board units. A shorter edge has the direction from its first vertex to its last. Its curve begins up to the resolution away
/// from the vertex, so the curve's own direction may differ much.
const TINY_EDGE: f64 = 4.0 * RESOLUTION;

/// An arrangement of curves as a planar map.
pub(super) struct PlanarMap<'a> {
    pub(super) curves: &'a [Curve],
    pub(super) vertices: &'a [Point],
    pub(super) edges: Vec<Edge>,
    /// For each edge a place on its left and one on its right.
    beside: Vec<[PlaceBeside; 2]>,
    /// For each vertex the half-edges that leave it, counter-clockwise.
    around: Vec<Vec<HalfEdge>>,
    /// The position of each half-edge in the order about its vertex, by its index.
    slots: Vec<usize>,
}

impl<'a> PlanarMap<'a> {
    /// Builds the map: sorts the half-edges that leave each vertex.
    pub(super) fn new(
        curves: &'a [Curve],
        vertices: &'a [Point],
        edges: Vec<Edge>,
        beside: Vec<[PlaceBeside; 2]>,
    ) -> PlanarMap<'a> {
        let slots = vec![0; 2 * edges.len()];
        let mut map = PlanarMap { curves, vertices, edges, beside, around: Vec::new(), slots };
        let mut around = vec![Vec::new(); vertices.len()];
        for half in map.half_edges() {
            if let Some(ends) = map.ends(half) {
                around[ends.first].push(half);
            }
        }
        for halves in &mut around {
            map.sort_counter_clockwise(halves);
            for (slot, half) in halves.iter().enumerate() {
                map.slots[half.index()] = slot;
            }
        }
        map.around = around;
        map
    }

    /// Yields every edge in both directions.
    pub(super) fn half_edges(&self) -> impl Iterator<Item = HalfEdge> + use<> {
        (0..self.edges.len()).flat_map(|edge| [true, false].map(|is_forward| HalfEdge { edge, is_forward }))
    }

    /// Returns the boundary loops of all faces; each half-edge is in exactly one. A face with holes has several loops.
    pub(super) fn boundary_loops(&self) -> Vec<Vec<HalfEdge>> {
        let mut is_linked = vec![false; self.slots.len()];
        let mut loops = Vec::new();
        for first in self.half_edges() {
            let (mut linked, mut next) = (Vec::new(), Some(first));
            while let Some(half) = next.filter(|half| !is_linked[half.index()]) {
                is_linked[half.index()] = true;
                linked.push(half);
                next = self.next(half, |_| true);
            }
            if !linked.is_empty() {
                loops.push(linked);
            }
        }
        loops
    }

    /// Returns the place with the most room beside the half-edges of a loop. Those beside a [`SHORT_EDGE`] come last.
    pub(super) fn roomiest_place(&self, halves: &[HalfEdge]) -> Point {
        let beside = |half: &HalfEdge| self.beside[half.edge][half.side()];
        let is_long = |half: &HalfEdge| self.directed(*half).direct_length() > SHORT_EDGE;
        let best = halves.iter().max_by(|a, b| {
            is_long(a).cmp(&is_long(b)).then_with(|| beside(a).room.total_cmp(&beside(b).room))
        });
        // There is always a best one, because a loop has edges.
        best.map_or(Point::new(0.0, 0.0), |half| beside(half).place)
    }

    /// Returns closed loops that half-edges make. Each vertex must be entered by as many of them as leave it.
    pub(super) fn link_loops(&self, mut unlinked: Vec<HalfEdge>) -> Vec<Vec<HalfEdge>> {
        let mut loops = Vec::new();
        while let Some(first) = unlinked.pop() {
            let (start, mut last) = (self.ends(first).map(|ends| ends.first), first);
            let mut linked = vec![first];
            while self.ends(last).map(|ends| ends.last) != start {
                let index_of = |half: HalfEdge| unlinked.iter().position(|&other| other == half);
                let Some(index) = self.next(last, |half| index_of(half).is_some()).and_then(index_of) else {
                    break;
                };
                last = unlinked.swap_remove(index);
                linked.push(last);
            }
            loops.push(linked);
        }
        loops
    }

    /// Returns the half-edge that follows another on the boundary of a set: the first member clockwise from the other's twin.
    fn next(&self, half: HalfEdge, is_member: impl Fn(HalfEdge) -> bool) -> Option<HalfEdge> {
        let around = &self.around[self.ends(half)?.last];
        let back = self.slots[half.twin().index()];
        let mut clockwise = (0..around.len()).map(|i| around[(back + around.len() - 1 - i) % around.len()]);
        clockwise.find(|&next| is_member(next))
    }

    /// Returns the vertices at which a half-edge begins and ends; none for a whole circle.
    fn ends(&self, half: HalfEdge) -> Option<EdgeEnds> {
        let ends = self.edges[half.edge].ends?;
        Some(if half.is_forward { ends } else { ends.reversed() })
    }

    /// Returns the curve of a half-edge in its direction.
    pub(super) fn directed(&self, half: HalfEdge) -> DirectedCurve<'a> {
        let edge = &self.edges[half.edge];
        let (from, to) = if half.is_forward { (edge.from, edge.to) } else { (edge.to, edge.from) };
        DirectedCurve { curve: &self.curves[edge.curve], from, to }
    }

    fn sort_counter_clockwise(&self, halves: &mut [HalfEdge]) {
        let mut leaving: Vec<LeavingEdge> =
            halves.iter().map(|&half| LeavingEdge { angle: self.angle(half), half }).collect();
        leaving.sort_by(|a, b| a.angle.total_cmp(&b.angle));
        let count = leaving.len();
        // The order starts after the widest gap, so that the first and the last are not nearly tangent.
        let gap = |i: usize| (leaving[i].angle - leaving[(i + count - 1) % count].angle).rem_euclid(TAU);
        let first = (0..count).max_by(|&a, &b| gap(a).total_cmp(&gap(b)));
        leaving.rotate_left(first.unwrap_or(0));
        // Neighbours that leave in nearly one direction may be in the wrong order. Each edge moves back before those.
        let is_out_of_order = |a: LeavingEdge, b: LeavingEdge| {
            let is_tangent = (b.angle - a.angle).rem_euclid(TAU) < NEARLY_TANGENT;
            is_tangent && self.directed(a.half).is_left_of(&self.directed(b.half))
        };
        for end in 1..count {
            for i in (1..=end).rev() {
                if !is_out_of_order(leaving[i - 1], leaving[i]) {
                    break;
                }
                leaving.swap(i - 1, i);
            }
        }
        for (half, sorted) in halves.iter_mut().zip(leaving) {
            *half = sorted.half;
        }
    }

    /// Returns the angle, radians, at which a half-edge leaves its vertex; of a [`TINY_EDGE`] the angle to its end.
    fn angle(&self, half: HalfEdge) -> f64 {
        let directed = self.directed(half);
        let length = directed.direct_length();
        let along = match self.ends(half) {
            Some(ends) if length < TINY_EDGE => self.vertices[ends.last] - self.vertices[ends.first],
            Some(_) | None => directed.at(DIRECTION_SHARE * length) - directed.at(0.0),
        };
        functions::angle_of(along)
    }
}
