//! Steps of many pieces at once.

use super::sliders::Topology;
use crate::board::{CellStep, Grid, PawnSteps};

/// The steps of pawns of one direction, each made by all of them at once.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct PawnStrides {
    pub push: Stride,
    pub takes: [Stride; 2],
    /// The cells from which one of the steps is none of these.
    pub irregular: u128,
}

/// One step from all cells at once. The step adds a number to the index of every cell. Where the step crosses a seam or goes from
/// the last sector to the first, it adds another number instead. No two pieces end on one cell.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Stride {
    near: Shift,
    /// The steps that add the other number.
    round: Shift,
    /// The cells from which the step is neither of these, or that were left out.
    irregular: u128,
}

/// The steps that add one number to the indices of cells.
#[derive(Debug, Clone, Copy, Default)]
struct Shift {
    /// The cells from which these steps are made.
    from: u128,
    /// The number.
    by: i32,
}

impl Shift {
    #[inline(always)]
    fn ends<R: Topology>(self, pieces: u128) -> u128 {
        R::rotated(pieces & self.from, self.by)
    }
}

impl Stride {
    /// Returns the cells to which the pieces of a set go.
    #[inline(always)]
    pub fn ends<R: Topology>(&self, pieces: u128) -> u128 {
        let ends = self.near.ends::<R>(pieces);
        if R::CLOSES { ends | self.round.ends::<R>(pieces) } else { ends }
    }

    /// Returns the cells to which pawns of a set go without a capture.
    #[inline(always)]
    pub fn ahead<R: Topology>(&self, pawns: u128) -> u128 {
        if R::PUSHES_CLOSE { self.ends::<R>(pawns) } else { self.near.ends::<R>(pawns) }
    }

    /// Returns a step from all cells except `left_out`.
    fn compile(grid: &Grid, step: CellStep, left_out: u128) -> Stride {
        let mut stride = Stride { irregular: left_out, ..Stride::default() };
        for from in grid.cells().filter(|from| left_out & from.bit() == 0) {
            let Some(to) = grid.neighbour(from, step) else { continue };
            let by = i32::from(to.0) - i32::from(from.0);
            let mut shifts = [&mut stride.near, &mut stride.round].into_iter();
            match shifts.find(|shift| shift.from == 0 || shift.by == by) {
                Some(shift) => *shift = Shift { from: shift.from | from.bit(), by },
                None => stride.irregular |= from.bit(),
            }
        }
        stride
    }
}

impl PawnStrides {
    /// Returns the steps of a direction from all cells except `left_out`.
    pub fn compile(grid: &Grid, way: PawnSteps, left_out: u128) -> PawnStrides {
        let push = Stride::compile(grid, way.push, left_out);
        let takes = way.takes.map(|step| Stride::compile(grid, step, left_out));
        let irregular = push.irregular | takes[0].irregular | takes[1].irregular;
        PawnStrides { push, takes, irregular }
    }
}
