//! Setups: positions as texts and other sources state them, before validation.

use crate::board::Cell;
use crate::chess::{Color, Label};
use crate::geom::Flips;
use crate::notation::{SeriesCounters, TextError, TurnFault};
use crate::variant::Turns;

/// The way of a pawn on a round board. On flat boards the colour and the frame determine the way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PawnWay {
    /// Counter-clockwise, or before the centre.
    First,
    /// Clockwise, or after the centre.
    Second,
}

/// A piece of a setup. The letter of its label gives side and kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SetupPiece {
    /// The label.
    pub label: Label,
    /// The cell.
    pub cell: Cell,
    /// Whether the piece is marked as moved.
    pub moved: bool,
    /// The way of a pawn or of a piece with a frame, if given.
    pub way: Option<PawnWay>,
    /// The coordinates that the frame of the piece reverses, on a flat board. A reversal that does not change the moves of the
    /// piece has no effect.
    pub flips: Flips,
    /// Whether the piece is promoted.
    pub promoted: bool,
    /// The rebirth cell, if given. By default it is the initial cell of the piece with the same label.
    pub home: Option<Cell>,
}

impl SetupPiece {
    /// Returns a piece without special marks.
    pub fn new(label: Label, cell: Cell) -> SetupPiece {
        SetupPiece { label, cell, moved: false, way: None, flips: Flips::NONE, promoted: false, home: None }
    }
}

/// A position before its validation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setup {
    /// The pieces.
    pub pieces: Vec<SetupPiece>,
    /// The side to move.
    pub turn: Color,
    /// The number of single moves since a capture or pawn move.
    pub halfmove: u32,
    /// The number of the full move, as in FEN.
    pub fullmove: u32,
    /// The cells just passed in double steps.
    pub passed: Vec<Cell>,
    /// The counters of a progressive game.
    pub series: SeriesCounters,
}

impl Setup {
    /// Returns a setup with the counters of the beginning of a game.
    pub fn new(pieces: Vec<SetupPiece>, turn: Color) -> Setup {
        let (passed, series) = (Vec::new(), SeriesCounters::default());
        Setup { pieces, turn, halfmove: 0, fullmove: 1, passed, series }
    }
}

/// The place of a fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FaultPlace {
    /// The piece with this index in [`Setup::pieces`].
    Piece(usize),
    /// The passed cell with this index in [`Setup::passed`].
    Passed(usize),
    /// The series counters.
    Series,
    /// The position as a whole.
    Whole,
}

/// A fault of a position.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{kind}")]
pub struct SetupFault {
    /// The place.
    pub place: FaultPlace,
    /// The kind of the fault.
    pub kind: SetupFaultKind,
}

/// The kinds of faults of a position.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SetupFaultKind {
    /// A letter that names no piece of the variant.
    #[error("no piece of this board has the letter `{letter}`: use {}", in_both_cases(.known))]
    UnknownLetter {
        /// The letter.
        letter: char,
        /// The letters of all kinds, in capitals. Black's letters are the same in lower case.
        known: Vec<char>,
    },
    /// Two pieces on one cell.
    #[error("{0} stands on the same cell: one piece a cell")]
    Occupied(Label),
    /// More than one king of a side.
    #[error("a second {0} king: each side has one")]
    TwoKings(Color),
    /// A king is missing.
    #[error("the {0} king is missing")]
    NoKing(Color),
    /// A pawn on a cell where none can be.
    #[error(
        "a pawn cannot stand here: it would have promoted, or on a board without seams have gone backward"
    )]
    PawnPlace,
    /// A ring pawn without a way.
    #[error("the direction of this pawn is needed off a start cell of its colour: add `!cw` or `!ccw`")]
    NoWay,
    /// A way on a piece that has none. In texts the suffixes for a sense and for a crossing state the way.
    #[error("only pawns of a {board} board have this suffix")]
    StrayWay {
        /// The kind of board on whose pieces a text may state a way: `ring`, `disc` or `round`.
        board: &'static str,
    },
    /// A promotion mark on a pawn or king.
    #[error(
        "`~` is for what pawns become: queens, rooks, bishops and knights, or kinds of the variant's own"
    )]
    StrayPromoted,
    /// More pawns than the rule of pairs allows.
    #[error("more than {max} {color} pawns: too many for pawn pairs", max = MAX_PAIRED_PAWNS)]
    ManyPawns {
        /// The side of the pawns.
        color: Color,
    },
    /// More pawns of both sides than the rule of pairs allows if each player may remove all pairs.
    #[error(
        "more than {max} pawns: too many for pairs that either player may remove",
        max = MAX_PAIRED_PAWNS
    )]
    ManyPawnsOfBoth,
    /// A passed cell over which no double step can have gone.
    #[error("nothing has just passed this cell in a double step")]
    Passed,
    /// More than one passed cell in alternating play.
    #[error("only one cell can have been passed in one move")]
    ManyPassed,
    /// Series counters in alternating play.
    #[error("series counters are for progressive variants")]
    StraySeries,
    /// A series with all its moves already made, without moves, or too long.
    #[error("`played` must be less than `series`, and `series` from 1 to {most}", most = Turns::LONGEST_SERIES)]
    Series,
    /// The side that has just moved stands in check. The name and the message are those of the fault of the turn.
    #[error("{0}")]
    InCheck(TurnFault),
}

