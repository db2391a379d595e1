//! Rays, leaps and neighbours of every cell, compiled by one walk over the board's geometry.

use super::bits::{PerCell, bit, each, set_of};
use super::lines::CellRay;
use super::shift::PawnStrides;
use super::sliders::{SliderTables, Topology};
use crate::board::{Cell, CellStep, Chart, Grid, KNIGHT_STEPS, MAX_CELLS, PawnSteps, pawn_steps};
use crate::geom::Flips;
use crate::variant::KnightVoids;
use std::sync::{Arc, Mutex, PoisonError, Weak};

/// The straight rays, as indices of [`CellStep::KING`].
const STRAIGHT: [usize; 4] = [0, 1, 4, 5];

/// The diagonal rays, as indices of [`CellStep::KING`].
const DIAGONAL: [usize; 4] = [2, 3, 6, 7];

/// The cells of sliders, by the lines along which they move. A queen is in both sets.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Sliders {
    /// The sliders along ranks and files, or along rings and radii.
    pub straight: u128,
    /// The sliders along diagonals.
    pub diagonal: u128,
}

/// The tables of a board. Those with an entry for each cell state what a piece on that cell reaches, or from where.
pub(crate) struct BoardTables {
    /// The lines of sliders.
    pub sliders: SliderTables,
    /// The cells that a rook reaches on the empty board.
    pub rook_span: PerCell<u128>,
    /// The cells that a bishop reaches on the empty board.
    pub bishop_span: PerCell<u128>,
    /// The cells from which a piece of any orthodox kind could attack this cell on the empty board.
    pub sight: PerCell<u128>,
    /// The cells to which a king moves.
    pub king: PerCell<u128>,
    /// The cells to which a knight moves.
    pub knight: PerCell<u128>,
    /// The cells from which a knight moves to this cell. Beside a void they differ from `knight`.
    pub knight_from: PerCell<u128>,
    /// The cells one step away diagonally.
    pub counsellor: PerCell<u128>,
    /// The cells two steps away diagonally. A void on the way blocks the move, but a piece does not.
    pub elephant: PerCell<u128>,
    /// By way of the pawn: the cell ahead of a pawn, as a set of one or none.
    pub push: [PerCell<u128>; 2],
    /// By way of the pawn: the cells from which a pawn steps to this cell.
    pub pushed_from: [PerCell<u128>; 2],
    /// By way of the pawn: the end of a double step, as a set of one or none.
    pub push_twice: [PerCell<u128>; 2],
    /// By way of the pawn: the cells from which a double step ends on this cell.
    pub pushed_twice_from: [PerCell<u128>; 2],
    /// By way of the pawn: the cells that a pawn attacks.
    pub takes: [PerCell<u128>; 2],
    /// By way of the pawn: the cells from which a pawn attacks this cell.
    pub taken_from: [PerCell<u128>; 2],
    /// By way of the pawn: `push` and `takes` for all pawns at once, except from irregular cells.
    pub strides: [PawnStrides; 2],
    /// By way of the pawn: the ends of those steps that change the pawn's way, because they cross the disc's centre or a seam
    /// that reverses ranks.
    pub way_changes: [PerCell<u128>; 2],
    /// By way of the pawn: the ends of those steps that cross a seam that reverses files.
    pub mirroring: [PerCell<u128>; 2],
    /// By way of the pawn: the cells from which a double step changes a pawn's way.
    pub way_changes_twice: [u128; 2],
    /// By way of the pawn: the cells from which a double step crosses a seam that reverses files.
    pub mirroring_twice: [u128; 2],
}

impl BoardTables {
    /// Returns the tables of a board, compiled from its geometry.
    pub fn compile(grid: &Grid, knights: KnightVoids) -> BoardTables {
        let mut tables = BoardTables {
            sliders: SliderTables::new(grid),
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
            push_twice: [[0; MAX_CELLS]; 2],
            pushed_twice_from: [[0; MAX_CELLS]; 2],
            takes: [[0; MAX_CELLS]; 2],
            taken_from: [[0; MAX_CELLS]; 2],
            strides: [PawnStrides::default(); 2],
            way_changes: [[0; MAX_CELLS]; 2],
            mirroring: [[0; MAX_CELLS]; 2],
            way_changes_twice: [0; 2],
            mirroring_twice: [0; 2],
        };
        let steps_by_way = pawn_steps(grid.chart());
        for from in grid.cells() {
            tables.add_spans_from(from.index());
            tables.add_leaps_from(grid, from, knights);
            for (way, steps) in steps_by_way.iter().enumerate() {
                tables.add_pawn_steps_from(grid, from, way, steps);
            }
        }
        tables.knight_from = origins(&tables.knight);
        tables.pushed_from = tables.push.each_ref().map(origins);
        tables.pushed_twice_from = tables.push_twice.each_ref().map(origins);
        tables.taken_from = tables.takes.each_ref().map(origins);
        for (way, steps) in steps_by_way.into_iter().enumerate() {
            let is_reversing =
                |cell: &usize| (tables.way_changes[way][*cell] | tables.mirroring[way][*cell]) != 0;
            let reversing_twice = tables.way_changes_twice[way] | tables.mirroring_twice[way];
            let reversing = set_of((0..MAX_CELLS).filter(is_reversing)) | reversing_twice;
            tables.strides[way] = PawnStrides::compile(grid, steps, reversing);
        }
        for cell in 0..MAX_CELLS {
            // Attacks of elephants are symmetric, and the attacks of kings and counsellors are among those of a queen.
            tables.sight[cell] = tables.rook_span[cell]
                | tables.bishop_span[cell]
                | tables.knight_from[cell]
                | tables.elephant[cell]
                | tables.taken_from[0][cell]
                | tables.taken_from[1][cell];
        }
        tables
    }

