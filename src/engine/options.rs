//! What is asked of a search.

use crate::endings::Endings;
use crate::watch::Limits;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// How to search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// When to end.
    pub limits: Limits,
    /// How many of the best moves are wanted, each with its line.
    pub lines: usize,
    /// How many threads search.
    pub threads: usize,
    /// The most memory for known positions, in megabytes.
    pub hash_mb: usize,
    /// Chooses among what is left to chance.
    pub seed: u64,
    /// How strongly it plays; without a level as strongly as it can.
    pub level: Option<Level>,
    /// The texts of the moves to choose among; none means all.
    pub only: Vec<String>,
    /// Endings that full strength plays by their tables.
    pub endings: Endings,
}

impl Default for Options {
    /// One line after one second, on all cores.
    fn default() -> Options {
        Options {
            limits: Limits { time: Some(Duration::from_secs(1)), ..Limits::default() },
            lines: 1,
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            hash_mb: 64,
            seed: 0,
            level: None,
            only: Vec::new(),
            endings: Endings::default(),
        }
    }
}

/// How strongly the opponent plays, from 1 to 8. The last is full strength.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

/// A number or text that is no level.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no level: levels are the whole numbers from 1 to 8")]
pub struct UnknownLevel(String);

impl Level {
    /// The weakest.
    pub const WEAKEST: Level = Level(1);

    /// Full strength.
    pub const FULL: Level = Level(8);

    /// The level of a number.
    ///
    /// # Errors
    /// When the number is not from 1 to 8.
    pub fn new(number: u8) -> Result<Level, UnknownLevel> {
        let known = (Level::WEAKEST.0..=Level::FULL.0).contains(&number);
        if known { Ok(Level(number)) } else { Err(UnknownLevel(number.to_string())) }
    }

    /// The strength of each level on the scale of docs/engine.md, the weakest first.
    pub const ELO: [u16; 8] = [730, 940, 1210, 1480, 1730, 1930, 2050, 2250];

    /// The level whose strength is nearest to so much Elo.
    pub fn of_elo(elo: u16) -> Level {
        let levels = (Level::WEAKEST.0..=Level::FULL.0).zip(Level::ELO);
        let nearest = levels.min_by_key(|(_, strength)| strength.abs_diff(elo));
        nearest.map_or(Level::FULL, |(number, _)| Level(number))
    }

    /// The number, 1 to 8.
    pub fn number(self) -> u8 {
        self.0
    }
}

impl FromStr for Level {
    type Err = UnknownLevel;
    fn from_str(text: &str) -> Result<Level, UnknownLevel> {
        let unknown = || UnknownLevel(text.to_owned());
        text.parse().map_err(|_| unknown()).and_then(|number| Level::new(number).map_err(|_| unknown()))
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
