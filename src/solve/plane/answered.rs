//! The exact set of replies, within a stretch, that an answer mates.
//!
//! The parameter is the distance s of the reply. Two pieces move with it: the one that replied, and the one that answers at
//! `at + by * s`. Both move in lines, so `family` decides these positions like any other.

use super::family::{Decided, Family, Leg};
use super::linear_move::LinearMove;
use super::span_moves::SpanMoves;
use crate::geom::{Interval, Vec2};
use crate::plane::{PieceId, PieceIds, PlanePosition};
use crate::solve::stipulation::Goal;

impl SpanMoves<'_> {
    /// Returns exactly which of these replies, within a stretch, an answer mates.
    pub fn mated_by(&self, answer: &LinearMove, part: Interval) -> Decided {
        // The closed forms are those of discs on straight lanes.
        let rules = self.position.rules();
        let mut kinds = self.position.pieces().iter().map(|piece| piece.kind);
        let are_discs = kinds.all(|kind| rules.kind(kind).plain)
            && [self.promotion, answer.promotion].into_iter().flatten().all(|kind| rules.kind(kind).plain);
        if !part.is_point() && !are_discs {
            return Decided::unknown(part);
        }
        let after = self.family();
        // All replies of a span change the count of quiet moves alike.
        if (after.at)(part.from).allows_no_move() {
            return Decided::default();
        }
        let Ok(legal) = after.legal(answer, part) else { return Decided::unknown(part) };
        let mut out = Decided::default();
        for (stretch, captures) in &legal {
            out.add(both(&after, answer, captures, *stretch).reaching(Goal::Mate, *stretch));
        }
        out
    }
}

/// Returns the positions after a reply and its answer, whose captures are constant. On a board with seams both paths are cut
/// where they cross one; between two cuts each is a line on one image of the board.
fn both<'a>(
    after: &'a Family<'a>,
    answer: &'a LinearMove,
    captures: &'a PieceIds,
    part: Interval,
) -> Family<'a> {
    let sample = (after.at)(part.from.midpoint(part.to));
    let left = |id: PieceId| (!captures.contains(&id)).then_some(id.without(captures));
    let moved = |(id, by): (PieceId, Vec2)| Some((left(id)?, by));
    let answer_legs = answer_legs(&sample, answer, part);
    let mut legs = Vec::new();
    for leg in &after.legs {
        for answering in &answer_legs {
            let (from, to) = (leg.from.max(answering.from), leg.to.min(answering.to));
            if from < to {
                let moving = [leg.moving[0].and_then(moved), answering.moving[0].and_then(moved)];
                legs.push(Leg { from, to, moving });
            }
        }
    }
    Family { at: Box::new(move |s| (after.at)(s).after_legal(answer.at(s), captures)), legs }
}

/// Returns the legs of an answering piece: on each of them the answer ends on one image of the board.
fn answer_legs(position: &PlanePosition, answer: &LinearMove, part: Interval) -> Vec<Leg> {
    let path = position.path(answer.piece, answer.lane);
    let ends = [part.from, part.to].map(|t| answer.distance(t));
    if ends[0] == ends[1] {
        return vec![Leg { from: f64::NEG_INFINITY, to: f64::INFINITY, moving: [None; 2] }];
    }
    let whole = Interval::closed(ends[0].min(ends[1]), ends[0].max(ends[1]));
    let cut = Leg::along(&position.rules().board, &path, whole, answer.piece);
    let last = cut.len() - 1;
    let leg_of = |(i, Leg { from, to, moving }): (usize, Leg)| {
        // The first and the last are unbounded: up to rounding their ends are those of the part.
        let low = if i == 0 { f64::NEG_INFINITY } else { from };
        let high = if i == last { f64::INFINITY } else { to };
        let at = |distance: f64| (distance - answer.start) / answer.by;
        let (from, to) = if answer.by > 0.0 { (at(low), at(high)) } else { (at(high), at(low)) };
        Leg { from, to, moving: [moving[0].map(|(piece, dir)| (piece, dir * answer.by)), None] }
    };
    cut.into_iter().enumerate().map(leg_of).collect()
}
