//! Marks under a map that bends: straight paths become curves, and discs become polygons.

use super::board_map::BoardMap;
use crate::render::canvas::outline::Outline;
use crate::render::scene::{Area, BoardMark, Cover, DrawnShape, MovePath, Passage, Rectangle};
use glam::DVec2;
use std::f64::consts::TAU;

/// The distance between points at which the map is evaluated, in board units.
const STEP: f64 = 0.06;

/// The size of the squares into which an area is cut, board units. A part of an area is hidden or visible as a whole.
const PIECE: f64 = 0.2;

/// The number of corners of a disc that is to be bent.
const CORNERS: u32 = 48;

/// A map from the board to the page that is smooth except on at most one line.
pub(crate) struct BentMap<'a> {
    /// The map of points.
    pub map: &'a dyn Fn(DVec2) -> DVec2,
    /// The height at which the map jumps, if it does: shapes are cut there.
    pub cut: Option<f64>,
}

/// A small part of a shape.
pub(crate) struct BentPart {
    /// A place on the board in the middle of the part.
    pub middle: DVec2,
    /// The corners of its image.
    pub corners: Vec<DVec2>,
}

impl BentMap<'_> {
    /// Returns small parts whose union is the image of a shape.
    pub fn parts(&self, shape: &DrawnShape) -> Vec<BentPart> {
        let mut found = Vec::new();
        for polygon in polygons(shape) {
            let outline = Outline::polygon(&polygon);
            let Some(bounds) = outline.bounds() else { continue };
            let (from, to) = ((bounds.low / PIECE).floor(), (bounds.high / PIECE).ceil());
            for column in from.x as i64..to.x as i64 {
                for row in from.y as i64..to.y as i64 {
                    let low = DVec2::new(column as f64, row as f64) * PIECE;
                    for part in outline.clipped(&Rectangle { low, high: low + PIECE }).contours {
                        let middle = part.iter().sum::<DVec2>() / part.len() as f64;
                        found.push(BentPart { middle, corners: self.closed(&part) });
                    }
                }
            }
        }
        found
    }

    /// Returns a polygon in parts, cut where the map jumps.
    fn cut_apart(&self, points: Vec<DVec2>) -> Vec<Vec<DVec2>> {
        let polygon = Outline { contours: vec![points] };
        let Some(cut) = self.cut else { return polygon.contours };
        let plane = Rectangle::about(DVec2::ZERO, DVec2::splat(1e4));
        // The parts end a little off the line, so each keeps to its side.
        let below = Rectangle { high: DVec2::new(plane.high.x, cut - 1e-9), ..plane };
        let above = Rectangle { low: DVec2::new(plane.low.x, cut + 1e-9), ..plane };
        [below, above].iter().flat_map(|half| polygon.clipped(half).contours).collect()
    }

    /// Returns the images of the two unit vectors under the derivative.
    fn derivative(&self, at: DVec2) -> [DVec2; 2] {
        [DVec2::X, DVec2::Y].map(|d| ((self.map)(at + d * 1e-4) - (self.map)(at - d * 1e-4)) / 2e-4)
    }
}

impl BoardMap for BentMap<'_> {
    fn point(&self, point: DVec2) -> DVec2 {
        (self.map)(point)
    }

    fn line(&self, points: &[DVec2]) -> Vec<DVec2> {
        dense(points).into_iter().map(|p| (self.map)(p)).collect()
    }

    fn shapes(&self, shape: &DrawnShape) -> Vec<DrawnShape> {
        let parts = polygons(shape).into_iter().flat_map(|points| self.cut_apart(points));
        let polygons = parts.filter(|points| points.len() > 2);
        polygons.map(|points| DrawnShape::Polygon(self.closed(&points))).collect()
    }

    fn scale(&self, at: DVec2) -> f64 {
        let [x, y] = self.derivative(at);
        x.perp_dot(y).abs().sqrt()
    }

    fn direction(&self, at: DVec2, angle: f64) -> f64 {
        let [x, y] = self.derivative(at);
        let ahead = x * angle.cos() + y * angle.sin();
        ahead.y.atan2(ahead.x)
    }

    fn sense(&self, at: DVec2) -> f64 {
        let [x, y] = self.derivative(at);
        x.perp_dot(y).signum()
    }

    /// The swept corridor becomes a mark of its own.
    fn lane(&self, lane: &MovePath) -> Vec<BoardMark> {
        let mut marks = Vec::new();
        if lane.passage == Passage::Swept && lane.radius > 0.0 {
            let corridor = DrawnShape::Corridor { track: lane.track.clone(), radius: lane.radius };
            let shapes = self.shapes(&corridor);
            marks.push(Area { color: lane.color, shapes, cover: Cover::Swept }.into());
        }
        marks.push(MovePath { track: self.track(&lane.track), radius: 0.0, ..lane.clone() }.into());
        marks
    }
}

/// Returns polygons on the board whose union is a shape. A corridor is cut into short pieces, because a long one may meet itself.
fn polygons(shape: &DrawnShape) -> Vec<Vec<DVec2>> {
    let disc = |centre: DVec2, radius: f64| -> Vec<DVec2> {
        let angle = |corner: u32| f64::from(corner) * TAU / f64::from(CORNERS);
        (0..CORNERS).map(|corner| centre + radius * DVec2::from_angle(angle(corner))).collect()
    };
    match shape {
        DrawnShape::Disc { centre, radius } => vec![disc(*centre, *radius)],
        DrawnShape::Polygon(points) => vec![points.clone()],
        DrawnShape::Corridor { track, radius } => {
            let mut found: Vec<Vec<DVec2>> = track.points().iter().map(|p| disc(*p, *radius)).collect();
            // The corners of a finely flattened curve are too slight to need a disc.
            if found.len() > 40 {
                found = vec![disc(track.start(), *radius), disc(track.end(), *radius)];
            }
            for pair in track.points().windows(2) {
                let aside = (pair[1] - pair[0]).normalize_or_zero().perp() * *radius;
                let parts = (pair[0].distance(pair[1]) / 0.5).ceil().max(1.0) as u32;
                let at = |i: u32| pair[0].lerp(pair[1], f64::from(i) / f64::from(parts));
                let piece = |i: u32| vec![at(i) - aside, at(i + 1) - aside, at(i + 1) + aside, at(i) + aside];
                found.extend((0..parts).map(piece));
            }
            found
        }
    }
}

/// Returns a line with points at most [`STEP`] apart, dense enough to be bent.
pub(crate) fn dense(points: &[DVec2]) -> Vec<DVec2> {
    let mut found = Vec::new();
    for pair in points.windows(2) {
        let parts = (pair[0].distance(pair[1]) / STEP).ceil().clamp(1.0, 4000.0) as u32;
        found.extend((0..parts).map(|i| pair[0].lerp(pair[1], f64::from(i) / f64::from(parts))));
    }
    found.extend(points.last());
    found
}
