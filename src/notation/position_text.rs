//! Reading and writing the position text, which is one line. The boards interpret its places and extras.
//!
//! `PIECES ; TURN ; HALFMOVE FULLMOVE [; EXTRAS]`

use super::piece_text::PieceText;
use super::series::Extra;
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
    /// The `NAME=VALUE` pairs.
    pub extras: Vec<Extra<'a>>,
}

impl<'a> PositionText<'a> {
    /// Parses a position text.
    ///
    /// # Errors
    /// All faults of form, each with its column: of grammar, a label written twice, or a text of more than four parts.
    pub fn parse(text: &'a str) -> Result<PositionText<'a>, TextError> {
        let (written, faults) = PositionText::read(text);
        TextError::all(faults).map_or(Ok(written), Err)
    }

    /// Reads what can be read of a position text, and returns it with all faults of form. White has the turn if a text does not
    /// say who has it.
    pub fn read(text: &'a str) -> (PositionText<'a>, Vec<TextError>) {
        let mut faults = Vec::new();
        let (pieces, rest) = read_pieces(text, &mut faults);
        let mut parts = rest.split(';').skip(1);
        let turn = read_turn(text, parts.next(), &mut faults);
        let [halfmove, fullmove] = read_counters(text, parts.next().unwrap_or(""), &mut faults);
        let extras = read_extras(text, parts.next().unwrap_or(""), &mut faults);
        if let Some(rest) = parts.next() {
            let message = "more than four parts: PIECES ; TURN ; HALFMOVE FULLMOVE ; EXTRAS";
            faults.push(TextError::named(column_of(text, rest), "parts", message));
        }
        (PositionText { pieces, turn, halfmove, fullmove, extras }, faults)
    }
}

/// Reads the pieces at the beginning of a text, and returns them with the rest.
fn read_pieces<'a>(text: &'a str, faults: &mut Vec<TextError>) -> (Vec<PieceText<'a>>, &'a str) {
    let mut pieces = Vec::with_capacity(CAPACITY);
    let mut rest = text.trim_ascii_start();
    while !rest.is_empty() && !rest.starts_with(';') {
        let after = match PieceText::read(text, text.len() - rest.len()) {
            Ok((piece, after)) => {
                pieces.push(piece);
                after
            }
            Err(fault) => {
                faults.push(fault);
                PieceText::behind(rest)
            }
        };
        rest = after.trim_ascii_start();
    }
    find_double_labels(&pieces, faults);
    (pieces, rest)
}

/// Reads the second part of a text.
fn read_turn(text: &str, part: Option<&str>, faults: &mut Vec<TextError>) -> Color {
    let Some(side) = part else {
        let message = "the side to move is missing: end the pieces with `; w` or `; b`";
        faults.push(TextError::named(text.chars().count() + 1, "no_turn", message));
        return Color::White;
    };
    match side.trim() {
        "w" => Color::White,
        "b" => Color::Black,
        other => {
            let message = format!("side to move `{other}`: use `w` or `b`");
            let column = column_of(text, side.trim_start());
            faults.push(TextError::named(column, "turn", message).with("text", other));
            Color::White
        }
    }
}

/// Reads the third part of a text: the two counters.
fn read_counters(text: &str, part: &str, faults: &mut Vec<TextError>) -> [u32; 2] {
    let mut read = [0, 1];
    let mut words = part.split_ascii_whitespace();
    for (name, counter) in ["halfmove", "fullmove"].into_iter().zip(&mut read) {
        match words.next().map(|word| whole(name, word, column_of(text, word))) {
            Some(Ok(number)) => *counter = number,
            Some(Err(fault)) => faults.push(fault),
            None => {}
        }
    }
    if let Some(word) = words.next() {
        let message = format!("`{word}` after the two counters: extras follow a third `;`");
        faults.push(TextError::named(column_of(text, word), "after_counters", message).with("text", word));
    }
    if read[1] == 0 {
        let message = "fullmove 0: moves are counted from 1";
        faults.push(TextError::named(column_of(text, part.trim_start()), "fullmove", message));
    }
    read
}

/// Reads the fourth part of a text.
fn read_extras<'a>(text: &str, part: &'a str, faults: &mut Vec<TextError>) -> Vec<Extra<'a>> {
    let mut extras: Vec<Extra<'_>> = Vec::new();
    for word in part.split_ascii_whitespace() {
        let column = column_of(text, word);
        match word.split_once('=') {
            None => {
                let message = format!("`{word}` is not NAME=VALUE");
                faults.push(TextError::named(column, "extra", message).with("text", word));
            }
            Some((name, _)) if extras.iter().any(|known| known.name == name) => {
                let message = format!("`{name}` is given twice");
                faults.push(TextError::named(column, "extra_twice", message).with("text", name));
            }
            Some((name, value)) => extras.push(Extra { name, value: value.into(), column }),
        }
    }
    extras
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
        for (i, Extra { name, value, .. }) in self.extras.iter().enumerate() {
            write!(f, "{}{name}={value}", if i == 0 { " ; " } else { " " })?;
        }
        Ok(())
    }
}

/// Adds the fault of each label that is written again.
fn find_double_labels(pieces: &[PieceText<'_>], faults: &mut Vec<TextError>) {
    // Labels seldom share a bucket. If none do, no labels need to be compared.
    let mut used = [0u64; Label::BUCKETS / 64];
    let may_be_double = pieces.iter().any(|piece| {
        let (word, bit) = (piece.label.bucket() / 64, 1 << (piece.label.bucket() % 64));
        let is_set = used[word] & bit != 0;
        used[word] |= bit;
        is_set
    });
    if !may_be_double {
        return;
    }
    let mut seen = HashSet::new();
    let second = pieces.iter().filter(|piece| !seen.insert(piece.label));
    let message = "this label is written twice: labels are unique for their colour";
    faults.extend(second.map(|piece| piece.error("label_twice", message)));
}
