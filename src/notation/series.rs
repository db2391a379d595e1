//! The extras that tell where a progressive game stands.

use super::{TextError, whole};

/// `series=N played=K quiet=Q` as written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SeriesText {
    /// The length of the present series, if given.
    pub length: Option<u32>,
    /// How many of its moves have been made.
    pub played: u32,
    /// Completed series in a row without capture or pawn move.
    pub quiet: u32,
}

impl SeriesText {
    /// Takes an extra in if it is one of the three; whether it was.
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

    /// The extras to write; counters that stand at 0 need none.
    pub fn extras(&self) -> impl Iterator<Item = (&'static str, String)> + use<> {
        let counters = [("played", self.played), ("quiet", self.quiet)].into_iter().filter(|&(_, n)| n > 0);
        let length = self.length.map(|n| ("series", n));
        length.into_iter().chain(counters).map(|(name, n)| (name, n.to_string()))
    }
}
