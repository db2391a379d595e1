//! The reach along a ring that closes.

use crate::board::{Cell, Grid};

/// The ring of a cell, laid out three times in a row, with the cell in the middle and at both ends. The nearest pieces are
/// the highest bit below the middle and the lowest bit above it. The copies of the cell at both ends stop every walk.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Circle {
    /// The index of the ring's first cell. It is bit 0 of the other fields.
    first: u32,
    /// The cell itself and the ring's voids, at which every walk stops.
    stops: u64,
    /// The other cells of the ring.
    cells: u64,
    /// In the three copies of the ring: the bits from the first copy of the cell to just below its middle copy.
    below: u64,
    /// The bits from just above the middle copy of the cell to its last copy.
    above: u64,
}

impl Circle {
    /// Returns the ring of a cell on a round board, or its rank if left and right are glued.
    pub fn new(grid: &Grid, cell: Cell) -> Circle {
        let (columns, row) = (grid.chart().columns(), grid.row(cell));
        let mut cells = 0;
        for column in (0..columns).filter(|&column| !grid.is_void(grid.place(row, column))) {
            cells |= 1 << column;
        }
        let (whole, middle) = ((1 << columns) - 1, 1 << grid.column(cell));
        let below = whole << grid.column(cell);
        Circle {
            first: u32::from(grid.place(row, 0).0),
            stops: whole & !cells | middle,
            cells: cells & !middle,
            below,
            above: below << columns << 1,
        }
    }

    /// Returns the cells reached both ways round a ring of `columns` cells, with the `occupied` cells as blockers. Twice the lowest
    /// blocker above minus the highest blocker below is the set of all bits between them (the "obstruction difference").
    #[inline(always)]
    pub fn reach(&self, columns: usize, occupied: u128) -> u128 {
        let whole = (1u64 << columns) - 1;
        let blockers = (occupied >> (self.first & 63)) as u64 & whole | self.stops;
        let copies = blockers * (1 | 1 << columns | 1 << (2 * columns));
        let nearest_below = 1 << (63 - (copies & self.below | 1).leading_zeros());
        let above = copies & self.above;
        let nearest_above = above & above.wrapping_neg();
        let between = nearest_above.wrapping_mul(2).wrapping_sub(nearest_below);
        let folded = between | between >> columns | between >> (2 * columns);
        u128::from(folded & self.cells) << (self.first & 63)
    }
}
