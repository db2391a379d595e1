//! What pieces of any kind, their ways and their legal sets look like.

use super::plane::vec;
use crate::chess::{Color, Role};
use crate::geom::{Extent, Interval, Path, Point, Pose, Side};
use crate::plane::{Cell, Position, Sweep};
use crate::render::{Border, Effect, End, Figure, LegalSpan, Mark, Piece, Region, Shape, Track, TurnSpan};

/// How finely curves are flattened, board units.
const FINE: f64 = 1e-3;

/// What a body covers at a pose.
pub fn shape(extent: &Extent, pose: &Pose) -> Shape {
    let corners: Vec<_> = extent.core().iter().map(|&v| vec(pose.place(v))).collect();
    match corners.as_slice() {
        [centre] => Shape::Disc { centre: *centre, radius: extent.radius() },
        [a, b] => Shape::Corridor { track: Track::line(*a, *b), radius: extent.radius() },
        _ => Shape::Polygon(corners),
    }
}

/// A piece as it is drawn, by its kind's letter.
pub fn man(position: &Position, letter: char, color: Color, pose: &Pose) -> Piece {
    let rules = position.rules();
    let kind = rules.kind_of_letter(letter.to_ascii_uppercase()).map(|id| &rules.kind(id).rule);
    let figure = Role::from_letter(letter).map_or(Figure::Letter(letter.to_ascii_uppercase()), Figure::Man);
    let piece = Piece::disc(vec(pose.at), rules.radius, color, Role::Pawn);
    let extent = kind.map_or(piece.extent.clone(), |kind| shape(&kind.extent, pose));
    let heading = kind.filter(|k| k.has_heading()).map(|_| pose.heading.y.atan2(pose.heading.x));
    Piece { figure, extent, heading, ..piece }
}

/// How far a body reaches to each side of its way.
pub fn half_width(extent: &Extent, path: &Path) -> f64 {
    let (start, along) = (path.start(), path.pose(1e-6).at - path.start().at);
    let across = along.normalize_or_zero().perp();
    let offsets = extent.core().iter().map(|&v| across.dot(start.place(v) - start.at).abs());
    offsets.fold(0.0, f64::max) + extent.radius()
}

/// The way of a centre up to `length`.
pub fn track(path: &Path, length: f64) -> Track {
    match path {
        Path::Arc { start, pivot, sense } => {
            let v = start.at - *pivot;
            let from = v.y.atan2(v.x);
            Track::arc(vec(*pivot), v.length(), from, from + sense / v.length() * length)
        }
        Path::Line { .. } | Path::Turn { .. } => Track::line(vec(path.at(0.0)), vec(path.at(length))),
    }
}

/// Legal turns of a body.
pub fn turns(extent: &Extent, path: &Path, part: &Interval, effect: Effect) -> Mark {
    let start = path.start();
    let zero = start.heading.y.atan2(start.heading.x);
    let (a, b) = (path.turned(part.from).to_radians(), path.turned(part.to).to_radians());
    let end = |open: bool| if open { End::Open } else { End::Closed };
    let (low, high) = if a <= b {
        (end(part.open_from), end(part.open_to))
    } else {
        (end(part.open_to), end(part.open_from))
    };
    // The two senses lie over each other, so each has its own reach.
    let radius = extent.reach() * if b >= 0.0 && a >= 0.0 { 1.0 } else { 0.8 };
    let (from, to) = (zero + a.min(b), zero + a.max(b));
    TurnSpan { at: vec(start.at), radius, from, to, start: low, end: high, effect }.into()
}

/// A cell of legal landings.
pub fn cell(from: Point, cell: &Cell, effect: Effect) -> Mark {
    let line = |track: Track, to: f64| LegalSpan {
        track,
        from: 0.0,
        to,
        start: End::Closed,
        end: End::Closed,
        effect,
    };
    match cell.outlines.first() {
        None => {
            let track = Track::line(vec(cell.sample), vec(from));
            line(track, 0.0).into()
        }
        Some(side) if cell.area == 0.0 => {
            let track = Track::through(flat(side).into_iter().map(vec).collect());
            let length = track.length();
            line(track, length).into()
        }
        Some(_) => {
            let borders = cell.outlines.iter().map(|outline| Border {
                points: flat(outline).into_iter().map(vec).collect(),
                end: if outline.iter().all(|s| s.open) { End::Open } else { End::Closed },
            });
            Region { borders: borders.collect(), effect }.into()
        }
    }
}

/// The places of an outline, curves flattened.
fn flat(outline: &[Side]) -> Vec<Point> {
    outline.iter().flat_map(|side| side.points(FINE)).collect()
}

/// Everything that a piece may take by one of its lanes.
pub fn sweep(sweep: &Sweep<'_>) -> Vec<Shape> {
    let mut out = Vec::new();
    for part in &sweep.parts {
        let (path, extent) = (&sweep.path, sweep.extent);
        if let Some(radius) = extent.as_disc() {
            let way = track(path, part.to).slice(part.from, part.to);
            out.push(if part.from == part.to {
                Shape::Disc { centre: vec(path.at(part.from)), radius }
            } else {
                Shape::Corridor { track: way, radius }
            });
            continue;
        }
        // Bodies a little apart cover what one on its way sweeps.
        let turned = (path.turned(part.to) - path.turned(part.from)).abs();
        let steps = ((part.to - part.from).abs() / 0.1).min(200.0).max(turned / 2.0).ceil().max(1.0) as u32;
        let at = |i: u32| part.from + (part.to - part.from) * f64::from(i) / f64::from(steps);
        out.extend((0..=steps).map(|i| shape(extent, &path.pose(at(i)))));
    }
    for cell in &sweep.cells {
        for side in cell.outlines.iter().flatten() {
            let track = Track::through(side.points(FINE).into_iter().map(vec).collect());
            out.push(Shape::Corridor { track, radius: sweep.extent.reach() });
        }
        if let Some(outer) = cell.outlines.first().filter(|_| cell.area > 0.0) {
            out.push(Shape::Polygon(flat(outer).into_iter().map(vec).collect()));
        }
    }
    out
}
