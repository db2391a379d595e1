//! The reach of a lane in closed form: the distances that a piece may go, before the safety of its own king
//! (`docs/rules/continuous.md` 3, `docs/rules/zeno-and-discrete.md` 1).

use super::centres::{Centres, ContactQuery, Contacts, DiscContact};
use super::disc_lane::DiscLane;
use super::nearby::{FirstContact, NearbyPieces};
use crate::geom::{Cuts, Interval, Spans, Vec2, inside_disc, inside_disc_by_vector};
use crate::plane::lanes::{LaneStretch, Stretches};
use crate::plane::position::{PieceId, PieceIds, PlacedPiece, PlanePosition};
use crate::plane::rules::{Gait, Rules};
use crate::variant::Takes;
use smallvec::SmallVec;

/// One lane of a mover, ready for its stretches.
pub struct LaneReach<'a> {
    rules: &'a Rules,
    centres: &'a Centres,
    nearby: &'a NearbyPieces<'a>,
    pub lane: DiscLane<'a>,
    /// The greatest distance on an empty board, board units.
    limit: f64,
    /// The first contact of a ride with the nearby pieces.
    first: FirstContact,
    /// The distance up to which `first` is the first contact with any piece, board units.
    known_up_to: f64,
}

/// Receives stretches in order of distance. A method, unlike a closure, can be marked for inlining, which keeps the ends of an
/// interval in registers.
pub trait StretchSink {
    /// Receives the distances of a stretch and its captures. Most stretches have no captures.
    fn take(&mut self, part: Interval, captures: &[PieceId]);
}

impl StretchSink for Stretches {
    #[inline]
    fn take(&mut self, part: Interval, captures: &[PieceId]) {
        self.push(LaneStretch { part, captures: captures.into() });
    }
}

fn pass_on(stretches: Stretches, sink: &mut impl StretchSink) {
    stretches.into_iter().for_each(|stretch| sink.take(stretch.part, &stretch.captures));
}

/// A piece with the distances at which a landing overlaps it.
struct Overlap {
    piece: PieceId,
    part: Interval,
}

/// The overlaps that the landings of a lane may have.
type Overlaps = SmallVec<[Overlap; 8]>;

