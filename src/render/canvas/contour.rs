//! The outline of a shape, and the contour of a union of shapes.
//!
//! Left, right and counter-clockwise are meant with y upwards. On the page, where y grows downwards, all three are mirrored.

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
    pub(crate) fn outline(&self) -> Outline {
        match self {
            DrawnShape::Disc { centre, radius } => Outline::disc(*centre, *radius),
            DrawnShape::Band { track, radius } => Outline::stroke(track.points(), 2.0 * radius, Cap::Round),
            DrawnShape::Polygon(corners) => Outline::polygon(corners),
        }
    }

    pub(crate) fn covers(&self, point: DVec2) -> bool {
        match self {
            DrawnShape::Disc { centre, radius } => centre.distance(point) < *radius,
            DrawnShape::Band { track, radius } => track.distance_to(point) < *radius,
            DrawnShape::Polygon(corners) => {
                let is_right_of_point =
                    |[a, b]: &[DVec2; 2]| point.x < a.x + (b.x - a.x) * (point.y - a.y) / (b.y - a.y);
                // A ray to the right from a point inside crosses an odd number of sides.
                let at_height = sides(corners).filter(|[a, b]| (a.y > point.y) != (b.y > point.y));
                at_height.filter(is_right_of_point).count() % 2 == 1
            }
        }
    }

    /// Returns points of the rim counter-clockwise, at most `step` apart. They include every corner. A side has at most 2000
    /// points.
    fn rim(&self, step: f64) -> Vec<RimPoint> {
        let vertices = match self {
            DrawnShape::Disc { centre, radius } => circle(*centre, *radius),
            DrawnShape::Band { track, radius } => band_rim(track, *radius),
            DrawnShape::Polygon(corners) if doubled_area(corners) < 0.0 => {
                corners.iter().rev().copied().collect()
            }
            DrawnShape::Polygon(corners) => corners.clone(),
        };
        let mut rim = Vec::new();
        for [a, b] in sides(&vertices) {
            // The rim runs counter-clockwise, so the shape lies to the left of the side.
            let outward = -(b - a).normalize_or_zero().perp();
            let parts = (a.distance(b) / step).ceil().clamp(1.0, 2000.0) as u32;
            for part in 0..parts {
                rim.push(RimPoint { at: a.lerp(b, f64::from(part) / f64::from(parts)), outward });
            }
        }
        rim
    }
}

/// Returns the rim of a band, counter-clockwise: the right side, the round end, the left side, and the round start.
///
/// If the band overlaps itself, parts of this rim lie inside the band. [`contour`] leaves these parts out.
fn band_rim(track: &Track, radius: f64) -> Vec<DVec2> {
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
    let mut previous_offset: Option<DVec2> = None;
    for pair in points.windows(2).filter(|pair| pair[0] != pair[1]) {
        let offset = -(pair[1] - pair[0]).normalize_or_zero().perp() * radius;
        if let Some(previous) = previous_offset {
            side.extend(rounding(pair[0], previous, previous.angle_to(offset)));
        }
        side.extend([pair[0] + offset, pair[1] + offset]);
        previous_offset = Some(offset);
    }
    side
}

/// Returns the points strictly between the ends of an arc about `middle`, which begins at `middle + start` and turns through an
/// angle in radians. An arc of a small angle needs none.
fn rounding(middle: DVec2, start: DVec2, angle: f64) -> impl Iterator<Item = DVec2> {
    // The greatest angle between neighbouring points is that of `circle`.
    let greatest = (0.2 / start.length().max(0.2)).sqrt();
    let steps = if angle.abs() < 0.05 { 0 } else { (angle.abs() / greatest).ceil() as u32 };
    (1..steps).map(move |i| middle + DVec2::from_angle(angle * f64::from(i) / f64::from(steps)).rotate(start))
}

/// The usual distance between samples of a rim, in page units. It is too small to be seen.
pub(crate) const RIM_STEP: f64 = 2.0;

