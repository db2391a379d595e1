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
use crate::variant::{
    Army, CheckRule, PawnPairs, Promotion, Rebirth, Seam, Turns, Variant, VariantFault, VariantSpec,
};
use std::fmt;
use std::sync::Arc;

/// The rules of a variant, compiled for its board. All positions of a game share them.
#[derive(Clone)]
pub struct LatticeRules {
    pub(crate) variant: Variant,
    pub(crate) grid: Grid,
    pub(crate) tables: Arc<BoardTables>,
    pub(crate) array: Vec<ArrayPiece>,
    /// Whether the queen moves as a counsellor and the bishop as an elephant.
    pub(crate) is_shatranj: bool,
    /// Whether a move may leave the own king in check, so that the other side may take it.
    pub(crate) may_leave_check: bool,
    /// The player who may remove stuck pairs of pawns.
    pub(crate) pairs: PawnPairs,
    /// Whether a side with only its king has lost.
    pub(crate) bare_king_loses: bool,
    /// Whether two bare kings draw.
    pub(crate) bare_kings_draw: bool,
    /// Whether repetition draws, and so do counts of quiet moves or series.
    pub(crate) counters_draw: bool,
    pub(crate) rebirth: Rebirth,
    pub(crate) turns: Turns,
    /// By colour and way: the cells on which a pawn promotes.
    pub(crate) promotion_zones: PawnSets,
    /// By colour: the kinds to which a pawn may promote, with [`Kind::PAWN`] if the pawn may stay a pawn.
    pub(crate) promotion_kinds: [Vec<Kind>; 2],
    pub(crate) custom: CustomKinds,
    pub(crate) has_custom_kinds: bool,
    /// By colour and way: the cells from which the steps of pawns are counted singly, because a step may promote or cross
    /// the centre.
    pub(crate) counted_singly: PawnSets,
    /// By colour and way: the cells on which pawns begin.
    pub(crate) starts: PawnSets,
    /// By colour and way: the cells from which a pawn may make a double step.
    pub(crate) double_step_starts: PawnSets,
    /// By colour: the double steps that pass over a cell, in the order of their start cells. A cell has two if pawns
    /// step to it from two cells: pawns of both ways, or across a seam.
    pub(crate) double_steps_over: [StepsOver; 2],
    /// Whether a double step may end where a pawn promotes.
    pub(crate) doubles_promote: bool,
    /// The cells on which a pawn may promote when it crosses a seam that changes its way.
    pub(crate) promotes_on_way_change: u128,
    /// The cells on which a piece begins whose files are reversed.
    pub(crate) mirrored_initially: u128,
    /// The cells on which a piece begins whose ranks are reversed.
    pub(crate) ranks_reversed_initially: u128,
    /// By way: whether pawns may capture en passant. On a disc only pawns that have crossed the centre may.
    pub(crate) takes_en_passant: [bool; 2],
    /// Whether states record which pawns never moved, because only these may make a double step. On the ring a pawn may return to
    /// its start cell.
    pub(crate) tracks_pawns: bool,
    /// By colour: the castlings that the array admits.
    pub(crate) castles: [Vec<Castle>; 2],
    /// Whether castling may open a line to the king, because the rook leaves a cell with another cell beyond it: on a cylinder, or
    /// if the rook does not begin in a corner.
    pub(crate) castling_opens: bool,
    /// The start cells of kings and rooks that can castle.
    pub(crate) castle_starts: u128,
    /// The rebirth cells under Circe.
    pub(crate) circe: Option<Box<CirceHomes>>,
    /// Under Circe: by colour, all cells on which pieces may be reborn.
    pub(crate) rebirth_cells: [u128; 2],
}

impl fmt::Debug for LatticeRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "LatticeRules({:?})", self.variant.name())
    }
}

/// For each cell, the double steps that pass over it.
type StepsOver = Box<PerCell<[Option<DoubleStep>; 2]>>;

/// A double step that passes over a cell.
#[derive(Debug, Clone, Copy)]
pub(crate) struct DoubleStep {
    pub start: u8,
    pub end: u8,
    /// The way of the pawn after the step.
    pub way: u8,
}

/// The side of the king on which the castling rook stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CastlingSide {
    /// The side of the higher files, which is the king side of the usual array.
    Higher,
    /// The side of the lower files, which is the queen side of the usual array.
    Lower,
}

