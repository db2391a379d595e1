//! The cells of a board: their number and colours, and the steps from one to another.

use super::chart::{CellStep, Chart, Coord};
use super::sheet::Sheet;
use crate::geom::Flips;
use crate::variant::{MAX_CELLS, VariantSpec};
use glam::DVec2;

/// A step that is made several times in a row.
#[derive(Debug, Clone, Copy)]
pub struct RepeatedStep {
    /// The step.
    pub step: CellStep,
    /// The number of times that the step is made.
    pub times: u8,
}

impl CellStep {
    /// Returns this step with its number of repetitions.
    pub const fn repeated(self, times: u8) -> RepeatedStep {
        RepeatedStep { step: self, times }
    }
}

/// The steps of a knight that makes the long part of its move first: two cells along a rank or file, and one cell across.
pub(crate) const KNIGHT_STEPS: [[RepeatedStep; 2]; 8] = [
    [CellStep::new(0, 1).repeated(2), CellStep::new(1, 0).repeated(1)],
    [CellStep::new(0, 1).repeated(2), CellStep::new(-1, 0).repeated(1)],
    [CellStep::new(0, -1).repeated(2), CellStep::new(1, 0).repeated(1)],
    [CellStep::new(0, -1).repeated(2), CellStep::new(-1, 0).repeated(1)],
    [CellStep::new(1, 0).repeated(2), CellStep::new(0, 1).repeated(1)],
    [CellStep::new(1, 0).repeated(2), CellStep::new(0, -1).repeated(1)],
    [CellStep::new(-1, 0).repeated(2), CellStep::new(0, 1).repeated(1)],
    [CellStep::new(-1, 0).repeated(2), CellStep::new(0, -1).repeated(1)],
];

/// The two sectors of a disc that make up its side diameter.
const SIDE_SECTORS: [usize; 2] = [8, 17];

/// A cell by its index: row times columns plus column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell(pub(crate) u8);

impl Cell {
    /// Returns the index, below 128.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the set of this cell alone, as a bitboard.
    pub const fn bit(self) -> u128 {
        1 << self.0
    }
}

/// A board of cells.
///
/// ```
/// use continuum::board::{CellStep, Grid};
/// use continuum::variant::Names;
/// let ring = Grid::RING;
/// let e1 = ring.cell("e1", Names::Orthodox)?;
/// assert_eq!(ring.walk(e1, CellStep::new(0, 1)).len(), 15, "a ring of sixteen cells closes");
/// assert_eq!(ring.neighbour(e1, CellStep::new(-1, 0)), None, "inside lies the hole");
/// assert_eq!(Grid::DISC70.cells().count(), 70);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Grid {
    chart: Chart,
    /// The number of outermost rings whose two side sectors are void.
    void_rings: usize,
}

impl Grid {
    /// The 8 x 8 board.
    pub const SQUARE: Grid = Grid { chart: Chart::Flat(Sheet::SQUARE), void_rings: 0 };
    /// The ring of 64 cells.
    pub const RING: Grid = Grid { chart: Chart::Ring, void_rings: 0 };
    /// The disc of 70 cells.
    pub const DISC70: Grid = Grid { chart: Chart::Disc, void_rings: 1 };
    /// The disc of 68 cells.
    pub const DISC68: Grid = Grid { chart: Chart::Disc, void_rings: 2 };
    /// The disc of 66 cells.
    pub const DISC66: Grid = Grid { chart: Chart::Disc, void_rings: 3 };

    /// Returns the board of a variant.
    pub fn of(spec: &VariantSpec) -> Grid {
        match Chart::of(spec) {
            chart @ Chart::Flat(_) => Grid { chart, void_rings: 0 },
            Chart::Ring => Grid::RING,
            Chart::Disc => match spec.disc_cells {
                66 => Grid::DISC66,
                68 => Grid::DISC68,
                _ => Grid::DISC70,
            },
        }
    }

    /// Returns the system of coordinates.
    pub fn chart(&self) -> Chart {
        self.chart
    }

    /// Returns the sheet of a flat board, with or without seams; `None` for ring and disc.
    pub fn sheet(&self) -> Option<Sheet> {
        match self.chart {
            Chart::Flat(flat) => Some(flat),
            Chart::Ring | Chart::Disc => None,
        }
    }

    /// Returns which coordinates the seams reverse on the way from a cell to the place `rows` rows and `columns` columns away.
    pub fn flips(&self, from: Cell, rows: i64, columns: i64) -> Flips {
        let (row, column) = (self.row(from) as i64 + rows, self.column(from) as i64 + columns);
        let target = self.sheet().and_then(|sheet| sheet.cell(row, column));
        target.map_or(Flips::NONE, |cell| cell.flips)
    }

    /// Returns the cell of a row and column, void or not.
    pub fn place(&self, row: usize, column: usize) -> Cell {
        Cell((row * self.chart.columns() + column) as u8)
    }

    /// Returns the rank or ring, from 0.
    pub fn row(&self, cell: Cell) -> usize {
        cell.index() / self.chart.columns()
    }

