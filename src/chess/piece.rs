//! The common properties of pieces on every board: colour, role, label.

use crate::choice::choice;
use serde::de::{Deserialize, Deserializer, Error as _};
use serde::{Serialize, Serializer};
use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt;

choice! {
    /// A side. White moves first.
    pub enum Color("colour") {
        /// The side that moves first, at small y, in the south of a round board.
        White = "white",
        /// The other side.
        Black = "black",
    }
}

impl Color {
    /// Returns 0 for White, 1 for Black: an index for tables with one row a side.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the letter of the side in texts: `w` or `b`.
    pub const fn letter(self) -> char {
        match self {
            Color::White => 'w',
            Color::Black => 'b',
        }
    }

    /// Returns a letter in the case in which the side's pieces have it: a capital for White.
    pub const fn cased(self, letter: char) -> char {
        match self {
            Color::White => letter.to_ascii_uppercase(),
            Color::Black => letter.to_ascii_lowercase(),
        }
    }

    /// Returns the side whose pieces have a letter in this case: White for a capital.
    pub const fn of_case(letter: char) -> Color {
        if letter.is_ascii_uppercase() { Color::White } else { Color::Black }
    }
}

impl std::ops::Not for Color {
    type Output = Color;
    fn not(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }
}

choice! {
    /// The orthodox pieces.
    pub enum Role("role") {
        /// The royal piece: it may not be left where it can be captured.
        King = "king",
        /// The queen; on the Byzantine board the counsellor.
        Queen = "queen",
        /// The rook, which moves along ranks and files.
        Rook = "rook",
        /// The bishop; on the Byzantine board the elephant.
        Bishop = "bishop",
        /// The knight, a leaper.
        Knight = "knight",
        /// The pawn, which moves in one direction.
        Pawn = "pawn",
    }
}

impl Role {
    /// The roles that a pawn may become, in the order in which programs list them.
    pub const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

    /// Returns the capital letter: `K Q R B N P`.
    pub const fn letter(self) -> char {
        match self {
            Role::King => 'K',
            Role::Queen => 'Q',
            Role::Rook => 'R',
            Role::Bishop => 'B',
            Role::Knight => 'N',
            Role::Pawn => 'P',
        }
    }

    /// Returns the usual value in pawns; 0 for the king, which is not traded.
    pub const fn value(self) -> f64 {
        match self {
            Role::King => 0.0,
            Role::Queen => 9.0,
            Role::Rook => 5.0,
            Role::Bishop | Role::Knight => 3.0,
            Role::Pawn => 1.0,
        }
    }

    /// Returns the role of a letter of either case.
    pub fn from_letter(letter: char) -> Option<Role> {
        let upper = letter.to_ascii_uppercase();
        Role::ALL.iter().copied().find(|role| role.letter() == upper)
    }
}

/// The name of a piece in texts, such as `Ra`, `pe` or `Q2`.
///
/// The first letter is that of the kind, capital for White and small for Black. The letters or digits after it make the label
/// unique for its colour. A label has at most 15 bytes and is `Copy`.
///
/// ```
/// use continuum::chess::{Color, Label};
/// let rook: Label = "Ra".parse()?;
/// assert_eq!((rook.letter(), rook.color()), ('R', Color::White));
/// assert_eq!(rook.of_other_side().as_str(), "ra");
/// assert!("R a".parse::<Label>().is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Label {
    /// The text, padded with zeros; the last byte is its length. Zero is below every letter and digit, so labels sort like texts.
    bytes: [u8; Label::MAX + 1],
}

/// The reason why a text is not a label.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LabelError {
    /// The text is empty.
    #[error("a label is missing: write a kind letter such as `Ra`")]
    Empty,
    /// The text is longer than [`Label::MAX`].
    #[error("label `{0}` is too long: at most {max} characters", max = Label::MAX)]
    TooLong(String),
    /// The text has a character that is neither letter nor digit.
    #[error("label `{0}` is not a kind letter followed by letters or digits")]
    Malformed(String),
}

impl LabelError {
    /// Returns the reason why a text is not a label.
    #[cold]
    fn of(text: &str) -> LabelError {
        let is_alphanumeric = text.bytes().all(|byte| byte.is_ascii_alphanumeric());
        match text.bytes().next() {
            None => LabelError::Empty,
            Some(first) if is_alphanumeric && first.is_ascii_alphabetic() => {
                LabelError::TooLong(text.to_owned())
            }
            Some(_) => LabelError::Malformed(text.to_owned()),
        }
    }
}

