//! Positions of any board.

use super::move_input::MoveInput;
use super::no_piece::{NoMoves, NoPiece};
use super::prepared::Prepared;
use crate::board::Forward;
use crate::chess::{Color, Label, Series, Status};
use crate::lattice::{LatticePosition, Setup};
use crate::notation::{SeriesCounters, TextError};
use crate::plane::{PlanePosition, Survey};
use crate::variant::{Army, Board, Variant};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

/// The FEN of the initial array of shatranj in Fairy-Stockfish, XBoard and cutechess.
const SHATRANJ: &str = "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w - - 0 1";

/// A position of any board.
///
/// ```
/// use continuum::chess::Color;
/// use continuum::{Position, Prepared};
/// let start = Position::from_text(&Prepared::preset("continuous")?, "start")?;
/// assert_eq!(start.turn(), Color::White);
/// assert!(start.expect_piece("Qd".parse()?).is_ok() && !start.in_check());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub enum Position {
    /// A position of the plane.
    Plane(PlanePosition),
    /// A position on cells.
    Lattice(Box<LatticePosition>),
}

impl Position {
    /// Reads the text of a position; `start` is the initial array.
    ///
    /// # Errors
    /// All faults, each with its column.
    pub fn from_text(prepared: &Prepared, text: &str) -> Result<Position, TextError> {
        match prepared {
            Prepared::Plane(rules) => Ok(Position::Plane(PlanePosition::from_text(rules.clone(), text)?)),
            Prepared::Lattice(rules) => {
                Ok(Position::Lattice(Box::new(LatticePosition::from_text(rules, text)?)))
            }
        }
    }

    /// Reads a FEN, which describes a position of a square or cylinder of cells.
    ///
    /// ```
    /// use continuum::{Position, Prepared};
    /// let prepared = Prepared::preset("orthodox")?;
    /// let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    /// assert_eq!(Position::from_fen(&prepared, fen)?.to_fen().as_deref(), Some(fen));
    /// assert!(Position::from_fen(&prepared, "8/8/8/8 w - - 0 1").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the variant is not played on such a board. Otherwise all faults of the FEN, each with its column.
    pub fn from_fen(prepared: &Prepared, fen: &str) -> Result<Position, TextError> {
        let (position, _) = Position::from_fen_with_notes(prepared, fen)?;
        Ok(position)
    }

    /// Reads a FEN, and returns the position with notes. Each note is about a castling right that is ignored, because king or
    /// rook is not at home.
    ///
    /// # Errors
    /// Those of [`Position::from_fen`].
    pub fn from_fen_with_notes(
        prepared: &Prepared,
        fen: &str,
    ) -> Result<(Position, Vec<TextError>), TextError> {
        match prepared {
            Prepared::Plane(rules) => {
                let name = rules.variant.name();
                let message = format!(
                    "FEN is for square and cylinder of cells, not for `{name}`: give a position text"
                );
                Err(TextError::named(1, "no_fen", message))
            }
            Prepared::Lattice(rules) => {
                let (position, notes) = LatticePosition::from_fen_with_notes(rules, fen)?;
                Ok((Position::Lattice(Box::new(position)), notes))
            }
        }
    }

    /// Reads a FEN, a line of an EPD, or the text of a position, and returns the position with notes on ignored parts of a FEN.
    /// For a variant on cells, a text with a slash in its first word is a FEN.
    ///
    /// ```
    /// use continuum::{Position, Prepared};
    /// let prepared = Prepared::preset("orthodox")?;
    /// let (by_fen, _) = Position::read(&prepared, "4k3/8/8/8/8/8/8/4K2R w K - 0 1")?;
    /// let (by_text, _) = Position::read(&prepared, "Ke@e1 Rh@h1 ke@e8 ; w")?;
    /// assert_eq!(by_fen.to_fen(), by_text.to_fen());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// All faults, each with its column.
    pub fn read(prepared: &Prepared, text: &str) -> Result<(Position, Vec<TextError>), TextError> {
        let is_fen = text.split_whitespace().next().is_some_and(|word| word.contains('/'));
        if is_fen && matches!(prepared, Prepared::Lattice(_)) {
            return Position::from_fen_with_notes(prepared, text);
        }
        Ok((Position::from_text(prepared, text)?, Vec::new()))
    }

    /// Returns the initial position that other programs use. It is the variant's own, except in shatranj, where they put each
    /// king on file d.
    ///
    /// # Errors
    /// When the variant has no initial array.
    pub fn usual(prepared: &Prepared) -> Result<Position, TextError> {
        let spec = prepared.variant().spec();
        let is_shatranj = spec.army == Army::Shatranj && spec.board == Board::Square;
        if is_shatranj && prepared.variant().is_lattice() {
            Position::from_fen(prepared, SHATRANJ)
        } else {
            Position::from_text(prepared, "start")
        }
    }

    /// Returns the FEN of a position of a square or cylinder of cells. `None` on other boards, if several cells can be taken en
    /// passant, or if a piece has a frame.
    pub fn to_fen(&self) -> Option<String> {
        match self {
            Position::Plane(_) => None,
            Position::Lattice(p) => p.to_fen(),
        }
    }

    /// Returns the variant.
    pub fn variant(&self) -> &Variant {
        match self {
            Position::Plane(p) => &p.rules().variant,
            Position::Lattice(p) => p.rules().variant(),
        }
    }

