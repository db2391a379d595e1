//! Why a certificate does not hold.

use crate::chess::{Color, Label, Status};
use crate::notation::Illegal;

/// A span names no move of a position.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoMove {
    /// A piece that is not there.
    #[error("there is no {0} in the position")]
    Piece(Label),
    /// A piece of the other side.
    #[error("{0} may not move: it is {1}'s turn")]
    Turn(Label, Color),
    /// A bearing, arc or turn that the piece does not have.
    #[error("{0} does not move in this way")]
    Way(Label),
    /// A promotion to what is no piece.
    #[error("no kind has the letter `{0}`")]
    Kind(char),
}

/// What is left of a position that is not mate.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoMate {
    /// The answer gives no check.
    #[error("gives no check")]
    NoCheck,
    /// A reply, as a span.
    #[error("does not mate: {0} is left")]
    Reply(String),
    /// The game is over in another way.
    #[error("does not mate: {0}")]
    Over(Status),
}

/// The first thing in a certificate that does not hold. Stretches and moves are in it as text.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Refuted {
    /// It claims nothing.
    #[error("there is no key")]
    NoKey,
    /// A key without an inner distance that was worked out.
    #[error("it has no sample but at its ends")]
    NoSample,
    /// An end that was not worked out.
    #[error("{0} belongs to the key and is not among its samples")]
    EndWithoutSample(f64),
    /// A sample elsewhere.
    #[error("this is not of the key")]
    NotOfTheKey,
    /// A stretch that holds nothing.
    #[error("it holds no distance")]
    Empty,
    /// Distances that are not legal, or have another outcome than the key says.
    #[error(
        "not all of its distances are legal: with these captures and promotion the legal set has {0}; the certificate claims more"
    )]
    NotLegal(String),
    /// A sample that the judge refuses.
    #[error("the key is not legal: {0}")]
    KeyRefused(Illegal),
    /// A sample that takes something else.
    #[error("the key takes something else")]
    KeyTakes,
    /// Nobody can reply, and it is no mate.
    #[error("the game is over after the key: {0}")]
    Over(Status),
    /// Distances of a reply have no answer, or two, or are none.
    #[error("{0}")]
    Cover(String),
    /// A reply or a key that is no move of the position.
    #[error(transparent)]
    NoMove(#[from] NoMove),
    /// What is called a reply has no distance.
    #[error("the reply has no distance")]
    NoDistance,
    /// A move that the judge refuses.
    #[error("{0}: {1}")]
    Refused(String, Illegal),
    /// A move that does not mate.
    #[error("{0} {1}")]
    NoMate(String, NoMate),
    /// What does not hold, with its place.
    #[error("{0}: {1}")]
    At(String, Box<Refuted>),
}

impl Refuted {
    /// It with its place before it.
    pub(super) fn at(self, place: impl Into<String>) -> Refuted {
        Refuted::At(place.into(), Box::new(self))
    }
}
