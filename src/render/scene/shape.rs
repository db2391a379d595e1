//! Shapes, of which the extents of pieces and areas consist.

use super::track::Track;
use glam::DVec2;

/// A shape of the plane, in board units.
#[derive(Debug, Clone, PartialEq)]
pub enum DrawnShape {
    /// All points whose distance from a centre is less than a radius.
    Disc {
        /// The centre of the disc.
        centre: DVec2,
        /// The radius of the disc; positive.
        radius: f64,
    },
    /// All points whose distance from a track is less than a radius. A band about a segment is a capsule.
    Band {
        /// The middle line of the band.
        track: Track,
        /// Half the width of the band; positive.
        radius: f64,
    },
    /// A polygon, given by its corners in either sense. Curves are flattened (see [`Track`]).
    Polygon(Vec<DVec2>),
}

impl DrawnShape {
    /// Returns the number of points that describe the shape.
    pub(crate) fn point_count(&self) -> usize {
        match self {
            DrawnShape::Disc { .. } => 1,
            DrawnShape::Band { track, .. } => track.points().len(),
            DrawnShape::Polygon(corners) => corners.len(),
        }
    }
}

/// The part of a ring or disc between two angles.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sector {
    /// The centre of the ring or disc.
    pub centre: DVec2,
    /// The inner radius in board units; 0 for a part of a disc.
    pub inner: f64,
    /// The outer radius in board units.
    pub outer: f64,
    /// The angle at which the sector begins, in radians, counter-clockwise from east.
    pub from: f64,
    /// The angle in radians at which the sector ends. It is greater than `from` if the sector extends counter-clockwise.
    pub to: f64,
}

impl Sector {
    /// Returns the part of a disc between two angles in radians.
    pub fn of_disc(centre: DVec2, radius: f64, from: f64, to: f64) -> Sector {
        Sector { centre, inner: 0.0, outer: radius, from, to }
    }

    /// Returns the arc between the outer corners.
    pub(crate) fn outer_arc(&self) -> Track {
        Track::arc(self.centre, self.outer, self.from, self.to)
    }

    /// Returns the point of the outer circle at an angle in radians.
    pub(crate) fn outer_point(&self, angle: f64) -> DVec2 {
        self.centre + self.outer * DVec2::from_angle(angle)
    }

    /// Returns the sector as a shape.
    pub fn shape(&self) -> DrawnShape {
        let Sector { centre, inner, from, to, .. } = *self;
        let mut corners = self.outer_arc().points().to_vec();
        if inner > 0.0 {
            corners.extend(Track::arc(centre, inner, to, from).points());
        } else {
            corners.push(centre);
        }
        DrawnShape::Polygon(corners)
    }
}

impl DrawnShape {
    /// Returns the image of the shape under a map of points that multiplies all lengths by `scale`.
    pub(crate) fn map(&self, image: impl Fn(DVec2) -> DVec2, scale: f64) -> DrawnShape {
        match self {
            DrawnShape::Disc { centre, radius } => {
                DrawnShape::Disc { centre: image(*centre), radius: radius * scale }
            }
            DrawnShape::Band { track, radius } => {
                DrawnShape::Band { track: track.map(image), radius: radius * scale }
            }
            DrawnShape::Polygon(corners) => DrawnShape::Polygon(corners.iter().map(|p| image(*p)).collect()),
        }
    }

    /// Returns a point in the middle: the centre, the middle of the track, or the mean of the corners.
    pub fn middle(&self) -> DVec2 {
        match self {
            DrawnShape::Disc { centre, .. } => *centre,
            DrawnShape::Band { track, .. } => track.at(track.length() / 2.0),
            DrawnShape::Polygon(corners) => corners.iter().sum::<DVec2>() / corners.len().max(1) as f64,
        }
    }
}
