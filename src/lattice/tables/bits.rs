//! Sets of cells as u128, one bit a cell.

/// The cells of a set, by number.
pub(crate) fn each(mut set: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let cell = set.trailing_zeros() as usize;
            set &= set - 1;
            cell
        })
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
