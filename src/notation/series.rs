//! The extras of a position text: `NAME=VALUE`, and those that hold the state of a series.

use super::text_error::{TextError, whole};
use std::borrow::Cow;

/// An extra of a position text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Extra<'a> {
    /// The name.
    pub name: &'a str,
    /// The value.
    pub value: Cow<'a, str>,
    /// The column in which the extra is written, for errors.
    pub column: usize,
}

impl<'a> Extra<'a> {
    /// Returns an extra to write.
    pub fn new(name: &'a str, value: String) -> Extra<'a> {
        Extra { name, value: Cow::Owned(value), column: 1 }
    }
}

/// The extras `series=N played=K quiet=Q` as written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SeriesText {
    /// The length of the current series, if given.
    pub length: Option<u32>,
    /// The number of its moves that have been made.
    pub played: u32,
    /// The number of completed series in a row without capture or pawn move.
    pub quiet: u32,
}

impl SeriesText {
    /// Reads an extra if it is one of the three, and returns whether it was.
    ///
    /// # Errors
    /// When its value is not a whole number.
    pub fn read(&mut self, extra: &Extra<'_>) -> Result<bool, TextError> {
        let number = || whole(extra.name, &extra.value, extra.column);
        match extra.name {
            "series" => self.length = Some(number()?),
            "played" => self.played = number()?,
            "quiet" => self.quiet = number()?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Yields the extras to write; counters at 0 need none.
    pub fn extras(self) -> impl Iterator<Item = Extra<'static>> {
        let counter = |name, n: u32| (n > 0).then(|| Extra::new(name, n.to_string()));
        let length = self.length.map(|n| Extra::new("series", n.to_string()));
        [length, counter("played", self.played), counter("quiet", self.quiet)].into_iter().flatten()
    }
}
