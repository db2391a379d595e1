//! The attack of one lane of any piece in general form: the places at which the lane takes a target, the places from which an
//! enemy blocks it, and the curves that bound both.

use super::window::{AttackWindow, bounds_of_disc, bounds_of_path};
use crate::budget::work;
use crate::geom::tolerance::FIRST_LOOK;
use crate::geom::{
    Curve, Disc, Image, Interval, Path, Point, Spans, contact_along, deeper_along, overlaps_along,
};
use crate::plane::lanes::{Landing, Travel};
use crate::plane::position::{PieceId, PieceLane, PlanePosition};
use crate::plane::rules::{Gait, LaneShape, StepContact, Steps};
use smallvec::SmallVec;

/// The distances at which an attacker may stop to take the target.
enum Stops<'a> {
    /// The attacker rides: it may stop from the least to the greatest distance, outside the holes.
    Ride { least: f64, most: f64, holes: Spans },
    /// The attacker rides by steps: it may stop at these distances.
    Steps { steps: Steps, distances: Vec<f64> },
    /// The attacker leaps: it may land at any distance in these spans. They are single distances for a leap by steps.
    Leap(Spans),
    /// An area leap: it may end at these landings.
    Area(Box<Landing<'a>>),
}

/// Whether a lane may take something in a disc on an empty board: a conservative filter that errs towards yes.
pub fn lane_may_reach(position: &PlanePosition, piece_lane: PieceLane, near: Disc) -> bool {
    let rules = position.rules();
    if rules.board.has_seams() {
        return true;
    }
    let (piece, lane) = (position.piece(piece_lane.piece), position.rule_of(piece_lane));
    let outer_radius = position.extent(piece_lane.piece).outer_radius();
    let clear = outer_radius + near.radius + FIRST_LOOK + 2.0 * rules.epsilon;
    let most = lane.range_of(piece.moved);
    match lane.shape {
        LaneShape::Area => near.centre.distance(piece.at) <= most + clear,
        LaneShape::Straight | LaneShape::Arc(_) | LaneShape::Turn(_) => {
            piece.path_along(lane).may_come_near(most, near.centre, clear)
        }
    }
}

/// The attack of one lane of any piece.
pub struct GeneralAttack<'a> {
    lane: PieceLane,
    /// The lane with its path and body.
    pub travel: Travel<'a>,
    stops: Stops<'a>,
    epsilon: f64,
}

type Places = SmallVec<[Point; 2]>;

/// An image of a target that a ride meets.
struct MetTarget {
    place: Point,
    /// The contact distance, in the path's measure.
    contact: f64,
}

