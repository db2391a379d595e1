//! The attack of one straight lane in closed form: the places at which the lane takes a target, and the places from which a third
//! piece blocks the capture (`docs/rules/continuous.md` 5).
//!
//! The target and the pieces to skip are off the board. So these places are a region of the plane between lines and circles. A
//! king or a blocker that moves along a ray is in this region on a set of distances ([`Spans`]) whose ends have closed forms.

use super::centres::{Centres, ContactQuery};
use super::disc_lane::{DiscLane, image_of_ray, is_within};
use super::nearby::FirstContactBound;
use crate::board::{Images, Surface};
use crate::budget::work;
use crate::geom::{
    Disc, Image, Interval, Point, Ray, Spans, beyond_line, contact, inside_closed_disc, inside_disc,
    inside_strip, on_or_behind_line,
};
use crate::plane::position::{PieceId, PlacedPiece};
use crate::plane::rules::{Gait, Rules};
use smallvec::SmallVec;

/// The attack of one straight lane of a piece among equal discs.
#[derive(Debug, Clone)]
pub struct DiscAttack {
    pub attacker: PieceId,
    /// The path of the attacker.
    ray: Ray,
    radius: f64,
    epsilon: f64,
    stops: DiscStops,
    /// The greatest distance at which the attacker may stop, board units.
    farthest: f64,
    /// The images of the board near the path, if the board has seams.
    seams: Option<Box<Seams>>,
}

/// The distances at which an attacker may stop to take the target.
#[derive(Debug, Clone)]
enum DiscStops {
    /// The attacker rides: it may stop at any contact from the least to the greatest distance.
    Ride { least: f64, most: f64 },
    /// The attacker leaps: it may land at any distance in these spans.
    Leap(Spans),
}

/// Returns the greatest distance at which a ride may stop.
fn farthest_ride(
    rules: &Rules,
    centres: &Centres,
    lane: &DiscLane<'_>,
    first: &FirstContactBound,
    skip: &[PieceId],
) -> f64 {
    let contact = first.distance().unwrap_or_else(|| {
        let query = ContactQuery { free: first.free(), limit: lane.limit_bound(rules), slack: 0.0 };
        centres.contacts(&lane.ray, query, skip).first().map_or(f64::INFINITY, |c| c.distance)
    });
    // Most rides have a contact, and a limit up to the contact is found sooner.
    contact.min(lane.limit_within(rules, contact))
}

/// Returns the distances at which the landing of a leap overlaps no friend.
fn landings(rules: &Rules, centres: &Centres, lane: &DiscLane<'_>, skip: &[PieceId]) -> Spans {
    let Rules { radius, epsilon, min_capture, .. } = *rules;
    let (side, limit) = (centres.color(lane.piece), lane.limit(rules));
    let mut landings = Spans::from(Interval::closed(min_capture, limit));
    for PlacedPiece { id, at } in centres.pieces_in_corridor(&lane.ray, radius, -radius, limit + radius) {
        let is_friend = id != lane.piece && centres.color(id) == side;
        if is_friend && !skip.contains(&id) {
            landings = landings.difference(&inside_disc(&lane.ray, at, radius, epsilon), epsilon);
        }
    }
    landings
}

/// The board and its images near the path.
#[derive(Debug, Clone)]
struct Seams {
    board: Surface,
    isometries: Images,
}

impl DiscAttack {
    /// Computes the attack of a lane that may capture. The pieces in `skip`, the target among them, are off the board.
    pub fn new(rules: &Rules, centres: &Centres, lane: &DiscLane<'_>, skip: &[PieceId]) -> DiscAttack {
        let mut attack = DiscAttack::without_images(rules, centres, lane, &FirstContactBound::UNKNOWN, skip);
        if rules.board.has_seams() {
            let isometries = rules.board.images_along(&lane.ray, attack.farthest, 2.0 * rules.radius);
            attack.seams = Some(Box::new(Seams { board: rules.board, isometries }));
        }
        attack
    }

    /// Computes the attack of a lane that may capture on targets in a disc, and visits it. On a board with seams the lane may come
    /// near the targets several times. Each time is visited as an attack of its own, without seams, whose path is the image that
    /// comes near. `first` is a bound for the first contact of a ride, with the pieces in `skip` off the board.
    pub fn for_each_near(
        rules: &Rules,
        centres: &Centres,
        lane: &DiscLane<'_>,
        near: Disc,
        first: &FirstContactBound,
        skip: &[PieceId],
        mut visit: impl FnMut(DiscAttack),
    ) {
        let attack = DiscAttack::without_images(rules, centres, lane, first, skip);
        let clear = rules.radius + rules.epsilon + near.radius;
        if !rules.board.has_seams() {
            if is_within(&lane.ray, attack.farthest, near.centre, clear) {
                visit(attack);
            }
            return;
        }
        for isometry in lane.images_near(&rules.board, near.centre, attack.farthest, clear) {
            // The isometry maps the targets to images near the lane. Its inverse maps the lane to an image near the targets.
            let ray = image_of_ray(&lane.ray, &isometry.inverse());
            visit(DiscAttack { ray, ..attack.clone() });
        }
    }

