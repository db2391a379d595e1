//! Boards.

use crate::render::canvas::drawing::{Anchor, Drawing};
use crate::render::canvas::font::{Style, Weight};
use crate::render::canvas::outline::Outline;
use crate::render::canvas::palette;
use crate::render::scene::Shape;
use crate::render::scene::Track;
use crate::render::scene::{Cell, Ground, RoundBoard, Tint};
use crate::render::view::carry::Similarity;
use glam::DVec2;

/// Coordinates at the rim.
const COORDINATE: Style = Style { weight: Weight::Regular, size: 12.0 };

/// Names within cells.
const CELL_NAME: Style = Style { weight: Weight::Regular, size: 9.0 };

/// The board and its border.
pub(crate) fn ground(drawing: &mut Drawing, ground: &Ground, page: &Similarity) {
    match ground {
        Ground::Plane { width, height } => plane(drawing, *width, *height, page),
        Ground::Squares { files, ranks } => squares(drawing, *files, *ranks, page),
        Ground::Round(board) => round(drawing, board, page),
        // What these look like depends on how they are seen.
        Ground::Glued(_) => {}
    }
}

/// The coordinates and names about it; gives back the boxes that they take.
pub(crate) fn coordinates(drawing: &mut Drawing, ground: &Ground, page: &Similarity) -> Vec<(DVec2, DVec2)> {
    match ground {
        Ground::Plane { width, height } => numbers(drawing, *width, *height, page),
        Ground::Squares { files, ranks } => files_and_ranks(drawing, *files, *ranks, page),
        Ground::Glued(_) => Vec::new(),
        Ground::Round(board) => {
            board.names.iter().map(|name| coordinate(drawing, &name.text, page.point(name.at))).collect()
        }
    }
}

fn plane(drawing: &mut Drawing, width: f64, height: f64, page: &Similarity) {
    let point = |x: f64, y: f64| page.point(DVec2::new(x, y));
    frame(drawing, point(0.0, height), point(width, 0.0), |drawing| {
        drawing.fill(
            Outline::polygon(&[point(0.0, 0.0), point(width, 0.0), point(width, height), point(0.0, height)]),
            palette::GROUND,
        );
        for x in units(width) {
            drawing.rule(point(x, 0.0), point(x, height), 1.0, palette::GRID);
        }
        for y in units(height) {
            drawing.rule(point(0.0, y), point(width, y), 1.0, palette::GRID);
        }
    });
}

fn numbers(drawing: &mut Drawing, width: f64, height: f64, page: &Similarity) -> Vec<(DVec2, DVec2)> {
    let point = |x: f64, y: f64| page.point(DVec2::new(x, y));
    // Beyond the reach of a piece on the edge.
    let mut boxes = Vec::new();
    let away = 0.25 * page.unit() + 12.0;
    for x in units(width) {
        for (edge, side) in [(point(x, 0.0), 1.0), (point(x, height), -1.0)] {
            drawing.rule(edge, edge + DVec2::new(0.0, 4.0 * side), 1.2, palette::BORDER);
            boxes.push(coordinate(drawing, &format!("{x}"), edge + DVec2::new(0.0, away * side)));
        }
    }
    for y in units(height) {
        for (edge, side) in [(point(0.0, y), -1.0), (point(width, y), 1.0)] {
            drawing.rule(edge, edge + DVec2::new(4.0 * side, 0.0), 1.2, palette::BORDER);
            boxes.push(coordinate(drawing, &format!("{y}"), edge + DVec2::new(away * side, 0.0)));
        }
    }
    boxes
}

/// The whole numbers that get a line, at most a hundred of them.
fn units(length: f64) -> impl Iterator<Item = f64> {
    let step = (length / 24.0).ceil().max(1.0);
    (0..=100).map(move |i| f64::from(i) * step).take_while(move |v| *v <= length)
}

fn squares(drawing: &mut Drawing, files: u32, ranks: u32, page: &Similarity) {
    let point = |x: f64, y: f64| page.point(DVec2::new(x, y));
    let (width, height) = (f64::from(files), f64::from(ranks));
    frame(drawing, point(0.0, height), point(width, 0.0), |drawing| {
        drawing.fill(
            Outline::polygon(&[point(0.0, 0.0), point(width, 0.0), point(width, height), point(0.0, height)]),
            palette::LIGHT,
        );
        for file in 0..files {
            for rank in (0..ranks).filter(|rank| (file + rank) % 2 == 0) {
                let (x, y) = (f64::from(file), f64::from(rank));
                let corners = [(x, y), (x + 1.0, y), (x + 1.0, y + 1.0), (x, y + 1.0)];
                drawing.fill(Outline::polygon(&corners.map(|(x, y)| point(x, y))), palette::DARK);
            }
        }
    });
}

