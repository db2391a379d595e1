//! The attack of one lane among equal discs: in closed form if the lane is straight, else the threat of an area leap.

use super::threat::Threat;
use crate::geom::{Point, Ray, Spans};
use crate::plane::discs::{AttackerLane, Centres, Coverage, CoverageQuery};
use crate::plane::position::{PieceId, PlanePosition};
use crate::plane::rules::LaneShape;

/// The places at which one lane of a piece takes a target, among equal discs.
pub enum LaneAttack<'a> {
    /// A straight lane.
    Straight(Coverage),
    /// An area leap, which nothing blocks.
    Area(Box<Threat<'a>>),
}

impl<'a> LaneAttack<'a> {
    /// Computes the attack of a lane with the pieces in `skip`, the target among them, off the board.
    #[inline]
    pub fn new(
        position: &'a PlanePosition,
        centres: &Centres,
        lane: &AttackerLane<'_>,
        skip: &[PieceId],
    ) -> Option<LaneAttack<'a>> {
        if lane.lane.shape == LaneShape::Area {
            return LaneAttack::of_area(position, lane, skip);
        }
        Coverage::new(position, centres, lane, skip).map(LaneAttack::Straight)
    }

    /// Computes the attack of a lane for the targets of a query, and adds it to a list; through seams perhaps as several attacks.
    pub fn add_near(
        position: &'a PlanePosition,
        centres: &Centres,
        lane: &AttackerLane<'_>,
        query: &CoverageQuery<'_>,
        out: &mut Vec<LaneAttack<'a>>,
    ) {
        if lane.lane.shape == LaneShape::Area {
            return out.extend(LaneAttack::of_area(position, lane, query.skip));
        }
        let add = |coverage| out.push(LaneAttack::Straight(coverage));
        Coverage::for_each_near(position, centres, lane, query, add);
    }

    fn of_area(
        position: &'a PlanePosition,
        lane: &AttackerLane<'_>,
        skip: &[PieceId],
    ) -> Option<LaneAttack<'a>> {
        let threat = Threat::new(position, lane.of, |id| skip.contains(&id))?;
        Some(LaneAttack::Area(Box::new(threat)))
    }

    #[inline]
    pub fn attacker(&self) -> PieceId {
        match self {
            LaneAttack::Straight(coverage) => coverage.attacker,
            LaneAttack::Area(threat) => threat.attacker,
        }
    }

    /// Whether the attack takes a target at `k`.
    #[inline]
    pub fn covers(&self, k: Point) -> bool {
        match self {
            LaneAttack::Straight(coverage) => coverage.covers(k),
            LaneAttack::Area(threat) => threat.takes(k, None),
        }
    }

    /// Returns the distances on `ray`, up to `length`, at which a target would be taken.
    #[inline]
    pub fn covered_along(&self, ray: &Ray, length: f64) -> Spans {
        match self {
            LaneAttack::Straight(coverage) => coverage.covered_along(ray, length),
            LaneAttack::Area(threat) => threat.taken_along(ray, length),
        }
    }

    /// Returns the distances on `ray`, up to `length`, at which an enemy of the attacker blocks the capture of `target`.
    #[inline]
    pub fn blocked_along(&self, target: Point, ray: &Ray, length: f64) -> Spans {
        match self {
            LaneAttack::Straight(coverage) => coverage.blocked_along(target, ray, length),
            LaneAttack::Area(_) => Spans::none(),
        }
    }

    /// Whether an enemy of the attacker at `q` blocks the capture of `target`.
    #[inline]
    pub fn is_blocked_by(&self, target: Point, q: Point) -> bool {
        match self {
            LaneAttack::Straight(coverage) => coverage.is_blocked_by(target, q),
            LaneAttack::Area(_) => false,
        }
    }
}
