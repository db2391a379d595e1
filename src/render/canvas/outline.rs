//! Closed contours that are filled by the nonzero winding rule.
//!
//! Strokes, dashes, discs and rings are such contours too. So a union of areas is the list of their contours, and an output format
//! needs only one operation: to fill an outline.

use crate::render::scene::{Rectangle, Track};
use glam::DVec2;
use std::f64::consts::TAU;

/// The area between closed contours. A contour in positive sense runs from x towards y. A contour in the other sense is a hole.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Outline {
    pub contours: Vec<Vec<DVec2>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cap {
    /// A straight end at the last point.
    Butt,
    /// A half disc beyond the last point.
    Round,
}

/// The lengths of the dashes of a line and of the gaps between them, in page units.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Dashes {
    pub dash: f64,
    pub gap: f64,
}

/// The cosine of the greatest gentle turn, 8 degrees. A disc rounds a sharper corner of a stroke.
const GENTLE: f64 = 0.99;

impl Outline {
    /// Returns a polygon, whose corners may be given in either sense.
    pub fn polygon(corners: &[DVec2]) -> Outline {
        let mut outline = Outline::default();
        outline.add(corners.to_vec());
        outline
    }

    pub fn disc(centre: DVec2, radius: f64) -> Outline {
        Outline { contours: vec![circle(centre, radius)] }
    }

    pub fn ring(centre: DVec2, inner: f64, outer: f64) -> Outline {
        let mut hole = circle(centre, inner);
        hole.reverse();
        Outline { contours: vec![circle(centre, outer), hole] }
    }

    pub fn rounded(rectangle: Rectangle, radius: f64) -> Outline {
        let r = radius.min(rectangle.size().min_element() / 2.0).max(0.0);
        let [low_low, high_low, high_high, low_high] = rectangle.grown(DVec2::splat(-r)).corners();
        let mut points = Vec::new();
        for (quarter, centre) in [high_high, low_high, low_low, high_low].into_iter().enumerate() {
            for step in 0..=6 {
                let angle = TAU / 4.0 * (quarter as f64 + f64::from(step) / 6.0);
                points.push(centre + r * DVec2::from_angle(angle));
            }
        }
        Outline::polygon(&points)
    }

    /// Adds a polygon, whose corners may be given in either sense.
    pub fn add(&mut self, mut corners: Vec<DVec2>) {
        if doubled_area(&corners) < 0.0 {
            corners.reverse();
        }
        self.contours.push(corners);
    }

    pub fn join(&mut self, other: Outline) {
        self.contours.extend(other.contours);
    }

    /// Returns the band about a polyline: a polygon about each smooth run, and a disc about each corner between two runs.
    pub fn stroke(points: &[DVec2], width: f64, cap: Cap) -> Outline {
        let points = distinct(points);
        let half_width = width / 2.0;
        let directions: Vec<DVec2> =
            points.windows(2).map(|pair| (pair[1] - pair[0]).normalize_or_zero()).collect();
        let mut outline = Outline::default();
        let mut run_start = 0;
        for i in 1..points.len() {
            let is_last = i + 1 == points.len();
            if is_last || !is_smooth(&points, &directions, i, half_width) {
                outline.add(run_polygon(&points[run_start..=i], &directions[run_start..i], half_width));
                if !is_last {
                    outline.contours.push(circle(points[i], half_width));
                }
                run_start = i;
            }
        }
        if cap == Cap::Round || points.len() == 1 {
            for end in [points.first(), points.last()].into_iter().flatten() {
                outline.contours.push(circle(*end, half_width));
            }
        }
        outline
    }

    /// Returns the dashes of a line. It begins and ends with a whole dash, so dashes and gaps are stretched or shortened.
    pub fn dashed(track: &Track, width: f64, Dashes { dash, gap }: Dashes) -> Outline {
        let length = track.length();
        let count = (((length + gap) / (dash + gap)).round()).max(1.0);
        let scale = if length > 0.0 { length / (count * (dash + gap) - gap) } else { 1.0 };
        let mut outline = Outline::default();
        for i in 0..count as usize {
            let from = i as f64 * (dash + gap) * scale;
            outline.join(Outline::stroke(track.slice(from, from + dash * scale).points(), width, Cap::Butt));
        }
        outline
    }

    /// Returns the least rectangle that holds the outline, or `None` for an empty outline.
    pub fn bounds(&self) -> Option<Rectangle> {
        Rectangle::holding(self.contours.iter().flatten().copied())
    }

    /// Returns the outline grown on all sides by a small distance, so that letters become heavier.
    pub fn heavier(&self, distance: f64) -> Outline {
        // In some fonts the outer contours run in the opposite sense.
        let outward = if self.doubled_area() < 0.0 { -distance } else { distance };
        Outline { contours: self.contours.iter().map(|contour| moved_outward(contour, outward)).collect() }
    }

