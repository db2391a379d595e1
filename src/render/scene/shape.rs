//! Shapes: the extents of pieces, and the parts of areas.

use super::track::Track;
use glam::DVec2;

/// A shape of the plane, in board units.
#[derive(Debug, Clone, PartialEq)]
pub enum DrawnShape {
    /// All points nearer to a centre than a radius.
    Disc {
        /// The middle of the disc.
        centre: DVec2,
        /// The radius, positive.
        radius: f64,
    },
    /// All points nearer to a track than a radius: a capsule if the track is straight.
    Corridor {
        /// The path along the middle.
        track: Track,
        /// The half width, positive.
        radius: f64,
    },
    /// A polygon by its corners, in either sense; curves are flattened (see [`Track`]).
    Polygon(Vec<DVec2>),
}

impl DrawnShape {
    /// Returns the part of a ring between two radii and two angles (radians), about a centre.
    pub fn sector(centre: DVec2, inner: f64, outer: f64, from: f64, to: f64) -> DrawnShape {
        let mut points = Track::arc(centre, outer, from, to).points().to_vec();
        if inner > 0.0 {
            points.extend(Track::arc(centre, inner, to, from).points());
        } else {
            points.push(centre);
        }
        DrawnShape::Polygon(points)
    }

    /// Returns the shape on the page, with each point mapped and each length scaled.
    pub(crate) fn map(&self, map: impl Fn(DVec2) -> DVec2, scale: f64) -> DrawnShape {
        match self {
            DrawnShape::Disc { centre, radius } => {
                DrawnShape::Disc { centre: map(*centre), radius: radius * scale }
            }
            DrawnShape::Corridor { track, radius } => {
                DrawnShape::Corridor { track: track.map(map), radius: radius * scale }
            }
            DrawnShape::Polygon(points) => DrawnShape::Polygon(points.iter().map(|p| map(*p)).collect()),
        }
    }

    /// Returns a point in the middle: the mean of the corners, for a corridor the middle of its track.
    pub fn middle(&self) -> DVec2 {
        match self {
            DrawnShape::Disc { centre, .. } => *centre,
            DrawnShape::Corridor { track, .. } => track.at(track.length() / 2.0),
            DrawnShape::Polygon(points) => points.iter().sum::<DVec2>() / points.len().max(1) as f64,
        }
    }

    /// Whether every number of the shape is finite and every extent positive.
    pub(crate) fn is_valid(&self) -> bool {
        match self {
            DrawnShape::Disc { centre, radius } => centre.is_finite() && radius.is_finite() && *radius > 0.0,
            DrawnShape::Corridor { track, radius } => {
                track.points().iter().all(|p| p.is_finite()) && radius.is_finite() && *radius > 0.0
            }
            DrawnShape::Polygon(points) => points.len() > 2 && points.iter().all(|p| p.is_finite()),
        }
    }
}
