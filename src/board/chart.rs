//! The coordinates of a board: Cartesian on flat boards, polar on round boards, with signed rho on the disc
//! (`docs/rules/ring.md` 1, `docs/rules/disc.md` 1).

use super::sheet::{Sheet, SheetCell};
use crate::geom::functions;
use crate::variant::{Board, VariantSpec};
use glam::DVec2;
use std::f64::consts::{PI, TAU};

/// The distance from a cell's centre, in rows or columns, below which a point counts as the centre. A walk adds up at most a few
/// dozen steps, whose rounding errors stay far below this distance.
const CENTRE_TOLERANCE: f64 = 1e-6;

/// The system of coordinates in which every step of every piece is straight.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Chart {
    /// A sheet of unit cells; `u` is y, `v` is x.
    Flat(Sheet),
    /// Four rings of sixteen sectors round a hole; `u` is rho, `v` is theta.
    Ring,
    /// Four rings of eighteen sectors; rho is signed, so (-rho, theta) is the same place as (rho, theta + pi).
    Disc,
}

/// A point in a chart's coordinates.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Coord {
    /// The coordinate across the rows: y, or rho.
    pub u: f64,
    /// The coordinate across the columns: x, or theta in radians, counter-clockwise.
    pub v: f64,
}

/// A step of whole cells: (d rho, d theta) on a round board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CellStep {
    /// The number of ranks up, or of rings outward.
    pub rows: i8,
    /// The number of files to the right, or of sectors counter-clockwise.
    pub columns: i8,
}

impl CellStep {
    /// Returns a step of rows and columns.
    pub const fn new(rows: i8, columns: i8) -> CellStep {
        CellStep { rows, columns }
    }

    /// The eight steps of a king. Step `i + 4` is opposite to step `i`. In each half of the list the first step runs along a rank
    /// or ring, the second along a file, and the other two are diagonal.
    pub const KING: [CellStep; 8] = [
        CellStep::new(0, 1),
        CellStep::new(1, 0),
        CellStep::new(1, 1),
        CellStep::new(1, -1),
        CellStep::new(0, -1),
        CellStep::new(-1, 0),
        CellStep::new(-1, -1),
        CellStep::new(-1, 1),
    ];

    /// Whether the step changes both row and column.
    pub const fn is_diagonal(self) -> bool {
        self.rows != 0 && self.columns != 0
    }
}

impl Chart {
    /// Returns the chart of a variant's board. On the plane, only pictures and the names of directions use a round chart.
    pub fn of(spec: &VariantSpec) -> Chart {
        match spec.board {
            Board::Ring => Chart::Ring,
            Board::Disc => Chart::Disc,
            Board::Square
            | Board::Cylinder
            | Board::Mobius
            | Board::Torus
            | Board::Klein
            | Board::Spherical
            | Board::Pillow
            | Board::Projective => Chart::Flat(Sheet::of(spec)),
        }
    }

    /// The radius of the hole in the ring board, in cells. The rules do not fix this radius. At two cells the
    /// innermost cells are about as wide as they are deep.
    pub const RING_HOLE: f64 = 2.0;

    /// Returns the number of ranks or rings.
    pub const fn rows(self) -> usize {
        match self {
            Chart::Flat(flat) => flat.height as usize,
            Chart::Ring | Chart::Disc => 4,
        }
    }

    /// Returns the number of files or sectors.
    pub const fn columns(self) -> usize {
        match self {
            Chart::Flat(flat) => flat.width as usize,
            Chart::Ring => 16,
            Chart::Disc => 18,
        }
    }

    /// Returns rho0, the radius at which ring 0 begins, in cells; 0 on flat boards and on the disc.
    pub const fn inner_radius(self) -> f64 {
        match self {
            Chart::Ring => Chart::RING_HOLE,
            Chart::Flat(_) | Chart::Disc => 0.0,
        }
    }

    /// Returns theta at the middle of sector 0, in radians. These values put White's pieces in the south.
    pub fn theta0(self) -> f64 {
        match self {
            Chart::Flat(_) => 0.0,
            Chart::Ring => (-78.75_f64).to_radians(),
            Chart::Disc => (-160.0_f64).to_radians(),
        }
    }

    /// Returns the difference of `v` between neighbouring columns.
    pub fn column_width(self) -> f64 {
        match self {
            Chart::Flat(_) => 1.0,
            Chart::Ring | Chart::Disc => TAU / self.columns() as f64,
        }
    }

    /// Returns the centre of a cell.
    pub fn centre(self, row: usize, column: usize) -> Coord {
        let u = self.inner_radius() + row as f64 + 0.5;
        match self {
            Chart::Flat(_) => Coord { u, v: column as f64 + 0.5 },
            Chart::Ring | Chart::Disc => Coord { u, v: self.theta0() + column as f64 * self.column_width() },
        }
    }

    /// Returns the point that a step, repeated `times` times, reaches from a point. `times` may be fractional.
    pub fn stepped(self, from: Coord, step: CellStep, times: f64) -> Coord {
        Coord {
            u: from.u + times * f64::from(step.rows),
            v: from.v + times * f64::from(step.columns) * self.column_width(),
        }
    }

    /// Returns the row and column of the cell whose centre is at a point; `None` if no cell has its centre there.
    pub fn cell_at(self, point: Coord) -> Option<(usize, usize)> {
        let point = match self {
            Chart::Flat(flat) => {
                let SheetCell { row, column, .. } =
                    flat.cell(whole(point.u - 0.5)?, whole(point.v - 0.5)?)?;
                return Some((row, column));
            }
            Chart::Disc if point.u < 0.0 => Coord { u: -point.u, v: point.v + PI },
            Chart::Ring | Chart::Disc => point,
        };
        let row = whole(point.u - self.inner_radius() - 0.5)?;
        let column =
            whole((point.v - self.theta0()) / self.column_width())?.rem_euclid(self.columns() as i64);
        let row = usize::try_from(row).ok().filter(|&r| r < self.rows())?;
        let column = usize::try_from(column).ok().filter(|&c| c < self.columns())?;
        Some((row, column))
    }

    /// Returns the point of the picture at these coordinates. The innermost cells of the disc are too narrow for a piece. So
    /// all points of the disc are moved outward by the radius `hub`, and a path across the centre is stretched over the hub.
    pub fn drawn(self, point: Coord, hub: f64) -> DVec2 {
        let u = match self {
            Chart::Flat(_) | Chart::Ring => point.u,
            // Within the innermost cells' centres, half a cell from the centre of the disc, the path is stretched.
            Chart::Disc if point.u.abs() < 0.5 => point.u * (0.5 + hub) / 0.5,
            Chart::Disc => point.u + hub.copysign(point.u),
        };
        self.plane(Coord { u, ..point })
    }

    /// Returns the point of the plane with these coordinates. The origin is the lower left corner of a flat board, and the
    /// centre of a round board.
    pub fn plane(self, point: Coord) -> DVec2 {
        match self {
            Chart::Flat(_) => DVec2::new(point.v, point.u),
            Chart::Ring | Chart::Disc => point.u * functions::unit(point.v),
        }
    }
}

/// Returns the whole number nearest to a real one, if they agree up to [`CENTRE_TOLERANCE`].
fn whole(x: f64) -> Option<i64> {
    let nearest = x.round();
    ((x - nearest).abs() < CENTRE_TOLERANCE).then_some(nearest as i64)
}
