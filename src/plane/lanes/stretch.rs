//! What a lane comes to: stretches of distances, and landings, with what is taken.

use crate::geom::{self, Interval};
use crate::plane::position::PieceIds;
use smallvec::SmallVec;

/// Distances along a lane that share one set of captures.
#[derive(Debug, Clone, PartialEq)]
pub struct Stretch {
    /// The distances.
    pub part: Interval,
    /// Everything that a move of such a distance takes, in order of id.
    pub captures: PieceIds,
}

/// Stretches in ascending order.
pub type Stretches = SmallVec<[Stretch; 3]>;

/// What a landing comes to: what it takes, and whether it promotes.
pub type MoveEffect = (PieceIds, bool);

/// One cell of a region of legal landings.
pub type LandingCell = geom::Cell<MoveEffect>;

/// Legal distances with what they take and whether they promote.
pub type EffectIntervals = SmallVec<[(Interval, MoveEffect); 3]>;
