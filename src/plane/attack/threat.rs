//! The threat of one lane of any piece: the places at which it takes a king, what blocks it, and the curves at which one of
//! these may change.

use super::window::{AttackWindow, bounds};
use crate::budget::work;
use crate::geom::tolerance::FIRST_LOOK;
use crate::geom::{
    Bounds, Curve, Image, Interval, Path, Point, Spans, contact_along, deeper_along, overlaps_along,
};
use crate::plane::lanes::{Landing, Travel};
use crate::plane::position::{PieceId, PieceLane, PlanePosition};
use crate::plane::rules::{Gait, LaneShape, StepContact, Steps};
use crate::variant::Takes;
use smallvec::SmallVec;

/// The distances at which an attacker may stop.
enum Stops<'a> {
    /// A ride: at its first contact, from the least to the greatest distance, outside these holes.
    Ride { least: f64, most: f64, holes: Spans },
    /// A ride by steps: at these multiples of a step.
    Steps { steps: Steps, at: Vec<f64> },
    /// A leap: any landing in these spans; single distances for a leap by steps.
    Leap(Spans),
    /// An area leap.
    Area(Box<Landing<'a>>),
}

/// Whether a lane may take something within `clear` of a place on an empty board: a conservative filter.
pub fn lane_may_reach(position: &PlanePosition, of: PieceLane, at: Point, clear: f64) -> bool {
    let (piece, rules) = (position.piece(of.piece), position.rules());
    let lane = &position.lanes(of.piece)[of.lane];
    if lane.takes == Takes::Never {
        return false;
    }
    if rules.board.has_seams() {
        return true;
    }
    let clear = position.extent(of.piece).reach() + clear + FIRST_LOOK + 2.0 * rules.epsilon;
    let most = lane.range_of(piece.moved);
    match lane.shape {
        LaneShape::Area => at.distance(piece.at) <= most + clear,
        LaneShape::Straight | LaneShape::Arc(_) | LaneShape::Turn(_) => {
            piece.path_along(lane).may_come_near(most, at, clear)
        }
    }
}

/// One lane of one piece as an attack.
pub struct Threat<'a> {
    /// The attacker.
    pub attacker: PieceId,
    /// The index of the lane among those of the attacker's kind.
    lane: usize,
    /// The lane with its path and body.
    pub travel: Travel<'a>,
    stops: Stops<'a>,
    epsilon: f64,
}

/// The image of a target that a ride meets, and the contact distance.
struct MetTarget {
    place: Point,
    at: f64,
}

impl<'a> Threat<'a> {
    /// Computes the attack along a lane. The pieces for which `skip` holds are off the board; the target is one of them.
    pub fn new(
        position: &'a PlanePosition,
        of: PieceLane,
        skip: impl Fn(PieceId) -> bool,
    ) -> Option<Threat<'a>> {
        let PieceLane { piece: attacker, lane: index } = of;
        let lane = &position.lanes(attacker)[index];
        if lane.takes == Takes::Never {
            return None;
        }
        let epsilon = position.rules().epsilon;
        let travel = Travel::new(position, attacker, lane, &skip);
        let least = match lane.shape {
            // A turn by 0 takes nothing, because it is not a move.
            LaneShape::Turn(_) => travel.least.capture.max(2.0 * epsilon),
            LaneShape::Straight | LaneShape::Arc(_) | LaneShape::Area => travel.least.capture,
        };
        let is_stop = |d: &f64| *d >= least - epsilon && travel.may_take_at(*d);
        let stops = match (lane.gait, travel.steps) {
            _ if lane.shape == LaneShape::Area => {
                Stops::Area(Box::new(Landing::new(position, attacker, lane, skip)))
            }
            (Gait::Ride, None) => {
                let most = travel.contacts.first().map_or(travel.limit, |m| m.at.min(travel.limit));
                Stops::Ride { least, most, holes: travel.holes_of_captures() }
            }
            (Gait::Ride, Some(steps)) => {
                let free = steps.within(travel.limit).take_while(|d| may_pass(&travel, &steps, *d));
                Stops::Steps { steps, at: free.filter(is_stop).collect() }
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
        Some(Threat { attacker, lane: index, travel, stops, epsilon })
    }

    /// Computes the attack along this lane again, with a different set of pieces off the board.
    pub fn again(&self, skip: impl Fn(PieceId) -> bool) -> Option<Threat<'a>> {
        Threat::new(self.travel.position, PieceLane { piece: self.attacker, lane: self.lane }, skip)
    }

