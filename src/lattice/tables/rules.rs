//! A variant's rules compiled for one board: zones as bit sets, homes as tables, parameters as flags.

use super::array::array_of;
use super::bits::{NOWHERE, PerCell, bit, each, set_of};
use super::compile::BoardTables;
use super::custom::CustomKinds;
use super::homes::{CirceHomes, circe_homes};
use super::kinds::promotion_kinds;
use crate::board::{ArrayPiece, Castle, Cell, Chart, Grid, MAX_CELLS, Sheet, castles, promotes, way_of};
use crate::chess::{Color, Kind};
use crate::geom::Flips;
use crate::variant::{Army, CheckRule, PawnPairs, Promotion, Rebirth, Seam, Turns, Variant, VariantFault};
use std::fmt;
use std::sync::Arc;

/// The variant and the board as play needs them. All positions of a game share it.
#[derive(Clone)]
pub struct LatticeRules {
    pub(crate) variant: Variant,
    pub(crate) grid: Grid,
    pub(crate) tables: Arc<BoardTables>,
    pub(crate) array: Vec<ArrayPiece>,
    /// Whether the queen moves as a counsellor and the bishop as an elephant.
    pub(crate) leapers: bool,
    pub(crate) snaffle: bool,
    /// Who may remove stuck pairs of pawns.
    pub(crate) pairs: PawnPairs,
    /// Whether a side with only its king has lost.
    pub(crate) bare_king: bool,
    /// Whether two bare kings draw.
    pub(crate) bare_kings_draw: bool,
    /// Whether repetition, and counts of quiet moves or series, draw.
    pub(crate) counters_draw: bool,
    pub(crate) rebirth: Rebirth,
    pub(crate) turns: Turns,
    /// By colour and direction: the cells on which a pawn promotes.
    pub(crate) promotion: PawnSets,
    /// By colour: the kinds to which a pawn may promote; [`Kind::PAWN`] for a pawn that may stay.
    pub(crate) promotion_kinds: [Vec<Kind>; 2],
    /// The custom kinds.
    pub(crate) custom: CustomKinds,
    /// Whether the variant has kinds of its own.
    pub(crate) has_custom_kinds: bool,
    /// By colour and direction: the cells whose pawns are counted singly, because their next step may promote or
    /// cross the centre.
    pub(crate) singly: PawnSets,
    /// By colour and direction: the cells on which pawns begin.
    pub(crate) starts: PawnSets,
    /// By colour and direction: the cells from which a pawn may make a double step.
    pub(crate) doubles: PawnSets,
    /// By colour: the double steps that pass over a cell; that from the lowest start cell comes first.
    pub(crate) passers: [Box<PerCell<[Option<Passer>; 2]>>; 2],
    /// Whether a double step may end where a pawn promotes.
    pub(crate) doubles_promote: bool,
    /// The cells on which a pawn may promote when it crosses a seam that changes its direction.
    pub(crate) promotes_turned: u128,
    /// The cells on which the array has a piece with files reversed.
    pub(crate) mirrored_initially: u128,
    /// The cells on which the array has a piece with ranks reversed.
    pub(crate) turned_initially: u128,
    /// By direction: whether pawns may capture en passant.
    pub(crate) takes_en_passant: [bool; 2],
    /// Whether only a pawn that never moved may make a double step. On the ring a pawn may return to its start cell.
    pub(crate) tracks_pawns: bool,
    pub(crate) castles: [Vec<Castle>; 2],
    /// Whether the rook may open a line to the king by castling: on the far side of a cylinder, or if it stands
    /// within the rank.
    pub(crate) castling_opens: bool,
    /// The home cells of kings and rooks that can castle.
    pub(crate) castle_homes: u128,
    /// Under Circe: the rebirth cell by colour, kind and cell of capture; for pawns by direction.
    pub(crate) circe: Option<Box<CirceHomes>>,
    /// Under Circe: by colour, all cells on which pieces may be reborn.
    pub(crate) rebirth_cells: [u128; 2],
}

impl fmt::Debug for LatticeRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "LatticeRules({:?})", self.variant.name())
    }
}

/// A double step that passes over a cell.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Passer {
    pub start: u8,
    pub end: u8,
    /// The direction of the pawn after the step.
    pub way: u8,
}

