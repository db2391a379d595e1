//! The reach of sliders past given blockers. The lines of a board have one of four topologies: all lines are straight, rows close,
//! lines also pass through the centre, or the board is large or has other seams.

use super::bits::{PerCell, bit, each, highest, lowest};
use super::circle::Circle;
use super::lines::{CellRay, SliderLine};
use crate::board::{CellStep, Chart, Grid, MAX_CELLS, Sheet};
use crate::variant::Seam;

const DISC_COLUMNS: usize = Chart::Disc.columns();

/// The topology of a board's lines: each member has a type that implements [`Topology`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LineTopology {
    /// A board without seams, of at most 64 cells.
    Straight,
    /// The ring, or a cylinder of at most 64 cells.
    Closed,
    /// The disc.
    Through,
    /// Every other board.
    Wide,
}

impl LineTopology {
    fn of(grid: &Grid) -> LineTopology {
        match grid.chart() {
            Chart::Ring => LineTopology::Closed,
            Chart::Disc => LineTopology::Through,
            Chart::Flat(Sheet { width, height, sides, ends }) => match (sides, ends) {
                _ if width * height > f64::from(u64::BITS) => LineTopology::Wide,
                (Seam::Wall, Seam::Wall) => LineTopology::Straight,
                (Seam::Straight, Seam::Wall) => LineTopology::Closed,
                _ => LineTopology::Wide,
            },
        }
    }
}

pub(crate) struct SliderTables {
    /// The topology of the board.
    pub topology: LineTopology,
    /// The number of files or sectors.
    columns: usize,
    /// The four lines through a cell: along the row, along the column, and the two diagonals. Where rows close, `circles`
    /// replaces the line along the row.
    lines: PerCell<[SliderLine; 4]>,
    /// The rings of a round board, or the ranks of a cylinder.
    circles: PerCell<Circle>,
    /// The eight rays from a cell, ordered as [`CellStep::KING`].
    pub rays: Box<PerCell<[CellRay; 8]>>,
}

impl SliderTables {
    pub fn new(grid: &Grid) -> SliderTables {
        let mut tables = SliderTables {
            topology: LineTopology::of(grid),
            columns: grid.chart().columns(),
            lines: [[SliderLine::default(); 4]; MAX_CELLS],
            circles: [Circle::default(); MAX_CELLS],
            rays: Box::new(std::array::from_fn(|_| Default::default())),
        };
        for from in grid.cells() {
            let n = from.index();
            let walks = CellStep::KING.map(|step| grid.walk(from, step));
            tables.rays[n] = std::array::from_fn(|i| CellRay::new(&walks[i]));
            // Steps `i` and `i + 4` of `CellStep::KING` are opposite.
            tables.lines[n] = std::array::from_fn(|i| SliderLine::new(from, &walks[i], &walks[i + 4]));
            if matches!(tables.topology, LineTopology::Closed | LineTopology::Through) {
                tables.circles[n] = Circle::new(grid, from);
            }
        }
        tables
    }
}

/// The topology of a board's lines as a type. The move generator is compiled once for each topology.
pub(crate) trait Topology {
    /// Whether one step may change the indices of cells by two different numbers, because rows close or the board has seams.
    const CLOSES: bool;
    /// Whether a pawn's step ahead may change the indices of cells by two different numbers.
    const PUSHES_CLOSE: bool;
    /// Whether the board may have more than 64 cells.
    const IS_LARGE: bool;
    /// The mask of the lengths of shifts. The mask 63 lets the compiler assume shifts by less than 64 bits, so the compiled code is
    /// shorter.
    const SHIFT_MASK: u32 = 63;
    /// The cells that the board may have: on a small board the first 64.
    const ALL_CELLS: u128 = if Self::IS_LARGE { !0 } else { u64::MAX as u128 };
    /// Returns the cells that a rook attacks from a cell.
    fn rook(tables: &SliderTables, cell: usize, occupied: u128) -> u128;
    /// Returns the cells that a bishop attacks from a cell.
    fn bishop(tables: &SliderTables, cell: usize, occupied: u128) -> u128;