impl<'a> LaneReach<'a> {
    /// Prepares the lane of a piece about which `nearby` was gathered.
    #[inline(always)]
    pub fn new(
        position: &'a PlanePosition,
        centres: &'a Centres,
        nearby: &'a NearbyPieces<'a>,
        lane: DiscLane<'a>,
    ) -> LaneReach<'a> {
        let (rules, epsilon) = (position.rules(), position.rules().epsilon);
        // The nearby pieces decide nearly every ride: the ride ends among them, or meets one of them first.
        let bound = lane.limit_bound(rules);
        let known_up_to = (bound + epsilon).min(nearby.known_up_to());
        let first = match lane.rule.gait {
            Gait::Ride => nearby.first_contact(lane.ray.dir, known_up_to, epsilon),
            // A leap does not ask.
            Gait::Leap => FirstContact::Nothing,
        };
        let limit = if !rules.board.has_seams() {
            bound
        } else if let FirstContact::One(met) = &first {
            lane.limit_within(rules, met.distance + 2.0 * epsilon)
        } else {
            lane.limit(rules)
        };
        LaneReach { rules, centres, nearby, lane, limit, first, known_up_to }
    }

    pub fn stretches(&self) -> Stretches {
        let mut out = Stretches::new();
        self.stretches_into(&mut out);
        out
    }

    /// Passes each stretch to the sink, in order of distance.
    #[inline]
    pub fn stretches_into(&self, sink: &mut impl StretchSink) {
        match self.lane.rule.gait {
            Gait::Ride => self.ride(sink),
            Gait::Leap if !self.may_return(self.limit) => self.leap(sink),
            Gait::Leap => {
                let mut stretches = Stretches::new();
                self.leap(&mut stretches);
                pass_on(self.without_returns(stretches), sink);
            }
        }
    }

    /// Whether the path may come near its start again within a distance.
    #[inline]
    fn may_return(&self, distance: f64) -> bool {
        let rules = self.rules;
        rules.board.has_seams() && distance + rules.min_move >= rules.board.shortest_round() - rules.epsilon
    }

    /// Returns the stretches without the distances at which the start is near again. Within the least distance of an image of the
    /// start a move must capture, and no move may end where the path has returned to its start (`docs/rules/seams.md` 3).
    fn without_returns(&self, stretches: Stretches) -> Stretches {
        let (rules, ray, tie) = (self.rules, &self.lane.ray, self.rules.epsilon);
        let farthest = stretches.last().map_or(0.0, |stretch| stretch.part.to);
        if !self.may_return(farthest) {
            return stretches;
        }
        let isometries = rules.board.images_along(ray, farthest + rules.min_move, rules.min_move);
        let (mut near_starts, mut return_distance) = (Spans::none(), f64::INFINITY);
        for isometry in isometries.iter().filter(|isometry| !isometry.is_identity()) {
            let start = isometry.place(ray.origin);
            near_starts = near_starts.union(&inside_disc(ray, start, rules.min_move, tie), tie);
            if ray.offset(start).abs() <= tie && ray.along(start) > tie {
                return_distance = return_distance.min(ray.along(start));
            }
        }
        if return_distance.is_finite() {
            near_starts = near_starts.union(&Interval::point(return_distance).into(), tie);
        }
        if near_starts.is_empty() {
            return stretches;
        }
        let ahead_of_return = Interval::closed(return_distance - tie, f64::INFINITY);
        let after_return = Spans::from(Interval { open_to: true, ..ahead_of_return });
        let mut allowed = Stretches::new();
        for LaneStretch { part, captures } in stretches {
            let forbidden = if captures.is_empty() { &near_starts } else { &after_return };
            for &part in Spans::from(part).difference(forbidden, tie).parts() {
                allowed.push(LaneStretch { part, captures: captures.clone() });
            }
        }
        allowed
    }

    /// Returns the first contacts of a ride, given that it meets nothing up to the distance `free`.
    fn first_contacts(&self, free: f64) -> Contacts {
        let epsilon = self.rules.epsilon;
        let query = ContactQuery { free, limit: self.limit + epsilon, slack: epsilon };
        self.centres.contacts(&self.lane.ray, query, &[])
    }

    fn is_enemy(&self, id: PieceId) -> bool {
        self.centres.color(id) != self.centres.color(self.lane.piece)
    }

    #[inline]
    fn ride(&self, sink: &mut impl StretchSink) {
        let (known_up_to, epsilon) = (self.known_up_to, self.rules.epsilon);
        let farthest_contact = self.limit + epsilon;
        match self.first {
            FirstContact::Nothing if farthest_contact <= known_up_to => self.ride_up_to(&[], sink),
            FirstContact::One(met)
                if farthest_contact <= known_up_to || met.distance + epsilon <= known_up_to =>
            {
                let is_in_range = met.distance <= farthest_contact;
                let contacts = if is_in_range { std::slice::from_ref(&met) } else { &[] };
                self.ride_up_to(contacts, sink);
            }
            FirstContact::Nothing | FirstContact::One(_) | FirstContact::Several => {
                let free = if matches!(self.first, FirstContact::Nothing) { known_up_to } else { 0.0 };
                self.ride_up_to(&self.first_contacts(free), sink);
            }
        }
    }

    /// Passes on the stretches of a ride whose first contacts are these, all at one distance.
    #[inline]
    fn ride_up_to(&self, contacts: &[DiscContact], sink: &mut impl StretchSink) {
        let may_take = self.lane.rule.takes != Takes::Never;
        let enemies_met = || contacts.iter().filter(|c| may_take && self.is_enemy(c.piece));
        let capture = enemies_met().next();
        let stop = capture.or(contacts.first()).map_or(self.limit, |c| c.distance);
        let quiet = quiet_part(self.rules, stop.min(self.limit), capture.is_some());
        let quiet = quiet.filter(|_| self.lane.rule.takes != Takes::Must);
        let is_capture = capture.is_some() && stop >= self.rules.min_capture - self.rules.epsilon;
        let captured_pieces = || -> PieceIds { enemies_met().map(|c| c.piece).collect() };
        if self.may_return(stop) {
            let mut stretches = Stretches::new();
            stretches.extend(quiet.map(|part| LaneStretch { part, captures: PieceIds::new() }));
            stretches.extend(is_capture.then(|| capture_at(stop, captured_pieces())));
            return pass_on(self.without_returns(stretches), sink);
        }
        if let Some(part) = quiet {
            sink.take(part, &[]);
        }
        if is_capture {
            let LaneStretch { part, captures } = capture_at(stop, captured_pieces());
            sink.take(part, &captures);
        }
    }

    /// Passes on the stretches of a leap. The landing overlaps each piece on one open interval, and its captures change only at
    /// the ends of these intervals.
    fn leap(&self, sink: &mut impl StretchSink) {
        let mut overlaps = Overlaps::new();
        self.add_overlaps(&mut overlaps);
        if overlaps.is_empty() {
            if self.lane.rule.takes != Takes::Must
                && let Some(part) = quiet_part(self.rules, self.limit, false)
            {
                sink.take(part, &[]);
            }
            return;
        }
        overlaps.sort_unstable_by(|a, b| a.part.from.total_cmp(&b.part.from));
        if self.are_apart(&overlaps) {
            return self.leap_between(&overlaps, sink);
        }
        let least = self.rules.min_move.min(self.rules.min_capture);
        let ends = overlaps.iter().flat_map(|overlap| [overlap.part.from, overlap.part.to]);
        let ends = ends.chain([least, self.rules.min_move, self.limit]);
        let cuts = Cuts::from_ends(ends.collect(), self.rules.epsilon);
        // Neighbours with equal captures become one stretch, which is passed on when the next one differs.
        let mut last: Option<LaneStretch> = None;
        let mut add = |part: Interval| {
            let Some(captures) = self.landing(&part, &overlaps) else { return };
            match &mut last {
                Some(last) if last.part.is_continued_by(&part) && last.captures == captures => {
                    last.part.extend_over(&part);
                }
                _ => {
                    if let Some(complete) = last.replace(LaneStretch { part, captures }) {
                        sink.take(complete.part, &complete.captures);
                    }
                }
            }
        };
        for (i, &cut) in cuts.at.iter().enumerate() {
            add(Interval::point(cut));
            if let Some(&next) = cuts.at.get(i + 1) {
                add(Interval::open(cut, next));
            }
        }
        if let Some(last) = last {
            sink.take(last.part, &last.captures);
        }
    }

    /// Whether overlaps, sorted by distance, are disjoint and lie strictly between the least and the greatest distance of a lane
    /// that may capture, as nearly all do.
    fn are_apart(&self, overlaps: &[Overlap]) -> bool {
        let (mut free_from, epsilon) = (self.rules.min_move, self.rules.epsilon);
        for Overlap { part, .. } in overlaps {
            if part.from <= free_from + epsilon {
                return false;
            }
            free_from = part.to;
        }
        free_from + epsilon < self.limit && self.lane.rule.takes == Takes::May
    }

    /// Passes on the stretches of a leap with disjoint overlaps: a quiet stretch before, between and after the overlaps, and a
    /// capture at each overlap of an enemy.
    fn leap_between(&self, overlaps: &[Overlap], sink: &mut impl StretchSink) {
        let (mut free_from, mut open_from) = (self.rules.min_move, self.rules.min_move == 0.0);
        for &Overlap { piece, part } in overlaps {
            sink.take(Interval { open_from, ..Interval::closed(free_from, part.from) }, &[]);
            if self.is_enemy(piece) {
                sink.take(part, &[piece]);
            }
            (free_from, open_from) = (part.to, false);
        }
        sink.take(Interval { open_from, ..Interval::closed(free_from, self.limit) }, &[]);
    }

    /// Adds the pieces that a landing may overlap, each with the distances at which it does.
    #[inline(always)]
    fn add_overlaps(&self, out: &mut Overlaps) {
        let (radius, epsilon, most) = (self.rules.radius, self.rules.epsilon, self.limit + self.rules.radius);
        let mut look_at = |piece: PieceId, v: Vec2| {
            if (-radius..=most).contains(&self.lane.ray.dir.dot(v)) {
                let inside = inside_disc_by_vector(self.lane.ray.dir, v, radius, epsilon);
                out.extend(inside.map(|part| Overlap { piece, part }));
            }
        };
        if self.limit <= self.nearby.known_up_to() {
            self.nearby.visit_corridor(self.lane.ray.dir, look_at);
        } else {
            let near = self.centres.pieces_in_corridor(&self.lane.ray, radius, -radius, most);
            for PlacedPiece { id, at } in near.into_iter().filter(|piece| piece.id != self.lane.piece) {
                look_at(id, at - self.lane.ray.origin);
            }
        }
    }

    /// Returns the captures of a landing at a cut or between two neighbouring cuts, if the leap may land there.
    fn landing(&self, part: &Interval, overlaps: &[Overlap]) -> Option<PieceIds> {
        let epsilon = self.rules.epsilon;
        let d = part.from.midpoint(part.to);
        if d > self.limit + epsilon {
            return None;
        }
        // Every end lies on a cut, or above it by at most the tolerance.
        let is_covered_by = |overlap: &Overlap| {
            if part.is_point() {
                overlap.part.from < d && overlap.part.to > d + epsilon
            } else {
                overlap.part.from <= part.from + epsilon && overlap.part.to >= part.to
            }
        };
        let mut captures = PieceIds::new();
        for overlap in overlaps.iter().filter(|overlap| is_covered_by(overlap)) {
            if !self.is_enemy(overlap.piece) {
                return None;
            }
            captures.push(overlap.piece);
        }
        // The captures are in order of distance, and on a board with seams one piece may appear twice.
        captures.sort_unstable();
        captures.dedup();
        let is_capture = !captures.is_empty();
        let is_allowed = match self.lane.rule.takes {
            Takes::Never => !is_capture,
            Takes::May => true,
            Takes::Must => is_capture,
        };
        (is_allowed && self.rules.is_long_enough(d, is_capture)).then_some(captures)
    }
}

/// Returns the quiet distances from the least one up to `most`, without `most` itself if a capture begins there.
#[inline]
fn quiet_part(rules: &Rules, most: f64, does_capture_follow: bool) -> Option<Interval> {
    let (least, epsilon) = (rules.min_move, rules.epsilon);
    if most > least + epsilon {
        return Some(Interval {
            from: least,
            to: most,
            open_from: least == 0.0,
            open_to: does_capture_follow,
        });
    }
    // The greatest distance may be the only one that is long enough, to the tolerance.
    let is_only_distance = !does_capture_follow && rules.is_long_enough(most, false);
    is_only_distance.then_some(Interval::point(most))
}

fn capture_at(d: f64, mut captures: PieceIds) -> LaneStretch {
    captures.sort_unstable();
    captures.dedup();
    LaneStretch { part: Interval::point(d), captures }
}
