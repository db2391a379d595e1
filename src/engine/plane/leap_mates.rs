//! Mates in one by a leap to any place.
//!
//! The landings are cut into squares until few curves pass through one at which something changes: what the leap takes, whether
//! it gives check, and whether one of the replies that were found is legal. Those curves cut the square into cells. In a cell
//! that gives check and has no reply yet one is sought at a place of it; if there is none, the leap to that place mates.

use super::candidates::Candidate;
use super::mates::{How, Late, is_mate, look, reply_to};
use crate::geom::{Bound, Point, Vec2, cells};
use crate::plane::{Arrival, PieceId, Position, Reply, Survey, Trust, VariedLeap, Way};
use std::f64::consts::SQRT_2;

/// A square is cut in four if more curves pass through it, and it is larger than this.
const FEW: usize = 16;
const SMALL: f64 = 1e-3;

/// In a square with half a side no larger than this curves are looked for by numbers that no closed form gives: there two attacks on
/// a king's way come apart, say. A reply then stands for all places of a cell if it is legal at one.
const NARROW: f64 = 2e-3;

/// Replies that are looked at in one square.
const MOST: usize = 1000;

/// A mating leap of a piece to any place.
pub fn mate_by_leap(position: &Position, piece: PieceId, how: How<'_>) -> Result<Option<Candidate>, Late> {
    let rules = position.rules();
    let areas = position.lanes(piece).iter().enumerate().filter(|(_, lane)| lane.way == Way::Area);
    let is_pawn = rules.kind(position.piece(piece).kind).rule.pawn;
    for (lane, _) in areas {
        let kinds = rules.promotions().filter(|_| is_pawn).map(Some);
        for promotion in kinds.chain([None]) {
            let leap = VariedLeap::new(position, (piece, lane), promotion);
            if !leap.may_give_check() {
                continue;
            }
            let ((middle, reach), (borders, arrivals)) = (leap.disc(), leap.cells());
            for like in &arrivals {
                let curves = borders.iter().copied().chain(leap.curves_of_checks(like)).collect();
                let mut squares = Squares {
                    leap: &leap,
                    like,
                    how,
                    curves,
                    has_uncharted_checks: leap.has_uncharted_checks(how.trust),
                    answers: Vec::new(),
                };
                if let Some(at) = squares.unanswered(middle, reach)? {
                    return Ok(Some(Candidate { m: leap.to(at), captures: like.captures.clone() }));
                }
            }
        }
    }
    Ok(None)
}

/// The leaps of a piece that take the same.
struct Squares<'l, 'a> {
    leap: &'l VariedLeap<'a>,
    like: &'l Arrival,
    how: How<'l>,
    /// Where the leap may begin or cease to be one of these, or to give check.
    curves: Vec<Bound>,
    /// Whether it may do so elsewhere too. Then leaps without a check need a reply as well, but in small squares.
    has_uncharted_checks: bool,
    /// Replies, and the curves at which each may cease to be legal.
    answers: Vec<(Reply, Vec<Bound>)>,
}

impl Squares<'_, '_> {
    /// A place in a square from which the leap gives check and has no reply.
    fn unanswered(&mut self, middle: Point, half: f64) -> Result<Option<Point>, Late> {
        let reach = half * SQRT_2;
        let near = |curve: &&Bound| curve.comes_near(middle, reach);
        let mut curves: Vec<Bound> = self.curves.iter().filter(near).copied().collect();
        if self.has_uncharted_checks && half <= NARROW {
            curves.extend(
                self.leap.check_curves_by_numbers(self.like, (middle, half)).into_iter().map(Bound::from),
            );
        }
        let mut replies: Vec<Known> = Vec::new();
        for _ in 0..MOST {
            if curves.len() > FEW && half > SMALL {
                return self.in_quarters(middle, half);
            }
            let is_open = |at: Point| {
                let is_within = (self.how.may_go_on)() && at.distance(middle) <= reach;
                (is_within && self.is_open(at, half, &replies)).then_some(())
            };
            let at = if curves.is_empty() {
                is_open(middle).map(|()| middle)
            } else {
                cells(&curves, middle, reach, is_open).first().map(|cell| cell.sample)
            };
            look(self.how)?;
            let Some(arrival) = at.and_then(|at| self.leap.arrival(at)) else { break };
            let Some(index) = self.reply(&arrival, half) else {
                let is_mate = is_mate(&arrival.after);
                if !is_mate && self.has_uncharted_checks && half > NARROW {
                    return self.in_quarters(middle, half);
                }
                return Ok(is_mate.then_some(arrival.at));
            };
            let (reply, known) = &self.answers[index];
            let is_sure = is_sure(&arrival, reply, half, self.how.trust);
            if !is_sure && half > NARROW {
                return self.in_quarters(middle, half);
            }
            curves.extend(known.iter().filter(near).copied());
            if !is_sure {
                let found = self.leap.curves_by_numbers(&arrival, reply, (middle, half));
                curves.extend(found.into_iter().map(Bound::from));
            }
            replies.push(Known { index, by_numbers: !is_sure });
        }
        Ok(None)
    }

    fn in_quarters(&mut self, middle: Point, half: f64) -> Result<Option<Point>, Late> {
        let half = 0.5 * half;
        for (x, y) in [(-half, -half), (half, -half), (-half, half), (half, half)] {
            let found = self.unanswered(middle + Vec2::new(x, y), half)?;
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    /// Whether the leap to a place is one of these, gives check, and none of these replies is known to be legal.
    fn is_open(&self, at: Point, half: f64, replies: &[Known]) -> bool {
        let Some(arrival) = self.leap.arrival(at).filter(|arrival| arrival.is_like(self.like)) else {
            return false;
        };
        let answers = |known: &Known| {
            let reply = &self.answers[known.index].0;
            if known.by_numbers {
                arrival.allows(reply)
            } else {
                is_sure(&arrival, reply, half, self.how.trust)
            }
        };
        arrival.after.turn() != self.leap.turn()
            && ((self.has_uncharted_checks && half > NARROW) || Survey::new(&arrival.after).in_check())
            && !replies.iter().any(answers)
    }

    /// A legal reply by its index: one that is known, a sure one first, or a new one.
    fn reply(&mut self, arrival: &Arrival, half: f64) -> Option<usize> {
        let known = |holds: &dyn Fn(&Reply) -> bool| self.answers.iter().position(|(reply, _)| holds(reply));
        let found = known(&|reply| is_sure(arrival, reply, half, self.how.trust))
            .or_else(|| known(&|reply| half <= NARROW && arrival.allows(reply)));
        if found.is_some() {
            return found;
        }
        let reply = reply_to(&arrival.after, |span| arrival.reply(span))?;
        let curves = self.leap.curves_of_reply(arrival, &reply);
        self.answers.push((reply, curves));
        Some(self.answers.len() - 1)
    }
}

/// A reply that answers leaps of a square, by its index.
struct Known {
    index: usize,
    /// Whether some of the curves at which it ceases to be legal were found by numbers.
    by_numbers: bool,
}

/// Whether a reply answers a leap and all those beside it, in a square of this size.
fn is_sure(arrival: &Arrival, reply: &Reply, half: f64, trust: &Trust) -> bool {
    arrival.surely_allows(reply, 2.0 * SQRT_2 * half, trust)
}