    /// Whether the attack may change if a piece leaves the board.
    pub fn depends_on(&self, id: PieceId) -> bool {
        let is_in_landings = match &self.stops {
            Stops::Area(landing) => landing.depends_on(id),
            Stops::Ride { .. } | Stops::Steps { .. } | Stops::Leap(_) => false,
        };
        is_in_landings || self.travel.depends_on(id)
    }

    /// Whether the attack may take something within `clear` of a place, on a board without seams.
    pub fn may_reach(&self, at: Point, clear: f64) -> bool {
        let clear = self.travel.extent.reach() + clear + FIRST_LOOK + 2.0 * self.epsilon;
        let farthest = match &self.stops {
            Stops::Area(landing) => {
                let disc = landing.disc();
                return at.distance(disc.centre) <= disc.radius + clear;
            }
            Stops::Ride { least, most, .. } => most.max(*least),
            Stops::Leap(free) => free.parts().last().map_or(0.0, |part| part.to),
            Stops::Steps { at, .. } => at.last().copied().unwrap_or(0.0),
        };
        self.travel.path.may_come_near(farthest, at, clear)
    }

    /// Whether the attack takes a target at a place while an enemy of the attacker may stand at `block`.
    pub fn takes(&self, target: Point, block: Option<Point>) -> bool {
        let targets = self.seen(target);
        let listed_stops = if let Stops::Steps { at, .. } = &self.stops { at.len() } else { 1 };
        let sides = self.travel.extent.core().len();
        work(8 + self.travel.images.len() + targets.len() * (16 * sides + listed_stops));
        match &self.stops {
            Stops::Area(landing) => targets.iter().any(|&k| landing.covers(k)),
            Stops::Leap(free) => targets.iter().any(|&k| meet(&self.over(k), free)),
            Stops::Ride { .. } | Stops::Steps { .. } => {
                let blocks = block.map(|q| self.seen(q)).unwrap_or_default();
                targets.iter().any(|&k| self.overlaps(0.0, k) && self.takes_overlapped(k, &blocks))
                    || self.first_met(&targets).is_some_and(|met| self.takes_met(&met, &blocks))
            }
        }
    }

    /// Whether a ride takes a target that it overlaps at its start, which gives no contact.
    fn takes_overlapped(&self, target: Point, blocks: &[Point]) -> bool {
        match &self.stops {
            Stops::Ride { least, most, holes } => {
                let end = self.first_contact(blocks).map_or(*most, |shut| shut.min(*most));
                if end < least - self.epsilon {
                    return false;
                }
                let reach = Spans::from(Interval::closed(least.min(end), end));
                meet(&self.over(target), &reach.difference(holes, self.epsilon))
            }
            Stops::Steps { steps, at } => {
                at.iter().any(|&d| self.overlaps(d, target) && self.is_open(steps, d, blocks))
            }
            Stops::Leap(_) | Stops::Area(_) => false,
        }
    }

    /// Returns the nearest image of a target that the ride meets. Images that it overlaps at its start are left out.
    fn first_met(&self, targets: &[Point]) -> Option<MetTarget> {
        let ahead = targets.iter().filter(|k| !self.overlaps(0.0, **k));
        let met = ahead.filter_map(|&place| Some(MetTarget { place, at: self.contact(place)? }));
        met.min_by(|a, b| a.at.total_cmp(&b.at))
    }

