//! Mates in one by a leap to any place.
//!
//! The landings are cut into squares until few curves pass through one at which something changes: what the leap takes, whether
//! it gives check, and whether one of the replies that were found is legal. Those curves cut the square into cells. In a cell
//! that gives check and has no reply yet one is sought at a place of it; if there is none, the leap to that place mates.

use super::candidates::Candidate;
use super::mates::{How, Late, is_mate, look, reply_to};
use crate::geom::{Bound, Point, Vec2, cells};
use crate::plane::{Arrival, PieceId, Position, Reply, Survey, Trust, VariedLeap, Way};
use std::cell::Cell;
use std::f64::consts::SQRT_2;

/// A square is cut in four if more curves pass through it, and it is larger than this.
const FEW: usize = 16;
const SMALL: f64 = 1e-3;

/// In a square with half a side no larger than this curves are looked for by numbers that no closed form gives: there two attacks on
/// a king's way come apart, say. A reply then stands for all places of a cell if it is legal at one.
const NARROW: f64 = 2e-3;

/// Replies that are looked at in one square.
const MOST: usize = 1000;

/// So many rows of so many landings are looked at before any reply to them.
const SIGHTED: u32 = 8;

/// The leaps of a piece to any place by each of its lanes, and what becomes of a pawn.
pub fn leaps_of(position: &Position, piece: PieceId) -> impl Iterator<Item = VariedLeap<'_>> {
    let rules = position.rules();
    let areas = position.lanes(piece).iter().enumerate().filter(|(_, lane)| lane.way == Way::Area);
    let is_pawn = rules.kind(position.piece(piece).kind).rule.pawn;
    areas.flat_map(move |(lane, _)| {
        let kinds = rules.promotions().filter(move |_| is_pawn).map(Some);
        kinds.chain([None]).map(move |promotion| VariedLeap::new(position, (piece, lane), promotion))
    })
}

/// A mate at one of a few landings, evenly spread. To look at them takes little time.
pub fn mate_at_sight(leap: &VariedLeap<'_>, how: How<'_>) -> Option<Candidate> {
    let (middle, reach) = leap.disc();
    let share = |i: u32| (2.0 * f64::from(i) + 1.0) / f64::from(SIGHTED) - 1.0;
    let places = (0..SIGHTED * SIGHTED).map(|i| Vec2::new(share(i / SIGHTED), share(i % SIGHTED)));
    let mut places = places.take_while(|_| (how.may_go_on)());
    places.find_map(|v| mate_at(leap, middle + v * reach))
}

/// The leap to a place, if it mates.
fn mate_at(leap: &VariedLeap<'_>, at: Point) -> Option<Candidate> {
    let arrival = leap.arrival(at).filter(|arrival| arrival.after.turn() != leap.turn())?;
    is_mate(&arrival.after).then_some(Candidate { m: leap.to(at), captures: arrival.captures })
}

/// A square with sides along the axes.
#[derive(Clone, Copy)]
pub struct Square {
    middle: Point,
    /// Half a side.
    half: f64,
}

impl Square {
    /// The square about a disc, given by its centre and radius.
    pub fn about((middle, half): (Point, f64)) -> Square {
        Square { middle, half }
    }

    /// Its area.
    pub fn area(&self) -> f64 {
        4.0 * self.half * self.half
    }

    /// The four with sides half as long.
    pub fn quarters(&self) -> [Square; 4] {
        let half = 0.5 * self.half;
        [(-half, -half), (half, -half), (-half, half), (half, half)]
            .map(|(x, y)| Square { middle: self.middle + Vec2::new(x, y), half })
    }

    /// The radius of the disc about it.
    fn reach(&self) -> f64 {
        SQRT_2 * self.half
    }

    /// No two places of that disc are farther apart.
    fn across(&self) -> f64 {
        2.0 * self.reach()
    }

    /// Whether it is so small that curves are looked for by numbers.
    fn is_narrow(&self) -> bool {
        self.half <= NARROW
    }
}

/// What became of the leaps to a square.
pub enum Looked {
    /// One of them mates.
    Mate(Candidate),
    /// None does.
    Answered,
    /// That is to be asked of its quarters.
    TooWide,
}

/// The leaps of a piece that take the same.
pub struct Leaps<'a> {
    leap: VariedLeap<'a>,
    like: Arrival,
    /// Where the leap may begin or cease to be one of these, or to give check.
    curves: Vec<Bound>,
    /// Whether it may do so elsewhere too. Then leaps without a check need a reply as well, but in small squares.
    has_uncharted_checks: bool,
    answers: Vec<Answer>,
}

