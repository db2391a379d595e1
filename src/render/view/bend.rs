//! Marks carried by a map that bends: straight ways become curves, discs whatever the map makes of them.

use crate::render::canvas::outline::Outline;
use crate::render::scene::{
    Area, Border, Contact, Lane, LegalSpan, Mark, Note, Passage, Piece, Rebirth, Region, Shape, Swath,
    Target, Track, TurnSpan, Turned,
};
use glam::DVec2;

/// The distance between points at which the map is asked, board units.
const STEP: f64 = 0.06;

/// The size of the pieces that an area is cut into to tell which parts of it are hidden.
const PIECE: f64 = 0.2;

/// How many corners a bent disc has.
const CORNERS: u32 = 48;

/// A map from the board to the page, smooth but for a line.
pub(crate) struct Bend<'a> {
    /// Where a point comes to.
    pub map: &'a dyn Fn(DVec2) -> DVec2,
    /// The height at which the map jumps, if it does: shapes are cut there.
    pub cut: Option<f64>,
}

impl Bend<'_> {
    /// A way, bent.
    pub fn track(&self, track: &Track) -> Track {
        Track::through(dense(track.points(), false)).map(|p| (self.map)(p))
    }

    /// The points of a closed line, bent.
    fn closed(&self, points: &[DVec2]) -> Vec<DVec2> {
        dense(points, true).into_iter().map(|p| (self.map)(p)).collect()
    }

    /// A shape as bent polygons, whose union it is.
    pub fn shape(&self, shape: &Shape) -> Vec<Shape> {
        let whole = polygons(shape);
        let cut = whole.iter().flat_map(|points| self.parts(points));
        cut.filter(|points| points.len() > 2).map(|points| Shape::Polygon(self.closed(&points))).collect()
    }

    /// A shape in small bent pieces, each with its middle on the board.
    pub fn pieces(&self, shape: &Shape) -> Vec<(DVec2, Vec<DVec2>)> {
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

    /// A polygon cut where the map jumps.
    fn parts(&self, points: &[DVec2]) -> Vec<Vec<DVec2>> {
        let Some(cut) = self.cut else { return vec![points.to_vec()] };
        let far = DVec2::splat(1e4);
        // A little off the line, so that each part keeps to its side.
        let (below, above) = (DVec2::new(far.x, cut - 1e-9), DVec2::new(-far.x, cut + 1e-9));
        let polygon = Outline(vec![points.to_vec()]);
        [polygon.clipped(-far, below), polygon.clipped(above, far)]
            .into_iter()
            .flat_map(|part| part.0)
            .collect()
    }

    /// The body of a piece: of a shape that is cut the part about its place, and the others.
    fn body(&self, shape: &Shape, at: DVec2) -> (Shape, Vec<Shape>) {
        let about = |bent: &Shape| match bent {
            Shape::Polygon(points) => {
                let middle = points.iter().sum::<DVec2>() / points.len().max(1) as f64;
                middle.distance((self.map)(at))
            }
            Shape::Disc { .. } | Shape::Corridor { .. } => 0.0,
        };
        let mut parts = self.shape(shape);
        parts.sort_by(|a, b| about(a).total_cmp(&about(b)));
        let mut parts = parts.into_iter();
        let nearest = parts.next().unwrap_or(Shape::Disc { centre: (self.map)(at), radius: 8.0 });
        (nearest, parts.collect())
    }

    /// By how much lengths grow about a place, the mean of all directions.
    pub fn scale(&self, at: DVec2) -> f64 {
        let [x, y] = self.derivative(at);
        x.perp_dot(y).abs().sqrt()
    }

    /// Where the two unit vectors come to.
    fn derivative(&self, at: DVec2) -> [DVec2; 2] {
        [DVec2::X, DVec2::Y].map(|d| ((self.map)(at + d * 1e-4) - (self.map)(at - d * 1e-4)) / 2e-4)
    }

    /// A heading at a place, in radians.
    fn heading(&self, at: DVec2, angle: f64) -> f64 {
        let [x, y] = self.derivative(at);
        let ahead = x * angle.cos() + y * angle.sin();
        ahead.y.atan2(ahead.x)
    }

    /// Both ends of a turn at a place.
    fn turn(&self, at: DVec2, from: f64, to: f64) -> (f64, f64) {
        let [x, y] = self.derivative(at);
        let start = self.heading(at, from);
        (start, start + (to - from) * x.perp_dot(y).signum())
    }

    /// A mark, every part of it bent. Figures and texts stay upright. What was swept becomes a mark of its own.
    pub fn mark(&self, mark: &Mark) -> Vec<Mark> {
        let point = |p: DVec2| (self.map)(p);
        let shapes = |list: &[Shape]| list.iter().flat_map(|s| self.shape(s)).collect::<Vec<_>>();
        let bent: Mark = match mark {
            Mark::Piece(m) => {
                let (extent, apart) = self.body(&m.extent, m.at);
                let heading = m.heading.map(|h| self.heading(m.at, h));
                Piece { at: point(m.at), extent, apart, heading, ..m.clone() }.into()
            }
            Mark::Lane(m) => {
                let way = Lane { track: self.track(&m.track), radius: 0.0, ..m.clone() };
                let corridor = Shape::Corridor { track: m.track.clone(), radius: m.radius };
                let swept = m.passage == Passage::Swept && m.radius > 0.0;
                let swath = swept.then(|| Swath { color: m.color, shapes: self.shape(&corridor) }.into());
                return swath.into_iter().chain([way.into()]).collect();
            }
            Mark::Swath(m) => Swath { color: m.color, shapes: shapes(&m.shapes) }.into(),
            Mark::Contact(m) => Contact {
                extent: self.body(&m.extent, m.extent.middle()).0,
                touched: m.touched.iter().map(|p| point(*p)).collect(),
            }
            .into(),
            Mark::Span(m) => {
                let track = self.track(&m.track.slice(m.from, m.to));
                let to = if m.to > m.from { track.length() } else { 0.0 };
                LegalSpan { track, from: 0.0, to, ..m.clone() }.into()
            }
            Mark::Target(m) => {
                Target { at: point(m.at), radius: m.radius * self.scale(m.at), ..m.clone() }.into()
            }
            Mark::Region(m) => {
                let border = |b: &Border| Border { points: self.closed(&b.points), end: b.end };
                Region { borders: m.borders.iter().map(border).collect(), effect: m.effect }.into()
            }
            Mark::Turn(m) => {
                let (from, to) = self.turn(m.at, m.from, m.to);
                TurnSpan { at: point(m.at), radius: m.radius * self.scale(m.at), from, to, ..m.clone() }
                    .into()
            }
            Mark::Area(m) => Area { color: m.color, shapes: shapes(&m.shapes) }.into(),
            Mark::Rebirth(m) => {
                let end = m.track.end();
                Rebirth { track: self.track(&m.track), radius: m.radius * self.scale(end) }.into()
            }
            Mark::Turned(m) => {
                let (from, to) = self.turn(m.at, m.from, m.to);
                Turned { at: point(m.at), radius: m.radius * self.scale(m.at), from, to, ..m.clone() }.into()
            }
            Mark::Note(m) => Note { at: point(m.at), text: m.text.clone() }.into(),
        };
        vec![bent]
    }
}

