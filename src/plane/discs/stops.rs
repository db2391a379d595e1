//! The stops at which an attacker may take a lone enemy, the king.

use super::attacker_lane::AttackerLane;
use super::centres::{Centres, ContactQuery};
use super::coverage::Coverage;
use super::nearby::FirstContactBound;
use crate::geom::{Interval, Spans, inside_disc};
use crate::plane::position::PieceId;
use crate::plane::rules::{Gait, Rules};

/// The distances at which an attacker may stop to take the target.
#[derive(Debug, Clone, PartialEq)]
pub enum Stops {
    /// A ride: any contact from the least to the greatest distance.
    Ride { least: f64, most: f64 },
    /// A leap: any landing in these spans.
    Leap(Spans),
}

impl Stops {
    /// Returns the greatest distance of a stop.
    pub fn farthest(&self) -> f64 {
        match self {
            Stops::Ride { most, .. } => *most,
            Stops::Leap(free) => free.parts().last().map_or(0.0, |part| part.to),
        }
    }
}

impl Coverage {
    /// Returns the stops of a lane, with the pieces in `skip` off the board. What is known of the first contact of a ride leaves
    /// these pieces out.
    pub(super) fn stops_among(
        &self,
        centres: &Centres,
        &AttackerLane { lane, moved, .. }: &AttackerLane<'_>,
        rules: &Rules,
        first: &FirstContactBound,
        skip: &[PieceId],
    ) -> Stops {
        let least = rules.min_capture;
        match lane.gait {
            Gait::Ride => {
                // Most rides meet a piece, and up to it the limit is found sooner.
                let met = first.distance().unwrap_or_else(|| {
                    let limit = rules.most(&self.ray, lane, moved);
                    let query = ContactQuery { free: first.free(), limit, slack: 0.0 };
                    let contacts = centres.contacts(&self.ray, query, skip);
                    contacts.first().map_or(f64::INFINITY, |c| c.distance)
                });
                Stops::Ride { least, most: met.min(rules.limit_within(&self.ray, lane, moved, met)) }
            }
            Gait::Leap => {
                let limit = rules.limit(&self.ray, lane, moved);
                Stops::Leap(self.landings(centres, least, limit, skip))
            }
        }
    }

    /// Returns the distances at which the landing overlaps no friend.
    fn landings(&self, centres: &Centres, least: f64, limit: f64, skip: &[PieceId]) -> Spans {
        let side = centres.color(self.attacker);
        let near = centres.in_corridor(&self.ray, self.radius, -self.radius, limit + self.radius);
        let mut free = Spans::from(Interval::closed(least, limit));
        for (id, at) in near {
            if id != self.attacker && centres.color(id) == side && !skip.contains(&id) {
                let overlap = inside_disc(&self.ray, at, self.radius, self.epsilon);
                free = free.difference(&overlap, self.epsilon);
            }
        }
        free
    }
}
