//! The program as a player of a game, and as an adviser.

use crate::chess::Color;
use crate::engine::{Level, Limits, Options};
use crate::serve::limits;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// The side and the level of the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Opponent {
    /// The side that the program plays.
    pub side: Color,
    /// The level, 1 to 8.
    #[serde(serialize_with = "as_number", deserialize_with = "of_number")]
    pub level: Level,
}

fn as_number<S: serde::Serializer>(level: &Level, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u8(level.number())
}

fn of_number<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Level, D::Error> {
    Level::new(u8::deserialize(deserializer)?).map_err(serde::de::Error::custom)
}

impl Opponent {
    /// Returns the options of a search for a move.
    ///
    /// Equal games at equal moves get equal seeds, so a search that a restart cut short has the same result. With a
    /// clock (time left, increment) the search uses only its share. The more others wait, the shorter it is.
    pub fn options(&self, seed: u64, clock: Option<(Duration, Duration)>, waiting: usize) -> Options {
        let time = limits::THOUGHT / (1 + waiting / limits::THINKERS).try_into().unwrap_or(u32::MAX);
        let time = time.max(limits::SHORTEST_THOUGHT);
        let mut options = Options { level: Some(self.level), seed, ..options(time) };
        if let Some((left, increment)) = clock {
            let share = Limits::by_clock(left, increment, None);
            options.limits.time = share.time.min(options.limits.time);
            options.limits.begin_until = share.begin_until;
        }
        options
    }
}

/// Returns the options of a search for advice.
pub fn advice(lines: usize) -> Options {
    Options { lines: lines.clamp(1, limits::LINES), ..options(limits::ADVICE) }
}

fn options(time: Duration) -> Options {
    let bounds = Limits { time: Some(time), ..Limits::default() };
    Options { limits: bounds, threads: 1, hash_mb: limits::THOUGHT_MB, ..Options::default() }
}

/// Writes the stored form, such as `black 5`.
impl fmt::Display for Opponent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.side, self.level)
    }
}

impl FromStr for Opponent {
    type Err = ();
    fn from_str(text: &str) -> Result<Opponent, ()> {
        let (side, level) = text.split_once(' ').ok_or(())?;
        Ok(Opponent { side: side.parse().map_err(|_| ())?, level: level.parse().map_err(|_| ())? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_stored_reads_back() {
        for level in 1..=8 {
            let opponent = Opponent { side: Color::Black, level: Level::new(level).expect("a level") };
            assert_eq!(opponent.to_string().parse(), Ok(opponent));
        }
        assert_eq!("black 9".parse::<Opponent>(), Err(()));
    }

    #[test]
    fn more_lines_than_the_bound_are_cut() {
        assert_eq!(advice(1_000_000).lines, limits::LINES);
        assert_eq!(advice(0).lines, 1);
    }
}
