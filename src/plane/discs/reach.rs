//! Where a piece may go along one lane, the safety of its own king apart (spec, sections 3, 4 and 8).

use super::centres::{Centres, Contacts, Look};
use crate::geom::{Cuts, Interval, Ray, Spans, inside_disc};
use crate::plane::lanes::{Stretch, Stretches};
use crate::plane::position::{Few, PieceId, Position};
use crate::plane::rules::{Gait, Lane, Met, Rules, Steps};
use crate::variant::Takes;
use smallvec::SmallVec;

/// Where a piece may go along one lane.
pub struct Reach<'a> {
    rules: &'a Rules,
    centres: &'a Centres,
    mover: PieceId,
    lane: &'a Lane,
    ray: Ray,
    limit: f64,
}

impl<'a> Reach<'a> {
    /// Prepares the lane of a piece.
    #[inline]
    pub fn new(position: &'a Position, centres: &'a Centres, mover: PieceId, lane: &'a Lane) -> Reach<'a> {
        let piece = position.piece(mover);
        let rules = position.rules();
        let ray = piece.ray_along(lane);
        let limit = rules.limit(&ray, lane, piece.moved);
        Reach { rules, centres, mover, lane, ray, limit }
    }

    /// The path of the piece's centre.
    pub fn ray(&self) -> &Ray {
        &self.ray
    }

    /// All stretches, by the rules of the lane's gait and of the variant's steps.
    pub fn stretches(&self) -> Stretches {
        let stretches = match (self.lane.gait, self.lane.steps(self.rules.epsilon)) {
            (Gait::Ride, None) => self.ride(),
            (Gait::Ride, Some(steps)) => self.ride_by_steps(&steps),
            (Gait::Leap, None) => self.leap(),
            (Gait::Leap, Some(steps)) => self.leap_by_steps(&steps),
        };
        if self.rules.board.has_seams() { self.not_back_at_start(stretches) } else { stretches }
    }

    /// Stretches without the distances at which the start is near again. Within the least distance of the start a
    /// move must capture, and none may end where the way has come round.
    fn not_back_at_start(&self, stretches: Stretches) -> Stretches {
        let (rules, ray, tie) = (self.rules, &self.ray, self.rules.epsilon);
        let farthest = stretches.last().map_or(0.0, |stretch| stretch.part.to);
        if farthest + rules.min_move < rules.board.shortest_round() - tie {
            return stretches;
        }
        let images = rules.board.images_along(ray, farthest + rules.min_move, rules.min_move);
        let (mut holes, mut around) = (Spans::none(), f64::INFINITY);
        for again in images.iter().filter(|i| !i.is_identity()).map(|i| i.place(ray.origin)) {
            holes = holes.union(&inside_disc(ray, again, rules.min_move, tie), tie);
            if ray.offset(again).abs() <= tie && ray.along(again) > tie {
                around = around.min(ray.along(again));
            }
        }
        if around.is_finite() {
            holes = holes.union(&Interval::point(around).into(), tie);
        }
        let beyond: Spans =
            Interval { open_to: true, ..Interval::closed(around - tie, f64::INFINITY) }.into();
        if holes.is_empty() {
            return stretches;
        }
        let left = stretches.into_iter().flat_map(|Stretch { part, captures }| {
            let shut = if captures.is_empty() { &holes } else { &beyond };
            let parts = Spans::from(part).difference(shut, tie);
            parts
                .parts()
                .iter()
                .map(|&part| Stretch { part, captures: captures.clone() })
                .collect::<Stretches>()
        });
        left.collect()
    }

    fn contacts(&self, slack: f64) -> Contacts {
        let epsilon = self.rules.epsilon;
        let look = Look { limit: self.limit + epsilon, slack: slack + epsilon };
        self.centres.contacts(&self.ray, self.rules.radius, epsilon, look, &[])
    }

    fn is_enemy(&self, id: PieceId) -> bool {
        self.centres.color(id) != self.centres.color(self.mover)
    }

    fn ride(&self) -> Stretches {
        let epsilon = self.rules.epsilon;
        let contacts = self.contacts(0.0);
        let mut out = Stretches::new();
        let Some(first) = contacts.first() else {
            if self.lane.takes != Takes::Must {
                out.extend(quiet(self.rules, self.limit, false));
            }
            return out;
        };
        let takes_one = self.lane.takes != Takes::Never;
        let victims: Few =
            contacts.iter().filter(|c| takes_one && self.is_enemy(c.piece)).map(|c| c.piece).collect();
        let stop =
            contacts.iter().find(|c| victims.contains(&c.piece)).map_or(first.distance, |c| c.distance);
        if self.lane.takes != Takes::Must {
            out.extend(quiet(self.rules, stop.min(self.limit), !victims.is_empty()));
        }
        if !victims.is_empty() && stop >= self.rules.min_capture - epsilon {
            out.push(taking(stop, victims));
        }
        out
    }

    fn ride_by_steps(&self, steps: &Steps) -> Stretches {
        let depth = self.rules.radius - self.rules.epsilon;
        let contacts = self.contacts(steps.step);
        let mut out = Stretches::new();
        for d in steps.within(self.limit) {
            let landing = self.ray.at(d);
            let mut victims = Few::new();
            for c in &contacts {
                let takes = self.lane.takes != Takes::Never && self.is_enemy(c.piece);
                match steps.meets(c.distance, d, || landing.distance(self.centres.at(c.piece)) < depth) {
                    Met::AtStop | Met::TakenAlong if takes => victims.push(c.piece),
                    Met::AtStop => {}
                    // So do all that come after it.
                    Met::Beyond => break,
                    // What is in the way now is in the way of every longer ride.
                    Met::TakenAlong | Met::Passed => return out,
                }
            }
            self.push_stop(&mut out, d, victims);
        }
        out
    }

    /// The landing is overlapped with each piece over one open interval; between the ends of these
    /// intervals nothing changes.
    fn leap(&self) -> Stretches {
        let epsilon = self.rules.epsilon;
        let least = self.rules.min_move.min(self.rules.min_capture);
        let near = self.centres.in_corridor(
            &self.ray,
            self.rules.radius,
            -self.rules.radius,
            self.limit + self.rules.radius,
        );
        let overlaps: SmallVec<[(PieceId, Interval); 8]> = near
            .iter()
            .filter(|seen| seen.0 != self.mover)
            .filter_map(|&(id, at)| {
                let set = inside_disc(&self.ray, at, self.rules.radius, epsilon);
                set.parts().first().map(|&part| (id, part))
            })
            .collect();
        if overlaps.is_empty() {
            let free = quiet(self.rules, self.limit, false);
            return free.filter(|_| self.lane.takes != Takes::Must).into_iter().collect();
        }
        let ends = overlaps.iter().flat_map(|(_, part)| [part.from, part.to]);
        let ends = ends.chain([least, self.rules.min_move, self.limit]);
        let cuts = Cuts::from_ends(ends.collect(), epsilon);
        let mut out = Stretches::new();
        for (i, &cut) in cuts.at.iter().enumerate() {
            if let Some(stretch) = self.landing(Interval::point(cut), &overlaps) {
                out.push(stretch);
            }
            if let Some(&next) = cuts.at.get(i + 1)
                && let Some(stretch) = self.landing(Interval::open(cut, next), &overlaps)
            {
                out.push(stretch);
            }
        }
        join(out)
    }

    /// A stretch between two cuts, or one cut, if a leap may land there.
    fn landing(&self, part: Interval, overlaps: &[(PieceId, Interval)]) -> Option<Stretch> {
        let epsilon = self.rules.epsilon;
        let d = part.from.midpoint(part.to);
        if d > self.limit + epsilon {
            return None;
        }
        // Every end lies on a cut, or above it by no more than the tolerance.
        let covered = |overlap: &Interval| {
            if part.is_point() {
                overlap.from < d && overlap.to > d + epsilon
            } else {
                overlap.from <= part.from + epsilon && overlap.to >= part.to
            }
        };
        let mut captures = Few::new();
        for (id, _) in overlaps.iter().filter(|(_, overlap)| covered(overlap)) {
            if !self.is_enemy(*id) {
                return None;
            }
            captures.push(*id);
        }
        if self.rules.board.has_seams() {
            captures.sort_unstable();
            captures.dedup();
        }
        let long_enough = self.rules.is_long_enough(d, !captures.is_empty());
        (long_enough && self.may(&captures)).then_some(Stretch { part, captures })
    }

    fn leap_by_steps(&self, steps: &Steps) -> Stretches {
        let depth = self.rules.radius - self.rules.epsilon;
        let mut out = Stretches::new();
        for d in steps.within(self.limit) {
            let landing = self.ray.at(d);
            let near = self.centres.in_corridor(&self.ray, depth, d - depth, d + depth);
            let overlapped = near.iter().filter(|seen| seen.0 != self.mover);
            let overlapped = overlapped.filter(|seen| landing.distance(seen.1) < depth);
            let victims: Few = overlapped.map(|seen| seen.0).collect();
            if victims.iter().all(|&id| self.is_enemy(id)) {
                self.push_stop(&mut out, d, victims);
            }
        }
        out
    }

    fn may(&self, captures: &Few) -> bool {
        match self.lane.takes {
            Takes::Never => captures.is_empty(),
            Takes::May => true,
            Takes::Must => !captures.is_empty(),
        }
    }

    fn push_stop(&self, out: &mut Stretches, d: f64, mut captures: Few) {
        captures.sort_unstable();
        if self.rules.is_long_enough(d, !captures.is_empty()) && self.may(&captures) {
            out.push(Stretch { part: Interval::point(d), captures });
        }
    }
}

/// The quiet distances from the least, unless it is 0, to `most`, which is left out where a capture begins.
fn quiet(rules: &Rules, most: f64, open_to: bool) -> Option<Stretch> {
    let (least, epsilon) = (rules.min_move, rules.epsilon);
    let part = if most > least + epsilon {
        Some(Interval { from: least, to: most, open_from: least == 0.0, open_to })
    } else {
        // The limits allow the tolerance: one distance may be left.
        (!open_to && rules.is_long_enough(most, false)).then_some(Interval::point(most))
    };
    part.map(|part| Stretch { part, captures: Few::new() })
}

fn taking(d: f64, mut captures: Few) -> Stretch {
    captures.sort_unstable();
    captures.dedup();
    Stretch { part: Interval::point(d), captures }
}

/// Neighbouring stretches with the same captures become one.
fn join(parts: Stretches) -> Stretches {
    let mut out = Stretches::new();
    for next in parts {
        match out.last_mut() {
            Some(last)
                if last.captures == next.captures
                    && last.part.to == next.part.from
                    && !(last.part.open_to && next.part.open_from) =>
            {
                last.part.to = next.part.to;
                last.part.open_to = next.part.open_to;
            }
            _ => out.push(next),
        }
    }
    out
}
