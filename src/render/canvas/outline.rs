//! Closed contours, filled by the nonzero winding rule. Strokes, dashes, discs and rings are contours too. So the union of areas
//! needs no computation, and an output format needs a single operation.

use crate::render::scene::{Rectangle, Track};
use glam::DVec2;
use std::f64::consts::TAU;

/// An area between contours. A contour in the opposite sense is a hole.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Outline {
    pub contours: Vec<Vec<DVec2>>,
}

/// The form of the ends of a stroke.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cap {
    /// Square across the last point.
    Butt,
    /// A half disc beyond the last point.
    Round,
}

/// The lengths of the dashes of a line and of the gaps between them.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Dashes {
    pub on: f64,
    pub off: f64,
}

/// The least cosine of a gentle turn: 8 degrees. A sharper corner of a stroke is covered by a disc.
const SHARP: f64 = 0.99;

impl Outline {
    /// Returns a polygon in positive sense. Its points may run in either sense.
    pub fn polygon(points: &[DVec2]) -> Outline {
        let mut outline = Outline::default();
        outline.add(points.to_vec());
        outline
    }

    /// Returns a disc.
    pub fn disc(centre: DVec2, radius: f64) -> Outline {
        Outline { contours: vec![circle(centre, radius)] }
    }

    /// Returns the area between two circles.
    pub fn ring(centre: DVec2, inner: f64, outer: f64) -> Outline {
        let mut hole = circle(centre, inner);
        hole.reverse();
        Outline { contours: vec![circle(centre, outer), hole] }
    }

    /// Returns a rectangle with rounded corners.
    pub fn rounded(rectangle: Rectangle, radius: f64) -> Outline {
        let r = radius.min(rectangle.size().min_element() / 2.0).max(0.0);
        let [low_low, high_low, high_high, low_high] = rectangle.grown(DVec2::splat(-r)).corners();
        let mut points = Vec::new();
        for (quarter, corner) in [high_high, low_high, low_low, high_low].into_iter().enumerate() {
            for step in 0..=6 {
                let angle = TAU / 4.0 * (quarter as f64 + f64::from(step) / 6.0);
                points.push(corner + r * DVec2::from_angle(angle));
            }
        }
        Outline::polygon(&points)
    }

    /// Adds a polygon in positive sense.
    pub fn add(&mut self, mut points: Vec<DVec2>) {
        if doubled_area(&points) < 0.0 {
            points.reverse();
        }
        self.contours.push(points);
    }

    /// Adds the area of another outline.
    pub fn join(&mut self, other: Outline) {
        self.contours.extend(other.contours);
    }

    /// Returns the band about a polyline: one polygon for each smooth run, a disc at each corner.
    pub fn stroke(points: &[DVec2], width: f64, cap: Cap) -> Outline {
        let points = distinct(points);
        let half = width / 2.0;
        let directions: Vec<DVec2> =
            points.windows(2).map(|pair| (pair[1] - pair[0]).normalize_or_zero()).collect();
        let mut outline = Outline::default();
        let mut first = 0;
        for corner in 1..points.len() {
            let is_last = corner + 1 == points.len();
            if is_last || !is_smooth(&points, &directions, corner, half) {
                outline.add(strip(&points[first..=corner], &directions[first..corner], half));
                if !is_last {
                    outline.contours.push(circle(points[corner], half));
                }
                first = corner;
            }
        }
        if cap == Cap::Round || points.len() == 1 {
            for end in [points.first(), points.last()].into_iter().flatten() {
                outline.contours.push(circle(*end, half));
            }
        }
        outline
    }

    /// Returns the band about a closed polyline.
    pub fn closed_stroke(points: &[DVec2], width: f64) -> Outline {
        let closed: Vec<DVec2> = points.iter().chain(points.first()).copied().collect();
        Outline::stroke(&closed, width, Cap::Round)
    }

    /// Returns a band cut into dashes. It begins and ends with a dash, so dashes and gaps are longer or shorter than asked for.
    pub fn dashed(track: &Track, width: f64, Dashes { on, off }: Dashes) -> Outline {
        let length = track.length();
        let count = (((length + off) / (on + off)).round()).max(1.0);
        let scale = if length > 0.0 { length / (count * (on + off) - off) } else { 1.0 };
        let mut outline = Outline::default();
        for dash in 0..count as usize {
            let from = dash as f64 * (on + off) * scale;
            outline.join(Outline::stroke(track.slice(from, from + on * scale).points(), width, Cap::Butt));
        }
        outline
    }

    /// Returns the least rectangle that holds the outline, or none for an empty one.
    pub fn bounds(&self) -> Option<Rectangle> {
        Rectangle::holding(self.contours.iter().flatten().copied())
    }

