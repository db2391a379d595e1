//! Rays, leaps and neighbours of every cell, compiled by walking the board's geometry once.

use super::bits::{PerCell, bit};
use super::circle::Circle;
use super::lines::{Ray, SliderLine};
use super::shift::PawnStrides;
use super::sliders::Topology;
use crate::board::{Cell, Chart, Grid, KNIGHT_LEAPS, MAX_CELLS, Step, pawn_ways};
use crate::variant::KnightVoids;
use std::sync::OnceLock;

/// The rays along rows and columns, by their places in [`Step::KING`].
const STRAIGHT: [usize; 4] = [0, 1, 4, 5];

/// The diagonal rays.
const SLANT: [usize; 4] = [2, 3, 6, 7];

/// The tables of a board.
#[derive(Debug)]
pub(crate) struct Tables {
    /// The four lines through a cell: along the row, along the column, and the two diagonals. Where rows are rings,
    /// `circles` stands for the first.
    pub lines: PerCell<[SliderLine; 4]>,
    /// The rings of a round board.
    pub circles: PerCell<Circle>,
    /// The eight rays from a cell, ordered as [`Step::KING`].
    pub rays: PerCell<[Ray; 8]>,
    /// The cells that a rook reaches on the empty board.
    pub rook_span: PerCell<u128>,
    /// The cells that a bishop reaches on the empty board.
    pub bishop_span: PerCell<u128>,
    /// Every cell from which a piece of any kind could attack this one on the empty board.
    pub sight: PerCell<u128>,
    /// The neighbours of a cell.
    pub king: PerCell<u128>,
    /// The cells to which a knight goes.
    pub knight: PerCell<u128>,
    /// The cells from which a knight comes. Beside a void they are not the same.
    pub knight_from: PerCell<u128>,
    /// One step diagonally.
    pub counsellor: PerCell<u128>,
    /// Two steps diagonally, over pieces but not over voids.
    pub elephant: PerCell<u128>,
    /// By pawn direction: the cell ahead of a pawn, as a set of one or none.
    pub push: [PerCell<u128>; 2],
    /// By pawn direction: the cells from which a pawn steps to this one.
    pub pushed_from: [PerCell<u128>; 2],
    /// By pawn direction: the cells that a pawn attacks.
    pub takes: [PerCell<u128>; 2],
    /// By pawn direction: the cells from which a pawn attacks this one.
    pub taken_from: [PerCell<u128>; 2],
    /// By pawn direction: `push` and `takes` for all pawns at once, but from the cells `crossing`.
    pub strides: [PawnStrides; 2],
    /// The cells from which a pawn of the first direction steps into the second (the disc's ring 0).
    pub crossing: u128,
}

