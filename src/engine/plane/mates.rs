//! Mates in one, searched beside the main search.
//!
//! Where exact sets of mating distances are supported (`solve::plane`), they decide each stretch. Elsewhere moves are tried: the
//! candidates of each stretch, and then places spread evenly over the stretches and the leaps to any place. The widest gap between
//! tried moves is always halved next, so a search that ends early has covered all of them evenly.

use super::candidates::{CandidateMove, Chooser, Width};
use crate::geom::{Point, Vec2};
use crate::plane::{LaneShape, Move, PieceId, PlanePosition, Span, Survey};
use crate::solve::Goal;
use crate::solve::plane::keys_of;
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// Board units: narrower gaps between tried moves are not halved.
const NARROW: f64 = 0.005;

/// The factor by which a gap next to a check counts as wider.
const NEAR_CHECK: f64 = 16.0;

/// The greatest number of gaps that are tried.
pub const MOST: u64 = 20_000;

/// Returns whether the search for a mate may go on.
pub type MayGoOn<'g> = &'g dyn Fn() -> bool;

/// The signal that the search was ended.
pub struct SearchEnded;

/// Returns a mating move, if one is found by trying at most a number of gaps while `may_go_on` holds.
pub fn find_mate_in_one(position: &PlanePosition, most: u64, may_go_on: MayGoOn<'_>) -> Option<Move> {
    let found = mate_in_one(position, &Survey::new(position), most, may_go_on);
    found.ok().flatten().map(|candidate| candidate.m)
}

/// Returns a mating move and its captures, as [`find_mate_in_one`] does, or the signal that the search was ended.
pub fn mate_in_one<'a>(
    position: &'a PlanePosition,
    survey: &Survey<'a>,
    most: u64,
    may_go_on: MayGoOn<'_>,
) -> Result<Option<CandidateMove>, SearchEnded> {
    MateSearch { position, survey, may_go_on, left: BinaryHeap::new(), tries: most }.mate()
}

/// A search for a mate.
struct MateSearch<'h, 'a> {
    position: &'a PlanePosition,
    survey: &'h Survey<'a>,
    may_go_on: MayGoOn<'h>,
    /// The moves still to be tried, the widest gap first.
    left: BinaryHeap<UntriedMoves>,
    /// The number of gaps that may still be tried.
    tries: u64,
}

/// A set of moves that have not been tried.
enum Moves {
    /// The moves of a span.
    Span(Span),
    /// The moves of a span between two distances.
    Gap(Span, f64, f64),
    /// Leaps into a square with this centre and half side; the move has the lane and the promotion.
    Square(Move, Point, f64),
}

