//! The text of one piece in a position text.

use super::number::{leading_decimal, number};
use super::text_error::TextError;
use crate::chess::Label;
use crate::geom::Flips;
use std::fmt;

/// A direction of rotation: of a pawn on a ring, of an arc, or of a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Sense {
    /// `!cw`, to the right.
    Clockwise,
    /// `!ccw`, to the left.
    CounterClockwise,
}

impl Sense {
    /// Returns the sense of a signed angle: clockwise if it is negative.
    pub fn of(angle: f64) -> Sense {
        if angle < 0.0 { Sense::Clockwise } else { Sense::CounterClockwise }
    }

    /// Returns 1 for counter-clockwise, -1 for clockwise.
    pub fn sign(self) -> f64 {
        match self {
            Sense::CounterClockwise => 1.0,
            Sense::Clockwise => -1.0,
        }
    }
}

/// A piece of a position text.
#[derive(Debug, Clone, PartialEq)]
pub struct PieceText<'a> {
    /// The label.
    pub label: Label,
    /// The place: `x,y` or the name of a cell.
    pub place: &'a str,
    /// The two coordinates, if they are written as decimals.
    pub decimals: Option<[f64; 2]>,
    /// `'`: the piece has moved.
    pub moved: bool,
    /// `^DEG`: the heading, in degrees of the plane.
    pub heading: Option<f64>,
    /// `!cw` or `!ccw`.
    pub sense: Option<Sense>,
    /// `*`: the pawn has crossed the centre of the disc.
    pub crossed: bool,
    /// `/x`, `/y` or `/xy`: the coordinates that are reversed for the piece.
    pub flips: Option<Flips>,
    /// `~`: the piece was a pawn.
    pub promoted: bool,
    /// `=HOME`: the place at which the piece is reborn.
    pub home: Option<&'a str>,
    /// The whole text up to the piece, from which the columns of errors are counted.
    pub before: &'a str,
}

impl<'a> PieceText<'a> {
    /// Returns a piece without suffixes.
    pub fn new(label: Label, place: &'a str) -> PieceText<'a> {
        PieceText {
            label,
            place,
            decimals: None,
            moved: false,
            heading: None,
            sense: None,
            crossed: false,
            flips: None,
            promoted: false,
            home: None,
            before: "",
        }
    }

    /// Whether the piece has at most the suffixes `'` and `~`, which every piece may have.
    #[inline]
    pub fn has_only_common_suffixes(&self) -> bool {
        self.heading.is_none()
            && self.sense.is_none()
            && self.flips.is_none()
            && !self.crossed
            && self.home.is_none()
    }

    /// Returns the column at which the piece begins, counted from 1.
    pub fn column(&self) -> usize {
        self.before.chars().count() + 1
    }

    /// Returns an error at the column of the piece, with the name of the fault.
    pub fn error(&self, name: &'static str, message: impl fmt::Display) -> TextError {
        let label = self.label;
        TextError::named(self.column(), name, format!("{label}: {message}")).with("label", label)
    }

    /// Reads the piece that begins at a byte of a text, and returns the piece and the text after it.
    ///
    /// # Errors
    /// The first part that does not fit the grammar.
    #[inline]
    pub(super) fn read(whole: &'a str, start: usize) -> Result<(PieceText<'a>, &'a str), TextError> {
        let (before, text) = whole.split_at(start);
        let column = || before.chars().count() + 1;
        // Byte by byte: labels are short, and a search routine for long texts has a higher start-up cost.
        let is_end = |byte: u8| byte == b'@' || class(byte) == Class::End;
        let (label_text, after_label) = text.split_at(text.bytes().position(is_end).unwrap_or(text.len()));
        if after_label.as_bytes().first() != Some(&b'@') {
            let message = format!("`{label_text}` is not a piece: write LABEL@PLACE, such as Ra@0.5,0.5");
            return Err(TextError::named(column(), "piece", message).with("text", label_text));
        }
        let after_at = &after_label[1..];
        let label = Label::new(label_text)
            .map_err(|e| TextError::named(column(), "label", e.to_string()).with("text", label_text))?;
        let PlaceText { decimals, length } = read_place(after_at);
        let (place, mut rest) = after_at.split_at(length);
        let mut piece = PieceText { before, decimals, ..PieceText::new(label, place) };
        if place.is_empty() {
            return Err(piece.error("no_place", "a place must follow the `@`"));
        }
        while rest.bytes().next().is_some_and(|b| class(b) != Class::End) {
            rest = piece.read_suffix(rest)?;
        }
        if piece.home == Some("") {
            return Err(piece.error("no_home", "a home must follow the `=`"));
        }
        Ok((piece, rest))
    }

    /// Returns the text after the piece with which a text begins. The piece need not be valid.
    pub(super) fn after_piece(text: &str) -> &str {
        let end = text.bytes().position(|byte| class(byte) == Class::End);
        &text[end.unwrap_or(text.len())..]
    }

    /// Reads the suffix with which a text begins, and returns the text after it.
    fn read_suffix(&mut self, text: &'a str) -> Result<&'a str, TextError> {
        let (suffix, after_suffix) = text.split_at(next_break(text, 1));
        let (mark, value) = suffix.split_at(1);
        let fault = |piece: &PieceText<'_>, name: &'static str, message: String| {
            Err(piece.error(name, message).with("text", value))
        };
        let is_twice = match (mark, value) {
            ("'", _) => std::mem::replace(&mut self.moved, true),
            ("*", _) => std::mem::replace(&mut self.crossed, true),
            ("~", _) => std::mem::replace(&mut self.promoted, true),
            ("^", _) => {
                let Some(heading) = number(value) else {
                    let message = format!("heading `{value}` is not a number of degrees");
                    return fault(self, "heading", message);
                };
                self.heading.replace(heading).is_some()
            }
            ("!", "cw") => self.sense.replace(Sense::Clockwise).is_some(),
            ("!", "ccw") => self.sense.replace(Sense::CounterClockwise).is_some(),
            ("!", _) => {
                return fault(self, "direction", format!("direction `!{value}`: use `!cw` or `!ccw`"));
            }
            ("/", "x" | "y" | "xy") => {
                let flips = Flips { x: value.starts_with('x'), y: value.ends_with('y') };
                self.flips.replace(flips).is_some()
            }
            ("/", _) => return fault(self, "frame", format!("frame `/{value}`: use `/x`, `/y` or `/xy`")),
            _ => self.home.replace(value).is_some(),
        };
        if is_twice {
            let message = format!("suffix `{suffix}` is written twice");
            return Err(self.error("suffix_twice", message).with("text", suffix));
        }
        if matches!(mark, "'" | "*" | "~") && !value.is_empty() {
            let message =
                format!("`{value}` after `{mark}` is no suffix: use ' ^DEG !cw !ccw * /x /y /xy ~ =HOME");
            return Err(self.error("suffix", message).with("text", value).with("mark", mark));
        }
        Ok(after_suffix)
    }
}

impl fmt::Display for PieceText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}@{}", self.label, self.place)?;
        if self.moved {
            f.write_str("'")?;
        }
        if let Some(heading) = self.heading {
            write!(f, "^{heading}")?;
        }
        match self.sense {
            Some(Sense::Clockwise) => f.write_str("!cw")?,
            Some(Sense::CounterClockwise) => f.write_str("!ccw")?,
            None => {}
        }
        if self.crossed {
            f.write_str("*")?;
        }
        match self.flips.unwrap_or_default() {
            Flips { x: true, y: true } => f.write_str("/xy")?,
            Flips { x: true, y: false } => f.write_str("/x")?,
            Flips { x: false, y: true } => f.write_str("/y")?,
            Flips { x: false, y: false } => {}
        }
        if self.promoted {
            f.write_str("~")?;
        }
        match self.home {
            Some(home) => write!(f, "={home}"),
            None => Ok(()),
        }
    }
}

