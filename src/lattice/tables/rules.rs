//! A variant's rules compiled for one board: zones as bit sets, homes as tables, parameters as flags.

use super::bits::{NOWHERE, PerCell, bit, each};
use super::compile::Tables;
use crate::board::{
    Cell, Chart, Grid, MAX_CELLS, Post, Seam, Sheet, castle_plans, initial_array, pawn_start, promotes,
};
use crate::chess::{Color, Role};
use crate::geom::Flips;
use crate::variant::{Army, CheckRule, Promotion, Rebirth, Turns, Variant};
use std::sync::Arc;

/// The variant and the board as play needs them. All positions of a game share it.
#[derive(Debug, Clone)]
pub struct Rules {
    pub(crate) variant: Variant,
    pub(crate) grid: Grid,
    pub(crate) tables: Arc<Tables>,
    pub(crate) array: Vec<Post>,
    /// Queen and bishop are counsellor and elephant.
    pub(crate) leapers: bool,
    pub(crate) snaffle: bool,
    pub(crate) pairs: bool,
    /// A side is beaten when its king is all that it has.
    pub(crate) bare_king: bool,
    /// Two bare kings draw.
    pub(crate) bare_kings_draw: bool,
    /// So many quiet moves or series draw.
    pub(crate) counters_draw: bool,
    pub(crate) rebirth: Rebirth,
    pub(crate) turns: Turns,
    /// By colour and direction: the cells on which a pawn promotes.
    pub(crate) promotion: [[u128; 2]; 2],
    pub(crate) promotion_roles: &'static [Role],
    /// By colour and direction: the cells whose pawns are counted one by one, as their next step may promote or crosses
    /// the centre.
    pub(crate) singly: [[u128; 2]; 2],
    /// By colour and direction: the cells on which pawns begin.
    pub(crate) starts: [[u128; 2]; 2],
    /// By colour and direction: the cells from which a pawn may make a double step.
    pub(crate) doubles: [[u128; 2]; 2],
    /// By colour: the double steps that pass over a cell, that from the lowest start cell first.
    pub(crate) passers: [Box<PerCell<[Option<Passer>; 2]>>; 2],
    /// Whether a double step may end where a pawn promotes.
    pub(crate) doubles_promote: bool,
    /// The cells on which the array has a piece with files reversed.
    pub(crate) mirrored_posts: u128,
    /// The cells on which the array has a piece with ranks reversed.
    pub(crate) turned_posts: u128,
    /// By direction: whether pawns may capture en passant.
    pub(crate) takes_en_passant: [bool; 2],
    /// Whether a double step needs a pawn that never moved. A pawn may come round the ring to its start cell.
    pub(crate) tracks_pawns: bool,
    pub(crate) castles: [Vec<Castle>; 2],
    /// The home cells of kings and rooks that can castle.
    pub(crate) castle_homes: u128,
    /// Under Circe: the rebirth cell by colour, kind and cell of capture; for pawns by direction.
    pub(crate) circe: Option<Box<CirceHomes>>,
    /// Under Circe: by colour, all cells on which pieces may be reborn.
    pub(crate) rebirth_cells: [u128; 2],
}

/// Rebirth cells by colour, by kind (pawns of the second direction last), by cell of capture.
pub(crate) type CirceHomes = [[PerCell<u8>; 7]; 2];

/// A double step that passes over a cell.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Passer {
    pub start: u8,
    pub end: u8,
    /// The direction of the pawn.
    pub way: u8,
}

/// A side of the king, by which castlings are named.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    /// That of the higher files: the usual array's king side.
    Higher,
    /// That of the lower files.
    Lower,
}

/// One castling, as bit sets.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Castle {
    pub king: u8,
    pub king_to: u8,
    pub rook: u8,
    pub rook_to: u8,
    pub between: u128,
    pub safe: u128,
}

/// The variant is not played cell by cell.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is played on the plane: choose a variant with motion = \"lattice\"")]
pub struct NotALattice(pub String);

