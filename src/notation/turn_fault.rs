//! The fault of a position in which the side to move could take the king.

use super::text_error::TextError;
use crate::chess::Color;
use std::fmt;

/// The fault that the king of the side not to move is in check, so that the side to move could take that king.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TurnFault {
    /// The side to move.
    pub turn: Color,
    /// The label of a piece of the side to move that gives check, or the side.
    pub checker: String,
    /// The name of the cell of this piece; `None` on the plane.
    pub checker_place: Option<String>,
    /// Whether the king of the side to move is in check too.
    pub both_in_check: bool,
}

impl TurnFault {
    /// Returns the name of the fault.
    pub fn name(&self) -> &'static str {
        if self.both_in_check { "both_in_check" } else { "in_check" }
    }

    /// Returns an error about the fault with the values of the fault added.
    pub(crate) fn add_values_to(&self, error: TextError) -> TextError {
        error.with("turn", self.turn).with("waiting", !self.turn).with("checker", &self.checker)
    }

    /// Returns the piece that gives check with its place, such as `ra` or `ra on e8`.
    pub(crate) fn placed_checker(&self) -> String {
        match &self.checker_place {
            Some(place) => format!("{} on {place}", self.checker),
            None => self.checker.clone(),
        }
    }
}

impl fmt::Display for TurnFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TurnFault { turn, both_in_check, .. } = self;
        let (waiting, checker) = (!*turn, self.placed_checker());
        write!(f, "it is {turn}'s turn, but the {waiting} king is in check from {checker}: ")?;
        if *both_in_check {
            write!(f, "the {turn} king is in check too, so no turn is legal")
        } else {
            write!(f, "give the turn to {waiting}")
        }
    }
}