/// The error that a variant is not played on cells.
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
        Ok(Arc::new(LatticeRules::compile(variant)))
    }

    fn compile(variant: &Variant) -> LatticeRules {
        let spec = variant.spec();
        let grid = Grid::of(spec);
        let tables = BoardTables::of(&grid, spec.knight_voids);
        let custom = CustomKinds::compile(&grid, variant.cell_kinds());
        let array = array_of(spec, &grid, &custom);
        let starts = pawn_starts(&array);
        let double_step_starts = double_step_cells(spec, &grid, &tables, &starts);
        let promotion_zones = promoting_cells(spec, &grid);
        let castles =
            COLORS.map(|color| if spec.castling { castles(&grid, &array, color) } else { Vec::new() });
        let circe = (spec.rebirth == Rebirth::Circe).then(|| Box::new(circe_homes(&grid, &array, &starts)));
        LatticeRules {
            is_shatranj: spec.army == Army::Shatranj,
            may_leave_check: spec.check_rule == CheckRule::Snaffle,
            pairs: spec.pawn_pairs,
            bare_king_loses: spec.bare_king,
            bare_kings_draw: spec.bare_king || spec.draw_rules,
            counters_draw: spec.draw_rules,
            rebirth: spec.rebirth,
            turns: spec.turns,
            promotion_zones,
            counted_singly: counted_singly(&tables, &promotion_zones, &double_step_starts),
            promotion_kinds: COLORS.map(|color| promotion_kinds(spec, &custom, &array, color)),
            has_custom_kinds: !custom.is_empty(),
            custom,
            starts,
            double_step_starts,
            double_steps_over: double_steps_over(&tables, &double_step_starts, spec.en_passant),
            doubles_promote: doubles_promote(&tables, &promotion_zones, &double_step_starts),
            promotes_on_way_change: promotes_on_way_change(&tables, &promotion_zones),
            mirrored_initially: cells_of(array.iter().filter(|piece| piece.flips.x)),
            ranks_reversed_initially: cells_of(array.iter().filter(|piece| piece.flips.y)),
            takes_en_passant: [grid.chart() != Chart::Disc, true],
            tracks_pawns: grid.chart() == Chart::Ring
                && spec.double_step
                && spec.promotion == Promotion::None,
            castling_opens: grid.sheet().is_some_and(|sheet| sheet.has_seams()) || !spec.start.is_empty(),
            castle_starts: castles.iter().flatten().fold(0, |set, castle| set | castle.starts()),
            castles,
            rebirth_cells: circe
                .as_deref()
                .map_or([0; 2], |homes| homes.each_ref().map(rebirth_cells_of_side)),
            circe,
            variant: variant.clone(),
            tables,
            grid,
            array,
        }
    }

    /// Returns the same rules, except that neither bare kings nor counters draw.
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

    /// Whether a side may have pawns of both ways. On flat boards the colour and the frame determine the way.
    pub(crate) fn has_ways(&self) -> bool {
        self.grid.sheet().is_none()
    }

    /// Returns the cells on which a pawn that moves from a cell promotes.
    #[inline(always)]
    pub(crate) fn zone(&self, color: usize, way: usize, from: usize) -> u128 {
        zone_from(&self.tables, &self.promotion_zones[color], way, from)
    }

    pub(crate) fn pawn_ways_may_change(&self) -> bool {
        self.grid.sheet().is_none_or(|sheet| sheet.reverses_y())
    }

    /// Whether positions have FEN and moves have SAN: the board is a square or a cylinder.
    pub(crate) fn has_orthodox_notation(&self) -> bool {
        let is_supported = |sheet: Sheet| sheet.sides != Seam::Flipped && sheet.ends == Seam::Wall;
        self.grid.sheet().is_some_and(is_supported)
    }

    /// Returns the faults of parameters whose conditions the array does not meet.
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
        let lacks_promotion_kinds = |color: &&Color| {
            let has_zone = self.promotion_zones[color.index()].iter().any(|zone| *zone != 0);
            let has_pawns = self.array.iter().any(|piece| piece.color == **color && self.is_pawn(piece.kind));
            has_pawns && has_zone && self.promotion_kinds[color.index()].is_empty()
        };
        if let Some(color) = Color::ALL.iter().find(lacks_promotion_kinds) {
            let message = format!(
                "{color} has no officers in its array for its pawns to become: name their letters, such as \"QRBN\""
            );
            faults.push(VariantFault::new("promotes_to", message));
        }
        faults
    }

    /// Returns the castling of a colour with the rook on one side of the king.
    pub(crate) fn castle(&self, color: Color, side: CastlingSide) -> Option<&Castle> {
        let is_on_side = |castle: &&Castle| {
            let is_higher = self.grid.column(castle.rook) > self.grid.column(castle.king);
            side == if is_higher { CastlingSide::Higher } else { CastlingSide::Lower }
        };
        self.castles[color.index()].iter().find(is_on_side)
    }

    /// Returns the castling of a colour in which the king goes from one cell to another.
    pub(crate) fn castle_of(&self, color: Color, king: Cell, king_to: Cell) -> Option<&Castle> {
        let mut castles = self.castles[color.index()].iter();
        castles.find(|castle| castle.king == king && castle.king_to == king_to)
    }

    /// Whether a pawn of this way can stand on a cell. It cannot stand where it must have promoted. On a board
    /// without seams and with the usual array, it cannot stand behind its start either.
    pub(crate) fn pawn_may_stand(&self, color: Color, way: usize, cell: Cell) -> bool {
        let is_behind_start = |sheet: Sheet| {
            let first_row = if way == 0 { 0 } else { sheet.height as usize - 1 };
            !sheet.has_seams() && self.variant.spec().start.is_empty() && self.grid.row(cell) == first_row
        };
        let may_stay_pawn = self.promotion_kinds[color.index()].contains(&Kind::PAWN);
        let must_have_promoted = !may_stay_pawn && self.promotion_zones[color.index()][way] & cell.bit() != 0;
        !must_have_promoted && !self.grid.sheet().is_some_and(is_behind_start)
    }

    /// Whether a pawn of a side may be captured en passant on a cell, after a double step over it.
    #[inline(always)]
    pub(crate) fn allows_en_passant_over(&self, side: Color, passed_cell: usize) -> bool {
        self.double_steps_over[side.index()][passed_cell][0].is_some()
    }

    /// Returns the way on a flat board of a pawn that begins on a cell.
    pub(crate) fn initial_way(&self, color: Color, cell: usize) -> usize {
        way_of(color, Flips { x: false, y: self.ranks_reversed_initially & bit(cell) != 0 })
    }

    /// Returns the way of the pawns that begin on a cell; `None` if no pawn of the colour begins there.
    pub(crate) fn way_from_start(&self, color: Color, cell: usize) -> Option<usize> {
        (0..2).find(|&way| self.starts[color.index()][way] >> cell & 1 != 0)
    }
}

