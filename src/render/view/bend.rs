//! Marks under a map that bends: straight paths become curves, discs become polygons.

use super::board_map::BoardMap;
use crate::render::canvas::outline::Outline;
use crate::render::scene::{Area, BoardMark, Cover, DrawnShape, MovePath, Passage};
use glam::DVec2;

/// The distance between points at which the map is evaluated, in board units.
const STEP: f64 = 0.06;

/// The size of the pieces into which an area is cut to find its hidden parts.
const PIECE: f64 = 0.2;

/// The number of corners of a bent disc.
const CORNERS: u32 = 48;

/// A map from the board to the page that is smooth except on at most one line.
pub(crate) struct BentMap<'a> {
    /// The map of points.
    pub map: &'a dyn Fn(DVec2) -> DVec2,
    /// The height at which the map jumps, if it does: shapes are cut there.
    pub cut: Option<f64>,
}

impl BentMap<'_> {
    /// Returns a shape in small bent pieces, each with its middle on the board.
    pub fn pieces(&self, shape: &DrawnShape) -> Vec<(DVec2, Vec<DVec2>)> {
        let mut found = Vec::new();
        for polygon in polygons(shape) {
            let outline = Outline::polygon(&polygon);
            let Some((low, high)) = outline.bounds() else { continue };
            let (from, to) = ((low / PIECE).floor(), (high / PIECE).ceil());
            for (i, j) in
                (from.x as i64..to.x as i64).flat_map(|i| (from.y as i64..to.y as i64).map(move |j| (i, j)))
            {
                let corner = DVec2::new(i as f64, j as f64) * PIECE;
                for part in outline.clipped(corner, corner + PIECE).0 {
                    let middle = part.iter().sum::<DVec2>() / part.len() as f64;
                    found.push((middle, self.closed(&part)));
                }
            }
        }
        found
    }

    /// Returns a polygon in parts, cut where the map jumps.
    fn parts(&self, points: &[DVec2]) -> Vec<Vec<DVec2>> {
        let Some(cut) = self.cut else { return vec![points.to_vec()] };
        let far = DVec2::splat(1e4);
        // A little off the line, so each part keeps to its side.
        let (below, above) = (DVec2::new(far.x, cut - 1e-9), DVec2::new(-far.x, cut + 1e-9));
        let polygon = Outline(vec![points.to_vec()]);
        [polygon.clipped(-far, below), polygon.clipped(above, far)]
            .into_iter()
            .flat_map(|part| part.0)
            .collect()
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
        let whole = polygons(shape);
        let cut = whole.iter().flat_map(|points| self.parts(points));
        cut.filter(|points| points.len() > 2)
            .map(|points| DrawnShape::Polygon(self.closed(&points)))
            .collect()
    }

    fn scale(&self, at: DVec2) -> f64 {
        let [x, y] = self.derivative(at);
        x.perp_dot(y).abs().sqrt()
    }

    fn turn(&self, at: DVec2, from: f64, to: f64) -> (f64, f64) {
        let [x, y] = self.derivative(at);
        let ahead = x * from.cos() + y * from.sin();
        let start = ahead.y.atan2(ahead.x);
        (start, start + (to - from) * x.perp_dot(y).signum())
    }

    fn body(&self, extent: &DrawnShape, at: DVec2) -> (DrawnShape, Vec<DrawnShape>) {
        let mut parts = self.shapes(extent);
        let off = |part: &DrawnShape| part.middle().distance((self.map)(at));
        parts.sort_by(|a, b| off(a).total_cmp(&off(b)));
        let mut parts = parts.into_iter();
        let nearest = parts.next().unwrap_or(DrawnShape::Disc { centre: (self.map)(at), radius: 8.0 });
        (nearest, parts.collect())
    }

    /// The swept corridor becomes a mark of its own.
    fn lane(&self, lane: &MovePath) -> Vec<BoardMark> {
        let way = MovePath { track: self.track(&lane.track), radius: 0.0, ..lane.clone() };
        let corridor = DrawnShape::Corridor { track: lane.track.clone(), radius: lane.radius };
        let swept = lane.passage == Passage::Swept && lane.radius > 0.0;
        let swath = swept
            .then(|| Area { color: lane.color, shapes: self.shapes(&corridor), cover: Cover::Swept }.into());
        swath.into_iter().chain([way.into()]).collect()
    }
}

/// Returns polygons on the board whose union is a shape. A corridor is cut into short pieces, since a long one may go
/// round and meet itself.
fn polygons(shape: &DrawnShape) -> Vec<Vec<DVec2>> {
    let disc = |centre: DVec2, radius: f64| {
        let corner = |i| {
            centre + radius * DVec2::from_angle(f64::from(i) * std::f64::consts::TAU / f64::from(CORNERS))
        };
        (0..CORNERS).map(corner).collect::<Vec<_>>()
    };
    match shape {
        DrawnShape::Disc { centre, radius } => vec![disc(*centre, *radius)],
        DrawnShape::Polygon(points) => vec![points.clone()],
        DrawnShape::Corridor { track, radius } => {
            let mut found: Vec<Vec<DVec2>> = track.points().iter().map(|p| disc(*p, *radius)).collect();
            // A finely flattened curve needs few of its discs.
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

/// Returns a line with points dense enough to be bent.
pub(crate) fn dense(points: &[DVec2]) -> Vec<DVec2> {
    let mut found = Vec::new();
    for pair in points.windows(2) {
        let parts = (pair[0].distance(pair[1]) / STEP).ceil().clamp(1.0, 4000.0) as u32;
        found.extend((0..parts).map(|i| pair[0].lerp(pair[1], f64::from(i) / f64::from(parts))));
    }
    found.extend(points.last());
    found
}
