//! The places at which a piece may take along a lane, as shapes with exact outlines.
//!
//! A convex body that moves straight covers the convex hull of its first and last place. A body that turns covers its first place and the
//! area swept by each of its sides. Each side is cut where the perpendicular from the pivot meets it. The area swept by a part lies between
//! its two places and the arcs of its ends.

use super::body::{flat, point, track};
use crate::geom::{Extent, Interval, Path, RigidMotion, Vec2};
use crate::plane::{LandingCell, Sweep};
use crate::render::{DrawnShape, Track};
use std::f64::consts::{FRAC_PI_2, TAU};

/// Returns all places at which a piece may take along a lane.
pub fn shapes(sweep: &Sweep<'_>) -> Vec<DrawnShape> {
    let mut found = Vec::new();
    for part in &sweep.parts {
        found.extend(travelled(sweep.extent, &sweep.path, *part));
    }
    for cell in &sweep.cells {
        found.extend(landed(sweep.extent, &sweep.path, cell));
    }
    found
}

/// Returns the area that a body covers between two distances of its path.
pub fn travelled(extent: &Extent, path: &Path, distances: Interval) -> Vec<DrawnShape> {
    let Interval { from, to, .. } = distances;
    if let Some(radius) = extent.as_disc() {
        if from == to {
            return vec![DrawnShape::Disc { centre: point(path.at(from)), radius }];
        }
        return vec![DrawnShape::Band { track: track(path, to).slice(from, to), radius }];
    }
    let core = |d: f64| extent.core().iter().map(|&v| point(path.pose(d).place(v))).collect::<Vec<_>>();
    let (pivot, rate) = match path.motion() {
        RigidMotion::Shift(_) => return grown(&hull([core(from), core(to)].concat()), extent.radius()),
        RigidMotion::Rotation { pivot, rate } => (pivot, rate),
    };
    let first = core(from);
    let angle = (rate * (to - from)).clamp(-TAU, TAU);
    let mut found = grown(&first, extent.radius());
    // The turn is cut into quarters, so no arc returns to its start.
    let parts = (angle.abs() / FRAC_PI_2).ceil() as u32;
    for part in 0..parts {
        let turn = Vec2::from_angle(angle * f64::from(part) / f64::from(parts));
        let local = first.iter().map(|p| turn.rotate(*p - point(pivot))).collect::<Vec<_>>();
        // The two corners of a capsule's core have one side between them.
        let count = if local.len() == 2 { 1 } else { local.len() };
        for i in 0..count {
            for side in cut_at_foot(local[i], local[(i + 1) % local.len()]) {
                let area = turned_side(point(pivot), side, angle / f64::from(parts));
                found.extend(grown(&area, extent.radius()));
            }
        }
    }
    found
}

/// Returns the parts of a side, which is cut where it comes nearest to the origin.
fn cut_at_foot(a: Vec2, b: Vec2) -> Vec<[Vec2; 2]> {
    let along = b - a;
    let nearest = -a.dot(along) / along.length_squared();
    if nearest > 0.0 && nearest < 1.0 {
        let foot = a + along * nearest;
        vec![[foot, a], [foot, b]]
    } else {
        vec![[a, b]]
    }
}

/// Returns the area that a side, relative to the pivot, sweeps during a turn through an angle.
fn turned_side(pivot: Vec2, [a, b]: [Vec2; 2], angle: f64) -> Vec<Vec2> {
    let arc = |v: Vec2| {
        let from = v.y.atan2(v.x);
        Track::arc(pivot, v.length(), from, from + angle)
    };
    let mut points = arc(b).points().to_vec();
    points.extend(arc(a).points().iter().rev());
    points
}

/// Returns the area covered by a body that lands anywhere in a cell, with the heading of the path's start.
fn landed(extent: &Extent, path: &Path, cell: &LandingCell) -> Vec<DrawnShape> {
    let outlines: Vec<Vec<Vec2>> = cell.outlines.iter().map(|outline| flat(outline)).collect();
    let start = path.start();
    let core: Vec<Vec2> = extent.core().iter().map(|&v| point(start.place(v)) - point(start.at)).collect();
    let at = |place: Vec2| core.iter().map(|v| place + *v).collect::<Vec<_>>();
    let mut found = Vec::new();
    if outlines.is_empty() {
        found.extend(grown(&at(point(cell.sample)), extent.radius()));
    }
    for outline in &outlines {
        let closed = outline.iter().zip(outline.iter().cycle().skip(1));
        // A curve without area is not closed.
        let sides = closed.take(outline.len() - usize::from(cell.area == 0.0));
        match extent.as_disc() {
            Some(radius) => {
                let mut way = outline.clone();
                way.extend(outline.first().filter(|_| cell.area > 0.0));
                found.push(DrawnShape::Band { track: Track::through(way), radius });
            }
            None => found
                .extend(sides.flat_map(|(a, b)| grown(&hull([at(*a), at(*b)].concat()), extent.radius()))),
        }
    }
    if let Some(outer) = outlines.first()
        && cell.area > 0.0
    {
        // A hole is joined to the outer border by a line that is walked there and back.
        let mut points = outer.clone();
        for hole in &outlines[1..] {
            points.extend(outer.first());
            points.extend(hole);
            points.extend(hole.first());
        }
        points.extend(outer.first().filter(|_| outlines.len() > 1));
        found.push(DrawnShape::Polygon(points));
    }
    found
}