/// A side of the king, by which castlings are named.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CastlingSide {
    /// The side of the higher files: the usual array's king side.
    Higher,
    /// The side of the lower files.
    Lower,
}

/// The error of a variant that is not played on cells.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is played on the plane: choose a variant with motion = \"lattice\"")]
pub struct NotALattice(pub String);

impl LatticeRules {
    /// Returns the compiled rules of a lattice variant.
    ///
    /// # Errors
    /// [`NotALattice`] when the variant is played on the plane.
    pub fn new(variant: &Variant) -> Result<Arc<LatticeRules>, NotALattice> {
        if !variant.is_lattice() {
            return Err(NotALattice(variant.name().to_owned()));
        }
        let spec = variant.spec();
        let grid = Grid::of(spec);
        let custom = CustomKinds::compile(&grid, variant.cell_kinds());
        let array = array_of(spec, &grid, &custom);
        let tables = BoardTables::of(&grid, spec.knight_voids);
        let cells_of_array = |is_in: &dyn Fn(&ArrayPiece) -> bool| {
            set_of(array.iter().filter(|piece| is_in(piece)).map(|piece| piece.cell.index()))
        };
        let starts = pawn_sets(|color, way| {
            cells_of_array(&|piece| (piece.kind, piece.color, piece.way) == (Kind::PAWN, color, way))
        });
        let doubles = match grid.chart() {
            _ if !spec.double_step => [[0; 2]; 2],
            Chart::Disc => before_centre(&tables, &starts),
            Chart::Flat(_) | Chart::Ring => starts,
        };
        let castles =
            COLORS.map(|color| if spec.castling { castles(&grid, &array, color) } else { Vec::new() });
        let circe = (spec.rebirth == Rebirth::Circe).then(|| Box::new(circe_homes(&grid, &array, &starts)));
        let rebirth_cells = circe.as_deref().map_or([0; 2], |homes| {
            homes.each_ref().map(|kinds| {
                set_of(kinds.iter().flatten().filter(|&&home| home != NOWHERE).map(|&home| home.into()))
            })
        });
        let line = (spec.promotion_line >= 1.0).then(|| spec.promotion_line as usize - 1);
        let promotion = match spec.promotion {
            Promotion::None => [[0; 2]; 2],
            Promotion::Choice | Promotion::Queen | Promotion::Optional | Promotion::Zone => {
                pawn_sets(|color, way| {
                    set_of(grid.cells().filter(|&c| promotes(&grid, line, color, way, c)).map(Cell::index))
                })
            }
        };
        Ok(Arc::new(LatticeRules {
            leapers: spec.army == Army::Shatranj,
            snaffle: spec.check_rule == CheckRule::Snaffle,
            pairs: spec.pawn_pairs,
            bare_king: spec.bare_king,
            bare_kings_draw: spec.bare_king || spec.draw_rules,
            counters_draw: spec.draw_rules,
            rebirth: spec.rebirth,
            turns: spec.turns,
            promotion,
            singly: counted_singly(&tables, &promotion, &doubles),
            promotion_kinds: COLORS.map(|color| promotion_kinds(spec, &custom, &array, color)),
            has_custom_kinds: !custom.is_empty(),
            custom,
            starts,
            doubles,
            passers: passers(&tables, &doubles, spec.en_passant),
            doubles_promote: doubles_promote(&tables, &promotion, &doubles),
            promotes_turned: promotes_turned(&tables, &promotion),
            mirrored_initially: cells_of_array(&|piece| piece.flips.x),
            turned_initially: cells_of_array(&|piece| piece.flips.y),
            takes_en_passant: [grid.chart() != Chart::Disc, true],
            tracks_pawns: grid.chart() == Chart::Ring
                && spec.double_step
                && spec.promotion == Promotion::None,
            castling_opens: grid.sheet().is_some_and(|sheet| sheet.has_seams()) || !spec.start.is_empty(),
            castle_homes: castles.iter().flatten().fold(0, |set, castle| set | castle.homes()),
            castles,
            circe,
            rebirth_cells,
            variant: variant.clone(),
            tables,
            grid,
            array,
        }))
    }

    /// Returns rules by which neither bare kings nor counters draw.
    pub(crate) fn undrawn(&self) -> LatticeRules {
        LatticeRules { bare_kings_draw: false, counters_draw: false, ..self.clone() }
    }

