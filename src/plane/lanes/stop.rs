//! The predicate on one distance along a lane, straight from the rules (`docs/rules/continuous.md` 3).

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
    pub reason: Reason,
    /// The figure that the message states: the limit, or the contact distance of the blocker; 0 if it states none.
    pub figure: f64,
    /// The piece that forbids the move, if the rule is about one.
    pub blocker: Option<PieceId>,
}

impl StopRefusal {
    /// Returns the refusal of a distance that exceeds a limit, falls short of it, or is not a multiple of it.
    pub(super) fn limit(reason: Reason, limit: f64) -> StopRefusal {
        StopRefusal { reason, figure: limit, blocker: None }
    }

    /// Returns the refusal of a move that a piece blocks by a contact, or by an overlap, at a distance.
    pub(super) fn blocked(distance: f64, blocker: PieceId) -> StopRefusal {
        StopRefusal { reason: Reason::Blocked, figure: distance, blocker: Some(blocker) }
    }

    /// Returns the refusal of a move that would overlap a friend, or be overlapped by it.
    pub(super) fn friend(friend: PieceId) -> StopRefusal {
        StopRefusal { reason: Reason::Friend, figure: 0.0, blocker: Some(friend) }
    }

    /// Returns the refusal of a move that captures nothing on a lane that must capture.
    pub(super) fn must_capture() -> StopRefusal {
        StopRefusal { reason: Reason::MustCapture, figure: 0.0, blocker: None }
    }
}

/// The effect of a move of one distance, before the safety of the own king. [`Travel::promotes`] tells whether it promotes.
#[derive(Debug, Clone, PartialEq)]
pub struct LaneStop {
    /// The distance at which the move ends: the one asked for, or that of a capture's contact if the two tie.
    pub distance: f64,
    /// The captured pieces, in order of id.
    pub captures: PieceIds,
}

/// The contact at which a ride ends.
pub(super) struct RideEnd {
    /// The contact distance, in the path's measure.
    pub distance: f64,
    /// The greatest difference of distances that count as equal.
    pub tie: f64,
    /// Whether the ride captures at the contact.
    pub is_capture: bool,
}

