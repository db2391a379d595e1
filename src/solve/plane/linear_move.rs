//! Moves that change with a parameter.

use crate::plane::{KindId, Move, PieceId};

/// A move whose distance is a linear function of a parameter.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LinearMove {
    /// The mover.
    pub piece: PieceId,
    /// The index of the lane.
    pub lane: usize,
    /// The kind to which a pawn promotes.
    pub promotion: Option<KindId>,
    /// The distance at the parameter 0.
    pub start: f64,
    /// The change of the distance for each unit of the parameter.
    pub by: f64,
}

impl LinearMove {
    /// Returns the distance at a parameter.
    pub fn distance(&self, t: f64) -> f64 {
        self.start + self.by * t
    }

    /// Returns the move at a parameter.
    pub fn at(&self, t: f64) -> Move {
        Move { promotion: self.promotion, ..Move::along(self.piece, self.lane, self.distance(t)) }
    }
}