/// The colours in the order of [`Color::index`].
const COLORS: [Color; 2] = [Color::White, Color::Black];

/// Sets of cells by colour and way of pawns.
pub(crate) type PawnSets = [[u128; 2]; 2];

fn pawn_sets(set_for: impl Fn(Color, usize) -> u128) -> PawnSets {
    COLORS.map(|color| [0, 1].map(|way| set_for(color, way)))
}

fn cells_of<'a>(pieces: impl Iterator<Item = &'a ArrayPiece>) -> u128 {
    pieces.fold(0, |set, piece| set | piece.cell.bit())
}

/// Returns the cells on which pawns begin.
fn pawn_starts(array: &[ArrayPiece]) -> PawnSets {
    pawn_sets(|color, way| {
        let is_pawn = |piece: &&ArrayPiece| piece.kind == Kind::PAWN;
        let pawns = array.iter().filter(is_pawn);
        cells_of(pawns.filter(|pawn| pawn.color == color && pawn.way == way))
    })
}

/// Returns the cells from which pawns may make a double step.
fn double_step_cells(spec: &VariantSpec, grid: &Grid, tables: &BoardTables, starts: &PawnSets) -> PawnSets {
    match grid.chart() {
        _ if !spec.double_step => [[0; 2]; 2],
        Chart::Disc => before_centre(tables, starts),
        Chart::Flat(_) | Chart::Ring => *starts,
    }
}

/// Returns the cells on which pawns promote.
fn promoting_cells(spec: &VariantSpec, grid: &Grid) -> PawnSets {
    if spec.promotion == Promotion::None {
        return [[0; 2]; 2];
    }
    let line = (spec.promotion_line >= 1.0).then(|| spec.promotion_line as usize - 1);
    pawn_sets(|color, way| {
        let zone = grid.cells().filter(|&cell| promotes(grid, line, color, way, cell));
        set_of(zone.map(Cell::index))
    })
}

