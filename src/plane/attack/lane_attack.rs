//! The attack of one lane among equal discs: a coverage in closed form if the lane is straight, else the threat of an area leap.

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
    /// Computes the attack of a lane; `None` if the lane never captures. The pieces in `skip`, the target among them, are off the
    /// board.
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

    /// Adds the attacks of a lane on the targets of a query. Only on a board with seams there may be several attacks.
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
        let threat = Threat::new(position, lane.piece_lane, |id| skip.contains(&id))?;
        Some(LaneAttack::Area(Box::new(threat)))
    }

    #[inline]
    pub fn attacker(&self) -> PieceId {
        match self {
            LaneAttack::Straight(coverage) => coverage.attacker,
            LaneAttack::Area(threat) => threat.attacker,
        }
    }

    /// Whether the attack takes a target at a place.
    #[inline]
    pub fn covers(&self, target: Point) -> bool {
        match self {
            LaneAttack::Straight(coverage) => coverage.covers(target),
            LaneAttack::Area(threat) => threat.takes(target, None),
        }
    }

    /// Returns the distances on `ray`, up to `length`, at which the attack takes a target.
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

    /// Whether an enemy of the attacker at a place blocks the capture of `target`.
    #[inline]
    pub fn is_blocked_by(&self, target: Point, blocker: Point) -> bool {
        match self {
            LaneAttack::Straight(coverage) => coverage.is_blocked_by(target, blocker),
            LaneAttack::Area(_) => false,
        }
    }
}
