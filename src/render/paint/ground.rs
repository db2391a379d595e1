//! The grounds of flat boards and of graphs, with their coordinates.

use crate::render::canvas::drawing::{Anchor, Drawing, Ink};
use crate::render::canvas::font::{Style, Weight};
use crate::render::canvas::outline::Outline;
use crate::render::canvas::palette;
use crate::render::scene::{Graph, Ground, Rectangle, RoundBoard, RoundCell, Sector, Tint, Track};
use crate::render::view::board_map::{BoardMap, Similarity};
use glam::DVec2;

/// The style of coordinates at the rim.
const COORDINATE: Style = Style { weight: Weight::Regular, size: 12.0 };

/// The style of names within cells.
const CELL_NAME: Style = Style { weight: Weight::Regular, size: 9.0 };

/// Draws the board and its border.
pub(crate) fn ground(drawing: &mut Drawing, ground: &Ground, page: &Similarity) {
    match ground {
        Ground::Plane { width, height } => Grid::of_plane(*width, *height).draw(drawing, page),
        Ground::Graph(graph) => Grid::of_graph(graph).draw(drawing, page),
        Ground::Squares { files, ranks } => squares(drawing, *files, *ranks, page),
        Ground::Round(board) => round(drawing, board, page),
        // The ground of a glued board depends on its projection.
        Ground::Glued(_) => {}
    }
}

/// Draws the coordinates and names of a board, and returns the boxes of the texts.
pub(crate) fn coordinates(drawing: &mut Drawing, ground: &Ground, page: &Similarity) -> Vec<Rectangle> {
    match ground {
        Ground::Plane { width, height } => Grid::of_plane(*width, *height).numbers(drawing, page),
        Ground::Graph(graph) => Grid::of_graph(graph).numbers(drawing, page),
        Ground::Squares { files, ranks } => files_and_ranks(drawing, *files, *ranks, page),
        Ground::Glued(_) => Vec::new(),
        Ground::Round(board) => {
            board.names.iter().map(|name| coordinate(drawing, &name.text, page.point(name.at))).collect()
        }
    }
}

/// A line of a grid.
struct GridLine {
    /// The coordinate at which the line crosses the axis.
    at: f64,
    number: String,
}

/// A field with numbered lines.
struct Grid {
    size: DVec2,
    upright: Vec<GridLine>,
    level: Vec<GridLine>,
}

impl Grid {
    /// Returns a grid with lines at whole numbers, at most a hundred in each direction.
    fn of_plane(width: f64, height: f64) -> Grid {
        let lines = |length: f64| {
            let step = (length / 24.0).ceil().max(1.0);
            let numbers = (0..=100).map(|i| f64::from(i) * step).take_while(|v| *v <= length);
            numbers.map(|at| GridLine { at, number: at.to_string() }).collect()
        };
        Grid { size: DVec2::new(width, height), upright: lines(width), level: lines(height) }
    }

    /// Returns a grid with lines at round values, at most a dozen for each quantity.
    fn of_graph(graph: &Graph) -> Grid {
        let lines = |axis: usize| {
            let (low, high) = (graph.low[axis], graph.high[axis]);
            let size = 10f64.powf(((high - low) / 5.0).log10().floor());
            let is_enough = |step: &f64| (high - low) / step <= 12.0;
            let step = [1.0, 2.0, 5.0].map(|k| k * size).into_iter().find(is_enough).unwrap_or(10.0 * size);
            let decimals = (-size.log10()).max(0.0) as usize;
            let first = (low / step).ceil();
            let values = (0..12).map(|i| (first + f64::from(i)) * step).take_while(|v| *v <= high);
            let place = |v: f64| graph.place(DVec2::splat(v))[axis];
            values.map(|v| GridLine { at: place(v), number: format!("{v:.decimals$}") }).collect()
        };
        Grid { size: Graph::FIELD, upright: lines(0), level: lines(1) }
    }

    /// Draws the field and its lines.
    fn draw(&self, drawing: &mut Drawing, page: &Similarity) {
        framed(drawing, self.size, palette::GROUND, page);
        let mut line = |from: DVec2, to: DVec2| {
            drawing.rule(page.point(from), page.point(to), 1.0, palette::GRID);
        };
        for GridLine { at, .. } in &self.upright {
            line(DVec2::new(*at, 0.0), DVec2::new(*at, self.size.y));
        }
        for GridLine { at, .. } in &self.level {
            line(DVec2::new(0.0, *at), DVec2::new(self.size.x, *at));
        }
    }

    /// Draws the number of each line at both ends with a tick, and returns the boxes of the texts.
    fn numbers(&self, drawing: &mut Drawing, page: &Similarity) -> Vec<Rectangle> {
        // A piece on the edge reaches a quarter of a unit beyond it.
        let away = 0.25 * page.unit() + 12.0;
        let mut boxes = Vec::new();
        let mut number = |end: DVec2, outwards: DVec2, text: &str| {
            let edge = page.point(end);
            drawing.rule(edge, edge + 4.0 * outwards, 1.2, palette::BORDER);
            boxes.push(coordinate(drawing, text, edge + away * outwards));
        };
        for GridLine { at, number: text } in &self.upright {
            number(DVec2::new(*at, 0.0), DVec2::Y, text);
            number(DVec2::new(*at, self.size.y), -DVec2::Y, text);
        }
        for GridLine { at, number: text } in &self.level {
            number(DVec2::new(0.0, *at), -DVec2::X, text);
            number(DVec2::new(self.size.x, *at), DVec2::X, text);
        }
        boxes
    }
}

