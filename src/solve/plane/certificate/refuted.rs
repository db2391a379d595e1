//! Reasons why a certificate does not hold.

use crate::chess::{Color, Label};
use std::fmt::Display;

/// The reason why a span does not name a move of a position.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoMove {
    /// There is no such piece.
    #[error("there is no {0} in the position")]
    Piece(Label),
    /// The piece belongs to the other side.
    #[error("{0} may not move: it is {1}'s turn")]
    Turn(Label, Color),
    /// The piece has no such bearing, arc or turn.
    #[error("{0} does not move in this way")]
    Lane(Label),
    /// The promotion does not name a kind.
    #[error("no kind has the letter `{0}`")]
    Kind(char),
}

/// The first fault of a certificate as a text, which begins with the place of the fault.
#[derive(Debug, PartialEq, thiserror::Error)]
#[error("{0}")]
pub struct Refuted(String);

impl From<NoMove> for Refuted {
    fn from(why: NoMove) -> Refuted {
        Refuted::new(why)
    }
}

impl Refuted {
    /// Returns a fault without a place.
    pub fn new(fault: impl ToString) -> Refuted {
        Refuted(fault.to_string())
    }

    /// Returns the fault with its place in the certificate.
    pub fn at(self, place: impl Display) -> Refuted {
        Refuted(format!("{place}: {self}"))
    }
}