impl<'a> GeneralAttack<'a> {
    /// Computes the attack along a lane that may capture. The pieces for which `skip` holds, the target among them, are off the
    /// board.
    pub fn new(
        position: &'a PlanePosition,
        piece_lane: PieceLane,
        skip: impl Fn(PieceId) -> bool,
    ) -> GeneralAttack<'a> {
        let (attacker, lane) = (piece_lane.piece, position.rule_of(piece_lane));
        let epsilon = position.rules().epsilon;
        let path = position.piece(attacker).path_along(lane);
        let travel = Travel::new(position, attacker, lane, path, &skip);
        let least = match lane.shape {
            // A turn by 0 degrees takes nothing, because it is not a move.
            LaneShape::Turn(_) => travel.least.capture.max(2.0 * epsilon),
            LaneShape::Straight | LaneShape::Arc(_) | LaneShape::Area => travel.least.capture,
        };
        let is_stop = |d: &f64| *d >= least - epsilon && travel.may_take_at(*d);
        let stops = match (lane.gait, travel.steps) {
            _ if lane.shape == LaneShape::Area => {
                Stops::Area(Box::new(Landing::new(position, attacker, lane, skip)))
            }
            (Gait::Ride, None) => {
                let most = travel.contacts.first().map_or(travel.limit, |c| c.distance.min(travel.limit));
                Stops::Ride { least, most, holes: travel.holes_of_captures() }
            }
            (Gait::Ride, Some(steps)) => {
                let free = steps.within(travel.limit).take_while(|d| is_free(&travel, &steps, *d));
                Stops::Steps { steps, distances: free.filter(is_stop).collect() }
            }
            (Gait::Leap, None) => {
                let within = Spans::from(Interval::closed(least, travel.limit));
                Stops::Leap(within.difference(&travel.holes_of_captures(), epsilon))
            }
            (Gait::Leap, Some(steps)) => {
                let landings = steps.within(travel.limit).filter(is_stop);
                Stops::Leap(Spans::from_sorted(landings.map(Interval::point)))
            }
        };
        GeneralAttack { lane: piece_lane, travel, stops, epsilon }
    }

    pub fn attacker(&self) -> PieceId {
        self.lane.piece
    }

    /// Computes the attack along the same lane with king and `gone` off the board; `None` if this attack, for which the king is
    /// off the board, remains as it is.
    pub fn changed_without(&self, king: PieceId, gone: &[PieceId]) -> Option<GeneralAttack<'a>> {
        if !gone.iter().any(|&id| self.depends_on(id)) {
            return None;
        }
        let is_gone = |id: PieceId| id == king || gone.contains(&id);
        Some(GeneralAttack::new(self.travel.position, self.lane, is_gone))
    }

    /// Whether the attack may change if a piece leaves the board.
    fn depends_on(&self, id: PieceId) -> bool {
        let is_in_landings = match &self.stops {
            Stops::Area(landing) => landing.depends_on(id),
            Stops::Ride { .. } | Stops::Steps { .. } | Stops::Leap(_) => false,
        };
        is_in_landings || self.travel.depends_on(id)
    }

    /// Whether the attack may take something in a disc, on a board without seams.
    pub fn may_reach(&self, near: Disc) -> bool {
        let clear = self.travel.extent.outer_radius() + near.radius + FIRST_LOOK + 2.0 * self.epsilon;
        let farthest = match &self.stops {
            Stops::Area(landing) => {
                let disc = landing.disc();
                return near.centre.distance(disc.centre) <= disc.radius + clear;
            }
            Stops::Ride { least, most, .. } => most.max(*least),
            Stops::Leap(landings) => landings.parts().last().map_or(0.0, |part| part.to),
            Stops::Steps { distances, .. } => distances.last().copied().unwrap_or(0.0),
        };
        self.travel.path.may_come_near(farthest, near.centre, clear)
    }

    /// Whether the attack takes a target, while an enemy of the attacker stands at `blocker`.
    pub fn takes(&self, target: Point, blocker: Option<Point>) -> bool {
        let targets = self.images_of_place(target);
        let stop_count = if let Stops::Steps { distances, .. } = &self.stops { distances.len() } else { 1 };
        let side_count = self.travel.extent.core().len();
        work(8 + self.travel.images.len() + targets.len() * (16 * side_count + stop_count));
        match &self.stops {
            Stops::Area(landing) => targets.iter().any(|&target| landing.covers(target)),
            Stops::Leap(landings) => {
                targets.iter().any(|&target| have_common_distance(&self.distances_over(target), landings))
            }
            Stops::Ride { .. } | Stops::Steps { .. } => {
                let blockers = blocker.map(|place| self.images_of_place(place)).unwrap_or_default();
                let (overlapped, others): (Places, Places) =
                    targets.into_iter().partition(|&target| self.overlaps(0.0, target));
                overlapped.into_iter().any(|target| self.takes_overlapped(target, &blockers))
                    || self.first_met(&others).is_some_and(|met| self.takes_met(&met, &blockers))
            }
        }
    }

    /// Whether a ride takes a target that it overlaps at its start, which gives no contact.
    fn takes_overlapped(&self, target: Point, blockers: &[Point]) -> bool {
        match &self.stops {
            Stops::Ride { least, most, holes } => {
                let end = self.first_contact(blockers).map_or(*most, |blocked| blocked.min(*most));
                if end < least - self.epsilon {
                    return false;
                }
                let within = Spans::from(Interval::closed(least.min(end), end));
                let allowed = within.difference(holes, self.epsilon);
                have_common_distance(&self.distances_over(target), &allowed)
            }
            Stops::Steps { steps, distances } => {
                distances.iter().any(|&d| self.overlaps(d, target) && self.passes_none(steps, d, blockers))
            }
            Stops::Leap(_) | Stops::Area(_) => false,
        }
    }

    /// Returns the image of a target that the ride meets first.
    fn first_met(&self, targets: &[Point]) -> Option<MetTarget> {
        let met = |&place: &Point| Some(MetTarget { place, contact: self.contact(place)? });
        targets.iter().filter_map(met).min_by(|a, b| a.contact.total_cmp(&b.contact))
    }

    /// Whether a ride takes the target that it meets first.
    fn takes_met(&self, &MetTarget { place, contact }: &MetTarget, blockers: &[Point]) -> bool {
        match &self.stops {
            Stops::Ride { least, most, .. } => {
                let tie = self.travel.tie(place);
                let is_in_range = contact <= most + tie && contact >= least - self.epsilon;
                is_in_range
                    && self.first_contact(blockers).is_none_or(|blocked| blocked >= contact - tie)
                    && self.travel.may_take_at(contact)
            }
            Stops::Steps { steps, distances } => {
                let Some(stop) = steps.capture_stop(contact, |d| self.overlaps(d, place)) else {
                    return false;
                };
                distances.iter().any(|d| steps.is_same_stop(*d, stop))
                    && self.passes_none(steps, stop, blockers)
            }
            Stops::Leap(_) | Stops::Area(_) => false,
        }
    }

    /// Whether a ride by steps that stops at `d` passes none of the blockers.
    fn passes_none(&self, steps: &Steps, d: f64, blockers: &[Point]) -> bool {
        let is_passed = |blocker: &Point| {
            let relation = |contact| steps.relation(contact, d, || self.overlaps(d, *blocker));
            self.contact(*blocker).map(relation) == Some(StepContact::Passed)
        };
        !blockers.iter().any(is_passed)
    }

    /// Whether the attacker at the distance `d` overlaps a place.
    fn overlaps(&self, d: f64, place: Point) -> bool {
        self.travel.extent.overlaps(&self.travel.path.pose(d), place, self.epsilon)
    }

    /// Returns the distances at which the attacker overlaps a place.
    fn distances_over(&self, place: Point) -> Spans {
        deeper_along(&self.travel.path, self.travel.extent, place, self.epsilon)
    }

    /// Returns the distance at which the attacker comes into contact with a place.
    fn contact(&self, place: Point) -> Option<f64> {
        contact_along(&self.travel.path, self.travel.extent, place, self.epsilon)
    }

    /// Returns the least distance at which the attacker comes into contact with one of these places.
    fn first_contact(&self, places: &[Point]) -> Option<f64> {
        places.iter().filter_map(|&place| self.contact(place)).reduce(f64::min)
    }

    /// Returns the images of a place near the attacker's path.
    fn images_of_place(&self, place: Point) -> Places {
        let board = &self.travel.position.rules().board;
        if !board.has_seams() {
            return SmallVec::from_slice(&[place]);
        }
        let (place, _) = board.canonical(place);
        let clear = self.travel.extent.outer_radius() + self.epsilon;
        let is_area = matches!(self.stops, Stops::Area(_));
        let is_near = |at: &Point| match self.travel.path {
            Path::Line { .. } if !is_area => self.travel.path.may_come_near(self.travel.limit, *at, clear),
            Path::Line { .. } | Path::Arc { .. } | Path::Turn { .. } => true,
        };
        self.travel.images.iter().map(|isometry| isometry.place(place)).filter(is_near).collect()
    }

    /// Returns the isometries that map the attack to its images in a window, on a board with seams.
    fn isometries_to(&self, window: &AttackWindow) -> Vec<Image> {
        let bounds = match &self.stops {
            Stops::Area(landing) => bounds_of_disc(landing.disc()),
            Stops::Ride { .. } | Stops::Steps { .. } | Stops::Leap(_) => {
                bounds_of_path(&self.travel.path, self.travel.limit)
            }
        };
        let bounds = bounds.grown(self.travel.extent.outer_radius() + self.epsilon);
        window.isometries_of_attack(&self.travel.images, bounds)
    }

    /// Whether the attack may take anything in a window, on a board with seams.
    pub fn comes_to(&self, window: &AttackWindow) -> bool {
        !self.isometries_to(window).is_empty()
    }

    /// Returns the curves in a window that bound the places where the attack takes a target.
    pub fn target_curves_in(&self, window: &AttackWindow) -> Vec<Curve> {
        self.images_of_curves(window, self.target_curves())
    }

    /// Returns the curves in a window that bound the places where an enemy of the attacker blocks the capture of a target.
    pub fn block_curves_in(&self, window: &AttackWindow, target: Point) -> Vec<Curve> {
        self.images_of_curves(window, self.block_curves(target))
    }

    fn images_of_curves(&self, window: &AttackWindow, curves: Vec<Curve>) -> Vec<Curve> {
        if !self.travel.position.rules().board.has_seams() {
            return curves;
        }
        let isometries = self.isometries_to(window);
        work(8 * isometries.len() * curves.len());
        let mut images = Vec::new();
        for isometry in &isometries {
            images.extend(curves.iter().map(|&curve| isometry.curve(curve)));
        }
        images
    }

    /// Returns the curves that bound the places where the attack takes a target.
    fn target_curves(&self) -> Vec<Curve> {
        let mut critical: Vec<f64> = Vec::new();
        match &self.stops {
            Stops::Area(landing) => return landing.cover_curves(),
            Stops::Ride { least, most, holes } => {
                critical.extend([0.0, *least, *most]);
                critical.extend(holes.ends().filter(|d| (0.0..=*most).contains(d)));
            }
            Stops::Steps { steps, distances } => {
                critical.push(0.0);
                critical.extend(distances.iter().flat_map(|d| [*d, steps.before(*d)]));
            }
            Stops::Leap(landings) => critical.extend(landings.ends()),
        }
        self.curves_at(critical)
    }

    /// Returns the curves that bound the places where an enemy of the attacker blocks the capture of a target.
    fn block_curves(&self, target: Point) -> Vec<Curve> {
        if matches!(self.stops, Stops::Area(_) | Stops::Leap(_)) {
            return Vec::new();
        }
        let mut critical = vec![0.0];
        for target in self.images_of_place(target) {
            let contact = self.contact(target);
            match &self.stops {
                Stops::Area(_) | Stops::Leap(_) => {}
                Stops::Ride { least, most, holes } => {
                    if let Some(contact) = contact {
                        critical.push(contact);
                        continue;
                    }
                    let over = overlaps_along(&self.travel.path, self.travel.extent, target, self.epsilon);
                    critical.extend([*least, *most]);
                    critical.extend(holes.ends().chain(over.ends()).filter(|d| (0.0..=*most).contains(d)));
                }
                Stops::Steps { steps, distances } => {
                    let takes_at = |d: f64| {
                        self.overlaps(d, target) || contact.is_some_and(|t| steps.is_same_stop(t, d))
                    };
                    for &d in distances.iter().filter(|d| takes_at(**d)) {
                        critical.extend([d, steps.before(d)]);
                    }
                }
            }
        }
        self.curves_at(critical)
    }

    /// Returns the outlines of the body at these distances, and the sides of its sweep.
    fn curves_at(&self, mut distances: Vec<f64>) -> Vec<Curve> {
        distances.sort_unstable_by(f64::total_cmp);
        distances.dedup();
        let (path, extent) = (&self.travel.path, self.travel.extent);
        let mut out = extent.flanks(path).into_vec();
        out.extend(distances.iter().flat_map(|&d| extent.outline_at(&path.pose(d))));
        work(8 * out.len());
        out
    }

    /// Returns the intervals in which the attacker may stop; none for an area leap.
    pub fn stops(&self) -> Vec<Interval> {
        match &self.stops {
            Stops::Ride { least, most, holes } if least <= most => {
                let within = Spans::from(Interval::closed(*least, *most));
                within.difference(holes, self.epsilon).parts().to_vec()
            }
            Stops::Ride { .. } | Stops::Area(_) => Vec::new(),
            Stops::Leap(landings) => landings.parts().to_vec(),
            Stops::Steps { distances, .. } => distances.iter().map(|&d| Interval::point(d)).collect(),
        }
    }
}

/// Whether no contact forbids a ride by steps to stop at the distance `d`.
fn is_free(travel: &Travel<'_>, steps: &Steps, d: f64) -> bool {
    work(1 + travel.contacts.len());
    travel.contacts.iter().all(|c| match steps.relation(c.distance, d, || travel.overlaps_at(d, c)) {
        StepContact::Beyond | StepContact::AtStop => true,
        StepContact::TakenAlong => c.is_enemy,
        StepContact::Passed => false,
    })
}

/// Whether an open set and a closed set have a distance in common.
fn have_common_distance(open: &Spans, closed: &Spans) -> bool {
    let do_overlap = |a: &Interval, b: &Interval| a.from < b.to && b.from < a.to;
    open.parts().iter().any(|a| closed.parts().iter().any(|b| do_overlap(a, b)))
}