impl<'a> MateSearch<'_, 'a> {
    fn mate(mut self) -> Result<Option<CandidateMove>, SearchEnded> {
        let position = self.position;
        for piece in position.side(position.turn()) {
            self.look()?;
            let spans = self.survey.legal_of(piece);
            for span in spans {
                if !self.survey.may_give_check(piece, span.lane, span.part, &span.captures) {
                    continue;
                }
                if span.part.is_point() {
                    let found = self.mate_among_candidates(&[span])?;
                    if found.is_some() {
                        return Ok(found);
                    }
                } else {
                    self.push(self.width(&span, span.part.from, span.part.to), Moves::Span(span));
                }
            }
            self.push_leaps(piece);
        }
        while let Some(UntriedMoves { moves, .. }) = self.left.pop() {
            let found = match moves {
                Moves::Span(span) => self.mate_of_span(span)?,
                Moves::Gap(..) | Moves::Square(..) if self.tries == 0 => None,
                Moves::Gap(span, from, to) => self.mate_in_gap(span, from, to)?,
                Moves::Square(leap, middle, half) => self.mate_in_square(leap, middle, half)?,
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
        for (lane, rule) in
            position.lanes(piece).iter().enumerate().filter(|(_, l)| l.shape == LaneShape::Area)
        {
            let kinds = rules.promotions().filter(|_| is_pawn).map(Some);
            for promotion in kinds.chain([None]) {
                let leap = Move { promotion, ..Move::to(piece, lane, mover.at) };
                let half = rule.range_of(mover.moved);
                self.push(area_as_width(half), Moves::Square(leap, mover.at, half));
            }
        }
    }

    fn push(&mut self, width: f64, moves: Moves) {
        self.left.push(UntriedMoves { width, moves });
    }

    fn look(&self) -> Result<(), SearchEnded> {
        if (self.may_go_on)() { Ok(()) } else { Err(SearchEnded) }
    }

    /// Tries a move.
    fn trial(&self, candidate: &CandidateMove) -> Result<Trial, SearchEnded> {
        self.look()?;
        let after = self.position.after_legal(candidate.m, &candidate.captures);
        let survey = Survey::new(&after);
        // Most checks are answered by a king's move.
        let king_goes = || after.king(after.turn()).is_some_and(|king| !survey.legal_of(king).is_empty());
        Ok(if after.turn() == self.position.turn() || !survey.in_check() {
            Trial::Quiet
        } else if king_goes() || survey.has_legal_move() {
            Trial::Check
        } else {
            Trial::Mate
        })
    }

    fn mate_among_candidates(&mut self, spans: &[Span]) -> Result<Option<CandidateMove>, SearchEnded> {
        let mut found = Vec::new();
        Chooser::new(self.position, self.survey, Width::Wide).of_spans(spans, &mut found);
        for candidate in found {
            if self.trial(&candidate)? == Trial::Mate {
                return Ok(Some(candidate));
            }
        }
        Ok(None)
    }

    /// Returns a mate along a span: from its exact set of mating distances, or else a candidate.
    fn mate_of_span(&mut self, span: Span) -> Result<Option<CandidateMove>, SearchEnded> {
        self.look()?;
        if let Ok(known) = keys_of(self.position, std::slice::from_ref(&span), Goal::Mate) {
            if let Some(key) = known.keys.first() {
                return Ok(Some(CandidateMove { m: key.at(key.sample()), captures: key.captures.clone() }));
            }
            if known.undecided.is_empty() {
                return Ok(None);
            }
        }
        let found = self.mate_among_candidates(std::slice::from_ref(&span))?;
        let (from, to) = (span.part.from, span.part.to);
        self.push(self.width(&span, from, to), Moves::Gap(span, from, to));
        Ok(found)
    }

    /// Tries the middle of a gap between two distances, and queues its halves.
    fn mate_in_gap(&mut self, span: Span, from: f64, to: f64) -> Result<Option<CandidateMove>, SearchEnded> {
        self.tries -= 1;
        let (middle, half) = (from.midpoint(to), 0.5 * self.width(&span, from, to));
        let mut found = Vec::new();
        Chooser::new(self.position, self.survey, Width::Wide).at(&span, middle, &mut found);
        let mut gives_check = false;
        for candidate in found {
            match self.trial(&candidate)? {
                Trial::Mate => return Ok(Some(candidate)),
                Trial::Check => gives_check = true,
                Trial::Quiet => {}
            }
        }
        let width = near(gives_check, half);
        if width > NARROW {
            self.push(width, Moves::Gap(span.clone(), from, middle));
            self.push(width, Moves::Gap(span, middle, to));
        }
        Ok(None)
    }

    /// Tries the leap to the centre of a square, and queues its quarters.
    fn mate_in_square(
        &mut self,
        leap: Move,
        middle: Point,
        half: f64,
    ) -> Result<Option<CandidateMove>, SearchEnded> {
        self.look()?;
        self.tries -= 1;
        let m = Move { promotion: leap.promotion, ..Move::to(leap.piece, leap.lane(), middle) };
        let mut gives_check = false;
        if let Ok(verdict) = self.position.judge(m) {
            let candidate = CandidateMove { m, captures: verdict.captures };
            match self.trial(&candidate)? {
                Trial::Mate => return Ok(Some(candidate)),
                Trial::Check => gives_check = true,
                Trial::Quiet => {}
            }
        }
        let half = 0.5 * half;
        let width = near(gives_check, area_as_width(half));
        if width > NARROW {
            for (x, y) in [(-half, -half), (half, -half), (-half, half), (half, half)] {
                self.push(width, Moves::Square(leap, middle + Vec2::new(x, y), half));
            }
        }
        Ok(None)
    }
}

/// Returns the width with which a gap is ranked.
fn near(gives_check: bool, width: f64) -> f64 {
    if gives_check { width * NEAR_CHECK } else { width }
}

/// The result of trying a move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Trial {
    Mate,
    Check,
    Quiet,
}

/// Returns the width with which a square is ranked: its area.
fn area_as_width(half: f64) -> f64 {
    4.0 * half * half
}

/// A set of moves still to be tried, with its width.
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
