//! What is wrong with a text, and where.

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

/// The 1-based character column at which `part`, a slice of `text`, begins.
pub(super) fn column_of(text: &str, part: &str) -> usize {
    let bytes = (part.as_ptr() as usize).saturating_sub(text.as_ptr() as usize).min(text.len());
    text.get(..bytes).map_or(1, |before| before.chars().count() + 1)
}
