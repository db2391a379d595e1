//! The ground to draw.

use super::{Place, lattice};
use crate::board::{Cell, Chart, Coord, Grid};
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

/// How far the disc's cells are drawn from the middle, so that the innermost are wide enough to stand on:
/// the circle within is passed through and never occupied.
const DISC_HUB: f64 = 2.0;

/// A point of a board's coordinates as drawn.
pub fn shown(grid: &Grid, coord: Coord) -> Place {
    grid.chart().drawn(coord, DISC_HUB).to_array()
}

/// The piece of a ring that a cell is, on round boards.
pub fn sector(grid: &Grid, cell: Cell) -> Option<[f64; 4]> {
    let chart = grid.chart();
    let hub = match chart {
        Chart::Square => return None,
        Chart::Ring => 0.0,
        Chart::Disc => DISC_HUB,
    };
    let (middle, half) = (grid.coord(cell), chart.column_width() / 2.0);
    let u = middle.u + hub;
    Some([u - 0.5, u + 0.5, middle.v - half, middle.v + half])
}

/// The board of a position.
pub fn board(position: &Position) -> BoardView {
    match position {
        Position::Plane(p) => {
            let (width, height) = (p.rules().board.width(), p.rules().board.height());
            let line = |y: f64| [[0.0, y], [width, y]];
            BoardView {
                shape: "plane",
                min: [0.0, 0.0],
                max: [width, height],
                cells: Vec::new(),
                lines: vec![line(0.5), line(height - 0.5)],
                centre: 0.0,
            }
        }
        Position::Lattice(p) => {
            let chart = p.rules().grid().chart();
            let rows = chart.rows() as f64;
            let (shape, least, most, centre) = match chart {
                Chart::Square => ("squares", 0.0, rows, 0.0),
                Chart::Ring => ("round", -rows - Chart::RING_HOLE, rows + Chart::RING_HOLE, Chart::RING_HOLE),
                Chart::Disc => ("round", -rows - DISC_HUB, rows + DISC_HUB, DISC_HUB),
            };
            BoardView {
                shape,
                min: [least; 2],
                max: [most; 2],
                cells: lattice::cells(p),
                lines: Vec::new(),
                centre,
            }
        }
    }
}
