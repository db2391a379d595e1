//! The rebirth cells of captured pieces under Circe (`docs/rules/circe.md` 1).

use super::bits::{NOWHERE, PerCell, cells_in};
use super::rules::PawnSets;
use crate::board::{ArrayPiece, Cell, Chart, Grid, MAX_CELLS};
use crate::chess::{Color, Kind, Role};

/// Circe's rebirth cells by colour, by role, by cell of capture. Pawns of the second way have the row after the last role.
pub(crate) type CirceHomes = [[PerCell<u8>; 7]; 2];

/// Returns Circe's rebirth cells of a board with an initial array.
pub(super) fn circe_homes(grid: &Grid, array: &[ArrayPiece], starts: &PawnSets) -> CirceHomes {
    let mut homes = [[[NOWHERE; MAX_CELLS]; 7]; 2];
    let pawn = Role::Pawn as usize;
    for &color in Color::ALL {
        let homes_of_side = &mut homes[color.index()];
        for capture in grid.cells() {
            for role in Role::PROMOTIONS {
                let home = officer_home(grid, array, color, role, capture);
                homes_of_side[role as usize][capture.index()] = home.map_or(NOWHERE, |home| home.0);
            }
            for way in 0..2 {
                let home = pawn_home(grid, &starts[color.index()], way, capture);
                homes_of_side[pawn + way][capture.index()] = home.map_or(NOWHERE, |home| home.0);
            }
        }
    }
    homes
}

/// Returns the start cell of an officer of this side and role. Of several start cells, the one with the colour of the cell of
/// capture counts.
fn officer_home(grid: &Grid, array: &[ArrayPiece], color: Color, role: Role, capture: Cell) -> Option<Cell> {
    let fits = |piece: &&ArrayPiece| piece.color == color && piece.kind == Kind::Known(role);
    let starts: Vec<Cell> = array.iter().filter(fits).map(|piece| piece.cell).collect();
    match starts[..] {
        [start] => Some(start),
        _ => starts.into_iter().find(|&cell| grid.is_light(cell) == grid.is_light(capture)),
    }
}

/// Returns the start cell of a pawn on the file, ring or diameter of its capture. `starts` are the start cells of its side, by
/// way.
fn pawn_home(grid: &Grid, starts: &[u128; 2], way: usize, capture: Cell) -> Option<Cell> {
    let possible_starts = match grid.chart() {
        // A pawn that has crossed the centre is reborn on its own side of the centre.
        Chart::Disc => starts[0],
        Chart::Ring => starts[way],
        // A pawn of a flat board is reborn with the frame of its home.
        Chart::Flat(_) => starts[0] | starts[1],
    };
    let is_on_line = |start: &Cell| match grid.chart() {
        Chart::Ring => grid.row(*start) == grid.row(capture),
        Chart::Flat(_) | Chart::Disc => grid.file(*start) == grid.file(capture),
    };
    cells_in(possible_starts).find(is_on_line)
}
