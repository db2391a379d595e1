//! What a lane comes to: stretches of distances, and landings, with what is taken.

use crate::geom::{self, Interval};
use crate::plane::position::Few;
use smallvec::SmallVec;

/// Distances along a lane that share one set of captures.
#[derive(Debug, Clone, PartialEq)]
pub struct Stretch {
    /// The distances.
    pub part: Interval,
    /// Everything that a move of such a distance takes, in order of id.
    pub captures: Few,
}

/// Stretches in ascending order.
pub type Stretches = SmallVec<[Stretch; 3]>;

/// What a landing comes to: what it takes, and whether it promotes.
pub type Landed = (Few, bool);

/// One cell of a region of legal landings.
pub type Cell = geom::Cell<Landed>;

/// Legal distances with what they take and whether they promote.
pub type Found = SmallVec<[(Interval, Landed); 3]>;
