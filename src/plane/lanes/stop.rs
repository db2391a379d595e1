//! The judge of one distance along a lane, straight from the rules (`docs/rules/continuous.md` 3).

use super::travel::{LaneContact, Travel};
use crate::budget::work;
use crate::geom::{Point, Pose};
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
        work(4 + self.contacts.len() + self.among().len());
        let (distance, mut captures) = match self.lane.gait {
            Gait::Ride => match self.steps {
                Some(steps) => (d, self.ride_by_step(&steps, d)?),
                None => self.ride(d)?,
            },
            Gait::Leap => (d, PieceIds::new()),
        };
        if self.lane.takes != Takes::Never {
            // A stop also takes enemies that it overlaps without a contact.
            if !self.among().is_empty() {
                captures.extend(self.overlapped_at(distance));
            }
            if captures.len() > 1 {
                captures.sort_unstable();
                captures.dedup();
            }
        }
        if friends_may_shut && let Some(by) = self.friend_in_the_way(distance) {
            return Err(StopRefusal { reason: Reason::Friend, limit: distance, by: Some(by) });
        }
        if self.lane.gait == Gait::Leap && self.lane.takes == Takes::Never {
            let pose = self.path.pose(distance);
            let over = |seen: &&PieceImage| self.overlaps(&pose, seen);
            if let Some(by) = self.near.iter().find(over) {
                return Err(StopRefusal { reason: Reason::Blocked, limit: distance, by: Some(by.id) });
            }
        }
        if captures.is_empty() && self.lane.takes == Takes::Must {
            return Err(StopRefusal::limit(Reason::MustCapture, distance));
        }
        let (quiet, taking) = self.least();
        let least = if captures.is_empty() { quiet } else { taking };
        if let LaneShape::Turn(_) = self.lane.shape {
            if !self.rules.is_turn(distance) {
                return Err(StopRefusal::limit(Reason::MinTurn, least));
            }
        } else {
            let takes = !captures.is_empty();
            // Through seams a path may come back to images of its start. A stop near one of them is not a move.
            let from_start = |start: &Point| self.path.at(distance).distance(*start);
            let from_starts = self.again.iter().map(from_start).chain([distance]);
            if from_starts.into_iter().any(|d| !self.rules.is_long_enough(d, takes)) {
                return Err(StopRefusal::limit(Reason::MinMove, least));
            }
        }
        if !captures.is_empty() && distance >= self.limits.return_distance() - self.rules.epsilon {
            return Err(StopRefusal::limit(Reason::Range, self.limits.return_distance()));
        }
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

    /// Returns the distance of the contact that stops a ride for good, its [`LaneContact::tie`], and whether it captures there.
    pub(super) fn stopped(&self) -> Option<(f64, f64, bool)> {
        let first = self.contacts.first()?;
        let captures = self.lane.takes != Takes::Never;
        let taken = self.contacts.iter().find(|m| captures && m.enemy && ties_with(m, first));
        Some(taken.map_or((first.at, first.tie, false), |m| (m.at, m.tie, true)))
    }

    fn ride(&self, d: f64) -> Result<(f64, PieceIds), StopRefusal> {
        let (Some((stop, tie, takes)), Some(first)) = (self.stopped(), self.contacts.first()) else {
            return Ok((d, PieceIds::new()));
        };
        if d > stop + tie {
            return Err(StopRefusal { reason: Reason::Blocked, limit: first.at, by: Some(first.piece) });
        }
        if takes && d >= stop - tie {
            let taken = self.contacts.iter().filter(|m| m.enemy && ties_with(m, first));
            let mut taken: PieceIds = taken.map(|m| m.piece).collect();
            taken.dedup();
            return Ok((stop, taken));
        }
        Ok((d, PieceIds::new()))
    }

    fn ride_by_step(&self, steps: &Steps, d: f64) -> Result<PieceIds, StopRefusal> {
        let mut captures = PieceIds::new();
        for contact in &self.contacts {
            let takes = self.lane.takes != Takes::Never && contact.enemy;
            match steps.meets(contact.at, d, || self.overlaps_at(d, contact)) {
                StepContact::AtStop | StepContact::TakenAlong if takes => captures.push(contact.piece),
                StepContact::AtStop => {}
                // All later contacts lie beyond too.
                StepContact::Beyond => break,
                StepContact::TakenAlong | StepContact::Passed => {
                    return Err(StopRefusal {
                        reason: Reason::Blocked,
                        limit: contact.at,
                        by: Some(contact.piece),
                    });
                }
            }
        }
        Ok(captures)
    }

    pub(super) fn overlaps(&self, pose: &Pose, seen: &PieceImage) -> bool {
        work(self.extent.core().len());
        self.extent.overlaps(pose, self.position.seen_at(seen), self.rules.epsilon)
    }

    /// Returns the enemies that a stop at `d` overlaps without a contact. A leap has no contacts, and a ride has none with those
    /// that it overlapped at the start.
    fn overlapped_at(&self, d: f64) -> PieceIds {
        let pose = self.path.pose(d);
        let enemy = |seen: &&PieceImage| self.position.piece(seen.id).color() != self.mover.color();
        let over = self.among().iter().filter(|seen| enemy(seen) && self.overlaps(&pose, seen));
        over.map(|seen| seen.id).collect()
    }

    /// Returns the pieces that a stop may overlap without a contact.
    pub(super) fn among(&self) -> &[PieceImage] {
        if self.lane.gait == Gait::Leap { &self.near } else { &self.overlapped_at_start }
    }

    /// Returns a friend that overlaps the mover at its stop, or is overlapped by it.
    pub fn friend_in_the_way(&self, d: f64) -> Option<PieceId> {
        let pose = self.path.pose(d);
        let shuts = |seen: &&PieceImage| {
            let (theirs, extent) = (self.position.seen_pose(seen), self.position.extent(seen.id));
            self.position.piece(seen.id).color() == self.mover.color()
                && (self.overlaps(&pose, seen) || extent.overlaps(&theirs, pose.at, self.rules.epsilon))
        };
        self.near.iter().find(shuts).map(|seen| seen.id)
    }

    /// Whether a capture may end at `d`, whatever it takes: no friend forbids the stop, and the path has not closed.
    pub fn may_take_at(&self, d: f64) -> bool {
        let (at, least) = (self.path.at(d), self.least().1);
        self.friend_in_the_way(d).is_none()
            && !self.again.iter().any(|start| at.distance(*start) < least - self.rules.epsilon)
            && d < self.limits.return_distance() - self.rules.epsilon
    }

    /// Whether the mover promotes at `d`.
    pub fn promotes(&self, d: f64) -> bool {
        self.position.promotes(self.mover, &self.path, d)
    }
}

/// Whether a contact ties with the first one.
fn ties_with(m: &LaneContact, first: &LaneContact) -> bool {
    m.at <= first.at + m.tie
}
