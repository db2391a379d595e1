//! Stretches of distances along a lane, and landings, with the effects of their moves.

use crate::geom::{ArrangementCell, Interval, ValuedInterval};
use crate::plane::position::PieceIds;
use smallvec::SmallVec;

/// Distances along a lane that share one set of captures.
#[derive(Debug, Clone, PartialEq)]
pub struct LaneStretch {
    /// The distances in the lane's measure: board units, or degrees for a turn.
    pub part: Interval,
    /// The pieces that a move of such a distance captures, in order of id.
    pub captures: PieceIds,
}

/// Stretches in ascending order.
pub type Stretches = SmallVec<[LaneStretch; 3]>;

/// The effect of a move.
#[derive(Debug, Clone, PartialEq)]
pub struct MoveEffect {
    /// The captured pieces, in order of id.
    pub captures: PieceIds,
    /// Whether the move promotes.
    pub promotes: bool,
}

/// One cell of a region of legal landings.
pub type LandingCell = ArrangementCell<MoveEffect>;

/// Intervals of distances, ascending, each with the effect of its moves.
pub type EffectIntervals = SmallVec<[ValuedInterval<MoveEffect>; 3]>;
