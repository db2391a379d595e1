//! Tracks: paths as polylines whose points are addressed by their distance along the path.

use glam::DVec2;

/// The greatest turn between neighbouring points of a flattened curve: 1.5 degrees, in radians.
const GREATEST_TURN: f64 = 0.026;

/// A path as a polyline. Its curves are flattened so finely that they look smooth. Lengths are in board units.
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
    /// The distance of each point from the start, measured along the path.
    distances: Vec<f64>,
}

impl Track {
    /// Returns the segment from one point to another.
    pub fn line(from: DVec2, to: DVec2) -> Track {
        Track::through(vec![from, to])
    }

    /// Returns the arc about a centre between two angles in radians. The arc runs counter-clockwise if `to` is greater than `from`.
    /// If the angles differ by a whole turn, it is a full circle.
    pub fn arc(centre: DVec2, radius: f64, from: f64, to: f64) -> Track {
        // A mistaken angle could ask for a million steps.
        let steps = ((to - from).abs() / GREATEST_TURN).ceil().clamp(1.0, 4000.0) as u32;
        let point = |step: u32| {
            let fraction = f64::from(step) / f64::from(steps);
            centre + radius * DVec2::from_angle(from + (to - from) * fraction)
        };
        Track::through((0..=steps).map(point).collect())
    }

    /// Returns the polyline through some points, or a track of length 0 at the origin if there are no points.
    pub fn through(mut points: Vec<DVec2>) -> Track {
        if points.is_empty() {
            points.push(DVec2::ZERO);
        }
        let mut distance = 0.0;
        let mut distances = vec![distance];
        for pair in points.windows(2) {
            distance += pair[0].distance(pair[1]);
            distances.push(distance);
        }
        Track { points, distances }
    }

    /// Returns the points of the polyline, of which there is at least one.
    pub fn points(&self) -> &[DVec2] {
        &self.points
    }

    /// Returns the length of the path.
    pub fn length(&self) -> f64 {
        self.distances.last().copied().unwrap_or(0.0)
    }

    /// Returns the first point.
    pub fn start(&self) -> DVec2 {
        self.points.first().copied().unwrap_or_default()
    }

    /// Returns the last point.
    pub fn end(&self) -> DVec2 {
        self.points.last().copied().unwrap_or_default()
    }

    /// Returns the point at a distance from the start. Beyond the track this is its start or its end.
    pub fn at(&self, distance: f64) -> DVec2 {
        let after = self.distances.partition_point(|d| *d < distance);
        if after == 0 {
            return self.start();
        }
        let (Some(a), Some(b)) = (self.points.get(after - 1), self.points.get(after)) else {
            return self.end();
        };
        let (from, to) = (self.distances[after - 1], self.distances[after]);
        a.lerp(*b, (distance - from) / (to - from))
    }

    /// Returns the unit direction of travel at a distance, or zero for a track of length 0.
    pub fn direction(&self, distance: f64) -> DVec2 {
        let last = self.points.len().saturating_sub(1);
        let after = self.distances.partition_point(|d| *d <= distance).clamp(1, last.max(1));
        match (self.points.get(after - 1), self.points.get(after)) {
            (Some(a), Some(b)) => (*b - *a).normalize_or_zero(),
            _ => DVec2::ZERO,
        }
    }

    /// Returns the part of the track between two distances. Distances beyond the track count as its start or its end.
    #[must_use]
    pub fn slice(&self, from: f64, to: f64) -> Track {
        let (from, to) = (from.clamp(0.0, self.length()), to.clamp(0.0, self.length()));
        let mut points = vec![self.at(from)];
        for (point, &distance) in self.points.iter().zip(&self.distances) {
            if distance > from && distance < to {
                points.push(*point);
            }
        }
        if to > from {
            points.push(self.at(to));
        }
        Track::through(points)
    }

    /// Returns the image of the track under a map of points.
    #[must_use]
    pub fn map(&self, image: impl Fn(DVec2) -> DVec2) -> Track {
        Track::through(self.points.iter().map(|p| image(*p)).collect())
    }

    /// Returns the distance of a point from the track.
    pub fn distance_to(&self, point: DVec2) -> f64 {
        let sides = self.points.windows(2).map(|pair| distance_to_segment(point, pair[0], pair[1]));
        sides.fold(self.start().distance(point), f64::min)
    }
}

/// Returns the distance of a point from the segment from `a` to `b`.
fn distance_to_segment(point: DVec2, a: DVec2, b: DVec2) -> f64 {
    let segment = b - a;
    if segment.length_squared() == 0.0 {
        return point.distance(a);
    }
    let fraction = (point - a).dot(segment) / segment.length_squared();
    point.distance(a + segment * fraction.clamp(0.0, 1.0))
}
