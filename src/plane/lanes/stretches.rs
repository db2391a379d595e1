//! The exact set of stops of a lane: the predicate is evaluated once at each critical distance, and once between each two of them.

use super::stretch::{EffectIntervals, MoveEffect};
use super::travel::{LeastDistances, Travel};
use crate::budget::work;
use crate::geom::{
    Curve, Extent, Interval, Spans, ValuedInterval, overlaps_along, spans_where, valued_intervals,
};
use crate::plane::position::{PieceIds, PieceImage};
use crate::plane::rules::Gait;
use crate::variant::Takes;
use smallvec::SmallVec;

impl Travel<'_> {
    /// Returns the distances at which a friend forbids the stop.
    fn holes_of_friends(&self, friends: &[&PieceImage]) -> Spans {
        let epsilon = self.rules.epsilon;
        let mut holes = Spans::none();
        for friend in friends {
            let over = overlaps_along(&self.path, self.extent, self.position.image_place(friend), epsilon);
            holes = holes.union(&over, epsilon).union(&self.distances_under(friend), epsilon);
        }
        holes
    }

    /// Yields the pieces of the mover's side near the path.
    pub(super) fn friends(&self) -> impl Iterator<Item = &PieceImage> {
        self.near.iter().filter(|image| self.color_of(image) == self.mover.color())
    }

    /// Returns the distances at which a capture may not end: a friend forbids it, or the start is near again.
    pub fn holes_of_captures(&self) -> Spans {
        let (least, epsilon) = (self.least.capture, self.rules.epsilon);
        let mut holes = self.holes_of_friends(&self.friends().collect::<Vec<_>>());
        if least > 0.0 {
            for &start in &self.other_starts {
                let near = overlaps_along(&self.path, &Extent::disc(least), start, epsilon);
                holes = holes.union(&near, epsilon);
            }
        }
        if self.limits.return_distance().is_finite() {
            let beyond = Interval::closed(self.limits.return_distance() - epsilon, f64::INFINITY);
            holes = holes.union(&Interval { open_to: true, ..beyond }.into(), epsilon);
        }
        holes
    }

    /// Returns the distances at which the mover's centre is inside another piece.
    fn distances_under(&self, other: &PieceImage) -> Spans {
        let (pose, extent) = (self.position.image_pose(other), self.position.extent(other.id));
        let outline = extent.outline_at(&pose);
        work(32 * outline.len());
        let cuts = outline.iter().flat_map(|curve| self.path.trace().crossings(curve, 0.0, self.limit));
        let is_under = |d: f64| extent.overlaps(&pose, self.path.at(d), self.rules.epsilon);
        spans_where(Interval::closed(0.0, self.limit.max(0.0)), cuts, self.rules.epsilon, is_under)
    }

    /// Whether a friend may forbid a stop up to `end`: a conservative filter that errs towards yes. Nearly every ride has no such
    /// friend.
    fn may_forbid_stop(&self, friend: &PieceImage, end: f64) -> bool {
        if self.lane.gait == Gait::Leap {
            return true;
        }
        let (at, extent) = (self.position.image_place(friend), self.position.extent(friend.id));
        let is_met =
            || self.contacts.iter().any(|contact| contact.image == *friend && contact.distance < end);
        if self.extent.overlaps(&self.path.start(), at, 0.0) || is_met() {
            return true;
        }
        // A mover that does not overlap the friend may still lie under the friend's extent, if that is larger than the mover's.
        if let (Some(mover_radius), Some(friend_radius)) = (self.extent.as_disc(), extent.as_disc())
            && friend_radius <= mover_radius
        {
            return false;
        }
        self.path.may_come_near(end, at, extent.outer_radius() + self.rules.epsilon)
            && !extent.is_surely_passed(&self.position.image_pose(friend), &self.path)
    }

    /// Returns every distance at which the answer of [`Travel::stop`] may change.
    fn critical_distances(&self, friends: &[&PieceImage]) -> SmallVec<[f64; 16]> {
        let least_distances = [self.least.quiet, self.least.capture];
        let mut out = SmallVec::from_slice(&least_distances);
        for image in self.pieces_without_contact() {
            let at = self.position.image_place(image);
            out.extend(overlaps_along(&self.path, self.extent, at, self.rules.epsilon).ends());
        }
        out.extend(self.holes_of_friends(friends).ends());
        let trace = self.path.trace();
        if let Some(pawn) = self.position.pawn(self.mover) {
            let lines = pawn.promotion_lines(&self.path, self.limit);
            out.extend(lines.iter().flat_map(|line| trace.crossings(line, 0.0, self.limit)));
        }
        if self.limits.return_distance().is_finite() {
            out.push(self.limits.return_distance() - self.rules.epsilon);
        }
        for &centre in &self.other_starts {
            for radius in least_distances {
                let circle = Curve::Circle { centre, radius };
                out.extend(trace.crossings(&circle, 0.0, self.limit + self.rules.epsilon));
            }
        }
        out
    }

    /// Returns the stretches up to `end` of a usual ride, which need no predicate; `None` for any other ride.
    ///
    /// A usual ride overlaps nothing at its start, promotes nowhere, never comes near its start again, and meets no friend. It
    /// may stop at any distance from the least one on, and captures the pieces that it meets at its end. Its critical distances
    /// differ by more than a tie.
    fn usual_ride(&self, end: f64) -> Option<EffectIntervals> {
        let (epsilon, LeastDistances { quiet, capture }) = (self.rules.epsilon, self.least);
        let contact = self.ride_end();
        let tie = contact.as_ref().map_or(epsilon, |contact| contact.tie);
        let is_usual = self.lane.gait == Gait::Ride
            && self.overlapped_at_start.is_empty()
            && self.position.pawn(self.mover).is_none()
            && self.other_starts.is_empty()
            && self.limits.return_distance().is_infinite();
        let is_long = end > quiet + 2.0 * tie.max(epsilon) && quiet > epsilon;
        let are_least_apart = quiet == capture || quiet > capture + epsilon;
        let is_end_apart =
            contact.is_none_or(|contact| end == contact.distance || end < contact.distance - tie);
        if !is_usual || !is_long || !are_least_apart || !is_end_apart {
            return None;
        }
        let captures = self.stop_without_friends(end).map_or(PieceIds::new(), |stop| stop.captures);
        let ends_in_capture = !captures.is_empty();
        let mut out = EffectIntervals::new();
        let mut add = |part: Interval, captures: PieceIds| {
            out.push(ValuedInterval { part, value: MoveEffect { captures, promotes: false } });
        };
        if self.lane.takes != Takes::Must {
            add(Interval { open_to: ends_in_capture, ..Interval::closed(quiet, end) }, PieceIds::new());
        }
        if ends_in_capture {
            add(Interval::point(end), captures);
        }
        Some(out)
    }

    /// Returns the effect of a move of distance `d`, if the rules of the lane allow it.
    fn effect(&self, d: f64, may_friend_forbid: bool) -> Option<MoveEffect> {
        let stop = if may_friend_forbid { self.stop(d) } else { self.stop_without_friends(d) }.ok()?;
        Some(MoveEffect { captures: stop.captures, promotes: self.promotes(d) })
    }

    /// Returns the distances that the piece may go, before the safety of its own king: intervals with the effects of their moves.
    pub fn stretches(&self) -> EffectIntervals {
        let epsilon = self.rules.epsilon;
        if let Some(steps) = self.steps {
            let farthest = self.contacts.first().map_or(f64::INFINITY, |c| c.distance + steps.step);
            let stretch_at =
                |d: f64| Some(ValuedInterval { part: Interval::point(d), value: self.effect(d, true)? });
            return steps.within(self.limit.min(farthest)).filter_map(stretch_at).collect();
        }
        let end = match self.ride_end() {
            Some(contact) if contact.distance <= self.limit + contact.tie => contact.distance,
            Some(_) | None => self.limit,
        };
        let least = self.least.quiet.min(self.least.capture);
        if end < least - epsilon {
            return EffectIntervals::new();
        }
        let friends: SmallVec<[&PieceImage; 4]> =
            self.friends().filter(|friend| self.may_forbid_stop(friend, end)).collect();
        let may_friend_forbid = !friends.is_empty();
        if !may_friend_forbid && let Some(stretches) = self.usual_ride(end) {
            return stretches;
        }
        let range = Interval::closed(least.min(end), end);
        valued_intervals(range, self.critical_distances(&friends), epsilon, |d| {
            self.effect(d, may_friend_forbid)
        })
    }
}
