//! The outline of a shape on the page, and the contour of a union of shapes.

use super::outline::{Cap, Outline, circle, doubled_area, sides};
use crate::render::scene::{DrawnShape, Rectangle, Track};
use glam::DVec2;
use std::f64::consts::PI;

/// A point on the rim of a shape, and the outward unit normal there.
#[derive(Debug, Clone, Copy)]
struct RimPoint {
    at: DVec2,
    outward: DVec2,
}

impl DrawnShape {
    /// Returns the outline of a shape on the page.
    pub(crate) fn outline(&self) -> Outline {
        match self {
            DrawnShape::Disc { centre, radius } => Outline::disc(*centre, *radius),
            DrawnShape::Corridor { track, radius } => {
                Outline::stroke(track.points(), 2.0 * radius, Cap::Round)
            }
            DrawnShape::Polygon(points) => Outline::polygon(points),
        }
    }

    /// Whether a point lies inside the shape.
    pub(crate) fn covers(&self, point: DVec2) -> bool {
        match self {
            DrawnShape::Disc { centre, radius } => centre.distance(point) < *radius,
            DrawnShape::Corridor { track, radius } => track.distance_to(point) < *radius,
            DrawnShape::Polygon(points) => {
                let crossed = sides(points).filter(|[a, b]| {
                    (a.y > point.y) != (b.y > point.y)
                        && point.x < a.x + (b.x - a.x) * (point.y - a.y) / (b.y - a.y)
                });
                crossed.count() % 2 == 1
            }
        }
    }

    /// Returns points of the rim counter-clockwise, at most `step` apart. Every corner is among them, and a side has at most 2000
    /// points.
    fn rim(&self, step: f64) -> Vec<RimPoint> {
        let coarse = match self {
            DrawnShape::Disc { centre, radius } => circle(*centre, *radius),
            DrawnShape::Corridor { track, radius } => corridor_rim(track, *radius),
            DrawnShape::Polygon(points) if doubled_area(points) < 0.0 => {
                points.iter().rev().copied().collect()
            }
            DrawnShape::Polygon(points) => points.clone(),
        };
        let mut fine = Vec::new();
        for [a, b] in sides(&coarse) {
            // Counter-clockwise the body lies to the left, so outward is to the right.
            let outward = -(b - a).normalize_or_zero().perp();
            let parts = (a.distance(b) / step).ceil().clamp(1.0, 2000.0) as u32;
            for part in 0..parts {
                fine.push(RimPoint { at: a.lerp(b, f64::from(part) / f64::from(parts)), outward });
            }
        }
        fine
    }
}

/// Returns the rim of a corridor, counter-clockwise: one side, a round end, the other side, a round end.
///
/// Where a corridor meets itself, parts of this rim lie inside it; [`contour`] leaves them out.
fn corridor_rim(track: &Track, radius: f64) -> Vec<DVec2> {
    let length = track.length();
    if length == 0.0 {
        return circle(track.start(), radius);
    }
    let back: Vec<DVec2> = track.points().iter().rev().copied().collect();
    let mut rim = right_side(track.points(), radius);
    rim.extend(rounding(track.end(), -track.direction(length).perp() * radius, PI));
    rim.extend(right_side(&back, radius));
    rim.extend(rounding(track.start(), track.direction(0.0).perp() * radius, PI));
    rim
}

/// Returns the curve at distance `radius` to the right of a polyline, rounded at corners.
fn right_side(points: &[DVec2], radius: f64) -> Vec<DVec2> {
    let mut side = Vec::new();
    let mut previous_aside: Option<DVec2> = None;
    for pair in points.windows(2).filter(|pair| pair[0] != pair[1]) {
        let aside = -(pair[1] - pair[0]).normalize_or_zero().perp() * radius;
        if let Some(previous) = previous_aside {
            side.extend(rounding(pair[0], previous, previous.angle_to(aside)));
        }
        side.extend([pair[0] + aside, pair[1] + aside]);
        previous_aside = Some(aside);
    }
    side
}

/// Returns the inner points of an arc about a middle, from `middle + start` through an angle. A small angle has none.
fn rounding(middle: DVec2, start: DVec2, angle: f64) -> impl Iterator<Item = DVec2> {
    // The arc is as fine as `circle` makes a circle of that radius.
    let fine = (0.2 / start.length().max(0.2)).sqrt();
    let steps = if angle.abs() < 0.05 { 0 } else { (angle.abs() / fine).ceil() as u32 };
    (1..steps).map(move |i| middle + DVec2::from_angle(angle * f64::from(i) / f64::from(steps)).rotate(start))
}