fn files_and_ranks(drawing: &mut Drawing, files: u32, ranks: u32, page: &Similarity) -> Vec<(DVec2, DVec2)> {
    let point = |x: f64, y: f64| page.point(DVec2::new(x, y));
    let mut boxes = Vec::new();
    for file in 0..files {
        let name = (b'a' + (file % 26) as u8) as char;
        let at = point(f64::from(file) + 0.5, 0.0) + DVec2::new(0.0, 13.0);
        boxes.push(coordinate(drawing, &name.to_string(), at));
    }
    for rank in 0..ranks {
        let at = point(0.0, f64::from(rank) + 0.5) - DVec2::new(13.0, 0.0);
        boxes.push(coordinate(drawing, &format!("{}", rank + 1), at));
    }
    boxes
}

/// A border outside two corners, and what is within.
fn frame(drawing: &mut Drawing, low: DVec2, high: DVec2, within: impl FnOnce(&mut Drawing)) {
    drawing.fill(Outline::rounded_box(low - 2.0, high + 2.0, 1.5), palette::BORDER);
    within(drawing);
}

/// A coordinate whose middle is at a point.
fn coordinate(drawing: &mut Drawing, text: &str, middle: DVec2) -> (DVec2, DVec2) {
    let baseline = middle + DVec2::new(0.0, COORDINATE.size * 0.36);
    let width = drawing.text(text, COORDINATE, baseline, Anchor::Middle, palette::QUIET);
    let half = DVec2::new(width, COORDINATE.size) / 2.0;
    (middle - half, middle + half)
}

fn round(drawing: &mut Drawing, board: &RoundBoard, page: &Similarity) {
    let outline = |cell: &Cell| {
        Shape::sector(DVec2::ZERO, cell.inner, cell.outer, cell.from, cell.to)
            .map(|p| page.point(p), page.unit())
            .outline()
    };
    for cell in &board.cells {
        let shape = outline(cell);
        match cell.tint {
            Tint::Light => drawing.fill(shape, palette::LIGHT),
            Tint::Dark => drawing.fill(shape, palette::DARK),
            Tint::Void => {
                drawing.fill(shape.clone(), palette::VOID);
                drawing.fill(super::area::hatch(&shape, 0.6, 6.0, 1.0), palette::VOID_HATCH);
            }
        }
    }
    for cell in &board.cells {
        let sides = [cell.from, cell.to].map(|angle| {
            let ray = DVec2::from_angle(angle);
            Track::line(ray * cell.inner, ray * cell.outer)
        });
        // A neighbour draws the inner arc as its outer one; the innermost has a rim of its own.
        let arc = Track::arc(DVec2::ZERO, cell.outer, cell.from, cell.to);
        for line in [&sides[0], &sides[1], &arc] {
            drawing.stroke(line.map(|p| page.point(p)).points(), 1.1, palette::BORDER);
        }
    }
    // The rim is drawn along the outermost cells only, so that voids stay visibly outside the board.
    for cell in board.cells.iter().filter(|c| c.tint != Tint::Void) {
        for radius in rims(board, cell) {
            let arc = Track::arc(DVec2::ZERO, radius, cell.from, cell.to);
            drawing.stroke(arc.map(|p| page.point(p)).points(), 2.6, palette::BORDER);
        }
    }
    if board.centre_circle > 0.0 {
        let (centre, radius) = (page.point(DVec2::ZERO), board.centre_circle * page.unit());
        drawing.disc(centre, radius, palette::PAPER);
        drawing.circle(centre, radius, 2.0, palette::BORDER);
    }
    for cell in board.cells.iter().filter(|c| !c.name.is_empty()) {
        cell_name(drawing, cell, page);
    }
}

/// A name in the outer corner of its cell, clear of what stands in the middle.
fn cell_name(drawing: &mut Drawing, cell: &Cell, page: &Similarity) {
    let half = drawing.fonts.width(&cell.name, CELL_NAME) / 2.0 / page.unit();
    let rho = cell.outer - half - 0.06 * (cell.outer - cell.inner);
    let theta = cell.to - (half * 1.35) / rho;
    let at = page.point(rho * DVec2::from_angle(theta)) + DVec2::new(0.0, CELL_NAME.size * 0.36);
    drawing.text(&cell.name, CELL_NAME, at, Anchor::Middle, palette::QUIET);
}

/// The radii at which a cell borders on nothing.
fn rims(board: &RoundBoard, cell: &Cell) -> impl Iterator<Item = f64> {
    let beside = |radius: f64, at: fn(&Cell) -> f64| {
        let middle = (cell.from + cell.to) / 2.0;
        board.cells.iter().any(|other| {
            (at(other) - radius).abs() < 1e-9
                && other.from <= middle
                && middle <= other.to
                && other.tint != Tint::Void
        })
    };
    let outer = (!beside(cell.outer, |c| c.inner)).then_some(cell.outer);
    let inner = (cell.inner > 0.0 && !beside(cell.inner, |c| c.outer)).then_some(cell.inner);
    outer.into_iter().chain(inner)
}
