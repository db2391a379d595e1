//! Maps of points and marks, and the maps that preserve shapes.

use crate::geom::Interval;
use crate::render::scene::{
    Area, BoardMark, Border, DrawnPiece, DrawnShape, LegalDestination, LegalRegion, LegalSpan, MadeTurn,
    MovePath, Note, RebirthArrow, Rectangle, Ruler, Sector, TouchingStop, Track, TurnSpan,
};
use glam::DVec2;

/// A map of points and marks, from a board to another board or to the page.
pub(crate) trait BoardMap {
    fn point(&self, point: DVec2) -> DVec2;

    /// Returns the image of a polyline, as points.
    fn line(&self, points: &[DVec2]) -> Vec<DVec2>;

    /// Returns shapes whose union is the image of a shape.
    fn shapes(&self, shape: &DrawnShape) -> Vec<DrawnShape>;

    /// Returns the factor by which lengths near a place are multiplied.
    fn scale(&self, at: DVec2) -> f64;

    /// Returns the image of a direction at a place. Both directions are angles in radians.
    fn direction(&self, at: DVec2, angle: f64) -> f64;

    /// Returns -1 if the map reverses turns near a place, else 1.
    fn sense(&self, at: DVec2) -> f64;

    /// Returns the sector of the image of a turn in place.
    fn turn(&self, turn: &Sector) -> Sector {
        let Sector { centre, outer, from, to, .. } = *turn;
        let start = self.direction(centre, from);
        let end = start + self.sense(centre) * (to - from);
        Sector::of_disc(self.point(centre), outer * self.scale(centre), start, end)
    }

    /// Returns the image of the extent of a piece at a place.
    fn extent(&self, extent: &DrawnShape, at: DVec2) -> ExtentImage {
        let centre = self.point(at);
        let distance = |part: &DrawnShape| part.middle().distance(centre);
        let mut parts = self.shapes(extent);
        parts.sort_by(|a, b| distance(a).total_cmp(&distance(b)));
        let mut nearest_first = parts.into_iter();
        let main = nearest_first.next().unwrap_or(DrawnShape::Disc { centre, radius: 8.0 });
        ExtentImage { main, elsewhere: nearest_first.collect() }
    }

    fn marks(&self, marks: &[BoardMark]) -> Vec<BoardMark> {
        marks.iter().flat_map(|mark| self.mark(mark)).collect()
    }

    /// Returns the image of the path of a move. A map that bends adds the image of the swept band as a mark.
    fn move_path(&self, path: &MovePath) -> Vec<BoardMark> {
        let radius = path.radius * self.scale(path.track.end());
        vec![MovePath { track: self.track(&path.track), radius, ..path.clone() }.into()]
    }

    fn track(&self, track: &Track) -> Track {
        Track::through(self.line(track.points()))
    }

    /// Returns the image of a polygon. Both are given by points of which the last is not a repetition of the first.
    fn polygon(&self, corners: &[DVec2]) -> Vec<DVec2> {
        let closed: Vec<DVec2> = corners.iter().chain(corners.first()).copied().collect();
        let mut image = self.line(&closed);
        image.pop();
        image
    }