impl Rules {
    /// Compiles the rules of a lattice variant.
    ///
    /// # Errors
    /// [`NotALattice`] when the variant is played on the plane.
    pub fn new(variant: &Variant) -> Result<Arc<Rules>, NotALattice> {
        if !variant.is_lattice() {
            return Err(NotALattice(variant.name().to_owned()));
        }
        let spec = variant.spec();
        let grid = Grid::of(spec);
        let array = initial_array(&grid, spec.array);
        let tables = Tables::of(&grid, spec.knight_voids);
        let sides = |inside: &dyn Fn(Color, usize, Cell) -> bool| {
            [Color::White, Color::Black].map(|color| {
                [0, 1].map(|way| {
                    grid.cells().filter(|&c| inside(color, way, c)).fold(0, |set, c| set | c.bit())
                })
            })
        };
        let starts = sides(&|color, way, cell| match grid.sheet() {
            Some(_) => array.iter().any(|post| {
                (post.cell, post.color, post.role) == (cell, color, Role::Pawn)
                    && way_of(color, post.flips) == way
            }),
            None => pawn_start(&grid, color, way, cell),
        });
        let posts = |reversed: fn(&Flips) -> bool| {
            array.iter().filter(|post| reversed(&post.flips)).fold(0, |set, post| set | post.cell.bit())
        };
        let doubles: [[u128; 2]; 2] = if spec.double_step { starts } else { [[0; 2]; 2] };
        let castles = [Color::White, Color::Black]
            .map(|color| if spec.castling { compile_castles(&grid, &array, color) } else { Vec::new() });
        let castle_homes =
            castles.iter().flatten().fold(0, |set, c| set | (1u128 << c.king) | (1u128 << c.rook));
        let circe = (spec.rebirth == Rebirth::Circe).then(|| Box::new(circe_homes(&grid, &array, &starts)));
        let rebirth_cells = circe.as_deref().map_or([0; 2], |homes| {
            homes.each_ref().map(|kinds| {
                let cells = kinds.iter().flatten().filter(|&&home| home != NOWHERE);
                cells.fold(0, |set, &home| set | 1 << home)
            })
        });
        let line = (spec.promotion_line >= 1.0).then(|| spec.promotion_line as usize - 1);
        let promotion = match spec.promotion {
            Promotion::None => [[0; 2]; 2],
            Promotion::Choice | Promotion::Queen | Promotion::Zone => {
                sides(&|color, way, cell| promotes(&grid, line, color, way, cell))
            }
        };
        let double_ends = |way: usize, c: usize| {
            each(tables.push[way][c]).fold(0, |ends, passed| ends | tables.push[way][passed])
        };
        let mut doubles_promote = false;
        let singly = [0, 1].map(|color: usize| {
            [0, 1].map(|way: usize| {
                let zone = promotion[color][way];
                let promotes = |&c: &usize| (tables.push[way][c] | tables.takes[way][c]) & zone != 0;
                let doubles = each(doubles[color][way]).filter(|&c| double_ends(way, c) & zone != 0);
                let doubles = doubles.fold(0, |set, cell| set | bit(cell));
                doubles_promote |= doubles != 0;
                let singly = (0..MAX_CELLS).filter(promotes).fold(doubles, |set, cell| set | bit(cell));
                singly | tables.irregular[way]
            })
        });
        Ok(Arc::new(Rules {
            leapers: spec.army == Army::Shatranj,
            snaffle: spec.check_rule == CheckRule::Snaffle,
            pairs: spec.pawn_pairs,
            bare_king: spec.bare_king,
            bare_kings_draw: spec.bare_king || spec.draw_rules,
            counters_draw: spec.draw_rules,
            rebirth: spec.rebirth,
            turns: spec.turns,
            promotion,
            singly,
            promotion_roles: match spec.promotion {
                Promotion::Choice | Promotion::Zone => &Role::PROMOTIONS,
                Promotion::Queen => &[Role::Queen],
                Promotion::None => &[],
            },
            starts,
            doubles,
            passers: passers(&tables, &doubles, spec.en_passant),
            doubles_promote,
            mirrored_posts: posts(|flips| flips.x),
            turned_posts: posts(|flips| flips.y),
            takes_en_passant: [grid.chart() != Chart::Disc, true],
            tracks_pawns: grid.chart() == Chart::Ring
                && spec.double_step
                && spec.promotion == Promotion::None,
            castles,
            castle_homes,
            circe,
            rebirth_cells,
            variant: variant.clone(),
            tables,
            grid,
            array,
        }))
    }

    /// The same rules, by which neither bare kings nor counters draw.
    pub(crate) fn undrawn(&self) -> Rules {
        Rules { bare_kings_draw: false, counters_draw: false, ..self.clone() }
    }

    /// The variant.
    pub fn variant(&self) -> &Variant {
        &self.variant
    }

    /// The board.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The pieces of the initial array.
    pub fn array(&self) -> &[Post] {
        &self.array
    }

    /// A cell's name, as this variant writes it.
    pub fn name(&self, cell: Cell) -> String {
        self.grid.name(cell, self.variant.spec().names)
    }

    /// Whether a turn is a series of moves.
    pub fn is_progressive(&self) -> bool {
        self.turns.is_progressive()
    }

    /// Whether a side has pawns of both directions. On flat boards the colour decides, and the frame.
    pub(crate) fn has_ways(&self) -> bool {
        self.grid.sheet().is_none()
    }

    /// Whether a pawn may come to go another way than it did.
    pub(crate) fn pawns_turn(&self) -> bool {
        self.grid.sheet().is_none_or(|sheet| sheet.sides == Seam::Flipped)
    }

    /// Whether the board is flat and has FEN and SAN: a square or a cylinder.
    pub(crate) fn has_fen(&self) -> bool {
        let plain = |sheet: Sheet| sheet.sides != Seam::Flipped && sheet.ends == Seam::Wall;
        self.grid.sheet().is_some_and(plain)
    }

