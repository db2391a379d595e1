//! A position in characters, from the scene of which pictures are drawn.

use crate::chess::Color;
use crate::depict::{Show, depict};
use crate::game::Game;
use crate::render::{BoardMark, Ground, PieceState, Symbol, Tint};
use glam::DVec2;

/// The characters to a board unit, across and down.
const SCALE: DVec2 = DVec2::new(4.0, 2.0);

/// A field of characters with room about the board for its coordinates.
struct Field {
    low: DVec2,
    high: DVec2,
    rows: Vec<Vec<char>>,
}

impl Field {
    fn new(low: DVec2, high: DVec2) -> Field {
        let (low, high) = (low - 1.0, high + 1.0);
        let size = ((high - low) * SCALE).ceil();
        Field { low, high, rows: vec![vec![' '; size.x as usize + 1]; size.y as usize + 1] }
    }

    /// Returns a rectangle with points at whole coordinates or, of cells, in their middles; `names` are those of columns.
    fn flat(
        [width, height]: [u32; 2],
        middle: f64,
        names: impl Iterator<Item = String>,
        first_row: u32,
    ) -> Field {
        let mut field = Field::new(DVec2::ZERO, DVec2::new(width.into(), height.into()));
        let (columns, rows) = ((0..).take_while(|&n| f64::from(n) + middle <= width.into()), 0..);
        let rows = rows.take_while(|&n: &u32| f64::from(n) + middle <= height.into());
        let at = |x: f64, y: f64| DVec2::new(x + middle, y + middle);
        rows.clone().for_each(|y| field.put(at(-1.0, y.into()), &(y + first_row).to_string()));
        for (x, name) in columns.zip(names) {
            field.put(at(f64::from(x), -1.0), &name);
            rows.clone().for_each(|y| field.put(at(x.into(), y.into()), "."));
        }
        field
    }

    /// Writes a text about a place; what lies beyond the field is left out.
    fn put(&mut self, at: DVec2, text: &str) {
        let at = DVec2::new(at.x - self.low.x, self.high.y - at.y) * SCALE;
        let begin = (at.x.round() as usize).saturating_sub(text.chars().count().saturating_sub(1) / 2);
        let cells = self.rows.get_mut(at.y.round() as usize).into_iter().flatten().skip(begin);
        cells.zip(text.chars()).for_each(|(cell, c)| *cell = c);
    }
}

/// Returns a picture of the present position, without empty lines about it; empty where it cannot be drawn.
pub fn characters(game: &Game) -> String {
    let Ok(scene) = depict(game, game.plies().len(), Show::LastMove) else { return String::new() };
    let plane = |width: f64, height: f64| {
        Field::flat([width as u32, height as u32], 0.0, (0..).map(|x: u32| x.to_string()), 0)
    };
    let cells = |files, ranks| Field::flat([files, ranks], 0.5, ('a'..).map(String::from), 1);
    let mut field = match &scene.ground {
        Ground::Plane { width, height } => plane(*width, *height),
        Ground::Glued(board) if board.cells => cells(board.sheet.width as u32, board.sheet.height as u32),
        Ground::Glued(board) => plane(board.sheet.width, board.sheet.height),
        Ground::Squares { files, ranks } => cells(*files, *ranks),
        Ground::Round(board) => {
            let reach = DVec2::splat(board.cells.iter().map(|cell| cell.outer).fold(0.0, f64::max));
            let mut field = Field::new(-reach, reach);
            for cell in board.cells.iter().filter(|cell| cell.tint != Tint::Void) {
                field.put(
                    DVec2::from_angle((cell.from + cell.to) / 2.0) * (cell.inner + cell.outer) / 2.0,
                    ".",
                );
            }
            board.names.iter().for_each(|name| field.put(name.at, &name.text));
            field
        }
        Ground::Graph(_) => return String::new(),
    };
    for mark in &scene.marks {
        let BoardMark::Piece(piece) = mark else { continue };
        let letter = match piece.symbol {
            Symbol::Role(role) => role.letter(),
            Symbol::Letter(letter) => letter,
        };
        let letter = if piece.color == Color::White { letter } else { letter.to_ascii_lowercase() };
        if !matches!(piece.state, PieceState::Captured | PieceState::Departed) {
            field.put(piece.at, &letter.to_string());
        }
    }
    let lines = field.rows.iter().map(|row| row.iter().collect::<String>().trim_end().to_owned());
    lines.collect::<Vec<_>>().join("\n").trim_matches('\n').to_owned()
}
