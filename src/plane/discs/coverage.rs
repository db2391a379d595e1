//! The coverage of one lane: the places at which the lane takes a target, and the places from which a third piece blocks the
//! capture (`docs/rules/continuous.md` 5).
//!
//! The target and the pieces to skip are off the board. So the coverage is a region of the plane between lines and circles. A
//! king or a blocker that moves along a ray is in this region on a set of distances ([`Spans`]) whose ends have closed forms.

use super::attacker_lane::{AttackerLane, image_of_ray, is_within};
use super::centres::{Centres, ContactQuery};
use super::nearby::FirstContactBound;
use crate::board::{Images, Surface};
use crate::budget::work;
use crate::geom::{
    Disc, Image, Interval, Point, Ray, Spans, beyond_line, contact, inside_closed_disc, inside_disc,
    inside_strip, on_or_behind_line,
};
use crate::plane::position::{PieceId, PlacedPiece, PlanePosition};
use crate::plane::rules::{Gait, Rules};
use crate::variant::Takes;
use smallvec::SmallVec;

/// A question for the coverage of a lane near some targets.
pub struct CoverageQuery<'q> {
    /// A disc that contains the places of the targets.
    pub near: Disc,
    /// A bound for the first contact of a ride, with the pieces in `skip` left out.
    pub first: FirstContactBound,
    /// The pieces that are off the board, the target among them.
    pub skip: &'q [PieceId],
}

/// The coverage of one lane of one piece.
#[derive(Debug, Clone, PartialEq)]
pub struct Coverage {
    pub attacker: PieceId,
    /// The path of the attacker.
    ray: Ray,
    radius: f64,
    epsilon: f64,
    stops: CoverageStops,
    /// The greatest distance at which the attacker may stop, board units.
    farthest: f64,
    /// The images of the board near the path, if the board has seams.
    seams: Option<Box<Seams>>,
}

/// The distances at which an attacker may stop to take the target.
#[derive(Debug, Clone, PartialEq)]
enum CoverageStops {
    /// The attacker rides: it may stop at any contact from the least to the greatest distance.
    Ride { least: f64, most: f64 },
    /// The attacker leaps: it may land at any distance in these spans.
    Leap(Spans),
}

/// Returns the greatest distance at which a ride may stop.
fn farthest_ride(
    rules: &Rules,
    centres: &Centres,
    &AttackerLane { lane, ray, moved, .. }: &AttackerLane<'_>,
    first: &FirstContactBound,
    skip: &[PieceId],
) -> f64 {
    let contact = first.distance().unwrap_or_else(|| {
        let limit = rules.limit_bound(&ray, lane, moved);
        let query = ContactQuery { free: first.free(), limit, slack: 0.0 };
        centres.contacts(&ray, query, skip).first().map_or(f64::INFINITY, |c| c.distance)
    });
    // Most rides have a contact, and a limit up to the contact is found sooner.
    contact.min(rules.limit_within(&ray, lane, moved, contact))
}

/// Returns the distances at which the landing of a leap overlaps no friend.
fn landings(
    rules: &Rules,
    centres: &Centres,
    &AttackerLane { piece_lane, lane, ray, moved }: &AttackerLane<'_>,
    skip: &[PieceId],
) -> Spans {
    let Rules { radius, epsilon, min_capture, .. } = *rules;
    let attacker = piece_lane.piece;
    let (side, limit) = (centres.color(attacker), rules.limit(&ray, lane, moved));
    let mut landings = Spans::from(Interval::closed(min_capture, limit));
    for PlacedPiece { id, at } in centres.in_corridor(&ray, radius, -radius, limit + radius) {
        let is_friend = id != attacker && centres.color(id) == side;
        if is_friend && !skip.contains(&id) {
            landings = landings.difference(&inside_disc(&ray, at, radius, epsilon), epsilon);
        }
    }
    landings
}

/// The board and its images near the path.
#[derive(Debug, Clone, PartialEq)]
struct Seams {
    board: Surface,
    isometries: Images,
}