    /// Whether a ride takes the target that it meets first.
    fn takes_met(&self, &MetTarget { place, at }: &MetTarget, blocks: &[Point]) -> bool {
        match &self.stops {
            Stops::Ride { least, most, .. } => {
                let tie = self.travel.tie(place);
                at <= most + tie
                    && at >= least - self.epsilon
                    && self.first_contact(blocks).is_none_or(|shut| shut >= at - tie)
                    && self.travel.may_take_at(at)
            }
            Stops::Steps { steps, at: stops } => {
                let stop = steps.taking(at, |d| self.overlaps(d, place));
                stop.is_some_and(|d| {
                    stops.iter().any(|s| steps.same(*s, d)) && self.is_open(steps, d, blocks)
                })
            }
            Stops::Leap(_) | Stops::Area(_) => false,
        }
    }

    /// Whether a ride by steps may stop at `d` without passing one of the blockers.
    fn is_open(&self, steps: &Steps, d: f64, blocks: &[Point]) -> bool {
        !blocks.iter().any(|&q| {
            self.contact(q).is_some_and(|t| steps.meets(t, d, || self.overlaps(d, q)) == StepContact::Passed)
        })
    }

    fn overlaps(&self, d: f64, q: Point) -> bool {
        self.travel.extent.overlaps(&self.travel.path.pose(d), q, self.epsilon)
    }

    /// Returns the distances at which the attacker is over a place.
    fn over(&self, q: Point) -> Spans {
        deeper_along(&self.travel.path, self.travel.extent, q, self.epsilon)
    }

    fn contact(&self, q: Point) -> Option<f64> {
        contact_along(&self.travel.path, self.travel.extent, q, self.epsilon)
    }

    fn first_contact(&self, places: &[Point]) -> Option<f64> {
        places.iter().filter_map(|&q| self.contact(q)).reduce(f64::min)
    }

    /// Returns the images of a place near the attacker's path.
    fn seen(&self, q: Point) -> SmallVec<[Point; 2]> {
        let board = &self.travel.position.rules().board;
        if !board.has_seams() {
            return SmallVec::from_slice(&[q]);
        }
        let q = board.canonical(q).0;
        let clear = self.travel.extent.reach() + self.epsilon;
        let is_area = matches!(self.stops, Stops::Area(_));
        let near = |at: &Point| match self.travel.path {
            Path::Line { .. } if !is_area => self.travel.path.may_come_near(self.travel.limit, *at, clear),
            Path::Line { .. } | Path::Arc { .. } | Path::Turn { .. } => true,
        };
        self.travel.images.iter().map(|image| image.place(q)).filter(near).collect()
    }

    /// Returns the images of the attack that come into a window.
    fn views(&self, window: &AttackWindow) -> Vec<Image> {
        if !self.travel.position.rules().board.has_seams() {
            return vec![Image::IDENTITY];
        }
        let bounds = match &self.stops {
            Stops::Area(landing) => {
                let disc = landing.disc();
                Bounds::around(disc.centre, disc.centre).grown(disc.radius)
            }
            Stops::Ride { .. } | Stops::Steps { .. } | Stops::Leap(_) => {
                bounds(&self.travel.path, self.travel.limit)
            }
        };
        window.views(&self.travel.images, bounds.grown(self.travel.extent.reach() + self.epsilon))
    }

    /// Whether the attack may take anything in a window.
    pub fn comes_to(&self, window: &AttackWindow) -> bool {
        !self.views(window).is_empty()
    }

    /// Returns the curves in a window that bound the places where a target is taken.
    pub fn target_curves_in(&self, window: &AttackWindow) -> Vec<Curve> {
        self.images_in(window, self.target_curves())
    }