impl Travel<'_> {
    /// Decides one distance and returns the effect of the move.
    ///
    /// # Errors
    /// The first rule that the distance breaks; the safety of the own king is not tested.
    pub fn stop(&self, asked: f64) -> Result<LaneStop, StopRefusal> {
        let stop = self.stop_by_contacts(asked)?;
        if let Some(friend) = self.friend_in_the_way(stop.distance) {
            return Err(StopRefusal::friend(friend));
        }
        self.judge_captures(&stop).and(Ok(stop))
    }

    /// Decides one distance like [`Travel::stop`], on a lane where no friend can forbid a stop.
    pub(super) fn stop_without_friends(&self, asked: f64) -> Result<LaneStop, StopRefusal> {
        let stop = self.stop_by_contacts(asked)?;
        self.judge_captures(&stop).and(Ok(stop))
    }

    /// Returns where a move ends and what it captures, by the limits of the lane and by the pieces that it meets.
    fn stop_by_contacts(&self, asked: f64) -> Result<LaneStop, StopRefusal> {
        self.judge_limits(asked)?;
        work(4 + self.contacts.len() + self.pieces_without_contact().len());
        let mut stop = match (self.lane.gait, &self.steps) {
            (Gait::Ride, None) => self.ride(asked)?,
            (Gait::Ride, Some(steps)) => self.ride_by_step(steps, asked)?,
            (Gait::Leap, _) => LaneStop { distance: asked, captures: PieceIds::new() },
        };
        if self.lane.takes != Takes::Never && !self.pieces_without_contact().is_empty() {
            let (pose, color) = (self.path.pose(stop.distance), self.mover.color());
            let enemies = self.pieces_without_contact().iter().filter(|image| self.color_of(image) != color);
            stop.captures.extend(enemies.filter(|image| self.overlaps(&pose, image)).map(|image| image.id));
        }
        stop.captures.sort_unstable();
        stop.captures.dedup();
        Ok(stop)
    }

    /// Decides whether the lane allows the captures of a stop, and a capture or a quiet move of its distance.
    fn judge_captures(&self, stop: &LaneStop) -> Result<(), StopRefusal> {
        let (distance, is_capture) = (stop.distance, !stop.captures.is_empty());
        if self.lane.gait == Gait::Leap && self.lane.takes == Takes::Never {
            let pose = self.path.pose(distance);
            if let Some(image) = self.near.iter().find(|image| self.overlaps(&pose, image)) {
                return Err(StopRefusal::blocked(distance, image.id));
            }
        }
        if self.lane.takes == Takes::Must && !is_capture {
            return Err(StopRefusal::must_capture());
        }
        self.judge_least_distance(distance, is_capture)?;
        // A capture ends before the path is back at its start.
        if is_capture && distance >= self.limits.return_distance() - self.rules.epsilon {
            return Err(StopRefusal::limit(Reason::Range, self.limits.return_distance()));
        }
        Ok(())
    }

    /// Decides whether a distance is within the limits of the lane, and a multiple of its step.
    fn judge_limits(&self, asked: f64) -> Result<(), StopRefusal> {
        if let Some(limit) = self.limits.exceeded_by(asked, self.rules.epsilon) {
            return Err(StopRefusal::limit(limit.rule, limit.distance));
        }
        if let Some(steps) = self.steps.filter(|steps| !steps.contains(asked)) {
            return Err(StopRefusal::limit(Reason::Step, steps.step));
        }
        Ok(())
    }

    /// Decides whether a stop is far enough from every image of the start, or a turn is wide enough.
    fn judge_least_distance(&self, distance: f64, is_capture: bool) -> Result<(), StopRefusal> {
        let least = if is_capture { self.least.capture } else { self.least.quiet };
        if let LaneShape::Turn(_) = self.lane.shape {
            if !self.rules.may_turn_by(distance) {
                return Err(StopRefusal::limit(Reason::MinTurn, least));
            }
        } else {
            let at = self.path.at(distance);
            let from_other_starts = self.other_starts.iter().map(|start| at.distance(*start));
            if from_other_starts.chain([distance]).any(|d| !self.rules.is_long_enough(d, is_capture)) {
                return Err(StopRefusal::limit(Reason::MinMove, least));
            }
        }
        Ok(())
    }

    /// Returns the contact at which a ride ends, if it has any contact.
    pub(super) fn ride_end(&self) -> Option<RideEnd> {
        let first = self.contacts.first()?;
        let captured = self.captured_with(first).next();
        let LaneContact { distance, tie, .. } = *captured.unwrap_or(first);
        Some(RideEnd { distance, tie, is_capture: captured.is_some() })
    }

    /// Yields the contacts with enemies that a ride captures together, because they tie with the first contact.
    fn captured_with<'s>(&'s self, first: &'s LaneContact) -> impl Iterator<Item = &'s LaneContact> {
        let may_take = self.lane.takes != Takes::Never;
        self.contacts.iter().filter(move |c| may_take && c.is_enemy && c.distance <= first.distance + c.tie)
    }

    /// Decides one distance of a ride that may stop anywhere, by its contacts alone.
    fn ride(&self, asked: f64) -> Result<LaneStop, StopRefusal> {
        let mut stop = LaneStop { distance: asked, captures: PieceIds::new() };
        if let (Some(end), Some(first)) = (self.ride_end(), self.contacts.first()) {
            if asked > end.distance + end.tie {
                return Err(StopRefusal::blocked(first.distance, first.image.id));
            }
            if end.is_capture && asked >= end.distance - end.tie {
                stop.distance = end.distance;
                stop.captures.extend(self.captured_with(first).map(|contact| contact.image.id));
            }
        }
        Ok(stop)
    }

    /// Decides one distance of a ride by steps, by its contacts alone.
    fn ride_by_step(&self, steps: &Steps, d: f64) -> Result<LaneStop, StopRefusal> {
        let mut captures = PieceIds::new();
        for contact in &self.contacts {
            let may_take = self.lane.takes != Takes::Never && contact.is_enemy;
            match steps.relation(contact.distance, d, || self.overlaps_at(d, contact)) {
                StepContact::AtStop | StepContact::TakenAlong if may_take => captures.push(contact.image.id),
                StepContact::AtStop => {}
                // All later contacts lie beyond too.
                StepContact::Beyond => break,
                StepContact::TakenAlong | StepContact::Passed => {
                    return Err(StopRefusal::blocked(contact.distance, contact.image.id));
                }
            }
        }
        Ok(LaneStop { distance: d, captures })
    }

    /// Whether the mover in a pose overlaps the centre of an image.
    pub(super) fn overlaps(&self, pose: &Pose, image: &PieceImage) -> bool {
        work(self.extent.core().len());
        self.extent.overlaps(pose, self.position.image_place(image), self.rules.epsilon)
    }

    /// Returns the pieces near the path that a stop may overlap without a contact. A leap has no contacts, and a ride has no
    /// contact with a piece that it overlaps at the start.
    pub(super) fn pieces_without_contact(&self) -> &[PieceImage] {
        if self.lane.gait == Gait::Leap { &self.near } else { &self.overlapped_at_start }
    }

    /// Returns a friend that overlaps the mover at its stop, or is overlapped by it.
    pub fn friend_in_the_way(&self, d: f64) -> Option<PieceId> {
        let pose = self.path.pose(d);
        let forbids = |friend: &&PieceImage| {
            let (friend_pose, extent) = (self.position.image_pose(friend), self.position.extent(friend.id));
            self.overlaps(&pose, friend) || extent.overlaps(&friend_pose, pose.at, self.rules.epsilon)
        };
        self.friends().find(forbids).map(|friend| friend.id)
    }

    /// Whether a capture may end at `d`: no friend forbids the stop, no image of the start is near, and the path has not returned
    /// to its start.
    pub fn may_take_at(&self, d: f64) -> bool {
        if self.friend_in_the_way(d).is_some() {
            return false;
        }
        let (at, epsilon) = (self.path.at(d), self.rules.epsilon);
        let is_far = |start: &Point| at.distance(*start) >= self.least.capture - epsilon;
        self.other_starts.iter().all(is_far) && d < self.limits.return_distance() - epsilon
    }

    /// Whether the mover promotes by a move of distance `d`.
    pub fn promotes(&self, d: f64) -> bool {
        self.position.promotes(self.mover, &self.path, d)
    }
}