/// Returns the contour of a union of shapes, in runs.
///
/// A rim point is covered if some shape contains the point a little outward of it. The other rim points belong to the contour. So
/// a side along which two shapes meet is left out. A run is a polyline along one rim between two covered points, or a whole rim
/// without covered points. Rims are sampled every `step`, more than 0.5, and the ends of each run are found by bisection.
pub(crate) fn contour(shapes: &[DrawnShape], step: f64) -> Vec<Vec<DVec2>> {
    // Chords lie up to 1/40 inside their circle. With `outward` below that, each disc would cover its own rim.
    debug_assert!(step > 0.5, "the rims of discs would be covered");
    let boxes = shapes.iter().map(|shape| shape.outline().bounds()).collect();
    let union = Union { shapes, boxes, outward: step * 0.05 };
    shapes.iter().flat_map(|shape| union.runs(&shape.rim(step))).collect()
}

struct Union<'a> {
    shapes: &'a [DrawnShape],
    boxes: Vec<Option<Rectangle>>,
    /// The distance from a rim point to the point outward of it that must not be covered.
    outward: f64,
}

impl Union<'_> {
    fn is_covered(&self, rim_point: &RimPoint) -> bool {
        let place = rim_point.at + rim_point.outward * self.outward;
        let is_near = |bounds: &Option<Rectangle>| bounds.is_some_and(|bounds| bounds.contains(place));
        self.shapes.iter().zip(&self.boxes).any(|(shape, bounds)| is_near(bounds) && shape.covers(place))
    }

    /// Returns the runs of the contour along one rim.
    fn runs(&self, rim: &[RimPoint]) -> Vec<Vec<DVec2>> {
        let covered: Vec<bool> = rim.iter().map(|rim_point| self.is_covered(rim_point)).collect();
        let Some(first_covered) = covered.iter().position(|is_covered| *is_covered) else {
            return vec![rim.iter().chain(rim.first()).map(|rim_point| rim_point.at).collect()];
        };
        let mut runs = Vec::new();
        let mut run: Vec<DVec2> = Vec::new();
        // The loop goes once round the rim, from a covered point back to the same point, so every run ends within the loop.
        let once_round: Vec<usize> = (first_covered..rim.len()).chain(0..=first_covered).collect();
        for pair in once_round.windows(2) {
            let [previous, next] = [&rim[pair[0]], &rim[pair[1]]];
            match [covered[pair[0]], covered[pair[1]]] {
                [true, true] => {}
                [true, false] => run = vec![self.run_end(next.at, previous.at, previous.outward), next.at],
                [false, false] => run.push(next.at),
                [false, true] => {
                    run.push(self.run_end(previous.at, next.at, previous.outward));
                    runs.push(std::mem::take(&mut run));
                }
            }
        }
        runs
    }

    /// Returns the last point of a run, between a point of the run and a covered point of the same side.
    fn run_end(&self, mut in_run: DVec2, mut covered: DVec2, outward: DVec2) -> DVec2 {
        for _ in 0..8 {
            let at = in_run.midpoint(covered);
            if self.is_covered(&RimPoint { at, outward }) {
                covered = at;
            } else {
                in_run = at;
            }
        }
        in_run
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_contour_of_two_discs_leaves_out_arcs_inside_the_other_disc() {
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
    fn the_contour_leaves_out_a_side_along_which_two_shapes_meet() {
        let square = |x: f64| {
            let corners = [(x, 0.0), (x + 50.0, 0.0), (x + 50.0, 50.0), (x, 50.0)];
            DrawnShape::Polygon(corners.map(DVec2::from).to_vec())
        };
        let runs = contour(&[square(0.0), square(50.0)], 2.0);
        let length: f64 = runs.into_iter().map(|run| Track::through(run).length()).sum();
        assert!((length - 300.0).abs() < 1.0, "{length}");
    }

    #[test]
    fn a_band_and_its_rim_agree() {
        let arc = Track::arc(DVec2::ZERO, 100.0, 0.0, 2.0);
        let corner = Track::through([(0.0, 0.0), (80.0, 0.0), (80.0, 90.0)].map(DVec2::from).to_vec());
        for track in [arc, corner] {
            let band = DrawnShape::Band { track: track.clone(), radius: 16.0 };
            let runs = contour(std::slice::from_ref(&band), 1.0);
            let is_on_rim = |p: &DVec2| (track.distance_to(*p) - 16.0).abs() < 0.1;
            assert!(runs.iter().flatten().all(is_on_rim));
            let length: f64 = runs.into_iter().map(|run| Track::through(run).length()).sum();
            assert!(length > 2.0 * track.length(), "{length}");
        }
    }
}
