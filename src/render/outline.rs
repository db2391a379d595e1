//! Closed contours, filled by the nonzero winding rule: strokes, dashes, discs and rings are all
//! built as such, so that a union needs no geometry of its own and each output format one operation.

use super::track::Track;
use glam::DVec2;
use std::f64::consts::TAU;

/// Contours that together bound an area; a contour turned the other way is a hole.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Outline(pub Vec<Vec<DVec2>>);

/// How a stroke ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cap {
    /// Square across the last point.
    Butt,
    /// A half disc beyond it.
    Round,
}

/// A corner sharper than this (cosine of 8 degrees) is rounded by a whole disc, a gentler one by a wedge.
const SHARP: f64 = 0.99;

impl Outline {
    /// One polygon, whichever way it was given.
    pub fn polygon(points: &[DVec2]) -> Outline {
        let mut outline = Outline::default();
        outline.add(points.to_vec());
        outline
    }

    /// A disc, flattened to a fortieth of a unit.
    pub fn disc(centre: DVec2, radius: f64) -> Outline {
        Outline(vec![circle(centre, radius)])
    }

    /// The area between two circles.
    pub fn ring(centre: DVec2, inner: f64, outer: f64) -> Outline {
        let mut hole = circle(centre, inner);
        hole.reverse();
        Outline(vec![circle(centre, outer), hole])
    }

    /// An axis-parallel box with rounded corners.
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

    /// Adds a polygon, turned so that it counts positively.
    pub fn add(&mut self, mut points: Vec<DVec2>) {
        if area(&points) < 0.0 {
            points.reverse();
        }
        self.0.push(points);
    }

    /// Adds everything another outline covers.
    pub fn join(&mut self, other: Outline) {
        self.0.extend(other.0);
    }

    /// The band of a width about a polyline.
    pub fn stroke(points: &[DVec2], width: f64, cap: Cap) -> Outline {
        let points = distinct(points);
        let half = width / 2.0;
        let mut outline = Outline::default();
        let directions: Vec<DVec2> = points.windows(2).map(|w| (w[1] - w[0]).normalize_or_zero()).collect();
        for (pair, along) in points.windows(2).zip(&directions) {
            let side = along.perp() * half;
            outline.add(vec![pair[0] - side, pair[1] - side, pair[1] + side, pair[0] + side]);
        }
        for (at, turn) in points.iter().skip(1).zip(directions.windows(2)) {
            if turn[0].dot(turn[1]) < SHARP {
                outline.0.push(circle(*at, half));
            } else {
                let outer = if turn[0].perp_dot(turn[1]) > 0.0 { -half } else { half };
                outline.add(vec![*at, *at + turn[0].perp() * outer, *at + turn[1].perp() * outer]);
            }
        }
        if cap == Cap::Round || points.len() == 1 {
            for end in [points.first(), points.last()].into_iter().flatten() {
                outline.0.push(circle(*end, half));
            }
        }
        outline
    }

    /// The band about a closed polyline.
    pub fn closed_stroke(points: &[DVec2], width: f64) -> Outline {
        let mut closed = points.to_vec();
        closed.extend(points.first());
        Outline::stroke(&closed, width, Cap::Round)
    }

    /// A band cut into dashes of `on`, apart by about `off`, so that a dash begins and ends it.
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

    /// The smallest and largest coordinates, or nothing for an empty outline.
    pub fn bounds(&self) -> Option<(DVec2, DVec2)> {
        let mut points = self.0.iter().flatten();
        let first = *points.next()?;
        Some(points.fold((first, first), |(low, high), p| (low.min(*p), high.max(*p))))
    }

    /// The same outline, each point moved.
    pub fn map(&self, f: impl Fn(DVec2) -> DVec2) -> Outline {
        Outline(self.0.iter().map(|c| c.iter().map(|p| f(*p)).collect()).collect())
    }
}

/// The points of a circle in positive sense, closely enough that no chord errs by a fortieth.
pub(crate) fn circle(centre: DVec2, radius: f64) -> Vec<DVec2> {
    let steps = (TAU / (8.0 * 0.025 / radius.max(0.025)).sqrt()).ceil().clamp(8.0, 720.0) as u32;
    (0..steps).map(|i| centre + radius * DVec2::from_angle(TAU * f64::from(i) / f64::from(steps))).collect()
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

/// Twice the signed area, positive when the contour runs from x towards y.
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
    fn dashes_begin_and_end_a_line() {
        let line = Track::line(DVec2::ZERO, DVec2::new(100.0, 0.0));
        let outline = Outline::dashed(&line, 2.0, 6.0, 4.0);
        let (low, high) = outline.bounds().expect("dashes");
        assert!(low.x.abs() < 1e-9 && (high.x - 100.0).abs() < 1e-9);
        assert_eq!(outline.0.len(), 10);
    }
}
