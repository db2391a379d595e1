//! The program as a player of a game.

use crate::chess::Color;
use crate::engine::Level;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

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