/// Draws a field from the origin with its border.
fn framed(drawing: &mut Drawing, size: DVec2, ink: Ink, page: &Similarity) {
    let field = page.rectangle(&Rectangle::to(size));
    drawing.fill(Outline::rounded(field.grown(DVec2::splat(2.0)), 1.5), palette::BORDER);
    drawing.fill(Outline::polygon(&field.corners()), ink);
}

fn squares(drawing: &mut Drawing, files: u32, ranks: u32, page: &Similarity) {
    framed(drawing, DVec2::new(files.into(), ranks.into()), palette::LIGHT, page);
    for file in 0..files {
        for rank in (0..ranks).filter(|rank| (file + rank) % 2 == 0) {
            let low = DVec2::new(file.into(), rank.into());
            let cell = page.rectangle(&Rectangle { low, high: low + 1.0 });
            drawing.fill(Outline::polygon(&cell.corners()), palette::DARK);
        }
    }
}

fn files_and_ranks(drawing: &mut Drawing, files: u32, ranks: u32, page: &Similarity) -> Vec<Rectangle> {
    let point = |x: f64, y: f64| page.point(DVec2::new(x, y));
    let mut boxes = Vec::new();
    for file in 0..files {
        let name = (b'a' + (file % 26) as u8) as char;
        let at = point(f64::from(file) + 0.5, 0.0) + DVec2::new(0.0, 13.0);
        boxes.push(coordinate(drawing, &name.to_string(), at));
    }
    for rank in 0..ranks {
        let at = point(0.0, f64::from(rank) + 0.5) - DVec2::new(13.0, 0.0);
        boxes.push(coordinate(drawing, &(rank + 1).to_string(), at));
    }
    boxes
}

/// Draws a coordinate centred on a point, and returns the box of the text.
pub(crate) fn coordinate(drawing: &mut Drawing, text: &str, middle: DVec2) -> Rectangle {
    let baseline = middle + DVec2::new(0.0, COORDINATE.size * 0.36);
    let width = drawing.text(text, COORDINATE, baseline, Anchor::Middle, palette::QUIET);
    Rectangle::about(middle, DVec2::new(width, COORDINATE.size) / 2.0)
}

fn round(drawing: &mut Drawing, board: &RoundBoard, page: &Similarity) {
    let line = |drawing: &mut Drawing, line: Track, width: f64| {
        drawing.stroke(&page.line(line.points()), width, palette::BORDER);
    };
    for RoundCell { sector, tint, .. } in &board.cells {
        let shape = sector.about(DVec2::ZERO).map(|p| page.point(p), page.unit()).outline();
        match tint {
            Tint::Light => drawing.fill(shape, palette::LIGHT),
            Tint::Dark => drawing.fill(shape, palette::DARK),
            Tint::Void => super::area::void(drawing, shape),
        }
    }
    for RoundCell { sector, .. } in &board.cells {
        for angle in [sector.from, sector.to] {
            let ray = DVec2::from_angle(angle);
            line(drawing, Track::line(ray * sector.inner, ray * sector.outer), 1.1);
        }
        // The outer arc of the cell farther in is the inner arc of this one.
        line(drawing, Track::arc(DVec2::ZERO, sector.outer, sector.from, sector.to), 1.1);
    }
    // Voids have no rim, so they look as if they were outside of the board.
    for cell in board.cells.iter().filter(|cell| cell.tint != Tint::Void) {
        for radius in rims(board, cell) {
            line(drawing, Track::arc(DVec2::ZERO, radius, cell.sector.from, cell.sector.to), 2.6);
        }
    }
    if board.centre_circle > 0.0 {
        let (centre, radius) = (page.point(DVec2::ZERO), board.centre_circle * page.unit());
        drawing.disc(centre, radius, palette::PAPER);
        drawing.circle(centre, radius, 2.0, palette::BORDER);
    }
    for cell in board.cells.iter().filter(|cell| !cell.name.is_empty()) {
        cell_name(drawing, cell, page);
    }
}

/// Draws a name in the outer corner of its cell, clear of the piece in the middle.
fn cell_name(drawing: &mut Drawing, RoundCell { sector, name, .. }: &RoundCell, page: &Similarity) {
    let half = drawing.fonts.width(name, CELL_NAME) / 2.0 / page.unit();
    let rho = sector.outer - half - 0.06 * (sector.outer - sector.inner);
    let theta = sector.to - (half * 1.35) / rho;
    let at = page.point(rho * DVec2::from_angle(theta)) + DVec2::new(0.0, CELL_NAME.size * 0.36);
    drawing.text(name, CELL_NAME, at, Anchor::Middle, palette::QUIET);
}

/// Returns the radii at which a cell has no neighbour.
fn rims(board: &RoundBoard, RoundCell { sector, .. }: &RoundCell) -> Vec<f64> {
    let middle = (sector.from + sector.to) / 2.0;
    let cells = board.cells.iter().filter(|cell| cell.tint != Tint::Void).map(|cell| cell.sector);
    let column: Vec<Sector> = cells.filter(|other| other.from <= middle && middle <= other.to).collect();
    let is_at = |a: f64, b: f64| (a - b).abs() < 1e-9;
    let mut radii = Vec::new();
    if !column.iter().any(|other| is_at(other.inner, sector.outer)) {
        radii.push(sector.outer);
    }
    if sector.inner > 0.0 && !column.iter().any(|other| is_at(other.outer, sector.inner)) {
        radii.push(sector.inner);
    }
    radii
}