/// Returns all points within a radius of a convex polygon, a segment or a point.
fn grown(points: &[Vec2], radius: f64) -> Vec<DrawnShape> {
    let mut found = Vec::new();
    if points.len() > 2 {
        found.push(DrawnShape::Polygon(points.to_vec()));
    }
    if radius > 0.0 {
        let closed = points.iter().chain(points.first()).copied().collect();
        found.push(DrawnShape::Band { track: Track::through(closed), radius });
    }
    found
}

/// Returns the corners of the convex hull of points, counter-clockwise (Andrew's monotone chain, 1979).
fn hull(mut points: Vec<Vec2>) -> Vec<Vec2> {
    points.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    points.dedup();
    let half = |points: &mut dyn Iterator<Item = Vec2>| {
        let mut corners: Vec<Vec2> = Vec::new();
        for p in points {
            while let [.., a, b] = corners[..]
                && (b - a).perp_dot(p - b) <= 0.0
            {
                corners.pop();
            }
            corners.push(p);
        }
        corners.pop();
        corners
    };
    let mut corners = half(&mut points.iter().copied());
    corners.extend(half(&mut points.iter().rev().copied()));
    if corners.is_empty() { points } else { corners }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::{Point, Pose};

    /// The shapes cover a point exactly if a body on its path does, at many points and distances; points very near to
    /// the outline are left out.
    #[test]
    fn attack_maps_of_polygons_are_exact() {
        let start = Pose { at: Point::new(0.3, -0.2), heading: Vec2::from_angle(0.4) };
        let paths = [
            Path::Line { start, dir: Vec2::from_angle(1.1) },
            Path::Arc { start, pivot: Point::new(1.4, 0.6), sense: 1.0 },
            Path::Turn { start, sense: -1.0 },
        ];
        let extents = [
            Extent::triangle(0.4, 1.0),
            Extent::capsule(0.8, 0.15),
            Extent::polygon(&[(0.5, 0.0), (0.0, 0.4), (-0.3, -0.2)].map(|(x, y)| Point::new(x, y)))
                .expect("convex"),
        ];
        for (path, to) in paths.iter().zip([2.0, 3.0, 200.0]) {
            for extent in &extents {
                let shapes = travelled(extent, path, Interval::closed(0.1, to));
                let depth = |p: Point| {
                    let at = |i: u32| path.pose(0.1 + (to - 0.1) * f64::from(i) / 400.0);
                    (0..=400).map(|i| extent.depth(at(i).local(p))).fold(f64::NEG_INFINITY, f64::max)
                };
                let mut seen = [0, 0];
                for (i, j) in (0..60).flat_map(|i| (0..60).map(move |j| (i, j))) {
                    let p = Vec2::new(-2.0 + 0.09 * f64::from(i), -2.5 + 0.09 * f64::from(j));
                    let depth = depth(Point::new(p.x, p.y));
                    if depth.abs() > 0.01 {
                        let covered = shapes.iter().any(|shape| shape.covers(p));
                        assert_eq!(covered, depth > 0.0, "{path:?} {extent:?} {p}");
                        seen[usize::from(depth > 0.0)] += 1;
                    }
                }
                assert!(seen.iter().all(|n| *n > 20), "{seen:?}");
            }
        }
    }

    #[test]
    fn a_hull_has_no_corner_within() {
        let points = [(0.0, 0.0), (2.0, 0.0), (1.0, 0.5), (2.0, 2.0), (0.0, 2.0), (1.0, 2.0)].map(Vec2::from);
        assert_eq!(hull(points.to_vec()), [(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)].map(Vec2::from));
        assert_eq!(hull(vec![Vec2::X]), [Vec2::X]);
    }
}
