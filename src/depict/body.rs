//! The marks of pieces of any kind on the plane, of their paths, and of their legal sets.

use crate::chess::{Color, Label, Role};
use crate::geom::{CellSide, Extent, Interval, Path, Point, Pose, Vec2};
use crate::plane::{LandingCell, PlanePosition};
use crate::render::{
    BoardMark, Border, DrawnPiece, DrawnShape, LegalRegion, LegalSpan, MadeTurn, Sector, StopEffect, Symbol,
    Track, TurnSpan,
};

/// Returns a place as a vector, which is the renderer's type.
pub fn point(p: Point) -> Vec2 {
    p.into()
}

/// Returns the area that an extent covers at a pose.
pub fn shape(extent: &Extent, pose: &Pose) -> DrawnShape {
    let corners: Vec<_> = extent.core().iter().map(|&v| point(pose.place(v))).collect();
    match corners.as_slice() {
        [centre] => DrawnShape::Disc { centre: *centre, radius: extent.radius() },
        [a, b] => DrawnShape::Band { track: Track::line(*a, *b), radius: extent.radius() },
        _ => DrawnShape::Polygon(corners),
    }
}

/// Returns the extent of a piece's kind. A piece of an unknown kind has the extent of an ordinary piece.
pub fn extent(position: &PlanePosition, piece: Label) -> Extent {
    let rules = position.rules();
    match rules.kind_of_letter(piece.letter()) {
        Some(kind) => rules.kind(kind).rule.extent.clone(),
        None => Extent::disc(rules.radius),
    }
}

/// Returns a piece as it is drawn at a pose, without its label.
pub fn piece(position: &PlanePosition, label: Label, pose: &Pose) -> DrawnPiece {
    let (rules, at) = (position.rules(), point(pose.at));
    let kind = rules.kind_of_letter(label.letter());
    let has_heading = kind.is_some_and(|kind| rules.kind(kind).rule.has_heading());
    DrawnPiece {
        extent: shape(&extent(position, label), pose),
        symbol: Symbol::of_letter(label.letter()),
        heading: if has_heading { Some(pose.heading.y.atan2(pose.heading.x)) } else { None },
        ..DrawnPiece::disc(at, rules.radius, label.color(), Role::Pawn)
    }
}

/// Returns the track of the centre along a path, up to a distance.
pub fn track(path: &Path, distance: f64) -> Track {
    match path {
        Path::Arc { start, pivot, sense } => {
            let arm = start.at - *pivot;
            let from = arm.y.atan2(arm.x);
            Track::arc(point(*pivot), arm.length(), from, from + sense / arm.length() * distance)
        }
        Path::Line { .. } | Path::Turn { .. } => Track::line(point(path.at(0.0)), point(path.at(distance))),
    }
}

/// Returns the mark of a stretch of legal turns in place.
pub fn turn_span(extent: &Extent, path: &Path, stretch: &Interval, effect: StopEffect) -> BoardMark {
    let Pose { at, heading } = path.start();
    let zero = heading.y.atan2(heading.x);
    let (first, last) = (path.turned(stretch.from).to_radians(), path.turned(stretch.to).to_radians());
    let Interval { open_from: open_first, open_to: open_last, .. } = *stretch;
    let (open_from, open_to) = if first <= last { (open_first, open_last) } else { (open_last, open_first) };
    // The sectors of the two senses overlap, so they have different radii.
    let is_counter_clockwise = first >= 0.0 && last >= 0.0;
    let radius = extent.outer_radius() * if is_counter_clockwise { 1.0 } else { 0.8 };
    let sector = Sector::of_disc(point(at), radius, zero + first.min(last), zero + first.max(last));
    TurnSpan { sector, open_from, open_to, effect }.into()
}

/// Returns the mark of a turn that was made, up to a distance in degrees.
pub fn made_turn(extent: &Extent, path: &Path, distance: f64, color: Color, number: String) -> BoardMark {
    let start = path.start();
    let from = start.heading.y.atan2(start.heading.x);
    let to = from + path.turned(distance).to_radians();
    MadeTurn { sector: Sector::of_disc(point(start.at), extent.outer_radius(), from, to), color, number }
        .into()
}

/// The greatest error of a flattened curve, in board units.
const FLATNESS: f64 = 1e-3;

pub fn flattened(outline: &[CellSide]) -> Vec<Vec2> {
    outline.iter().flat_map(|side| side.points(FLATNESS)).map(point).collect()
}

/// Returns the mark of a cell of legal landings: a region, or a line or point if the cell has no area.
pub fn landing_cell(cell: &LandingCell, effect: StopEffect) -> BoardMark {
    match cell.outlines.first() {
        None => LegalSpan::single(point(cell.sample), effect).into(),
        Some(line) if cell.area == 0.0 => LegalSpan::whole(Track::through(flattened(line)), effect).into(),
        Some(_) => {
            let border = |outline: &Vec<CellSide>| {
                let is_open = outline.iter().all(|side| side.open);
                Border { points: flattened(outline), is_open }
            };
            LegalRegion::bounded(cell.outlines.iter().map(border).collect(), effect).into()
        }
    }
}
