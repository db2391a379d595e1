//! Pieces of curves between vertices as a planar map: what leaves each vertex, in order, and the ways round its areas.

use super::tolerance::VERTEX;
use super::{Curve, Point, Vec2};
use std::f64::consts::TAU;

/// A piece of a curve between two neighbouring vertices, or a whole circle.
pub(super) struct Edge {
    pub(super) curve: usize,
    /// Parameters on the curve, ascending; about a circle `to` may exceed a full turn.
    pub(super) from: f64,
    pub(super) to: f64,
    /// The vertices at its ends; none for a whole circle.
    pub(super) ends: Option<(usize, usize)>,
    /// A place beside it on the left and one on the right of ascending parameters, and how far the nearest curve beyond.
    pub(super) samples: [(Point, f64); 2],
}

/// An edge walked with what is meant on its left.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Walk {
    pub(super) edge: usize,
    pub(super) forward: bool,
}

impl Walk {
    /// The edge walked the other way.
    pub(super) fn back(self) -> Walk {
        Walk { forward: !self.forward, ..self }
    }

    /// One number for each walk: twice that of the edge, and one more against its parameters.
    fn number(self) -> usize {
        2 * self.edge + self.side()
    }

    /// Which of the edge's samples is on its left.
    pub(super) fn side(self) -> usize {
        usize::from(!self.forward)
    }
}

/// How far two ways lead apart at least, radians, that are told from each other where they begin.
const APART: f64 = 0.5;

/// So much of the shorter of two ways is walked to see which of them leads farther left.
const SHARE: f64 = 0.7;

/// An arrangement of curves.
pub(super) struct Map<'a> {
    pub(super) curves: &'a [Curve],
    pub(super) vertices: &'a [Point],
    pub(super) edges: Vec<Edge>,
    /// What leaves each vertex, counter-clockwise.
    around: Vec<Vec<Walk>>,
    /// Where each walk stands there, by number.
    slots: Vec<usize>,
}

