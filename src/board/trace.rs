//! The path of a move in the plane. It is a straight run in the board's coordinates. On round boards that is an arc
//! (along a ring), a radius or diameter (along a file) or an Archimedean spiral (a diagonal).

use super::chart::{Chart, Coord, Step};
use super::grid::{Cell, Grid};
use glam::DVec2;

/// What curve a path is in the plane.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PathKind {
    /// A straight line: any step on the square, and a file of a round board.
    Line,
    /// Part of a circle round the centre.
    Arc,
    /// rho grows or shrinks in proportion to theta.
    Spiral,
}

/// A number of equal steps from a cell.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Trace {
    chart: Chart,
    start: Coord,
    step: Step,
    count: u8,
}

impl Trace {
    /// The path of `count` steps from a cell's centre.
    pub fn new(grid: &Grid, from: Cell, step: Step, count: u8) -> Trace {
        Trace { chart: grid.chart(), start: grid.coord(from), step, count }
    }

    /// The path that goes on where this one ends, without coming back to unsigned rho.
    pub fn then(self, step: Step, count: u8) -> Trace {
        Trace { start: self.coord(1.0), step, count, ..self }
    }

    /// The step that is repeated.
    pub fn step(&self) -> Step {
        self.step
    }

    /// How often it is.
    pub fn count(&self) -> u8 {
        self.count
    }

    /// What curve this is.
    pub fn kind(&self) -> PathKind {
        match self.chart {
            Chart::Flat(_) => PathKind::Line,
            Chart::Ring | Chart::Disc if self.step.columns == 0 => PathKind::Line,
            Chart::Ring | Chart::Disc if self.step.rows == 0 => PathKind::Arc,
            Chart::Ring | Chart::Disc => PathKind::Spiral,
        }
    }

    /// The coordinates at a share of the way, 0 at the start, 1 at the end. On a disc rho is signed.
    pub fn coord(&self, share: f64) -> Coord {
        self.chart.stepped(self.start, self.step, share * f64::from(self.count))
    }

    /// The point of the plane at a share of the way.
    pub fn point(&self, share: f64) -> DVec2 {
        self.chart.plane(self.coord(share))
    }

    /// Points of the plane from start to end, `per_step` segments a step (at least one).
    pub fn polyline(&self, per_step: usize) -> Vec<DVec2> {
        let segments = (usize::from(self.count) * per_step.max(1)).max(1);
        (0..=segments).map(|i| self.point(i as f64 / segments as f64)).collect()
    }
}
