//! A stretch of replies, and exactly which of them an answer mates.
//!
//! The parameter is the distance s of the reply. Two pieces move with it: the one that replied, and the one that
//! answers at `at + by * s`. Both go straight, so the sets of distances are those of every other family.

use super::family::{Decided, Family, Leg};
use super::keys::family;
use crate::geom::{Interval, Path, Spans, Vec2};
use crate::plane::{Few, KindId, Move, PieceId, Position, Span};
use crate::solve::stipulation::Goal;

/// A move whose distance changes evenly with a parameter.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Line {
    /// Who moves.
    pub piece: PieceId,
    /// Along which lane.
    pub lane: usize,
    /// What a pawn becomes.
    pub promotion: Option<KindId>,
    /// The distance where the parameter is 0.
    pub start: f64,
    /// More for each unit of the parameter.
    pub by: f64,
}

impl Line {
    /// The distance at a parameter.
    pub fn distance(&self, t: f64) -> f64 {
        self.start + self.by * t
    }

    /// The move at a parameter.
    pub fn at(&self, t: f64) -> Move {
        Move { promotion: self.promotion, ..Move::along(self.piece, self.lane, self.distance(t)) }
    }
}

/// The replies of one span of a legal set.
pub struct Replies<'a> {
    position: &'a Position,
    span: &'a Span,
    promotion: Option<KindId>,
}

impl<'a> Replies<'a> {
    /// The replies of a span of the position's legal set; a pawn that promotes becomes a piece of this kind.
    pub fn new(position: &'a Position, span: &'a Span, promotion: Option<KindId>) -> Replies<'a> {
        Replies { position, span, promotion }
    }

    /// The reply of a distance.
    pub fn reply(&self, s: f64) -> Option<Move> {
        let along = self.position.move_by(self.span.piece, self.span.lane, s)?;
        Some(Move { promotion: self.promotion, ..along })
    }

    /// The position after the reply of a distance.
    pub fn after(&self, s: f64) -> Option<Position> {
        Some(self.position.after_legal(self.reply(s)?, &self.span.captures))
    }

    /// The same by the judge; a reply that it does not take at the tolerance of an end is made as the legal set has it.
    pub fn played(&self, s: f64) -> Option<Position> {
        let mut after = self.position.clone();
        match after.play(self.reply(s)?) {
            Ok(_) => Some(after),
            Err(_) => self.after(s),
        }
    }

    /// Exactly which replies of a stretch an answer mates.
    pub fn mated_by(&self, answer: &Line, part: Interval) -> Decided {
        // Forms are those of discs on straight lanes.
        if !part.is_point() && !self.position.is_plain() {
            return Decided::unknown(part);
        }
        let after = family(self.position, self.span, self.promotion);
        let Ok(legal) = after.legal(answer, part) else { return Decided::unknown(part) };
        let mut out = Decided { reached: Spans::none(), undecided: Vec::new() };
        for (stretch, captures) in &legal {
            let found = both(&after, answer, captures, *stretch).reaching(Goal::Mate, *stretch);
            out.reached = out.reached.union(&found.reached, 0.0);
            out.undecided.extend(found.undecided);
        }
        out
    }
}

/// The positions after a reply and its answer, which takes the same pieces all along.
fn both<'a>(after: &'a Family<'a>, answer: &'a Line, captures: &'a Few, part: Interval) -> Family<'a> {
    let sample = (after.at)(part.from.midpoint(part.to));
    let by = match sample.path(answer.piece, answer.lane) {
        Path::Line { dir, .. } => dir * answer.by,
        Path::Arc { .. } | Path::Turn { .. } => Vec2::ZERO,
    };
    let left = |id: PieceId| {
        let before = captures.iter().filter(|taken| **taken < id).count() as u32;
        (!captures.contains(&id)).then_some(PieceId(id.0 - before))
    };
    let moved = |moving: Option<(PieceId, Vec2)>| moving.and_then(|(id, by)| Some((left(id)?, by)));
    let both = |leg: &Leg| Leg { moving: [moved(leg.moving[0]), moved(Some((answer.piece, by)))], ..*leg };
    Family {
        at: Box::new(move |s| (after.at)(s).after_legal(answer.at(s), captures)),
        legs: after.legs.iter().map(both).collect(),
    }
}
