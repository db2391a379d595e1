//! Mates in one, searched beside the main search.
//!
//! Where exact sets of mating distances are supported (`solve::plane`), they decide each stretch. Elsewhere moves are tried: the
//! candidates of each stretch, and then places spread evenly over the stretches and the leaps to any place. The widest gap between
//! tried moves is always halved next, so a search that ends early has covered all of them evenly.

use super::candidates::{CandidateMove, Chooser, Width};
use crate::budget::{Budget, CutShort};
use crate::geom::{Point, Vec2};
use crate::plane::{LaneShape, Move, PieceId, PlanePosition, Span, Survey};
use crate::solve::Goal;
use crate::solve::plane::keys_of;
use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::time::Duration;

/// Board units: narrower gaps between tried moves are not halved.
const NARROW: f64 = 0.005;

/// The factor by which a gap next to a check counts as wider.
const NEAR_CHECK: f64 = 16.0;

/// The greatest number of trials beside a search.
pub const MOST_TRIALS: u64 = 20_000;

/// The limits of a search for a mate; the first one reached ends it.
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
    MateSearch { position, survey: Survey::new(position), limits, untried: BinaryHeap::new() }.mate()
}

/// A search for a mate.
struct MateSearch<'a> {
    position: &'a PlanePosition,
    survey: Survey<'a>,
    /// The limits; the number of trials is that of the trials left.
    limits: MateLimits<'a>,
    untried: BinaryHeap<UntriedMoves>,
}

/// A set of moves that have not been tried.
enum Moves {
    /// The moves of a whole span.
    Span(Span),
    /// The moves of a span between two distances.
    Gap { span: Span, from: f64, to: f64 },
    /// Leaps into a square with this centre and half side; the move has the lane and the promotion.
    Square { leap: Move, centre: Point, half: f64 },
}

/// The result of trying some moves.
struct Trial {
    /// The first of them that mates.
    mate: Option<Move>,
    /// Whether one of them gives check.
    gives_check: bool,
}

