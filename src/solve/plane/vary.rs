//! The distances over which one move of a line may vary while the others stay fixed.
//!
//! The positions after that move, and those after each later move, form a family: they differ by one number, the distance of that
//! move. The legality and the captures of a later move change only where curves cross on its lane or pass its end. So the
//! distances are exact, as in `keys`.

use super::family::{Decided, Family, LegPart, is_goal};
use super::keys::KeyStretch;
use super::linear::LinearFunction;
use super::span_moves::SpanMoves;
use super::zeros::TooMany;
use crate::geom::{Interval, Spans};
use crate::plane::{Move, PlanePosition, Survey};
use crate::solve::stipulation::Goal;

/// A move of a line of play.
#[derive(Debug, Clone, PartialEq)]
pub struct LineMove {
    /// The position before the move.
    pub before: PlanePosition,
    /// The move, as a stretch of a single distance.
    pub key: KeyStretch,
    /// Whether the same side moves again.
    pub side_moves_again: bool,
}

impl LineMove {
    /// Returns the distance of the move.
    pub fn distance(&self) -> f64 {
        self.key.part.from
    }

    /// Returns the move at its single distance.
    pub fn as_move(&self) -> Move {
        self.key.at(&self.before, self.distance())
    }

    /// Returns the text of the move, which reads back as the same move.
    pub(super) fn text(&self) -> String {
        self.before.text_of(self.as_move()).to_string()
    }

    /// Returns the position after the move. In a series the same side keeps the turn; `None` if the move gives check there.
    pub fn after(&self) -> Option<PlanePosition> {
        let after = self.before.after_legal(self.as_move(), &self.key.captures);
        if self.side_moves_again { after.given_turn(self.before.turn()) } else { Some(after) }
    }
}

/// Returns the distances of the first move for which the others may follow unchanged and reach the goal.
pub fn varied(moves: &[LineMove], goal: Goal) -> Decided {
    let Some((first, later)) = moves.split_first() else { return Decided::default() };
    let spans = Survey::new(&first.before).legal_on(first.key.piece, first.key.lane);
    let reached = Spans::from(first.key.part);
    let Some(span) = first.key.span_among(&spans).filter(|span| !span.part.is_point()) else {
        return Decided { reached, undecided: Vec::new() };
    };
    let varying = SpanMoves { position: &first.before, span, promotion: first.key.promotion };
    let rest = RestOfLine { previous: first, moves: later, goal };
    let decided = rest.reaching(&varying.family(), span.part);
    decided.unwrap_or_else(|TooMany| Decided { reached, undecided: vec![span.part] })
}

/// The rest of a line after a move.
#[derive(Clone, Copy)]
struct RestOfLine<'a> {
    /// The move before the rest.
    previous: &'a LineMove,
    /// The moves of the rest.
    moves: &'a [LineMove],
    goal: Goal,
}

impl RestOfLine<'_> {
    /// Returns the parameters at which the rest is legal and reaches the goal, given the family of the positions before it.
    fn reaching(&self, family: &Family<'_>, stretch: Interval) -> Result<Decided, TooMany> {
        let Some((next, later)) = self.moves.split_first() else {
            return Ok(family.decided(self.goal, stretch));
        };
        if stretch.is_point() {
            return Ok(Decided::single(stretch, self.plays_out(&family.position(stretch.from))));
        }
        let after_next = RestOfLine { previous: next, moves: later, ..*self };
        let step = next.key.linear(LinearFunction::constant(next.distance()));
        let mut found = Decided::default();
        for on_leg in family.parts(stretch) {
            for part in self.where_next_may_move(family, &on_leg)? {
                let with_next_turn = Family {
                    position_at: Box::new(|t| {
                        let position = family.position(t);
                        self.given_next_turn(&position).unwrap_or(position)
                    }),
                    legs: vec![on_leg.leg.clone()],
                };
                for legal in with_next_turn.legal(&step, part)? {
                    if legal.value == next.key.captures {
                        let after = with_next_turn.followed_by(&step, &next.key.captures, legal.part);
                        found.add(after_next.reaching(&after, legal.part)?);
                    }
                }
            }
        }
        Ok(found)
    }

    /// Returns a position with the turn of the next move; `None` if the other side is in check, so that a series may not go on.
    fn given_next_turn(&self, position: &PlanePosition) -> Option<PlanePosition> {
        if self.previous.side_moves_again {
            position.given_turn(!position.turn())
        } else {
            Some(position.clone())
        }
    }

    /// Returns the stretches on which the next move may follow: in a series only those where the other side is not in check.
    fn where_next_may_move(
        &self,
        family: &Family<'_>,
        on_leg: &LegPart<'_>,
    ) -> Result<Vec<Interval>, TooMany> {
        if !self.previous.side_moves_again {
            return Ok(vec![on_leg.part]);
        }
        let changes = on_leg.scene().changes_of_check()?;
        let is_free = |t: f64| !Survey::new(&family.position(t)).in_check();
        Ok(on_leg.where_holds(changes, is_free).parts().to_vec())
    }

    /// Whether the rest is legal from a position and reaches the goal.
    fn plays_out(&self, before: &PlanePosition) -> bool {
        let Some((next, later)) = self.moves.split_first() else { return is_goal(before, self.goal) };
        let Some(position) = self.given_next_turn(before) else { return false };
        let (m, captures) = (next.as_move(), &next.key.captures);
        let is_legal = position.judge(m).is_ok_and(|verdict| verdict.captures == *captures);
        let after_next = RestOfLine { previous: next, moves: later, ..*self };
        is_legal && after_next.plays_out(&position.after_legal(m, captures))
    }
}