    /// Returns the marks that are the image of a mark. Figures and texts stay upright.
    fn mark(&self, mark: &BoardMark) -> Vec<BoardMark> {
        let union = |shapes: &[DrawnShape]| -> Vec<DrawnShape> {
            shapes.iter().flat_map(|shape| self.shapes(shape)).collect()
        };
        let image: BoardMark = match mark {
            BoardMark::DrawnPiece(m) => {
                let ExtentImage { main: extent, mut elsewhere } = self.extent(&m.extent, m.at);
                elsewhere.extend(union(&m.elsewhere));
                let [heading, forward] =
                    [m.heading, m.forward].map(|angle| angle.map(|angle| self.direction(m.at, angle)));
                DrawnPiece { at: self.point(m.at), extent, elsewhere, heading, forward, ..m.clone() }.into()
            }
            BoardMark::MovePath(m) => return self.move_path(m),
            BoardMark::TouchingStop(m) => {
                let touched = m.touched.iter().map(|p| self.point(*p)).collect();
                TouchingStop { extent: self.extent(&m.extent, m.extent.middle()).main, touched }.into()
            }
            BoardMark::LegalSpan(m) => {
                let track = self.track(&m.track.slice(m.stretch.from, m.stretch.to));
                let to = if m.stretch.is_point() { 0.0 } else { track.length() };
                LegalSpan { track, stretch: Interval { from: 0.0, to, ..m.stretch }, ..m.clone() }.into()
            }
            BoardMark::LegalDestination(m) => {
                let radius = m.radius * self.scale(m.at);
                LegalDestination { at: self.point(m.at), radius, effect: m.effect }.into()
            }
            BoardMark::LegalRegion(m) => {
                let outlines = m.outlines.iter().map(|outline| self.polygon(outline)).collect();
                let border = |b: &Border| Border { points: self.line(&b.points), is_open: b.is_open };
                let borders = m.borders.iter().map(border).collect();
                LegalRegion { outlines, borders, effect: m.effect }.into()
            }
            BoardMark::TurnSpan(m) => TurnSpan { sector: self.turn(&m.sector), ..m.clone() }.into(),
            BoardMark::Area(m) => Area { shapes: union(&m.shapes), ..m.clone() }.into(),
            BoardMark::RebirthArrow(m) => {
                let radius = m.radius * self.scale(m.track.end());
                RebirthArrow { track: self.track(&m.track), radius }.into()
            }
            BoardMark::MadeTurn(m) => MadeTurn { sector: self.turn(&m.sector), ..m.clone() }.into(),
            BoardMark::Note(m) => Note { at: self.point(m.at), text: m.text.clone() }.into(),
            BoardMark::Ruler(m) => {
                let ticks = m.ticks.iter().map(|tick| self.track(tick)).collect();
                Ruler { lane: self.track(&m.lane), ticks }.into()
            }
        };
        vec![image]
    }
}

pub(crate) struct ExtentImage {
    /// The part nearest to the image of the centre.
    pub main: DrawnShape,
    pub elsewhere: Vec<DrawnShape>,
}

/// A map that preserves shapes. It may reverse coordinates, and multiplies all lengths by one factor.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Similarity {
    /// The factor of each coordinate. Both factors have the same magnitude.
    pub scale: DVec2,
    pub shift: DVec2,
}

impl Similarity {
    pub const IDENTITY: Similarity = Similarity { scale: DVec2::ONE, shift: DVec2::ZERO };

    /// Returns the map from a board, where y grows upwards, to the page, where y grows downwards.
    ///
    /// `origin` is the image of the board's origin, and `unit` the length of a board unit on the page.
    pub fn to_page(origin: DVec2, unit: f64) -> Similarity {
        Similarity { scale: DVec2::new(unit, -unit), shift: origin }
    }

    /// Returns the length of the image of a unit.
    pub fn unit(&self) -> f64 {
        self.scale.x.abs()
    }

    pub fn rectangle(&self, rectangle: &Rectangle) -> Rectangle {
        let (corner, opposite) = (self.point(rectangle.low), self.point(rectangle.high));
        Rectangle { low: corner.min(opposite), high: corner.max(opposite) }
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
        let image_of_x_axis = if self.scale.x < 0.0 { std::f64::consts::PI } else { 0.0 };
        image_of_x_axis + self.sense(at) * angle
    }

    fn sense(&self, _at: DVec2) -> f64 {
        (self.scale.x * self.scale.y).signum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_similarity_maps_directions_as_it_maps_the_points_ahead() {
        for scale in [(2.0, 2.0), (-2.0, 2.0), (2.0, -2.0), (-2.0, -2.0)] {
            let map = Similarity { scale: DVec2::from(scale), shift: DVec2::new(1.0, 7.0) };
            for angle in [0.3, 2.0, -1.4] {
                let turn = Sector::of_disc(DVec2::ZERO, 1.0, angle, angle + 0.7);
                let image = map.turn(&turn);
                for (before, after) in [(turn.from, image.from), (turn.to, image.to)] {
                    let ahead = map.point(DVec2::from_angle(before)) - map.point(DVec2::ZERO);
                    assert!(ahead.distance(2.0 * DVec2::from_angle(after)) < 1e-12);
                }
            }
        }
    }
}
