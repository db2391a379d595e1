//! The one-line position text, taken apart and put together. What a place or an extra means is the
//! board's matter; here they are text with a column.
//!
//! `PIECES ; TURN ; HALFMOVE FULLMOVE [; EXTRAS]`

use super::number::{leading_decimal, number};
use crate::chess::{Color, Label};
use crate::geom::Flips;
use std::collections::HashSet;
use std::fmt::Write as _;
use std::num::IntErrorKind;

/// Something in a text that cannot be understood, and where.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("column {column}: {message}{}", also.iter().map(|other| format!("; {other}")).collect::<String>())]
pub struct TextError {
    /// The place in the text, counted in characters from 1.
    pub column: usize,
    /// What is wrong and what to do.
    pub message: String,
    /// What else is wrong with the text, in its order.
    pub also: Vec<TextError>,
}

impl TextError {
    /// An error at a column.
    pub fn new(column: usize, message: impl Into<String>) -> TextError {
        TextError { column, message: message.into(), also: Vec::new() }
    }

    /// Several errors of one text as one; none when there are none.
    pub fn all(errors: Vec<TextError>) -> Option<TextError> {
        let mut errors = errors.into_iter();
        let first = errors.next()?;
        Some(TextError { also: errors.collect(), ..first })
    }

    /// The column and the message of each.
    pub fn each(&self) -> impl Iterator<Item = (usize, &str)> {
        std::iter::once(self).chain(&self.also).map(|error| (error.column, error.message.as_str()))
    }
}

/// Reads a counter.
///
/// # Errors
/// When it is no whole number, or one that is not counted to.
pub fn whole(what: &str, text: &str, column: usize) -> Result<u32, TextError> {
    text.parse().map_err(|e: std::num::ParseIntError| {
        let wrong = match e.kind() {
            IntErrorKind::PosOverflow => format!("is more than {}", u32::MAX),
            _ => "is not a whole number".to_owned(),
        };
        TextError::new(column, format!("{what} `{text}` {wrong}"))
    })
}

/// A way round: of a ring pawn, an arc or a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Sense {
    /// `!cw`, to the right.
    Clockwise,
    /// `!ccw`, to the left.
    CounterClockwise,
}

/// Room for so many pieces is made at once.
const USUAL: usize = 32;

/// One piece as written.
#[derive(Debug, Clone, PartialEq)]
pub struct PieceText<'a> {
    /// Its label.
    pub label: Label,
    /// Where it stands: `x,y` or a cell name.
    pub place: &'a str,
    /// The two coordinates, where they are written as decimals.
    pub decimals: Option<[f64; 2]>,
    /// `'`: it has moved.
    pub moved: bool,
    /// `^DEG`: its heading in plane degrees.
    pub heading: Option<f64>,
    /// `!cw` or `!ccw`.
    pub sense: Option<Sense>,
    /// `*`: it has crossed the centre.
    pub crossed: bool,
    /// `/x`, `/y` or `/xy`: which coordinates are reversed for it.
    pub flips: Option<Flips>,
    /// `~`: it was a pawn.
    pub promoted: bool,
    /// `=HOME`: where it is reborn.
    pub home: Option<&'a str>,
    /// Where it is written, for errors.
    pub column: usize,
}

impl<'a> PieceText<'a> {
    /// A piece with no suffix.
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
            column: 1,
        }
    }

    /// Whether it has none of the suffixes that have no meaning for some pieces, as most are written.
    #[inline]
    pub fn is_bare(&self) -> bool {
        self.heading.is_none()
            && self.sense.is_none()
            && self.flips.is_none()
            && !self.crossed
            && self.home.is_none()
    }

    /// An error about this piece.
    pub fn error(&self, message: impl std::fmt::Display) -> TextError {
        TextError::new(self.column, format!("{}: {message}", self.label))
    }
}

/// A whole position as written.
#[derive(Debug, Clone, PartialEq)]
pub struct PositionText<'a> {
    /// The pieces in the order written.
    pub pieces: Vec<PieceText<'a>>,
    /// The side to move.
    pub turn: Color,
    /// Plies since a capture or pawn move.
    pub halfmove: u32,
    /// The number of White's next or present move.
    pub fullmove: u32,
    /// `NAME=VALUE` pairs with their columns.
    pub extras: Vec<(&'a str, &'a str, usize)>,
}

