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
    /// The answer gives no check.
    #[error("gives no check")]
    NoCheck,
    /// There is a reply, given as a span.
    #[error("does not mate: {0} is left")]
    Reply(String),
    /// The game is over without mate.
    #[error("does not mate: {0}")]
    Over(Status),
}

/// The first fault of a certificate, with stretches and moves as text.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Refuted {
    /// The certificate has no key.
    #[error("there is no key")]
    NoKey,
    /// A key has no sample inside.
    #[error("it has no sample but at its ends")]
    NoSample,
    /// An end of a key has no sample.
    #[error("{0} belongs to the key and is not among its samples")]
    EndWithoutSample(f64),
    /// A sample lies outside the key.
    #[error("this is not of the key")]
    NotOfTheKey,
    /// A stretch is empty.
    #[error("it holds no distance")]
    Empty,
    /// Some distances are not legal, or have another effect than the key states.
    #[error(
        "not all of its distances are legal: with these captures and promotion the legal set has {0}; the certificate claims more"
    )]
    NotLegal(String),
    /// The judge refuses a sample.
    #[error("the key is not legal: {0}")]
    KeyRefused(Illegal),
    /// A sample has other captures.
    #[error("the key takes something else")]
    KeyTakes,
    /// The game is over before the key.
    #[error("there is no key: the game is over: {0}")]
    OverBefore(Status),
    /// The game is over after a reply, which the place names.
    #[error("{0}: no answer can be played, for the game is over after the reply: {1}")]
    OverAfterReply(String, Status),
    /// There is no reply, and the position is not mate.
    #[error("the game is over after the key: {0}")]
    Over(Status),
    /// Distances of a reply have no answer or two, or are not legal.
    #[error("{0}")]
    Cover(String),
    /// A reply or a key does not name a move of the position.
    #[error(transparent)]
    NoMove(#[from] NoMove),
    /// A reply has no distance.
    #[error("the reply has no distance")]
    NoDistance,
    /// The judge refuses a move.
    #[error("{0}: {1}")]
    Refused(String, Illegal),
    /// A move does not mate.
    #[error("{0} {1}")]
    NoMate(String, NoMate),
    /// A fault with its place.
    #[error("{0}: {1}")]
    At(String, Box<Refuted>),
}

impl Refuted {
    /// Returns the fault with a place.
    pub(super) fn at(self, place: impl Into<String>) -> Refuted {
        Refuted::At(place.into(), Box::new(self))
    }
}
