//! The predicate on one distance along a lane, straight from the rules (`docs/rules/continuous.md` 3).

use super::travel::{LaneContact, Travel};
use crate::budget::work;
use crate::geom::Pose;
use crate::notation::Reason;
use crate::plane::position::{PieceId, PieceIds, PieceImage};
use crate::plane::rules::{Gait, LaneShape, StepContact, Steps};
use crate::variant::Takes;

/// The rule that a stop or a landing breaks, with the figures for the message.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StopRefusal {
    /// The rule.
    pub reason: Reason,
    /// The limit, or the contact distance of the blocker.
    pub limit: f64,
    /// The blocker.
    pub by: Option<PieceId>,
}

impl StopRefusal {
    /// Returns the refusal of a distance beyond a limit.
    pub(super) fn limit(reason: Reason, limit: f64) -> StopRefusal {
        StopRefusal { reason, limit, by: None }
    }
}

/// The effect of a move of one distance, before the safety of the own king.
#[derive(Debug, Clone, PartialEq)]
pub struct LaneStop {
    /// The distance at which the move ends: the given one, or that of a capture's contact if the given one ties with it.
    pub distance: f64,
    /// The captured pieces, in order of id.
    pub captures: PieceIds,
}

/// The contact at which a ride ends.
pub(super) struct RideEnd {
    /// The contact distance.
    pub at: f64,
    /// Distances this near count as equal.
    pub tie: f64,
    /// Whether the ride captures there.
    pub captures: bool,
}

