//! The expectations of a step, as a scenario file states them.

use super::number::{Number, Tolerance};
use crate::chess::Status;
use crate::choice::choice;
use crate::notation::Reason;
use serde::Deserialize;

/// The expectations of a step. A value that is left out is not checked.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expect {
    /// The labels of captured pieces, in any order. A question has one list for each span.
    pub captures: Option<Captures>,
    /// The labels of reborn pieces, in any order.
    pub reborn: Option<Vec<String>>,
    /// The destination of the mover.
    pub at: Option<Destination>,
    /// Whether the side to move after the step is in check.
    pub check: Option<bool>,
    /// The status of the game after the step.
    pub status: Option<Status>,
    /// The winner, or `none`.
    pub winner: Option<Winner>,
    /// The reason why the move is refused.
    pub illegal: Option<Reason>,
    /// The letter of the kind to which a pawn promotes.
    pub promoted: Option<char>,
    /// The number of spans of the legal set.
    pub spans: Option<usize>,
    /// The texts of the legal moves on cells, in any order.
    pub moves: Option<Vec<String>>,
    /// The least and the greatest distance of each span, in order.
    pub lanes: Option<Vec<[Number; 2]>>,
    /// The brackets of each span: `[` or `]` for an end that belongs to the span, else `(` or `)`.
    pub ends: Option<Vec<String>>,
    /// The areas of the cells of the requested regions, in square units: ordered by captures, then the largest first.
    pub areas: Option<Vec<Number>>,
    /// The tolerance of distances, coordinates and areas.
    #[serde(default)]
    pub tolerance: Tolerance,
}

choice! {
    /// The winner of a game.
    pub enum Winner("winner") {
        /// White.
        White = "white",
        /// Black.
        Black = "black",
        /// Nobody.
        None = "none",
    }
}

/// The destination of a move.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(untagged, expecting = "expected [x, y], or the name of a cell in quotation marks")]
pub enum Destination {
    /// A place of the plane.
    Point([Number; 2]),
    /// The name of a cell.
    Cell(String),
}

/// The labels of captured pieces.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(untagged, expecting = "expected a list of labels, or for a question one such list for each span")]
pub enum Captures {
    /// The captures of one move.
    Of(Vec<String>),
    /// The captures of each span of a legal set.
    Each(Vec<Vec<String>>),
}
