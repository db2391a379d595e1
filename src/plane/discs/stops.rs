//! The stops at which an attacker may take a lone enemy, the king.

use super::centres::{Centres, ContactQuery, DiscContact, PlacedPieces};
use super::coverage::Coverage;
use super::nearby::FirstMet;
use crate::geom::{Interval, Spans, inside_disc};
use crate::plane::position::PieceId;
use crate::plane::rules::{Gait, Lane, Rules, StepContact, Steps};
use smallvec::SmallVec;

/// The distances at which an attacker may stop to take the target.
#[derive(Debug, Clone, PartialEq)]
pub enum Stops {
    /// A ride: any contact from the least to the greatest distance.
    Ride { least: f64, most: f64 },
    /// A ride by steps: the multiples from `least` to `free`, and one more that takes other pieces too.
    RideBySteps { steps: Steps, least: f64, free: f64, last: Option<f64> },
    /// A leap: any landing in these spans.
    Leap(Spans),
    /// A leap by steps: any of these landings.
    LeapBySteps(SmallVec<[f64; 8]>),
}

impl Stops {
    /// Returns the greatest distance of a stop.
    pub fn farthest(&self) -> f64 {
        match self {
            Stops::Ride { most, .. } => *most,
            Stops::RideBySteps { free, last, .. } => last.unwrap_or(*free),
            Stops::Leap(free) => free.parts().last().map_or(0.0, |part| part.to),
            Stops::LeapBySteps(stops) => stops.last().copied().unwrap_or(0.0),
        }
    }
}

impl Coverage {
    /// Returns the stops of a lane of an attacker that has moved or not, with the pieces in `skip` off the board. What is known of
    /// the first contact of a ride leaves these pieces out.
    pub(super) fn stops_among(
        &self,
        centres: &Centres,
        (lane, moved): (&Lane, bool),
        rules: &Rules,
        first: &FirstMet,
        skip: &[PieceId],
    ) -> Stops {
        let (least, limit) = (rules.min_capture, || rules.limit(&self.ray, lane, moved));
        match (lane.gait, lane.steps(self.epsilon)) {
            (Gait::Ride, None) => {
                // Most rides meet a piece, and up to it the limit is found sooner.
                let met = first.distance().unwrap_or_else(|| {
                    let query = ContactQuery { limit: rules.most(&self.ray, lane, moved), slack: 0.0 };
                    let (ray, radius, epsilon) = (&self.ray, self.radius, self.epsilon);
                    let contacts = centres.contacts_beyond(first.free(), ray, radius, epsilon, query, skip);
                    contacts.first().map_or(f64::INFINITY, |c| c.distance)
                });
                Stops::Ride { least, most: met.min(rules.limit_within(&self.ray, lane, moved, met)) }
            }
            (Gait::Ride, Some(steps)) => self.ride_by_steps(centres, least, steps, limit(), skip),
            (Gait::Leap, None) => Stops::Leap(self.landings(centres, least, limit(), skip)),
            (Gait::Leap, Some(steps)) => self.leap_by_steps(centres, least, steps, limit(), skip),
        }
    }

    /// Returns the stops of a ride by steps. One beyond a contact counts only if the piece met is taken along
    /// (`docs/rules/zeno-and-discrete.md` 2).
    fn ride_by_steps(
        &self,
        centres: &Centres,
        least: f64,
        steps: Steps,
        limit: f64,
        skip: &[PieceId],
    ) -> Stops {
        let query = ContactQuery { limit, slack: steps.step + self.epsilon };
        let contacts = centres.contacts(&self.ray, self.radius, self.epsilon, query, skip);
        let Some(first) = contacts.first() else {
            return Stops::RideBySteps { steps, least, free: limit, last: None };
        };
        let last = steps.after(first.distance);
        let clear = |c: &DiscContact| match steps
            .meets(c.distance, last, || self.is_over(last, centres.at(c.piece)))
        {
            StepContact::Beyond | StepContact::AtStop => true,
            StepContact::TakenAlong => centres.color(c.piece) != centres.color(self.attacker),
            StepContact::Passed => false,
        };
        let may = last <= limit + self.epsilon && contacts.iter().all(clear);
        Stops::RideBySteps { steps, least, free: first.distance, last: may.then_some(last) }
    }

    /// Returns the distances at which the landing overlaps no friend.
    fn landings(&self, centres: &Centres, least: f64, limit: f64, skip: &[PieceId]) -> Spans {
        let free = Spans::from(Interval::closed(least, limit));
        self.friends_near(centres, limit, skip).into_iter().fold(free, |free, (_, at)| {
            let overlap = inside_disc(&self.ray, at, self.radius, self.epsilon);
            free.difference(&overlap, self.epsilon)
        })
    }

    fn leap_by_steps(
        &self,
        centres: &Centres,
        least: f64,
        steps: Steps,
        limit: f64,
        skip: &[PieceId],
    ) -> Stops {
        let friends = self.friends_near(centres, limit, skip);
        let overlaps = |d: f64| friends.iter().any(|&(_, at)| self.is_over(d, at));
        Stops::LeapBySteps(
            steps.within(limit).filter(|&d| d >= least - self.epsilon && !overlaps(d)).collect(),
        )
    }

    fn friends_near(&self, centres: &Centres, limit: f64, skip: &[PieceId]) -> PlacedPieces {
        let mut near = centres.in_corridor(&self.ray, self.radius, -self.radius, limit + self.radius);
        let side = centres.color(self.attacker);
        near.retain(|(id, _)| *id != self.attacker && centres.color(*id) == side && !skip.contains(id));
        near
    }
}
