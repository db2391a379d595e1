//! The ground to draw.

use super::Place;
use crate::game::Position;
use serde::Serialize;

/// A board.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct BoardView {
    /// `plane`, `squares` or `round`.
    pub shape: &'static str,
    /// The least coordinates.
    pub min: Place,
    /// The greatest.
    pub max: Place,
    /// The cells, if it has cells.
    pub cells: Vec<CellView>,
    /// Lines to draw across it, such as where pawns promote.
    pub lines: Vec<[Place; 2]>,
    /// The radius of the circle at the middle that is passed through; 0 for none.
    pub centre: f64,
}

/// A cell: a square, or a piece of a ring.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CellView {
    /// Its name.
    pub name: String,
    /// Its middle.
    pub at: Place,
    /// `light`, `dark` or `void`.
    pub tint: &'static str,
    /// Radii and angles (radians, counter-clockwise from east) `[inner, outer, from, to]` of a piece of a
    /// ring; none for a unit square.
    pub sector: Option<[f64; 4]>,
}

/// The board of a position.
pub fn board(position: &Position) -> BoardView {
    match position {
        Position::Plane(p) => {
            let size = p.rules().size;
            let line = |y: f64| [[0.0, y], [size, y]];
            BoardView {
                shape: "plane",
                min: [0.0, 0.0],
                max: [size, size],
                cells: Vec::new(),
                lines: vec![line(0.5), line(size - 0.5)],
                centre: 0.0,
            }
        }
    }
}
