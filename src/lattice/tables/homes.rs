//! The rebirth cells of captured pieces under Circe (`docs/rules/circe.md` 1).

use super::bits::{NOWHERE, PerCell, each};
use super::rules::PawnSets;
use crate::board::{ArrayPiece, Cell, Chart, Grid, MAX_CELLS};
use crate::chess::{Color, Kind, Role};

/// Rebirth cells by colour, by kind (pawns of the second direction last), by cell of capture.
pub(crate) type CirceHomes = [[PerCell<u8>; 7]; 2];

/// Returns Circe's rebirth cells. A piece goes to a cell on which its kind begins. If there are several, the colour of the
/// cell of capture decides. A pawn goes to the start cell on the file, ring or diameter of the capture.
pub(super) fn circe_homes(grid: &Grid, array: &[ArrayPiece], starts: &PawnSets) -> CirceHomes {
    let mut homes = [[[NOWHERE; MAX_CELLS]; 7]; 2];
    for &color in Color::ALL {
        for capture in grid.cells() {
            for &role in Role::ALL.iter().filter(|&&r| r != Role::Pawn && r != Role::King) {
                let cells =
                    array.iter().filter(|p| p.color == color && p.kind == Kind::Known(role)).map(|p| p.cell);
                let cells: Vec<Cell> = cells.collect();
                let home = match cells[..] {
                    [only] => Some(only),
                    _ => cells.into_iter().find(|&c| grid.is_light(c) == grid.is_light(capture)),
                };
                if let Some(home) = home {
                    homes[color.index()][role as usize][capture.index()] = home.0;
                }
            }
            for way in 0..2 {
                let same_way = |start: &usize| match grid.chart() {
                    Chart::Ring => grid.row(Cell(*start as u8)) == grid.row(capture),
                    Chart::Flat(_) | Chart::Disc => {
                        grid.file_and_rank(Cell(*start as u8)).0 == grid.file_and_rank(capture).0
                    }
                };
                let begins = match grid.chart() {
                    // A pawn that has crossed the centre is reborn on its own side of the centre.
                    Chart::Disc => starts[color.index()][0],
                    Chart::Ring => starts[color.index()][way],
                    // On a flat board a pawn is reborn with the frame of its home.
                    Chart::Flat(_) => starts[color.index()][0] | starts[color.index()][1],
                };
                if let Some(home) = each(begins).find(same_way) {
                    homes[color.index()][Role::Pawn as usize + way][capture.index()] = home as u8;
                }
            }
        }
    }
    homes
}
