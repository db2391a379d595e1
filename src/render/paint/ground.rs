//! The grounds of flat boards and of graphs, with their coordinates.

use crate::render::canvas::drawing::{Anchor, Drawing};
use crate::render::canvas::font::{Style, Weight};
use crate::render::canvas::outline::{Outline, corners};
use crate::render::canvas::palette;
use crate::render::scene::{DrawnShape, Graph, Ground, RoundBoard, RoundCell, Tint, Track};
use crate::render::view::board_map::{BoardMap, Similarity};
use glam::DVec2;

/// The style of coordinates at the rim.
const COORDINATE: Style = Style { weight: Weight::Regular, size: 12.0 };

/// The style of names within cells.
const CELL_NAME: Style = Style { weight: Weight::Regular, size: 9.0 };

/// Draws the board and its border.
pub(crate) fn ground(drawing: &mut Drawing, ground: &Ground, page: &Similarity) {
    match ground {
        Ground::Plane { width, height } => {
            field(drawing, DVec2::new(*width, *height), [units(*width), units(*height)], page);
        }
        Ground::Graph(graph) => field(drawing, Graph::FIELD, values(graph), page),
        Ground::Squares { files, ranks } => squares(drawing, *files, *ranks, page),
        Ground::Round(board) => round(drawing, board, page),
        // The ground of a glued board depends on its projection.
        Ground::Glued(_) => {}
    }
}

/// Draws the coordinates and names of a board, and returns their boxes.
pub(crate) fn coordinates(drawing: &mut Drawing, ground: &Ground, page: &Similarity) -> Vec<(DVec2, DVec2)> {
    match ground {
        Ground::Plane { width, height } => {
            numbers(drawing, DVec2::new(*width, *height), [units(*width), units(*height)], page)
        }
        Ground::Graph(graph) => numbers(drawing, Graph::FIELD, values(graph), page),
        Ground::Squares { files, ranks } => files_and_ranks(drawing, *files, *ranks, page),
        Ground::Glued(_) => Vec::new(),
        Ground::Round(board) => {
            board.names.iter().map(|name| coordinate(drawing, &name.text, page.point(name.at))).collect()
        }
    }
}

/// The positions of grid lines and their names.
type Lines = Vec<(f64, String)>;

/// Returns the whole numbers that get a line, at most a hundred.
fn units(length: f64) -> Lines {
    let step = (length / 24.0).ceil().max(1.0);
    let all = (0..=100).map(|i| f64::from(i) * step).take_while(|v| *v <= length);
    all.map(|v| (v, v.to_string())).collect()
}

/// Returns the round values of both quantities of a graph, at most a dozen each.
fn values(graph: &Graph) -> [Lines; 2] {
    let lines = |axis: usize| {
        let (low, high) = (graph.low[axis], graph.high[axis]);
        let size = 10f64.powf(((high - low) / 5.0).log10().floor());
        let step = [1.0, 2.0, 5.0].map(|k| k * size).into_iter().find(|step| (high - low) / step <= 12.0);
        let (step, decimals) = (step.unwrap_or(10.0 * size), (-size.log10()).max(0.0) as usize);
        let first = (low / step).ceil();
        let all = (0..12).map(|i| (first + f64::from(i)) * step).take_while(|v| *v <= high);
        let place = |v: f64| graph.place(DVec2::splat(v))[axis];
        all.map(|v| (place(v), format!("{v:.decimals$}"))).collect()
    };
    [lines(0), lines(1)]
}

fn field(drawing: &mut Drawing, size: DVec2, [across, upwards]: [Lines; 2], page: &Similarity) {
    let point = |x: f64, y: f64| page.point(DVec2::new(x, y));
    let (low, high) = page.corners(DVec2::ZERO, size);
    frame(drawing, low, high, |drawing| {
        drawing.fill(Outline::polygon(&corners(low, high)), palette::GROUND);
        for (x, _) in across {
            drawing.rule(point(x, 0.0), point(x, size.y), 1.0, palette::GRID);
        }
        for (y, _) in upwards {
            drawing.rule(point(0.0, y), point(size.x, y), 1.0, palette::GRID);
        }
    });
}

