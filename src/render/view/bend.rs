//! Marks under a map that bends: straight paths become curves, and discs become polygons.

use super::board_map::BoardMap;
use crate::render::canvas::outline::Outline;
use crate::render::scene::{Area, AreaMeaning, BoardMark, DrawnShape, MovePath, Rectangle, Track};
use glam::DVec2;
use std::f64::consts::TAU;

/// The greatest distance between neighbouring points at which the map is evaluated, in board units.
const STEP: f64 = 0.06;
/// The side of the squares into which an area is cut, in board units. A part of an area is hidden or visible as a whole.
const PART: f64 = 0.2;
/// The number of corners of the polygon that replaces a disc.
const CORNERS: u32 = 48;

/// A map from the board to the page that is smooth, except perhaps along a level line.
pub(crate) struct BentMap<'a> {
    pub map: &'a dyn Fn(DVec2) -> DVec2,
    /// The y of the line along which the map jumps. Shapes are cut along this line.
    pub cut: Option<f64>,
}

pub(crate) struct BentPart {
    /// A place on the board in the middle of the part.
    pub middle: DVec2,
    /// The corners of the part's image.
    pub corners: Vec<DVec2>,
}

impl BentMap<'_> {
    /// Returns small parts whose images together are the image of a shape.
    pub fn parts(&self, shape: &DrawnShape) -> Vec<BentPart> {
        let mut parts = Vec::new();
        for polygon in polygons(shape) {
            let outline = Outline::polygon(&polygon);
            let Some(bounds) = outline.bounds() else { continue };
            let (from, to) = ((bounds.low / PART).floor(), (bounds.high / PART).ceil());
            for column in from.x as i64..to.x as i64 {
                for row in from.y as i64..to.y as i64 {
                    let low = DVec2::new(column as f64, row as f64) * PART;
                    for part in outline.clipped(&Rectangle { low, high: low + PART }).contours {
                        let middle = part.iter().sum::<DVec2>() / part.len() as f64;
                        parts.push(BentPart { middle, corners: self.polygon(&part) });
                    }
                }
            }
        }
        parts
    }

    /// Returns the parts of a polygon below and above the line along which the map jumps.
    fn cut_apart(&self, corners: Vec<DVec2>) -> Vec<Vec<DVec2>> {
        let polygon = Outline { contours: vec![corners] };
        let Some(cut) = self.cut else { return polygon.contours };
        // Larger than any board.
        let plane = Rectangle::about(DVec2::ZERO, DVec2::splat(1e4));
        // The parts end a little off the line, so that the map takes all points of a part to one side.
        let below = Rectangle { high: DVec2::new(plane.high.x, cut - 1e-9), ..plane };
        let above = Rectangle { low: DVec2::new(plane.low.x, cut + 1e-9), ..plane };
        [below, above].iter().flat_map(|half| polygon.clipped(half).contours).collect()
    }

    /// Returns the derivatives of the map at a place in the directions of x and y.
    fn derivatives(&self, at: DVec2) -> [DVec2; 2] {
        [DVec2::X, DVec2::Y].map(|axis| {
            let step = axis * 1e-4;
            ((self.map)(at + step) - (self.map)(at - step)) / 2e-4
        })
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
        let parts = polygons(shape).into_iter().flat_map(|corners| self.cut_apart(corners));
        let with_area = parts.filter(|corners| corners.len() > 2);
        with_area.map(|corners| DrawnShape::Polygon(self.polygon(&corners))).collect()
    }

    fn scale(&self, at: DVec2) -> f64 {
        let [x, y] = self.derivatives(at);
        x.perp_dot(y).abs().sqrt()
    }

    fn direction(&self, at: DVec2, angle: f64) -> f64 {
        let [x, y] = self.derivatives(at);
        let ahead = x * angle.cos() + y * angle.sin();
        ahead.y.atan2(ahead.x)
    }

    fn sense(&self, at: DVec2) -> f64 {
        let [x, y] = self.derivatives(at);
        x.perp_dot(y).signum()
    }

    /// Returns the image of the swept band as an area, and the path without a band.
    fn move_path(&self, path: &MovePath) -> Vec<BoardMark> {
        let mut marks = Vec::new();
        if let Some(band) = path.swept_band() {
            let shapes = self.shapes(&band);
            marks.push(Area { color: path.color, shapes, meaning: AreaMeaning::Swept }.into());
        }
        marks.push(MovePath { track: self.track(&path.track), radius: 0.0, ..path.clone() }.into());
        marks
    }
}

/// Returns polygons on the board whose union is a shape.
fn polygons(shape: &DrawnShape) -> Vec<Vec<DVec2>> {
    match shape {
        DrawnShape::Disc { centre, radius } => vec![disc(*centre, *radius)],
        DrawnShape::Polygon(corners) => vec![corners.clone()],
        DrawnShape::Band { track, radius } => band(track, *radius),
    }
}

/// Returns a polygon inscribed in a circle.
fn disc(centre: DVec2, radius: f64) -> Vec<DVec2> {
    let angle = |corner: u32| f64::from(corner) * TAU / f64::from(CORNERS);
    (0..CORNERS).map(|corner| centre + radius * DVec2::from_angle(angle(corner))).collect()
}

/// Returns polygons whose union is a band. They are short, because a single polygon could overlap itself.
fn band(track: &Track, radius: f64) -> Vec<Vec<DVec2>> {
    let points = track.points();
    // A curve of more points is flattened so finely that its corners need no discs.
    let has_corners = points.len() <= 40;
    let mut polygons: Vec<Vec<DVec2>> = if has_corners {
        points.iter().map(|point| disc(*point, radius)).collect()
    } else {
        vec![disc(track.start(), radius), disc(track.end(), radius)]
    };
    for pair in points.windows(2) {
        let aside = (pair[1] - pair[0]).normalize_or_zero().perp() * radius;
        let parts = (pair[0].distance(pair[1]) / 0.5).ceil().max(1.0) as u32;
        let point = |i: u32| pair[0].lerp(pair[1], f64::from(i) / f64::from(parts));
        for i in 0..parts {
            let (start, end) = (point(i), point(i + 1));
            polygons.push(vec![start - aside, end - aside, end + aside, start + aside]);
        }
    }
    polygons
}

/// Returns a polyline with more points, at most [`STEP`] apart, so that it can be bent.
pub(crate) fn dense(points: &[DVec2]) -> Vec<DVec2> {
    let mut denser = Vec::new();
    for pair in points.windows(2) {
        let parts = (pair[0].distance(pair[1]) / STEP).ceil().clamp(1.0, 4000.0) as u32;
        denser.extend((0..parts).map(|i| pair[0].lerp(pair[1], f64::from(i) / f64::from(parts))));
    }
    denser.extend(points.last());
    denser
}
