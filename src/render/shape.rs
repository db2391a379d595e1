//! Shapes: what a piece covers, and what an area is the union of.

use super::outline::{Cap, Outline, circle};
use super::track::Track;
use glam::DVec2;

/// A shape of the plane, in board units.
#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    /// All points nearer to a centre than a radius.
    Disc {
        /// Its middle.
        centre: DVec2,
        /// How far it reaches, positive.
        radius: f64,
    },
    /// All points nearer to a track than a radius: a capsule when the track is straight.
    Corridor {
        /// The way along its middle.
        track: Track,
        /// How far it reaches to each side, positive.
        radius: f64,
    },
    /// A polygon by its corners, in either sense; curves flattened (see [`Track`]).
    Polygon(Vec<DVec2>),
}

impl Shape {
    /// An isosceles triangle about `at`, the midpoint of its axis, its apex towards `heading` (radians).
    pub fn triangle(at: DVec2, heading: f64, base: f64, height: f64) -> Shape {
        let ahead = DVec2::from_angle(heading);
        let (foot, side) = (at - ahead * (height / 2.0), ahead.perp() * (base / 2.0));
        Shape::Polygon(vec![at + ahead * (height / 2.0), foot + side, foot - side])
    }

    /// A piece of a ring between two radii and two angles (radians), about a centre.
    pub fn sector(centre: DVec2, inner: f64, outer: f64, from: f64, to: f64) -> Shape {
        let mut points = Track::arc(centre, outer, from, to).points().to_vec();
        if inner > 0.0 {
            points.extend(Track::arc(centre, inner, to, from).points());
        } else {
            points.push(centre);
        }
        Shape::Polygon(points)
    }

    /// The same shape, each point mapped and each length scaled: from the board to the page.
    pub(crate) fn map(&self, map: impl Fn(DVec2) -> DVec2, scale: f64) -> Shape {
        match self {
            Shape::Disc { centre, radius } => Shape::Disc { centre: map(*centre), radius: radius * scale },
            Shape::Corridor { track, radius } => {
                Shape::Corridor { track: track.map(map), radius: radius * scale }
            }
            Shape::Polygon(points) => Shape::Polygon(points.iter().map(|p| map(*p)).collect()),
        }
    }

    /// What it covers, for shapes measured on the page.
    pub(crate) fn outline(&self) -> Outline {
        match self {
            Shape::Disc { centre, radius } => Outline::disc(*centre, *radius),
            Shape::Corridor { track, radius } => Outline::stroke(track.points(), 2.0 * radius, Cap::Round),
            Shape::Polygon(points) => Outline::polygon(points),
        }
    }

    /// The points of its rim in order, `step` apart or nearer.
    pub(crate) fn rim(&self, step: f64) -> Vec<DVec2> {
        let coarse = match self {
            Shape::Disc { centre, radius } => circle(*centre, *radius),
            Shape::Corridor { track, radius } => corridor_rim(track, *radius),
            Shape::Polygon(points) => points.clone(),
        };
        let mut fine = Vec::new();
        for (i, a) in coarse.iter().enumerate() {
            let b = coarse[(i + 1) % coarse.len()];
            let parts = (a.distance(b) / step).ceil().clamp(1.0, 2000.0) as u32;
            fine.extend((0..parts).map(|k| a.lerp(b, f64::from(k) / f64::from(parts))));
        }
        fine
    }

    /// Whether a point lies deeper inside than `margin`.
    pub(crate) fn covers(&self, point: DVec2, margin: f64) -> bool {
        match self {
            Shape::Disc { centre, radius } => centre.distance(point) < radius - margin,
            Shape::Corridor { track, radius } => track.distance_to(point) < radius - margin,
            Shape::Polygon(points) => {
                let mut inside = false;
                for (i, a) in points.iter().enumerate() {
                    let b = points[(i + 1) % points.len()];
                    if Track::line(*a, b).distance_to(point) <= margin {
                        return false;
                    }
                    if (a.y > point.y) != (b.y > point.y)
                        && point.x < a.x + (b.x - a.x) * (point.y - a.y) / (b.y - a.y)
                    {
                        inside = !inside;
                    }
                }
                inside
            }
        }
    }

    /// Whether every number in it is finite and its extents positive.
    pub(crate) fn sound(&self) -> bool {
        match self {
            Shape::Disc { centre, radius } => centre.is_finite() && radius.is_finite() && *radius > 0.0,
            Shape::Corridor { track, radius } => {
                track.points().iter().all(|p| p.is_finite()) && radius.is_finite() && *radius > 0.0
            }
            Shape::Polygon(points) => points.len() > 2 && points.iter().all(|p| p.is_finite()),
        }
    }
}