fn numbers(
    drawing: &mut Drawing,
    size: DVec2,
    [across, upwards]: [Lines; 2],
    page: &Similarity,
) -> Vec<(DVec2, DVec2)> {
    let point = |x: f64, y: f64| page.point(DVec2::new(x, y));
    let below = across
        .iter()
        .flat_map(|(x, name)| [(point(*x, 0.0), DVec2::Y, name), (point(*x, size.y), -DVec2::Y, name)]);
    let beside = upwards
        .iter()
        .flat_map(|(y, name)| [(point(0.0, *y), -DVec2::X, name), (point(size.x, *y), DVec2::X, name)]);
    // Beyond the extent of a piece on the edge.
    let away = 0.25 * page.unit() + 12.0;
    let mut number = |(edge, out, name): (DVec2, DVec2, &String)| {
        drawing.rule(edge, edge + 4.0 * out, 1.2, palette::BORDER);
        coordinate(drawing, name, edge + away * out)
    };
    below.chain(beside).map(&mut number).collect()
}

fn squares(drawing: &mut Drawing, files: u32, ranks: u32, page: &Similarity) {
    let (low, high) = page.corners(DVec2::ZERO, DVec2::new(f64::from(files), f64::from(ranks)));
    frame(drawing, low, high, |drawing| {
        drawing.fill(Outline::polygon(&corners(low, high)), palette::LIGHT);
        for file in 0..files {
            for rank in (0..ranks).filter(|rank| (file + rank) % 2 == 0) {
                let (x, y) = (f64::from(file), f64::from(rank));
                let (low, high) = page.corners(DVec2::new(x, y), DVec2::new(x + 1.0, y + 1.0));
                drawing.fill(Outline::polygon(&corners(low, high)), palette::DARK);
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

/// Draws a border outside two corners, and then the inside.
fn frame(drawing: &mut Drawing, low: DVec2, high: DVec2, within: impl FnOnce(&mut Drawing)) {
    drawing.fill(Outline::rounded_box(low - 2.0, high + 2.0, 1.5), palette::BORDER);
    within(drawing);
}

/// Draws a coordinate centred on a point, and returns its box.
pub(crate) fn coordinate(drawing: &mut Drawing, text: &str, middle: DVec2) -> (DVec2, DVec2) {
    let baseline = middle + DVec2::new(0.0, COORDINATE.size * 0.36);
    let width = drawing.text(text, COORDINATE, baseline, Anchor::Middle, palette::QUIET);
    let half = DVec2::new(width, COORDINATE.size) / 2.0;
    (middle - half, middle + half)
}

fn round(drawing: &mut Drawing, board: &RoundBoard, page: &Similarity) {
    let outline = |cell: &RoundCell| {
        DrawnShape::sector(DVec2::ZERO, cell.inner, cell.outer, cell.from, cell.to)
            .map(|p| page.point(p), page.unit())
            .outline()
    };
    for cell in &board.cells {
        let shape = outline(cell);
        match cell.tint {
            Tint::Light => drawing.fill(shape, palette::LIGHT),
            Tint::Dark => drawing.fill(shape, palette::DARK),
            Tint::Void => super::area::void(drawing, shape),
        }
    }
    for cell in &board.cells {
        let sides = [cell.from, cell.to].map(|angle| {
            let ray = DVec2::from_angle(angle);
            Track::line(ray * cell.inner, ray * cell.outer)
        });
        // A neighbour draws the inner arc as its outer one; the innermost cell has a rim of its own.
        let arc = Track::arc(DVec2::ZERO, cell.outer, cell.from, cell.to);
        for line in [&sides[0], &sides[1], &arc] {
            drawing.stroke(line.map(|p| page.point(p)).points(), 1.1, palette::BORDER);
        }
    }
    // Only the outermost cells get the rim, so voids look as if outside the board.
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

/// Draws a name in the outer corner of its cell, clear of the piece in the middle.
fn cell_name(drawing: &mut Drawing, cell: &RoundCell, page: &Similarity) {
    let half = drawing.fonts.width(&cell.name, CELL_NAME) / 2.0 / page.unit();
    let rho = cell.outer - half - 0.06 * (cell.outer - cell.inner);
    let theta = cell.to - (half * 1.35) / rho;
    let at = page.point(rho * DVec2::from_angle(theta)) + DVec2::new(0.0, CELL_NAME.size * 0.36);
    drawing.text(&cell.name, CELL_NAME, at, Anchor::Middle, palette::QUIET);
}

/// Returns the radii at which a cell has no neighbour.
fn rims(board: &RoundBoard, cell: &RoundCell) -> impl Iterator<Item = f64> {
    let beside = |radius: f64, at: fn(&RoundCell) -> f64| {
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
