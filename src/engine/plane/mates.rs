//! Mates in one, searched beside the main search.
//!
//! Where exact sets of mating distances are supported (`solve::plane`), they decide each stretch. Elsewhere moves are tried: the
//! candidates of each stretch, and then places spread evenly over the stretches and the area leaps. The search always halves the
//! widest gap between tried moves next, so a search that ends early has covered all stretches evenly.

use super::candidates::{CandidateMove, Chooser, Width};
use crate::budget::{Budget, CutShort};
use crate::geom::{Point, Vec2};
use crate::plane::{KindId, LaneShape, Move, PieceId, PlanePosition, Span, Survey};
use crate::solve::Goal;
use crate::solve::plane::keys_of;
use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::time::Duration;

/// The weight above which the parts of a gap or of a square are queued. The weight of a gap is its width in board units, that of a
/// square its area. Beside a check it is greater by the factor [`NEAR_CHECK`].
const LEAST_WEIGHT: f64 = 0.005;

/// The factor of the weight of moves beside a check.
const NEAR_CHECK: f64 = 16.0;

/// The greatest number of trials of a search for a mate beside the main search.
pub const MOST_TRIALS: u64 = 20_000;

/// The limits of a search for a mate.
///
/// The time and the budget end the search. When no trial is left, whole spans are still searched, but gaps and squares are not.
#[derive(Clone, Copy)]
pub struct MateLimits<'b> {
    pub budget: &'b Budget,
    /// The time since the budget began.
    pub time: Option<Duration>,
    /// The greatest number of gaps and squares that are tried.
    pub trials: u64,
}

/// Returns a mating move, if one is found within the limits.
///
/// # Errors
/// When the time or the budget is used up.
pub fn mate_in_one(position: &PlanePosition, limits: MateLimits<'_>) -> Result<Option<Move>, CutShort> {
    MateSearch { position, survey: Survey::new(position), limits, queue: BinaryHeap::new() }.mate()
}

/// A search for a mate.
struct MateSearch<'a> {
    position: &'a PlanePosition,
    survey: Survey<'a>,
    /// The limits, in which `trials` is the number of trials left.
    limits: MateLimits<'a>,
    queue: BinaryHeap<QueuedMoves>,
}

/// A set of moves to try.
enum MoveSet {
    /// The moves of a whole span.
    Span(Span),
    /// The moves of a span between two distances.
    Gap { span: Span, from: f64, to: f64 },
    /// Leaps into a square.
    Square(LeapSquare),
}

/// The leaps of a lane into a square, all with one promotion or all without.
#[derive(Clone, Copy)]
struct LeapSquare {
    piece: PieceId,
    lane: usize,
    promotion: Option<KindId>,
    centre: Point,
    /// Half of the square's side, board units.
    half_side: f64,
}

impl LeapSquare {
    fn area(&self) -> f64 {
        4.0 * self.half_side * self.half_side
    }

    fn leap_to_centre(&self) -> Move {
        Move { promotion: self.promotion, ..Move::to(self.piece, self.lane, self.centre) }
    }

    fn quarters(&self) -> [LeapSquare; 4] {
        let half_side = 0.5 * self.half_side;
        [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)].map(|(x, y)| LeapSquare {
            centre: self.centre + Vec2::new(x, y) * half_side,
            half_side,
            ..*self
        })
    }
}

/// The result of trying some moves.
struct Trial {
    /// The first of the moves that mates.
    mate: Option<Move>,
    /// Whether any of the moves gives check.
    gives_check: bool,
}

impl<'a> MateSearch<'a> {
    /// Returns a mating move: single distances are tried first, and the other moves by falling weight.
    fn mate(mut self) -> Result<Option<Move>, CutShort> {
        let position = self.position;
        for piece in position.side(position.turn()) {
            self.stop_if_over()?;
            for span in self.survey.legal_of(piece) {
                if !self.survey.may_give_check(piece, span.lane, span.part, &span.captures) {
                    continue;
                }
                if !span.part.is_point() {
                    self.push(self.gap_width(&span, span.part.from, span.part.to), MoveSet::Span(span));
                } else if let Some(mate) = self.try_moves(self.chooser().of_spans(&[span]))?.mate {
                    return Ok(Some(mate));
                }
            }
            self.push_leaps(piece);
        }
        while let Some(QueuedMoves { moves, .. }) = self.queue.pop() {
            let mate = match moves {
                MoveSet::Span(span) => self.mate_of_span(span)?,
                // When no trial is left, whole spans are still searched, because exact sets may decide them.
                MoveSet::Gap { .. } | MoveSet::Square(_) if self.limits.trials == 0 => None,
                MoveSet::Gap { span, from, to } => self.mate_in_gap(span, from, to)?,
                MoveSet::Square(square) => self.mate_in_square(square)?,
            };
            if mate.is_some() {
                return Ok(mate);
            }
        }
        Ok(None)
    }

    /// Returns the width of a gap between two distances of a span, board units; for a turn, the arc of the farthest point.
    fn gap_width(&self, span: &Span, from: f64, to: f64) -> f64 {
        match self.position.lanes(span.piece)[span.lane].shape {
            LaneShape::Turn(_) => (to - from).to_radians() * self.position.extent(span.piece).outer_radius(),
            LaneShape::Straight | LaneShape::Arc(_) | LaneShape::Area => to - from,
        }
    }