impl<'a> MateSearch<'a> {
    fn mate(mut self) -> Result<Option<Move>, CutShort> {
        let position = self.position;
        for piece in position.side(position.turn()) {
            self.test_limits()?;
            for span in self.survey.legal_of(piece) {
                if !self.survey.may_give_check(piece, span.lane, span.part, &span.captures) {
                    continue;
                }
                if !span.part.is_point() {
                    self.push(self.width(&span, span.part.from, span.part.to), Moves::Span(span));
                } else if let Some(mate) = self.try_candidates_of(span)?.mate {
                    return Ok(Some(mate));
                }
            }
            self.push_leaps(piece);
        }
        while let Some(UntriedMoves { moves, .. }) = self.untried.pop() {
            let found = match moves {
                Moves::Span(span) => self.mate_of_span(span)?,
                Moves::Gap { .. } | Moves::Square { .. } if self.limits.trials == 0 => None,
                Moves::Gap { span, from, to } => self.mate_in_gap(span, from, to)?,
                Moves::Square { leap, centre, half } => self.mate_in_square(leap, centre, half)?,
            };
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    /// Returns the width of a gap between two distances of a span, board units; for a turn, the arc of the farthest point.
    fn width(&self, span: &Span, from: f64, to: f64) -> f64 {
        match self.position.lanes(span.piece)[span.lane].shape {
            LaneShape::Turn(_) => (to - from).to_radians() * self.position.extent(span.piece).reach(),
            LaneShape::Straight | LaneShape::Arc(_) | LaneShape::Area => to - from,
        }
    }

    /// Queues the leaps of a piece to any place.
    fn push_leaps(&mut self, piece: PieceId) {
        let (position, mover) = (self.position, self.position.piece(piece));
        let rules = position.rules();
        let is_pawn = rules.kind(mover.kind).rule.pawn;
        for (index, lane) in position.lanes(piece).iter().enumerate() {
            if lane.shape != LaneShape::Area {
                continue;
            }
            let half = lane.range_of(mover.moved);
            let kinds = rules.promotions().filter(|_| is_pawn).map(Some);
            for promotion in kinds.chain([None]) {
                let leap = Move { promotion, ..Move::to(piece, index, mover.at) };
                self.push(area_as_width(half), Moves::Square { leap, centre: mover.at, half });
            }
        }
    }

    fn push(&mut self, width: f64, moves: Moves) {
        self.untried.push(UntriedMoves { width, moves });
    }

    fn test_limits(&self) -> Result<(), CutShort> {
        let MateLimits { budget, time, .. } = self.limits;
        let is_late = time.is_some_and(|time| budget.seconds() >= time.as_secs_f64());
        if is_late || budget.is_over() { Err(CutShort) } else { Ok(()) }
    }

    fn chooser(&self) -> Chooser<'a, '_> {
        Chooser::new(self.position, &self.survey, Width::Wide)
    }

    /// Tries moves, up to the first that mates.
    fn try_moves(&self, candidates: Vec<CandidateMove>) -> Result<Trial, CutShort> {
        let mut gives_check = false;
        for candidate in candidates {
            self.test_limits()?;
            let after = self.position.after_legal(candidate.m, &candidate.captures);
            let survey = Survey::new(&after);
            if after.turn() == self.position.turn() || !survey.in_check() {
                continue;
            }
            // Most checks are answered by a king's move.
            let king = after.king(after.turn());
            if king.is_none_or(|king| survey.legal_of(king).is_empty()) && !survey.has_legal_move() {
                return Ok(Trial { mate: Some(candidate.m), gives_check: true });
            }
            gives_check = true;
        }
        Ok(Trial { mate: None, gives_check })
    }

    fn try_candidates_of(&self, span: Span) -> Result<Trial, CutShort> {
        self.try_moves(self.chooser().of_spans(&[span]))
    }

    /// Returns a mate along a span: from its exact set of mating distances, or else a candidate.
    fn mate_of_span(&mut self, span: Span) -> Result<Option<Move>, CutShort> {
        self.test_limits()?;
        if let Ok(known) = keys_of(self.position, std::slice::from_ref(&span), Goal::Mate) {
            if let Some(key) = known.keys.first() {
                return Ok(Some(key.at(key.sample())));
            }
            if known.undecided.is_empty() {
                return Ok(None);
            }
        }
        if let Some(mate) = self.try_candidates_of(span.clone())?.mate {
            return Ok(Some(mate));
        }
        let (from, to) = (span.part.from, span.part.to);
        self.push(self.width(&span, from, to), Moves::Gap { span, from, to });
        Ok(None)
    }

    /// Tries the middle of a gap between two distances, and queues its halves.
    fn mate_in_gap(&mut self, span: Span, from: f64, to: f64) -> Result<Option<Move>, CutShort> {
        self.limits.trials -= 1;
        let middle = from.midpoint(to);
        let trial = self.try_moves(self.chooser().at(&span, middle))?;
        let width = rank(0.5 * self.width(&span, from, to), trial.gives_check);
        if width > NARROW {
            self.push(width, Moves::Gap { span: span.clone(), from, to: middle });
            self.push(width, Moves::Gap { span, from: middle, to });
        }
        Ok(trial.mate)
    }

    /// Tries the leap to the centre of a square, and queues its quarters.
    fn mate_in_square(&mut self, leap: Move, centre: Point, half: f64) -> Result<Option<Move>, CutShort> {
        self.test_limits()?;
        self.limits.trials -= 1;
        let m = Move { promotion: leap.promotion, ..Move::to(leap.piece, leap.lane(), centre) };
        let judged = self.position.judge(m).ok();
        let found = judged.map(|verdict| CandidateMove { m, captures: verdict.captures });
        let trial = self.try_moves(found.into_iter().collect())?;
        let half = 0.5 * half;
        let width = rank(area_as_width(half), trial.gives_check);
        if width > NARROW {
            for (x, y) in [(-half, -half), (half, -half), (-half, half), (half, half)] {
                self.push(width, Moves::Square { leap, centre: centre + Vec2::new(x, y), half });
            }
        }
        Ok(trial.mate)
    }
}

/// Returns the width by which untried moves are ranked beside a move that gives check or does not.
fn rank(width: f64, is_beside_check: bool) -> f64 {
    if is_beside_check { width * NEAR_CHECK } else { width }
}

/// Returns the width by which a square is ranked: its area.
fn area_as_width(half: f64) -> f64 {
    4.0 * half * half
}

/// A set of moves that have not been tried, ordered by width.
struct UntriedMoves {
    width: f64,
    moves: Moves,
}

impl Ord for UntriedMoves {
    fn cmp(&self, other: &Self) -> Ordering {
        self.width.total_cmp(&other.width)
    }
}

impl PartialOrd for UntriedMoves {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for UntriedMoves {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for UntriedMoves {}
