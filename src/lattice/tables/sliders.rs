//! The reach of sliders past given pieces. There are three topologies: straight lines, rings that close, and
//! lines that also pass through the centre.

use super::bits::{PerCell, bit, each};
use super::circle::Circle;
use super::lines::SliderLine;
use crate::board::{Chart, MAX_CELLS};

/// How many cells a ring has.
const RING: usize = Chart::Ring.columns();
const DISC: usize = Chart::Disc.columns();

/// The topology of a board's lines. Implemented by [`Straight`] (square), [`Closed`] (ring) and [`Through`]
/// (disc); the move generator is compiled once for each.
pub(crate) trait Topology {
    /// Whether rings close, so that a step from the last sector goes to the first.
    const CLOSES: bool;
    /// Whether pawns go along the rings, and not towards the centre or from it.
    const PUSHES_CLOSE: bool;
    /// The cells that a rook attacks from the cell of these lines and this ring.
    fn rook(lines: &[SliderLine; 4], circle: &Circle, occupied: u128) -> u128;
    /// The cells that a bishop attacks from the cell of these lines.
    fn bishop(lines: &[SliderLine; 4], occupied: u128) -> u128;
    /// The number of cells in a set.
    fn count(set: u128) -> u64;
    /// The same set, which tells the compiler how many bits the board has.
    fn trim(set: u128) -> u128;
    /// The cells whose numbers differ by this much from those of a set, none of which leaves the board.
    fn rotated(set: u128, by: i32) -> u128;
    /// The one-bit set of a cell.
    #[inline(always)]
    fn bit(cell: usize) -> u128 {
        bit(cell)
    }
    /// The cells of a set, by number.
    fn each(set: u128) -> impl Iterator<Item = usize>;
}

/// Runs code with the board's topology as a type.
macro_rules! for_board {
    ($rules:expr, $reach:ident => $code:expr) => {
        match $rules.grid.chart() {
            $crate::board::Chart::Square => {
                type $reach = $crate::lattice::tables::Straight;
                $code
            }
            $crate::board::Chart::Ring => {
                type $reach = $crate::lattice::tables::Closed;
                $code
            }
            $crate::board::Chart::Disc => {
                type $reach = $crate::lattice::tables::Through;
                $code
            }
        }
    };
}
pub(crate) use for_board;

/// The 8 x 8 board.
pub(crate) struct Straight;
/// The ring: 64 cells, rings close, nothing passes the centre.
pub(crate) struct Closed;
/// The disc.
pub(crate) struct Through;

impl Topology for Straight {
    const CLOSES: bool = false;
    const PUSHES_CLOSE: bool = false;

    #[inline(always)]
    fn rook([row, column, ..]: &[SliderLine; 4], _: &Circle, occupied: u128) -> u128 {
        short(row, occupied as u64) | short(column, occupied as u64)
    }

    #[inline(always)]
    fn bishop([.., a, b]: &[SliderLine; 4], occupied: u128) -> u128 {
        short(a, occupied as u64) | short(b, occupied as u64)
    }

    #[inline(always)]
    fn count(set: u128) -> u64 {
        u64::from((set as u64).count_ones())
    }

    #[inline(always)]
    fn trim(set: u128) -> u128 {
        u128::from(set as u64)
    }

    #[inline(always)]
    fn rotated(set: u128, by: i32) -> u128 {
        u128::from((set as u64).rotate_left(by as u32 & 63))
    }

    #[inline(always)]
    fn each(set: u128) -> impl Iterator<Item = usize> {
        let mut set = set as u64;
        std::iter::from_fn(move || {
            (set != 0).then(|| {
                let cell = set.trailing_zeros() as usize;
                set &= set - 1;
                cell
            })
        })
    }
}

impl Topology for Closed {
    const CLOSES: bool = true;
    const PUSHES_CLOSE: bool = true;

    #[inline(always)]
    fn rook([_, column, ..]: &[SliderLine; 4], circle: &Circle, occupied: u128) -> u128 {
        circle.reach::<RING>(occupied) | short(column, occupied as u64)
    }

    #[inline(always)]
    fn bishop(lines: &[SliderLine; 4], occupied: u128) -> u128 {
        Straight::bishop(lines, occupied)
    }

    #[inline(always)]
    fn count(set: u128) -> u64 {
        Straight::count(set)
    }

    #[inline(always)]
    fn trim(set: u128) -> u128 {
        Straight::trim(set)
    }

    #[inline(always)]
    fn rotated(set: u128, by: i32) -> u128 {
        Straight::rotated(set, by)
    }

    #[inline(always)]
    fn each(set: u128) -> impl Iterator<Item = usize> {
        Straight::each(set)
    }
}

impl Topology for Through {
    const CLOSES: bool = true;
    const PUSHES_CLOSE: bool = false;

    #[inline(always)]
    fn rook([_, column, ..]: &[SliderLine; 4], circle: &Circle, occupied: u128) -> u128 {
        circle.reach::<DISC>(occupied) | through(column, occupied)
    }

    #[inline(always)]
    fn bishop([.., a, b]: &[SliderLine; 4], occupied: u128) -> u128 {
        through(a, occupied) | through(b, occupied)
    }

    #[inline(always)]
    fn count(set: u128) -> u64 {
        u64::from(set.count_ones())
    }

    #[inline(always)]
    fn trim(set: u128) -> u128 {
        set
    }

    #[inline(always)]
    fn rotated(set: u128, by: i32) -> u128 {
        // Of a shift by less than 64 the compiler knows that no half takes the other's place.
        if by < 0 { set >> (by.unsigned_abs() & 63) } else { set << (by as u32 & 63) }
    }

    /// A shift by any number up to 127 takes more work than a look into a table.
    #[inline(always)]
    fn bit(cell: usize) -> u128 {
        BITS[cell]
    }

    #[inline(always)]
    fn each(set: u128) -> impl Iterator<Item = usize> {
        each(set)
    }
}

static BITS: PerCell<u128> = {
    let mut bits = [0; MAX_CELLS];
    let mut cell = 0;
    while cell < MAX_CELLS {
        bits[cell] = bit(cell);
        cell += 1;
    }
    bits
};

/// The reach on a line that ends, on a board of at most 64 cells. Twice the nearest piece above less the
/// nearest below fills the cells between them (the "obstruction difference").
#[inline(always)]
fn short(line: &SliderLine, occupied: u64) -> u128 {
    let (below, above) = (line.below as u64, line.above as u64);
    let under = 1 << (63 - ((occupied & below) | 1).leading_zeros());
    let over = occupied & above;
    let over = over & over.wrapping_neg();
    u128::from(over.wrapping_mul(2).wrapping_sub(under) & (below | above))
}

/// The reach on a line that may pass the centre. Cells beyond the first 64 are on the outermost ring, where lines end: what
/// stands there shuts nothing, so only the first 64 are looked at.
#[inline(always)]
fn through(line: &SliderLine, occupied: u128) -> u128 {
    let (occupied, below) = (occupied as u64, line.below as u64);
    let under = occupied & below;
    let outward = up_to_first(occupied & line.above as u64) & line.above;
    if under == 0 {
        outward | line.below | (up_to_first(occupied & line.beyond as u64) & line.beyond)
    } else {
        outward | u128::from((!0 << (63 - under.leading_zeros())) & below)
    }
}

/// All bits up to the lowest of a set of the first 64 cells; of the empty set, all.
#[inline(always)]
fn up_to_first(set: u64) -> u128 {
    let (less, empty) = set.overflowing_sub(1);
    u128::from(set ^ less) | u128::from(u64::from(empty).wrapping_neg()) << 64
}
