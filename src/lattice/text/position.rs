//! Position texts of lattice variants.

use super::not_valid;
use crate::board::{Cell, Chart, NameError};
use crate::chess::Role;
use crate::lattice::position::{
    FaultPlace, LatticePosition, PawnWay, Setup, SetupFault, SetupFaultKind, SetupPiece,
};
use crate::lattice::tables::{LatticeRules, is_fen};
use crate::notation::{Extra, MOST_FAULTS, PieceText, PositionText, Sense, SeriesCounters, TextError};
use std::fmt;
use std::sync::Arc;

/// The text that stands for the initial array.
const START: &str = "start";

impl LatticePosition {
    /// Returns the position of a position text, or of `start`.
    ///
    /// # Errors
    /// All faults, each with its column: of form, of single pieces, and of the position as far as it can be read.
    pub fn from_text(rules: &Arc<LatticeRules>, text: &str) -> Result<LatticePosition, TextError> {
        if text.trim() == START {
            return start(rules);
        }
        let (written, mut errors) = PositionText::read(text);
        // The pieces that can be read, and the text of each.
        let (mut pieces, mut piece_texts) = (Vec::new(), Vec::new());
        for text in &written.pieces {
            if let Some(piece) = setup_piece(rules, text, &mut errors) {
                pieces.push(piece);
                piece_texts.push(text);
            }
        }
        let mut setup = Setup {
            pieces,
            turn: written.turn,
            halfmove: written.halfmove,
            fullmove: written.fullmove,
            passed: Vec::new(),
            series: SeriesCounters::default(),
        };
        let passed_columns = read_extras(rules, &written, &mut setup, &mut errors);
        let end = text.trim_end().chars().count() + 1;
        let first_counter = written.extras.iter().find(|extra| extra.name != Extra::EN_PASSANT);
        let series_column = first_counter.map_or(end, |extra| extra.column);
        let places = WrittenPlaces { pieces: piece_texts, passed_columns, series_column };
        let is_fully_read = errors.is_empty();
        match LatticePosition::new(rules, &setup) {
            Ok(position) if is_fully_read => return Ok(position),
            Ok(_) => {}
            Err(faults) => {
                for fault in faults.iter().take(MOST_FAULTS) {
                    // A piece that cannot be read may be the reason for a check or a fault of the whole.
                    let may_follow =
                        fault.place == FaultPlace::Whole || matches!(fault.kind, SetupFaultKind::InCheck(_));
                    if is_fully_read || !may_follow {
                        errors.push(places.error(fault));
                    }
                }
            }
        }
        Err(not_valid(errors))
    }
}

/// The places in a text to which the faults of its setup belong.
#[derive(Default)]
struct WrittenPlaces<'a> {
    /// The text of each piece of the setup.
    pieces: Vec<&'a PieceText<'a>>,
    /// The column of each passed cell of the setup.
    passed_columns: Vec<usize>,
    series_column: usize,
}

impl WrittenPlaces<'_> {
    /// Returns an error about a fault at its place in the text. Without places it is about the first column.
    fn error(&self, fault: &SetupFault) -> TextError {
        let SetupFault { place, kind } = fault;
        match *place {
            FaultPlace::Piece(i) => match self.pieces.get(i) {
                Some(piece) => kind.add_values_to(piece.error(kind.name(), kind)),
                None => kind.error(1),
            },
            FaultPlace::Passed(i) => {
                let column = self.passed_columns.get(i).copied().unwrap_or(1);
                TextError::named(column, kind.name(), format!("ep: {kind}"))
            }
            FaultPlace::Series => kind.error(self.series_column.max(1)),
            FaultPlace::Whole => kind.error(1),
        }
    }
}

/// Reads the extras of a text into a setup, and returns the column of each passed cell. Adds their faults to `errors`.
fn read_extras(
    rules: &LatticeRules,
    written: &PositionText<'_>,
    setup: &mut Setup,
    errors: &mut Vec<TextError>,
) -> Vec<usize> {
    let mut columns = Vec::new();
    for extra in &written.extras {
        let &Extra { name, ref value, column } = extra;
        if name == Extra::EN_PASSANT {
            for cell in value.split(',') {
                match read_cell(rules, cell, column) {
                    Ok(cell) => {
                        columns.push(column);
                        setup.passed.push(cell);
                    }
                    Err(error) => errors.push(error),
                }
            }
            continue;
        }
        match setup.series.read(extra) {
            Ok(true) => {}
            Ok(false) => {
                let known = format!("{}, {}", Extra::EN_PASSANT, SeriesCounters::NAMES.join(", "));
                let message = format!("unknown extra `{name}`: use {known}");
                let fault = TextError::named(column, "unknown_extra", message).with("text", name);
                errors.push(fault.with("known", known));
            }
            Err(fault) => errors.push(fault),
        }
    }
    columns
}

/// Returns the position for which `start` stands: that of the variant's parameter `start`, or else of the board's array.
fn start(rules: &Arc<LatticeRules>) -> Result<LatticePosition, TextError> {
    let parameter = rules.variant().spec().start.trim();
    if parameter == START {
        return Err(TextError::named(1, "start", "`start` stands for an array: write out a position"));
    }
    if is_fen(parameter) {
        return LatticePosition::from_fen(rules, parameter);
    }
    if !parameter.is_empty() {
        return LatticePosition::from_text(rules, parameter);
    }
    if rules.array().is_empty() {
        let (columns, rows) = (rules.grid().chart().columns(), rules.grid().chart().rows());
        let message =
            format!("a board of {columns} x {rows} has no array: write out the position, or set start");
        return Err(TextError::named(1, "no_array", message));
    }
    LatticePosition::of_array(rules).map_err(|faults| {
        let nowhere = WrittenPlaces::default();
        not_valid(faults.iter().map(|fault| nowhere.error(fault)).collect())
    })
}

