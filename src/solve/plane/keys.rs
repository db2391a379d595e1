//! Moves that mate or stalemate at once: the exact set of distances of every lane.

use super::family::Decided;
use super::span_moves::SpanMoves;
use crate::budget::Budget;
use crate::geom::Interval;
use crate::plane::{KindId, Move, PieceId, PieceIds, PlanePosition, Span, Survey};
use crate::solve::stipulation::Goal;
use crate::variant::{Rebirth, Turns};

/// A stretch of one lane on which every distance solves, or which is undecided.
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
    /// Returns a distance well inside.
    pub fn sample(&self) -> f64 {
        self.part.from.midpoint(self.part.to)
    }

    /// Returns the stretch as a span of the legal set.
    pub fn span(&self) -> Span {
        let KeyStretch { piece, lane, part, captures, promotion } = self.clone();
        Span { piece, lane, part, captures, promotes: promotion.is_some() }
    }

    /// Returns the letter of the kind that a pawn becomes.
    pub fn letter(&self, position: &PlanePosition) -> Option<char> {
        promotion_letter(position, self.promotion)
    }

    /// Returns the move of a distance.
    pub fn at(&self, distance: f64) -> Move {
        Move { promotion: self.promotion, ..Move::along(self.piece, self.lane, distance) }
    }
}

/// Returns the letter of the kind to which a pawn promotes.
pub(super) fn promotion_letter(position: &PlanePosition, kind: Option<KindId>) -> Option<char> {
    kind.map(|kind| position.rules().kind(kind).rule.letter)
}

/// The keys that solve in one move.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Keys {
    /// The keys, in order of piece, lane and distance.
    pub keys: Vec<KeyStretch>,
    /// The stretches that could not be decided.
    pub undecided: Vec<KeyStretch>,
    /// The number of stretches of the legal set that were tested.
    pub nodes: u64,
}

/// The reason why exact sets of distances are not supported in a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Unsolved {
    /// A piece is not a disc of the common radius on straight lanes.
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
/// let m = keys[0].at(keys[0].sample());
/// let (mut after, rook) = (position.clone(), position.find("Rb".parse()?));
/// after.play(m)?;
/// assert_eq!((Some(m.piece), after.status().as_str()), (rook, "checkmate"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When exact sets of distances are not supported in the position.
pub fn mates_in_one(position: &PlanePosition) -> Result<Keys, Unsolved> {
    keys_in_one(position, Goal::Mate)
}

/// Returns exactly which moves of the side to move reach a goal at once.
///
/// ```
/// use continuum::plane::{PlanePosition, Rules};
/// use continuum::solve::Goal;
/// use continuum::solve::plane::keys_in_one;
/// let rules = Rules::preset("continuous")?;
/// let position = PlanePosition::from_text(rules, "Ka@2,2' Qa@1.5,5' ka@0,0' ; w")?;
/// let king = position.find("Ka".parse()?).expect("a king");
/// let stalemates = keys_in_one(&position, Goal::Stalemate)?.keys;
/// assert!(stalemates.iter().any(|key| key.piece == king && key.part.contains(1.13)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When exact sets of distances are not supported in the position.
pub fn keys_in_one(position: &PlanePosition, goal: Goal) -> Result<Keys, Unsolved> {
    keys_of(position, &moves_of(position), goal)
}

/// Returns which moves reach a goal at once, as far as time allows; untested stretches are undecided.
///
/// # Errors
/// When exact sets of distances are not supported in the position.
pub fn keys_in_one_within(position: &PlanePosition, goal: Goal, budget: &Budget) -> Result<Keys, Unsolved> {
    keys_within(position, &moves_of(position), goal, budget)
}

/// Returns the legal set of a position; empty if a draw ends the game there.
pub(super) fn moves_of(position: &PlanePosition) -> Vec<Span> {
    if position.allows_no_move() { Vec::new() } else { Survey::new(position).legal() }
}

/// Returns exactly which moves of these spans of the legal set reach a goal at once.
///
/// # Errors
/// Those of [`keys_in_one`].
pub fn keys_of(position: &PlanePosition, spans: &[Span], goal: Goal) -> Result<Keys, Unsolved> {
    keys_within(position, spans, goal, &Budget::default())
}

fn keys_within(
    position: &PlanePosition,
    spans: &[Span],
    goal: Goal,
    budget: &Budget,
) -> Result<Keys, Unsolved> {
    check_supported(position, spans)?;
    let survey = Survey::new(position);
    let mut out = Keys::default();
    budget.expect(spans.len());
    for span in spans {
        if budget.tick() {
            out.add(SpanMoves { position, span, promotion: None }, &Decided::unknown(span.part));
            continue;
        }
        for moves in SpanMoves::all(position, std::slice::from_ref(span)) {
            out.nodes += 1;
            out.add(moves, &moves.reaching(&survey, goal, span.part));
        }
        budget.count_root();
    }
    Ok(out)
}

impl Keys {
    fn add(&mut self, moves: SpanMoves<'_>, found: &Decided) {
        self.keys.extend(found.reached.parts().iter().map(|part| moves.key(*part)));
        self.undecided.extend(found.undecided.iter().map(|part| moves.key(*part)));
    }
}

/// Refuses a position for which problems of several moves are not supported.
pub(super) fn check_supported_for_more_moves(
    position: &PlanePosition,
    spans: &[Span],
) -> Result<(), Unsolved> {
    match position.rules().rebirth {
        Rebirth::None => check_supported(position, spans),
        Rebirth::Circe | Rebirth::Own => Err(Unsolved::Rebirth),
    }
}

/// Refuses a position for which exact sets of distances are not supported.
pub(super) fn check_supported(position: &PlanePosition, spans: &[Span]) -> Result<(), Unsolved> {
    let rules = position.rules();
    if rules.turns != Turns::Alternating {
        return Err(Unsolved::Series);
    }
    // Single distances are decided by playing them.
    let are_single = spans.iter().all(|span| span.part.is_point());
    let not_plain = position.ids().find(|&id| !rules.kind(position.piece(id).kind).plain);
    match not_plain {
        Some(piece) if !are_single || !Survey::new(position).regions().is_empty() => {
            let kind = rules.kind(position.piece(piece).kind).rule.letter;
            Err(Unsolved::Piece { piece, kind })
        }
        Some(_) | None => Ok(()),
    }
}