    pub fn clipped(&self, rectangle: &Rectangle) -> Outline {
        let Rectangle { low, high } = *rectangle;
        let clip = |contour: &Vec<DVec2>| {
            let contour = in_half_plane(contour, |p| p.x - low.x);
            let contour = in_half_plane(&contour, |p| high.x - p.x);
            let contour = in_half_plane(&contour, |p| p.y - low.y);
            in_half_plane(&contour, |p| high.y - p.y)
        };
        Outline { contours: self.contours.iter().map(clip).filter(|contour| contour.len() > 2).collect() }
    }

    pub fn map(&self, image: impl Fn(DVec2) -> DVec2) -> Outline {
        let mapped = |contour: &Vec<DVec2>| contour.iter().map(|p| image(*p)).collect();
        Outline { contours: self.contours.iter().map(mapped).collect() }
    }

    /// Returns twice the area, which is negative if the outer contours run in negative sense.
    pub fn doubled_area(&self) -> f64 {
        self.contours.iter().map(|contour| doubled_area(contour)).sum()
    }
}

/// Returns a contour in positive sense with each side moved outward by a distance.
fn moved_outward(contour: &[DVec2], distance: f64) -> Vec<DVec2> {
    let corners = distinct(contour);
    let count = corners.len();
    let moved = |i: usize| {
        let before = (corners[i] - corners[(i + count - 1) % count]).normalize_or_zero();
        let after = (corners[(i + 1) % count] - corners[i]).normalize_or_zero();
        let middle = (before + after).normalize_or_zero();
        // The mitre of a sharp corner would be long, so no corner moves by more than twice the distance.
        let mitre = 1.0 / middle.dot(before).max(0.5);
        corners[i] - middle.perp() * distance * mitre
    };
    (0..count).map(moved).collect()
}

/// Returns corners of a polygon inscribed in a circle, in positive sense. Its sides differ from the circle by at most 1/40 unit.
pub(crate) fn circle(centre: DVec2, radius: f64) -> Vec<DVec2> {
    let steps = (TAU / (8.0 * 0.025 / radius.max(0.025)).sqrt()).ceil().clamp(8.0, 720.0) as u32;
    (0..steps).map(|i| centre + radius * DVec2::from_angle(TAU * f64::from(i) / f64::from(steps))).collect()
}

/// Returns the part of a polygon in which a linear function is not negative (Sutherland and Hodgman 1974).
fn in_half_plane(contour: &[DVec2], depth: impl Fn(DVec2) -> f64) -> Vec<DVec2> {
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

/// Whether one polygon can cover the band before and after an inner point of a polyline.
///
/// The turn at the point has to be gentle. Both neighbours have to be so far away that the inner side of the band does not fold.
fn is_smooth(points: &[DVec2], directions: &[DVec2], i: usize, half_width: f64) -> bool {
    let (before, after) = (directions[i - 1], directions[i]);
    let shortest = points[i].distance(points[i - 1]).min(points[i].distance(points[i + 1]));
    before.dot(after) > GENTLE && half_width * before.perp_dot(after).abs() < shortest
}

/// Returns the polygon that is the band about a smooth run.
fn run_polygon(points: &[DVec2], directions: &[DVec2], half_width: f64) -> Vec<DVec2> {
    let offset = |i: usize| {
        let before = directions[i.saturating_sub(1)];
        let after = directions[i.min(directions.len() - 1)];
        // At a gentle turn this offset is as long as the exact mitre, to 1 %.
        (before + after).normalize_or_zero().perp() * half_width
    };
    let right = points.iter().enumerate().map(|(i, p)| *p - offset(i));
    let left = points.iter().enumerate().rev().map(|(i, p)| *p + offset(i));
    right.chain(left).collect()
}

/// Returns the points except those that repeat the previous point.
fn distinct(points: &[DVec2]) -> Vec<DVec2> {
    let mut kept: Vec<DVec2> = Vec::with_capacity(points.len());
    for point in points {
        if kept.last().is_none_or(|last| last.distance(*point) > 1e-9) {
            kept.push(*point);
        }
    }
    kept
}

/// Returns twice the area of a contour, negative if the contour runs in negative sense.
pub(crate) fn doubled_area(points: &[DVec2]) -> f64 {
    let mut previous = points.last().copied().unwrap_or_default();
    let mut sum = 0.0;
    for &point in points {
        sum += previous.perp_dot(point);
        previous = point;
    }
    sum
}

/// Returns the two ends of each side of a polygon.
pub(crate) fn sides(corners: &[DVec2]) -> impl Iterator<Item = [DVec2; 2]> {
    corners.iter().zip(corners.iter().cycle().skip(1)).map(|(a, b)| [*a, *b])
}
