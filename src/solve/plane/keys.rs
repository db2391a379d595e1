//! Moves that mate or stalemate at once: the exact set of distances of every lane.

use super::linear::{LinearFunction, LinearMove};
use super::span_moves::{SpanMoves, move_on};
use crate::budget::Budget;
use crate::game::SpanReport;
use crate::geom::Interval;
use crate::plane::{KindId, Move, PieceId, PieceIds, PieceLane, PlanePosition, Span, Survey};
use crate::solve::stipulation::Goal;
use crate::variant::{Rebirth, Turns};

/// A stretch of one lane on which every distance solves, or that is undecided.
#[derive(Debug, Clone, PartialEq)]
pub struct KeyStretch {
    /// The mover.
    pub piece: PieceId,
    /// The index of the lane among those of its kind.
    pub lane: usize,
    /// The distances, board units.
    pub part: Interval,
    /// The captured pieces.
    pub captures: PieceIds,
    /// The kind to which a pawn promotes.
    pub promotion: Option<KindId>,
}

impl KeyStretch {
    /// Returns the distance in the middle of the stretch.
    pub fn sample(&self) -> f64 {
        self.part.middle()
    }

    /// Returns the stretch as a span of the legal set.
    pub fn span(&self) -> Span {
        let KeyStretch { piece, lane, part, captures, promotion } = self.clone();
        Span { piece, lane, part, captures, promotes: promotion.is_some() }
    }

    /// Returns the span of a legal set that has the same mover, lane and effect, and contains the middle of the stretch.
    pub(super) fn span_among<'s>(&self, spans: &'s [Span]) -> Option<&'s Span> {
        spans.iter().find(|span| {
            let is_same_lane = (span.piece, span.lane) == (self.piece, self.lane);
            let is_same_effect = span.captures == self.captures && span.promotes == self.promotion.is_some();
            is_same_lane && is_same_effect && span.part.contains(self.sample())
        })
    }

    /// Whether another stretch has the same piece, lane, captures and promotion.
    pub(super) fn is_same_but_for_distance(&self, other: &KeyStretch) -> bool {
        (self.piece, self.lane, &self.captures, self.promotion)
            == (other.piece, other.lane, &other.captures, other.promotion)
    }

    /// Returns the report of the stretch.
    pub(super) fn report(&self, position: &PlanePosition) -> SpanReport {
        SpanReport::new(position, &self.span())
    }

    /// Returns the letter of the kind that a pawn becomes.
    pub fn letter(&self, position: &PlanePosition) -> Option<char> {
        Some(position.rules().kind(self.promotion?).rule.letter)
    }

    /// Returns the move of a distance in the position of the stretch.
    pub fn at(&self, position: &PlanePosition, distance: f64) -> Move {
        move_on(position, PieceLane { piece: self.piece, lane: self.lane }, distance, self.promotion)
    }

    /// Returns the move of a distance that depends on a parameter.
    pub(super) fn linear(&self, distance: LinearFunction) -> LinearMove {
        LinearMove { piece: self.piece, lane: self.lane, promotion: self.promotion, distance }
    }
}

/// The keys that solve in one move.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Keys {
    /// The keys, in order of piece, lane and distance.
    pub keys: Vec<KeyStretch>,
    /// The stretches that could not be decided.
    pub undecided: Vec<KeyStretch>,
    /// The number of spans of the legal set that were tested. A span that promotes counts once for each kind.
    pub nodes: u64,
}

/// The reason why exact sets of distances are not supported in a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Unsupported {
    /// A piece is not a disc of the common radius, or moves along lanes that are not straight.
    #[error(
        "`{kind}` is no disc of the common radius on straight lanes: sets of distances that mate are worked out for kings, queens, rooks, \
         bishops, knights, pawns and kinds like them"
    )]
    Piece {
        /// The piece.
        piece: PieceId,
        /// The letter of its kind.
        kind: char,
    },
    /// Captured pieces are put back, and the problem has more than one move.
    #[error(
        "with rebirth the distances of one move are worked out, not of more: ask for #1 or add --set rebirth=none"
    )]
    Rebirth,
    /// Sides move in series.
    #[error("sets of distances that mate are worked out for alternating turns: add --set turns=alternating")]
    Series,
}

/// Returns exactly which moves of the side to move mate at once.
///
/// ```
/// use continuum::plane::{PlanePosition, Rules};
/// use continuum::solve::plane::mates_in_one;
/// let rules = Rules::preset("continuous")?;
/// let position = PlanePosition::from_text(rules, "Ka@7,7' Ra@0,0.6' Rb@6,3' ka@4,0' ; w")?;
/// let keys = mates_in_one(&position)?.keys;
/// // A stretch of distances of rook b mates.
/// let m = keys[0].at(&position, keys[0].sample());
/// let (mut after, rook) = (position.clone(), position.find("Rb".parse()?));
/// after.play(m)?;
/// assert_eq!((Some(m.piece), after.status().as_str()), (rook, "checkmate"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When exact sets of distances are not supported in the position.
pub fn mates_in_one(position: &PlanePosition) -> Result<Keys, Unsupported> {
    keys_in_one(position, Goal::Mate, &Budget::unlimited())
}

