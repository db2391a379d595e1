//! Sets of cells as `u128`, one bit for each cell.

use crate::board::{Cell, MAX_CELLS};

/// A table with one entry for each cell.
pub(crate) type PerCell<T> = [T; MAX_CELLS];

/// Returns the cells of a set, by index. Each half is a machine word, which is faster than one 128-bit number.
#[inline(always)]
pub(crate) fn each(set: u128) -> impl Iterator<Item = usize> {
    let (mut low, mut high) = (set as u64, (set >> 64) as u64);
    std::iter::from_fn(move || {
        if low != 0 {
            let cell = low.trailing_zeros() as usize;
            low &= low - 1;
            Some(cell)
        } else if high != 0 {
            let cell = 64 + high.trailing_zeros() as usize;
            high &= high - 1;
            Some(cell)
        } else {
            None
        }
    })
}

pub(crate) fn cells_in(set: u128) -> impl Iterator<Item = Cell> {
    each(set).map(|cell| Cell(cell as u8))
}

/// Returns the set of one cell.
#[inline(always)]
pub(crate) const fn bit(cell: usize) -> u128 {
    1 << cell
}

#[inline(always)]
pub(crate) fn set_of(cells: impl IntoIterator<Item = usize>) -> u128 {
    cells.into_iter().fold(0, |set, cell| set | bit(cell))
}

/// Returns the highest bit of a set; of the empty set, bit 0.
pub(crate) const fn highest(set: u128) -> u128 {
    1 << (127 - (set | 1).leading_zeros())
}

/// Returns the lowest bit of a set; of the empty set, none.
pub(crate) const fn lowest(set: u128) -> u128 {
    set & set.wrapping_neg()
}

/// Returns all bits up to the lowest of a set, inclusive; of the empty set, all.
pub(crate) const fn up_to_lowest(set: u128) -> u128 {
    set ^ set.wrapping_sub(1)
}

/// Returns all bits down to the highest of a set, inclusive; of the empty set, all.
pub(crate) const fn down_to_highest(set: u128) -> u128 {
    if set == 0 { !0 } else { !0 << (127 - set.leading_zeros()) }
}

/// The index that stands for no cell.
pub(crate) const NOWHERE: u8 = u8::MAX;
