//! The one-line position text: parsing and writing. The boards interpret places and extras, which are text with a column here.
//!
//! `PIECES ; TURN ; HALFMOVE FULLMOVE [; EXTRAS]`

use super::piece_text::PieceText;
use super::text_error::{TextError, column_of, whole};
use crate::chess::{Color, Label};
use std::collections::HashSet;

/// The initial capacity for pieces.
const CAPACITY: usize = 32;

/// A position as written.
///
/// ```
/// use continuum::chess::Color;
/// use continuum::notation::PositionText;
/// let text = PositionText::parse("Ke@4.5,0.5' qd@3.5,7.5 ; b ; 3 12")?;
/// assert_eq!((text.pieces.len(), text.turn, text.halfmove, text.fullmove), (2, Color::Black, 3, 12));
/// assert!(text.pieces[0].moved && !text.pieces[1].moved);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct PositionText<'a> {
    /// The pieces in the order written.
    pub pieces: Vec<PieceText<'a>>,
    /// The side to move.
    pub turn: Color,
    /// The number of plies since a capture or pawn move.
    pub halfmove: u32,
    /// The number of White's next or current move.
    pub fullmove: u32,
    /// The `NAME=VALUE` pairs with their columns.
    pub extras: Vec<(&'a str, &'a str, usize)>,
}

impl<'a> PositionText<'a> {
    /// Parses a position text.
    ///
    /// # Errors
    /// The first fault of grammar, a label written twice, or a text of more than four parts, each with its column.
    pub fn parse(text: &'a str) -> Result<PositionText<'a>, TextError> {
        let at = |part: &str| column_of(text, part);
        let mut columns = Columns::new(text);
        let mut pieces = Vec::with_capacity(CAPACITY);
        let mut rest = text.trim_ascii_start();
        while !rest.is_empty() && !rest.starts_with(';') {
            let (piece, after) = PieceText::read(rest, columns.of(rest))?;
            pieces.push(piece);
            rest = after.trim_ascii_start();
        }
        refuse_double_labels(&pieces)?;
        let mut parts = rest.split(';').skip(1);
        let Some(side) = parts.next() else {
            return Err(TextError::new(
                text.chars().count() + 1,
                "the side to move is missing: end the pieces with `; w` or `; b`",
            ));
        };
        let turn = match side.trim() {
            "w" => Color::White,
            "b" => Color::Black,
            other => {
                return Err(TextError::new(
                    at(side.trim_start()),
                    format!("side to move `{other}`: use `w` or `b`"),
                ));
            }
        };
        let (mut halfmove, mut fullmove) = (0, 1);
        if let Some(counters) = parts.next() {
            let mut words = counters.split_ascii_whitespace();
            for (what, counter) in [("halfmove", &mut halfmove), ("fullmove", &mut fullmove)] {
                if let Some(word) = words.next() {
                    *counter = whole(what, word, columns.of(word))?;
                }
            }
            if let Some(word) = words.next() {
                return Err(TextError::new(
                    at(word),
                    format!("`{word}` after the two counters: extras follow a third `;`"),
                ));
            }
            if fullmove == 0 {
                return Err(TextError::new(
                    at(counters.trim_start()),
                    "fullmove 0: moves are counted from 1",
                ));
            }
        }
        let mut extras: Vec<(&str, &str, usize)> = Vec::new();
        for word in parts.next().unwrap_or("").split_ascii_whitespace() {
            let Some((name, value)) = word.split_once('=') else {
                return Err(TextError::new(at(word), format!("`{word}` is not NAME=VALUE")));
            };
            if extras.iter().any(|known| known.0 == name) {
                return Err(TextError::new(at(word), format!("`{name}` is given twice")));
            }
            extras.push((name, value, at(word)));
        }
        if let Some(rest) = parts.next() {
            return Err(TextError::new(
                at(rest),
                "more than four parts: PIECES ; TURN ; HALFMOVE FULLMOVE ; EXTRAS",
            ));
        }
        Ok(PositionText { pieces, turn, halfmove, fullmove, extras })
    }
}

impl std::fmt::Display for PositionText<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for piece in &self.pieces {
            write!(f, "{piece} ")?;
        }
        let side = match self.turn {
            Color::White => 'w',
            Color::Black => 'b',
        };
        write!(f, "; {side} ; {} {}", self.halfmove, self.fullmove)?;
        for (i, (name, value, _)) in self.extras.iter().enumerate() {
            write!(f, "{}{name}={value}", if i == 0 { " ; " } else { " " })?;
        }
        Ok(())
    }
}

/// Counts the columns of successive parts of a text.
struct Columns<'a> {
    text: &'a str,
    /// Whether every character is one byte, as in nearly every text.
    is_ascii: bool,
    byte: usize,
    column: usize,
}

impl<'a> Columns<'a> {
    fn new(text: &'a str) -> Columns<'a> {
        Columns { text, is_ascii: text.is_ascii(), byte: 0, column: 1 }
    }

    fn of(&mut self, part: &str) -> usize {
        let byte = (part.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize);
        if self.is_ascii {
            return byte + 1;
        }
        self.column += self.text.get(self.byte..byte).map_or(0, |passed| passed.chars().count());
        self.byte = byte;
        self.column
    }
}

fn refuse_double_labels(pieces: &[PieceText<'_>]) -> Result<(), TextError> {
    // Labels seldom share a bucket. If none do, no labels need to be compared.
    let mut used = [0u64; Label::BUCKETS / 64];
    let may_be_double = pieces.iter().any(|piece| {
        let (word, bit) = (piece.label.bucket() / 64, 1 << (piece.label.bucket() % 64));
        let is_set = used[word] & bit != 0;
        used[word] |= bit;
        is_set
    });
    if !may_be_double {
        return Ok(());
    }
    let mut seen = HashSet::new();
    match pieces.iter().find(|piece| !seen.insert(piece.label)) {
        Some(second) => Err(second.error("this label is written twice: labels are unique for their colour")),
        None => Ok(()),
    }
}
