//! The coverage of one lane: the places at which the lane takes a lone enemy, the king, and where a third piece blocks it
//! (`docs/rules/continuous.md` 5).
//!
//! The target and the pieces to skip are off the board. The coverage is then a region of the plane between lines and circles. A king
//! or a blocker that moves along a ray is in this region on a set of distances ([`Spans`]) whose ends have closed forms.

use super::attacker_lane::{AttackerLane, is_within};
use super::centres::{Centres, ContactQuery};
use super::nearby::FirstContactBound;
use crate::board::{Images, Surface};
use crate::budget::work;
use crate::geom::{
    Disc, Image, Interval, Point, Ray, Spans, beyond_line, contact, inside_closed_disc, inside_disc,
    inside_strip, on_or_behind_line,
};
use crate::plane::position::{PieceId, PlanePosition};
use crate::plane::rules::{Gait, Rules};
use crate::variant::Takes;
use smallvec::SmallVec;

/// A question for the coverage of a lane near a place.
pub struct CoverageQuery<'q> {
    /// The places of the targets.
    pub near: Disc,
    /// What is known of the first contact of a ride, with the pieces in `skip` left out.
    pub first: FirstContactBound,
    /// The pieces that are off the board, the target among them.
    pub skip: &'q [PieceId],
}

/// The coverage of one lane of one piece.
#[derive(Debug, Clone, PartialEq)]
pub struct Coverage {
    /// The attacker.
    pub attacker: PieceId,
    ray: Ray,
    radius: f64,
    epsilon: f64,
    stops: CoverageStops,
    /// The greatest distance at which the attacker may stop, for loops over images.
    farthest: f64,
    /// The images of the board, if it has seams.
    seams: Option<Box<Seams>>,
}

/// The distances at which an attacker may stop to take the target.
#[derive(Debug, Clone, PartialEq)]
enum CoverageStops {
    /// A ride: any contact from the least to the greatest distance.
    Ride { least: f64, most: f64 },
    /// A leap: any landing in these spans.
    Leap(Spans),
}

/// Returns the greatest distance at which a ride may stop.
fn ride_end(
    rules: &Rules,
    centres: &Centres,
    &AttackerLane { lane, ray, moved, .. }: &AttackerLane<'_>,
    first: &FirstContactBound,
    skip: &[PieceId],
) -> f64 {
    // Most rides meet a piece, and up to it the limit is found sooner.
    let met = first.distance().unwrap_or_else(|| {
        let limit = rules.most(&ray, lane, moved);
        let query = ContactQuery { free: first.free(), limit, slack: 0.0 };
        centres.contacts(&ray, query, skip).first().map_or(f64::INFINITY, |c| c.distance)
    });
    met.min(rules.limit_within(&ray, lane, moved, met))
}

/// Returns the distances at which the landing of a leap overlaps no friend.
fn landings(
    rules: &Rules,
    centres: &Centres,
    &AttackerLane { of, lane, ray, moved }: &AttackerLane<'_>,
    skip: &[PieceId],
) -> Spans {
    let Rules { radius, epsilon, min_capture, .. } = *rules;
    let (side, limit) = (centres.color(of.piece), rules.limit(&ray, lane, moved));
    let mut free = Spans::from(Interval::closed(min_capture, limit));
    for (id, at) in centres.in_corridor(&ray, radius, -radius, limit + radius) {
        if id != of.piece && centres.color(id) == side && !skip.contains(&id) {
            free = free.difference(&inside_disc(&ray, at, radius, epsilon), epsilon);
        }
    }
    free
}

/// The board and its images near the path.
#[derive(Debug, Clone, PartialEq)]
struct Seams {
    board: Surface,
    copies: Images,
}

