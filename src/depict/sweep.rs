//! The areas that bodies sweep along lanes, as shapes with exact outlines.
//!
//! A convex body that moves straight covers the convex hull of its first and its last position. A body that turns covers its first
//! position and the area that each of its sides sweeps. Each side is cut at the foot of the perpendicular from the pivot. The area
//! that such a part sweeps lies between its first and its last position and the arcs of its two ends.

use super::body::{flattened, point, track};
use crate::geom::{Extent, Interval, Path, RigidMotion, Vec2};
use crate::plane::{LandingCell, Sweep};
use crate::render::{DrawnShape, Track};
use std::f64::consts::{FRAC_PI_2, TAU};

/// Returns shapes whose union is the area in which a piece may capture along a lane.
pub fn attacked_shapes(sweep: &Sweep<'_>) -> Vec<DrawnShape> {
    let mut shapes = Vec::new();
    for part in &sweep.parts {
        shapes.extend(swept_shapes(sweep.extent, &sweep.path, *part));
    }
    for cell in &sweep.cells {
        shapes.extend(landing_shapes(sweep.extent, &sweep.path, cell));
    }
    shapes
}

/// Returns shapes whose union is the area that a body covers between two distances of its path.
pub fn swept_shapes(extent: &Extent, path: &Path, distances: Interval) -> Vec<DrawnShape> {
    let Interval { from, to, .. } = distances;
    if let Some(radius) = extent.as_disc() {
        if from == to {
            return vec![DrawnShape::Disc { centre: point(path.at(from)), radius }];
        }
        return vec![DrawnShape::Band { track: track(path, to).slice(from, to), radius }];
    }
    let core = |distance: f64| -> Vec<Vec2> {
        let pose = path.pose(distance);
        extent.core().iter().map(|&v| point(pose.place(v))).collect()
    };
    let (pivot, rate) = match path.motion() {
        RigidMotion::Shift(_) => return grown(&hull([core(from), core(to)].concat()), extent.radius()),
        RigidMotion::Rotation { pivot, rate } => (point(pivot), rate),
    };
    let start = core(from);
    let angle = (rate * (to - from)).clamp(-TAU, TAU);
    let mut shapes = grown(&start, extent.radius());
    // The turn is cut into parts of at most a quarter, so no arc returns to its start.
    let parts = (angle.abs() / FRAC_PI_2).ceil() as u32;
    for part in 0..parts {
        let turn = Vec2::from_angle(angle * f64::from(part) / f64::from(parts));
        let from_pivot: Vec<Vec2> = start.iter().map(|corner| turn.rotate(*corner - pivot)).collect();
        // The core of a capsule is a segment, which has one side.
        let sides = if from_pivot.len() == 2 { 1 } else { from_pivot.len() };
        for i in 0..sides {
            for side in cut_at_foot(from_pivot[i], from_pivot[(i + 1) % from_pivot.len()]) {
                let area = side_sweep(pivot, side, angle / f64::from(parts));
                shapes.extend(grown(&area, extent.radius()));
            }
        }
    }
    shapes
}

/// Returns the parts into which the foot of the perpendicular from the origin cuts a segment.
fn cut_at_foot(a: Vec2, b: Vec2) -> Vec<[Vec2; 2]> {
    let along = b - a;
    let fraction = -a.dot(along) / along.length_squared();
    if fraction > 0.0 && fraction < 1.0 {
        let foot = a + along * fraction;
        vec![[foot, a], [foot, b]]
    } else {
        vec![[a, b]]
    }
}

/// Returns the polygon that a segment sweeps when it turns through an angle in radians. Its ends are given relative to the pivot.
fn side_sweep(pivot: Vec2, [a, b]: [Vec2; 2], angle: f64) -> Vec<Vec2> {
    let arc = |end: Vec2| {
        let from = end.y.atan2(end.x);
        Track::arc(pivot, end.length(), from, from + angle)
    };
    let mut polygon = arc(b).points().to_vec();
    polygon.extend(arc(a).points().iter().rev());
    polygon
}

