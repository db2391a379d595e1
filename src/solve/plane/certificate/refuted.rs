//! Reasons why a certificate does not hold.

use crate::chess::{Color, Label, Status};
use crate::notation::Illegal;

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

/// The reason why a position is not mate.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoMate {
    #[error("gives no check")]
    NoCheck,
    /// A reply is left, given as a span.
    #[error("does not mate: {0} is left")]
    Reply(String),
    #[error("does not mate: {0}")]
    Over(Status),
}

/// The first fault of a certificate, with stretches and moves as text.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Refuted {
    #[error("there is no key")]
    NoKey,
    #[error("it has no sample but at its ends")]
    NoSample,
    #[error("{0} belongs to the key and is not among its samples")]
    EndWithoutSample(f64),
    #[error("this is not of the key")]
    NotOfTheKey,
    #[error("it holds no distance")]
    Empty,
    #[error(
        "not all of its distances are legal: with these captures and promotion the legal set has {0}; the certificate claims more"
    )]
    NotLegal(String),
    #[error("the key is not legal: {0}")]
    KeyRefused(Illegal),
    #[error("the key takes something else")]
    KeyTakes,
    #[error("there is no key: the game is over: {0}")]
    OverBefore(Status),
    #[error("{0}: no answer can be played, for the game is over after the reply: {1}")]
    OverAfterReply(String, Status),
    #[error("the game is over after the key: {0}")]
    Over(Status),
    #[error("{0}")]
    Cover(String),
    #[error(transparent)]
    NoMove(#[from] NoMove),
    #[error("{0}: {1}")]
    Refused(String, Illegal),
    #[error("{0} {1}")]
    NoMate(String, NoMate),
    #[error("{0}: {1}")]
    At(String, Box<Refuted>),
}

impl Refuted {
    /// Returns the fault with its place in the certificate.
    pub(super) fn at(self, place: impl Into<String>) -> Refuted {
        Refuted::At(place.into(), Box::new(self))
    }
}
