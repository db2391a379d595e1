//! The steps of pawns, each made by all pawns of a set at once.

use super::sliders::Topology;
use crate::board::{CellStep, Grid, PawnSteps};

/// The steps of the pawns of one way.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct PawnStrides {
    pub push: Stride,
    pub takes: [Stride; 2],
    /// The cells from which at least one of the steps has to be made singly.
    pub irregular: u128,
}

/// One step from all cells at once. From most cells the step adds the same number to the index of the cell. Where it crosses a
/// seam, or goes from the last sector to the first, it adds a second number instead. Steps from different cells end on different
/// cells.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Stride {
    usual: Shift,
    /// The steps that add the second number.
    across: Shift,
    /// The cells from which the step adds a third number, or that were left out.
    irregular: u128,
}

/// The steps that add one number to the indices of cells.
#[derive(Debug, Clone, Copy, Default)]
struct Shift {
    /// The cells from which these steps are made.
    from: u128,
    /// The number that the steps add.
    by: i32,
}

impl Shift {
    /// Returns the cells to which the pieces of a set go by these steps.
    #[inline(always)]
    fn ends<R: Topology>(self, pieces: u128) -> u128 {
        R::rotated(pieces & self.from, self.by)
    }
}

impl Stride {
    /// Returns the cells to which the pieces of a set go.
    #[inline(always)]
    pub fn ends<R: Topology>(&self, pieces: u128) -> u128 {
        let ends = self.usual.ends::<R>(pieces);
        if R::CLOSES { ends | self.across.ends::<R>(pieces) } else { ends }
    }

    /// Returns the cells to which the pawns of a set go, if this is the step without a capture.
    #[inline(always)]
    pub fn ahead<R: Topology>(&self, pawns: u128) -> u128 {
        if R::PUSHES_CLOSE { self.ends::<R>(pawns) } else { self.usual.ends::<R>(pawns) }
    }

    /// Returns a step as a stride from all cells except `left_out`.
    fn compile(grid: &Grid, step: CellStep, left_out: u128) -> Stride {
        let mut stride = Stride { irregular: left_out, ..Stride::default() };
        for from in grid.cells().filter(|from| left_out & from.bit() == 0) {
            let Some(to) = grid.neighbour(from, step) else { continue };
            let by = i32::from(to.0) - i32::from(from.0);
            let mut shifts = [&mut stride.usual, &mut stride.across].into_iter();
            match shifts.find(|shift| shift.from == 0 || shift.by == by) {
                Some(shift) => *shift = Shift { from: shift.from | from.bit(), by },
                None => stride.irregular |= from.bit(),
            }
        }
        stride
    }
}

impl PawnStrides {
    /// Returns the steps of pawns as strides from all cells except `left_out`.
    pub fn compile(grid: &Grid, steps: PawnSteps, left_out: u128) -> PawnStrides {
        let push = Stride::compile(grid, steps.push, left_out);
        let takes = steps.takes.map(|step| Stride::compile(grid, step, left_out));
        let irregular = push.irregular | takes[0].irregular | takes[1].irregular;
        PawnStrides { push, takes, irregular }
    }
}
