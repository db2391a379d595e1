//! Pieces of any kind, their paths and their legal sets, as marks of pictures.

use crate::chess::{Color, Role};
use crate::geom::{CellSide, Extent, Interval, Path, Point, Pose, Vec2};
use crate::plane::{LandingCell, PlanePosition};
use crate::render::{
    BoardMark, Border, DrawnPiece, DrawnShape, IntervalEnd, LegalRegion, LegalSpan, MadeTurn, StopEffect,
    Symbol, Track, TurnSpan,
};

/// Returns a place in the renderer's type.
pub fn point(p: Point) -> Vec2 {
    p.into()
}

/// Returns the area that a body covers at a pose.
pub fn shape(extent: &Extent, pose: &Pose) -> DrawnShape {
    let corners: Vec<_> = extent.core().iter().map(|&v| point(pose.place(v))).collect();
    match corners.as_slice() {
        [centre] => DrawnShape::Disc { centre: *centre, radius: extent.radius() },
        [a, b] => DrawnShape::Band { track: Track::line(*a, *b), radius: extent.radius() },
        _ => DrawnShape::Polygon(corners),
    }
}

/// Returns a piece as it is drawn, by its kind's letter.
pub fn piece(position: &PlanePosition, letter: char, color: Color, pose: &Pose) -> DrawnPiece {
    let rules = position.rules();
    let kind = rules.kind_of_letter(letter.to_ascii_uppercase()).map(|id| &rules.kind(id).rule);
    let symbol = Role::from_letter(letter).map_or(Symbol::Letter(letter.to_ascii_uppercase()), Symbol::Role);
    let piece = DrawnPiece::disc(point(pose.at), rules.radius, color, Role::Pawn);
    let extent = kind.map_or(piece.extent.clone(), |kind| shape(&kind.extent, pose));
    let heading = kind.filter(|k| k.has_heading()).map(|_| pose.heading.y.atan2(pose.heading.x));
    DrawnPiece { symbol, extent, heading, ..piece }
}

/// Returns half the width of the area that a body sweeps along a line, board units.
#[cfg(feature = "answers")]
pub fn half_width(extent: &Extent, path: &Path) -> f64 {
    let (start, along) = (path.start(), path.pose(1e-6).at - path.start().at);
    let across = along.normalize_or_zero().perp();
    let offsets = extent.core().iter().map(|&v| across.dot(start.place(v) - start.at).abs());
    offsets.fold(0.0, f64::max) + extent.radius()
}

/// Returns the path of a centre up to `length`.
pub fn track(path: &Path, length: f64) -> Track {
    match path {
        Path::Arc { start, pivot, sense } => {
            let v = start.at - *pivot;
            let from = v.y.atan2(v.x);
            Track::arc(point(*pivot), v.length(), from, from + sense / v.length() * length)
        }
        Path::Line { .. } | Path::Turn { .. } => Track::line(point(path.at(0.0)), point(path.at(length))),
    }
}

/// Returns the mark of legal turns of a body.
pub fn turns(extent: &Extent, path: &Path, part: &Interval, effect: StopEffect) -> BoardMark {
    let Pose { at, heading } = path.start();
    let zero = heading.y.atan2(heading.x);
    let (a, b) = (path.turned(part.from).to_radians(), path.turned(part.to).to_radians());
    let [first, last] = [part.open_from, part.open_to].map(IntervalEnd::of);
    let (start, end) = if a <= b { (first, last) } else { (last, first) };
    // The sectors of the two senses overlap, so they have different radii.
    let is_counter_clockwise = a >= 0.0 && b >= 0.0;
    let radius = extent.reach() * if is_counter_clockwise { 1.0 } else { 0.8 };
    let (from, to) = (zero + a.min(b), zero + a.max(b));
    TurnSpan { at: point(at), radius, from, to, start, end, effect }.into()
}

/// Returns the mark of a turn that was made, up to a distance.
pub fn turned(extent: &Extent, path: &Path, distance: f64, color: Color, number: String) -> BoardMark {
    let start = path.start();
    let from = start.heading.y.atan2(start.heading.x);
    let to = from + path.turned(distance).to_radians();
    MadeTurn { at: point(start.at), radius: extent.reach(), from, to, color, number }.into()
}

/// The greatest error of a flattened curve, board units.
const FINE: f64 = 1e-3;

/// Returns the points of an outline, with curves flattened.
pub fn flat(outline: &[CellSide]) -> Vec<Vec2> {
    outline.iter().flat_map(|side| side.points(FINE)).map(point).collect()
}

/// Returns the mark of a cell of legal landings.
pub fn cell(cell: &LandingCell, effect: StopEffect) -> BoardMark {
    match cell.outlines.first() {
        None => LegalSpan::single(point(cell.sample), effect).into(),
        Some(side) if cell.area == 0.0 => LegalSpan::whole(Track::through(flat(side)), effect).into(),
        Some(_) => {
            let border = |outline: &Vec<CellSide>| {
                let is_open = outline.iter().all(|side| side.open);
                Border { points: flat(outline), is_open }
            };
            LegalRegion::bounded(cell.outlines.iter().map(border).collect(), effect).into()
        }
    }
}