impl Coverage {
    /// Computes the coverage of a lane; `None` if the lane never captures. The pieces in `skip`, the target among them, are off
    /// the board.
    pub fn new(
        position: &PlanePosition,
        centres: &Centres,
        lane: &AttackerLane<'_>,
        skip: &[PieceId],
    ) -> Option<Coverage> {
        let rules = position.rules();
        let mut coverage = Coverage::without_images(rules, centres, lane, &FirstContactBound::UNKNOWN, skip)?;
        if rules.board.has_seams() {
            let isometries = rules.board.images_along(&lane.ray, coverage.farthest, 2.0 * rules.radius);
            coverage.seams = Some(Box::new(Seams { board: rules.board, isometries }));
        }
        Some(coverage)
    }

    /// Computes the coverage of a lane for the targets of a query, and visits it. On a board with seams the lane may come near
    /// the targets several times. Each time is visited as a coverage of its own, without seams, whose path is the image that
    /// comes near.
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
        for isometry in lane.images_near(&rules.board, at, coverage.farthest, clear) {
            // The isometry maps the targets to images near the lane. Its inverse maps the lane to an image near the targets.
            let ray = image_of_ray(&lane.ray, &isometry.inverse());
            visit(Coverage { ray, ..coverage.clone() });
        }
    }

    /// Computes the coverage of a lane as if the board had no images. `None` if the lane never captures.
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
                let most = farthest_ride(rules, centres, lane, first, skip);
                (CoverageStops::Ride { least: rules.min_capture, most }, most)
            }
            Gait::Leap => {
                let landings = landings(rules, centres, lane, skip);
                let farthest = landings.parts().last().map_or(0.0, |part| part.to);
                (CoverageStops::Leap(landings), farthest)
            }
        };
        let (attacker, ray) = (lane.piece_lane.piece, lane.ray);
        let (radius, epsilon) = (rules.radius, rules.epsilon);
        Some(Coverage { attacker, ray, radius, epsilon, seams: None, farthest, stops })
    }

    /// Returns the image of a target that the path meets first, or one that the attacker overlaps at its start.
    fn first_image(&self, target: Point) -> Option<Point> {
        let Some(seams) = &self.seams else { return Some(target) };
        let images = self.images_of_place(seams, target);
        if images.len() < 2 {
            return images.first().copied();
        }
        let contact_distance = |image: &Point| match contact(&self.ray, self.radius, *image, self.epsilon) {
            Some(distance) => distance,
            None if self.ray.origin.distance(*image) < self.radius - self.epsilon => 0.0,
            // A place behind the attacker may be near, but the path never meets it.
            None => f64::INFINITY,
        };
        images.into_iter().min_by(|a, b| contact_distance(a).total_cmp(&contact_distance(b)))
    }

    /// Returns the images of a place near the path.
    fn images_of_place(&self, seams: &Seams, place: Point) -> SmallVec<[Point; 2]> {
        let (place, _) = seams.board.canonical(place);
        let clear = self.radius + self.epsilon;
        let is_near = |at: &Point| is_within(&self.ray, self.farthest, *at, clear);
        seams.isometries.iter().map(|isometry| isometry.place(place)).filter(is_near).collect()
    }

    /// Returns the images of another path near the attacker's path.
    fn images_of_path(&self, seams: &Seams, path: &Ray, length: f64) -> SmallVec<[Ray; 2]> {
        let mut used: SmallVec<[Image; 8]> = SmallVec::new();
        let mut rays = SmallVec::new();
        let to_path = seams.board.images_along(path, length, self.epsilon);
        for from_board in &to_path {
            for to_attacker in &seams.isometries {
                let isometry = if from_board.is_identity() {
                    *to_attacker
                } else {
                    from_board.inverse().then(to_attacker)
                };
                let ray = image_of_ray(path, &isometry);
                if !self.is_far_from(&ray, length) && (to_path.len() == 1 || !used.contains(&isometry)) {
                    used.push(isometry);
                    rays.push(ray);
                }
            }
        }
        rays
    }

    /// Whether the lane takes a target at a place.
    pub fn covers(&self, target: Point) -> bool {
        match &self.seams {
            None => self.covers_image(target),
            Some(seams) => self.images_of_place(seams, target).into_iter().any(|k| self.covers_image(k)),
        }
    }

    /// Whether the lane takes a target whose image near the path is `image`.
    fn covers_image(&self, image: Point) -> bool {
        work(4);
        let epsilon = self.epsilon;
        let reach = self.radius - epsilon;
        let is_near_stop_in = |from: f64, to: f64| {
            let nearest = || self.ray.at(self.ray.along(image).clamp(from.min(to), to));
            from <= to + epsilon && nearest().distance(image) < reach
        };
        let is_overlapped = self.ray.origin.distance(image) < reach;
        match &self.stops {
            CoverageStops::Ride { least, most } if is_overlapped => is_near_stop_in(*least, *most),
            CoverageStops::Ride { least, most } => contact(&self.ray, self.radius, image, epsilon)
                .is_some_and(|t| t <= most + epsilon && t >= least - epsilon),
            CoverageStops::Leap(landings) => {
                landings.parts().iter().any(|part| is_near_stop_in(part.from, part.to))
            }
        }
    }

    /// Returns the distances on `path`, up to `length`, at which the lane takes a target.
    pub fn covered_along(&self, path: &Ray, length: f64) -> Spans {
        match &self.seams {
            None if self.is_far_from(path, length) => Spans::none(),
            None => self.covered_on_image(path),
            Some(seams) => {
                let images = self.images_of_path(seams, path, length);
                self.union_of(images.iter().map(|image| self.covered_on_image(image)))
            }
        }
    }

    /// Returns the union of the sets of several images.
    fn union_of(&self, sets: impl Iterator<Item = Spans>) -> Spans {
        sets.reduce(|union, next| {
            work(union.parts().len());
            union.union(&next, self.epsilon)
        })
        .unwrap_or_default()
    }

    /// Returns the distances on one image of a path at which the lane takes a target.
    fn covered_on_image(&self, path: &Ray) -> Spans {
        let tie = self.epsilon;
        work(32);
        match &self.stops {
            CoverageStops::Ride { least, most } => {
                let met = self.met_where(path, || {
                    let within = self.contact_within(path, *most);
                    if *least > 0.0 {
                        within.difference(&self.contact_before(path, *least), tie)
                    } else {
                        within
                    }
                });
                // A target that the attacker overlaps at its start and at a stop is taken without contact.
                let overlapped = self.overlapped(path);
                if overlapped.is_empty() {
                    return met;
                }
                let inside = overlapped.intersection(&self.inside_capsule(path, *least, *most), tie);
                met.union(&inside, tie)
            }
            CoverageStops::Leap(landings) => landings.parts().iter().fold(Spans::none(), |union, part| {
                union.union(&self.inside_capsule(path, part.from, part.to), tie)
            }),
        }
    }

    /// Whether a path surely stays clear of the coverage: a conservative filter that errs towards no.
    fn is_far_from(&self, path: &Ray, length: f64) -> bool {
        let end = path.at(length);
        let (offset_a, offset_b) = (self.ray.offset(path.origin), self.ray.offset(end));
        let (along_a, along_b) = (self.ray.along(path.origin), self.ray.along(end));
        let clear = self.radius + self.epsilon;
        let is_beside = offset_a.min(offset_b) > clear || offset_a.max(offset_b) < -clear;
        is_beside || along_a.max(along_b) < -clear || along_a.min(along_b) > self.farthest + clear
    }

    /// Returns the distances on `path` at which the attacker comes into contact with a target, as far as they are in `wanted`.
    /// `wanted` is not computed if a contact is impossible on the whole path.
    fn met_where(&self, path: &Ray, wanted: impl FnOnce() -> Spans) -> Spans {
        let ahead = self.ahead(path);
        if ahead.is_empty() {
            return ahead;
        }
        wanted().intersection(&ahead, self.epsilon).difference(&self.overlapped(path), self.epsilon)
    }

    /// Returns the distances on `path` at which an enemy of the attacker blocks the capture of `target`: the attacker meets it
    /// first.
    pub fn blocked_along(&self, target: Point, path: &Ray, length: f64) -> Spans {
        let Some(target) = self.first_image(target) else { return Spans::none() };
        let Some(seams) = &self.seams else { return self.blocked_on_image(target, path) };
        let images = self.images_of_path(seams, path, length);
        self.union_of(images.iter().map(|image| self.blocked_on_image(target, image)))
    }

    /// Returns the distances on one image of a path at which an enemy of the attacker blocks the capture of an image of a target.
    fn blocked_on_image(&self, target: Point, path: &Ray) -> Spans {
        work(32);
        match (&self.stops, contact(&self.ray, self.radius, target, self.epsilon)) {
            (CoverageStops::Ride { .. }, Some(t)) => self.met_where(path, || self.contact_before(path, t)),
            (CoverageStops::Ride { .. } | CoverageStops::Leap(_), _) => Spans::none(),
        }
    }

    /// Whether an enemy of the attacker at a place blocks the capture of `target`.
    pub fn is_blocked_by(&self, target: Point, blocker: Point) -> bool {
        let Some(target) = self.first_image(target) else { return false };
        match &self.seams {
            None => self.is_blocked_by_image(target, blocker),
            Some(seams) => {
                let blockers = self.images_of_place(seams, blocker);
                blockers.into_iter().any(|image| self.is_blocked_by_image(target, image))
            }
        }
    }

    fn is_blocked_by_image(&self, target: Point, blocker: Point) -> bool {
        let contact_distance = |place| contact(&self.ray, self.radius, place, self.epsilon);
        match (&self.stops, contact_distance(blocker), contact_distance(target)) {
            (CoverageStops::Ride { .. }, Some(blocked), Some(taken)) => blocked < taken - self.epsilon,
            (CoverageStops::Ride { .. } | CoverageStops::Leap(_), _, _) => false,
        }
    }

    /// Returns the distances on `path` at which a contact is possible: ahead of the attacker and within a radius of its line.
    fn ahead(&self, path: &Ray) -> Spans {
        let strip = inside_strip(path, self.ray.origin, self.ray.dir, self.radius, self.epsilon);
        strip.intersection(&beyond_line(path, self.ray.origin, self.ray.dir), self.epsilon)
    }

    /// Returns the distances on `path` at which the attacker overlaps a target at its start, which gives no contact.
    fn overlapped(&self, path: &Ray) -> Spans {
        inside_disc(path, self.ray.origin, self.radius, self.epsilon)
    }

    /// Returns the distances on `path` at which the contact distance is below `bound`, if a contact is possible there (see
    /// `ahead`).
    fn contact_before(&self, path: &Ray, bound: f64) -> Spans {
        let tip = self.ray.at(bound);
        let behind = on_or_behind_line(path, tip, self.ray.dir);
        behind.union(&inside_disc(path, tip, self.radius, self.epsilon), self.epsilon)
    }

    /// Returns the distances on `path` at which the contact distance is at most `bound`, if a contact is possible there (see
    /// `ahead`).
    fn contact_within(&self, path: &Ray, bound: f64) -> Spans {
        if bound == f64::INFINITY {
            return Spans::all();
        }
        let tip = self.ray.at(bound);
        let behind = on_or_behind_line(path, tip, self.ray.dir);
        behind.union(&inside_closed_disc(path, tip, self.radius, self.epsilon), self.epsilon)
    }

    /// Returns the distances on `path` inside the open capsule about the segment from `a` to `b` of the attacker's line.
    fn inside_capsule(&self, path: &Ray, a: f64, b: f64) -> Spans {
        let tie = self.epsilon;
        if a > b + tie {
            return Spans::none();
        }
        let (start, end) = (self.ray.at(a), self.ray.at(b));
        let strip = inside_strip(path, start, self.ray.dir, self.radius, self.epsilon);
        let beyond_start = strip.intersection(&beyond_line(path, start, self.ray.dir), tie);
        let rectangle = beyond_start.intersection(&on_or_behind_line(path, end, self.ray.dir), tie);
        rectangle
            .union(&inside_disc(path, start, self.radius, tie), tie)
            .union(&inside_disc(path, end, self.radius, tie), tie)
    }
}