    fn add_spans_from(&mut self, from: usize) {
        for (step, ray) in CellStep::KING.iter().zip(&self.sliders.rays[from]) {
            let span = if step.is_diagonal() { &mut self.bishop_span } else { &mut self.rook_span };
            span[from] |= ray.cells;
        }
    }

    fn add_leaps_from(&mut self, grid: &Grid, from: Cell, knights: KnightVoids) {
        let n = from.index();
        for step in CellStep::KING {
            let neighbour = reached(grid.neighbour(from, step)) & !from.bit();
            self.king[n] |= neighbour;
            if step.is_diagonal() {
                self.counsellor[n] |= neighbour;
                self.elephant[n] |= reached(grid.leap(from, &[step.repeated(2)])) & !from.bit();
            }
        }
        for [long, short] in KNIGHT_STEPS {
            self.knight[n] |= reached(grid.leap(from, &[long, short]));
            if knights == KnightVoids::Any {
                self.knight[n] |= reached(grid.leap(from, &[short, long]));
            }
        }
        self.knight[n] &= !from.bit();
    }

    fn add_pawn_steps_from(&mut self, grid: &Grid, from: Cell, way: usize, steps: &PawnSteps) {
        let n = from.index();
        // On the disc way 0 is inward, and an inward step from ring 0 crosses the centre.
        let crosses_centre = grid.chart() == Chart::Disc
            && way == 0
            && grid.chart().stepped(grid.coord(from), steps.push, 1.0).u < 0.0;
        for step in [steps.push, steps.takes[0], steps.takes[1]] {
            // Across a cone point a step may end on its own cell, which is not a move.
            let end = reached(grid.neighbour(from, step)) & !from.bit();
            let ends = if step == steps.push { &mut self.push } else { &mut self.takes };
            ends[way][n] |= end;
            let flips = grid.flips(from, step.rows.into(), step.columns.into());
            self.way_changes[way][n] |= if flips.y || crosses_centre { end } else { 0 };
            self.mirroring[way][n] |= if flips.x { end } else { 0 };
        }
        self.push_twice[way][n] = reached(grid.leap(from, &[steps.push.repeated(2)])) & !from.bit();
        let flips = grid.flips(from, 2 * i64::from(steps.push.rows), 2 * i64::from(steps.push.columns));
        self.way_changes_twice[way] |= if flips.y { from.bit() } else { 0 };
        self.mirroring_twice[way] |= if flips.x { from.bit() } else { 0 };
    }

    /// Returns how a step of a pawn changes its frame, or a double step if `is_double`.
    #[inline(always)]
    pub fn frame_change(&self, way: usize, from: usize, to: usize, is_double: bool) -> Flips {
        if is_double {
            let (mirroring, way_changes) = (self.mirroring_twice[way], self.way_changes_twice[way]);
            Flips { x: mirroring & bit(from) != 0, y: way_changes & bit(from) != 0 }
        } else {
            let (mirroring, way_changes) = (self.mirroring[way][from], self.way_changes[way][from]);
            Flips { x: mirroring & bit(to) != 0, y: way_changes & bit(to) != 0 }
        }
    }

    /// Returns the cells that a rook attacks, with the `occupied` cells as blockers.
    #[inline(always)]
    pub fn rook<R: Topology>(&self, cell: usize, occupied: u128) -> u128 {
        R::rook(&self.sliders, cell, occupied)
    }

    /// Returns the cells that a bishop attacks, with the `occupied` cells as blockers.
    #[inline(always)]
    pub fn bishop<R: Topology>(&self, cell: usize, occupied: u128) -> u128 {
        R::bishop(&self.sliders, cell, occupied)
    }

    /// Visits each ray from a cell on which a slider stands that moves along rays of this kind, straight or diagonal. `visit` gets
    /// the ray and all sliders of its kind.
    #[inline(always)]
    pub fn each_slider_ray(&self, cell: usize, sliders: Sliders, mut visit: impl FnMut(&CellRay, u128)) {
        let mut visit_rays = |directions: [usize; 4], sliders_of_kind: u128| {
            for direction in directions {
                let ray = &self.sliders.rays[cell][direction];
                if ray.cells & sliders_of_kind != 0 {
                    visit(ray, sliders_of_kind);
                }
            }
        };
        if self.rook_span[cell] & sliders.straight != 0 {
            visit_rays(STRAIGHT, sliders.straight);
        }
        if self.bishop_span[cell] & sliders.diagonal != 0 {
            visit_rays(DIAGONAL, sliders.diagonal);
        }
    }