impl Tables {
    /// The tables of a board, from a walk over its geometry.
    pub fn compile(grid: &Grid, knights: KnightVoids) -> Tables {
        let mut tables = Tables {
            lines: [[SliderLine::default(); 4]; MAX_CELLS],
            circles: [Circle::default(); MAX_CELLS],
            rays: [[Ray::default(); 8]; MAX_CELLS],
            rook_span: [0; MAX_CELLS],
            bishop_span: [0; MAX_CELLS],
            sight: [0; MAX_CELLS],
            king: [0; MAX_CELLS],
            knight: [0; MAX_CELLS],
            knight_from: [0; MAX_CELLS],
            counsellor: [0; MAX_CELLS],
            elephant: [0; MAX_CELLS],
            push: [[0; MAX_CELLS]; 2],
            pushed_from: [[0; MAX_CELLS]; 2],
            takes: [[0; MAX_CELLS]; 2],
            taken_from: [[0; MAX_CELLS]; 2],
            strides: [PawnStrides::default(); 2],
            crossing: 0,
        };
        let ways = pawn_ways(grid.chart());
        for from in grid.cells() {
            let n = from.index();
            let walks = Step::KING.map(|step| grid.walk(from, step));
            for (i, (step, walk)) in Step::KING.iter().zip(&walks).enumerate() {
                let ray = Ray::new(walk);
                tables.rays[n][i] = ray;
                if step.is_diagonal() {
                    tables.bishop_span[n] |= ray.cells;
                    tables.counsellor[n] |= reached(grid.neighbour(from, *step));
                    tables.elephant[n] |= reached(grid.leap(from, &[(*step, 2)]));
                } else {
                    tables.rook_span[n] |= ray.cells;
                }
                tables.king[n] |= reached(grid.neighbour(from, *step));
            }
            for i in 0..4 {
                tables.lines[n][i] = SliderLine::new(from, &walks[i], &walks[i + 4]);
            }
            if grid.chart() != Chart::Square {
                tables.circles[n] = Circle::new(grid, from);
            }
            for (long, short) in KNIGHT_LEAPS {
                tables.knight[n] |= reached(grid.leap(from, &[(long, 2), (short, 1)]));
                if knights == KnightVoids::Any {
                    tables.knight[n] |= reached(grid.leap(from, &[(short, 1), (long, 2)]));
                }
            }
            for (i, way) in ways.iter().enumerate() {
                tables.push[i][n] = reached(grid.neighbour(from, way.push));
                tables.takes[i][n] =
                    way.takes.iter().fold(0, |set, &s| set | reached(grid.neighbour(from, s)));
            }
            if grid.chart().stepped(grid.coord(from), ways[0].push, 1.0).u < 0.0 {
                tables.crossing |= from.bit();
            }
        }
        for from in 0..MAX_CELLS {
            for to in 0..MAX_CELLS {
                if tables.knight[from] & bit(to) != 0 {
                    tables.knight_from[to] |= bit(from);
                }
                for way in 0..2 {
                    if tables.push[way][from] & bit(to) != 0 {
                        tables.pushed_from[way][to] |= bit(from);
                    }
                    if tables.takes[way][from] & bit(to) != 0 {
                        tables.taken_from[way][to] |= bit(from);
                    }
                }
            }
        }
        tables.strides = ways.map(|way| PawnStrides::new(grid, way, tables.crossing));
        for n in 0..MAX_CELLS {
            // Elephants and counsellors return the way they go, and a king is within a queen's attacks.
            tables.sight[n] = tables.rook_span[n]
                | tables.bishop_span[n]
                | tables.knight_from[n]
                | tables.elephant[n]
                | tables.taken_from[0][n]
                | tables.taken_from[1][n];
        }
        tables
    }

    /// The cells that a rook attacks past given pieces.
    #[inline(always)]
    pub fn rook<R: Topology>(&self, cell: usize, occupied: u128) -> u128 {
        R::rook(&self.lines[cell], &self.circles[cell], occupied)
    }

    /// The cells that a bishop attacks past given pieces.
    #[inline(always)]
    pub fn bishop<R: Topology>(&self, cell: usize, occupied: u128) -> u128 {
        R::bishop(&self.lines[cell], occupied)
    }

    /// Calls back for every ray from a cell on which there are sliders of its sort, straight or diagonal.
    #[inline(always)]
    pub fn each_slider_ray(
        &self,
        cell: usize,
        [straight, slant]: [u128; 2],
        mut along: impl FnMut(&Ray, u128),
    ) {
        let mut each = |rays: [usize; 4], sliders: u128| {
            for i in rays {
                let ray = &self.rays[cell][i];
                if ray.cells & sliders != 0 {
                    along(ray, sliders);
                }
            }
        };
        if self.rook_span[cell] & straight != 0 {
            each(STRAIGHT, straight);
        }
        if self.bishop_span[cell] & slant != 0 {
            each(SLANT, slant);
        }
    }

    /// The pieces of a set that stand alone between a cell and a slider.
    #[inline(always)]
    pub fn sole_blockers(&self, cell: usize, of: u128, occupied: u128, sliders: [u128; 2]) -> u128 {
        let mut sole_blockers = 0;
        self.each_slider_ray(cell, sliders, |ray, sliders| {
            let first = ray.first(occupied);
            if first & of != 0 && ray.first(occupied ^ first) & sliders != 0 {
                sole_blockers |= first;
            }
        });
        sole_blockers
    }

