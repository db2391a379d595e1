//! Positions of lattice variants: rules, state and labels together.

use super::labels::Labels;
use super::setup::{PawnWay, Setup, SetupFault, SetupPiece};
use super::validate::{compile, initial_home};
use crate::board::{ArrayPiece, Cell};
use crate::chess::{Color, Kind, Label, Series, Status};
use crate::geom::Flips;
use crate::lattice::movegen::{Standing, attacks_of, standing};
use crate::lattice::state::{LatticeMove, LatticeState, MoveList, zobrist};
use crate::lattice::tables::{LatticeRules, NOWHERE, bit, cells_in, each};
use crate::notation::{SeriesCounters, TextError};
use crate::variant::Rebirth;
use rayon::prelude::*;
use std::sync::Arc;

/// A valid position. Two positions are equal if they have equal variants, states and labels.
///
/// ```
/// use continuum::lattice::{LatticePosition, LatticeRules};
/// use continuum::variant::Variant;
/// let rules = LatticeRules::new(&Variant::named("orthodox", &"".parse()?)?)?;
/// let mut position = LatticePosition::initial(&rules)?;
/// assert_eq!((position.legal_moves().len(), position.perft(2)), (20, 400));
/// let request = position.read_move("e4")?;
/// position.play(&request)?;
/// assert_eq!(position.to_fen().as_deref(), Some("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct LatticePosition {
    pub(crate) rules: Arc<LatticeRules>,
    pub(crate) state: LatticeState,
    pub(crate) labels: Labels,
}

impl PartialEq for LatticePosition {
    fn eq(&self, other: &LatticePosition) -> bool {
        self.rules.variant == other.rules.variant && self.state == other.state && self.labels == other.labels
    }
}

/// A piece on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PieceAt {
    /// The label.
    pub label: Label,
    /// The side.
    pub color: Color,
    /// The kind.
    pub kind: Kind,
    /// The cell.
    pub cell: Cell,
    /// The way of a pawn, on round boards.
    pub way: Option<PawnWay>,
    /// The frame of a piece that has one, on flat boards.
    pub flips: Flips,
    /// Whether the piece is promoted.
    pub promoted: bool,
    /// The rebirth cell, under own rebirth.
    pub home: Option<Cell>,
}

impl LatticePosition {
    /// Returns the initial position of a variant.
    ///
    /// # Errors
    /// The first fault of the variant's array, or another size of the array than the board's. The arrays of presets are valid.
    pub fn initial(rules: &Arc<LatticeRules>) -> Result<LatticePosition, TextError> {
        LatticePosition::from_text(rules, "start")
    }

    /// Returns the position of the array in the rules.
    pub(in crate::lattice) fn of_array(
        rules: &Arc<LatticeRules>,
    ) -> Result<LatticePosition, Vec<SetupFault>> {
        let setup_piece = |initial: &ArrayPiece| SetupPiece {
            flips: initial.flips,
            ..SetupPiece::new(initial.label, initial.cell)
        };
        let pieces = rules.array.iter().map(setup_piece).collect();
        LatticePosition::new(rules, &Setup::new(pieces, Color::White))
    }

    /// Returns the position that a setup describes, if it is valid.
    ///
    /// # Errors
    /// Every fault found: a cell with two pieces, a missing or second king, a pawn of unknown way or on an impossible
    /// cell, counters and passed cells that do not fit, and, except under snaffle, a check to the side that moved last.
    pub fn new(rules: &Arc<LatticeRules>, setup: &Setup) -> Result<LatticePosition, Vec<SetupFault>> {
        let state = compile(rules, setup)?;
        let mut labels = Labels::default();
        setup.pieces.iter().for_each(|piece| labels.put(piece.cell, piece.label));
        Ok(LatticePosition { rules: Arc::clone(rules), state, labels })
    }

    /// Returns the setup that describes the position.
    pub fn to_setup(&self) -> Setup {
        let s = &self.state;
        let usual_length = self.rules.turns.usual_length(s.turn, s.fullmove);
        let is_unusual = self.rules.is_progressive() && s.series.length != usual_length;
        let setup_piece = |piece: PieceAt| {
            let cell = piece.cell.index();
            // A piece is marked as moved only if it would have a right had it never moved.
            let may_have_right =
                self.rules.has_first_move_right(piece.color, piece.kind, s.way_at(cell), cell);
            SetupPiece {
                label: piece.label,
                cell: piece.cell,
                moved: may_have_right && s.first_move_rights & piece.cell.bit() == 0,
                way: piece.way,
                flips: piece.flips,
                promoted: piece.promoted,
                home: piece.home.filter(|&home| initial_home(&self.rules, piece.label) != Some(home)),
            }
        };
        Setup {
            pieces: self.pieces().into_iter().map(setup_piece).collect(),
            turn: s.turn,
            halfmove: s.halfmove,
            fullmove: s.fullmove,
            passed: cells_in(s.en_passant).collect(),
            series: SeriesCounters {
                length: is_unusual.then_some(s.series.length),
                played: s.series.played,
                quiet: s.series.quiet,
            },
        }
    }

    /// Returns the position under the same rules, except that neither bare kings nor counters draw. A game may go on if nobody
    /// claims the draw.
    pub fn undrawn(&self) -> LatticePosition {
        LatticePosition { rules: Arc::new(self.rules.undrawn()), ..self.clone() }
    }

    /// Returns the position under other rules of its board.
    pub(crate) fn under(self, rules: &Arc<LatticeRules>) -> LatticePosition {
        LatticePosition { rules: Arc::clone(rules), ..self }
    }

