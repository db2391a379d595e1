//! Steps of many pieces at once.

use super::sliders::Topology;
use crate::board::{CellStep, Grid, PawnWay};

/// The steps of pawns of one direction, each for all of them at once.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct PawnStrides {
    pub push: Stride,
    pub takes: [Stride; 2],
}

/// One step from all cells at once. The step adds a number to the index of every cell. Where it crosses a seam or goes from
/// the last sector to the first, it adds another number instead. No two pieces end on one cell.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Stride([Shift; 2]);

#[derive(Debug, Clone, Copy, Default)]
struct Shift {
    /// The cells from which the step is made.
    from: u128,
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
        let [within, round] = self.0;
        let ends = within.ends::<R>(pieces);
        if R::CLOSES { ends | round.ends::<R>(pieces) } else { ends }
    }

    /// Returns the cells to which pawns of a set go without a capture.
    #[inline(always)]
    pub fn ahead<R: Topology>(&self, pawns: u128) -> u128 {
        if R::PUSHES_CLOSE { self.ends::<R>(pawns) } else { self.0[0].ends::<R>(pawns) }
    }

    /// Returns a step from all cells that are not in a set. Also returns the cells for which neither of its two numbers is
    /// right.
    fn new(grid: &Grid, step: CellStep, but: u128) -> (Stride, u128) {
        let mut shifts = [Shift::default(); 2];
        let mut irregular = but;
        for from in grid.cells().filter(|from| but & from.bit() == 0) {
            let Some(to) = grid.neighbour(from, step) else { continue };
            let by = i32::from(to.0) - i32::from(from.0);
            match shifts.iter_mut().find(|shift| shift.from == 0 || shift.by == by) {
                Some(place) => *place = Shift { from: place.from | from.bit(), by },
                None => irregular |= from.bit(),
            }
        }
        (Stride(shifts), irregular)
    }
}

impl PawnStrides {
    /// Returns the steps of a direction from all cells that are not in a set. Also returns the cells for which one of the
    /// steps is wrong.
    pub fn new(grid: &Grid, way: PawnWay, but: u128) -> (PawnStrides, u128) {
        let (push, mut irregular) = Stride::new(grid, way.push, but);
        let takes = way.takes.map(|step| {
            let (stride, misfits) = Stride::new(grid, step, but);
            irregular |= misfits;
            stride
        });
        (PawnStrides { push, takes }, irregular)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Cell, usual_way};
    use crate::chess::Color;
    use crate::geom::Flips;
    use crate::lattice::tables::compile::BoardTables;
    use crate::lattice::tables::each;
    use crate::variant::KnightVoids;

    /// Consequently a double step is two strides in the usual array.
    #[test]
    fn no_double_step_begins_its_second_half_at_the_centre() {
        for grid in [Grid::DISC70, Grid::DISC68, Grid::DISC66] {
            let t = BoardTables::of(&grid, KnightVoids::Literal);
            let begins = |from: &Cell| usual_way(&grid, Color::White, Flips::NONE, *from) == Some(0);
            for from in grid.cells().filter(begins) {
                for passed in each(t.push[0][from.index()]) {
                    assert_eq!(t.turning[0][passed], 0);
                }
            }
        }
    }
}
