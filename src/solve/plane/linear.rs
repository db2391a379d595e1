//! Linear functions of a parameter, and moves whose distance is such a function.

use crate::plane::{KindId, Move, PieceId};

/// A linear function of a parameter.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LinearFunction {
    /// The value at the parameter 0.
    pub start: f64,
    /// The change for each unit of the parameter.
    pub slope: f64,
}

impl LinearFunction {
    /// Returns the constant function of a value.
    pub const fn constant(value: f64) -> LinearFunction {
        LinearFunction { start: value, slope: 0.0 }
    }

    /// Returns the function with the opposite sign.
    pub const fn negated(self) -> LinearFunction {
        LinearFunction { start: -self.start, slope: -self.slope }
    }

    /// Returns the value at a parameter.
    pub fn value(self, t: f64) -> f64 {
        self.start + self.slope * t
    }
}

/// A move whose distance is a linear function of a parameter.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LinearMove {
    /// The mover.
    pub piece: PieceId,
    /// The index of the lane among those of the mover's kind.
    pub lane: usize,
    /// The kind to which a pawn promotes.
    pub promotion: Option<KindId>,
    /// The distance as a function of the parameter, board units.
    pub distance: LinearFunction,
}

impl LinearMove {
    /// Returns the move at a parameter.
    pub fn at(&self, t: f64) -> Move {
        Move { promotion: self.promotion, ..Move::along(self.piece, self.lane, self.distance.value(t)) }
    }
}
