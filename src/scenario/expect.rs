//! What a step is expected to do, as a scenario file says it.

use super::number::{Number, Tolerance};
use crate::chess::{Color, Status};
use crate::choice::choice;
use crate::game::Position;
use crate::notation::Reason;
use serde::Deserialize;

/// What is expected of a step; what is left out is not looked at.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expect {
    /// Labels of what is taken, in any order; of a legal set one list for each span.
    pub captures: Option<Captures>,
    /// Labels of what is reborn, in any order.
    pub reborn: Option<Vec<String>>,
    /// Where the mover ends.
    pub at: Option<Place>,
    /// Whether the side then to move is in check.
    pub check: Option<bool>,
    /// How the game then stands.
    pub status: Option<Status>,
    /// Who has won; `none` for nobody.
    pub winner: Option<Winner>,
    /// The move is refused for this reason, and the position stays as it was.
    pub illegal: Option<Reason>,
    /// The letter of what a pawn becomes.
    pub promoted: Option<char>,
    /// How many spans the legal set has.
    pub spans: Option<usize>,
    /// On a lattice: the legal moves as text, in any order.
    pub moves: Option<Vec<String>>,
    /// From and to of each span in order.
    pub lanes: Option<Vec<[Number; 2]>>,
    /// The ends of each span: `[]`, `[)`, `(]`, `()`.
    pub ends: Option<Vec<String>>,
    /// The areas of the cells of the regions asked for, in order: by captures, the largest first.
    pub areas: Option<Vec<Number>>,
    /// How far distances and coordinates may differ, board units.
    #[serde(default)]
    pub tolerance: Tolerance,
}

choice! {
    /// Who has won.
    pub enum Winner("winner") {
        /// White.
        White = "white",
        /// Black.
        Black = "black",
        /// Nobody.
        None = "none",
    }
}

impl Winner {
    /// Who has won in a position.
    pub fn of(position: &Position) -> Winner {
        match position.winner() {
            Some(Color::White) => Winner::White,
            Some(Color::Black) => Winner::Black,
            None => Winner::None,
        }
    }
}

/// Where a mover ends.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(untagged, expecting = "expected [x, y], or the name of a cell in quotation marks")]
pub enum Place {
    /// On the plane.
    Point([Number; 2]),
    /// On a lattice.
    Cell(String),
}

/// What is taken.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(untagged, expecting = "expected a list of labels, or for a question one such list for each span")]
pub enum Captures {
    /// By one move.
    Of(Vec<String>),
    /// By each span of a legal set.
    Each(Vec<Vec<String>>),
}