impl Coverage {
    /// Computes the coverage of a lane with the pieces in `skip`, the target among them, off the board.
    pub fn new(
        position: &PlanePosition,
        centres: &Centres,
        lane: &AttackerLane<'_>,
        skip: &[PieceId],
    ) -> Option<Coverage> {
        let rules = position.rules();
        let mut coverage = Coverage::without_images(rules, centres, lane, &FirstContactBound::UNKNOWN, skip)?;
        if rules.board.has_seams() {
            let copies = rules.board.images_along(&lane.ray, coverage.farthest, 2.0 * rules.radius);
            coverage.seams = Some(Box::new(Seams { board: rules.board, copies }));
        }
        Some(coverage)
    }

    /// Computes the coverage of a lane for the targets of a query, and visits it. Through seams the lane may come near the targets
    /// several times. Each time is visited as a coverage without seams, whose path is the image that comes there.
    pub fn for_each_near(
        position: &PlanePosition,
        centres: &Centres,
        lane: &AttackerLane<'_>,
        query: &CoverageQuery<'_>,
        mut visit: impl FnMut(Coverage),
    ) {
        let (rules, at) = (position.rules(), query.near.centre);
        let coverage = Coverage::without_images(rules, centres, lane, &query.first, query.skip);
        let Some(coverage) = coverage else { return };
        let clear = rules.radius + rules.epsilon + query.near.radius;
        if !rules.board.has_seams() {
            if is_within(&lane.ray, coverage.farthest, at, clear) {
                visit(coverage);
            }
            return;
        }
        for image in lane.images_near(&rules.board, at, coverage.farthest, clear) {
            let view = image.inverse();
            let ray = Ray::new(view.place(lane.ray.origin), view.flips.vec(lane.ray.dir));
            visit(Coverage { ray, ..coverage.clone() });
        }
    }

    /// Computes the coverage of a lane, for targets on the plane in which the board lies.
    fn without_images(
        rules: &Rules,
        centres: &Centres,
        lane: &AttackerLane<'_>,
        first: &FirstContactBound,
        skip: &[PieceId],
    ) -> Option<Coverage> {
        if lane.lane.takes == Takes::Never {
            return None;
        }
        let (stops, farthest) = match lane.lane.gait {
            Gait::Ride => {
                let most = ride_end(rules, centres, lane, first, skip);
                (CoverageStops::Ride { least: rules.min_capture, most }, most)
            }
            Gait::Leap => {
                let free = landings(rules, centres, lane, skip);
                let farthest = free.parts().last().map_or(0.0, |part| part.to);
                (CoverageStops::Leap(free), farthest)
            }
        };
        let (attacker, ray) = (lane.of.piece, lane.ray);
        let (radius, epsilon) = (rules.radius, rules.epsilon);
        Some(Coverage { attacker, ray, radius, epsilon, seams: None, farthest, stops })
    }

    /// Returns the first image of a target that the path meets, or one overlapped at the start.
    fn first_seen(&self, target: Point) -> Option<Point> {
        let Some(seams) = &self.seams else { return Some(target) };
        let seen = self.seen(seams, target);
        if seen.len() < 2 {
            return seen.first().copied();
        }
        let contact_distance = |k: &Point| match contact(&self.ray, self.radius, *k, self.epsilon) {
            Some(distance) => distance,
            None if self.ray.origin.distance(*k) < self.radius - self.epsilon => 0.0,
            // A place behind the attacker may be near and is never met.
            None => f64::INFINITY,
        };
        seen.into_iter().min_by(|a, b| contact_distance(a).total_cmp(&contact_distance(b)))
    }

    /// Returns the images of a place near the path.
    fn seen(&self, seams: &Seams, q: Point) -> SmallVec<[Point; 2]> {
        let q = seams.board.canonical(q).0;
        let clear = self.radius + self.epsilon;
        let near = |at: &Point| is_within(&self.ray, self.farthest, *at, clear);
        seams.copies.iter().map(|copy| copy.place(q)).filter(near).collect()
    }

