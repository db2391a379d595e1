//! A position drawn in characters. The places come from the scene of its picture.

use continuum::depict::{Show, depict};
use continuum::game::Game;
use continuum::render::{BoardMark, GluedBoard, Ground, Rectangle, RoundBoard, Symbol, Tint};
use glam::DVec2;

/// The number of characters in a board unit, across and down.
const SCALE: DVec2 = DVec2::new(4.0, 2.0);

/// A grid of characters, with a margin of one board unit for the coordinates.
struct CharacterGrid {
    /// The board with the margin, in board units.
    extent: Rectangle,
    rows: Vec<Vec<char>>,
}

impl CharacterGrid {
    fn new(board: Rectangle) -> CharacterGrid {
        let extent = board.grown(DVec2::ONE);
        let size = (extent.size() * SCALE).ceil();
        CharacterGrid { extent, rows: vec![vec![' '; size.x as usize + 1]; size.y as usize + 1] }
    }

    /// Returns the grid of a rectangle, with a point in each cell or, on the plane, at each place with whole coordinates.
    fn of_rectangle(width: f64, height: f64, has_cells: bool) -> CharacterGrid {
        let size = DVec2::new(width, height).floor();
        let mut grid = CharacterGrid::new(Rectangle::to(size));
        let first = if has_cells { 0.5 } else { 0.0 };
        let [last_column, last_row] = [size.x, size.y].map(|length| (length - first) as u32);
        let place = |column: f64, row: f64| DVec2::new(first + column, first + row);
        for row in 0..=last_row {
            let name = if has_cells { row + 1 } else { row };
            grid.put(place(-1.0, row.into()), &name.to_string());
        }
        for column in 0..=last_column {
            let name = if has_cells { char::from(b'a' + column as u8).into() } else { column.to_string() };
            grid.put(place(column.into(), -1.0), &name);
            for row in 0..=last_row {
                grid.put(place(column.into(), row.into()), ".");
            }
        }
        grid
    }

    /// Returns the grid of a round board, with a point in the middle of each cell.
    fn of_round_board(board: &RoundBoard) -> CharacterGrid {
        let radius = board.cells.iter().map(|cell| cell.sector.outer).fold(0.0, f64::max);
        let mut grid = CharacterGrid::new(Rectangle::about(DVec2::ZERO, DVec2::splat(radius)));
        for cell in board.cells.iter().filter(|cell| cell.tint != Tint::Void) {
            let sector = cell.sector;
            let direction = DVec2::from_angle((sector.from + sector.to) / 2.0);
            grid.put(direction * (sector.inner + sector.outer) / 2.0, ".");
        }
        for name in &board.names {
            grid.put(name.at, &name.text);
        }
        grid
    }

    /// Writes a text with its middle at a place in board units. Characters beyond the edge of the grid are left out.
    fn put(&mut self, place: DVec2, text: &str) {
        let from_top_left = DVec2::new(place.x - self.extent.low.x, self.extent.high.y - place.y);
        let characters = (from_top_left * SCALE).round();
        let half_length = text.chars().count().saturating_sub(1) / 2;
        let begin = (characters.x as usize).saturating_sub(half_length);
        let Some(row) = self.rows.get_mut(characters.y as usize) else { return };
        for (cell, c) in row.iter_mut().skip(begin).zip(text.chars()) {
            *cell = c;
        }
    }

    /// Returns the rows as lines of text, without empty lines above and below.
    fn text(&self) -> String {
        let lines: Vec<String> = self.rows.iter().map(|row| row.iter().collect()).collect();
        let trimmed: Vec<&str> = lines.iter().map(|line| line.trim_end()).collect();
        trimmed.join("\n").trim_matches('\n').to_owned()
    }
}

/// Returns the present position in characters; empty if it cannot be drawn.
pub fn characters(game: &Game) -> String {
    let Ok(scene) = depict(game, game.plies().len(), Show::LastMove) else { return String::new() };
    let mut grid = match &scene.ground {
        Ground::Plane { width, height } => CharacterGrid::of_rectangle(*width, *height, false),
        Ground::Squares { files, ranks } => {
            CharacterGrid::of_rectangle((*files).into(), (*ranks).into(), true)
        }
        Ground::Glued(GluedBoard { sheet, has_cells, .. }) => {
            CharacterGrid::of_rectangle(sheet.width, sheet.height, *has_cells)
        }
        Ground::Round(board) => CharacterGrid::of_round_board(board),
        Ground::Graph(_) => return String::new(),
    };
    for mark in &scene.marks {
        let BoardMark::DrawnPiece(piece) = mark else { continue };
        if piece.state.is_gone() {
            continue;
        }
        let letter = match piece.symbol {
            Symbol::Role(role) => role.letter(),
            Symbol::Letter(letter) => letter,
        };
        grid.put(piece.at, &piece.color.cased(letter).to_string());
    }
    grid.text()
}
