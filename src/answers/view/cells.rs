//! The cells of lattice boards in the form that the page gets.

use super::types::{CellView, Xy};
use crate::board::{Cell, Chart, Coord, Grid};
use crate::lattice::LatticeRules;

/// The radius of the hub about which the disc's cells are drawn, so the innermost have room for a piece.
pub const DISC_HUB: f64 = 2.0;

/// Returns the drawn place of a point of a board's coordinates.
pub fn shown(grid: &Grid, coord: Coord) -> Xy {
    grid.chart().drawn(coord, DISC_HUB).to_array()
}

/// Returns the annular sector of a cell, on round boards.
fn sector(grid: &Grid, cell: Cell) -> Option<[f64; 4]> {
    let chart = grid.chart();
    let hub = match chart {
        Chart::Flat(_) => return None,
        Chart::Ring => 0.0,
        Chart::Disc => DISC_HUB,
    };
    let (middle, half) = (grid.coord(cell), chart.column_width() / 2.0);
    let u = middle.u + hub;
    Some([u - 0.5, u + 0.5, middle.v - half, middle.v + half])
}

/// Returns every cell of a board, in the order of [`Cell::index`].
pub fn cells(rules: &LatticeRules) -> Vec<CellView> {
    let grid = rules.grid();
    let view = |cell: Cell| CellView {
        name: if grid.is_void(cell) { String::new() } else { rules.name(cell) },
        at: shown(grid, grid.coord(cell)),
        tint: match (grid.is_void(cell), grid.is_light(cell)) {
            (true, _) => "void",
            (false, true) => "light",
            (false, false) => "dark",
        },
        sector: sector(grid, cell),
    };
    grid.places().map(view).collect()
}
