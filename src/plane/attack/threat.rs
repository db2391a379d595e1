//! The threat of one lane of any piece: the places at which it takes a king, what blocks it, and the curves at which one of
//! these may change.

use super::window::{AttackWindow, bounds, grown};
use crate::budget::work;
use crate::geom::tolerance::FIRST_LOOK;
use crate::geom::{Curve, Image, Interval, Path, Point, Spans, contact_along, deeper_along, overlaps_along};
use crate::plane::lanes::{Landing, Travel};
use crate::plane::position::{PieceId, PlanePosition};
use crate::plane::rules::{Gait, LaneShape, StepContact, Steps};
use crate::variant::Takes;
use smallvec::SmallVec;

/// The distances at which an attacker may stop.
enum Stops {
    /// A ride: at its first contact, from the least to the greatest distance, outside these holes.
    Ride { least: f64, most: f64, holes: Spans },
    /// A ride by steps: at these multiples.
    Steps(Steps, Vec<f64>),
    /// A leap: any landing in these spans; single distances for a leap by steps.
    Leap(Spans),
    /// A leap to any place of a region.
    Area(Box<Landing>),
}

/// Whether a lane may take something within `clear` of a place on an empty board: a cheap conservative filter.
pub fn lane_may_reach(
    position: &PlanePosition,
    attacker: PieceId,
    lane: usize,
    at: Point,
    clear: f64,
) -> bool {
    let (piece, rules) = (position.piece(attacker), position.rules());
    let lane = &position.lanes(attacker)[lane];
    if lane.takes == Takes::Never {
        return false;
    }
    let clear = position.extent(attacker).reach() + clear + FIRST_LOOK + 2.0 * rules.epsilon;
    let most = lane.range_of(piece.moved);
    let near = || match lane.shape {
        LaneShape::Area => at.distance(piece.at) <= most + clear,
        LaneShape::Straight | LaneShape::Arc(_) | LaneShape::Turn(_) => {
            piece.path_along(lane).may_come_near(most, at, clear)
        }
    };
    rules.board.has_seams() || near()
}

/// One lane of one piece as an attack.
pub struct Threat<'a> {
    /// The attacker.
    pub attacker: PieceId,
    /// The index of the lane among those of the attacker's kind.
    lane: usize,
    travel: Travel<'a>,
    stops: Stops,
    epsilon: f64,
}