/// Returns all cells that occur in the rebirth cells of one side.
fn rebirth_cells_of_side(homes: &[PerCell<u8>; 7]) -> u128 {
    set_of(homes.iter().flatten().filter(|&&home| home != NOWHERE).map(|&home| home.into()))
}

/// Returns the cells on which a pawn that moves from a cell promotes; `zones` are the promotion zones of its side, by way.
/// The way after the move counts.
#[inline(always)]
fn zone_from(tables: &BoardTables, zones: &[u128; 2], way: usize, from: usize) -> u128 {
    let way_changes = tables.way_changes[way][from];
    if way_changes == 0 { zones[way] } else { zones[way] & !way_changes | zones[1 - way] & way_changes }
}

/// Returns the cells on which a pawn may promote when it crosses a seam that changes its way.
fn promotes_on_way_change(tables: &BoardTables, promotion_zones: &PawnSets) -> u128 {
    let zones = promotion_zones.iter().flatten().fold(0, |set, zone| set | zone);
    tables.way_changes.iter().flatten().fold(0, |set, ends| set | ends) & zones
}

/// Returns the start cells of a disc from which pawns may make a double step: those from which a double step does not cross the
/// centre, where a pawn changes its way.
fn before_centre(tables: &BoardTables, starts: &PawnSets) -> PawnSets {
    let step_crosses = |way: usize, cell: usize| tables.push[way][cell] & tables.way_changes[way][cell] != 0;
    let double_step_crosses = |way: usize, cell: usize| {
        step_crosses(way, cell) || each(tables.push[way][cell]).any(|passed| step_crosses(way, passed))
    };
    pawn_sets(|color, way| {
        set_of(each(starts[color.index()][way]).filter(|&cell| !double_step_crosses(way, cell)))
    })
}

/// Returns the cells from which the steps of pawns are counted singly.
fn counted_singly(
    tables: &BoardTables,
    promotion_zones: &PawnSets,
    double_step_starts: &PawnSets,
) -> PawnSets {
    pawn_sets(|color, way| {
        let zones = &promotion_zones[color.index()];
        let may_promote = |from: usize| {
            (tables.push[way][from] | tables.takes[way][from]) & zone_from(tables, zones, way, from) != 0
        };
        let has_irregular_double = |from: usize| {
            let may_double = double_step_starts[color.index()][way] & bit(from) != 0;
            let ends_in_zone = tables.push_twice[way][from] & zones[way] != 0;
            let passes_irregular = tables.push[way][from] & tables.strides[way].irregular != 0;
            may_double && (ends_in_zone || passes_irregular)
        };
        let is_counted_singly = |from: &usize| may_promote(*from) || has_irregular_double(*from);
        tables.strides[way].irregular | set_of((0..MAX_CELLS).filter(is_counted_singly))
    })
}

/// Whether a double step may end where a pawn promotes.
fn doubles_promote(tables: &BoardTables, promotion_zones: &PawnSets, double_step_starts: &PawnSets) -> bool {
    [(0, 0), (0, 1), (1, 0), (1, 1)].into_iter().any(|(color, way)| {
        let zone = promotion_zones[color][way];
        each(double_step_starts[color][way]).any(|from| tables.push_twice[way][from] & zone != 0)
    })
}

/// Returns the double steps of each colour that pass over each cell; none without captures en passant.
fn double_steps_over(tables: &BoardTables, starts: &PawnSets, en_passant: bool) -> [StepsOver; 2] {
    let mut steps_over: [StepsOver; 2] = [0, 1].map(|_| Box::new([[None; 2]; MAX_CELLS]));
    if !en_passant {
        return steps_over;
    }
    for (color, [first_way, second_way]) in starts.iter().enumerate() {
        for start in each(first_way | second_way) {
            let way = usize::from(first_way & bit(start) == 0);
            let way_after = way ^ usize::from(tables.way_changes_twice[way] & bit(start) != 0);
            for passed in each(tables.push[way][start]) {
                for end in each(tables.push_twice[way][start]) {
                    let step = DoubleStep { start: start as u8, end: end as u8, way: way_after as u8 };
                    let steps = &mut steps_over[color][passed];
                    steps[usize::from(steps[0].is_some())] = Some(step);
                }
            }
        }
    }
    steps_over
}