/// Returns the contour of a union of shapes, in runs.
///
/// A rim point belongs to the contour if no shape covers the point a little outward of it; otherwise it is covered. So a side
/// along which two shapes meet is left out. A run is a polyline along one rim between two covered points, or a whole rim without
/// any. Rims are sampled every `step`, more than 0.5, and the ends of each run are found by bisection.
pub(crate) fn contour(shapes: &[DrawnShape], step: f64) -> Vec<Vec<DVec2>> {
    // More than the 1/40 by which a rim of chords may lie inside its circle: else each disc would cover its own rim.
    debug_assert!(step > 0.5, "the rims of discs would be covered");
    let little = step * 0.05;
    let boxes: Vec<Option<Rectangle>> = shapes.iter().map(|shape| shape.outline().bounds()).collect();
    let is_covered = |rim: &RimPoint| {
        let out = rim.at + rim.outward * little;
        let is_near = |bounds: &Option<Rectangle>| bounds.is_some_and(|bounds| bounds.contains(out));
        shapes.iter().zip(&boxes).any(|(shape, bounds)| is_near(bounds) && shape.covers(out))
    };
    // Bisects between a shown and a covered point of one side, and returns the last shown point.
    let run_end = |mut shown_at: DVec2, mut covered_at: DVec2, outward: DVec2| {
        for _ in 0..8 {
            let at = shown_at.midpoint(covered_at);
            let end = if is_covered(&RimPoint { at, outward }) { &mut covered_at } else { &mut shown_at };
            *end = at;
        }
        shown_at
    };
    let mut runs: Vec<Vec<DVec2>> = Vec::new();
    for shape in shapes {
        let rim = shape.rim(step);
        let covered: Vec<bool> = rim.iter().map(is_covered).collect();
        let Some(first_covered) = covered.iter().position(|c| *c) else {
            runs.push(rim.iter().chain(rim.first()).map(|p| p.at).collect());
            continue;
        };
        let mut run: Vec<DVec2> = Vec::new();
        let mut previous = first_covered;
        // Goes once round the rim, from a covered point back to it, so that every run ends within the loop.
        for i in (first_covered + 1..rim.len()).chain(0..=first_covered) {
            let outward = rim[previous].outward;
            if !covered[i] {
                if run.is_empty() {
                    run.push(run_end(rim[i].at, rim[previous].at, outward));
                }
                run.push(rim[i].at);
            } else if !run.is_empty() {
                run.push(run_end(rim[previous].at, rim[i].at, outward));
                runs.push(std::mem::take(&mut run));
            }
            previous = i;
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_contour_of_two_discs_leaves_out_what_they_share() {
        let discs = [0.0, 100.0].map(|x| DrawnShape::Disc { centre: DVec2::new(x, 0.0), radius: 100.0 });
        let runs = contour(&discs, 1.0);
        assert_eq!(runs.len(), 2);
        // Each disc keeps two thirds of its rim: the common chord subtends 120 degrees at each centre.
        for run in runs {
            let length = Track::through(run).length();
            assert!((length - std::f64::consts::TAU * 200.0 / 3.0).abs() < 0.5, "{length}");
        }
    }

    #[test]
    fn a_side_along_which_two_shapes_meet_is_no_part_of_the_contour() {
        let square = |x: f64| {
            let corners = [(x, 0.0), (x + 50.0, 0.0), (x + 50.0, 50.0), (x, 50.0)];
            DrawnShape::Polygon(corners.map(DVec2::from).to_vec())
        };
        let runs = contour(&[square(0.0), square(50.0)], 2.0);
        let length: f64 = runs.into_iter().map(|run| Track::through(run).length()).sum();
        assert!((length - 300.0).abs() < 1.0, "{length}");
    }

    #[test]
    fn a_corridor_and_its_rim_agree() {
        let arc = Track::arc(DVec2::ZERO, 100.0, 0.0, 2.0);
        let corner = Track::through([(0.0, 0.0), (80.0, 0.0), (80.0, 90.0)].map(DVec2::from).to_vec());
        for track in [arc, corner] {
            let corridor = DrawnShape::Corridor { track: track.clone(), radius: 16.0 };
            let runs = contour(std::slice::from_ref(&corridor), 1.0);
            let far = |p: &DVec2| (track.distance_to(*p) - 16.0).abs();
            assert!(runs.iter().flatten().all(|p| far(p) < 0.1));
            let length: f64 = runs.into_iter().map(|run| Track::through(run).length()).sum();
            assert!(length > 2.0 * track.length(), "{length}");
        }
    }
}
