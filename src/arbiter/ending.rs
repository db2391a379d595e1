//! The ends of a game that do not follow from its moves.

use crate::chess::Color;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The way in which a game ended without a move.
///
/// The server's database stores the text of `Display`. A game that the page keeps stores the text of serde.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GameEnding {
    /// This side resigned.
    Resigned(Color),
    /// Both sides agreed to a draw.
    Agreed,
    /// The time of this side was up, and the other side had more than its king.
    Flag(Color),
    /// The time of this side was up, and the other side had only its king: a draw.
    FlagDrawn(Color),
}

/// An ending in the form that the page gets.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct EndingView {
    /// `resignation`, `agreement` or `time`.
    by: &'static str,
    /// The side that resigned, or whose time was up.
    side: Option<Color>,
    winner: Option<Color>,
}

impl GameEnding {
    /// Returns the form that the page gets.
    pub fn view(self) -> EndingView {
        let (side, winner) = match self {
            GameEnding::Resigned(side) | GameEnding::Flag(side) => (Some(side), Some(!side)),
            GameEnding::Agreed => (None, None),
            GameEnding::FlagDrawn(side) => (Some(side), None),
        };
        EndingView { by: self.cause(), side, winner }
    }

    /// Returns `resignation`, `agreement` or `time`.
    pub fn cause(self) -> &'static str {
        match self {
            GameEnding::Resigned(_) => "resignation",
            GameEnding::Agreed => "agreement",
            GameEnding::Flag(_) | GameEnding::FlagDrawn(_) => "time",
        }
    }

    /// Whether the time of a side was up. Such an end cannot be taken back.
    pub fn is_by_time(self) -> bool {
        matches!(self, GameEnding::Flag(_) | GameEnding::FlagDrawn(_))
    }
}

/// Writes the form of the database, such as `resigned white`.
impl fmt::Display for GameEnding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameEnding::Resigned(side) => write!(f, "resigned {side}"),
            GameEnding::Agreed => f.write_str("agreed"),
            GameEnding::Flag(side) => write!(f, "flag {side}"),
            GameEnding::FlagDrawn(side) => write!(f, "flag-drawn {side}"),
        }
    }
}

impl FromStr for GameEnding {
    type Err = ();
    fn from_str(text: &str) -> Result<GameEnding, ()> {
        if text == "agreed" {
            return Ok(GameEnding::Agreed);
        }
        let (word, side) = text.split_once(' ').ok_or(())?;
        let side = side.parse().map_err(|_| ())?;
        match word {
            "resigned" => Ok(GameEnding::Resigned(side)),
            "flag" => Ok(GameEnding::Flag(side)),
            "flag-drawn" => Ok(GameEnding::FlagDrawn(side)),
            _ => Err(()),
        }
    }
}