/// Polygons on the board whose union is a shape. A corridor is cut into short pieces, so that a long one may go
/// round and meet itself.
fn polygons(shape: &Shape) -> Vec<Vec<DVec2>> {
    let disc = |centre: DVec2, radius: f64| {
        let corner = |i| {
            centre + radius * DVec2::from_angle(f64::from(i) * std::f64::consts::TAU / f64::from(CORNERS))
        };
        (0..CORNERS).map(corner).collect::<Vec<_>>()
    };
    match shape {
        Shape::Disc { centre, radius } => vec![disc(*centre, *radius)],
        Shape::Polygon(points) => vec![points.clone()],
        Shape::Corridor { track, radius } => {
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

/// A line with points so near to each other that it may be bent.
pub(crate) fn dense(points: &[DVec2], closed: bool) -> Vec<DVec2> {
    let mut found = Vec::new();
    let last = points.first().filter(|_| closed);
    let all: Vec<DVec2> = points.iter().chain(last).copied().collect();
    for pair in all.windows(2) {
        let parts = (pair[0].distance(pair[1]) / STEP).ceil().clamp(1.0, 4000.0) as u32;
        found.extend((0..parts).map(|i| pair[0].lerp(pair[1], f64::from(i) / f64::from(parts))));
    }
    if !closed || all.len() < 2 {
        found.extend(all.last());
    }
    found
}