    /// Returns the images of another path near the attacker's path.
    fn paths(&self, seams: &Seams, path: &Ray, length: f64) -> SmallVec<[Ray; 2]> {
        let mut seen: SmallVec<[Image; 8]> = SmallVec::new();
        let mut out = SmallVec::new();
        let images = seams.board.images_along(path, length, self.epsilon);
        for here in &images {
            for copy in &seams.copies {
                let view = if here.is_identity() { *copy } else { here.inverse().then(copy) };
                let ray = Ray::new(view.place(path.origin), view.flips.vec(path.dir));
                if !self.is_far_from(&ray, length) && (images.len() == 1 || !seen.contains(&view)) {
                    seen.push(view);
                    out.push(ray);
                }
            }
        }
        out
    }

    /// Whether the lane takes a target at `k`.
    pub fn covers(&self, k: Point) -> bool {
        match &self.seams {
            None => self.covers_there(k),
            Some(seams) => self.seen(seams, k).into_iter().any(|k| self.covers_there(k)),
        }
    }

    fn covers_there(&self, k: Point) -> bool {
        work(4);
        let epsilon = self.epsilon;
        let depth = self.radius - epsilon;
        let near_a_stop_in = |from: f64, to: f64| {
            from <= to + epsilon && self.ray.at(self.ray.along(k).clamp(from.min(to), to)).distance(k) < depth
        };
        let overlapped = self.ray.origin.distance(k) < depth;
        match &self.stops {
            CoverageStops::Ride { least, most } if overlapped => near_a_stop_in(*least, *most),
            CoverageStops::Ride { least, most } => contact(&self.ray, self.radius, k, epsilon)
                .is_some_and(|t| t <= most + epsilon && t >= least - epsilon),
            CoverageStops::Leap(free) => free.parts().iter().any(|part| near_a_stop_in(part.from, part.to)),
        }
    }

    /// Returns the distances on `path`, up to `length`, at which a target would be taken.
    pub fn covered_along(&self, path: &Ray, length: f64) -> Spans {
        match &self.seams {
            None if self.is_far_from(path, length) => Spans::none(),
            None => self.covered_there(path),
            Some(seams) => {
                let paths = self.paths(seams, path, length);
                self.united(paths.iter().map(|path| self.covered_there(path)))
            }
        }
    }

    /// Returns the union of the sets of several images.
    fn united(&self, sets: impl Iterator<Item = Spans>) -> Spans {
        sets.reduce(|all, next| {
            work(all.parts().len());
            all.union(&next, self.epsilon)
        })
        .unwrap_or_default()
    }

    fn covered_there(&self, path: &Ray) -> Spans {
        let tie = self.epsilon;
        work(32);
        match &self.stops {
            CoverageStops::Ride { least, most } => {
                let met = self.met(path, || {
                    let within = self.contact_within(path, *most);
                    if *least > 0.0 {
                        within.difference(&self.contact_before(path, *least), tie)
                    } else {
                        within
                    }
                });
                // A target overlapped before the attacker moves and still at a stop is taken without contact.
                let overlapped = self.overlapped(path);
                if overlapped.is_empty() {
                    return met;
                }
                let inside = overlapped.intersection(&self.inside_capsule(path, *least, *most), tie);
                met.union(&inside, tie)
            }
            CoverageStops::Leap(free) => free.parts().iter().fold(Spans::none(), |all, part| {
                all.union(&self.inside_capsule(path, part.from, part.to), tie)
            }),
        }
    }

    /// Whether a path surely stays clear of the coverage: a conservative filter.
    fn is_far_from(&self, path: &Ray, length: f64) -> bool {
        let end = path.at(length);
        let offsets = [self.ray.offset(path.origin), self.ray.offset(end)];
        let along = [self.ray.along(path.origin), self.ray.along(end)];
        let clear = self.radius + self.epsilon;
        let is_beside = offsets[0].min(offsets[1]) > clear || offsets[0].max(offsets[1]) < -clear;
        is_beside || along[0].max(along[1]) < -clear || along[0].min(along[1]) > self.farthest + clear
    }

    /// Returns where a contact is possible, ahead and within a radius of the line, and `taken` holds.
    fn met(&self, path: &Ray, taken: impl FnOnce() -> Spans) -> Spans {
        let ahead = self.ahead(path);
        if ahead.is_empty() {
            return ahead;
        }
        taken().intersection(&ahead, self.epsilon).difference(&self.overlapped(path), self.epsilon)
    }

