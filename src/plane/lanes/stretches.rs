//! The exact set of stops of a lane: one predicate, evaluated at every critical distance and between each two.

use super::stretch::{EffectIntervals, MoveEffect};
use super::travel::{LaneContact, Travel};
use crate::budget::work;
use crate::geom::{Curve, Extent, Interval, Spans, decide, overlaps_along};
use crate::plane::position::{PieceIds, PieceImage};
use crate::plane::rules::Gait;
use crate::variant::Takes;
use smallvec::SmallVec;

impl Travel<'_> {
    /// Returns the distances at which a friend forbids the stop.
    pub fn holes(&self) -> Spans {
        self.holes_of(self.friends())
    }

    /// Yields the pieces of the mover's side near the path.
    fn friends(&self) -> impl Iterator<Item = &PieceImage> {
        self.near.iter().filter(|seen| self.position.piece(seen.id).color() == self.mover.color())
    }

    /// Returns the distances at which one of these friends forbids the stop.
    fn holes_of<'s>(&self, friends: impl Iterator<Item = &'s PieceImage>) -> Spans {
        let epsilon = self.rules.epsilon;
        friends.fold(Spans::none(), |holes, seen| {
            let ours = overlaps_along(&self.path, self.extent, self.position.seen_at(seen), epsilon);
            let theirs = self.under(seen);
            holes.union(&ours, epsilon).union(&theirs, epsilon)
        })
    }

    /// Returns the distances at which a capture may not end: a friend forbids it, or the start is near again.
    pub fn holes_of_captures(&self) -> Spans {
        let (holes, least, epsilon) = (self.holes(), self.least().1, self.rules.epsilon);
        let again = self.again.iter().filter(|_| least > 0.0);
        let discs = again.map(|&start| overlaps_along(&self.path, &Extent::disc(least), start, epsilon));
        let mut holes = discs.fold(holes, |all, disc| all.union(&disc, epsilon));
        if self.limits.return_distance().is_finite() {
            let beyond = Interval::closed(self.limits.return_distance() - epsilon, f64::INFINITY);
            holes = holes.union(&Interval { open_to: true, ..beyond }.into(), epsilon);
        }
        holes
    }

    /// Returns the distances at which the mover's centre is inside another piece.
    fn under(&self, seen: &PieceImage) -> Spans {
        let (theirs, extent) = (self.position.seen_pose(seen), self.position.extent(seen.id));
        let ends = extent.outline_at(&theirs);
        work(32 * ends.len());
        let cuts = ends.iter().flat_map(|curve| self.path.trace().crossings(curve, 0.0, self.limit));
        let over = |d: f64| extent.overlaps(&theirs, self.path.at(d), self.rules.epsilon);
        let part = Interval::closed(0.0, self.limit.max(0.0));
        let found = decide(part, cuts, self.rules.epsilon, |d| over(d).then_some(()));
        Spans::from_sorted(found.into_iter().map(|f| f.0))
    }

    /// Returns the friends that may forbid a stop up to `end`; nearly every ride has none. A friend is left out if the mover does
    /// not overlap it at the start nor meet it sooner, unless the path leads under a body larger than the mover's.
    fn friends_that_may_shut(&self, end: f64) -> SmallVec<[&PieceImage; 4]> {
        let (start, disc) = (self.path.start(), self.extent.as_disc());
        let may_shut = |seen: &&PieceImage| {
            let (at, body) = (self.position.seen_at(seen), self.position.extent(seen.id));
            let same = |c: &LaneContact| c.piece == seen.id && c.image == seen.image;
            let is_within_ours = disc.zip(body.as_disc()).is_some_and(|(ours, theirs)| theirs <= ours);
            let goes_under = || {
                self.path.may_come_near(end, at, body.reach() + self.rules.epsilon)
                    && !body.is_passed(&self.position.seen_pose(seen), &self.path)
            };
            self.lane.gait == Gait::Leap
                || self.extent.overlaps(&start, at, 0.0)
                || self.contacts.iter().any(|c| same(c) && c.at < end)
                || (!is_within_ours && goes_under())
        };
        self.friends().filter(may_shut).collect()
    }

    /// Yields the distances at which the mover begins or ceases to overlap a piece that no contact records.
    pub fn ends_of_overlaps(&self) -> impl Iterator<Item = f64> + '_ {
        self.among().iter().flat_map(|seen| {
            let at = self.position.seen_at(seen);
            let overlap = overlaps_along(&self.path, self.extent, at, self.rules.epsilon);
            let ends = overlap.parts().iter().flat_map(|p| [p.from, p.to]);
            ends.collect::<SmallVec<[f64; 4]>>()
        })
    }

    /// Returns every distance at which the answer of [`Travel::stop`] may change.
    fn critical(&self, friends: &[&PieceImage]) -> SmallVec<[f64; 16]> {
        let (quiet, taking) = self.least();
        let mut out: SmallVec<[f64; 16]> = SmallVec::from_slice(&[quiet, taking]);
        out.extend(self.ends_of_overlaps());
        out.extend(self.holes_of(friends.iter().copied()).parts().iter().flat_map(|p| [p.from, p.to]));
        let trace = self.path.trace();
        if let Some(pawn) = self.position.pawn(self.mover) {
            let lines = pawn.curves(&self.path, self.limit);
            out.extend(lines.iter().flat_map(|line| trace.crossings(line, 0.0, self.limit)));
        }
        if self.limits.return_distance().is_finite() {
            out.push(self.limits.return_distance() - self.rules.epsilon);
        }
        for &centre in &self.again {
            for radius in [quiet, taking] {
                let circle = Curve::Circle { centre, radius };
                out.extend(trace.crossings(&circle, 0.0, self.limit + self.rules.epsilon));
            }
        }
        out
    }

    /// Returns the stretches up to `end` of a ride that needs no predicate; `None` for any other ride.
    ///
    /// Such a ride overlaps nothing at its start, promotes nowhere, does not close or come near its start again, and meets no
    /// friend. It may stop from the least distance on, and takes at its end what it meets there. Its critical distances must
    /// differ by more than a tie.
    fn usual_ride(&self, end: f64) -> Option<EffectIntervals> {
        let (epsilon, (quiet, taking)) = (self.rules.epsilon, self.least());
        let (stop, tie) = self.stopped().map_or((f64::INFINITY, epsilon), |(stop, tie, _)| (stop, tie));
        let is_usual = self.lane.gait == Gait::Ride
            && self.overlapped_at_start.is_empty()
            && self.position.pawn(self.mover).is_none()
            && self.again.is_empty()
            && self.limits.return_distance().is_infinite();
        let is_long = end > quiet + 2.0 * tie.max(epsilon) && quiet > epsilon;
        let are_apart = (quiet == taking || quiet > taking + epsilon) && (end == stop || end < stop - tie);
        if !is_usual || !is_long || !are_apart {
            return None;
        }
        let taken = self.stop_among(end, false).map_or(PieceIds::new(), |stop| stop.captures);
        let (takes, mut out) = (!taken.is_empty(), EffectIntervals::new());
        if self.lane.takes != Takes::Must {
            let rest = MoveEffect { captures: PieceIds::new(), promotes: false };
            out.push((Interval { open_to: takes, ..Interval::closed(quiet, end) }, rest));
        }
        if takes {
            out.push((Interval::point(end), MoveEffect { captures: taken, promotes: false }));
        }
        Some(out)
    }

    /// Returns where the piece may go, before the safety of its own king: intervals with captures and promotion.
    pub fn stretches(&self) -> EffectIntervals {
        let epsilon = self.rules.epsilon;
        let effect_among = |d: f64, friends_may_shut: bool| {
            let stop = self.stop_among(d, friends_may_shut).ok()?;
            Some(MoveEffect { captures: stop.captures, promotes: self.promotes(d) })
        };
        if let Some(steps) = self.steps {
            let farthest = self.contacts.first().map_or(f64::INFINITY, |c| c.at + steps.step);
            let stops = steps.within(self.limit.min(farthest));
            return stops.filter_map(|d| Some((Interval::point(d), effect_among(d, true)?))).collect();
        }
        let (quiet, taking) = self.least();
        let end = match self.stopped() {
            Some((stop, tie, _)) if stop <= self.limit + tie => stop,
            _ => self.limit,
        };
        let low = quiet.min(taking);
        if end < low - epsilon {
            return EffectIntervals::new();
        }
        let friends = self.friends_that_may_shut(end);
        if friends.is_empty()
            && let Some(found) = self.usual_ride(end)
        {
            return found;
        }
        let effect = |d: f64| effect_among(d, !friends.is_empty());
        decide(Interval::closed(low.min(end), end), self.critical(&friends), epsilon, effect)
    }
}