/// The place at the beginning of a text.
struct PlaceText {
    /// The coordinates, if they are written as decimals.
    decimals: Option<[f64; 2]>,
    /// The length of the place in bytes.
    length: usize,
}

/// Reads the place at the beginning of a text.
#[inline]
fn read_place(text: &str) -> PlaceText {
    let of_decimals = leading_decimal(text).and_then(|(x, after_x)| {
        let (y, after_y) = leading_decimal(after_x.strip_prefix(',')?)?;
        let place = PlaceText { decimals: Some([x, y]), length: text.len() - after_y.len() };
        is_break(after_y.as_bytes(), 0).then_some(place)
    });
    of_decimals.unwrap_or_else(|| PlaceText { decimals: None, length: next_break(text, 0) })
}

/// Returns the first index from `from` on at which a suffix begins or the piece ends.
fn next_break(text: &str, from: usize) -> usize {
    (from..text.len()).find(|&i| is_break(text.as_bytes(), i)).unwrap_or(text.len())
}

/// Whether a suffix begins or the piece ends at an index. A `*` between two factors is a product, and a `/` that is
/// not followed by `x` or `y` is a quotient.
#[inline]
fn is_break(bytes: &[u8], i: usize) -> bool {
    let next = bytes.get(i + 1);
    match bytes.get(i).map(|&byte| (class(byte), byte)) {
        None | Some((Class::End, _)) => true,
        Some((Class::Mark, b'*')) => next.is_none_or(|&next| class(next) != Class::Other),
        Some((Class::Mark, b'/')) => matches!(next, Some(b'x' | b'y')),
        Some((Class::Mark, _)) => true,
        Some((Class::Other, _)) => false,
    }
}

/// The class of a byte in the text of a piece.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    /// The byte begins a suffix.
    Mark,
    /// The piece ends before the byte.
    End,
    /// The byte belongs to a label, a place or a value. Bytes that are not ASCII have this class.
    Other,
}

fn class(byte: u8) -> Class {
    match byte {
        b'\'' | b'^' | b'!' | b'*' | b'/' | b'~' | b'=' => Class::Mark,
        b';' | b' ' | b'\t' | b'\n' | b'\r' | b'\x0c' => Class::End,
        _ => Class::Other,
    }
}
