//! Where in a text something is wrong.

/// One thing wrong with a text.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, thiserror::Error)]
#[error("line {line}, column {column}: {message}")]
pub struct TextFault {
    /// From 1.
    pub line: usize,
    /// From 1.
    pub column: usize,
    /// What is wrong and what to do.
    pub message: String,
}

impl TextFault {
    /// A fault at a byte of a text.
    pub fn at(text: &str, byte: usize, message: impl Into<String>) -> TextFault {
        let (line, column) = line_and_column(text, byte);
        TextFault { line, column, message: message.into() }
    }
}

/// One thing wrong with a line of a text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("column {column}: {message}")]
pub struct LineFault {
    /// From 1.
    pub column: usize,
    /// What is wrong and what to do.
    pub message: String,
}

/// The line and column, both from 1, of a byte of a text.
pub fn line_and_column(text: &str, byte: usize) -> (usize, usize) {
    let before = text.get(..byte).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().map_or(0, |l| l.chars().count()) + 1;
    (line, column)
}