    /// Returns the variant compiled for play.
    pub fn prepared(&self) -> Prepared {
        match self {
            Position::Plane(p) => Prepared::Plane(p.rules().clone()),
            Position::Lattice(p) => Prepared::Lattice(p.rules().clone()),
        }
    }

    /// Returns the label of every piece, and its place as position texts write it: `4.5,1` or `e1`.
    pub fn pieces(&self) -> impl Iterator<Item = (Label, String)> {
        let pieces: Vec<_> = match self {
            Position::Plane(p) => {
                p.pieces().iter().map(|piece| (piece.label, piece.at.to_string())).collect()
            }
            Position::Lattice(p) => {
                p.pieces().iter().map(|piece| (piece.label, p.rules().name(piece.cell))).collect()
            }
        };
        pieces.into_iter()
    }

    /// Returns the way forward of each piece whose kind has one. If all pieces of each side go the same way, the result is empty.
    pub fn forwards(&self) -> BTreeMap<Label, Forward> {
        match self {
            Position::Plane(p) => p.forwards(),
            Position::Lattice(p) => p.forwards(),
        }
    }

    /// Whether the side to move is in check.
    pub fn in_check(&self) -> bool {
        match self {
            Position::Plane(p) => Survey::new(p).in_check(),
            Position::Lattice(p) => p.in_check(),
        }
    }

    /// Returns the status of the position, without regard to repetition.
    pub fn status(&self) -> Status {
        match self {
            Position::Plane(p) => p.status(),
            Position::Lattice(p) => p.status(),
        }
    }

    /// Returns the side that has won, if the position decides it.
    pub fn winner(&self) -> Option<Color> {
        match self {
            Position::Plane(p) => (p.status() == Status::Checkmate).then_some(!p.turn()),
            Position::Lattice(p) => p.winner(),
        }
    }

    /// Returns the state of the current series; `None` outside progressive play.
    pub fn series(&self) -> Option<Series> {
        match self {
            Position::Plane(p) => p.series(),
            Position::Lattice(p) => p.series(),
        }
    }

    /// Returns the position with a side to move, as if the other side had passed. Rights to capture en passant lapse,
    /// and so does a series that has begun. `None` if the other side is in check.
    pub fn given_turn(&self, side: Color) -> Option<Position> {
        match self {
            Position::Plane(p) => p.given_turn(side).map(Position::Plane),
            Position::Lattice(p) => {
                let current = p.to_setup();
                let series = SeriesCounters { quiet: current.series.quiet, ..SeriesCounters::default() };
                let setup = Setup { turn: side, passed: Vec::new(), series, ..current };
                let position = LatticePosition::new(p.rules(), &setup).ok()?;
                Some(Position::Lattice(Box::new(position)))
            }
        }
    }

    pub(crate) fn piece_count(&self) -> usize {
        match self {
            Position::Plane(p) => p.pieces().len(),
            Position::Lattice(p) => p.piece_count(),
        }
    }

    /// Returns the capital letter of the kind of each piece of a side.
    pub(crate) fn letters(&self, color: Color) -> Vec<char> {
        match self {
            Position::Plane(p) => {
                let of_side = p.pieces().iter().filter(|piece| piece.color() == color);
                of_side.map(|piece| piece.label.letter()).collect()
            }
            Position::Lattice(p) => {
                let of_side = p.pieces().into_iter().filter(|piece| piece.color == color);
                of_side.map(|piece| p.rules().letter(piece.kind)).collect()
            }
        }
    }

    /// Returns the text of a move; a move given as text is returned as it is written. `None` for a move of another kind of board.
    pub fn text_of(&self, m: &MoveInput<'_>) -> Option<String> {
        match (self, m) {
            (_, MoveInput::Text(text)) => Some(text.clone().into_owned()),
            (Position::Plane(p), MoveInput::Plane(m)) => Some(p.text_of(*m).to_string()),
            (Position::Lattice(p), MoveInput::Lattice(m)) => Some(p.rules().move_text(*m)),
            _ => None,
        }
    }

    /// Checks that there is a piece of this label.
    ///
    /// # Errors
    /// When there is none; the error suggests labels that exist.
    pub fn expect_piece(&self, label: Label) -> Result<(), NoPiece> {
        let exists = match self {
            Position::Plane(p) => p.find(label).is_some(),
            Position::Lattice(p) => p.find(label).is_some(),
        };
        if exists {
            return Ok(());
        }
        Err(NoPiece::of(label, &self.pieces().map(|(label, _)| label).collect::<Vec<_>>()))
    }

    /// Returns the position in which the side of a piece is to move, so that the moves of the piece can be shown.
    ///
    /// # Errors
    /// When there is no such piece, or its side cannot get the turn.
    pub fn for_piece(&self, label: Label) -> Result<Cow<'_, Position>, NoMoves> {
        self.expect_piece(label)?;
        if label.color() == self.turn() {
            return Ok(Cow::Borrowed(self));
        }
        match self.given_turn(label.color()) {
            Some(position) => Ok(Cow::Owned(position)),
            None => Err(NoMoves::NoTurn { label, turn: self.turn() }),
        }
    }

    /// Returns the side to move.
    pub fn turn(&self) -> Color {
        match self {
            Position::Plane(p) => p.turn(),
            Position::Lattice(p) => p.turn(),
        }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Position::Plane(p) => p.fmt(f),
            Position::Lattice(p) => p.fmt(f),
        }
    }
}
