//! The moves of one span of a legal set.

use super::family::{Decided, Family, Leg};
use super::keys::KeyStretch;
use super::linear::LinearMove;
use crate::geom::Interval;
use crate::plane::{KindId, Move, PieceId, PlanePosition, Span, Survey};
use crate::solve::stipulation::Goal;

/// The moves of one span of a position's legal set. A pawn that promotes becomes a piece of one kind.
#[derive(Clone, Copy)]
pub struct SpanMoves<'a> {
    /// The position.
    pub position: &'a PlanePosition,
    /// The span of its legal set.
    pub span: &'a Span,
    /// The kind to which a pawn promotes.
    pub promotion: Option<KindId>,
}

impl<'a> SpanMoves<'a> {
    /// Returns the moves of each span; those of a span that promotes once for each kind.
    pub fn all(position: &'a PlanePosition, spans: &'a [Span]) -> Vec<SpanMoves<'a>> {
        let mut out = Vec::new();
        for span in spans {
            let promotions = position.rules().promotions_if(span.promotes);
            out.extend(promotions.map(|promotion| SpanMoves { position, span, promotion }));
        }
        out
    }

    /// Returns the move of a distance.
    pub fn at(&self, distance: f64) -> Option<Move> {
        let along = self.position.move_by(self.span.piece, self.span.lane, distance)?;
        Some(Move { promotion: self.promotion, ..along })
    }

    /// Returns the position after the move of a distance.
    pub fn after(&self, distance: f64) -> Option<PlanePosition> {
        Some(self.position.after_legal(self.at(distance)?, &self.span.captures))
    }

    /// Returns the position after the move of a distance, as the judge has it. Within the tolerance of an end the judge may refuse
    /// the move, which is made as the legal set has it.
    pub fn played(&self, distance: f64) -> Option<PlanePosition> {
        let mut after = self.position.clone();
        match after.play(self.at(distance)?) {
            Ok(_) => Some(after),
            Err(_) => self.after(distance),
        }
    }

    /// Returns a part of the span as a key.
    pub fn key(&self, part: Interval) -> KeyStretch {
        let Span { piece, lane, ref captures, .. } = *self.span;
        KeyStretch { piece, lane, part, captures: captures.clone(), promotion: self.promotion }
    }

    /// Returns the family of positions after the moves, by their distance.
    pub fn family(self) -> Family<'a> {
        self.family_without(&self.span.captures)
    }

    /// Returns the family of positions after the moves, where `gone` are captured and not put back.
    fn family_without(self, gone: &[PieceId]) -> Family<'a> {
        let Span { piece, lane, part, .. } = *self.span;
        // Ids close up when pieces leave the board.
        let mover_after = piece.without(gone);
        let path = self.position.path(piece, lane);
        Family {
            at: Box::new(move |distance| {
                let along = Move { promotion: self.promotion, ..Move::along(piece, lane, distance) };
                self.position.after_legal(along, &self.span.captures)
            }),
            legs: Leg::along(&self.position.rules().board, &path, part, mover_after),
        }
    }

    /// Returns exactly for which distances of a part of the span a move reaches a goal at once.
    pub fn reaching(self, survey: &Survey<'_>, goal: Goal, part: Interval) -> Decided {
        let Span { piece, lane, ref captures, .. } = *self.span;
        let mut out = Decided::default();
        // Within one family the set of pieces is constant.
        for removed in survey.removed_along(piece, lane, part, captures) {
            out.add(self.family_without(&removed.value).decided(goal, removed.part));
        }
        out
    }

    /// Returns exactly which of these moves, within a stretch, an answer mates. Its distance depends on that of the move.
    pub fn mated_by(&self, answer: &LinearMove, part: Interval) -> Decided {
        let after = self.family();
        // All moves of a span change the count of quiet moves alike.
        if (after.at)(part.from).allows_no_move() {
            return Decided::default();
        }
        let Ok(legal) = after.legal(answer, part) else { return Decided::undecided(part) };
        let mut out = Decided::default();
        for here in &legal {
            let answered = after.followed_by(answer, &here.captures, here.part);
            out.add(answered.decided(Goal::Mate, here.part));
        }
        out
    }
}