    /// Returns the curves in a window that bound the places where an enemy of the attacker shields a target.
    pub fn block_curves_in(&self, window: &AttackWindow, target: Point) -> Vec<Curve> {
        self.images_in(window, self.block_curves(target))
    }

    /// Returns the images of curves of the attack in a window.
    fn images_in(&self, window: &AttackWindow, curves: Vec<Curve>) -> Vec<Curve> {
        if !self.travel.position.rules().board.has_seams() {
            return curves;
        }
        let views = self.views(window);
        work(8 * views.len() * curves.len());
        views.iter().flat_map(|view| curves.iter().map(|&curve| view.curve(curve))).collect()
    }

    /// Returns the curves that bound the places where a target is taken.
    fn target_curves(&self) -> Vec<Curve> {
        let mut at: Vec<f64> = Vec::new();
        match &self.stops {
            Stops::Area(landing) => return landing.cover_curves(),
            Stops::Ride { least, most, holes } => {
                at.extend([0.0, *least, *most]);
                at.extend(holes.ends().filter(|d| (0.0..=*most).contains(d)));
            }
            Stops::Steps { steps, at: stops } => {
                at.push(0.0);
                at.extend(stops.iter().flat_map(|d| [*d, steps.before(*d)]));
            }
            Stops::Leap(free) => at.extend(free.ends()),
        }
        self.curves(at)
    }

    /// Returns the curves that bound the places where an enemy of the attacker shields a target.
    fn block_curves(&self, target: Point) -> Vec<Curve> {
        if matches!(self.stops, Stops::Area(_) | Stops::Leap(_)) {
            return Vec::new();
        }
        let mut at = vec![0.0];
        for k in self.seen(target) {
            let contact = self.contact(k);
            match &self.stops {
                Stops::Area(_) | Stops::Leap(_) => {}
                Stops::Ride { least, most, holes } => {
                    if let Some(contact) = contact {
                        at.push(contact);
                        continue;
                    }
                    let over = overlaps_along(&self.travel.path, self.travel.extent, k, self.epsilon);
                    at.extend([*least, *most]);
                    at.extend(holes.ends().chain(over.ends()).filter(|d| (0.0..=*most).contains(d)));
                }
                Stops::Steps { steps, at: stops } => {
                    let takes = |d: f64| self.overlaps(d, k) || contact.is_some_and(|t| steps.same(t, d));
                    at.extend(stops.iter().filter(|d| takes(**d)).flat_map(|d| [*d, steps.before(*d)]));
                }
            }
        }
        self.curves(at)
    }

    /// Returns the outlines of the body at these distances, and the sides of its sweep.
    fn curves(&self, mut at: Vec<f64>) -> Vec<Curve> {
        at.sort_unstable_by(f64::total_cmp);
        at.dedup();
        let (path, extent) = (&self.travel.path, self.travel.extent);
        let mut out: Vec<Curve> = extent.flanks(path).into_vec();
        out.extend(at.iter().flat_map(|&d| extent.outline_at(&path.pose(d))));
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
            Stops::Leap(free) => free.parts().to_vec(),
            Stops::Steps { at, .. } => at.iter().map(|&d| Interval::point(d)).collect(),
        }
    }
}

/// Whether no contact forbids a stop by steps.
fn may_pass(travel: &Travel<'_>, steps: &Steps, d: f64) -> bool {
    work(1 + travel.contacts.len());
    travel.contacts.iter().all(|c| match steps.meets(c.at, d, || travel.overlaps_at(d, c)) {
        StepContact::Beyond | StepContact::AtStop => true,
        StepContact::TakenAlong => c.is_enemy,
        StepContact::Passed => false,
    })
}

/// Whether an open set and a closed set have a distance in common.
fn meet(open: &Spans, closed: &Spans) -> bool {
    let overlap = |a: &Interval, b: &Interval| a.from < b.to && b.from < a.to;
    open.parts().iter().any(|a| closed.parts().iter().any(|b| overlap(a, b)))
}
