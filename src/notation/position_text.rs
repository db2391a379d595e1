//! Reading and writing the position text, which is one line. The modules of the boards interpret its places and extras.
//!
//! `PIECES ; TURN ; HALFMOVE FULLMOVE [; EXTRAS]`

use super::piece_text::PieceText;
use super::series::Extra;
use super::text_error::{MOST_FAULTS, TextError, column_of, read_counter, side_to_move};
use crate::chess::{Color, Label};
use std::collections::HashSet;

/// The initial capacity of the list of pieces: the number in most arrays.
const CAPACITY: usize = 32;

/// The parts of a position text.
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
    /// The number of the full move, as in FEN.
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

    /// Reads a position text as far as its form is right, and returns all faults of form too. If the text does not state the turn,
    /// White has it.
    pub fn read(text: &'a str) -> (PositionText<'a>, Vec<TextError>) {
        let mut faults = Vec::new();
        let (pieces, after_pieces) = read_pieces(text, &mut faults);
        let mut parts = after_pieces.split(';').skip(1);
        let turn = read_turn(text, parts.next(), &mut faults);
        let [halfmove, fullmove] = read_counters(text, parts.next().unwrap_or(""), &mut faults);
        let extras = read_extras(text, parts.next().unwrap_or(""), &mut faults);
        if let Some(fifth) = parts.next() {
            let message = "more than four parts: PIECES ; TURN ; HALFMOVE FULLMOVE ; EXTRAS";
            faults.push(TextError::named(column_of(text, fifth), "parts", message));
        }
        (PositionText { pieces, turn, halfmove, fullmove, extras }, faults)
    }
}

/// Reads the pieces with which a text begins, and returns them and the text after them.
fn read_pieces<'a>(text: &'a str, faults: &mut Vec<TextError>) -> (Vec<PieceText<'a>>, &'a str) {
    let mut pieces = Vec::with_capacity(CAPACITY);
    let mut rest = text.trim_ascii_start();
    while faults.len() < MOST_FAULTS && rest.as_bytes().first().is_some_and(|first| *first != b';') {
        let after_piece = match PieceText::read(text, text.len() - rest.len()) {
            Ok((piece, after_piece)) => {
                pieces.push(piece);
                after_piece
            }
            Err(fault) => {
                faults.push(fault);
                PieceText::after_piece(rest)
            }
        };
        rest = after_piece.trim_ascii_start();
    }
    add_double_labels(&pieces, faults);
    (pieces, rest)
}

/// Reads the second part of a text: the side to move.
fn read_turn(text: &str, part: Option<&str>, faults: &mut Vec<TextError>) -> Color {
    let Some(side) = part else {
        let message = "the side to move is missing: end the pieces with `; w` or `; b`";
        faults.push(TextError::named(text.chars().count() + 1, "no_turn", message));
        return Color::White;
    };
    let side = side.trim_start();
    side_to_move(side.trim_end(), column_of(text, side)).unwrap_or_else(|fault| {
        faults.push(fault);
        Color::White
    })
}

/// Reads the third part of a text: the two counters.
fn read_counters(text: &str, part: &str, faults: &mut Vec<TextError>) -> [u32; 2] {
    let mut counters = [0, 1];
    let mut words = part.split_ascii_whitespace();
    for (name, counter) in ["halfmove", "fullmove"].into_iter().zip(&mut counters) {
        match words.next().map(|word| read_counter(name, word, column_of(text, word))) {
            Some(Ok(number)) => *counter = number,
            Some(Err(fault)) => faults.push(fault),
            None => {}
        }
    }
    if let Some(word) = words.next() {
        let message = format!("`{word}` after the two counters: extras follow a third `;`");
        faults.push(TextError::named(column_of(text, word), "after_counters", message).with("text", word));
    }
    if counters[1] == 0 {
        let message = "fullmove 0: moves are counted from 1";
        faults.push(TextError::named(column_of(text, part.trim_start()), "fullmove", message));
    }
    counters
}

/// Reads the fourth part of a text: the extras.
fn read_extras<'a>(text: &str, part: &'a str, faults: &mut Vec<TextError>) -> Vec<Extra<'a>> {
    let mut extras: Vec<Extra<'_>> = Vec::new();
    for word in part.split_ascii_whitespace() {
        let column = column_of(text, word);
        match word.split_once('=') {
            None => {
                let message = format!("`{word}` is not NAME=VALUE");
                faults.push(TextError::named(column, "extra", message).with("text", word));
            }
            Some((name, _)) if extras.iter().any(|earlier| earlier.name == name) => {
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
        write!(f, "; {} ; {} {}", self.turn.letter(), self.halfmove, self.fullmove)?;
        for (i, Extra { name, value, .. }) in self.extras.iter().enumerate() {
            write!(f, "{}{name}={value}", if i == 0 { " ; " } else { " " })?;
        }
        Ok(())
    }
}

/// Adds a fault for each label that occurs a second time.
fn add_double_labels(pieces: &[PieceText<'_>], faults: &mut Vec<TextError>) {
    let mut labels: Vec<Label> = pieces.iter().map(|piece| piece.label).collect();
    labels.sort_unstable();
    if labels.windows(2).all(|pair| pair[0] != pair[1]) {
        return;
    }
    let mut seen = HashSet::new();
    let repeated = pieces.iter().filter(|piece| !seen.insert(piece.label));
    let message = "this label is written twice: labels are unique for their colour";
    faults.extend(repeated.take(MOST_FAULTS).map(|piece| piece.error("label_twice", message)));
}
