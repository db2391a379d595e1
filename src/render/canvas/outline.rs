//! Closed contours, filled by the nonzero winding rule. Strokes, dashes, discs and rings are all contours, so a union
//! needs no geometry of its own and an output format only one operation.

use crate::render::scene::Track;
use glam::DVec2;
use std::f64::consts::TAU;

/// Contours that together bound an area; a contour in the opposite sense is a hole.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Outline(pub Vec<Vec<DVec2>>);

/// The form of the ends of a stroke.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cap {
    /// Square across the last point.
    Butt,
    /// A half disc beyond the last point.
    Round,
}

/// The cosine of 8 degrees: sharper corners are rounded by a whole disc, gentler ones by a wedge.
const SHARP: f64 = 0.99;

impl Outline {
    /// Returns one polygon, in positive sense whichever way its points run.
    pub fn polygon(points: &[DVec2]) -> Outline {
        let mut outline = Outline::default();
        outline.add(points.to_vec());
        outline
    }

    /// Returns a disc, flattened to 1/40 of a unit.
    pub fn disc(centre: DVec2, radius: f64) -> Outline {
        Outline(vec![circle(centre, radius)])
    }

    /// Returns the area between two circles.
    pub fn ring(centre: DVec2, inner: f64, outer: f64) -> Outline {
        let mut hole = circle(centre, inner);
        hole.reverse();
        Outline(vec![circle(centre, outer), hole])
    }

    /// Returns an axis-parallel box with rounded corners.
    pub fn rounded_box(low: DVec2, high: DVec2, radius: f64) -> Outline {
        let r = radius.min((high.x - low.x) / 2.0).min((high.y - low.y) / 2.0).max(0.0);
        let corners = [
            (high.x - r, high.y - r),
            (low.x + r, high.y - r),
            (low.x + r, low.y + r),
            (high.x - r, low.y + r),
        ];
        let mut points = Vec::new();
        for (quarter, corner) in corners.into_iter().enumerate() {
            for step in 0..=6 {
                let angle = TAU / 4.0 * (quarter as f64 + f64::from(step) / 6.0);
                points.push(DVec2::from(corner) + r * DVec2::from_angle(angle));
            }
        }
        Outline::polygon(&points)
    }

    /// Adds a polygon in positive sense.
    pub fn add(&mut self, mut points: Vec<DVec2>) {
        if area(&points) < 0.0 {
            points.reverse();
        }
        self.0.push(points);
    }

    /// Adds the area of another outline.
    pub fn join(&mut self, other: Outline) {
        self.0.extend(other.0);
    }

    /// Returns the band about a polyline: one polygon for each smooth run, a disc at each corner.
    pub fn stroke(points: &[DVec2], width: f64, cap: Cap) -> Outline {
        let points = distinct(points);
        let half = width / 2.0;
        let directions: Vec<DVec2> = points.windows(2).map(|w| (w[1] - w[0]).normalize_or_zero()).collect();
        let mut outline = Outline::default();
        let mut first = 0;
        for corner in 1..points.len() {
            let last = corner + 1 == points.len();
            if last || !smooth(&points, &directions, corner, half) {
                outline.add(strip(&points[first..=corner], &directions[first..corner], half));
                if !last {
                    outline.0.push(circle(points[corner], half));
                }
                first = corner;
            }
        }
        if cap == Cap::Round || points.len() == 1 {
            for end in [points.first(), points.last()].into_iter().flatten() {
                outline.0.push(circle(*end, half));
            }
        }
        outline
    }

    /// Returns the band about a closed polyline.
    pub fn closed_stroke(points: &[DVec2], width: f64) -> Outline {
        let mut closed = points.to_vec();
        closed.extend(points.first());
        Outline::stroke(&closed, width, Cap::Round)
    }

    /// Returns a band cut into dashes of length `on` with gaps of about `off`, beginning and ending with a dash.
    pub fn dashed(track: &Track, width: f64, on: f64, off: f64) -> Outline {
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

    /// Returns the least and the greatest coordinates, or none for an empty outline.
    pub fn bounds(&self) -> Option<(DVec2, DVec2)> {
        let mut points = self.0.iter().flatten();
        let first = *points.next()?;
        Some(points.fold((first, first), |(low, high), p| (low.min(*p), high.max(*p))))
    }

    /// Returns the outline with every contour moved outwards, holes inwards, by a small distance: for halos and
    /// bolder figures.
    pub fn heavier(&self, by: f64) -> Outline {
        // Fonts differ in the sense of outer contours; `outward` accounts for it.
        let outward = if self.0.iter().map(|c| area(c)).sum::<f64>() < 0.0 { -by } else { by };
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
        Outline(self.0.iter().map(grown).collect())
    }

    /// Returns the part inside an axis-parallel box, with its winding numbers.
    pub fn clipped(&self, low: DVec2, high: DVec2) -> Outline {
        let cut = |contour: &Vec<DVec2>| {
            let contour = half_plane(contour, |p| p.x - low.x);
            let contour = half_plane(&contour, |p| high.x - p.x);
            let contour = half_plane(&contour, |p| p.y - low.y);
            half_plane(&contour, |p| high.y - p.y)
        };
        Outline(self.0.iter().map(cut).filter(|c| c.len() > 2).collect())
    }

    /// Returns the outline with each point mapped.
    pub fn map(&self, f: impl Fn(DVec2) -> DVec2) -> Outline {
        Outline(self.0.iter().map(|c| c.iter().map(|p| f(*p)).collect()).collect())
    }
}

/// Returns the corners of a box in positive sense.
pub(crate) fn corners(low: DVec2, high: DVec2) -> [DVec2; 4] {
    [low, DVec2::new(high.x, low.y), high, DVec2::new(low.x, high.y)]
}

/// Returns the points of a circle in positive sense; no chord errs by more than 1/40 of a unit.
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
        let (da, db) = (depth(a), depth(b));
        if (da < 0.0) != (db < 0.0) {
            kept.push(a.lerp(b, da / (da - db)));
        }
        if db >= 0.0 {
            kept.push(b);
        }
        a = b;
    }
    kept
}