impl Travel<'_> {
    /// Decides one distance and returns the effect of the move.
    ///
    /// # Errors
    /// The first rule that the distance breaks; the safety of the own king is not tested.
    pub fn stop(&self, d: f64) -> Result<LaneStop, StopRefusal> {
        self.stop_among(d, true)
    }

    /// Decides one distance; `friends_may_shut` is false if no friend can forbid a stop.
    pub(super) fn stop_among(&self, d: f64, friends_may_shut: bool) -> Result<LaneStop, StopRefusal> {
        self.judge_limits(d)?;
        work(4 + self.contacts.len() + self.overlappable().len());
        let LaneStop { distance, mut captures } = match (self.lane.gait, &self.steps) {
            (Gait::Ride, None) => self.ride(d)?,
            (Gait::Ride, Some(steps)) => self.ride_by_step(steps, d)?,
            (Gait::Leap, _) => LaneStop { distance: d, captures: PieceIds::new() },
        };
        let pose = self.path.pose(distance);
        if self.lane.takes != Takes::Never && !self.overlappable().is_empty() {
            let color = self.mover.color();
            let enemies = self.overlappable().iter().filter(|s| self.position.piece(s.id).color() != color);
            captures.extend(enemies.filter(|seen| self.overlaps(&pose, seen)).map(|seen| seen.id));
        }
        captures.sort_unstable();
        captures.dedup();
        let refused = |reason: Reason, by: Option<PieceId>| StopRefusal { reason, limit: distance, by };
        if friends_may_shut && let Some(by) = self.friend_in_the_way(distance) {
            return Err(refused(Reason::Friend, Some(by)));
        }
        if self.lane.gait == Gait::Leap
            && self.lane.takes == Takes::Never
            && let Some(seen) = self.near.iter().find(|seen| self.overlaps(&pose, seen))
        {
            return Err(refused(Reason::Blocked, Some(seen.id)));
        }
        if captures.is_empty() && self.lane.takes == Takes::Must {
            return Err(refused(Reason::MustCapture, None));
        }
        self.judge_least_distance(distance, !captures.is_empty())?;
        Ok(LaneStop { distance, captures })
    }

    fn judge_limits(&self, d: f64) -> Result<(), StopRefusal> {
        if let Some(limit) = self.limits.exceeded_by(d, self.rules.epsilon) {
            return Err(StopRefusal::limit(limit.rule, limit.distance));
        }
        match self.steps {
            Some(steps) if !steps.contains(d) => Err(StopRefusal::limit(Reason::Step, steps.step)),
            Some(_) | None => Ok(()),
        }
    }

    /// Decides whether a stop is far enough from every image of the start, and a capture before the return to the start.
    fn judge_least_distance(&self, distance: f64, takes: bool) -> Result<(), StopRefusal> {
        let least = if takes { self.least.capture } else { self.least.quiet };
        if let LaneShape::Turn(_) = self.lane.shape {
            if !self.rules.is_turn(distance) {
                return Err(StopRefusal::limit(Reason::MinTurn, least));
            }
        } else {
            let from_other_starts = self.other_starts.iter().map(|q| self.path.at(distance).distance(*q));
            if from_other_starts.chain([distance]).any(|d| !self.rules.is_long_enough(d, takes)) {
                return Err(StopRefusal::limit(Reason::MinMove, least));
            }
        }
        if takes && distance >= self.limits.return_distance() - self.rules.epsilon {
            return Err(StopRefusal::limit(Reason::Range, self.limits.return_distance()));
        }
        Ok(())
    }

    /// Returns the contact at which a ride ends, if it has any contact.
    pub(super) fn ride_end(&self) -> Option<RideEnd> {
        let first = self.contacts.first()?;
        let taken = self.taken_with(first).next();
        let LaneContact { at, tie, .. } = *taken.unwrap_or(first);
        Some(RideEnd { at, tie, captures: taken.is_some() })
    }

    /// Yields the contacts with enemies that a ride captures together, because they tie with the first contact.
    fn taken_with<'s>(&'s self, first: &'s LaneContact) -> impl Iterator<Item = &'s LaneContact> {
        let may_take = self.lane.takes != Takes::Never;
        self.contacts.iter().filter(move |m| may_take && m.is_enemy && m.at <= first.at + m.tie)
    }

    fn ride(&self, d: f64) -> Result<LaneStop, StopRefusal> {
        let (Some(end), Some(first)) = (self.ride_end(), self.contacts.first()) else {
            return Ok(LaneStop { distance: d, captures: PieceIds::new() });
        };
        if d > end.at + end.tie {
            return Err(StopRefusal { reason: Reason::Blocked, limit: first.at, by: Some(first.seen.id) });
        }
        if end.captures && d >= end.at - end.tie {
            let captures = self.taken_with(first).map(|m| m.seen.id).collect();
            return Ok(LaneStop { distance: end.at, captures });
        }
        Ok(LaneStop { distance: d, captures: PieceIds::new() })
    }

    fn ride_by_step(&self, steps: &Steps, d: f64) -> Result<LaneStop, StopRefusal> {
        let mut captures = PieceIds::new();
        for contact in &self.contacts {
            let takes = self.lane.takes != Takes::Never && contact.is_enemy;
            match steps.meets(contact.at, d, || self.overlaps_at(d, contact)) {
                StepContact::AtStop | StepContact::TakenAlong if takes => captures.push(contact.seen.id),
                StepContact::AtStop => {}
                // All later contacts lie beyond too.
                StepContact::Beyond => break,
                StepContact::TakenAlong | StepContact::Passed => {
                    let by = Some(contact.seen.id);
                    return Err(StopRefusal { reason: Reason::Blocked, limit: contact.at, by });
                }
            }
        }
        Ok(LaneStop { distance: d, captures })
    }

    pub(super) fn overlaps(&self, pose: &Pose, seen: &PieceImage) -> bool {
        work(self.extent.core().len());
        self.extent.overlaps(pose, self.position.seen_at(seen), self.rules.epsilon)
    }

    /// Returns the pieces that a stop may overlap without a contact. A leap has no contacts, and a ride has none with the pieces
    /// that it overlaps at the start.
    pub(super) fn overlappable(&self) -> &[PieceImage] {
        if self.lane.gait == Gait::Leap { &self.near } else { &self.overlapped_at_start }
    }

    /// Returns a friend that overlaps the mover at its stop, or is overlapped by it.
    pub fn friend_in_the_way(&self, d: f64) -> Option<PieceId> {
        let pose = self.path.pose(d);
        let shuts = |seen: &&PieceImage| {
            let (theirs, extent) = (self.position.seen_pose(seen), self.position.extent(seen.id));
            self.overlaps(&pose, seen) || extent.overlaps(&theirs, pose.at, self.rules.epsilon)
        };
        self.friends().find(shuts).map(|seen| seen.id)
    }

    /// Whether a capture may end at `d`, if it takes something there: no friend forbids the stop, and the path has not closed.
    pub fn may_take_at(&self, d: f64) -> bool {
        let (at, least) = (self.path.at(d), self.least.capture);
        self.friend_in_the_way(d).is_none()
            && !self.other_starts.iter().any(|start| at.distance(*start) < least - self.rules.epsilon)
            && d < self.limits.return_distance() - self.rules.epsilon
    }

    /// Whether the mover promotes at `d`.
    pub fn promotes(&self, d: f64) -> bool {
        self.position.promotes(self.mover, &self.path, d)
    }
}