    #[inline(always)]
    fn count(set: u128) -> u64 {
        u64::from(if Self::IS_LARGE { set.count_ones() } else { (set as u64).count_ones() })
    }

    /// Returns the cells of a set that the board may have: on a small board the first 64. The compiler then omits work on the upper
    /// half.
    #[inline(always)]
    fn within_board(set: u128) -> u128 {
        if Self::IS_LARGE { set } else { u128::from(set as u64) }
    }

    /// Returns the cells of a set with `by` added to their indices. The new indices must be cells of the board.
    #[inline(always)]
    fn rotated(set: u128, by: i32) -> u128 {
        match (Self::IS_LARGE, by < 0) {
            (false, _) => u128::from((set as u64).rotate_left(by as u32 & Self::SHIFT_MASK)),
            (true, true) => set >> (by.unsigned_abs() & Self::SHIFT_MASK),
            (true, false) => set << (by as u32 & Self::SHIFT_MASK),
        }
    }

    /// Returns the set of one cell. A shift by up to 127 is slower than a table.
    #[inline(always)]
    fn bit(cell: usize) -> u128 {
        if Self::IS_LARGE { BITS[cell] } else { bit(cell) }
    }

    /// Returns the cells of a set, by index.
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

/// Whether only the generator of [`Wide`] is compiled, which is right on every board. In a browser the library has to be fetched
/// before play, and the other three generators are a fifth of it.
pub(crate) const ONE_GENERATOR: bool = cfg!(target_family = "wasm");

/// Runs code with the board's topology as the type `$topology`.
macro_rules! for_board {
    ($rules:expr, $topology:ident => $code:expr) => {
        match $rules.tables.sliders.topology {
            $crate::lattice::tables::LineTopology::Straight if !$crate::lattice::tables::ONE_GENERATOR => {
                type $topology = $crate::lattice::tables::Straight;
                $code
            }
            $crate::lattice::tables::LineTopology::Closed if !$crate::lattice::tables::ONE_GENERATOR => {
                type $topology = $crate::lattice::tables::Closed;
                $code
            }
            $crate::lattice::tables::LineTopology::Through if !$crate::lattice::tables::ONE_GENERATOR => {
                type $topology = $crate::lattice::tables::Through;
                $code
            }
            $crate::lattice::tables::LineTopology::Straight
            | $crate::lattice::tables::LineTopology::Closed
            | $crate::lattice::tables::LineTopology::Through
            | $crate::lattice::tables::LineTopology::Wide => {
                type $topology = $crate::lattice::tables::Wide;
                $code
            }
        }
    };
}
pub(crate) use for_board;

// Each type stands for the member of `LineTopology` of the same name.
pub(crate) struct Straight;
pub(crate) struct Closed;
pub(crate) struct Through;
pub(crate) struct Wide;

impl Topology for Straight {
    const CLOSES: bool = false;
    const PUSHES_CLOSE: bool = false;
    const IS_LARGE: bool = false;

    #[inline(always)]
    fn rook(tables: &SliderTables, cell: usize, occupied: u128) -> u128 {
        let [row, column, ..] = &tables.lines[cell];
        open_line_reach(row, occupied as u64) | open_line_reach(column, occupied as u64)
    }

    #[inline(always)]
    fn bishop(tables: &SliderTables, cell: usize, occupied: u128) -> u128 {
        let [.., a, b] = &tables.lines[cell];
        open_line_reach(a, occupied as u64) | open_line_reach(b, occupied as u64)
    }
}

impl Topology for Closed {
    const CLOSES: bool = true;
    const PUSHES_CLOSE: bool = true;
    const IS_LARGE: bool = false;

    #[inline(always)]
    fn rook(tables: &SliderTables, cell: usize, occupied: u128) -> u128 {
        let [_, column, ..] = &tables.lines[cell];
        tables.circles[cell].reach(tables.columns, occupied) | open_line_reach(column, occupied as u64)
    }

    #[inline(always)]
    fn bishop(tables: &SliderTables, cell: usize, occupied: u128) -> u128 {
        Straight::bishop(tables, cell, occupied)
    }
}

impl Topology for Through {
    const CLOSES: bool = true;
    const PUSHES_CLOSE: bool = false;
    const IS_LARGE: bool = true;

