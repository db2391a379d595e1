//! The coverage of one lane: the places at which the lane takes a lone enemy, the king, and where a third piece blocks it
//! (`docs/rules/continuous.md` 5).
//!
//! The target and the pieces to skip are off the board. The coverage is then a region of the plane between lines and circles,
//! which a king or a blocker that moves along a ray crosses in a [`Spans`] with closed-form ends.

use super::attacker_lane::{AttackerLane, is_within};
use super::centres::Centres;
use super::nearby::FirstMet;
use super::stops::Stops;
use crate::board::{Images, Surface};
use crate::budget::work;
use crate::geom::{
    Image, Interval, Point, Ray, Spans, behind_line, beyond_line, contact, inside_closed_disc, inside_disc,
    inside_strip,
};
use crate::plane::position::{PieceId, PlanePosition};
use crate::plane::rules::{Rules, StepContact};
use crate::variant::Takes;
use smallvec::SmallVec;

/// The coverage of one lane of one piece.
#[derive(Debug, Clone, PartialEq)]
pub struct Coverage {
    /// The attacker.
    pub attacker: PieceId,
    pub(super) ray: Ray,
    pub(super) radius: f64,
    pub(super) epsilon: f64,
    stops: Stops,
    /// The greatest distance at which the attacker may stop, for loops over images.
    farthest: f64,
    /// The images of the board, if it has seams.
    seams: Option<Box<Seams>>,
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
        let mut coverage = Coverage::without_images(rules, centres, lane, &FirstMet::UNKNOWN, skip)?;
        if rules.board.has_seams() {
            let copies = rules.board.images_along(&lane.ray, coverage.farthest, 2.0 * rules.radius);
            coverage.seams = Some(Box::new(Seams { board: rules.board, copies }));
        }
        Some(coverage)
    }

    /// Computes the coverage of a lane for targets within `reach` of a place, and visits it. Through seams the lane may come near the
    /// place several times; each is visited as a coverage without seams, whose path is the image that comes there.
    pub fn for_each_near(
        position: &PlanePosition,
        centres: &Centres,
        lane: &AttackerLane<'_>,
        (at, reach): (Point, f64),
        (first, skip): (&FirstMet, &[PieceId]),
        mut visit: impl FnMut(Coverage),
    ) {
        let rules = position.rules();
        let Some(coverage) = Coverage::without_images(rules, centres, lane, first, skip) else { return };
        let clear = rules.radius + rules.epsilon + reach;
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
        first: &FirstMet,
        skip: &[PieceId],
    ) -> Option<Coverage> {
        if lane.lane.takes == Takes::Never {
            return None;
        }
        let mut coverage = Coverage {
            attacker: lane.attacker,
            ray: lane.ray,
            radius: rules.radius,
            epsilon: rules.epsilon,
            seams: None,
            farthest: 0.0,
            stops: Stops::Ride { least: rules.min_capture, most: 0.0 },
        };
        coverage.stops = coverage.stops_among(centres, (lane.lane, lane.moved), rules, first, skip);
        coverage.farthest = coverage.stops.farthest();
        Some(coverage)
    }

    /// Returns the first image of a target that the path meets, or one overlapped at the start.
    fn first_seen(&self, target: Point) -> Option<Point> {
        let Some(seams) = &self.seams else { return Some(target) };
        let seen = self.seen(seams, target);
        if seen.len() < 2 {
            return seen.first().copied();
        }
        // A place behind the attacker may be near and is never met.
        let otherwise = |k: &Point| {
            let is_overlapped = self.ray.origin.distance(*k) < self.radius - self.epsilon;
            if is_overlapped { 0.0 } else { f64::INFINITY }
        };
        let at =
            |k: &Point| contact(&self.ray, self.radius, *k, self.epsilon).unwrap_or_else(|| otherwise(k));
        seen.into_iter().min_by(|a, b| at(a).total_cmp(&at(b)))
    }

    /// Returns the images of a place near the path.
    fn seen(&self, seams: &Seams, q: Point) -> SmallVec<[Point; 2]> {
        let q = seams.board.canonical(q).0;
        let clear = self.radius + self.epsilon;
        let near = |at: &Point| is_within(&self.ray, self.farthest, *at, clear);
        seams.copies.iter().map(|copy| copy.place(q)).filter(near).collect()
    }

    /// Returns the images of another path near this one.
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

    /// Whether the attacker at distance `d` overlaps a place.
    pub(super) fn is_over(&self, d: f64, q: Point) -> bool {
        self.ray.at(d).distance(q) < self.radius - self.epsilon
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
            Stops::Ride { least, most } if overlapped => near_a_stop_in(*least, *most),
            Stops::Ride { least, most } => contact(&self.ray, self.radius, k, epsilon)
                .is_some_and(|t| t <= most + epsilon && t >= least - epsilon),
            Stops::RideBySteps { .. } if overlapped => self.early_stops().any(|d| self.is_over(d, k)),
            Stops::RideBySteps { .. } => self.step_taking(k).is_some(),
            Stops::Leap(free) => free.parts().iter().any(|part| near_a_stop_in(part.from, part.to)),
            Stops::LeapBySteps(stops) => stops.iter().any(|&d| self.is_over(d, k)),
        }
    }

    /// Yields the stops of a ride by steps at which a piece overlapped at the start may still be overlapped.
    fn early_stops(&self) -> impl Iterator<Item = f64> + use<> {
        let (epsilon, diameter) = (self.epsilon, 2.0 * self.radius);
        let (regular, least, last) = match self.stops {
            Stops::RideBySteps { steps, least, free, last } => {
                (Some(steps.within(free.min(diameter))), least, last)
            }
            Stops::Ride { .. } | Stops::Leap(_) | Stops::LeapBySteps(_) => (None, 0.0, None),
        };
        regular.into_iter().flatten().chain(last).filter(move |&d| d >= least - epsilon)
    }

    /// Returns the multiple of the step at which a ride takes a target at `k`.
    fn step_taking(&self, k: Point) -> Option<f64> {
        let Stops::RideBySteps { steps, least, free, last } = self.stops else {
            return None;
        };
        let t = contact(&self.ray, self.radius, k, self.epsilon)?;
        let may_stop = |d: &f64| {
            *d >= least - self.epsilon
                && (*d <= free + self.epsilon || last.is_some_and(|last| steps.same(last, *d)))
        };
        steps.taking(t, |d| self.is_over(d, k)).filter(may_stop)
    }

    /// Returns the distances on `path`, up to `length`, at which a target would be taken.
    pub fn covered_along(&self, path: &Ray, length: f64) -> Spans {
        match &self.seams {
            None if self.is_far_from(path, length) => Spans::none(),
            None => self.covered_there(path, length),
            Some(seams) => {
                let paths = self.paths(seams, path, length);
                self.united(paths.iter().map(|path| self.covered_there(path, length)))
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

    fn covered_there(&self, path: &Ray, length: f64) -> Spans {
        let tie = self.epsilon;
        work(32);
        match &self.stops {
            Stops::Ride { least, most } => {
                let met = self.met(path, || {
                    let within = self.contact_within(path, *most);
                    if *least > 0.0 {
                        within.difference(&self.contact_before(path, *least), tie)
                    } else {
                        within
                    }
                });
                met.union(&self.still_inside(path, || self.inside_capsule(path, *least, *most)), tie)
            }
            Stops::RideBySteps { steps, least, free, last } => {
                let met = self.met(path, || {
                    let ends = [self.ray.along(path.origin), self.ray.along(path.at(length))];
                    let (low, high) =
                        (ends[0].min(ends[1]) - self.radius, ends[0].max(ends[1]) + self.radius);
                    let regular = steps.between(low.max(*least), high.min(*free));
                    regular.chain(last.filter(|d| *d >= least - tie)).fold(Spans::none(), |all, d| {
                        work(32 + all.parts().len());
                        let here = self.touched_or_inside(path, d);
                        all.union(&here.difference(&self.contact_within(path, steps.before(d)), tie), tie)
                    })
                });
                met.union(&self.still_inside(path, || self.inside_stops(path, self.early_stops())), tie)
            }
            Stops::Leap(free) => free.parts().iter().fold(Spans::none(), |all, part| {
                all.union(&self.inside_capsule(path, part.from, part.to), tie)
            }),
            Stops::LeapBySteps(stops) => self.inside_stops(path, stops.iter().copied()),
        }
    }

    /// Whether a path surely stays clear of the coverage: a conservative filter.
    fn is_far_from(&self, path: &Ray, length: f64) -> bool {
        let end = path.at(length);
        let (a, b) = (self.ray.offset(path.origin), self.ray.offset(end));
        let (from, to) = (self.ray.along(path.origin), self.ray.along(end));
        let farthest = self.farthest;
        let clear = self.radius + self.epsilon;
        a.min(b) > clear || a.max(b) < -clear || from.max(to) < -clear || from.min(to) > farthest + clear
    }

    /// Returns where a contact is possible, ahead and within a radius of the line, and `taken` holds.
    fn met(&self, path: &Ray, taken: impl FnOnce() -> Spans) -> Spans {
        let ahead = self.ahead(path);
        if ahead.is_empty() {
            return ahead;
        }
        taken().intersection(&ahead, self.epsilon).difference(&self.overlapped(path), self.epsilon)
    }

    /// Returns where a target is overlapped before the attacker moves and still at a stop: it is taken without contact.
    fn still_inside(&self, path: &Ray, at_a_stop: impl FnOnce() -> Spans) -> Spans {
        let before = self.overlapped(path);
        if before.is_empty() { before } else { before.intersection(&at_a_stop(), self.epsilon) }
    }

    fn inside_stops(&self, path: &Ray, stops: impl Iterator<Item = f64>) -> Spans {
        let disc = |d: f64| inside_disc(path, self.ray.at(d), self.radius, self.epsilon);
        stops.fold(Spans::none(), |all, d| {
            work(16 + all.parts().len());
            all.union(&disc(d), self.epsilon)
        })
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
        let tie = self.epsilon;
        work(32);
        let in_the_way = match &self.stops {
            Stops::Ride { .. } => match contact(&self.ray, self.radius, target, self.epsilon) {
                Some(t) => self.contact_before(path, t),
                None => return Spans::none(),
            },
            Stops::RideBySteps { steps, .. } => match self.step_taking(target) {
                Some(d) => {
                    let inside = inside_disc(path, self.ray.at(d), self.radius, tie);
                    let along = inside.difference(&self.contact_within(path, steps.before(d)), tie);
                    self.contact_before(path, d).difference(&along, tie)
                }
                None => return Spans::none(),
            },
            Stops::Leap(_) | Stops::LeapBySteps(_) => return Spans::none(),
        };
        self.met(path, || in_the_way)
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
        let epsilon = self.epsilon;
        let Some(t) = contact(&self.ray, self.radius, q, epsilon) else {
            return false;
        };
        match &self.stops {
            Stops::Ride { .. } => {
                contact(&self.ray, self.radius, target, epsilon).is_some_and(|to| t < to - epsilon)
            }
            Stops::RideBySteps { steps, .. } => self
                .step_taking(target)
                .is_some_and(|d| steps.meets(t, d, || self.is_over(d, q)) == StepContact::Passed),
            Stops::Leap(_) | Stops::LeapBySteps(_) => false,
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
        let behind = behind_line(path, tip, self.ray.dir);
        behind.union(&inside_disc(path, tip, self.radius, self.epsilon), self.epsilon)
    }

    /// Returns where, within the strip, the contact distance is at most `c`.
    fn contact_within(&self, path: &Ray, c: f64) -> Spans {
        if c == f64::INFINITY {
            return Spans::all();
        }
        let tip = self.ray.at(c);
        let behind = behind_line(path, tip, self.ray.dir);
        behind.union(&inside_closed_disc(path, tip, self.radius, self.epsilon), self.epsilon)
    }

    /// Returns where a target is inside the disc that stops at `c`, or touched by its front.
    fn touched_or_inside(&self, path: &Ray, c: f64) -> Spans {
        let tip = self.ray.at(c);
        let disc = inside_closed_disc(path, tip, self.radius, self.epsilon);
        let at_back = |d: f64| self.ray.along(path.at(d)) <= c;
        let part = disc.parts().first().map(|p| Interval {
            open_from: at_back(p.from),
            open_to: at_back(p.to),
            ..*p
        });
        part.map_or_else(Spans::none, Spans::from)
    }

    /// Returns where a target is inside the open capsule about the segment from `a` to `b` of the attacker's line.
    fn inside_capsule(&self, path: &Ray, a: f64, b: f64) -> Spans {
        let tie = self.epsilon;
        if a > b + tie {
            return Spans::none();
        }
        let (start, end) = (self.ray.at(a), self.ray.at(b));
        let strip = inside_strip(path, start, self.ray.dir, self.radius, self.epsilon);
        let body = strip
            .intersection(&beyond_line(path, start, self.ray.dir), tie)
            .intersection(&behind_line(path, end, self.ray.dir), tie);
        [start, end]
            .iter()
            .fold(body, |all, &cap| all.union(&inside_disc(path, cap, self.radius, self.epsilon), tie))
    }
}