    /// Computes the attack of a lane as if the board had no images.
    fn without_images(
        rules: &Rules,
        centres: &Centres,
        lane: &DiscLane<'_>,
        first: &FirstContactBound,
        skip: &[PieceId],
    ) -> DiscAttack {
        let (stops, farthest) = match lane.rule.gait {
            Gait::Ride => {
                let most = farthest_ride(rules, centres, lane, first, skip);
                (DiscStops::Ride { least: rules.min_capture, most }, most)
            }
            Gait::Leap => {
                let landings = landings(rules, centres, lane, skip);
                let farthest = landings.parts().last().map_or(0.0, |part| part.to);
                (DiscStops::Leap(landings), farthest)
            }
        };
        let Rules { radius, epsilon, .. } = *rules;
        DiscAttack { attacker: lane.piece, ray: lane.ray, radius, epsilon, stops, farthest, seams: None }
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
            None if self.overlaps_at_start(*image) => 0.0,
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
        work(to_path.len() * seams.isometries.len());
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
    pub fn takes(&self, target: Point) -> bool {
        match &self.seams {
            None => self.takes_image(target),
            Some(seams) => {
                self.images_of_place(seams, target).into_iter().any(|image| self.takes_image(image))
            }
        }
    }

    /// Whether the lane takes a target whose image near the path is `image`.
    fn takes_image(&self, image: Point) -> bool {
        work(4);
        let epsilon = self.epsilon;
        match &self.stops {
            DiscStops::Ride { least, most } if self.overlaps_at_start(image) => {
                self.overlaps_within(*least, *most, image)
            }
            DiscStops::Ride { least, most } => contact(&self.ray, self.radius, image, epsilon)
                .is_some_and(|t| t <= most + epsilon && t >= least - epsilon),
            DiscStops::Leap(landings) => {
                landings.parts().iter().any(|part| self.overlaps_within(part.from, part.to, image))
            }
        }
    }

    /// Whether the attacker overlaps a place before it moves, which gives no contact.
    fn overlaps_at_start(&self, place: Point) -> bool {
        self.ray.origin.distance(place) < self.radius - self.epsilon
    }

    /// Whether the attacker overlaps a place at some distance from `least` to `most`.
    fn overlaps_within(&self, least: f64, most: f64, place: Point) -> bool {
        if least > most + self.epsilon {
            return false;
        }
        let nearest = self.ray.at(self.ray.along(place).clamp(least.min(most), most));
        nearest.distance(place) < self.radius - self.epsilon
    }

    /// Returns the distances on `path`, up to `length`, at which the lane takes a target.
    pub fn taken_along(&self, path: &Ray, length: f64) -> Spans {
        match &self.seams {
            None if self.is_far_from(path, length) => Spans::none(),
            None => self.taken_on_image(path),
            Some(seams) => {
                let images = self.images_of_path(seams, path, length);
                self.union_of(images.iter().map(|image| self.taken_on_image(image)))
            }
        }
    }

    /// Returns the union of the sets of several images.
    fn union_of(&self, sets: impl Iterator<Item = Spans>) -> Spans {
        sets.reduce(|union, next| {
            work(8 * union.parts().len());
            union.union(&next, self.epsilon)
        })
        .unwrap_or_default()
    }

    /// Returns the distances on one image of a path at which the lane takes a target.
    fn taken_on_image(&self, path: &Ray) -> Spans {
        let tie = self.epsilon;
        work(32);
        match &self.stops {
            DiscStops::Ride { least, most } => {
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
            DiscStops::Leap(landings) => landings.parts().iter().fold(Spans::none(), |union, part| {
                union.union(&self.inside_capsule(path, part.from, part.to), tie)
            }),
        }
    }

    /// Whether a path surely stays clear of the attack: a conservative filter that errs towards no.
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
        let DiscStops::Ride { .. } = &self.stops else { return Spans::none() };
        let Some(taken) = contact(&self.ray, self.radius, target, self.epsilon) else { return Spans::none() };
        self.met_where(path, || self.contact_before(path, taken))
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
        let DiscStops::Ride { .. } = &self.stops else { return false };
        let Some(taken) = contact(&self.ray, self.radius, target, self.epsilon) else { return false };
        let blocked = contact(&self.ray, self.radius, blocker, self.epsilon);
        blocked.is_some_and(|blocked| blocked < taken - self.epsilon)
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
