//! Maps of marks, and those maps that preserve shapes.

use crate::render::scene::{
    Area, BoardMark, Border, DrawnPiece, DrawnShape, LegalDestination, LegalRegion, LegalSpan, MovePath,
    Note, RebirthArrow, Rectangle, Ruler, TouchingStop, Track, TurnSpan, Turned,
};
use glam::DVec2;

/// A map of points and marks, from a board to another board or to the page.
pub(crate) trait BoardMap {
    /// Returns the image of a point.
    fn point(&self, point: DVec2) -> DVec2;

    /// Returns the points of the image of a polyline.
    fn line(&self, points: &[DVec2]) -> Vec<DVec2>;

    /// Returns shapes whose union is the image of a shape.
    fn shapes(&self, shape: &DrawnShape) -> Vec<DrawnShape>;

    /// Returns the factor by which lengths grow about a place.
    fn scale(&self, at: DVec2) -> f64;

    /// Returns the image of a direction at a place, in radians.
    fn direction(&self, at: DVec2, angle: f64) -> f64;

    /// Returns -1 where the map is a reflection, else 1.
    fn sense(&self, at: DVec2) -> f64;

    /// Returns both ends of the image of a turn at a place, in radians.
    fn turn(&self, at: DVec2, from: f64, to: f64) -> [f64; 2] {
        let start = self.direction(at, from);
        [start, start + self.sense(at) * (to - from)]
    }

    /// Returns the image of a body about a place.
    fn body(&self, extent: &DrawnShape, at: DVec2) -> BodyImage {
        let mut parts = self.shapes(extent);
        let off = |part: &DrawnShape| part.middle().distance(self.point(at));
        parts.sort_by(|a, b| off(a).total_cmp(&off(b)));
        let mut parts = parts.into_iter();
        let there = parts.next().unwrap_or(DrawnShape::Disc { centre: self.point(at), radius: 8.0 });
        BodyImage { there, apart: parts.collect() }
    }

    /// Returns the images of marks.
    fn marks(&self, marks: &[BoardMark]) -> Vec<BoardMark> {
        marks.iter().flat_map(|mark| self.mark(mark)).collect()
    }

    /// Returns the path of a move and, if it is a mark of its own, the swept corridor.
    fn lane(&self, lane: &MovePath) -> Vec<BoardMark> {
        let radius = lane.radius * self.scale(lane.track.end());
        vec![MovePath { track: self.track(&lane.track), radius, ..lane.clone() }.into()]
    }

    /// Returns the image of a path.
    fn track(&self, track: &Track) -> Track {
        Track::through(self.line(track.points()))
    }

    /// Returns the points of the image of a closed line, which does not repeat its first point.
    fn closed(&self, points: &[DVec2]) -> Vec<DVec2> {
        let mut line = self.line(&points.iter().chain(points.first()).copied().collect::<Vec<_>>());
        line.pop();
        line
    }