impl<'a> PositionText<'a> {
    /// Takes a position text apart.
    ///
    /// # Errors
    /// The first thing that does not fit the grammar, a label written twice, or a text with more than
    /// four parts, each with its column.
    pub fn parse(text: &'a str) -> Result<PositionText<'a>, TextError> {
        let at = |part: &str| column_of(text, part);
        let mut columns = Columns::new(text);
        let mut pieces = Vec::with_capacity(USUAL);
        let mut rest = text.trim_ascii_start();
        while !rest.is_empty() && !rest.starts_with(';') {
            let column = columns.of(rest);
            // Each kind has its own way into the list: a usual piece is put together there.
            if let Some((piece, after)) = usual_piece(rest, column) {
                pieces.push(piece);
                rest = after.trim_ascii_start();
            } else {
                let (word, after) = rest.split_at(rest.find(ends_piece).unwrap_or(rest.len()));
                pieces.push(parse_piece(word, column)?);
                rest = after.trim_ascii_start();
            }
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
        let mut line = String::new();
        for piece in &self.pieces {
            write!(line, "{}@{}", piece.label, piece.place)?;
            if piece.moved {
                line.push('\'');
            }
            if let Some(heading) = piece.heading {
                write!(line, "^{heading}")?;
            }
            match piece.sense {
                Some(Sense::Clockwise) => line.push_str("!cw"),
                Some(Sense::CounterClockwise) => line.push_str("!ccw"),
                None => {}
            }
            if piece.crossed {
                line.push('*');
            }
            if let Some(flips) = piece.flips.filter(|flips| *flips != Flips::NONE) {
                line.push('/');
                line.push_str(if flips.x { "x" } else { "" });
                line.push_str(if flips.y { "y" } else { "" });
            }
            if piece.promoted {
                line.push('~');
            }
            if let Some(home) = piece.home {
                write!(line, "={home}")?;
            }
            line.push(' ');
        }
        let side = match self.turn {
            Color::White => 'w',
            Color::Black => 'b',
        };
        write!(f, "{line}; {side} ; {} {}", self.halfmove, self.fullmove)?;
        for (i, (name, value, _)) in self.extras.iter().enumerate() {
            write!(f, "{}{name}={value}", if i == 0 { " ; " } else { " " })?;
        }
        Ok(())
    }
}

/// The 1-based character column at which `part`, a slice of `text`, begins.
pub(super) fn column_of(text: &str, part: &str) -> usize {
    let bytes = (part.as_ptr() as usize).saturating_sub(text.as_ptr() as usize).min(text.len());
    text.get(..bytes).map_or(1, |before| before.chars().count() + 1)
}

/// The columns of parts that follow each other, counted on from one to the next.
struct Columns<'a> {
    text: &'a str,
    /// Whether a character is a byte, as in nearly every text.
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
    // Labels of usual length have a mark each, nearly always their own. Where none comes twice, nothing is sorted.
    let mut marks = [0u64; Label::MARKS / 64];
    let may_be_double = pieces.iter().any(|piece| {
        let (word, bit) = (piece.label.mark() / 64, 1 << (piece.label.mark() % 64));
        let is_set = marks[word] & bit != 0;
        marks[word] |= bit;
        is_set
    });
    if !may_be_double {
        return Ok(());
    }
    let mut labels: Vec<Label> = pieces.iter().map(|piece| piece.label).collect();
    labels.sort_unstable();
    if labels.windows(2).all(|pair| pair[0] != pair[1]) {
        return Ok(());
    }
    let mut seen = HashSet::new();
    match pieces.iter().find(|piece| !seen.insert(piece.label)) {
        Some(second) => Err(second.error("this label is written twice: labels are unique for their colour")),
        None => Ok(()),
    }
}

/// Whether what is written of a piece ends before this.
fn ends_piece(next: char) -> bool {
    next == ';' || next.is_ascii_whitespace()
}

/// The piece that a text begins with, and what follows it, if it is written as most are: a label and two decimals, moved or
/// not. One pass serves, and nothing is searched for.
#[inline(always)]
fn usual_piece(text: &str, column: usize) -> Option<(PieceText<'_>, &str)> {
    // Byte by byte: labels are short, and a search that is quick for long texts takes longer to begin.
    let at = text.bytes().position(|b| b == b'@')?;
    let label = Label::of_letters(&text.as_bytes()[..at])?;
    let placed = &text[at + 1..];
    let (x, rest) = leading_decimal(placed)?;
    let (y, rest) = leading_decimal(rest.strip_prefix(',')?)?;
    let place = &placed[..placed.len() - rest.len()];
    let (moved, rest) = rest.strip_prefix('\'').map_or((false, rest), |rest| (true, rest));
    let ends = rest.bytes().next().is_none_or(|next| ends_piece(char::from(next)));
    let piece = PieceText { column, decimals: Some([x, y]), moved, ..PieceText::new(label, place) };
    ends.then_some((piece, rest))
}

/// Reads one piece, however it is written.
fn parse_piece(word: &str, column: usize) -> Result<PieceText<'_>, TextError> {
    // Byte by byte: labels are short, and a search that is quick for long texts takes longer to begin.
    let Some((label, rest)) = word.bytes().position(|b| b == b'@').map(|at| (&word[..at], &word[at + 1..]))
    else {
        return Err(TextError::new(
            column,
            format!("`{word}` is not a piece: write LABEL@PLACE, such as Ra@0.5,0.5"),
        ));
    };
    let label = Label::new(label).map_err(|e| TextError::new(column, e.to_string()))?;
    let end = suffix(rest).unwrap_or(rest.len());
    let (place, mut rest) = rest.split_at(end);
    let mut piece = PieceText { column, ..PieceText::new(label, place) };
    if place.is_empty() {
        return Err(piece.error("a place must follow the `@`"));
    }
    while let Some(mark) = rest.chars().next() {
        let end = suffix(&rest[1..]).map_or(rest.len(), |i| i + 1);
        let (suffix, after) = rest.split_at(end);
        let value = &suffix[1..];
        let twice = match mark {
            '\'' => std::mem::replace(&mut piece.moved, true),
            '*' => std::mem::replace(&mut piece.crossed, true),
            '~' => std::mem::replace(&mut piece.promoted, true),
            '^' => match number(value) {
                Some(heading) => piece.heading.replace(heading).is_some(),
                None => return Err(piece.error(format!("heading `{value}` is not a number of degrees"))),
            },
            '!' => match value {
                "cw" => piece.sense.replace(Sense::Clockwise).is_some(),
                "ccw" => piece.sense.replace(Sense::CounterClockwise).is_some(),
                _ => return Err(piece.error(format!("direction `!{value}`: use `!cw` or `!ccw`"))),
            },
            '/' => {
                let flips = match value {
                    "x" => Flips { x: true, y: false },
                    "y" => Flips { x: false, y: true },
                    "xy" => Flips { x: true, y: true },
                    _ => return Err(piece.error(format!("frame `/{value}`: use `/x`, `/y` or `/xy`"))),
                };
                piece.flips.replace(flips).is_some()
            }
            _ => piece.home.replace(value).is_some(),
        };
        if twice {
            return Err(piece.error(format!("suffix `{suffix}` is written twice")));
        }
        if matches!(mark, '\'' | '*' | '~') && !value.is_empty() {
            return Err(piece.error(format!(
                "`{value}` after `{mark}` is no suffix: use ' ^DEG !cw !ccw * /x /y /xy ~ =HOME"
            )));
        }
        rest = after;
    }
    if piece.home == Some("") {
        return Err(piece.error("a home must follow the `=`"));
    }
    Ok(piece)
}

