//! Moves to make, as text or as moves of either kind of board.

use crate::lattice::LatticeMove;
use crate::plane;
use std::borrow::Cow;

/// A move to make: a text, or a move of either kind of board.
#[derive(Debug, Clone, PartialEq)]
pub enum MoveInput<'t> {
    /// The text of a move.
    Text(Cow<'t, str>),
    /// A move on the plane.
    Plane(plane::Move),
    /// A move on cells.
    Lattice(LatticeMove),
}

impl<'t> From<&'t str> for MoveInput<'t> {
    fn from(text: &'t str) -> MoveInput<'t> {
        MoveInput::Text(Cow::Borrowed(text))
    }
}

impl<'t> From<&'t String> for MoveInput<'t> {
    fn from(text: &'t String) -> MoveInput<'t> {
        MoveInput::Text(Cow::Borrowed(text))
    }
}

impl From<plane::Move> for MoveInput<'_> {
    fn from(m: plane::Move) -> Self {
        MoveInput::Plane(m)
    }
}

impl From<LatticeMove> for MoveInput<'_> {
    fn from(m: LatticeMove) -> Self {
        MoveInput::Lattice(m)
    }
}
