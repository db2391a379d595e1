//! A position of any board.

use super::prepared::Prepared;
use crate::chess::{Color, Label, Status};
use crate::lattice;
use crate::notation::{SeriesText, TextError};
use crate::plane;
use crate::variant::{Army, Board, Variant};
use std::borrow::Cow;
use std::fmt;

/// The array of shatranj in Fairy-Stockfish, XBoard and cutechess.
const SHATRANJ: &str = "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w - - 0 1";

/// A position of any board.
#[derive(Debug, Clone, PartialEq)]
pub enum Position {
    /// Real centres.
    Plane(plane::Position),
    /// Pieces on cells.
    Lattice(Box<lattice::Position>),
}

/// A label that no piece of the position has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("there is no {label} in the position{}", self.hint())]
pub struct NoPiece {
    /// The label.
    pub label: Label,
    /// The same label for the other side, where it has such a piece.
    pub meant: Option<Label>,
}

impl NoPiece {
    /// A label that is not among those of the position.
    pub(crate) fn of(label: Label, is_there: impl Fn(Label) -> bool) -> NoPiece {
        let other = label.of_other_side();
        NoPiece { label, meant: Some(other).filter(|_| !is_there(label) && is_there(other)) }
    }

    /// What may have been meant, behind a message.
    pub(crate) fn hint(&self) -> String {
        self.meant.map_or(String::new(), |meant| format!(": did you mean {meant}?"))
    }
}

/// Why a piece has no moves to look at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NoMoves {
    /// There is no such piece.
    #[error(transparent)]
    NoPiece(#[from] NoPiece),
    /// Its side could take the king if it had the turn.
    #[error("{label} does not move now: it is {turn}'s turn, whose king stands in check")]
    NoTurn {
        /// The piece asked about.
        label: Label,
        /// Whose turn it is.
        turn: Color,
    },
}

/// A text that is no position of the variant.
pub type PositionError = TextError;

impl Position {
    /// Reads a position text; `start` is the initial array.
    ///
    /// # Errors
    /// The first fault with its column.
    pub fn from_text(variant: &Prepared, text: &str) -> Result<Position, PositionError> {
        match variant {
            Prepared::Plane(rules) => Ok(Position::Plane(plane::Position::from_text(rules.clone(), text)?)),
            Prepared::Lattice(rules) => {
                Ok(Position::Lattice(Box::new(lattice::Position::from_text(rules, text)?)))
            }
        }
    }

    /// Reads FEN, which describes the 8 x 8 lattice.
    ///
    /// # Errors
    /// When the variant is not played there, or the first fault with its column.
    pub fn from_fen(variant: &Prepared, fen: &str) -> Result<Position, PositionError> {
        Ok(Position::from_fen_with_notes(variant, fen)?.0)
    }

    /// Reads FEN, and says what of it is passed over: castling rights without king and rook at home.
    ///
    /// # Errors
    /// As of [`Position::from_fen`].
    pub fn from_fen_with_notes(
        variant: &Prepared,
        fen: &str,
    ) -> Result<(Position, Vec<TextError>), PositionError> {
        match variant {
            Prepared::Plane(rules) => {
                let name = rules.variant.name();
                Err(TextError::new(
                    1,
                    format!("FEN is for the 8 x 8 lattice, not for `{name}`: give a position text"),
                ))
            }
            Prepared::Lattice(rules) => {
                let (position, notes) = lattice::Position::from_fen_with_notes(rules, fen)?;
                Ok((Position::Lattice(Box::new(position)), notes))
            }
        }
    }

    /// Reads a FEN or the line of an EPD, or else a position text, and says what is passed over. Only a FEN on a lattice
    /// has a slash in its first word.
    ///
    /// # Errors
    /// The first fault with its column.
    pub fn read(variant: &Prepared, text: &str) -> Result<(Position, Vec<TextError>), PositionError> {
        let is_fen = text.split_whitespace().next().is_some_and(|word| word.contains('/'));
        if is_fen && matches!(variant, Prepared::Lattice(_)) {
            return Position::from_fen_with_notes(variant, text);
        }
        Ok((Position::from_text(variant, text)?, Vec::new()))
    }