impl<'a> Leaps<'a> {
    /// Those that take the same, for each of what the leap may take.
    pub fn all_of(leap: VariedLeap<'a>, trust: &Trust) -> impl Iterator<Item = Leaps<'a>> {
        let (borders, arrivals) = leap.cells();
        let has_uncharted_checks = leap.has_uncharted_checks(trust);
        arrivals.into_iter().map(move |like| {
            let curves = borders.iter().copied().chain(leap.curves_of_checks(&like)).collect();
            Leaps { leap, like, curves, has_uncharted_checks, answers: Vec::new() }
        })
    }

    /// Whether one of the leaps to a square gives check and has no reply.
    pub fn unanswered(&mut self, square: Square, how: How<'_>) -> Result<Looked, Late> {
        look(how)?;
        if let Some(mate) = mate_at(&self.leap, square.middle) {
            return Ok(Looked::Mate(mate));
        }
        let Square { middle, half } = square;
        let near = |curve: &&Bound| curve.comes_near(middle, square.reach());
        let mut curves: Vec<Bound> = self.curves.iter().filter(near).copied().collect();
        if self.has_uncharted_checks && square.is_narrow() {
            let found = self.leap.check_curves_by_numbers(&self.like, (middle, half));
            curves.extend(found.into_iter().map(Bound::from));
        }
        let mut replies: Vec<Known> = Vec::new();
        for _ in 0..MOST {
            if curves.len() > FEW && half > SMALL {
                return Ok(Looked::TooWide);
            }
            let is_open = |at: Point| {
                let is_within = (how.may_go_on)() && at.distance(middle) <= square.reach();
                (is_within && self.is_open(at, square, &replies, how.trust)).then_some(())
            };
            let at = if curves.is_empty() {
                is_open(middle).map(|()| middle)
            } else {
                cells(&curves, middle, square.reach(), is_open).first().map(|cell| cell.sample)
            };
            look(how)?;
            let Some(arrival) = at.and_then(|at| self.leap.arrival(at)) else { break };
            let (index, is_sure) = match self.reply(&arrival, square, how.trust) {
                Found::Legal { index, is_sure } => (index, is_sure),
                Found::Unsure => return Ok(Looked::TooWide),
                Found::None => {
                    let not_mate = match self.has_uncharted_checks && !square.is_narrow() {
                        true => Looked::TooWide,
                        false => Looked::Answered,
                    };
                    return Ok(mate_at(&self.leap, arrival.at).map_or(not_mate, Looked::Mate));
                }
            };
            let Answer { reply, curves: known, .. } = &self.answers[index];
            curves.extend(known.iter().filter(near).copied());
            if !is_sure {
                let found = self.leap.curves_by_numbers(&arrival, reply, (middle, half));
                curves.extend(found.into_iter().map(Bound::from));
            }
            replies.push(Known { index, by_numbers: !is_sure });
        }
        Ok(Looked::Answered)
    }

    /// Whether the leap to a place is one of these, gives check, and none of these replies is known to be legal.
    fn is_open(&self, at: Point, square: Square, replies: &[Known], trust: &Trust) -> bool {
        let Some(arrival) = self.leap.arrival(at).filter(|arrival| arrival.is_like(&self.like)) else {
            return false;
        };
        let answers = |known: &Known| {
            let answer = &self.answers[known.index];
            if known.by_numbers {
                arrival.allows(&answer.reply)
            } else {
                answer.is_sure(&arrival, square.across(), trust)
            }
        };
        arrival.after.turn() != self.leap.turn()
            && ((self.has_uncharted_checks && !square.is_narrow()) || Survey::new(&arrival.after).in_check())
            && !replies.iter().any(answers)
    }

    /// A legal reply: one that is known, a sure one first, or a new one.
    fn reply(&mut self, arrival: &Arrival, square: Square, trust: &Trust) -> Found {
        let known = |holds: &dyn Fn(&Answer) -> bool| self.answers.iter().rposition(holds);
        if let Some(index) = known(&|answer| answer.is_sure(arrival, square.across(), trust)) {
            return Found::Legal { index, is_sure: true };
        }
        let legal = known(&|answer| square.is_narrow() && arrival.allows(&answer.reply));
        if let Some(index) = legal {
            return Found::Legal { index, is_sure: false };
        }
        let Some(reply) = reply_to(&arrival.after, |span| arrival.reply(span)) else { return Found::None };
        let room = if arrival.allows_alike(&reply) { arrival.room(&reply, trust) } else { 0.0 };
        let is_sure = room > square.across();
        if !is_sure && !square.is_narrow() {
            return Found::Unsure;
        }
        let curves = self.leap.curves_of_reply(arrival, &reply);
        self.answers.push(Answer { reply, curves, room: Cell::new((arrival.at, room)) });
        Found::Legal { index: self.answers.len() - 1, is_sure }
    }
}

/// What is known of the replies to a leap.
enum Found {
    /// One is legal, by its index, and whether it is sure in all of the square.
    Legal { index: usize, is_sure: bool },
    /// None is sure in all of the square.
    Unsure,
    /// None is legal.
    None,
}

/// A reply that has been found.
struct Answer {
    reply: Reply,
    /// The curves at which it may cease to be legal.
    curves: Vec<Bound>,
    /// A place, and how far from there it is sure between these curves.
    room: Cell<(Point, f64)>,
}

impl Answer {
    /// Whether it answers a leap and all those as near to it as this, between the curves.
    fn is_sure(&self, arrival: &Arrival, reach: f64, trust: &Trust) -> bool {
        let (at, room) = self.room.get();
        // Each step from there may add as much to the room; past one of the curves it may take more.
        if room + at.distance(arrival.at) <= reach || !arrival.allows_alike(&self.reply) {
            return false;
        }
        let room = arrival.room(&self.reply, trust);
        self.room.set((arrival.at, room));
        room > reach
    }
}

/// A reply that answers leaps of a square, by its index.
struct Known {
    index: usize,
    /// Whether some of the curves at which it ceases to be legal were found by numbers.
    by_numbers: bool,
}