/// Reads the name of a cell that stands at a column of the text.
fn read_cell(rules: &LatticeRules, name: &str, column: usize) -> Result<Cell, TextError> {
    let names = rules.variant().spec().names;
    rules.grid().cell(name, names).map_err(|e| match &e {
        NameError::Unknown { first, last, .. } => {
            let fault = TextError::named(column, "cell", e.to_string());
            fault.with("text", name).with("first", first).with("last", last)
        }
        NameError::Void(_) => TextError::named(column, "void_cell", e.to_string()).with("text", name),
    })
}

/// Reads one piece. If it has faults, adds them to `errors` and returns `None`.
fn setup_piece(
    rules: &LatticeRules,
    piece: &PieceText<'_>,
    errors: &mut Vec<TextError>,
) -> Option<SetupPiece> {
    let count_before = errors.len();
    let mut cell = |name: &str| read_cell(rules, name, piece.column()).map_err(|e| errors.push(e)).ok();
    let (place, home) = (cell(piece.place), piece.home.and_then(&mut cell));
    let is_pawn = piece.label.letter() == Role::Pawn.letter();
    let chart = rules.grid().chart();
    if piece.heading.is_some() {
        errors.push(piece.error("stray_heading", "headings are for the plane: leave `^` out"));
    }
    if piece.sense.is_some() && !(is_pawn && chart == Chart::Ring) {
        errors.push(piece.error("stray_way", "`!cw` and `!ccw` are for pawns of a ring board"));
    }
    if piece.flips.is_some() && rules.grid().sheet().is_none() {
        let message = "/ (a frame) is for flat boards: ring and disc have directions of their own";
        errors.push(piece.error("stray_frame", message));
    }
    if piece.crossed && !(is_pawn && chart == Chart::Disc) {
        let message = "`*` is for pawns of a disc board that have crossed the centre";
        errors.push(piece.error("stray_crossed", message));
    }
    let (Some(cell), true) = (place, errors.len() == count_before) else { return None };
    let way = way_of_suffixes(piece.sense, piece.crossed);
    let PieceText { label, moved, promoted, .. } = *piece;
    let flips = piece.flips.unwrap_or_default();
    Some(SetupPiece { label, cell, moved, way, flips, promoted, home })
}

/// Returns the way that the suffixes of a pawn state: the sense on a ring, whether it has crossed the centre on a disc.
fn way_of_suffixes(sense: Option<Sense>, crossed: bool) -> Option<PawnWay> {
    match (sense, crossed) {
        (Some(Sense::CounterClockwise), _) => Some(PawnWay::First),
        (Some(Sense::Clockwise), _) | (None, true) => Some(PawnWay::Second),
        (None, false) => None,
    }
}

/// Returns the suffixes that state a way on a board, the inverse of [`way_of_suffixes`]. On a disc a pawn without a suffix
/// goes the first way.
fn suffixes_of_way(way: Option<PawnWay>, chart: Chart) -> (Option<Sense>, bool) {
    match (chart, way) {
        (Chart::Ring, Some(PawnWay::First)) => (Some(Sense::CounterClockwise), false),
        (Chart::Ring, Some(PawnWay::Second)) => (Some(Sense::Clockwise), false),
        (Chart::Disc, Some(PawnWay::Second)) => (None, true),
        (Chart::Flat(_) | Chart::Disc, _) | (_, None) => (None, false),
    }
}

/// The names of cells that the text of a piece borrows.
struct CellNames {
    place: String,
    home: Option<String>,
}

/// Writes the name of the type and the position text.
impl fmt::Debug for LatticePosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "LatticePosition({:?})", self.to_string())
    }
}

impl fmt::Display for LatticePosition {
    /// Writes the position text, which contains the whole state. The pieces are in the order of [`LatticePosition::to_setup`]: White's first, those of a side by label.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rules = self.rules();
        let setup = self.to_setup();
        let chart = rules.grid().chart();
        let names_of = |piece: &SetupPiece| CellNames {
            place: rules.name(piece.cell),
            home: piece.home.map(|home| rules.name(home)),
        };
        let names: Vec<CellNames> = setup.pieces.iter().map(names_of).collect();
        let pieces = setup.pieces.iter().zip(&names).map(|(piece, CellNames { place, home })| {
            let (sense, crossed) = suffixes_of_way(piece.way, chart);
            PieceText {
                moved: piece.moved,
                sense,
                crossed,
                // A frame that reverses nothing has no suffix.
                flips: Some(piece.flips),
                promoted: piece.promoted,
                home: home.as_deref(),
                ..PieceText::new(piece.label, place)
            }
        });
        let mut extras = Vec::new();
        if !setup.passed.is_empty() {
            let mut cells: Vec<String> = setup.passed.iter().map(|&cell| rules.name(cell)).collect();
            cells.sort();
            extras.push(Extra::new(Extra::EN_PASSANT, cells.join(",")));
        }
        extras.extend(setup.series.extras());
        let text = PositionText {
            pieces: pieces.collect(),
            turn: setup.turn,
            halfmove: setup.halfmove,
            fullmove: setup.fullmove,
            extras,
        };
        text.fmt(f)
    }
}
