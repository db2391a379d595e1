//! Position texts of lattice variants.

use crate::board::{Cell, Chart};
use crate::chess::Role;
use crate::lattice::position::{FaultPlace, LatticePosition, PawnDirection, Setup, SetupFault, SetupPiece};
use crate::lattice::tables::{LatticeRules, is_fen};
use crate::notation::{PieceText, PositionText, Sense, SeriesText, TextError};
use std::fmt;
use std::sync::Arc;

/// The text that stands for the initial array.
const START: &str = "start";

impl LatticePosition {
    /// Returns the position of a position text, or of `start`.
    ///
    /// # Errors
    /// The first fault, with its column.
    pub fn from_text(rules: &Arc<LatticeRules>, text: &str) -> Result<LatticePosition, TextError> {
        if text.trim() == START {
            return start(rules);
        }
        let written = PositionText::parse(text)?;
        let pieces = written
            .pieces
            .iter()
            .map(|written| setup_piece(rules, written))
            .collect::<Result<Vec<_>, _>>()?;
        let mut setup = Setup {
            pieces,
            turn: written.turn,
            halfmove: written.halfmove,
            fullmove: written.fullmove,
            passed: Vec::new(),
            series: SeriesText::default(),
        };
        let end = text.trim_end().chars().count() + 1;
        let mut passed_columns = Vec::new();
        for &extra in &written.extras {
            let (name, value, column) = extra;
            if name == "ep" {
                for cell in value.split(',') {
                    passed_columns.push(column);
                    setup.passed.push(read_cell(rules, cell, column)?);
                }
            } else if !setup.series.read(extra)? {
                let message = format!("unknown extra `{name}`: use ep, series, played, quiet");
                return Err(TextError::new(column, message));
            }
        }
        let series_column =
            written.extras.iter().find(|(name, ..)| *name != "ep").map_or(end, |&(_, _, column)| column);
        LatticePosition::new(rules, &setup)
            .map_err(|faults| first_fault(&faults, &written.pieces, &passed_columns, series_column))
    }
}

/// Returns the position for which `start` stands.
fn start(rules: &Arc<LatticeRules>) -> Result<LatticePosition, TextError> {
    let own = rules.variant().spec().start.trim();
    if own == START {
        return Err(TextError::new(1, "`start` stands for an array: write out a position"));
    }
    if !own.is_empty() {
        return if is_fen(own) {
            LatticePosition::from_fen(rules, own)
        } else {
            LatticePosition::from_text(rules, own)
        };
    }
    if rules.array().is_empty() {
        let (columns, rows) = (rules.grid().chart().columns(), rules.grid().chart().rows());
        let message =
            format!("a board of {columns} x {rows} has no array: write out the position, or set start");
        return Err(TextError::new(1, message));
    }
    LatticePosition::of_array(rules).map_err(|faults| first_fault(&faults, &[], &[], 1))
}

fn first_fault(
    faults: &[SetupFault],
    pieces: &[PieceText<'_>],
    passed: &[usize],
    series: usize,
) -> TextError {
    let Some(fault) = faults.first() else {
        return TextError::new(1, "this position is not valid");
    };
    match fault.place {
        FaultPlace::Piece(i) => match pieces.get(i) {
            Some(piece) => piece.error(&fault.kind),
            None => TextError::new(1, fault.kind.to_string()),
        },
        FaultPlace::Passed(i) => {
            TextError::new(passed.get(i).copied().unwrap_or(1), format!("ep: {}", fault.kind))
        }
        FaultPlace::Series => TextError::new(series, fault.kind.to_string()),
        FaultPlace::Whole => TextError::new(1, fault.kind.to_string()),
    }
}

fn read_cell(rules: &LatticeRules, name: &str, column: usize) -> Result<Cell, TextError> {
    let names = rules.variant().spec().names;
    rules.grid().cell(name, names).map_err(|e| TextError::new(column, e.to_string()))
}

fn setup_piece(rules: &LatticeRules, piece: &PieceText<'_>) -> Result<SetupPiece, TextError> {
    let cell = read_cell(rules, piece.place, piece.column)?;
    let home = piece.home.map(|home| read_cell(rules, home, piece.column)).transpose()?;
    if piece.heading.is_some() {
        return Err(piece.error("headings are for the plane: leave `^` out"));
    }
    let pawn = piece.label.letter() == Role::Pawn.letter();
    let chart = rules.grid().chart();
    if piece.sense.is_some() && !(pawn && chart == Chart::Ring) {
        return Err(piece.error("`!cw` and `!ccw` are for pawns of a ring board"));
    }
    if piece.flips.is_some() && rules.grid().sheet().is_none() {
        return Err(piece.error("/ (a frame) is for flat boards: ring and disc have directions of their own"));
    }
    if piece.crossed && !(pawn && chart == Chart::Disc) {
        return Err(piece.error("`*` is for pawns of a disc board that have crossed the centre"));
    }
    let way = match (piece.sense, piece.crossed) {
        (Some(Sense::CounterClockwise), _) => Some(PawnDirection::First),
        (Some(Sense::Clockwise), _) | (None, true) => Some(PawnDirection::Second),
        (None, false) => None,
    };
    let flips = piece.flips.unwrap_or_default();
    Ok(SetupPiece {
        label: piece.label,
        cell,
        moved: piece.moved,
        way,
        flips,
        promoted: piece.promoted,
        home,
    })
}

/// Writes the name of the type and the position text.
impl fmt::Debug for LatticePosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "LatticePosition({:?})", self.to_string())
    }
}

impl fmt::Display for LatticePosition {
    /// Writes the position text: all state, White's pieces and then Black's, each by label.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rules = self.rules();
        let setup = self.to_setup();
        let chart = rules.grid().chart();
        let names: Vec<(String, Option<String>)> = setup
            .pieces
            .iter()
            .map(|piece| (rules.name(piece.cell), piece.home.map(|home| rules.name(home))))
            .collect();
        let pieces = setup.pieces.iter().zip(&names).map(|(piece, (place, home))| {
            let sense = match (chart, piece.way) {
                (Chart::Ring, Some(PawnDirection::First)) => Some(Sense::CounterClockwise),
                (Chart::Ring, Some(PawnDirection::Second)) => Some(Sense::Clockwise),
                (Chart::Flat(_) | Chart::Disc, _) | (_, None) => None,
            };
            PieceText {
                moved: piece.moved,
                sense,
                crossed: chart == Chart::Disc && piece.way == Some(PawnDirection::Second),
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
            extras.push(("ep", cells.join(",")));
        }
        extras.extend(setup.series.extras());
        let text = PositionText {
            pieces: pieces.collect(),
            turn: setup.turn,
            halfmove: setup.halfmove,
            fullmove: setup.fullmove,
            extras: extras.iter().map(|(name, value)| (*name, value.as_str(), 1)).collect(),
        };
        text.fmt(f)
    }
}
