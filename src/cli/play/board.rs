//! A position drawn in characters. The places come from the scene of its picture.

use crate::chess::Color;
use crate::depict::{Show, depict};
use crate::game::Game;
use crate::render::{BoardMark, Ground, Rectangle, RoundBoard, Symbol, Tint};
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

    /// Returns the grid of a rectangle of cells, with a point in the middle of each cell.
    fn of_cells(files: f64, ranks: f64) -> CharacterGrid {
        let mut grid = CharacterGrid::new(Rectangle::to(DVec2::new(files, ranks).floor()));
        let middle = |file: f64, rank: f64| DVec2::new(file + 0.5, rank + 0.5);
        for rank in 0..ranks as u32 {
            grid.put(middle(-1.0, rank.into()), &(rank + 1).to_string());
        }
        for file in 0..files as u8 {
            grid.put(middle(file.into(), -1.0), &char::from(b'a' + file).to_string());
            for rank in 0..ranks as u32 {
                grid.put(middle(file.into(), rank.into()), ".");
            }
        }
        grid
    }

    /// Returns the grid of a rectangle of the plane, with a point at each place with whole coordinates.
    fn of_plane(width: f64, height: f64) -> CharacterGrid {
        let mut grid = CharacterGrid::new(Rectangle::to(DVec2::new(width, height).floor()));
        for y in 0..=height as u32 {
            grid.put(DVec2::new(-1.0, y.into()), &y.to_string());
        }
        for x in 0..=width as u32 {
            grid.put(DVec2::new(x.into(), -1.0), &x.to_string());
            for y in 0..=height as u32 {
                grid.put(DVec2::new(x.into(), y.into()), ".");
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
        Ground::Plane { width, height } => CharacterGrid::of_plane(*width, *height),
        Ground::Glued(board) if board.has_cells => {
            CharacterGrid::of_cells(board.sheet.width, board.sheet.height)
        }
        Ground::Glued(board) => CharacterGrid::of_plane(board.sheet.width, board.sheet.height),
        Ground::Squares { files, ranks } => CharacterGrid::of_cells((*files).into(), (*ranks).into()),
        Ground::Round(board) => CharacterGrid::of_round_board(board),
        Ground::Graph(_) => return String::new(),
    };
    for mark in &scene.marks {
        let BoardMark::Piece(piece) = mark else { continue };
        if piece.state.is_gone() {
            continue;
        }
        let letter = match piece.symbol {
            Symbol::Role(role) => role.letter(),
            Symbol::Letter(letter) => letter,
        };
        let shown = if piece.color == Color::White { letter } else { letter.to_ascii_lowercase() };
        grid.put(piece.at, &shown.to_string());
    }
    grid.text()
}