    /// The tables of a board, compiled at their first use.
    pub fn of(grid: &Grid, knights: KnightVoids) -> &'static Tables {
        const GRIDS: [Grid; 5] = [Grid::SQUARE, Grid::RING, Grid::DISC70, Grid::DISC68, Grid::DISC66];
        static COMPILED: [OnceLock<Box<Tables>>; 10] = [const { OnceLock::new() }; 10];
        let board = GRIDS.iter().position(|g| g == grid).unwrap_or(0);
        let slot = board * 2 + usize::from(knights == KnightVoids::Any);
        COMPILED[slot].get_or_init(|| Box::new(Tables::compile(grid, knights)))
    }
}

fn reached(cell: Option<Cell>) -> u128 {
    cell.map_or(0, Cell::bit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattice::tables::each;
    use crate::lattice::tables::{Closed, Straight, Through};

    const GRIDS: [Grid; 5] = [Grid::SQUARE, Grid::RING, Grid::DISC70, Grid::DISC68, Grid::DISC66];

    fn rook(grid: &Grid, tables: &Tables, cell: usize, occupied: u128) -> u128 {
        match grid.chart() {
            Chart::Square => tables.rook::<Straight>(cell, occupied),
            Chart::Ring => tables.rook::<Closed>(cell, occupied),
            Chart::Disc => tables.rook::<Through>(cell, occupied),
        }
    }

    fn bishop(grid: &Grid, tables: &Tables, cell: usize, occupied: u128) -> u128 {
        match grid.chart() {
            Chart::Square => tables.bishop::<Straight>(cell, occupied),
            Chart::Ring => tables.bishop::<Closed>(cell, occupied),
            Chart::Disc => tables.bishop::<Through>(cell, occupied),
        }
    }

    /// The cells reached by R B Q K N, added up over all cells of the empty board, as two programs count them.
    #[test]
    fn totals_over_the_empty_board() {
        let expected = [
            (Grid::RING, [1152, 384, 1536, 416, 320]),
            (Grid::DISC70, [1454, 952, 2274, 502, 440]),
            (Grid::DISC68, [1260, 848, 2004, 474, 404]),
            (Grid::DISC66, [1074, 712, 1726, 446, 364]),
        ];
        for (grid, totals) in expected {
            let t = Tables::of(&grid, KnightVoids::Literal);
            let total = |reach: &dyn Fn(usize) -> u128| -> u32 {
                grid.cells().map(|cell| reach(cell.index()).count_ones()).sum()
            };
            let queen = |cell| rook(&grid, t, cell, 0) | bishop(&grid, t, cell, 0);
            let counted = [
                total(&|c| rook(&grid, t, c, 0)),
                total(&|c| bishop(&grid, t, c, 0)),
                total(&queen),
                total(&|c| t.king[c]),
                total(&|c| t.knight[c]),
            ];
            assert_eq!(counted, totals, "{grid:?}");
            if grid == Grid::RING {
                assert_eq!((total(&|c| t.elephant[c]), total(&|c| t.counsellor[c])), (128, 192));
            }
        }
    }

    #[test]
    fn neighbours_go_both_ways_and_knights_beside_voids_do_not() {
        for grid in GRIDS {
            let t = Tables::of(&grid, KnightVoids::Literal);
            for a in grid.cells().map(Cell::index) {
                for b in each(t.king[a]) {
                    assert!(t.king[b] & bit(a) != 0);
                }
                for b in each(t.elephant[a]) {
                    assert!(t.elephant[b] & bit(a) != 0);
                }
            }
            let same = (0..MAX_CELLS).all(|c| t.knight[c] == t.knight_from[c]);
            assert_eq!(same, grid.chart() != Chart::Disc);
        }
    }
}
