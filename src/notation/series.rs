//! The extras of a position text, `NAME=VALUE`, and those extras that contain the state of a series.

use super::text_error::{TextError, read_counter};
use std::borrow::Cow;

/// An extra of a position text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Extra<'a> {
    /// The name.
    pub name: &'a str,
    /// The value.
    pub value: Cow<'a, str>,
    /// The column at which the extra begins, for errors.
    pub column: usize,
}

impl<'a> Extra<'a> {
    /// The name of the extra that contains the cells which a pawn has just passed.
    pub const EN_PASSANT: &'static str = "ep";

    /// Returns an extra that is to be written.
    pub fn new(name: &'a str, value: String) -> Extra<'a> {
        Extra { name, value: Cow::Owned(value), column: 1 }
    }
}

/// The values of the extras `series=N played=K quiet=Q`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SeriesCounters {
    /// The length of the current series, if given.
    pub length: Option<u32>,
    /// The number of moves of the series already made.
    pub played: u32,
    /// The number of completed series in a row without capture or pawn move.
    pub quiet: u32,
}

impl SeriesCounters {
    const LENGTH: &'static str = "series";
    const PLAYED: &'static str = "played";
    const QUIET: &'static str = "quiet";
    /// The names of the extras.
    pub const NAMES: [&'static str; 3] = [Self::LENGTH, Self::PLAYED, Self::QUIET];

    /// Reads an extra, and returns whether it is `series`, `played` or `quiet`.
    ///
    /// # Errors
    /// When the value of such an extra is not a whole number.
    pub fn read(&mut self, extra: &Extra<'_>) -> Result<bool, TextError> {
        let number = || read_counter(extra.name, &extra.value, extra.column);
        match extra.name {
            Self::LENGTH => self.length = Some(number()?),
            Self::PLAYED => self.played = number()?,
            Self::QUIET => self.quiet = number()?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Returns the extras that are to be written. Counters at 0 are left out.
    pub fn extras(self) -> impl Iterator<Item = Extra<'static>> {
        let counter = |name, n: u32| (n > 0).then(|| Extra::new(name, n.to_string()));
        let length = self.length.map(|n| Extra::new(Self::LENGTH, n.to_string()));
        [length, counter(Self::PLAYED, self.played), counter(Self::QUIET, self.quiet)].into_iter().flatten()
    }
}