    /// The initial position as other programs have it. It is the variant's own, but in shatranj each king stands on file d.
    ///
    /// # Errors
    /// When the variant has no initial array.
    pub fn usual(variant: &Prepared) -> Result<Position, PositionError> {
        let spec = variant.variant().spec();
        let is_shatranj = spec.army == Army::Shatranj && spec.board == Board::Square;
        match is_shatranj && variant.variant().is_lattice() {
            true => Position::from_fen(variant, SHATRANJ),
            false => Position::from_text(variant, "start"),
        }
    }

    /// The FEN of a position of the 8 x 8 lattice; nothing elsewhere, and where several cells have been passed.
    pub fn to_fen(&self) -> Option<String> {
        match self {
            Position::Plane(_) => None,
            Position::Lattice(p) => p.to_fen(),
        }
    }

    /// The variant it is a position of.
    pub fn variant(&self) -> &Variant {
        match self {
            Position::Plane(p) => &p.rules().variant,
            Position::Lattice(p) => p.rules().variant(),
        }
    }

    /// Whether a piece of this label is on the board.
    pub fn has_piece(&self, label: Label) -> bool {
        match self {
            Position::Plane(p) => p.find(label).is_some(),
            Position::Lattice(p) => p.find(label).is_some(),
        }
    }

    /// Whether the side to move is in check.
    pub fn in_check(&self) -> bool {
        match self {
            Position::Plane(p) => plane::Survey::new(p).in_check(),
            Position::Lattice(p) => p.in_check(),
        }
    }

    /// How it stands by itself; repetition is the game's to know.
    pub fn status(&self) -> Status {
        match self {
            Position::Plane(p) => p.status(),
            Position::Lattice(p) => p.status(),
        }
    }

    /// Who has won, if the position itself is decided so.
    pub fn winner(&self) -> Option<Color> {
        match self {
            Position::Plane(p) => (p.status() == Status::Checkmate).then_some(!p.turn()),
            Position::Lattice(p) => p.winner(),
        }
    }

    /// In progressive play: which move of the series is next, and how many the series has.
    pub fn series(&self) -> Option<[u32; 2]> {
        let series = match self {
            Position::Plane(p) => p.series(),
            Position::Lattice(p) => p.series(),
        };
        series.map(|series| [series.played + 1, series.length])
    }

    /// The same pieces with the turn given to a side, as if the other had passed: chances to take in passing and a series
    /// begun are gone. Nothing when the other side, which would then have moved last, stands in check.
    pub fn given_turn(&self, side: Color) -> Option<Position> {
        match self {
            Position::Plane(p) => p.given_turn(side).map(Position::Plane),
            Position::Lattice(p) => {
                let written = p.to_setup();
                let series = SeriesText { quiet: written.series.quiet, ..SeriesText::default() };
                let setup = lattice::Setup { turn: side, passed: Vec::new(), series, ..written };
                let position = lattice::Position::new(p.rules(), &setup).ok()?;
                Some(Position::Lattice(Box::new(position)))
            }
        }
    }

    /// That there is a piece of this label.
    ///
    /// # Errors
    /// When there is none; with what may have been meant.
    pub fn expect_piece(&self, label: Label) -> Result<(), NoPiece> {
        if self.has_piece(label) {
            return Ok(());
        }
        Err(NoPiece::of(label, |label| self.has_piece(label)))
    }

    /// The position in which a piece's moves are looked at: with its side's turn.
    ///
    /// # Errors
    /// When there is no such piece, or its side cannot have the turn.
    pub fn for_piece(&self, label: Label) -> Result<Cow<'_, Position>, NoMoves> {
        self.expect_piece(label)?;
        if label.color() == self.turn() {
            return Ok(Cow::Borrowed(self));
        }
        let given = self.given_turn(label.color());
        given.map(Cow::Owned).ok_or_else(|| NoMoves::NoTurn { label, turn: self.turn() })
    }

    /// The side to move.
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
