//! Sets of cells as u128, one bit a cell.

use crate::board::MAX_CELLS;

/// A table with one entry a cell.
pub(crate) type PerCell<T> = [T; MAX_CELLS];

/// The cells of a set, by number. Each half is a word of the processor, which takes less work than one number of both.
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

/// The one-bit set of a cell.
#[inline(always)]
pub(crate) const fn bit(cell: usize) -> u128 {
    1 << cell
}

/// The highest bit of a set that is not empty.
pub(crate) const fn highest(set: u128) -> u128 {
    1 << (127 - (set | 1).leading_zeros())
}

/// The lowest bit of a set; of the empty set, none.
pub(crate) const fn lowest(set: u128) -> u128 {
    set & set.wrapping_neg()
}

/// All bits up to the lowest of a set and that one; of the empty set, all.
pub(crate) const fn up_to_lowest(set: u128) -> u128 {
    set ^ set.wrapping_sub(1)
}

/// All bits from the highest of a set upward and that one; of the empty set, all.
pub(crate) const fn down_to_highest(set: u128) -> u128 {
    if set == 0 { !0 } else { !0 << (127 - set.leading_zeros()) }
}

/// No cell.
pub(crate) const NOWHERE: u8 = u8::MAX;
