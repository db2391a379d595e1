//! Errors of one-line texts, with their columns.

use std::num::IntErrorKind;

/// An error in a text, with its column.
///
/// ```
/// use continuum::notation::PlaneMoveText;
/// let error = "Qd north 2".parse::<PlaneMoveText>().unwrap_err();
/// assert_eq!(error.column, 4);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("column {column}: {message}{}", also.iter().map(|other| format!("; {other}")).collect::<String>())]
pub struct TextError {
    /// The column, counted in characters from 1.
    pub column: usize,
    /// What is wrong and what to do.
    pub message: String,
    /// The other errors of the text, in order.
    pub also: Vec<TextError>,
}

impl TextError {
    /// Returns an error at a column.
    pub fn new(column: usize, message: impl Into<String>) -> TextError {
        TextError { column, message: message.into(), also: Vec::new() }
    }

    /// Joins several errors of one text to one; `None` if there are none.
    pub fn all(errors: Vec<TextError>) -> Option<TextError> {
        let mut errors = errors.into_iter();
        let first = errors.next()?;
        Some(TextError { also: errors.collect(), ..first })
    }

    /// Yields column and message of each error.
    pub fn each(&self) -> impl Iterator<Item = (usize, &str)> {
        std::iter::once(self).chain(&self.also).map(|error| (error.column, error.message.as_str()))
    }
}

/// Reads a counter.
///
/// # Errors
/// When the text is not a whole number, or the number is too great.
pub fn whole(what: &str, text: &str, column: usize) -> Result<u32, TextError> {
    text.parse().map_err(|e: std::num::ParseIntError| {
        let wrong = match e.kind() {
            IntErrorKind::PosOverflow => format!("is more than {}", u32::MAX),
            _ => "is not a whole number".to_owned(),
        };
        TextError::new(column, format!("{what} `{text}` {wrong}"))
    })
}

/// Returns the column, in characters from 1, at which `part`, a slice of `text`, begins.
pub(super) fn column_of(text: &str, part: &str) -> usize {
    let bytes = (part.as_ptr() as usize).saturating_sub(text.as_ptr() as usize).min(text.len());
    text.get(..bytes).map_or(1, |before| before.chars().count() + 1)
}