    /// Queues the area leaps of a piece.
    fn push_leaps(&mut self, piece: PieceId) {
        let (position, mover) = (self.position, self.position.piece(piece));
        let rules = position.rules();
        let is_pawn = rules.kind(mover.kind).rule.pawn;
        for (index, lane) in position.lanes(piece).iter().enumerate() {
            if lane.shape != LaneShape::Area {
                continue;
            }
            let half_side = lane.range_of(mover.moved);
            // A leap of a pawn promotes or not, depending on its landing, so both are tried.
            let kinds = rules.promotions().filter(|_| is_pawn).map(Some);
            for promotion in kinds.chain([None]) {
                let square = LeapSquare { piece, lane: index, promotion, centre: mover.at, half_side };
                self.push(square.area(), MoveSet::Square(square));
            }
        }
    }

    fn push(&mut self, weight: f64, moves: MoveSet) {
        self.queue.push(QueuedMoves { weight, moves });
    }

    /// Returns an error if the time or the budget is used up.
    fn stop_if_over(&self) -> Result<(), CutShort> {
        let MateLimits { budget, time, .. } = self.limits;
        let is_late = time.is_some_and(|time| budget.seconds() >= time.as_secs_f64());
        if is_late || budget.is_over() { Err(CutShort) } else { Ok(()) }
    }

    fn chooser(&self) -> Chooser<'a, '_> {
        Chooser::new(&self.survey, Width::Wide)
    }

    /// Tries moves, up to the first that mates.
    fn try_moves(&self, candidates: Vec<CandidateMove>) -> Result<Trial, CutShort> {
        let mut gives_check = false;
        for candidate in candidates {
            self.stop_if_over()?;
            let after = self.position.after_legal(candidate.m, &candidate.captures);
            let survey = Survey::new(&after);
            // Within a series the opponent is not to move, so there is no mate.
            if after.turn() == self.position.turn() || !survey.in_check() {
                continue;
            }
            // Most checks are answered by a move of the king, so its moves are computed first.
            let king = after.king(after.turn());
            let can_king_move = king.is_some_and(|king| !survey.legal_of(king).is_empty());
            if !can_king_move && !survey.has_legal_move() {
                return Ok(Trial { mate: Some(candidate.m), gives_check: true });
            }
            gives_check = true;
        }
        Ok(Trial { mate: None, gives_check })
    }

    /// Returns a mate of a span, from its exact set or from its candidates. If neither decides, the span is queued as a gap.
    fn mate_of_span(&mut self, span: Span) -> Result<Option<Move>, CutShort> {
        self.stop_if_over()?;
        if let Ok(known) =
            keys_of(self.position, std::slice::from_ref(&span), Goal::Mate, &Budget::unlimited())
        {
            if let Some(key) = known.keys.first() {
                return Ok(Some(key.at(self.position, key.sample())));
            }
            if known.undecided.is_empty() {
                return Ok(None);
            }
        }
        let trial = self.try_moves(self.chooser().of_spans(std::slice::from_ref(&span)))?;
        if trial.mate.is_some() {
            return Ok(trial.mate);
        }
        let (from, to) = (span.part.from, span.part.to);
        self.push(self.gap_width(&span, from, to), MoveSet::Gap { span, from, to });
        Ok(None)
    }

    /// Tries the middle of a gap between two distances, and queues its halves.
    fn mate_in_gap(&mut self, span: Span, from: f64, to: f64) -> Result<Option<Move>, CutShort> {
        self.limits.trials -= 1;
        let middle = from.midpoint(to);
        let mut candidates = Vec::new();
        self.chooser().push_at(&span, middle, &mut candidates);
        let trial = self.try_moves(candidates)?;
        let weight = weight_of(0.5 * self.gap_width(&span, from, to), trial.gives_check);
        if weight > LEAST_WEIGHT {
            self.push(weight, MoveSet::Gap { span: span.clone(), from, to: middle });
            self.push(weight, MoveSet::Gap { span, from: middle, to });
        }
        Ok(trial.mate)
    }

    /// Tries the leap to the centre of a square, and queues its quarters.
    fn mate_in_square(&mut self, square: LeapSquare) -> Result<Option<Move>, CutShort> {
        self.stop_if_over()?;
        self.limits.trials -= 1;
        let m = square.leap_to_centre();
        let verdict = self.position.judge(m).ok();
        let legal = verdict.map(|verdict| CandidateMove { m, captures: verdict.captures });
        let trial = self.try_moves(legal.into_iter().collect())?;
        for quarter in square.quarters() {
            let weight = weight_of(quarter.area(), trial.gives_check);
            if weight > LEAST_WEIGHT {
                self.push(weight, MoveSet::Square(quarter));
            }
        }
        Ok(trial.mate)
    }
}

/// Returns the weight of a set of moves. Its size is the width of a gap or the area of a square.
fn weight_of(size: f64, is_beside_check: bool) -> f64 {
    if is_beside_check { size * NEAR_CHECK } else { size }
}

/// A set of moves to try, ordered by weight.
struct QueuedMoves {
    weight: f64,
    moves: MoveSet,
}

impl Ord for QueuedMoves {
    fn cmp(&self, other: &Self) -> Ordering {
        self.weight.total_cmp(&other.weight)
    }
}

impl PartialOrd for QueuedMoves {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for QueuedMoves {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for QueuedMoves {}
