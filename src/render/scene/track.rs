//! Tracks: the paths of centres as polylines, measured by arc length.

use glam::DVec2;

/// The greatest turn between neighbouring points of a flattened curve: 1.5 degrees, in radians.
const TURN: f64 = 0.026;

/// A path in the plane, flattened to points close enough to look smooth. Lengths are in board units.
///
/// ```
/// use continuum::render::Track;
/// use glam::DVec2;
/// let lane = Track::line(DVec2::new(4.0, 1.0), DVec2::new(4.0, 8.0));
/// assert_eq!((lane.length(), lane.at(2.5)), (7.0, DVec2::new(4.0, 3.5)));
/// assert_eq!(lane.slice(1.0, 3.0).start(), DVec2::new(4.0, 2.0));
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Track {
    points: Vec<DVec2>,
    /// The distance of each point from the start.
    lengths: Vec<f64>,
}

impl Track {
    /// Returns the segment from one point to another.
    pub fn line(from: DVec2, to: DVec2) -> Track {
        Track::through(vec![from, to])
    }

    /// Returns an arc about a centre between two angles in radians. It is counter-clockwise if `to` is greater, and a full circle
    /// if the angles differ by a whole turn.
    pub fn arc(centre: DVec2, radius: f64, from: f64, to: f64) -> Track {
        // The bound protects against a mistaken angle that would need a million points.
        let steps = ((to - from).abs() / TURN).ceil().clamp(1.0, 4000.0) as u32;
        let at = |i: u32| {
            let part = f64::from(i) / f64::from(steps);
            centre + radius * DVec2::from_angle(from + (to - from) * part)
        };
        Track::through((0..=steps).map(at).collect())
    }

    /// Returns the polyline through some points. Without points it is the origin alone.
    pub fn through(mut points: Vec<DVec2>) -> Track {
        if points.is_empty() {
            points.push(DVec2::ZERO);
        }
        let mut lengths = Vec::with_capacity(points.len());
        let mut length = 0.0;
        lengths.push(length);
        for pair in points.windows(2) {
            length += pair[0].distance(pair[1]);
            lengths.push(length);
        }
        Track { points, lengths }
    }

    /// Returns the points, at least one.
    pub fn points(&self) -> &[DVec2] {
        &self.points
    }

    /// Returns the length.
    pub fn length(&self) -> f64 {
        self.lengths.last().copied().unwrap_or(0.0)
    }

    /// Returns the first point.
    pub fn start(&self) -> DVec2 {
        self.points.first().copied().unwrap_or_default()
    }

    /// Returns the last point.
    pub fn end(&self) -> DVec2 {
        self.points.last().copied().unwrap_or_default()
    }

    /// Returns the point at a distance from the start, clamped to the track.
    pub fn at(&self, distance: f64) -> DVec2 {
        let after = self.lengths.partition_point(|l| *l < distance);
        if after == 0 {
            return self.start();
        }
        let (Some(a), Some(b)) = (self.points.get(after - 1), self.points.get(after)) else {
            return self.end();
        };
        let (from, to) = (self.lengths[after - 1], self.lengths[after]);
        a.lerp(*b, (distance - from) / (to - from))
    }

    /// Returns the unit direction of travel at a distance; zero for a track of no length.
    pub fn direction(&self, distance: f64) -> DVec2 {
        let last = self.points.len().saturating_sub(1);
        let after = self.lengths.partition_point(|l| *l <= distance).clamp(1, last.max(1));
        match (self.points.get(after - 1), self.points.get(after)) {
            (Some(a), Some(b)) => (*b - *a).normalize_or_zero(),
            _ => DVec2::ZERO,
        }
    }

    /// Returns the part between two distances, each clamped to the track.
    #[must_use]
    pub fn slice(&self, from: f64, to: f64) -> Track {
        let (from, to) = (from.clamp(0.0, self.length()), to.clamp(0.0, self.length()));
        let mut points = vec![self.at(from)];
        let inner = self.points.iter().zip(&self.lengths).filter(|(_, l)| **l > from && **l < to);
        points.extend(inner.map(|(p, _)| *p));
        if to > from {
            points.push(self.at(to));
        }
        Track::through(points)
    }

    /// Returns the track with each point mapped.
    #[must_use]
    pub fn map(&self, map: impl Fn(DVec2) -> DVec2) -> Track {
        Track::through(self.points.iter().map(|p| map(*p)).collect())
    }

    /// Returns the distance of a point from the track.
    pub fn distance_to(&self, point: DVec2) -> f64 {
        let from_start = self.start().distance(point);
        self.points.windows(2).map(|pair| to_segment(point, pair[0], pair[1])).fold(from_start, f64::min)
    }
}

/// Returns the distance of a point from a segment.
fn to_segment(p: DVec2, a: DVec2, b: DVec2) -> f64 {
    let along = b - a;
    let t = if along.length_squared() > 0.0 { (p - a).dot(along) / along.length_squared() } else { 0.0 };
    p.distance(a + along * t.clamp(0.0, 1.0))
}