    /// Returns the distances on `path` at which an enemy of the attacker blocks the capture of `target`: inside the capsule about
    /// the attacker's path up to the stop.
    pub fn blocked_along(&self, target: Point, path: &Ray, length: f64) -> Spans {
        let Some(target) = self.first_seen(target) else { return Spans::none() };
        let Some(seams) = &self.seams else { return self.blocked_there(target, path) };
        let paths = self.paths(seams, path, length);
        self.united(paths.iter().map(|path| self.blocked_there(target, path)))
    }

    fn blocked_there(&self, target: Point, path: &Ray) -> Spans {
        work(32);
        match (&self.stops, contact(&self.ray, self.radius, target, self.epsilon)) {
            (CoverageStops::Ride { .. }, Some(t)) => self.met(path, || self.contact_before(path, t)),
            (CoverageStops::Ride { .. } | CoverageStops::Leap(_), _) => Spans::none(),
        }
    }

    /// Whether an enemy of the attacker at `q` blocks the capture of `target`.
    pub fn is_blocked_by(&self, target: Point, q: Point) -> bool {
        let Some(target) = self.first_seen(target) else { return false };
        match &self.seams {
            None => self.is_blocked_there(target, q),
            Some(seams) => self.seen(seams, q).into_iter().any(|q| self.is_blocked_there(target, q)),
        }
    }

    fn is_blocked_there(&self, target: Point, q: Point) -> bool {
        let met = |place| contact(&self.ray, self.radius, place, self.epsilon);
        match (&self.stops, met(q), met(target)) {
            (CoverageStops::Ride { .. }, Some(blocked), Some(taken)) => blocked < taken - self.epsilon,
            (CoverageStops::Ride { .. } | CoverageStops::Leap(_), _, _) => false,
        }
    }

    /// Returns where a contact is possible: ahead of the attacker and within a radius of its line.
    fn ahead(&self, path: &Ray) -> Spans {
        let strip = inside_strip(path, self.ray.origin, self.ray.dir, self.radius, self.epsilon);
        strip.intersection(&beyond_line(path, self.ray.origin, self.ray.dir), self.epsilon)
    }

    /// Returns where a target is overlapped before the attacker moves, which gives no contact.
    fn overlapped(&self, path: &Ray) -> Spans {
        inside_disc(path, self.ray.origin, self.radius, self.epsilon)
    }

    /// Returns where, within the strip, the contact distance is below `c`.
    fn contact_before(&self, path: &Ray, c: f64) -> Spans {
        let tip = self.ray.at(c);
        let behind = on_or_behind_line(path, tip, self.ray.dir);
        behind.union(&inside_disc(path, tip, self.radius, self.epsilon), self.epsilon)
    }

    /// Returns where, within the strip, the contact distance is at most `c`.
    fn contact_within(&self, path: &Ray, c: f64) -> Spans {
        if c == f64::INFINITY {
            return Spans::all();
        }
        let tip = self.ray.at(c);
        let behind = on_or_behind_line(path, tip, self.ray.dir);
        behind.union(&inside_closed_disc(path, tip, self.radius, self.epsilon), self.epsilon)
    }

    /// Returns where a target is inside the open capsule about the segment from `a` to `b` of the attacker's line.
    fn inside_capsule(&self, path: &Ray, a: f64, b: f64) -> Spans {
        let tie = self.epsilon;
        if a > b + tie {
            return Spans::none();
        }
        let (start, end) = (self.ray.at(a), self.ray.at(b));
        let strip = inside_strip(path, start, self.ray.dir, self.radius, self.epsilon);
        strip
            .intersection(&beyond_line(path, start, self.ray.dir), tie)
            .intersection(&on_or_behind_line(path, end, self.ray.dir), tie)
            .union(&inside_disc(path, start, self.radius, tie), tie)
            .union(&inside_disc(path, end, self.radius, tie), tie)
    }
}
