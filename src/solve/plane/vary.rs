//! The distances over which one move of a line may vary while the others stay fixed.
//!
//! After that move, and after each later one, the positions form a family: they differ by one number, the distance of that move.
//! The legality or the captures of a later move change only where curves cross on its lane or pass its end. So the answer is
//! exact, as in `keys`.

use super::family::{Decided, Family, Leg, is_goal};
use super::linear_move::LinearMove;
use super::span_moves::SpanMoves;
use super::zeros::TooMany;
use crate::geom::{Interval, Path, Pose, Ray, Spans, Vec2, spans_where};
use crate::plane::{Move, MoveShape, PieceId, PieceIds, PlanePosition, Span, Survey};
use crate::solve::stipulation::Goal;

/// A move of a line of play.
#[derive(Debug, Clone, PartialEq)]
pub struct LineMove {
    /// The move, in the position before it.
    pub m: Move,
    /// The captured pieces.
    pub captures: PieceIds,
    /// Whether the same side moves again.
    pub in_series: bool,
}

impl LineMove {
    /// Returns the distance of the move.
    pub fn distance(&self) -> f64 {
        match self.m.shape {
            MoveShape::Along { distance, .. } => distance,
            MoveShape::Turn { degrees, .. } => degrees,
            MoveShape::To { .. } => 0.0,
        }
    }

    /// Returns the span of the position's legal set that contains the move.
    fn span(&self, position: &PlanePosition) -> Option<Span> {
        let spans = Survey::new(position).legal_on(self.m.piece, self.m.lane());
        let fits = |span: &Span| {
            span.part.contains(self.distance())
                && span.captures == self.captures
                && span.promotes == self.m.promotion.is_some()
        };
        spans.into_iter().find(fits)
    }

    /// Returns the move with its distance kept constant.
    fn at_constant_distance(&self) -> LinearMove {
        let Move { piece, promotion, .. } = self.m;
        LinearMove { piece, lane: self.m.lane(), promotion, start: self.distance(), by: 0.0 }
    }

    /// Whether the move is legal in a position with the same captures.
    fn is_legal(&self, position: &PlanePosition) -> bool {
        position.judge(self.m).is_ok_and(|verdict| verdict.captures == self.captures)
    }

    /// Returns the position after the move. In a series the same side has the turn; `None` if the other side is then in check.
    pub fn after(&self, position: &PlanePosition) -> Option<PlanePosition> {
        let after = position.after_legal(self.m, &self.captures);
        if self.in_series { after.given_turn(position.turn()) } else { Some(after) }
    }

    /// Returns the id of a piece after the move, unless it is captured.
    fn id_after(&self, id: PieceId) -> Option<PieceId> {
        (!self.captures.contains(&id)).then_some(id.without(&self.captures))
    }
}

/// Returns the distances of the first move for which the others may follow unchanged and reach the goal.
pub fn varied(position: &PlanePosition, steps: &[LineMove], goal: Goal) -> Decided {
    let Some((first, rest)) = steps.split_first() else { return Decided::default() };
    let here = Interval::point(first.distance());
    match first.span(position) {
        Some(span) if !span.part.is_point() => {
            let family = SpanMoves { position, span: &span, promotion: first.m.promotion }.family();
            let line = Line { last: first, rest, goal };
            line.follow(&family, span.part)
                .unwrap_or_else(|TooMany| Decided { reached: here.into(), undecided: vec![span.part] })
        }
        Some(_) | None => Decided { reached: here.into(), undecided: Vec::new() },
    }
}

/// The rest of a line after a move.
#[derive(Clone, Copy)]
struct Line<'a> {
    /// The move just made.
    last: &'a LineMove,
    /// The moves to come.
    rest: &'a [LineMove],
    goal: Goal,
}

impl Line<'_> {
    /// Returns the parameters of a part for which the rest is legal and reaches the goal. The family has the positions after the
    /// last move.
    fn follow(&self, family: &Family<'_>, part: Interval) -> Result<Decided, TooMany> {
        let Some((next, rest)) = self.rest.split_first() else { return Ok(family.reaching(self.goal, part)) };
        if part.is_point() {
            let reached = self.plays_out(&(family.at)(part.from));
            let reached = if reached { part.into() } else { Spans::none() };
            return Ok(Decided { reached, undecided: Vec::new() });
        }
        let mut found = Decided::default();
        for leg in &family.legs {
            let Some(part) = leg.within(part) else { continue };
            for part in self.unchecked(family, leg, part)? {
                let passed = Family { at: Box::new(|t| self.passed((family.at)(t))), legs: vec![*leg] };
                let legal = passed.legal(&next.at_constant_distance(), part)?;
                for (part, _) in legal.into_iter().filter(|(_, captures)| *captures == next.captures) {
                    let after = Family {
                        at: Box::new(|t| (passed.at)(t).after_legal(next.m, &next.captures)),
                        legs: legs_after(&passed, leg, next, part),
                    };
                    let line = Line { last: next, rest, goal: self.goal };
                    found.add(line.follow(&after, part)?);
                }
            }
        }
        Ok(found)
    }

    /// Returns the position with the turn that the line demands; only for positions in which the series may go on.
    fn passed(&self, position: PlanePosition) -> PlanePosition {
        let given = self.last.in_series.then(|| position.given_turn(!position.turn())).flatten();
        given.unwrap_or(position)
    }

    /// Returns the parts on which a series may go on, because the other side is not in check.
    fn unchecked(&self, family: &Family<'_>, leg: &Leg, part: Interval) -> Result<Vec<Interval>, TooMany> {
        if !self.last.in_series {
            return Ok(vec![part]);
        }
        let (sample, tie) = family.sample(part);
        let changes = leg.scene(&sample, part).changes_of_check()?;
        let is_free = |t: f64| !Survey::new(&(family.at)(t)).in_check();
        let free = spans_where(part, changes.iter().map(|t| part.from + t), tie, is_free);
        Ok(free.parts().to_vec())
    }

    /// Whether the rest is legal from a position and reaches the goal.
    fn plays_out(&self, position: &PlanePosition) -> bool {
        let mut here = position.clone();
        let mut last = self.last;
        for next in self.rest {
            if last.in_series {
                let Some(given) = here.given_turn(!here.turn()) else { return false };
                here = given;
            }
            if !next.is_legal(&here) {
                return false;
            }
            here = here.after_legal(next.m, &next.captures);
            last = next;
        }
        is_goal(&here, self.goal)
    }
}

/// Returns the moving pieces after a move, on a part of a leg.
fn legs_after(family: &Family<'_>, leg: &Leg, step: &LineMove, part: Interval) -> Vec<Leg> {
    let still = vec![Leg { from: part.from, to: part.to, moving: [None; 2] }];
    let [Some((id, by)), _] = leg.moving else { return still };
    let Some(now) = step.id_after(id) else { return still };
    let (before, _) = family.sample(part);
    let board = &before.rules().board;
    let by = if id == step.m.piece {
        let end = before.path(id, step.m.lane()).at(step.distance());
        board.canonical(end).1.flips.vec(by)
    } else {
        by
    };
    let after = before.after_legal(step.m, &step.captures);
    // The place at the parameter 0.
    let at = Ray::new(after.piece(now).at, by).at(-part.from.midpoint(part.to));
    let start = Pose { at, heading: Vec2::X };
    Leg::along(board, &Path::Line { start, dir: by }, part, now)
}
