//! The zones of pawns and the castlings of a board: where pawns begin, which way they go, and where they promote.

use super::array::ArrayPiece;
use super::chart::{CellStep, Chart};
use super::grid::{Cell, Grid};
use crate::chess::{Color, Kind, Role};
use crate::geom::Flips;

/// The steps of the pawns that go one of the two ways.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PawnSteps {
    /// The step without capture.
    pub push: CellStep,
    /// The two steps with capture.
    pub takes: [CellStep; 2],
}

/// Returns the steps of way 0 and way 1: on flat boards up and down; on the ring counter-clockwise and clockwise; on the disc
/// inward and outward. A pawn on the disc has way 0 until it crosses the centre, and way 1 from there on
/// (`docs/rules/disc.md` 2.1).
pub fn pawn_steps(chart: Chart) -> [PawnSteps; 2] {
    let by_rows =
        |d| PawnSteps { push: CellStep::new(d, 0), takes: [CellStep::new(d, 1), CellStep::new(d, -1)] };
    let by_columns =
        |d| PawnSteps { push: CellStep::new(0, d), takes: [CellStep::new(1, d), CellStep::new(-1, d)] };
    match chart {
        Chart::Flat(_) => [by_rows(1), by_rows(-1)],
        Chart::Ring => [by_columns(1), by_columns(-1)],
        Chart::Disc => [by_rows(-1), by_rows(1)],
    }
}

/// Returns the way of a pawn. On a flat board its side determines the way, and a frame that reverses ranks reverses the way. On
/// ring and disc it is the way of the pawn that the usual array has on the cell; `None` on other cells.
pub fn usual_way(grid: &Grid, color: Color, flips: Flips, cell: Cell) -> Option<usize> {
    let (row, column) = (grid.row(cell), grid.column(cell));
    match grid.chart() {
        Chart::Flat(_) => Some(way_of(color, flips)),
        Chart::Ring => (0..2).find(|&way| column == ring_start_column(color, way)),
        Chart::Disc => {
            let columns = if color == Color::White { 0..8 } else { 9..17 };
            (row == 2 && columns.contains(&column)).then_some(0)
        }
    }
}

/// Returns the way of a pawn on a flat board: up for White and down for Black. With ranks reversed it is the opposite.
pub fn way_of(color: Color, flips: Flips) -> usize {
    color.index() ^ usize::from(flips.y)
}

/// Returns the column on which ring pawns of a colour and way begin. White's pieces stand on columns 0 and 15, and Black's on 7
/// and 8. Pawns begin one column beside them, on the side to which their way leads.
fn ring_start_column(color: Color, way: usize) -> usize {
    match (color, way) {
        (Color::White, 0) => 1,
        (Color::White, _) => 14,
        (Color::Black, 0) => 9,
        (Color::Black, _) => 6,
    }
}

/// The number of columns from the start of a ring pawn to the first column of enemy pieces on its way.
const COLUMNS_TO_PROMOTION: i8 = 6;

/// Whether a pawn of this colour and way promotes on the cell.
///
/// Pawns promote on a flat board on the last rank before the wall ahead, or on the promotion line if no wall is ahead; on the ring
/// on the first column of enemy pieces; and on the disc on the outermost ring of either side (`docs/rules/cells.md` 3,
/// `docs/rules/reynolds.md` 2).
///
/// `line` is the row of White's promotion line, and Black's line is its mirror image; `None` if pawns never promote on a board
/// without a wall ahead.
pub fn promotes(grid: &Grid, line: Option<usize>, color: Color, way: usize, cell: Cell) -> bool {
    let (row, column) = (grid.row(cell), grid.column(cell));
    match grid.chart() {
        Chart::Flat(flat) => {
            let top = flat.height as usize - 1;
            if !flat.ends.is_glued() {
                return row == if way == 0 { top } else { 0 };
            }
            line.is_some_and(|line| match color {
                Color::White => row == line,
                Color::Black => row == top - line,
            })
        }
        Chart::Ring => {
            let PawnSteps { push, .. } = pawn_steps(Chart::Ring)[way];
            let columns_on = isize::from(push.columns * COLUMNS_TO_PROMOTION);
            let target = ring_start_column(color, way).wrapping_add_signed(columns_on);
            column == target % Chart::Ring.columns()
        }
        Chart::Disc => row + 1 == Chart::Disc.rows(),
    }
}

