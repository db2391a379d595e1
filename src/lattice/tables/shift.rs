//! Steps that many pieces make at once.

use super::bits::{bit, each};
use super::compile::PerCell;
use super::sliders::Topology;

/// Steps that change the number of a cell by the same amount, so that a whole set of pieces makes them at once. No two of
/// them end on one cell.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Shift {
    /// The cells from which the step is made.
    from: u128,
    by: i32,
}

impl Shift {
    /// The cells to which the pieces of a set go.
    #[inline(always)]
    pub fn ends<R: Topology>(self, pieces: u128) -> u128 {
        R::rotated(pieces & self.from, self.by)
    }

    /// All steps of a table, one shift for each difference of cell numbers.
    pub fn all(steps: &PerCell<u128>) -> Vec<Shift> {
        let mut shifts: Vec<Shift> = Vec::new();
        for (from, &ends) in steps.iter().enumerate() {
            for to in each(ends) {
                let by = to as i32 - from as i32;
                match shifts.iter_mut().find(|shift| shift.by == by) {
                    Some(shift) => shift.from |= bit(from),
                    None => shifts.push(Shift { from: bit(from), by }),
                }
            }
        }
        shifts
    }
}
