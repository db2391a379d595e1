//! A position in characters, from the scene of its picture.

use crate::chess::Color;
use crate::depict::{Show, depict};
use crate::game::Game;
use crate::render::{BoardMark, Ground, Rectangle, Symbol, Tint};
use glam::DVec2;

/// The number of characters for a board unit, across and down.
const SCALE: DVec2 = DVec2::new(4.0, 2.0);

/// A field of characters, with room about the board for its coordinates.
struct Field {
    extent: Rectangle,
    rows: Vec<Vec<char>>,
}

impl Field {
    fn new(board: Rectangle) -> Field {
        let extent = board.grown(DVec2::ONE);
        let size = (extent.size() * SCALE).ceil();
        Field { extent, rows: vec![vec![' '; size.x as usize + 1]; size.y as usize + 1] }
    }

    /// Returns a rectangle with points in the middles of its cells or, without cells, at whole coordinates.
    fn flat(width: f64, height: f64, has_cells: bool) -> Field {
        let (width, height) = (width.floor(), height.floor());
        let mut field = Field::new(Rectangle::to(DVec2::new(width, height)));
        let (middle, first_row) = if has_cells { (0.5, 1) } else { (0.0, 0) };
        let numbers = |length: f64| (0u32..).take_while(move |&n| f64::from(n) + middle <= length);
        let at = |x: f64, y: f64| DVec2::new(x + middle, y + middle);
        for y in numbers(height) {
            field.put(at(-1.0, y.into()), &(y + first_row).to_string());
        }
        for x in numbers(width) {
            let name = if has_cells { char::from(b'a' + x as u8).to_string() } else { x.to_string() };
            field.put(at(x.into(), -1.0), &name);
            for y in numbers(height) {
                field.put(at(x.into(), y.into()), ".");
            }
        }
        field
    }

    /// Writes a text about a place, as far as it lies on the field.
    fn put(&mut self, at: DVec2, text: &str) {
        let at = DVec2::new(at.x - self.extent.low.x, self.extent.high.y - at.y) * SCALE;
        let begin = (at.x.round() as usize).saturating_sub(text.chars().count().saturating_sub(1) / 2);
        let Some(row) = self.rows.get_mut(at.y.round() as usize) else { return };
        row.iter_mut().skip(begin).zip(text.chars()).for_each(|(place, c)| *place = c);
    }
}

/// Returns a picture of the present position without empty lines about it, or nothing if it cannot be drawn.
pub fn characters(game: &Game) -> String {
    let Ok(scene) = depict(game, game.plies().len(), Show::LastMove) else { return String::new() };
    let mut field = match &scene.ground {
        Ground::Plane { width, height } => Field::flat(*width, *height, false),
        Ground::Glued(board) => Field::flat(board.sheet.width, board.sheet.height, board.cells),
        Ground::Squares { files, ranks } => Field::flat(f64::from(*files), f64::from(*ranks), true),
        Ground::Round(board) => {
            let reach = board.cells.iter().map(|cell| cell.sector.outer).fold(0.0, f64::max);
            let mut field = Field::new(Rectangle::about(DVec2::ZERO, DVec2::splat(reach)));
            for cell in board.cells.iter().filter(|cell| cell.tint != Tint::Void) {
                let sector = cell.sector;
                let middle = DVec2::from_angle((sector.from + sector.to) / 2.0);
                field.put(middle * (sector.inner + sector.outer) / 2.0, ".");
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
        if !piece.state.is_gone() {
            field.put(piece.at, &letter.to_string());
        }
    }
    let lines = field.rows.iter().map(|row| row.iter().collect::<String>().trim_end().to_owned());
    lines.collect::<Vec<_>>().join("\n").trim_matches('\n').to_owned()
}