    /// Returns the image of a mark. Figures and texts stay upright.
    fn mark(&self, mark: &BoardMark) -> Vec<BoardMark> {
        let union = |shapes: &[DrawnShape]| -> Vec<DrawnShape> {
            shapes.iter().flat_map(|shape| self.shapes(shape)).collect()
        };
        let image: BoardMark = match mark {
            BoardMark::Piece(m) => {
                let BodyImage { there, mut apart } = self.body(&m.extent, m.at);
                apart.extend(union(&m.apart));
                let direction = |angle: f64| self.direction(m.at, angle);
                let (heading, forward) = (m.heading.map(direction), m.forward.map(direction));
                DrawnPiece { at: self.point(m.at), extent: there, apart, heading, forward, ..m.clone() }
                    .into()
            }
            BoardMark::MovePath(m) => return self.lane(m),
            BoardMark::Contact(m) => {
                let touched = m.touched.iter().map(|p| self.point(*p)).collect();
                TouchingStop { extent: self.body(&m.extent, m.extent.middle()).there, touched }.into()
            }
            BoardMark::Span(m) => {
                let track = self.track(&m.track.slice(m.from, m.to));
                let to = if m.to > m.from { track.length() } else { 0.0 };
                LegalSpan { track, from: 0.0, to, ..m.clone() }.into()
            }
            BoardMark::Target(m) => {
                let radius = m.radius * self.scale(m.at);
                LegalDestination { at: self.point(m.at), radius, effect: m.effect }.into()
            }
            BoardMark::Region(m) => {
                let outlines = m.outlines.iter().map(|points| self.closed(points)).collect();
                let rim = |rim: &Border| Border { points: self.line(&rim.points), end: rim.end };
                LegalRegion { outlines, rims: m.rims.iter().map(rim).collect(), effect: m.effect }.into()
            }
            BoardMark::Turn(m) => {
                let ([from, to], radius) = (self.turn(m.at, m.from, m.to), m.radius * self.scale(m.at));
                TurnSpan { at: self.point(m.at), radius, from, to, ..m.clone() }.into()
            }
            BoardMark::Area(m) => Area { shapes: union(&m.shapes), ..m.clone() }.into(),
            BoardMark::Rebirth(m) => {
                let radius = m.radius * self.scale(m.track.end());
                RebirthArrow { track: self.track(&m.track), radius }.into()
            }
            BoardMark::Turned(m) => {
                let ([from, to], radius) = (self.turn(m.at, m.from, m.to), m.radius * self.scale(m.at));
                Turned { at: self.point(m.at), radius, from, to, ..m.clone() }.into()
            }
            BoardMark::Note(m) => Note { at: self.point(m.at), text: m.text.clone() }.into(),
            BoardMark::Ruler(m) => {
                let ticks = m.ticks.iter().map(|tick| self.track(tick)).collect();
                Ruler { lane: self.track(&m.lane), ticks }.into()
            }
        };
        vec![image]
    }
}

/// The image of a body.
pub(crate) struct BodyImage {
    /// The part about the image of its place.
    pub there: DrawnShape,
    /// The parts elsewhere.
    pub apart: Vec<DrawnShape>,
}

/// A map that preserves shapes: it may reverse coordinates, and scales all lengths alike.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Similarity {
    /// The factor of each coordinate; both have the same magnitude.
    pub scale: DVec2,
    /// The vector added after scaling.
    pub shift: DVec2,
}

impl Similarity {
    pub const IDENTITY: Similarity = Similarity { scale: DVec2::ONE, shift: DVec2::ZERO };

    /// Returns the map from board units, y upwards, to the page, y downwards, with the board's origin at `origin`.
    pub fn to_page(origin: DVec2, unit: f64) -> Similarity {
        Similarity { scale: DVec2::new(unit, -unit), shift: origin }
    }

    /// Returns the factor of lengths.
    pub fn unit(&self) -> f64 {
        self.scale.x.abs()
    }

    /// Returns the image of a rectangle.
    pub fn rectangle(&self, rectangle: &Rectangle) -> Rectangle {
        let (a, b) = (self.point(rectangle.low), self.point(rectangle.high));
        Rectangle { low: a.min(b), high: a.max(b) }
    }
}

impl BoardMap for Similarity {
    fn point(&self, point: DVec2) -> DVec2 {
        point * self.scale + self.shift
    }

    fn line(&self, points: &[DVec2]) -> Vec<DVec2> {
        points.iter().map(|p| self.point(*p)).collect()
    }

    fn shapes(&self, shape: &DrawnShape) -> Vec<DrawnShape> {
        vec![shape.map(|p| self.point(p), self.unit())]
    }

    fn scale(&self, _at: DVec2) -> f64 {
        self.unit()
    }

    fn direction(&self, at: DVec2, angle: f64) -> f64 {
        let turned = if self.scale.x < 0.0 { std::f64::consts::PI } else { 0.0 };
        turned + self.sense(at) * angle
    }

    fn sense(&self, _at: DVec2) -> f64 {
        (self.scale.x * self.scale.y).signum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_go_with_the_points_ahead() {
        for scale in [(2.0, 2.0), (-2.0, 2.0), (2.0, -2.0), (-2.0, -2.0)] {
            let map = Similarity { scale: DVec2::from(scale), shift: DVec2::new(1.0, 7.0) };
            for angle in [0.3, 2.0, -1.4] {
                let [from, to] = map.turn(DVec2::ZERO, angle, angle + 0.7);
                for (before, after) in [(angle, from), (angle + 0.7, to)] {
                    let ahead = map.point(DVec2::from_angle(before)) - map.point(DVec2::ZERO);
                    assert!(ahead.distance(2.0 * DVec2::from_angle(after)) < 1e-12);
                }
            }
        }
    }
}