    /// The castling of a side with its rook on one side of the king's file.
    pub(crate) fn castle(&self, color: Color, side: Side) -> Option<&Castle> {
        let lies = |castle: &&Castle| {
            let [king, rook] = [castle.king, castle.rook].map(|cell| self.grid.column(Cell(cell)));
            side == if rook > king { Side::Higher } else { Side::Lower }
        };
        self.castles[color.index()].iter().find(lies)
    }

    /// Whether a pawn of this direction can stand on a cell. It cannot where it would have promoted, nor, on
    /// a board without seams under the usual array, behind its start. Elsewhere it may have come round.
    pub(crate) fn has_pawns(&self, color: Color, way: usize, cell: Cell) -> bool {
        let behind = |sheet: Sheet| {
            let first = if way == 0 { 0 } else { usize::from(sheet.rows) - 1 };
            !sheet.has_seams() && self.variant.spec().start.is_empty() && self.grid.row(cell) == first
        };
        self.promotion[color.index()][way] & cell.bit() == 0 && !self.grid.sheet().is_some_and(behind)
    }

    /// The direction of a pawn of a colour on its own post.
    pub(crate) fn way_at_post(&self, color: Color, cell: usize) -> usize {
        way_of(color, Flips { x: false, y: self.turned_posts & bit(cell) != 0 })
    }

    /// The direction of a pawn from its start cell; `None` for other cells.
    pub(crate) fn way_from_start(&self, color: Color, cell: usize) -> Option<usize> {
        (0..2).find(|&way| self.starts[color.index()][way] >> cell & 1 != 0)
    }
}

fn compile_castles(grid: &Grid, array: &[Post], color: Color) -> Vec<Castle> {
    let set = |cells: &[Cell]| cells.iter().fold(0, |set, cell| set | cell.bit());
    let plans = castle_plans(grid, array, color);
    let compiled = plans.iter().map(|plan| Castle {
        king: plan.king.0,
        king_to: plan.king_to.0,
        rook: plan.rook.0,
        rook_to: plan.rook_to.0,
        between: set(&plan.between),
        safe: set(&plan.safe),
    });
    compiled.collect()
}

/// The direction of a pawn on a flat board: up for White, down for Black, and the other way with its ranks reversed.
pub(crate) fn way_of(color: Color, flips: Flips) -> usize {
    color.index() ^ usize::from(flips.y)
}

/// For each colour and passed cell, the double steps over it.
fn passers(
    tables: &Tables,
    doubles: &[[u128; 2]; 2],
    en_passant: bool,
) -> [Box<PerCell<[Option<Passer>; 2]>>; 2] {
    let mut passers = [0, 1].map(|_| Box::new([[None; 2]; MAX_CELLS]));
    if !en_passant {
        return passers;
    }
    for (color, ways) in doubles.iter().enumerate() {
        for start in each(ways[0] | ways[1]) {
            let way = usize::from(ways[0] & bit(start) == 0);
            for passed in each(tables.push[way][start]) {
                for end in each(tables.push[way][passed]) {
                    let passer = Passer { start: start as u8, end: end as u8, way: way as u8 };
                    let over = &mut passers[color][passed];
                    *over = if over[0].is_none() { [Some(passer), None] } else { [over[0], Some(passer)] };
                }
            }
        }
    }
    passers
}

/// Circe's rebirth cells. A piece goes to the array's cell of its kind with the colour of the capture's cell, or to
/// the only one. A pawn goes to the start cell on the file, ring or diameter of the capture.
fn circe_homes(grid: &Grid, array: &[Post], starts: &[[u128; 2]; 2]) -> CirceHomes {
    let mut homes = [[[NOWHERE; MAX_CELLS]; 7]; 2];
    for &color in Color::ALL {
        for capture in grid.cells() {
            for &role in Role::ALL.iter().filter(|&&r| r != Role::Pawn && r != Role::King) {
                let cells = array.iter().filter(|p| p.color == color && p.role == role).map(|p| p.cell);
                let cells: Vec<Cell> = cells.collect();
                let home = match cells[..] {
                    [only] => Some(only),
                    _ => cells.into_iter().find(|&c| grid.is_light(c) == grid.is_light(capture)),
                };
                if let Some(home) = home {
                    homes[color.index()][role as usize][capture.index()] = home.0;
                }
            }
            for way in 0..2 {
                let same_way = |start: &usize| match grid.chart() {
                    Chart::Ring => grid.row(Cell(*start as u8)) == grid.row(capture),
                    Chart::Flat(_) | Chart::Disc => {
                        grid.file_and_rank(Cell(*start as u8)).0 == grid.file_and_rank(capture).0
                    }
                };
                let begins = match grid.chart() {
                    // A pawn that has crossed the centre is reborn uncrossed.
                    Chart::Disc => starts[color.index()][0],
                    Chart::Ring => starts[color.index()][way],
                    // On a flat board it is reborn with the frame of its home.
                    Chart::Flat(_) => starts[color.index()][0] | starts[color.index()][1],
                };
                if let Some(home) = each(begins).find(same_way) {
                    homes[color.index()][Role::Pawn as usize + way][capture.index()] = home as u8;
                }
            }
        }
    }
    homes
}