    /// Returns the variant.
    pub fn variant(&self) -> &Variant {
        &self.variant
    }

    /// Returns the board.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Returns the pieces of the initial array.
    pub fn array(&self) -> &[ArrayPiece] {
        &self.array
    }

    /// Returns the name of a cell in this variant.
    pub fn name(&self, cell: Cell) -> String {
        self.grid.name(cell, self.variant.spec().names)
    }

    /// Whether a turn is a series of moves.
    pub fn is_progressive(&self) -> bool {
        self.turns.is_progressive()
    }

    /// Whether a side has pawns of both directions. On flat boards the colour and the frame decide.
    pub(crate) fn has_ways(&self) -> bool {
        self.grid.sheet().is_none()
    }

    /// Returns the cells on which a pawn promotes when it moves from a cell. They lie at the wall ahead of it after the
    /// move.
    #[inline(always)]
    pub(crate) fn zone(&self, color: usize, way: usize, from: usize) -> u128 {
        zone(&self.tables, &self.promotion[color], way, from)
    }

    /// Whether the direction of a pawn may change.
    pub(crate) fn pawns_turn(&self) -> bool {
        self.grid.sheet().is_none_or(|sheet| sheet.reverses_y())
    }

    /// Whether the board is flat and has FEN and SAN: a square or a cylinder.
    pub(crate) fn has_fen(&self) -> bool {
        let plain = |sheet: Sheet| sheet.sides != Seam::Flipped && sheet.ends == Seam::Wall;
        self.grid.sheet().is_some_and(plain)
    }

    /// Returns the parameters whose conditions the array does not meet.
    pub(crate) fn faults_of_array(&self) -> Vec<VariantFault> {
        let spec = self.variant.spec();
        let mut faults = Vec::new();
        if spec.castling && self.castles.iter().all(Vec::is_empty) {
            let line = if self.grid.chart() == Chart::Ring { "radius" } else { "rank" };
            let message = format!(
                "no king and rook of the array stand on one {line} with two cells between them or more: use false"
            );
            faults.push(VariantFault::new("castling", message));
        }
        let without = |color: &&Color| {
            let ends = self.promotion[color.index()].iter().any(|zone| *zone != 0);
            let pawns = self.array.iter().any(|piece| piece.color == **color && self.is_pawn(piece.kind));
            pawns && ends && self.promotion_kinds[color.index()].is_empty()
        };
        if let Some(color) = Color::ALL.iter().find(without) {
            let message = format!(
                "{color} has no officers in its array for its pawns to become: name their letters, such as \"QRBN\""
            );
            faults.push(VariantFault::new("promotes_to", message));
        }
        faults
    }

    /// Returns the castling of a side with its rook on one side of the king's file.
    pub(crate) fn castle(&self, color: Color, side: CastlingSide) -> Option<&Castle> {
        let is_on_side = |castle: &&Castle| {
            let is_higher = self.grid.column(castle.rook) > self.grid.column(castle.king);
            side == if is_higher { CastlingSide::Higher } else { CastlingSide::Lower }
        };
        self.castles[color.index()].iter().find(is_on_side)
    }

    /// Returns the castling in which the king of a side goes from one cell to another.
    pub(crate) fn castle_of(&self, color: Color, king: Cell, king_to: Cell) -> Option<&Castle> {
        let mut castles = self.castles[color.index()].iter();
        castles.find(|castle| castle.king == king && castle.king_to == king_to)
    }

    /// Whether a pawn of this direction can stand on a cell. It cannot stand where it must have promoted. On a board
    /// without seams and with the usual array, it cannot stand behind its start either.
    pub(crate) fn pawn_may_stand(&self, color: Color, way: usize, cell: Cell) -> bool {
        let behind = |sheet: Sheet| {
            let first = if way == 0 { 0 } else { sheet.height as usize - 1 };
            !sheet.has_seams() && self.variant.spec().start.is_empty() && self.grid.row(cell) == first
        };
        let may_stay = self.promotion_kinds[color.index()].contains(&Kind::PAWN);
        let stays = may_stay || self.promotion[color.index()][way] & cell.bit() == 0;
        stays && !self.grid.sheet().is_some_and(behind)
    }

    /// Returns the direction of a pawn of a colour on the cell where it begins.
    pub(crate) fn initial_way(&self, color: Color, cell: usize) -> usize {
        way_of(color, Flips { x: false, y: self.turned_initially & bit(cell) != 0 })
    }