    /// Returns the file or sector, from 0.
    pub fn column(&self, cell: Cell) -> usize {
        cell.index() % self.chart.columns()
    }

    /// Whether a cell is void, so nothing may stand on it or pass it. Voids lie on the side diameter of the disc, from the rim
    /// inward.
    pub fn is_void(&self, cell: Cell) -> bool {
        let is_on_side_diameter = SIDE_SECTORS.contains(&self.column(cell));
        let first_void_row = self.chart.rows() - self.void_rings;
        self.chart == Chart::Disc && is_on_side_diameter && self.row(cell) >= first_void_row
    }

    /// Returns every cell on which pieces may stand, in the order of indices.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        self.places().filter(|&cell| !self.is_void(cell))
    }

    /// Returns every place, voids included, in the order of indices.
    pub fn places(&self) -> impl Iterator<Item = Cell> + use<> {
        (0..self.chart.rows() * self.chart.columns()).map(|n| Cell(n as u8))
    }

    /// Whether the cell is light. On round boards, too, file and rank determine the colour.
    pub fn is_light(&self, cell: Cell) -> bool {
        (self.file(cell) + self.rank(cell)).is_multiple_of(2)
    }

    /// Returns the centre of a cell in the board's coordinates.
    pub fn coord(&self, cell: Cell) -> Coord {
        self.chart.centre(self.row(cell), self.column(cell))
    }

    /// Returns the centre of a cell in the plane.
    pub fn point(&self, cell: Cell) -> DVec2 {
        self.chart.plane(self.coord(cell))
    }

    /// Returns the place whose centre has these coordinates, void or not.
    pub fn place_at(&self, coord: Coord) -> Option<Cell> {
        self.chart.cell_at(coord).map(|(row, column)| self.place(row, column))
    }

    /// Returns the cell whose centre has these coordinates.
    pub fn cell_at(&self, coord: Coord) -> Option<Cell> {
        self.place_at(coord).filter(|&cell| !self.is_void(cell))
    }

    fn one_step(&self, from: Coord, step: CellStep) -> Coord {
        self.chart.stepped(from, step, 1.0)
    }

    /// Returns the cell one step away.
    pub fn neighbour(&self, from: Cell, step: CellStep) -> Option<Cell> {
        self.cell_at(self.one_step(self.coord(from), step))
    }

    /// Returns the cells that a repeated step reaches, in order, up to the edge, a void or the start, which is left out.
    pub fn walk(&self, from: Cell, step: CellStep) -> Vec<Cell> {
        self.walk_while(from, step, |cell| !self.is_void(cell))
    }

    /// Returns the cells and voids that a repeated step reaches, in order, up to the edge or the start, which is left out.
    pub fn walk_over_voids(&self, from: Cell, step: CellStep) -> Vec<Cell> {
        self.walk_while(from, step, |_| true)
    }

    fn walk_while(&self, from: Cell, step: CellStep, may_enter: impl Fn(Cell) -> bool) -> Vec<Cell> {
        let mut cells = Vec::new();
        let mut at = self.coord(from);
        // A path passes over each cell at most four times before it returns to its start, so the bound is never reached.
        for _ in 0..4 * MAX_CELLS {
            at = self.one_step(at, step);
            match self.place_at(at) {
                Some(cell) if cell != from && may_enter(cell) => cells.push(cell),
                Some(_) | None => break,
            }
        }
        cells
    }

    /// Returns the cell that a sequence of steps reaches; `None` if it meets the edge or a void.
    pub fn leap(&self, from: Cell, steps: &[RepeatedStep]) -> Option<Cell> {
        let mut at = self.coord(from);
        let mut reached = from;
        for &RepeatedStep { step, times } in steps {
            for _ in 0..times {
                at = self.one_step(at, step);
                reached = self.cell_at(at)?;
            }
        }
        Some(reached)
    }

    /// Returns the file, from 0. The ring is an 8 x 8 board that is bent: each cell keeps its file and rank of the flat board. On a
    /// disc a file is a diameter, and ranks count from rim to rim.
    pub fn file(&self, cell: Cell) -> usize {
        let (row, column) = (self.row(cell), self.column(cell));
        match self.chart {
            Chart::Ring if column < 8 => 4 + row,
            Chart::Ring => 3 - row,
            Chart::Disc if column >= 9 => column - 9,
            Chart::Flat(_) | Chart::Disc => column,
        }
    }

    /// Returns the rank, from 1, by the same rule as the file.
    pub fn rank(&self, cell: Cell) -> usize {
        let (row, column) = (self.row(cell), self.column(cell));
        match self.chart {
            Chart::Flat(_) => row + 1,
            Chart::Ring if column < 8 => column + 1,
            Chart::Ring => 16 - column,
            Chart::Disc if column < 9 => 4 - row,
            Chart::Disc => row + 5,
        }
    }

    /// Returns the place with a file (from 0) and a rank (from 1), void or not.
    pub fn at_file_and_rank(&self, file: usize, rank: usize) -> Option<Cell> {
        self.places().find(|&cell| self.file(cell) == file && self.rank(cell) == rank)
    }
}