    /// Returns the outline with every contour moved outwards, and holes inwards, by a small distance.
    pub fn heavier(&self, by: f64) -> Outline {
        // The outer contours of some fonts run in the other sense.
        let outward = if self.doubled_area() < 0.0 { -by } else { by };
        let grown = |contour: &Vec<DVec2>| {
            let ring = distinct(contour);
            let count = ring.len();
            let moved = (0..count).map(|i| {
                let before = (ring[i] - ring[(i + count - 1) % count]).normalize_or_zero();
                let after = (ring[(i + 1) % count] - ring[i]).normalize_or_zero();
                let middle = (before + after).normalize_or_zero();
                // The length of a mitre grows with the turn; it is limited to twice the distance.
                let mitre = 1.0 / middle.dot(before).max(0.5);
                ring[i] - middle.perp() * outward * mitre
            });
            moved.collect()
        };
        Outline { contours: self.contours.iter().map(grown).collect() }
    }

    /// Returns the part inside a rectangle.
    pub fn clipped(&self, to: &Rectangle) -> Outline {
        let cut = |contour: &Vec<DVec2>| {
            let contour = half_plane(contour, |p| p.x - to.low.x);
            let contour = half_plane(&contour, |p| to.high.x - p.x);
            let contour = half_plane(&contour, |p| p.y - to.low.y);
            half_plane(&contour, |p| to.high.y - p.y)
        };
        Outline { contours: self.contours.iter().map(cut).filter(|contour| contour.len() > 2).collect() }
    }

    /// Returns the outline with each point mapped.
    pub fn map(&self, map: impl Fn(DVec2) -> DVec2) -> Outline {
        let mapped = |contour: &Vec<DVec2>| contour.iter().map(|p| map(*p)).collect();
        Outline { contours: self.contours.iter().map(mapped).collect() }
    }

    /// Returns twice the signed area, with holes subtracted.
    pub fn doubled_area(&self) -> f64 {
        self.contours.iter().map(|contour| doubled_area(contour)).sum()
    }
}

/// Returns the points of a circle in positive sense. The greatest distance of a chord from the circle is 1/40 of a unit.
pub(crate) fn circle(centre: DVec2, radius: f64) -> Vec<DVec2> {
    let steps = (TAU / (8.0 * 0.025 / radius.max(0.025)).sqrt()).ceil().clamp(8.0, 720.0) as u32;
    (0..steps).map(|i| centre + radius * DVec2::from_angle(TAU * f64::from(i) / f64::from(steps))).collect()
}

/// Returns the part of a polygon where `depth`, a linear function, is not negative (Sutherland and Hodgman 1974).
fn half_plane(contour: &[DVec2], depth: impl Fn(DVec2) -> f64) -> Vec<DVec2> {
    let Some(&last) = contour.last() else { return Vec::new() };
    let mut kept = Vec::with_capacity(contour.len() + 4);
    let mut a = last;
    for &b in contour {
        let (depth_a, depth_b) = (depth(a), depth(b));
        if (depth_a < 0.0) != (depth_b < 0.0) {
            kept.push(a.lerp(b, depth_a / (depth_a - depth_b)));
        }
        if depth_b >= 0.0 {
            kept.push(b);
        }
        a = b;
    }
    kept
}

/// Whether the band about a polyline can pass a point as one polygon: the turn is gentle, and both neighbours are far
/// enough that the inner side does not fold.
fn is_smooth(points: &[DVec2], directions: &[DVec2], at: usize, half: f64) -> bool {
    let (before, after) = (directions[at - 1], directions[at]);
    let shortest = points[at].distance(points[at - 1]).min(points[at].distance(points[at + 1]));
    before.dot(after) > SHARP && half * before.perp_dot(after).abs() < shortest
}

/// Returns the polygon about a smooth run, its two sides `half` away.
fn strip(points: &[DVec2], directions: &[DVec2], half: f64) -> Vec<DVec2> {
    let side = |i: usize| {
        let before = directions[i.saturating_sub(1)];
        let after = directions[i.min(directions.len() - 1)];
        // At a gentle turn the mean of the two normals is as long as the mitre, to 1 %.
        (before + after).normalize_or_zero().perp() * half
    };
    let right = points.iter().enumerate().map(|(i, p)| *p - side(i));
    let left = points.iter().enumerate().rev().map(|(i, p)| *p + side(i));
    right.chain(left).collect()
}

/// Returns points without those that repeat the previous one.
fn distinct(points: &[DVec2]) -> Vec<DVec2> {
    let mut kept: Vec<DVec2> = Vec::with_capacity(points.len());
    for point in points {
        if kept.last().is_none_or(|last| last.distance(*point) > 1e-9) {
            kept.push(*point);
        }
    }
    kept
}

/// Returns twice the signed area of a contour, positive if the contour runs from x towards y.
pub(crate) fn doubled_area(points: &[DVec2]) -> f64 {
    let mut previous = points.last().copied().unwrap_or_default();
    let mut sum = 0.0;
    for &point in points {
        sum += previous.perp_dot(point);
        previous = point;
    }
    sum
}

/// Returns the sides of a polygon, each by its two ends.
pub(crate) fn sides(corners: &[DVec2]) -> impl Iterator<Item = [DVec2; 2]> {
    corners.iter().zip(corners.iter().cycle().skip(1)).map(|(a, b)| [*a, *b])
}
