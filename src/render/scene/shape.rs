//! Shapes: the extents of pieces, and the parts of areas.

use super::track::Track;
use glam::DVec2;

/// A shape of the plane, in board units.
#[derive(Debug, Clone, PartialEq)]
pub enum DrawnShape {
    /// All points whose distance from a centre is less than a radius.
    Disc {
        /// The middle of the disc.
        centre: DVec2,
        /// The radius, positive.
        radius: f64,
    },
    /// All points whose distance from a track is less than a radius; a capsule if the track is straight.
    Corridor {
        /// The path along the middle.
        track: Track,
        /// The half width, positive.
        radius: f64,
    },
    /// A polygon by its corners, in either sense. Curves are flattened (see [`Track`]).
    Polygon(Vec<DVec2>),
}

/// A part of a ring or disc between two radii and two angles. Angles are in radians, counter-clockwise from east.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sector {
    /// The inner radius; 0 for a part of a disc.
    pub inner: f64,
    /// The outer radius.
    pub outer: f64,
    /// The angle at which the part begins.
    pub from: f64,
    /// The angle at which the part ends; greater than `from` for a counter-clockwise turn.
    pub to: f64,
}

impl Sector {
    /// Returns the sector about a centre as a shape.
    pub fn about(&self, centre: DVec2) -> DrawnShape {
        let Sector { inner, outer, from, to } = *self;
        let mut points = Track::arc(centre, outer, from, to).points().to_vec();
        if inner > 0.0 {
            points.extend(Track::arc(centre, inner, to, from).points());
        } else {
            points.push(centre);
        }
        DrawnShape::Polygon(points)
    }
}

impl DrawnShape {
    /// Returns the shape with each point mapped and each length multiplied by `scale`.
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

    /// Returns a point in the middle: the centre, the middle of the track, or the mean of the corners.
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