/// Returns shapes whose union is the area that a body covers from all places of a cell, with the heading of the path's start.
fn landing_shapes(extent: &Extent, path: &Path, cell: &LandingCell) -> Vec<DrawnShape> {
    let outlines: Vec<Vec<Vec2>> = cell.outlines.iter().map(|outline| flattened(outline)).collect();
    let has_area = cell.area > 0.0;
    let start = path.start();
    let core: Vec<Vec2> = extent.core().iter().map(|&v| point(start.place(v)) - point(start.at)).collect();
    let core_at = |place: Vec2| -> Vec<Vec2> { core.iter().map(|v| place + *v).collect() };
    let mut shapes = Vec::new();
    if outlines.is_empty() {
        shapes.extend(grown(&core_at(point(cell.sample)), extent.radius()));
    }
    for outline in &outlines {
        let mut line = outline.clone();
        // The outline of a cell without area is a curve that is not closed.
        line.extend(outline.first().filter(|_| has_area));
        if let Some(radius) = extent.as_disc() {
            shapes.push(DrawnShape::Band { track: Track::through(line), radius });
            continue;
        }
        for side in line.windows(2) {
            let corners = [core_at(side[0]), core_at(side[1])].concat();
            shapes.extend(grown(&hull(corners), extent.radius()));
        }
    }
    if let Some((outer, holes)) = outlines.split_first()
        && has_area
    {
        shapes.push(DrawnShape::Polygon(polygon_with_holes(outer, holes)));
    }
    shapes
}

/// Returns a polygon less its holes as one closed line. It runs to each hole from the first point of the outer border, and back.
fn polygon_with_holes(outer: &[Vec2], holes: &[Vec<Vec2>]) -> Vec<Vec2> {
    let mut polygon = outer.to_vec();
    for hole in holes {
        polygon.extend(outer.first());
        polygon.extend(hole);
        polygon.extend(hole.first());
    }
    polygon.extend(outer.first().filter(|_| !holes.is_empty()));
    polygon
}

/// Returns shapes whose union is all points within a radius of a convex polygon, a segment or a point.
fn grown(corners: &[Vec2], radius: f64) -> Vec<DrawnShape> {
    let mut shapes = Vec::new();
    if corners.len() > 2 {
        shapes.push(DrawnShape::Polygon(corners.to_vec()));
    }
    if radius > 0.0 {
        let closed = corners.iter().chain(corners.first()).copied().collect();
        shapes.push(DrawnShape::Band { track: Track::through(closed), radius });
    }
    shapes
}

/// Returns the corners of the convex hull of points, counter-clockwise (Andrew's monotone chain, 1979).
fn hull(mut points: Vec<Vec2>) -> Vec<Vec2> {
    points.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    points.dedup();
    let half_hull = |points: &mut dyn Iterator<Item = Vec2>| {
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
    let mut corners = half_hull(&mut points.iter().copied());
    corners.extend(half_hull(&mut points.iter().rev().copied()));
    if corners.is_empty() { points } else { corners }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::{Point, Pose};

    /// The shapes cover a point exactly if a body on its path covers it at some distance. Points very near to the outline are left
    /// out.
    #[test]
    fn the_shapes_of_a_sweep_are_exact() {
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
                let shapes = swept_shapes(extent, path, Interval::closed(0.1, to));
                let greatest_depth = |p: Point| {
                    let pose = |i: u32| path.pose(0.1 + (to - 0.1) * f64::from(i) / 400.0);
                    (0..=400).map(|i| extent.depth(pose(i).local(p))).fold(f64::NEG_INFINITY, f64::max)
                };
                let (mut inside, mut outside) = (0, 0);
                for (i, j) in (0..60).flat_map(|i| (0..60).map(move |j| (i, j))) {
                    let p = Vec2::new(-2.0 + 0.09 * f64::from(i), -2.5 + 0.09 * f64::from(j));
                    let depth = greatest_depth(Point::new(p.x, p.y));
                    if depth.abs() > 0.01 {
                        let is_covered = shapes.iter().any(|shape| shape.covers(p));
                        assert_eq!(is_covered, depth > 0.0, "{path:?} {extent:?} {p}");
                        *if is_covered { &mut inside } else { &mut outside } += 1;
                    }
                }
                assert!(inside > 20 && outside > 20, "{inside} {outside}");
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
