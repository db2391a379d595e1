//! Steps of many pieces at once.

use super::sliders::Topology;
use crate::board::{CellStep, Grid, PawnWay};

/// The steps of pawns of one direction, each made by all of them at once.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct PawnStrides {
    pub push: Stride,
    pub takes: [Stride; 2],
}

/// One step from all cells at once. The step adds a number to the index of every cell. Where the step crosses a seam or goes from
/// the last sector to the first, it adds another number instead. No two pieces end on one cell.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Stride {
    near: Shift,
    /// The steps that add the other number.
    round: Shift,
}

/// The steps that add one number to the indices of cells.
#[derive(Debug, Clone, Copy, Default)]
struct Shift {
    /// The cells from which these steps are made.
    from: u128,
    /// The number.
    by: i32,
}

/// A result about steps that are made by all pieces at once.
pub(super) struct Compiled<T> {
    pub steps: T,
    /// The cells from which a step adds a third number, and those that were left out.
    pub irregular: u128,
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
    fn compile(grid: &Grid, step: CellStep, left_out: u128) -> Compiled<Stride> {
        let mut stride = Stride::default();
        let mut irregular = left_out;
        for from in grid.cells().filter(|from| left_out & from.bit() == 0) {
            let Some(to) = grid.neighbour(from, step) else { continue };
            let by = i32::from(to.0) - i32::from(from.0);
            let mut shifts = [&mut stride.near, &mut stride.round].into_iter();
            match shifts.find(|shift| shift.from == 0 || shift.by == by) {
                Some(shift) => *shift = Shift { from: shift.from | from.bit(), by },
                None => irregular |= from.bit(),
            }
        }
        Compiled { steps: stride, irregular }
    }
}

impl PawnStrides {
    /// Returns the steps of a direction from all cells except `left_out`.
    pub(super) fn compile(grid: &Grid, way: PawnWay, left_out: u128) -> Compiled<PawnStrides> {
        let [push, left, right] =
            [way.push, way.takes[0], way.takes[1]].map(|step| Stride::compile(grid, step, left_out));
        Compiled {
            irregular: push.irregular | left.irregular | right.irregular,
            steps: PawnStrides { push: push.steps, takes: [left.steps, right.steps] },
        }
    }
}