/// The two sides and the two round ends, before the parts inside the corridor itself are left out.
fn corridor_rim(track: &Track, radius: f64) -> Vec<DVec2> {
    let end = |at: DVec2, along: DVec2| {
        (0..=24).map(move |i| {
            let turn = std::f64::consts::PI * f64::from(i) / 24.0;
            at + radius * DVec2::from_angle(turn).rotate(-along.perp())
        })
    };
    let length = track.length();
    if length == 0.0 {
        return circle(track.start(), radius);
    }
    let normals: Vec<(DVec2, DVec2)> = track
        .points()
        .windows(2)
        .map(|w| (w[0], w[1], (w[1] - w[0]).normalize_or_zero().perp() * radius))
        .flat_map(|(a, b, n)| [(a, n), (b, n)])
        .collect();
    let mut rim: Vec<DVec2> = normals.iter().map(|(p, n)| *p - *n).collect();
    rim.extend(end(track.end(), track.direction(length)));
    rim.extend(normals.iter().rev().map(|(p, n)| *p + *n));
    rim.extend(end(track.start(), -track.direction(0.0)));
    rim
}

/// The contour of a union of shapes: the runs of their rims that no other of them covers, looked at
/// every `step` and where a run begins or ends as exactly as can be seen.
pub(crate) fn contour(shapes: &[Shape], step: f64) -> Vec<Vec<DVec2>> {
    let margin = step * 0.05;
    let boxes: Vec<Option<(DVec2, DVec2)>> = shapes.iter().map(|s| s.outline().bounds()).collect();
    let hidden = |p: DVec2| {
        shapes.iter().zip(&boxes).any(|(shape, bounds)| {
            bounds.is_some_and(|(low, high)| p.cmpge(low).all() && p.cmple(high).all())
                && shape.covers(p, margin)
        })
    };
    let border = |mut shown: DVec2, mut covered: DVec2| {
        for _ in 0..8 {
            let middle = shown.midpoint(covered);
            *(if hidden(middle) { &mut covered } else { &mut shown }) = middle;
        }
        shown
    };
    let mut runs: Vec<Vec<DVec2>> = Vec::new();
    for shape in shapes {
        let rim = shape.rim(step);
        let covered: Vec<bool> = rim.iter().map(|p| hidden(*p)).collect();
        let Some(gap) = covered.iter().position(|c| *c) else {
            runs.push(rim.iter().chain(rim.first()).copied().collect());
            continue;
        };
        let mut run: Vec<DVec2> = Vec::new();
        let mut before = gap;
        for i in (gap + 1..rim.len()).chain(0..=gap) {
            if !covered[i] {
                if run.is_empty() {
                    run.push(border(rim[i], rim[before]));
                }
                run.push(rim[i]);
            } else if !run.is_empty() {
                run.push(border(rim[before], rim[i]));
                runs.push(std::mem::take(&mut run));
            }
            before = i;
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_triangle_stands_about_the_middle_of_its_axis() {
        let Shape::Polygon(corners) = Shape::triangle(DVec2::ZERO, 0.0, 0.2, 1.0) else {
            panic!("a polygon");
        };
        assert!(corners[0].distance(DVec2::new(0.5, 0.0)) < 1e-12);
        assert!(corners[1].distance(DVec2::new(-0.5, 0.1)) < 1e-12);
    }

    #[test]
    fn the_contour_of_two_discs_leaves_out_what_they_share() {
        let discs = [0.0, 100.0].map(|x| Shape::Disc { centre: DVec2::new(x, 0.0), radius: 100.0 });
        let runs = contour(&discs, 1.0);
        assert_eq!(runs.len(), 2);
        // Each keeps two thirds of its rim: the common chord is seen from a centre under 120 degrees.
        for run in runs {
            let length = Track::through(run).length();
            assert!((length - std::f64::consts::TAU * 200.0 / 3.0).abs() < 0.5, "{length}");
        }
    }

    #[test]
    fn a_corridor_and_its_rim_agree() {
        let track = Track::spiral(DVec2::ZERO, (200.0, 0.0), (-200.0, 2.0));
        let corridor = Shape::Corridor { track: track.clone(), radius: 16.0 };
        for run in contour(std::slice::from_ref(&corridor), 1.0) {
            assert!(run.iter().all(|p| (track.distance_to(*p) - 16.0).abs() < 0.1));
        }
    }
}
