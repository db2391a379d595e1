//! Errors of one-line texts, with their columns.

use crate::chess::Color;
use std::collections::BTreeMap;
use std::fmt::Display;
use std::num::IntErrorKind;

/// The number of faults of a text from which on no more are looked for. The column of each is counted from the begin of the text, so
/// the faults of a long text without this bound would take minutes.
pub(crate) const MOST_FAULTS: usize = 1000;

/// The name of a fault, and the values of its message. From these the message is worded in other languages.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct FaultName {
    /// The name, such as `two_kings`.
    pub name: &'static str,
    /// The values of the message, each by name.
    pub values: BTreeMap<&'static str, String>,
}

/// An error in a text, with its column.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("column {column}: {message}{}", also.iter().map(|other| format!("; {other}")).collect::<String>())]
pub struct TextError {
    /// The column, counted in characters from 1.
    pub column: usize,
    /// The fault in words, and its remedy.
    pub message: String,
    /// The name of the fault, if it is one of a position text.
    pub named: Option<Box<FaultName>>,
    /// The other errors of the text, in order.
    pub also: Vec<TextError>,
}

impl TextError {
    /// Returns an error at a column.
    pub fn new(column: usize, message: impl Into<String>) -> TextError {
        TextError { column, message: message.into(), named: None, also: Vec::new() }
    }

    /// Returns an error at a column, with the name of the fault.
    pub fn named(column: usize, name: &'static str, message: impl Into<String>) -> TextError {
        let named = FaultName { name, values: BTreeMap::new() };
        TextError { named: Some(Box::new(named)), ..TextError::new(column, message) }
    }

    /// Returns the error with a value of its message added to the name of the fault.
    #[must_use]
    pub fn with(mut self, key: &'static str, value: impl Display) -> TextError {
        if let Some(named) = &mut self.named {
            named.values.insert(key, value.to_string());
        }
        self
    }

    /// Returns several errors of one text as one, in the order of their columns; `None` if there are none.
    pub fn all(mut errors: Vec<TextError>) -> Option<TextError> {
        errors.sort_by_key(|error| error.column);
        let mut errors = errors.into_iter();
        let first = errors.next()?;
        Some(TextError { also: errors.collect(), ..first })
    }

    /// Returns this error and the others of the text.
    pub fn each(&self) -> impl Iterator<Item = &TextError> {
        std::iter::once(self).chain(&self.also)
    }
}

/// Reads the value of a counter at a column. `counter` is its name.
///
/// # Errors
/// When the text is not a whole number, or the number is too great.
pub fn read_counter(counter: &str, text: &str, column: usize) -> Result<u32, TextError> {
    text.parse().map_err(|e: std::num::ParseIntError| {
        let (name, fault) = match e.kind() {
            IntErrorKind::PosOverflow => ("great_number", format!("is more than {}", u32::MAX)),
            _ => ("whole_number", "is not a whole number".to_owned()),
        };
        TextError::named(column, name, format!("{counter} `{text}` {fault}"))
            .with("what", counter)
            .with("text", text)
            .with("most", u32::MAX)
    })
}

/// Reads the side to move at a column.
///
/// # Errors
/// When the text is neither `w` nor `b`.
pub(crate) fn side_to_move(text: &str, column: usize) -> Result<Color, TextError> {
    match text {
        "w" => Ok(Color::White),
        "b" => Ok(Color::Black),
        _ => {
            let message = format!("side to move `{text}`: use `w` or `b`");
            Err(TextError::named(column, "turn", message).with("text", text))
        }
    }
}

/// Returns the column, in characters from 1, at which `part` begins. `part` must be a slice of `text`.
pub(super) fn column_of(text: &str, part: &str) -> usize {
    let offset = (part.as_ptr() as usize).saturating_sub(text.as_ptr() as usize).min(text.len());
    text.get(..offset).map_or(1, |before| before.chars().count() + 1)
}
