//! The path of a move between cells, as pictures draw it. In the board's coordinates the path is straight. So the picture of a
//! round board shows an arc (along a ring), a radius or diameter (along a file) or an Archimedean spiral (along a diagonal).

use super::chart::{CellStep, Chart, Coord};
use super::grid::{Cell, Grid};
use glam::DVec2;

/// The kind of curve of a path in the plane.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PathKind {
    /// A straight line: any step on the square, and a file of a round board.
    Line,
    /// Part of a circle round the centre.
    Arc,
    /// An Archimedean spiral: rho changes in proportion to theta.
    Spiral,
}

/// The path of equal steps from a cell.
///
/// ```
/// use continuum::board::{CellPath, CellStep, Grid, PathKind};
/// use continuum::variant::Names;
/// let ring = Grid::RING;
/// let e1 = ring.cell("e1", Names::Orthodox)?;
/// assert_eq!(CellPath::new(&ring, e1, CellStep::new(0, 1), 4).kind(), PathKind::Arc);
/// let diagonal = CellPath::new(&ring, e1, CellStep::new(1, 1), 3);
/// assert_eq!((diagonal.kind(), diagonal.count()), (PathKind::Spiral, 3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CellPath {
    chart: Chart,
    start: Coord,
    step: CellStep,
    count: u8,
}

impl CellPath {
    /// Returns the path of `count` steps from a cell's centre.
    pub fn new(grid: &Grid, from: Cell, step: CellStep, count: u8) -> CellPath {
        CellPath { chart: grid.chart(), start: grid.coord(from), step, count }
    }

    /// Returns the path of `count` steps that starts at the end of this path. On a disc rho keeps its sign there.
    pub fn then(self, step: CellStep, count: u8) -> CellPath {
        CellPath { start: self.coord(1.0), step, count, ..self }
    }

    /// Returns the repeated step.
    pub fn step(&self) -> CellStep {
        self.step
    }

    /// Returns the number of steps.
    pub fn count(&self) -> u8 {
        self.count
    }

    /// Returns the kind of curve.
    pub fn kind(&self) -> PathKind {
        match self.chart {
            Chart::Flat(_) => PathKind::Line,
            Chart::Ring | Chart::Disc if self.step.columns == 0 => PathKind::Line,
            Chart::Ring | Chart::Disc if self.step.rows == 0 => PathKind::Arc,
            Chart::Ring | Chart::Disc => PathKind::Spiral,
        }
    }

    /// Returns the coordinates at a share of the path: 0 at the start, 1 at the end. On a disc rho is signed.
    pub fn coord(&self, share: f64) -> Coord {
        self.chart.stepped(self.start, self.step, share * f64::from(self.count))
    }

    /// Returns the point of the plane at a share of the path.
    pub fn point(&self, share: f64) -> DVec2 {
        self.chart.plane(self.coord(share))
    }
}