    /// Returns the rules of the game.
    pub fn rules(&self) -> &Arc<LatticeRules> {
        &self.rules
    }

    /// Returns the position without its rules and labels.
    pub fn state(&self) -> &LatticeState {
        &self.state
    }

    /// Returns the side to move.
    pub fn turn(&self) -> Color {
        self.state.turn
    }

    /// Returns the number of single moves since a capture or pawn move.
    pub fn halfmove(&self) -> u32 {
        self.state.halfmove
    }

    /// Returns the number of the full move, as in FEN: 1 at first, and one more after each move or series of Black.
    pub fn fullmove(&self) -> u32 {
        self.state.fullmove
    }

    /// Returns the state of the present series; `None` in alternating play, where each turn is a series of one move.
    pub fn series(&self) -> Option<Series> {
        self.rules.is_progressive().then_some(self.state.series)
    }

    /// Returns the pieces, White's first, each side by label.
    pub fn pieces(&self) -> Vec<PieceAt> {
        let cells = cells_in(self.state.occupied());
        let mut pieces: Vec<PieceAt> = cells.filter_map(|cell| self.piece_at(cell)).collect();
        pieces.sort_by_key(|piece| (piece.color, piece.label));
        pieces
    }

    pub(crate) fn piece_count(&self) -> usize {
        self.state.occupied().count_ones() as usize
    }

    /// Returns the piece on a cell.
    pub fn piece_at(&self, cell: Cell) -> Option<PieceAt> {
        let s = &self.state;
        let n = cell.index();
        let kind = s.kind_at(n)?;
        let color = s.color_at(n)?;
        let has_way = kind == Kind::PAWN && self.rules.has_ways();
        let has_frame = self.rules.is_framed(kind);
        let way = if s.way_at(n) == 1 { PawnWay::Second } else { PawnWay::First };
        Some(PieceAt {
            label: self.labels.at(cell)?,
            color,
            kind,
            cell,
            way: has_way.then_some(way),
            flips: if has_frame { s.own_frame_at(color, n) } else { Flips::NONE },
            promoted: s.promoted & bit(n) != 0,
            home: (self.rules.rebirth == Rebirth::Own && s.homes[n] != NOWHERE).then(|| Cell(s.homes[n])),
        })
    }

    /// Returns the cell of a label.
    pub fn find(&self, label: Label) -> Option<Cell> {
        self.labels.find(label)
    }

    /// Whether a side's king is attacked.
    pub fn is_attacked(&self, side: Color) -> bool {
        self.rules.in_check(&self.state, side)
    }

    /// Whether the side to move is in check.
    pub fn in_check(&self) -> bool {
        self.is_attacked(self.state.turn)
    }

    /// Returns the status of the position.
    pub fn status(&self) -> Status {
        self.standing().status
    }

    /// Returns the status of the position, and the winner.
    pub fn standing(&self) -> Standing {
        standing(&self.rules, &self.state)
    }

    /// Returns the winner if the game is over and won.
    pub fn winner(&self) -> Option<Color> {
        self.standing().winner
    }

    /// Returns every legal move, in the order of generation. There is none if the game is over.
    pub fn legal_moves(&self) -> MoveList {
        self.rules.all_legal_moves(&self.state)
    }

    /// Returns the cells that the piece on a cell attacks.
    pub fn attacks(&self, cell: Cell) -> Vec<Cell> {
        cells_in(attacks_of(&self.rules, &self.state, cell.index())).collect()
    }

    /// Returns the cells that a side attacks.
    pub fn attacked_by(&self, side: Color) -> Vec<Cell> {
        let pieces = each(self.state.colors[side.index()]);
        let set = pieces.fold(0, |set, cell| set | attacks_of(&self.rules, &self.state, cell));
        cells_in(set).collect()
    }

    /// Returns the number of sequences of `depth` legal moves.
    pub fn perft(&self, depth: u32) -> u64 {
        self.rules.perft(&self.state, depth)
    }

    /// Returns [`LatticePosition::perft`], computed on all threads of the current pool.
    pub fn perft_in_parallel(&self, depth: u32) -> u64 {
        // Distributing a shallow tree costs more than counting it.
        if depth < 3 {
            return self.perft(depth);
        }
        self.legal_moves().into_vec().into_par_iter().map(|m| self.perft_after(m, depth - 1)).sum()
    }

    /// Returns [`LatticePosition::perft`] for each first move, in the order of generation.
    pub fn divide(&self, depth: u32) -> Vec<(LatticeMove, u64)> {
        if depth == 0 {
            return Vec::new();
        }
        self.legal_moves().into_iter().map(|m| (m, self.perft_after(m, depth - 1))).collect()
    }

    fn perft_after(&self, m: LatticeMove, depth: u32) -> u64 {
        self.rules.perft(&self.rules.after(&self.state, m), depth)
    }

    /// Returns a hash that is equal for equal positions and almost surely different for others. It includes pieces,
    /// side to move, rights, passed cells on which a pawn may capture, frames and ways, homes and promotions under own
    /// rebirth, and series counters.
    pub fn key(&self) -> u64 {
        let s = &self.state;
        if self.rules.is_progressive() {
            s.key ^ zobrist::series(s.series.length, s.series.played)
        } else {
            s.key
        }
    }

    /// Returns the key by which repetitions are found: [`LatticePosition::key`] without series counters, and with only those passed
    /// cells on which a capture is legal.
    pub fn repetition_key(&self) -> u64 {
        self.rules.repetition_key(&self.state)
    }

    /// Whether positions have FEN and moves have SAN: the board is a square or a cylinder.
    pub fn has_orthodox_notation(&self) -> bool {
        self.rules.has_orthodox_notation()
    }
}
