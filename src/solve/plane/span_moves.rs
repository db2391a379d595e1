//! The moves of one span of a legal set.

use super::family::{Decided, Family, Leg};
use super::keys::KeyStretch;
use super::linear::LinearMove;
use crate::geom::{Interval, ValuedInterval};
use crate::plane::{KindId, Move, PieceId, PieceLane, PlanePosition, Span, Survey};
use crate::solve::stipulation::Goal;

/// The moves of one span of a position's legal set, with one promotion.
#[derive(Clone, Copy)]
pub struct SpanMoves<'a> {
    /// The position.
    pub position: &'a PlanePosition,
    /// The span of its legal set.
    pub span: &'a Span,
    /// The kind to which a pawn promotes.
    pub promotion: Option<KindId>,
}

/// Returns the move of a distance along a lane, degrees for a turn. The lane is not one of area leaps, which have no distances.
pub fn move_on(
    position: &PlanePosition,
    PieceLane { piece, lane }: PieceLane,
    distance: f64,
    promotion: Option<KindId>,
) -> Move {
    let m = position.move_by(piece, lane, distance).unwrap_or(Move::along(piece, lane, distance));
    Move { promotion, ..m }
}

impl<'a> SpanMoves<'a> {
    /// Returns the moves of each span. A span that promotes occurs once for each kind that a pawn may become.
    pub fn all(position: &'a PlanePosition, spans: &'a [Span]) -> Vec<SpanMoves<'a>> {
        let mut out = Vec::new();
        for span in spans {
            let promotions = position.rules().promotions_if(span.promotes);
            out.extend(promotions.map(|promotion| SpanMoves { position, span, promotion }));
        }
        out
    }

    /// Returns the move of a distance.
    pub fn at(&self, distance: f64) -> Move {
        let Span { piece, lane, .. } = *self.span;
        move_on(self.position, PieceLane { piece, lane }, distance, self.promotion)
    }

    /// Returns the position after the move of a distance.
    pub fn after(&self, distance: f64) -> PlanePosition {
        self.position.after_legal(self.at(distance), &self.span.captures)
    }

    /// Returns the position after the move of a distance, played by the judge. Within the tolerance of an end the judge may refuse
    /// the move; it is made with the captures of the span instead.
    pub fn played(&self, distance: f64) -> PlanePosition {
        let mut after = self.position.clone();
        match after.play(self.at(distance)) {
            Ok(_) => after,
            Err(_) => self.after(distance),
        }
    }

    /// Returns a part of the span as a key.
    pub fn key(&self, part: Interval) -> KeyStretch {
        let Span { piece, lane, ref captures, .. } = *self.span;
        KeyStretch { piece, lane, part, captures: captures.clone(), promotion: self.promotion }
    }

    /// Returns the family of positions after the moves, whose parameter is the distance of the move.
    pub fn family(self) -> Family<'a> {
        self.family_without(&self.span.captures)
    }

    /// Returns the family of positions after the moves, in which the `removed` pieces are captured and not put back.
    fn family_without(self, removed: &[PieceId]) -> Family<'a> {
        let Span { piece, lane, part, .. } = *self.span;
        // The removal of pieces lowers the ids of those behind them.
        let mover_after = piece.after_removal(removed);
        let path = self.position.path(piece, lane);
        Family {
            position_at: Box::new(move |distance| self.after(distance)),
            legs: Leg::along(&self.position.rules().board, &path, part, mover_after),
        }
    }

    /// Returns exactly the distances at which the move reaches a goal at once.
    pub fn reaching(self, survey: &Survey<'_>, goal: Goal) -> Decided {
        let Span { piece, lane, part, ref captures, .. } = *self.span;
        let mut out = Decided::default();
        // Within one family the set of pieces is constant.
        for removed in survey.removed_along(piece, lane, part, captures) {
            out.add(self.family_without(&removed.value).decided(goal, removed.part));
        }
        out
    }

    /// Returns exactly the distances of a part of the span at which an answer, whose distance is a function of theirs, mates.
    pub fn mated_by(&self, answer: &LinearMove, part: Interval) -> Decided {
        let after = self.family();
        // All moves of a span change the count of quiet moves alike.
        if after.position(part.from).allows_no_move() {
            return Decided::default();
        }
        let Ok(legal) = after.legal(answer, part) else { return Decided::undecided_on(part) };
        let mut out = Decided::default();
        for ValuedInterval { part, value: captures } in &legal {
            out.add(after.followed_by(answer, captures, *part).decided(Goal::Mate, *part));
        }
        out
    }
}