/// Whether the band about a polyline can pass a point as one polygon: the turn is gentle, and both neighbours are far
/// enough that the inner side does not fold.
fn smooth(points: &[DVec2], directions: &[DVec2], at: usize, half: f64) -> bool {
    let (before, after) = (directions[at - 1], directions[at]);
    let shortest = points[at].distance(points[at - 1]).min(points[at].distance(points[at + 1]));
    before.dot(after) > SHARP && half * before.perp_dot(after).abs() < shortest
}

/// Returns the polygon about a smooth run, its two sides `half` away.
fn strip(points: &[DVec2], directions: &[DVec2], half: f64) -> Vec<DVec2> {
    let side = |i: usize| {
        let before = directions[i.saturating_sub(1)];
        let after = directions[i.min(directions.len() - 1)];
        // For a gentle turn the mean of the two normals is as long as the mitre, to 1 %.
        (before + after).normalize_or_zero().perp() * half
    };
    let right = points.iter().enumerate().map(|(i, p)| *p - side(i));
    let left = points.iter().enumerate().rev().map(|(i, p)| *p + side(i));
    right.chain(left).collect()
}

fn distinct(points: &[DVec2]) -> Vec<DVec2> {
    let mut kept: Vec<DVec2> = Vec::with_capacity(points.len());
    for point in points {
        if kept.last().is_none_or(|last| last.distance(*point) > 1e-9) {
            kept.push(*point);
        }
    }
    kept
}

/// Returns twice the signed area, positive when the contour runs from x towards y.
pub(crate) fn area(points: &[DVec2]) -> f64 {
    let Some(&last) = points.last() else { return 0.0 };
    let mut previous = last;
    let mut sum = 0.0;
    for &point in points {
        sum += previous.perp_dot(point);
        previous = point;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_polygon_counts_positively() {
        let clockwise = [(0.0, 0.0), (0.0, 1.0), (1.0, 1.0), (1.0, 0.0)].map(DVec2::from);
        assert_eq!(area(&Outline::polygon(&clockwise).0[0]), 2.0);
        let stroke = Outline::stroke(&clockwise, 0.2, Cap::Round);
        assert!(stroke.0.iter().all(|c| area(c) >= 0.0));
    }

    #[test]
    fn a_smooth_band_is_one_polygon_of_the_right_area() {
        let arc = Track::arc(DVec2::ZERO, 100.0, 0.0, 3.0);
        let band = Outline::stroke(arc.points(), 20.0, Cap::Butt);
        assert_eq!(band.0.len(), 1);
        assert!((area(&band.0[0]) / 2.0 - 100.0 * 3.0 * 20.0).abs() < 2.0);
    }

    #[test]
    fn clipping_keeps_what_is_inside() {
        let disc = Outline::disc(DVec2::ZERO, 10.0).clipped(DVec2::ZERO, DVec2::splat(20.0));
        assert!((area(&disc.0[0]) / 2.0 - std::f64::consts::PI * 25.0).abs() < 0.5);
        assert!(Outline::disc(DVec2::splat(-50.0), 10.0).clipped(DVec2::ZERO, DVec2::ONE).0.is_empty());
    }

    #[test]
    fn heavier_outlines_grow_and_their_holes_shrink() {
        let ring = Outline::ring(DVec2::ZERO, 10.0, 20.0).heavier(1.0);
        let radius = |i: usize| ring.0[i][0].length();
        assert!((radius(0) - 21.0).abs() < 0.01 && (radius(1) - 9.0).abs() < 0.01);
    }

    #[test]
    fn dashes_begin_and_end_a_line() {
        let line = Track::line(DVec2::ZERO, DVec2::new(100.0, 0.0));
        let outline = Outline::dashed(&line, 2.0, 6.0, 4.0);
        let (low, high) = outline.bounds().expect("dashes");
        assert!(low.x.abs() < 1e-9 && (high.x - 100.0).abs() < 1e-9);
        assert_eq!(outline.0.len(), 10);
    }
}