    /// Returns those of some pieces that are the only blocker between a cell and a slider.
    #[inline(always)]
    pub fn sole_blockers(&self, cell: usize, pieces: u128, occupied: u128, sliders: Sliders) -> u128 {
        let mut blockers = 0;
        self.each_slider_ray(cell, sliders, |ray, sliders_of_kind| {
            let first = ray.first(occupied);
            if first & pieces != 0 && ray.first(occupied ^ first) & sliders_of_kind != 0 {
                blockers |= first;
            }
        });
        blockers
    }

    /// Returns the tables of a board. They are compiled only if no rules hold tables of the same board.
    pub fn of(grid: &Grid, knights: KnightVoids) -> Arc<BoardTables> {
        struct HeldTables {
            grid: Grid,
            knights: KnightVoids,
            tables: Weak<BoardTables>,
        }
        static HELD: Mutex<Vec<HeldTables>> = Mutex::new(Vec::new());
        let mut held = HELD.lock().unwrap_or_else(PoisonError::into_inner);
        held.retain(|held| held.tables.strong_count() > 0);
        let same = held.iter().find(|held| held.grid == *grid && held.knights == knights);
        if let Some(tables) = same.and_then(|held| held.tables.upgrade()) {
            return tables;
        }
        let tables = Arc::new(BoardTables::compile(grid, knights));
        held.push(HeldTables { grid: grid.clone(), knights, tables: Arc::downgrade(&tables) });
        tables
    }
}

/// Returns the set of a cell, or the empty set.
fn reached(cell: Option<Cell>) -> u128 {
    cell.map_or(0, Cell::bit)
}

/// Returns the cells from which each cell is reached.
fn origins(ends: &PerCell<u128>) -> PerCell<u128> {
    let mut origins = [0; MAX_CELLS];
    for (from, &ends) in ends.iter().enumerate() {
        for to in each(ends) {
            origins[to] |= bit(from);
        }
    }
    origins
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Dice;
    use crate::lattice::tables::for_board;
    use crate::variant::{Board, VariantSpec};

    const GRIDS: [Grid; 5] = [Grid::SQUARE, Grid::RING, Grid::DISC70, Grid::DISC68, Grid::DISC66];

    /// Returns boards of several sizes with all gluings. Sides of odd length occur where the gluing admits them.
    fn sheets() -> impl Iterator<Item = Grid> {
        let boards = Board::ALL.iter().filter(|board| !board.is_round());
        let sizes = [(8, 8), (4, 4), (5, 7), (8, 12), (10, 8), (7, 16), (16, 8), (4, 13)];
        boards.flat_map(move |&board| {
            let fits = move |(width, _): &(u8, u8)| width % 2 == 0 || !board.ends().is_to_itself();
            sizes.into_iter().filter(fits).map(move |(width, height)| {
                let (board_width, board_height) = (width.into(), height.into());
                Grid::of(&VariantSpec { board, board_width, board_height, ..VariantSpec::default() })
            })
        })
    }

    /// Stands for the rules of which [`for_board`] reads only `tables`.
    struct RulesOfBoard<'a> {
        tables: &'a BoardTables,
    }

    fn rook_and_bishop(tables: &BoardTables, cell: usize, occupied: u128) -> [u128; 2] {
        let rules = RulesOfBoard { tables };
        for_board!(rules, R => [tables.rook::<R>(cell, occupied), tables.bishop::<R>(cell, occupied)])
    }

    /// A slider reaches the cells that it passes step by step until it meets a piece, a wall or its own cell.
    #[test]
    fn sliders_reach_what_a_walk_reaches() {
        let mut dice = Dice::new(1);
        let mut random_set = || (0..2).fold(0, |set, _| set << 64 | u128::from(dice.next_bits()));
        for grid in sheets().chain(GRIDS) {
            let t = BoardTables::of(&grid, KnightVoids::Literal);
            let board_cells = grid.cells().fold(0, |set, cell| set | cell.bit());
            for _ in 0..20 {
                let occupied = random_set() & random_set() & board_cells;
                for from in grid.cells() {
                    let occupied = occupied | from.bit();
                    let walked = |diagonal: bool| {
                        let steps = CellStep::KING.into_iter().filter(|step| step.is_diagonal() == diagonal);
                        steps.fold(0, |set, step| {
                            let walk = grid.walk(from, step);
                            let end = walk.iter().position(|cell| occupied & cell.bit() != 0);
                            let met = &walk[..end.map_or(walk.len(), |end| end + 1)];
                            met.iter().fold(set, |set, cell| set | cell.bit())
                        })
                    };
                    let n = from.index();
                    let expected = [walked(false), walked(true)];
                    assert_eq!(rook_and_bishop(&t, n, occupied), expected, "{grid:?} {n} {occupied:x}");
                }
            }
        }
    }
}
