//! Boards that are not glued, and graphs, without marks.

use crate::render::canvas::drawing::{Anchor, Drawing, Ink};
use crate::render::canvas::font::{Style, Weight};
use crate::render::canvas::outline::Outline;
use crate::render::canvas::palette;
use crate::render::scene::{Graph, Ground, Rectangle, RoundBoard, RoundCell, Sector, Tint, Track};
use crate::render::view::board_map::{BoardMap, Similarity};
use glam::DVec2;

const COORDINATE: Style = Style { weight: Weight::Regular, size: 12.0 };
const CELL_NAME: Style = Style { weight: Weight::Regular, size: 9.0 };

/// Draws a board with its border. A glued board is left out, because its form depends on the projection.
pub(crate) fn draw_ground(drawing: &mut Drawing, ground: &Ground, to_page: &Similarity) {
    match ground {
        Ground::Plane { width, height } => Grid::of_plane(*width, *height).draw(drawing, to_page),
        Ground::Graph(graph) => Grid::of_graph(graph).draw(drawing, to_page),
        Ground::Squares { files, ranks } => draw_squares(drawing, *files, *ranks, to_page),
        Ground::Round(board) => draw_round_board(drawing, board, to_page),
        Ground::Glued(_) => {}
    }
}

/// Draws the coordinates or names beside a board, and returns the boxes of the texts.
pub(crate) fn draw_coordinates(
    drawing: &mut Drawing,
    ground: &Ground,
    to_page: &Similarity,
) -> Vec<Rectangle> {
    match ground {
        Ground::Plane { width, height } => Grid::of_plane(*width, *height).draw_numbers(drawing, to_page),
        Ground::Graph(graph) => Grid::of_graph(graph).draw_numbers(drawing, to_page),
        Ground::Squares { files, ranks } => {
            draw_files_and_ranks(drawing, [*files, *ranks], DVec2::ZERO, 13.0, to_page)
        }
        Ground::Glued(_) => Vec::new(),
        Ground::Round(board) => {
            let mut boxes = Vec::new();
            for name in &board.names {
                boxes.push(draw_coordinate(drawing, &name.text, to_page.point(name.at)));
            }
            boxes
        }
    }
}

struct GridLine {
    /// The lower or left end on the field, and the opposite end.
    ends: [DVec2; 2],
    number: String,
}

impl GridLine {
    /// Returns the line across a field at a place on an axis, which is 0 for x and 1 for y.
    fn across(field: DVec2, axis: usize, place: f64, number: String) -> GridLine {
        let mut ends = [DVec2::ZERO, field];
        for end in &mut ends {
            end[axis] = place;
        }
        GridLine { ends, number }
    }
}

/// A field from the origin, with numbered lines.
struct Grid {
    size: DVec2,
    upright: Vec<GridLine>,
    level: Vec<GridLine>,
}

impl Grid {
    /// Returns a grid with lines at whole numbers. On a board longer than 24 the lines are farther apart.
    fn of_plane(width: f64, height: f64) -> Grid {
        let size = DVec2::new(width, height);
        let lines = |axis: usize| {
            let step = (size[axis] / 24.0).ceil().max(1.0);
            let numbers = (0..=100).map(|i| f64::from(i) * step).take_while(|v| *v <= size[axis]);
            numbers.map(|v| GridLine::across(size, axis, v, v.to_string())).collect()
        };
        Grid { size, upright: lines(0), level: lines(1) }
    }