/// Returns exactly which moves reach a goal at once. Stretches that are not tested within the budget are undecided.
///
/// # Errors
/// When exact sets of distances are not supported in the position.
pub fn keys_in_one(position: &PlanePosition, goal: Goal, budget: &Budget) -> Result<Keys, Unsupported> {
    keys_of(position, &moves_of(position), goal, budget)
}

/// Returns the legal set of a position; empty if a draw ends the game there.
pub(super) fn moves_of(position: &PlanePosition) -> Vec<Span> {
    if position.allows_no_move() { Vec::new() } else { Survey::new(position).legal() }
}

/// Returns the legal set of a position in which problems of several moves are supported; empty if a draw ends the game there.
pub(super) fn supported_moves_of(position: &PlanePosition) -> Result<Vec<Span>, Unsupported> {
    let spans = moves_of(position);
    check_supported_in_several_moves(position, &spans)?;
    Ok(spans)
}

/// Returns exactly which moves of some spans reach a goal at once. Spans that are not tested within the budget are undecided.
///
/// # Errors
/// When exact sets of distances are not supported in the position.
pub fn keys_of(
    position: &PlanePosition,
    spans: &[Span],
    goal: Goal,
    budget: &Budget,
) -> Result<Keys, Unsupported> {
    check_supported(position, spans)?;
    let survey = Survey::new(position);
    let mut out = Keys::default();
    budget.announce_roots(spans.len());
    for span in spans {
        let moves_of_span = SpanMoves::all(position, std::slice::from_ref(span));
        if budget.tick() {
            out.undecided.extend(moves_of_span.iter().map(|moves| moves.key(span.part)));
            continue;
        }
        for moves in moves_of_span {
            out.nodes += 1;
            let found = moves.reaching(&survey, goal);
            out.keys.extend(found.reached.parts().iter().map(|part| moves.key(*part)));
            out.undecided.extend(found.undecided.iter().map(|part| moves.key(*part)));
        }
        budget.count_root();
    }
    Ok(out)
}

/// Refuses a position for which problems of several moves are not supported.
pub(super) fn check_supported_in_several_moves(
    position: &PlanePosition,
    spans: &[Span],
) -> Result<(), Unsupported> {
    match position.rules().rebirth {
        Rebirth::None => check_supported(position, spans),
        Rebirth::Circe | Rebirth::Own => Err(Unsupported::Rebirth),
    }
}

/// Refuses a position for which exact sets of distances are not supported.
pub(super) fn check_supported(position: &PlanePosition, spans: &[Span]) -> Result<(), Unsupported> {
    let rules = position.rules();
    if rules.turns != Turns::Alternating {
        return Err(Unsupported::Series);
    }
    let Some(piece) = position.ids().find(|&id| !rules.kind(position.piece(id).kind).is_plain) else {
        return Ok(());
    };
    // Single distances are decided by playing them, so every kind of piece is supported.
    let are_spans_single = spans.iter().all(|span| span.part.is_point());
    if are_spans_single && Survey::new(position).regions().is_empty() {
        return Ok(());
    }
    Err(Unsupported::Piece { piece, kind: rules.kind(position.piece(piece).kind).rule.letter })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plane::Rules;

    /// All numbers are x on the king's row. Ra stops at (0.65, 0.15), where its disc touches the bishop, and covers the row from 0.45
    /// on, included. Rb at b covers the row up to b + 0.25, and gives check below b = 0.3. So Rb mates from b = 0.2, included, to 0.3.
    #[test]
    fn a_disc_that_stands_still_at_a_piece_on_the_kings_way_ends_a_key() {
        let rules = Rules::preset("continuous").expect("a preset");
        let text = "Ka@7,7' Ra@0.65,6' Rb@6,4' Ba@0.85,0' ka@0.05,0' ; w";
        let position = PlanePosition::from_text(rules, text).expect("a sound position");
        let keys = mates_in_one(&position).expect("discs").keys;
        let [KeyStretch { part, .. }] = keys.as_slice() else { panic!("{keys:?}") };
        assert!((part.from - 5.7).abs() < 1e-9 && (part.to - 5.8).abs() < 1e-9, "{part:?}");
        assert!(part.open_from && !part.open_to, "{part:?}");
    }
}
