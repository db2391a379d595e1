//! A move whose distance changes evenly with a parameter.

use crate::plane::{KindId, Move, PieceId};

/// A move whose distance changes evenly with a parameter.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct EvenMove {
    /// Who moves.
    pub piece: PieceId,
    /// Along which lane.
    pub lane: usize,
    /// What a pawn becomes.
    pub promotion: Option<KindId>,
    /// The distance where the parameter is 0.
    pub start: f64,
    /// More for each unit of the parameter.
    pub by: f64,
}

impl EvenMove {
    /// The distance at a parameter.
    pub fn distance(&self, t: f64) -> f64 {
        self.start + self.by * t
    }

    /// The move at a parameter.
    pub fn at(&self, t: f64) -> Move {
        Move { promotion: self.promotion, ..Move::along(self.piece, self.lane, self.distance(t)) }
    }
}