    /// Returns the direction of a pawn from its start cell; `None` for other cells.
    pub(crate) fn way_from_start(&self, color: Color, cell: usize) -> Option<usize> {
        (0..2).find(|&way| self.starts[color.index()][way] >> cell & 1 != 0)
    }
}

/// The colours in the order of [`Color::index`].
const COLORS: [Color; 2] = [Color::White, Color::Black];

/// Sets of cells by colour and direction of pawns.
pub(crate) type PawnSets = [[u128; 2]; 2];

fn pawn_sets(set_for: impl Fn(Color, usize) -> u128) -> PawnSets {
    COLORS.map(|color| [0, 1].map(|way| set_for(color, way)))
}

/// Returns the cells on which a pawn that moves from a cell promotes; `zones` are those of its side, by direction.
#[inline(always)]
fn zone(tables: &BoardTables, zones: &[u128; 2], way: usize, from: usize) -> u128 {
    let turned = tables.turning[way][from];
    if turned == 0 { zones[way] } else { zones[way] & !turned | zones[1 - way] & turned }
}

fn promotes_turned(tables: &BoardTables, promotion: &PawnSets) -> u128 {
    let zones = promotion.iter().flatten().fold(0, |set, zone| set | zone);
    tables.turning.iter().flatten().fold(0, |set, ends| set | ends) & zones
}

/// Returns the start cells of a disc whose pawns may make a double step. None crosses the centre, because forward changes there.
fn before_centre(tables: &BoardTables, starts: &PawnSets) -> PawnSets {
    let turns = |way: usize, cell: usize| tables.push[way][cell] & tables.turning[way][cell] != 0;
    let stays = |way: usize, cell: usize| {
        !turns(way, cell) && !each(tables.push[way][cell]).any(|passed| turns(way, passed))
    };
    pawn_sets(|color, way| set_of(each(starts[color.index()][way]).filter(|&cell| stays(way, cell))))
}

/// Returns the cells whose pawns are counted singly.
fn counted_singly(tables: &BoardTables, promotion: &PawnSets, doubles: &PawnSets) -> PawnSets {
    pawn_sets(|color, way| {
        let zones = &promotion[color.index()];
        let may_promote = |from: usize| {
            (tables.push[way][from] | tables.takes[way][from]) & zone(tables, zones, way, from) != 0
        };
        let has_irregular_double = |from: usize| {
            let ends_in_zone = tables.push_twice[way][from] & zones[way] != 0;
            let may_double = doubles[color.index()][way] & bit(from) != 0;
            may_double && (ends_in_zone || tables.push[way][from] & tables.strides[way].irregular != 0)
        };
        let apart = |from: &usize| may_promote(*from) || has_irregular_double(*from);
        tables.strides[way].irregular | set_of((0..MAX_CELLS).filter(apart))
    })
}

/// Whether a double step may end where a pawn promotes.
fn doubles_promote(tables: &BoardTables, promotion: &PawnSets, doubles: &PawnSets) -> bool {
    let promote = pawn_sets(|color, way| {
        let zone = promotion[color.index()][way];
        set_of(each(doubles[color.index()][way]).filter(|&from| tables.push_twice[way][from] & zone != 0))
    });
    promote != [[0; 2]; 2]
}

/// Returns, for each colour and passed cell, the double steps over it.
fn passers(
    tables: &BoardTables,
    doubles: &PawnSets,
    en_passant: bool,
) -> [Box<PerCell<[Option<Passer>; 2]>>; 2] {
    let mut passers = [0, 1].map(|_| Box::new([[None; 2]; MAX_CELLS]));
    if !en_passant {
        return passers;
    }
    for (color, ways) in doubles.iter().enumerate() {
        for start in each(ways[0] | ways[1]) {
            let way = usize::from(ways[0] & bit(start) == 0);
            let after = way ^ usize::from(tables.turning_twice[way] & bit(start) != 0);
            for passed in each(tables.push[way][start]) {
                for end in each(tables.push_twice[way][start]) {
                    let passer = Passer { start: start as u8, end: end as u8, way: after as u8 };
                    let over = &mut passers[color][passed];
                    *over = if over[0].is_none() { [Some(passer), None] } else { [over[0], Some(passer)] };
                }
            }
        }
    }
    passers
}