impl<'a> Map<'a> {
    /// Orders what leaves each vertex.
    pub(super) fn new(curves: &'a [Curve], vertices: &'a [Point], edges: Vec<Edge>) -> Map<'a> {
        let slots = vec![0; 2 * edges.len()];
        let mut map = Map { curves, vertices, edges, around: Vec::new(), slots };
        let mut around = vec![Vec::new(); vertices.len()];
        for walk in map.walks() {
            if let Some((from, _)) = map.ends(walk) {
                around[from].push(walk);
            }
        }
        for walks in &mut around {
            map.order(walks);
            for (slot, walk) in walks.iter().enumerate() {
                map.slots[walk.number()] = slot;
            }
        }
        Map { around, ..map }
    }

    /// Every edge, walked both ways.
    pub(super) fn walks(&self) -> impl Iterator<Item = Walk> + use<> {
        (0..self.edges.len()).flat_map(|edge| [true, false].map(|forward| Walk { edge, forward }))
    }

    /// The ways round all areas: each walk is in one of them.
    pub(super) fn faces(&self) -> Vec<Vec<Walk>> {
        let mut seen = vec![false; self.slots.len()];
        let mut out = Vec::new();
        for first in self.walks() {
            let mut walks = Vec::new();
            let mut next = Some(first).filter(|walk| !seen[walk.number()]);
            while let Some(walk) = next {
                seen[walk.number()] = true;
                walks.push(walk);
                next = self.next(walk, |_| true).filter(|next| !seen[next.number()]);
            }
            if !walks.is_empty() {
                out.push(walks);
            }
        }
        out
    }

    /// The place beside some walks with the most room. Beside a walk hardly longer than a vertex is wide no place is sure to be on
    /// its side of what goes by that vertex.
    pub(super) fn sample(&self, walks: &[Walk]) -> Point {
        let beside = walks.iter().map(|&walk| {
            let (place, room) = self.edges[walk.edge].samples[walk.side()];
            (self.length(walk) > 100.0 * VERTEX, room, place)
        });
        let most = beside.max_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
        most.map_or(Point::new(0.0, 0.0), |most| most.2)
    }

    /// Links walks to closed ways. As many of them lead to each vertex as leave it.
    pub(super) fn loops(&self, mut left: Vec<Walk>) -> Vec<Vec<Walk>> {
        let mut places = vec![None; self.slots.len()];
        for (place, walk) in left.iter().enumerate() {
            places[walk.number()] = Some(place);
        }
        let mut out = Vec::new();
        while let Some(first) = left.pop() {
            places[first.number()] = None;
            let mut walks = vec![first];
            let (start, mut walk) = (self.ends(first).map(|ends| ends.0), first);
            while self.ends(walk).map(|ends| ends.1) != start {
                let Some(next) = self.next(walk, |next| places[next.number()].is_some()) else { break };
                if let Some(place) = places[next.number()].take() {
                    left.swap_remove(place);
                    if let Some(moved) = left.get(place) {
                        places[moved.number()] = Some(place);
                    }
                }
                walks.push(next);
                walk = next;
            }
            out.push(walks);
        }
        out
    }

    /// The next of some walks, clockwise from the way back, where a walk ends.
    fn next(&self, walk: Walk, is_one: impl Fn(Walk) -> bool) -> Option<Walk> {
        let around = &self.around[self.ends(walk)?.1];
        let back = self.slots[walk.back().number()];
        let clockwise = (0..around.len()).map(|i| around[(back + around.len() - 1 - i) % around.len()]);
        clockwise.into_iter().find(|&next| is_one(next))
    }

    /// The vertices at which a walk begins and ends.
    pub(super) fn ends(&self, walk: Walk) -> Option<(usize, usize)> {
        let (a, b) = self.edges[walk.edge].ends?;
        Some(if walk.forward { (a, b) } else { (b, a) })
    }

    /// The parameters at which a walk begins and ends.
    pub(super) fn parameters(&self, walk: Walk) -> (f64, f64) {
        let e = &self.edges[walk.edge];
        if walk.forward { (e.from, e.to) } else { (e.to, e.from) }
    }

    /// Brings what leaves one vertex into order, counter-clockwise. Ways that are nearly tangent are compared as far from the
    /// vertex as both go.
    fn order(&self, walks: &mut Vec<Walk>) {
        let mut ways: Vec<(f64, Walk)> = walks.iter().map(|&walk| (self.angle(walk), walk)).collect();
        ways.sort_by(|a, b| a.0.total_cmp(&b.0));
        let count = ways.len();
        // It begins behind the widest gap, so that none that are nearly tangent are the first and the last.
        let gap = |i: usize| (ways[i].0 - ways[(i + count - 1) % count].0).rem_euclid(TAU);
        let first = (0..count).max_by(|&a, &b| gap(a).total_cmp(&gap(b)));
        ways.rotate_left(first.unwrap_or(0));
        for i in 1..count {
            let tangent = |(a, _): (f64, Walk), (b, _): (f64, Walk)| (b - a).rem_euclid(TAU) < APART;
            let mut j = i;
            while j > 0 && tangent(ways[j - 1], ways[j]) && self.is_left_of(ways[j - 1].1, ways[j].1) {
                ways.swap(j - 1, j);
                j -= 1;
            }
        }
        *walks = ways.into_iter().map(|way| way.1).collect();
    }

    /// The direction in which a walk leaves its vertex, as an angle: of a piece hardly longer than a vertex is wide the
    /// direction to the other one.
    fn angle(&self, walk: Walk) -> f64 {
        let length = self.length(walk);
        let along = match self.ends(walk) {
            Some((a, b)) if length < 4.0 * VERTEX => self.vertices[b] - self.vertices[a],
            Some(_) | None => self.place(walk, 0.01 * length) - self.place(walk, 0.0),
        };
        along.to_angle()
    }

    /// Whether of two walks that leave a vertex nearly in one direction the first leads farther left.
    fn is_left_of(&self, one: Walk, other: Walk) -> bool {
        let off = SHARE * self.length(one).min(self.length(other));
        let (a, b) = (self.place(one, off), self.place(other, off));
        let along: Vec2 = b - self.place(other, 0.0);
        along.perp_dot(a - b) > 0.0
    }

    /// How far a walk leads on without turning back, board units.
    fn length(&self, walk: Walk) -> f64 {
        let (from, to) = self.parameters(walk);
        match self.curves[self.edges[walk.edge].curve] {
            Curve::Line { .. } => (to - from).abs(),
            Curve::Circle { radius, .. } => radius * (to - from).abs().min(1.0),
        }
    }

    /// The place so far along a walk.
    fn place(&self, walk: Walk, off: f64) -> Point {
        let (from, to) = self.parameters(walk);
        let curve = &self.curves[self.edges[walk.edge].curve];
        let length = match curve {
            Curve::Line { .. } => (to - from).abs(),
            Curve::Circle { radius, .. } => radius * (to - from).abs(),
        };
        curve.at(from + (to - from) * off / length.max(f64::MIN_POSITIVE))
    }
}