    /// Returns a grid with at most twelve lines at round values of each quantity.
    fn of_graph(graph: &Graph) -> Grid {
        let lines = |axis: usize| {
            let (low, high) = (graph.low[axis], graph.high[axis]);
            let power_of_ten = 10f64.powf(((high - low) / 5.0).log10().floor());
            let is_wide_enough = |step: &f64| (high - low) / step <= 12.0;
            let steps = [1.0, 2.0, 5.0].map(|factor| factor * power_of_ten);
            let step = steps.into_iter().find(is_wide_enough).unwrap_or(10.0 * power_of_ten);
            let decimals = (-power_of_ten.log10()).max(0.0) as usize;
            let first = (low / step).ceil();
            let values = (0..12).map(|i| (first + f64::from(i)) * step).take_while(|v| *v <= high);
            let place = |v: f64| graph.place(DVec2::splat(v))[axis];
            let line = |v: f64| GridLine::across(Graph::FIELD, axis, place(v), format!("{v:.decimals$}"));
            values.map(line).collect()
        };
        Grid { size: Graph::FIELD, upright: lines(0), level: lines(1) }
    }

    fn draw(&self, drawing: &mut Drawing, to_page: &Similarity) {
        draw_field(drawing, self.size, palette::GROUND, to_page);
        for GridLine { ends: [from, to], .. } in self.upright.iter().chain(&self.level) {
            drawing.rule(to_page.point(*from), to_page.point(*to), 1.0, palette::GRID);
        }
    }

    /// Draws a tick and the number at both ends of each line, and returns the boxes of the texts.
    fn draw_numbers(&self, drawing: &mut Drawing, to_page: &Similarity) -> Vec<Rectangle> {
        let away = 0.25 * to_page.unit() + 12.0;
        let mut boxes = Vec::new();
        // On the page y grows downwards.
        for (lines, outwards) in [(&self.upright, DVec2::Y), (&self.level, -DVec2::X)] {
            for GridLine { ends: [from, to], number } in lines {
                for (end, outwards) in [(from, outwards), (to, -outwards)] {
                    let edge = to_page.point(*end);
                    drawing.rule(edge, edge + 4.0 * outwards, 1.2, palette::BORDER);
                    boxes.push(draw_coordinate(drawing, number, edge + away * outwards));
                }
            }
        }
        boxes
    }
}

/// Draws a rectangle from the origin with its border.
fn draw_field(drawing: &mut Drawing, size: DVec2, ink: Ink, to_page: &Similarity) {
    let field = to_page.rectangle(&Rectangle::to(size));
    drawing.fill(Outline::rounded(field.grown(DVec2::splat(2.0)), 1.5), palette::BORDER);
    drawing.fill(Outline::polygon(&field.corners()), ink);
}

fn draw_squares(drawing: &mut Drawing, files: u32, ranks: u32, to_page: &Similarity) {
    draw_field(drawing, DVec2::new(files.into(), ranks.into()), palette::LIGHT, to_page);
    for cell in dark_cells(files, ranks) {
        drawing.fill(Outline::polygon(&to_page.rectangle(&cell).corners()), palette::DARK);
    }
}

/// Returns the dark cells of a rectangle of cells, file by file.
pub(crate) fn dark_cells(files: u32, ranks: u32) -> Vec<Rectangle> {
    let mut cells = Vec::new();
    for file in 0..files {
        for rank in (0..ranks).filter(|rank| (file + rank) % 2 == 0) {
            let low = DVec2::new(file.into(), rank.into());
            cells.push(Rectangle { low, high: low + 1.0 });
        }
    }
    cells
}

/// Draws the names of files and ranks, and returns the boxes of the texts.
///
/// `corner` is the lowest corner of the drawn part of the board, and `away` the distance of the names from it, in page units.
pub(crate) fn draw_files_and_ranks(
    drawing: &mut Drawing,
    [files, ranks]: [u32; 2],
    corner: DVec2,
    away: f64,
    to_page: &Similarity,
) -> Vec<Rectangle> {
    let mut boxes = Vec::new();
    for file in 0..files {
        let name = char::from(b'a' + (file % 26) as u8);
        let at = to_page.point(DVec2::new(f64::from(file) + 0.5, corner.y)) + DVec2::new(0.0, away);
        boxes.push(draw_coordinate(drawing, &name.to_string(), at));
    }
    for rank in 0..ranks {
        let at = to_page.point(DVec2::new(corner.x, f64::from(rank) + 0.5)) - DVec2::new(away, 0.0);
        boxes.push(draw_coordinate(drawing, &(rank + 1).to_string(), at));
    }
    boxes
}

