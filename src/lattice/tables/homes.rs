//! The rebirth cells of captured pieces under Circe (`docs/rules/circe.md` 1).

use super::bits::{NOWHERE, PerCell, each};
use super::rules::PawnSets;
use crate::board::{ArrayPiece, Cell, Chart, Grid, MAX_CELLS};
use crate::chess::{Color, Kind, Role};

/// Rebirth cells by colour, by kind (pawns of the second direction last), by cell of capture.
pub(crate) type CirceHomes = [[PerCell<u8>; 7]; 2];

/// Returns Circe's rebirth cells.
pub(super) fn circe_homes(grid: &Grid, array: &[ArrayPiece], starts: &PawnSets) -> CirceHomes {
    let mut homes = [[[NOWHERE; MAX_CELLS]; 7]; 2];
    let pawn = Role::Pawn as usize;
    for &color in Color::ALL {
        let homes = &mut homes[color.index()];
        for capture in grid.cells() {
            for role in Role::PROMOTIONS {
                let home = officer_home(grid, array, color, role, capture);
                homes[role as usize][capture.index()] = home.map_or(NOWHERE, |home| home.0);
            }
            for way in 0..2 {
                let home = pawn_home(grid, &starts[color.index()], way, capture);
                homes[pawn + way][capture.index()] = home.map_or(NOWHERE, |home| home.0);
            }
        }
    }
    homes
}

/// Returns the cell on which a piece of its kind begins. If there are several, the colour of the cell of capture decides.
fn officer_home(grid: &Grid, array: &[ArrayPiece], color: Color, role: Role, capture: Cell) -> Option<Cell> {
    let begins = |piece: &&ArrayPiece| (piece.color, piece.kind) == (color, Kind::Known(role));
    let cells: Vec<Cell> = array.iter().filter(begins).map(|piece| piece.cell).collect();
    match cells[..] {
        [only] => Some(only),
        _ => cells.into_iter().find(|&cell| grid.is_light(cell) == grid.is_light(capture)),
    }
}

/// Returns the start cell of a pawn on the file, ring or diameter of its capture; `starts` are those of its side by direction.
fn pawn_home(grid: &Grid, starts: &[u128; 2], way: usize, capture: Cell) -> Option<Cell> {
    let begins = match grid.chart() {
        // A pawn that has crossed the centre is reborn on its own side of the centre.
        Chart::Disc => starts[0],
        Chart::Ring => starts[way],
        // On a flat board a pawn is reborn with the frame of its home.
        Chart::Flat(_) => starts[0] | starts[1],
    };
    let is_on_line = |start: &Cell| match grid.chart() {
        Chart::Ring => grid.row(*start) == grid.row(capture),
        Chart::Flat(_) | Chart::Disc => grid.file_and_rank(*start).0 == grid.file_and_rank(capture).0,
    };
    each(begins).map(|start| Cell(start as u8)).find(is_on_line)
}