/// Where the next suffix begins. A `*` between two factors is a product, a `/` before anything but `x` or `y` a quotient.
fn suffix(text: &str) -> Option<usize> {
    // All marks are ASCII, and no byte of another character is.
    let bytes = text.as_bytes();
    let is_mark = |byte: u8| IS_SUFFIX_MARK[usize::from(byte)];
    let begins = |i: usize| match bytes[i] {
        b'*' => bytes.get(i + 1).is_none_or(|&next| is_mark(next)),
        b'/' => matches!(bytes.get(i + 1), Some(b'x' | b'y')),
        _ => true,
    };
    (0..bytes.len()).find(|&i| is_mark(bytes[i]) && begins(i))
}

/// By byte: every byte of a position is looked up.
static IS_SUFFIX_MARK: [bool; 256] = {
    let mut is_mark = [false; 256];
    let marks = b"'^!*/~=";
    let mut i = 0;
    while i < marks.len() {
        is_mark[marks[i] as usize] = true;
        i += 1;
    }
    is_mark
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_reads_and_prints_alike() {
        let text = "Ke@4.5,0.5 S1@4,1'^90 pa@b2!ccw*~=b7 ; b ; 3 12 ; ep=d6,f6 series=4";
        let position = PositionText::parse(text).expect("reads");
        assert_eq!(position.to_string(), text);
        assert_eq!(position.pieces[2].sense, Some(Sense::CounterClockwise));
        assert_eq!(position.extras[1], ("series", "4", 60));
    }

    #[test]
    fn counters_may_be_left_out() {
        let position = PositionText::parse("Ke@1,1 ; w").expect("reads");
        assert_eq!((position.halfmove, position.fullmove), (0, 1));
    }

    #[test]
    fn places_and_headings_are_expressions_as_in_moves() {
        let position = PositionText::parse("S1@2*sqrt(2),7/2'*^atan(1/2)=2*3,1~ pa@b2*' ; w").expect("reads");
        let [sword, pawn] = &position.pieces[..] else { panic!("two pieces") };
        assert_eq!((sword.place, sword.home), ("2*sqrt(2),7/2", Some("2*3,1")));
        assert_eq!(sword.heading, Some(0.5f64.atan().to_degrees()));
        assert!(sword.moved && sword.crossed && sword.promoted);
        assert!((pawn.place, pawn.crossed, pawn.moved) == ("b2", true, true));
    }

    #[test]
    fn faults_name_their_column() {
        let column = |text: &str| PositionText::parse(text).expect_err(text).column;
        assert_eq!(column("Ke@1,1 Q1 ; w"), 8);
        assert_eq!(column("Ke@1,1 ; white"), 10);
        assert_eq!(column("Ke@1,1"), 7);
        assert_eq!(column("Ke@1,1 Ke@2,2 ; w"), 8);
        assert_eq!(column("Ke@1,1'' ; w"), 1);
        assert_eq!(column("Ke@1,1 ; w ; x 1"), 14);
        assert_eq!(column("Ke@1,1 ; w ; 0 1 ; ep"), 20);
    }
}