/// Returns the cells of a walk along a rank or a radius. On a flat board they end before the first seam, where the next cell is not
/// in the next column.
fn before_seam(grid: &Grid, from: Cell, step: CellStep) -> Vec<Cell> {
    let mut ray = grid.walk(from, step);
    if grid.sheet().is_some() {
        let expected = (1..).map(|n| grid.column(from) as i64 + n * i64::from(step.columns));
        let seam = ray.iter().zip(expected).position(|(&cell, column)| grid.column(cell) as i64 != column);
        ray.truncate(seam.unwrap_or(ray.len()));
    }
    ray
}

/// One castling: the cells of king and rook, and the conditions.
#[derive(Debug, Clone, Copy)]
pub struct Castle {
    /// The cell on which the king starts.
    pub king: Cell,
    /// The king's destination: two cells towards the rook.
    pub king_to: Cell,
    /// The cell on which the rook starts.
    pub rook: Cell,
    /// The rook's destination: the cell that the king passed.
    pub rook_to: Cell,
    /// The set of cells between king and rook, which must be empty.
    pub between: u128,
    /// The set of cells besides the king's own that no enemy may attack: the two on which the king steps; on the disc all
    /// cells between.
    pub safe: u128,
}

impl Castle {
    /// Returns the castling of a king and a rook. `between` has the cells between them, at least two, in the order from the king.
    fn new(chart: Chart, king: Cell, rook: Cell, between: &[Cell]) -> Castle {
        let safe = match chart {
            Chart::Flat(_) | Chart::Ring => &between[..2],
            Chart::Disc => between,
        };
        let set_of = |cells: &[Cell]| cells.iter().fold(0, |set, cell| set | cell.bit());
        let (king_to, rook_to) = (between[1], between[0]);
        Castle { king, king_to, rook, rook_to, between: set_of(between), safe: set_of(safe) }
    }

    /// Returns the start cells of king and rook as a set.
    pub const fn starts(&self) -> u128 {
        self.king.bit() | self.rook.bit()
    }
}

/// Returns the castlings of one side in an array: the king's with the nearest rook of its side in each direction, if it is at
/// least three cells away. A castling is left out if an enemy stands between them in the array; pieces of the same side do not exclude it.
///
/// Castlings go along the rank, on the ring along the radius. On flat boards they cross no seam (`docs/rules/cells.md` 3,
/// `docs/rules/disc.md` 2.2, `docs/rules/ring64.md` 2).
pub fn castles(grid: &Grid, array: &[ArrayPiece], color: Color) -> Vec<Castle> {
    let has_own = |cell: Cell, role: Role| {
        array.iter().any(|piece| (piece.cell, piece.kind, piece.color) == (cell, Kind::Known(role), color))
    };
    let has_enemy = |cell: &Cell| array.iter().any(|piece| piece.cell == *cell && piece.color != color);
    let leads_to_rook = |step: &CellStep| match grid.chart() {
        Chart::Ring => step.columns == 0,
        Chart::Flat(_) | Chart::Disc => step.rows == 0,
    };
    let mut castles = Vec::new();
    for king in grid.cells().filter(|&cell| has_own(cell, Role::King)) {
        for step in CellStep::KING.into_iter().filter(leads_to_rook) {
            let ray = before_seam(grid, king, step);
            let Some(distance) = ray.iter().position(|&cell| has_own(cell, Role::Rook)) else { continue };
            let between = &ray[..distance];
            if between.len() >= 2 && !between.iter().any(has_enemy) {
                castles.push(Castle::new(grid.chart(), king, ray[distance], between));
            }
        }
    }
    castles
}