impl Label {
    /// The length of the longest label, in bytes.
    pub const MAX: usize = 15;

    /// Reads a label.
    ///
    /// # Errors
    /// When the text is empty, longer than [`Label::MAX`], or not an ASCII letter followed by ASCII letters and digits.
    #[inline]
    pub fn new(text: &str) -> Result<Label, LabelError> {
        Label::of_ascii(text.as_bytes()).ok_or_else(|| LabelError::of(text))
    }

    /// Returns the label with a text, if the text is valid.
    #[inline(always)]
    fn of_ascii(text: &[u8]) -> Option<Label> {
        // For two letters one number is faster than clearing and copying an array.
        let (mut letters, mut is_valid) = (0u128, text.first()?.is_ascii_alphabetic());
        for byte in text {
            letters = letters << 8 | u128::from(*byte);
            is_valid &= byte.is_ascii_alphanumeric();
        }
        let padded = letters << (8 * (Label::MAX + 1).saturating_sub(text.len()));
        let bytes = (padded | text.len() as u128).to_be_bytes();
        (is_valid && text.len() <= Label::MAX).then_some(Label { bytes })
    }

    /// Returns the first label that is not taken: the kind letter with the suffix, alone or with a number from 2 on. A long suffix
    /// is cut, so that the number fits.
    pub fn free(color: Color, letter: char, suffix: &str, is_taken: impl Fn(Label) -> bool) -> Option<Label> {
        let letter = color.cased(letter);
        // The kind letter and a number of four digits have five bytes.
        let stem = suffix.get(..Label::MAX - 5).unwrap_or(suffix);
        let unnumbered = Label::new(&format!("{letter}{suffix}"));
        let numbered = (2..10_000).map(|n| Label::new(&format!("{letter}{stem}{n}")));
        std::iter::once(unnumbered).chain(numbered).flatten().find(|&label| !is_taken(label))
    }

    /// Returns the label of a piece that has become another kind: the new letter with the old suffix, and a number if that label is
    /// taken.
    pub fn renamed(self, letter: char, is_taken: impl Fn(Label) -> bool) -> Label {
        Label::free(self.color(), letter, &self.as_str()[1..], is_taken).unwrap_or(self)
    }

    /// Returns the label as text.
    #[inline]
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(self.as_bytes()).unwrap_or_default()
    }

    /// Returns the label as ASCII bytes.
    #[inline]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes[..usize::from(self.bytes[Label::MAX])]
    }

    /// Returns the letter of the kind as a capital, whatever the side.
    pub fn letter(&self) -> char {
        char::from(self.bytes[0].to_ascii_uppercase())
    }

    /// Returns the label with the other side's case: `qd` for `Qd`.
    pub fn of_other_side(mut self) -> Label {
        self.bytes[0] ^= b' ';
        self
    }

    /// Returns the side: a capital letter is White's.
    pub fn color(&self) -> Color {
        Color::of_case(char::from(self.bytes[0]))
    }
}

impl Ord for Label {
    /// Compares labels as texts. One number is compared faster than an array of bytes.
    #[inline]
    fn cmp(&self, other: &Label) -> Ordering {
        u128::from_be_bytes(self.bytes).cmp(&u128::from_be_bytes(other.bytes))
    }
}

impl PartialOrd for Label {
    #[inline]
    fn partial_cmp(&self, other: &Label) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl std::str::FromStr for Label {
    type Err = LabelError;
    fn from_str(text: &str) -> Result<Label, LabelError> {
        Label::new(text)
    }
}

impl Serialize for Label {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Label {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Label, D::Error> {
        let text: Cow<'_, str> = Cow::deserialize(from)?;
        Label::new(&text).map_err(D::Error::custom)
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn labels_are_ordered_as_texts(a in "[A-Ca-c][A-Ca-c0-2]{0,3}", b in "[A-Ca-c][A-Ca-c0-2]{0,3}") {
            let label = |text: &str| Label::new(text).expect("a label");
            prop_assert_eq!(label(&a).cmp(&label(&b)), a.cmp(&b));
        }
    }
}
