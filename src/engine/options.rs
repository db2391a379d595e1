//! The options of a search.

use crate::budget::SearchLimits;
use crate::endings::Endings;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// The options of a search.
#[derive(Debug, Clone)]
pub struct Options {
    /// The limits of the search.
    pub limits: SearchLimits,
    /// The number of best moves to return, each with its line.
    pub lines: usize,
    /// The number of threads.
    pub threads: usize,
    /// The greatest memory for known positions, megabytes.
    pub hash_mb: usize,
    /// The seed of random choices.
    pub seed: u64,
    /// The playing strength; `None` is full strength.
    pub level: Option<Level>,
    /// The texts of the moves to choose among; empty for all moves.
    pub only: Vec<String>,
    /// The tables of endings, which a search at full strength uses.
    pub endings: Endings,
}

impl Default for Options {
    /// Returns the options of a search for the best line, with one second and all cores.
    fn default() -> Options {
        Options {
            limits: SearchLimits { time: Some(Duration::from_secs(1)), ..SearchLimits::default() },
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

impl Options {
    /// Returns the moves among which the engine has to choose; `None` if it may choose any.
    pub(super) fn requested_moves(&self) -> Option<&[String]> {
        if self.only.is_empty() { None } else { Some(&self.only) }
    }

    /// Returns the limits of the search, with no more than this depth and this number of positions.
    pub(super) fn limits_within(&self, depth: u32, nodes: u64) -> SearchLimits {
        let depth = self.limits.depth.map_or(depth, |most| most.min(depth));
        let nodes = self.limits.nodes.map_or(nodes, |most| most.min(nodes));
        SearchLimits { depth: Some(depth), nodes: Some(nodes), ..self.limits }
    }
}

/// A playing strength from 1 to 8; 8 is full strength.
///
/// ```
/// use continuum::engine::Level;
/// assert_eq!("3".parse::<Level>()?.number(), 3);
/// assert!(Level::new(9).unwrap_err().to_string().contains('8'));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

/// The error for a number or text that is not a level.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no level: levels are the whole numbers from 1 to 8")]
pub struct UnknownLevel(String);

impl Level {
    /// The weakest level.
    pub const WEAKEST: Level = Level(1);

    /// Full strength.
    pub const FULL: Level = Level(8);

    /// The strength of each level in Elo, on the scale of docs/engine.md. The weakest level is first.
    pub const ELO: [u16; 8] = [730, 940, 1210, 1480, 1730, 1930, 2050, 2250];

    /// Returns the level of a number.
    ///
    /// # Errors
    /// When the number is not from 1 to 8.
    pub fn new(number: u8) -> Result<Level, UnknownLevel> {
        let is_level = (Level::WEAKEST.0..=Level::FULL.0).contains(&number);
        if is_level { Ok(Level(number)) } else { Err(UnknownLevel(number.to_string())) }
    }

    /// Returns the level whose strength is nearest to a number of Elo.
    pub fn of_elo(elo: u16) -> Level {
        let levels = (Level::WEAKEST.0..=Level::FULL.0).zip(Level::ELO);
        let nearest = levels.min_by_key(|(_, strength)| strength.abs_diff(elo));
        nearest.map_or(Level::FULL, |(number, _)| Level(number))
    }

    /// Returns the number, 1 to 8.
    pub fn number(self) -> u8 {
        self.0
    }
}

impl FromStr for Level {
    type Err = UnknownLevel;
    fn from_str(text: &str) -> Result<Level, UnknownLevel> {
        let number: u8 = text.parse().map_err(|_| UnknownLevel(text.to_owned()))?;
        Level::new(number).map_err(|_| UnknownLevel(text.to_owned()))
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
