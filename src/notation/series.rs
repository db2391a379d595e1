//! The extras of a position text that hold the state of a series.

use super::{TextError, whole};

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
    pub fn read(&mut self, (name, value, column): (&str, &str, usize)) -> Result<bool, TextError> {
        let number = || whole(name, value, column);
        match name {
            "series" => self.length = Some(number()?),
            "played" => self.played = number()?,
            "quiet" => self.quiet = number()?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Yields the extras to write; counters at 0 need none.
    pub fn extras(&self) -> impl Iterator<Item = (&'static str, String)> + use<> {
        let counters = [("played", self.played), ("quiet", self.quiet)].into_iter().filter(|&(_, n)| n > 0);
        let length = self.length.map(|n| ("series", n));
        length.into_iter().chain(counters).map(|(name, n)| (name, n.to_string()))
    }
}