/// Draws a coordinate centred on a point, and returns the box of the text.
pub(crate) fn draw_coordinate(drawing: &mut Drawing, text: &str, middle: DVec2) -> Rectangle {
    let baseline = middle + DVec2::new(0.0, COORDINATE.half_capital());
    let width = drawing.text(text, COORDINATE, baseline, Anchor::Middle, palette::MUTED);
    Rectangle::about(middle, DVec2::new(width, COORDINATE.size) / 2.0)
}

fn draw_round_board(drawing: &mut Drawing, board: &RoundBoard, to_page: &Similarity) {
    for RoundCell { sector, tint, .. } in &board.cells {
        let outline = sector.shape().map(|p| to_page.point(p), to_page.unit()).outline();
        match tint {
            Tint::Light => drawing.fill(outline, palette::LIGHT),
            Tint::Dark => drawing.fill(outline, palette::DARK),
            Tint::Void => super::area::draw_void(drawing, outline),
        }
    }
    let mut draw_line = |line: Track, width: f64| {
        drawing.stroke(&to_page.line(line.points()), width, palette::BORDER);
    };
    for RoundCell { sector, .. } in &board.cells {
        for angle in [sector.from, sector.to] {
            let ray = DVec2::from_angle(angle);
            draw_line(Track::line(ray * sector.inner, ray * sector.outer), 1.1);
        }
        // The inner arc of a cell is the outer arc of its neighbour, or a rim.
        draw_line(sector.outer_arc(), 1.1);
    }
    // Voids have no rim, so that they look as if they were outside of the board.
    for cell in board.cells.iter().filter(|cell| cell.tint != Tint::Void) {
        for radius in rim_radii(board, cell) {
            draw_line(Track::arc(DVec2::ZERO, radius, cell.sector.from, cell.sector.to), 2.6);
        }
    }
    if board.centre_circle > 0.0 {
        let (centre, radius) = (to_page.point(DVec2::ZERO), board.centre_circle * to_page.unit());
        drawing.disc(centre, radius, palette::PAPER);
        drawing.circle(centre, radius, 2.0, palette::BORDER);
    }
    for cell in board.cells.iter().filter(|cell| !cell.name.is_empty()) {
        draw_cell_name(drawing, cell, to_page);
    }
}

/// Draws the name of a cell in an outer corner, where a piece in the middle leaves room.
fn draw_cell_name(drawing: &mut Drawing, RoundCell { sector, name, .. }: &RoundCell, to_page: &Similarity) {
    let half_width = drawing.fonts.width(name, CELL_NAME) / 2.0 / to_page.unit();
    let rho = sector.outer - half_width - 0.06 * (sector.outer - sector.inner);
    let theta = sector.to - (half_width * 1.35) / rho;
    let at = to_page.point(rho * DVec2::from_angle(theta)) + DVec2::new(0.0, CELL_NAME.half_capital());
    drawing.text(name, CELL_NAME, at, Anchor::Middle, palette::MUTED);
}

/// Returns the radii at which a cell borders on a void or lies at the edge of the board.
fn rim_radii(board: &RoundBoard, RoundCell { sector, .. }: &RoundCell) -> Vec<f64> {
    let middle = (sector.from + sector.to) / 2.0;
    let sectors = board.cells.iter().filter(|cell| cell.tint != Tint::Void).map(|cell| cell.sector);
    let column: Vec<Sector> = sectors.filter(|other| other.from <= middle && middle <= other.to).collect();
    let is_equal = |a: f64, b: f64| (a - b).abs() < 1e-9;
    let mut radii = Vec::new();
    if !column.iter().any(|other| is_equal(other.inner, sector.outer)) {
        radii.push(sector.outer);
    }
    if sector.inner > 0.0 && !column.iter().any(|other| is_equal(other.outer, sector.inner)) {
        radii.push(sector.inner);
    }
    radii
}