impl<'a> Threat<'a> {
    /// Computes the attack along a lane. The pieces for which `skip` holds are off the board; the target is one of them.
    pub fn new(
        position: &'a PlanePosition,
        attacker: PieceId,
        lane: usize,
        skip: impl Fn(PieceId) -> bool,
    ) -> Option<Threat<'a>> {
        let index = lane;
        let lane = &position.lanes(attacker)[index];
        if lane.takes == Takes::Never {
            return None;
        }
        let epsilon = position.rules().epsilon;
        let travel = Travel::new(position, attacker, lane, &skip);
        let least = match lane.shape {
            // A turn by 0 takes nothing, because it is not a move.
            LaneShape::Turn(_) => travel.least().1.max(2.0 * epsilon),
            LaneShape::Straight | LaneShape::Arc(_) | LaneShape::Area => travel.least().1,
        };
        let free = |d: &f64| *d >= least - epsilon && travel.may_take_at(*d);
        let stops = match (lane.gait, travel.steps()) {
            _ if lane.shape == LaneShape::Area => {
                Stops::Area(Box::new(Landing::new(position, attacker, lane, skip)))
            }
            (Gait::Ride, None) => {
                let most = travel.contacts().first().map_or(travel.limit(), |m| m.at.min(travel.limit()));
                Stops::Ride { least, most, holes: travel.holes_of_captures() }
            }
            (Gait::Ride, Some(steps)) => {
                let clear = |d: &f64| may_pass(&travel, &steps, *d);
                Stops::Steps(steps, steps.within(travel.limit()).take_while(clear).filter(free).collect())
            }
            (Gait::Leap, None) => {
                let all = Spans::from(Interval::closed(least, travel.limit()));
                Stops::Leap(all.difference(&travel.holes_of_captures(), epsilon))
            }
            (Gait::Leap, Some(steps)) => {
                let landings = steps.within(travel.limit()).filter(free);
                Stops::Leap(Spans::from_sorted(landings.map(Interval::point)))
            }
        };
        Some(Threat { attacker, lane: index, travel, stops, epsilon })
    }

    /// Computes the attack along this lane again, with a different set of pieces off the board.
    pub fn again(&self, skip: impl Fn(PieceId) -> bool) -> Option<Threat<'a>> {
        Threat::new(self.travel.position(), self.attacker, self.lane, skip)
    }

    /// Whether the attack may change if a piece leaves the board.
    pub fn depends_on(&self, id: PieceId) -> bool {
        self.travel.depends_on(id) || self.landing().is_some_and(|landing| landing.depends_on(id))
    }

    /// Whether the attack may take something within `clear` of a place, on a board without seams.
    pub fn may_reach(&self, at: Point, clear: f64) -> bool {
        let clear = self.travel.extent().reach() + clear + FIRST_LOOK + 2.0 * self.epsilon;
        let farthest = match &self.stops {
            Stops::Area(landing) => return at.distance(landing.from()) <= landing.range() + clear,
            Stops::Ride { least, most, .. } => most.max(*least),
            Stops::Leap(free) => free.parts().last().map_or(0.0, |part| part.to),
            Stops::Steps(_, stops) => stops.last().copied().unwrap_or(0.0),
        };
        self.travel.path().may_come_near(farthest, at, clear)
    }

    /// Whether the attack takes a target at `k` while an enemy of the attacker may stand at `block`.
    pub fn takes(&self, k: Point, block: Option<Point>) -> bool {
        let (path, epsilon) = (self.travel.path(), self.epsilon);
        let over = |d: f64, q: Point| self.travel.extent().overlaps(&path.pose(d), q, epsilon);
        let targets = self.seen(k);
        let sides = self.travel.extent().core().len();
        work(8 + self.travel.images().len() + targets.len() * (16 * sides + self.listed_stops()));
        match &self.stops {
            Stops::Area(landing) => targets.iter().any(|&k| landing.covers(k)),
            Stops::Leap(free) => {
                let inside = |&k: &Point| deeper_along(path, self.travel.extent(), k, epsilon);
                targets.iter().any(|k| meet(&inside(k), free))
            }
            Stops::Ride { least, most, holes } => {
                let blocks = block.map(|q| self.seen(q)).unwrap_or_default();
                let shut = blocks.iter().filter_map(|&q| self.contact(q)).reduce(f64::min);
                let lingers = |&k: &Point| {
                    let end = shut.map_or(*most, |t| t.min(*most));
                    let reach = if end >= least - epsilon {
                        Interval::closed(least.min(end), end).into()
                    } else {
                        Spans::none()
                    };
                    let inside = deeper_along(path, self.travel.extent(), k, epsilon);
                    meet(&inside, &reach.difference(holes, epsilon))
                };
                // The attack meets the nearest image of a target.
                let met = |&k: &Point| Some((self.contact(k)?, k));
                let first = targets.iter().filter(|k| !over(0.0, **k)).filter_map(met);
                let first = first.min_by(|a, b| a.0.total_cmp(&b.0));
                targets.iter().filter(|k| over(0.0, **k)).any(lingers)
                    || first.is_some_and(|(t, k)| {
                        let tie = self.travel.tie(k);
                        t <= most + tie
                            && t >= least - epsilon
                            && shut.is_none_or(|s| s >= t - tie)
                            && self.travel.may_take_at(t)
                    })
            }
            Stops::Steps(steps, stops) => {
                let blocks = block.map(|q| self.seen(q)).unwrap_or_default();
                let passed = |q: Point, d: f64| {
                    self.contact(q).is_some_and(|t| steps.meets(t, d, || over(d, q)) == StepContact::Passed)
                };
                let open = |d: f64| !blocks.iter().any(|&q| passed(q, d));
                let lingers = |k: Point| stops.iter().any(|&d| over(d, k) && open(d));
                let met = |&k: &Point| Some((self.contact(k)?, k));
                let first = targets.iter().filter(|k| !over(0.0, **k)).filter_map(met);
                let first = first.min_by(|a, b| a.0.total_cmp(&b.0));
                let stop = first.and_then(|(t, k)| steps.taking(t, |d| over(d, k)));
                targets.iter().any(|&k| over(0.0, k) && lingers(k))
                    || stop.is_some_and(|d| stops.iter().any(|s| steps.same(*s, d)) && open(d))
            }
        }
    }

    /// Returns the number of stops that a search for a target has to test.
    fn listed_stops(&self) -> usize {
        match &self.stops {
            Stops::Steps(_, stops) => stops.len(),
            Stops::Ride { .. } | Stops::Leap(_) | Stops::Area(_) => 1,
        }
    }

    /// Returns the images of a place near the attacker's path.
    pub fn seen(&self, q: Point) -> SmallVec<[Point; 2]> {
        let board = self.travel.board();
        if !board.has_seams() {
            return SmallVec::from_slice(&[q]);
        }
        let q = board.canonical(q).0;
        let clear = self.travel.extent().reach() + self.epsilon;
        let limit = self.travel.limit();
        let near = |at: &Point| match self.travel.path() {
            Path::Line { start, dir } => {
                let v = *at - start.at;
                let along = dir.dot(v);
                self.is_area()
                    || (dir.perp_dot(v).abs() <= clear && along >= -clear && along <= limit + clear)
            }
            Path::Arc { .. } | Path::Turn { .. } => true,
        };
        self.travel.images().iter().map(|image| image.place(q)).filter(near).collect()
    }

    fn is_area(&self) -> bool {
        matches!(self.stops, Stops::Area(_))
    }

    /// Returns the images of the attack that come into a window.
    pub fn views(&self, window: &AttackWindow) -> Vec<Image> {
        if !self.travel.board().has_seams() {
            return vec![Image::IDENTITY];
        }
        let start = self.travel.path().start().at;
        let reach = self.travel.extent().reach() + self.epsilon;
        let bounds = match &self.stops {
            Stops::Area(landing) => grown((start, start), landing.range() + reach),
            Stops::Ride { .. } | Stops::Steps(..) | Stops::Leap(_) => {
                grown(bounds(self.travel.path(), self.travel.limit()), reach)
            }
        };
        window.views(self.travel.images(), bounds)
    }

    /// Whether the attack may take anything in a window.
    pub fn comes_to(&self, window: &AttackWindow) -> bool {
        !self.views(window).is_empty()
    }

    /// Returns the images of curves of the attack in a window.
    pub fn seen_in(&self, window: &AttackWindow, curves: Vec<Curve>) -> Vec<Curve> {
        if !self.travel.board().has_seams() {
            return curves;
        }
        let views = self.views(window);
        work(8 * views.len() * curves.len());
        views.iter().flat_map(|view| curves.iter().map(|&curve| view.curve(curve))).collect()
    }

    fn contact(&self, q: Point) -> Option<f64> {
        contact_along(self.travel.path(), self.travel.extent(), q, self.epsilon)
    }

    /// Returns the curves in a window that bound the places where a target is taken.
    pub fn target_curves_in(&self, window: &AttackWindow) -> Vec<Curve> {
        self.seen_in(window, self.target_curves())
    }

    /// Returns the curves in a window that bound the places where an enemy of the attacker shields a target at `k`.
    pub fn block_curves_in(&self, window: &AttackWindow, k: Point) -> Vec<Curve> {
        self.seen_in(window, self.block_curves(k))
    }

    /// Returns the curves that bound the places where a target is taken.
    fn target_curves(&self) -> Vec<Curve> {
        let mut at: Vec<f64> = Vec::new();
        match &self.stops {
            Stops::Area(landing) => return landing.cover_curves(),
            Stops::Ride { least, most, holes } => {
                at.extend([0.0, *least, *most]);
                at.extend(
                    holes.parts().iter().flat_map(|p| [p.from, p.to]).filter(|d| d <= most && *d >= 0.0),
                );
            }
            Stops::Steps(steps, stops) => {
                at.push(0.0);
                at.extend(stops.iter().flat_map(|d| [*d, steps.before(*d)]));
            }
            Stops::Leap(free) => at.extend(free.parts().iter().flat_map(|p| [p.from, p.to])),
        }
        self.curves(at)
    }

    /// Returns the curves that bound the places where an enemy of the attacker shields a target at `k`.
    fn block_curves(&self, k: Point) -> Vec<Curve> {
        match &self.stops {
            Stops::Area(_) | Stops::Leap(_) => Vec::new(),
            Stops::Ride { .. } | Stops::Steps(..) => {
                let mut at = vec![0.0];
                at.extend(self.seen(k).iter().flat_map(|&k| self.block_stops(k)));
                self.curves(at)
            }
        }
    }

    /// Returns the stops of a ride at which a blocker may begin or cease to shield a target at `k`.
    fn block_stops(&self, k: Point) -> Vec<f64> {
        match &self.stops {
            Stops::Area(_) | Stops::Leap(_) => Vec::new(),
            Stops::Ride { least, most, holes } => {
                if let Some(t) = self.contact(k) {
                    return vec![t];
                }
                let inside = overlaps_along(self.travel.path(), self.travel.extent(), k, self.epsilon);
                let ends = holes.parts().iter().chain(inside.parts()).flat_map(|p| [p.from, p.to]);
                [*least, *most].into_iter().chain(ends.filter(|d| (0.0..=*most).contains(d))).collect()
            }
            Stops::Steps(steps, stops) => {
                let (path, extent) = (self.travel.path(), self.travel.extent());
                let contact = self.contact(k);
                let takes = |d: &&f64| {
                    extent.overlaps(&path.pose(**d), k, self.epsilon)
                        || contact.is_some_and(|t| steps.same(t, **d))
                };
                stops.iter().filter(takes).flat_map(|d| [*d, steps.before(*d)]).collect()
            }
        }
    }

    /// Returns the landings of a leap to any place.
    fn landing(&self) -> Option<&Landing> {
        match &self.stops {
            Stops::Area(landing) => Some(landing),
            Stops::Ride { .. } | Stops::Steps(..) | Stops::Leap(_) => None,
        }
    }

    /// Returns the outlines of the body at these distances, and the sides of its sweep.
    fn curves(&self, mut at: Vec<f64>) -> Vec<Curve> {
        at.sort_unstable_by(f64::total_cmp);
        at.dedup();
        let (path, extent) = (self.travel.path(), self.travel.extent());
        let mut out: Vec<Curve> = extent.flanks(path).into_vec();
        out.extend(at.iter().flat_map(|&d| extent.outline_at(&path.pose(d))));
        work(8 * out.len());
        out
    }

    /// Returns the intervals in which the attacker may stop; none for a leap to any place.
    pub fn stops(&self) -> Vec<Interval> {
        match &self.stops {
            Stops::Ride { least, most, holes } if least <= most => {
                let all = Spans::from(Interval::closed(*least, *most));
                all.difference(holes, self.epsilon).parts().to_vec()
            }
            Stops::Ride { .. } | Stops::Area(_) => Vec::new(),
            Stops::Leap(free) => free.parts().to_vec(),
            Stops::Steps(_, stops) => stops.iter().map(|&d| Interval::point(d)).collect(),
        }
    }

    /// Returns the lane with its path and body.
    pub fn travel(&self) -> &Travel<'a> {
        &self.travel
    }
}

/// Whether no contact forbids a stop by steps.
fn may_pass(travel: &Travel<'_>, steps: &Steps, d: f64) -> bool {
    work(1 + travel.contacts().len());
    travel.contacts().iter().all(|c| match steps.meets(c.at, d, || travel.overlaps_at(d, c)) {
        StepContact::Beyond | StepContact::AtStop => true,
        StepContact::TakenAlong => c.enemy,
        StepContact::Passed => false,
    })
}

fn meet(open: &Spans, closed: &Spans) -> bool {
    let reaches = |a: &Interval, b: &Interval| a.from < b.to && b.from < a.to;
    open.parts().iter().any(|a| closed.parts().iter().any(|b| reaches(a, b)))
}