    #[inline(always)]
    fn rook(tables: &SliderTables, cell: usize, occupied: u128) -> u128 {
        let [_, column, ..] = &tables.lines[cell];
        tables.circles[cell].reach(DISC_COLUMNS, occupied) | centre_line_reach(column, occupied)
    }

    #[inline(always)]
    fn bishop(tables: &SliderTables, cell: usize, occupied: u128) -> u128 {
        let [.., a, b] = &tables.lines[cell];
        centre_line_reach(a, occupied) | centre_line_reach(b, occupied)
    }

    #[inline(always)]
    fn each(set: u128) -> impl Iterator<Item = usize> {
        each(set)
    }
}

impl Topology for Wide {
    const CLOSES: bool = true;
    const PUSHES_CLOSE: bool = true;
    const IS_LARGE: bool = true;
    const SHIFT_MASK: u32 = 127;

    #[inline(always)]
    fn rook(tables: &SliderTables, cell: usize, occupied: u128) -> u128 {
        any_line_reach(tables, cell, 0, occupied) | any_line_reach(tables, cell, 1, occupied)
    }

    #[inline(always)]
    fn bishop(tables: &SliderTables, cell: usize, occupied: u128) -> u128 {
        any_line_reach(tables, cell, 2, occupied) | any_line_reach(tables, cell, 3, occupied)
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

/// Returns the reach on a line that does not close, on a board of at most 64 cells. Twice the nearest piece above minus the nearest
/// piece below is the set of all bits between them (the "obstruction difference").
#[inline(always)]
fn open_line_reach(line: &SliderLine, occupied: u64) -> u128 {
    let (below, above) = (line.below as u64, line.above as u64);
    let nearest_below = 1 << (63 - ((occupied & below) | 1).leading_zeros());
    let pieces_above = occupied & above;
    let nearest_above = pieces_above & pieces_above.wrapping_neg();
    u128::from(nearest_above.wrapping_mul(2).wrapping_sub(nearest_below) & (below | above))
}

/// Returns the reach on a line of any board. Next to the cell, indices rise on one side and fall on the other, so the rule of
/// [`open_line_reach`] applies. If one side has no blocker there and the line continues, its ray is followed.
#[inline(always)]
fn any_line_reach(tables: &SliderTables, cell: usize, line: usize, occupied: u128) -> u128 {
    let rays = &tables.rays[cell];
    let SliderLine { below, above, .. } = tables.lines[cell][line];
    let (pieces_below, pieces_above) = (occupied & below, occupied & above);
    let (nearest_below, nearest_above) = (highest(pieces_below), lowest(pieces_above));
    let mut reach = nearest_above.wrapping_mul(2).wrapping_sub(nearest_below) & (below | above);
    if pieces_above == 0 && rays[line].cells != above {
        reach |= rays[line].reach(occupied);
    }
    if pieces_below == 0 && rays[line + 4].cells != below {
        reach |= rays[line + 4].reach(occupied);
    }
    reach
}

/// Returns the reach on a line that may pass the centre. Cells with an index from 64 on belong to the outermost ring, where lines
/// end. A piece there blocks nothing, so only the first 64 cells are tested.
#[inline(always)]
fn centre_line_reach(line: &SliderLine, occupied: u128) -> u128 {
    let (occupied, below) = (occupied as u64, line.below as u64);
    let pieces_below = occupied & below;
    let outward = up_to_first(occupied & line.above as u64) & line.above;
    if pieces_below == 0 {
        outward | line.below | (up_to_first(occupied & line.beyond as u64) & line.beyond)
    } else {
        outward | u128::from((!0 << (63 - pieces_below.leading_zeros())) & below)
    }
}

/// Returns all bits up to the lowest of a set of the first 64 cells; of the empty set, all.
#[inline(always)]
fn up_to_first(set: u64) -> u128 {
    let (less, empty) = set.overflowing_sub(1);
    u128::from(set ^ less) | u128::from(u64::from(empty).wrapping_neg()) << 64
}