impl SetupFaultKind {
    /// Returns the name of the fault.
    pub fn name(&self) -> &'static str {
        match self {
            SetupFaultKind::UnknownLetter { .. } => "kind",
            SetupFaultKind::Occupied(_) => "occupied",
            SetupFaultKind::TwoKings(_) => "two_kings",
            SetupFaultKind::NoKing(_) => "no_king",
            SetupFaultKind::PawnPlace => "pawn_place",
            SetupFaultKind::NoWay => "no_way",
            SetupFaultKind::StrayWay { .. } => "stray_suffix",
            SetupFaultKind::StrayPromoted => "stray_promoted",
            SetupFaultKind::ManyPawns { .. } => "many_pawns",
            SetupFaultKind::ManyPawnsOfBoth => "many_pawns_of_both",
            SetupFaultKind::Passed => "passed",
            SetupFaultKind::ManyPassed => "many_passed",
            SetupFaultKind::StraySeries => "stray_series",
            SetupFaultKind::Series => "series",
            SetupFaultKind::InCheck(fault) => fault.name(),
        }
    }

    /// Returns an error about the fault with the values of the fault added.
    pub(crate) fn add_values_to(&self, error: TextError) -> TextError {
        match self {
            SetupFaultKind::UnknownLetter { letter, known } => {
                error.with("letter", letter).with("known", spaced(known))
            }
            SetupFaultKind::Occupied(other) => error.with("other", other),
            SetupFaultKind::TwoKings(color) | SetupFaultKind::NoKing(color) => error.with("color", color),
            SetupFaultKind::ManyPawns { color } => error.with("color", color).with("most", MAX_PAIRED_PAWNS),
            SetupFaultKind::ManyPawnsOfBoth => error.with("most", MAX_PAIRED_PAWNS),
            SetupFaultKind::InCheck(fault) => fault.add_values_to(error),
            _ => error,
        }
    }

    /// Returns an error about the fault at a column of the text.
    pub(crate) fn error(&self, column: usize) -> TextError {
        self.add_values_to(TextError::named(column, self.name(), self.to_string()))
    }
}

/// Returns letters with a blank between them.
fn spaced(letters: &[char]) -> String {
    letters.iter().map(char::to_string).collect::<Vec<_>>().join(" ")
}

/// Returns capitals as they are and in lower case, in words.
fn in_both_cases(capitals: &[char]) -> String {
    let capitals = spaced(capitals);
    format!("{capitals} or {}", capitals.to_lowercase())
}

/// The greatest number of pawns under the rule of pairs. Sixteen pawns form at most eight pairs, which give 256 sets of removals.
pub(crate) const MAX_PAIRED_PAWNS: usize = 16;
