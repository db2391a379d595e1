//! The simple players on the plane.

use crate::budget::Budget;
use crate::chess::{Color, Status};
use crate::dice::Dice;
use crate::engine::plane::{CandidateMove, INSIDE, MateLimits, Values, mate_in_one};
use crate::geom::{Interval, Vec2};
use crate::plane::{LaneShape, Move, MoveEffect, Piece, PieceId, PlanePosition, Span, Survey};
use std::time::Duration;

/// The number of evenly spaced distances of a span that are tried, besides its ends.
const SAMPLES: usize = 8;

/// The number of trials for a mate where exact sets are not supported.
const TRIALS: u64 = 1_000;

/// The initial capacity: few armies have more lanes.
const LANES: usize = 96;

/// The number of random places in a region that are tried before its sample point is taken.
const TRIES: usize = 64;

/// Returns a random move: a lane among those with moves, all equally likely, and a distance uniform over its spans.
pub fn random(position: &PlanePosition, dice: &mut Dice) -> Option<Move> {
    let survey = Survey::new(position);
    let mut lanes: Vec<(PieceId, usize)> = Vec::with_capacity(LANES);
    for id in position.side(position.turn()) {
        lanes.extend((0..position.lanes(id).len()).map(|lane| (id, lane)));
    }
    // In random order, the first lane with moves is as good as any. The legal sets of the other lanes need not be computed.
    while !lanes.is_empty() {
        let (piece, lane) = lanes.swap_remove(dice.below(lanes.len()));
        let found = match position.lanes(piece)[lane].shape {
            LaneShape::Straight | LaneShape::Arc(_) | LaneShape::Turn(_) => {
                on_lane(position, &survey.legal_on(piece, lane), dice)
            }
            LaneShape::Area => in_region(&survey, piece, lane, dice),
        };
        if found.is_some() {
            return found;
        }
    }
    None
}

/// Returns a random leap of a piece to any place.
fn in_region(survey: &Survey<'_>, piece: PieceId, lane: usize, dice: &mut Dice) -> Option<Move> {
    let position = survey.position();
    let regions = survey.regions_of(piece);
    let region = regions.iter().find(|region| region.lane == lane && !region.cells.is_empty())?;
    let mover = position.piece(piece);
    let range = position.lanes(piece)[lane].range_of(mover.moved);
    for _ in 0..TRIES {
        let off = Vec2::new(2.0 * dice.unit() - 1.0, 2.0 * dice.unit() - 1.0) * range;
        if let Some(m) = judged(position, Move::to(piece, lane, mover.at + off), dice) {
            return Some(m);
        }
    }
    region.cells.iter().find_map(|cell| judged(position, Move::to(piece, lane, cell.sample), dice))
}

/// Returns a random move among the spans of a lane.
fn on_lane(position: &PlanePosition, spans: &[Span], dice: &mut Dice) -> Option<Move> {
    let length = |span: &Span| span.part.to - span.part.from;
    let total: f64 = spans.iter().map(length).sum();
    let mut span = spans.get(dice.below(spans.len()))?;
    if total > 0.0 {
        let mut left = dice.unit() * total;
        for next in spans {
            span = next;
            left -= length(next);
            if left < 0.0 {
                break;
            }
        }
    }
    let at = |d: f64| position.move_by(span.piece, span.lane, d);
    let by_chance = span.part.from + dice.unit() * length(span);
    let middle = span.part.from.midpoint(span.part.to);
    if !span.promotes && span.part.from + INSIDE < by_chance && by_chance < span.part.to - INSIDE {
        // Rounding does not matter well inside a span.
        return at(by_chance);
    }
    [by_chance, middle].into_iter().find_map(|d| judged(position, at(d)?, dice))
}

/// Returns a move if the judge finds it legal, with a random promotion for a pawn that promotes.
fn judged(position: &PlanePosition, m: Move, dice: &mut Dice) -> Option<Move> {
    if position.judge(m).is_ok() {
        return Some(m);
    }
    let promoting = position.rules().promotions().map(|kind| m.promoting(kind));
    let legal: Vec<Move> = promoting.filter(|m| position.judge(*m).is_ok()).collect();
    legal.get(dice.below(legal.len())).copied()
}

/// Returns a mate, or else the capture or promotion that gains most, or else a random move. After its time, no further mate is
/// looked for.
pub fn greedy(position: &PlanePosition, dice: &mut Dice, time: Option<Duration>) -> Option<Move> {
    let limits = MateLimits { budget: &Budget::of_time(time), time: None, trials: TRIALS };
    if let Ok(Some(mate)) = mate_in_one(position, limits) {
        return Some(mate);
    }
    let values = Values::usual(position.rules());
    let gain = |sample: &Sample| gain_of(position, &sample.candidate, &values);
    let sampled = sampled_moves(position);
    let most = sampled.iter().map(gain).max().unwrap_or_default();
    if most <= 0 {
        return random(position, dice);
    }
    let best: Vec<Move> = sampled.iter().filter(|s| gain(s) == most).map(|s| s.candidate.m).collect();
    best.get(dice.below(best.len())).copied()
}

/// Returns the value of what a move captures and promotes to, less the pawn's, hundredths of a pawn.
fn gain_of(position: &PlanePosition, candidate: &CandidateMove, values: &Values) -> i32 {
    let taken: i32 = candidate.captures.iter().map(|&id| values.of(position.piece(id).kind)).sum();
    let mover = values.of(position.piece(candidate.m.piece).kind);
    taken + candidate.m.promotion.map_or(0, |kind| values.of(kind) - mover)
}

/// The worth of leaving the other side one sampled answer fewer, hundredths of a pawn.
const MOVE: i32 = 1;

/// The value of mate, hundredths of a pawn.
const MATE: i32 = 1_000_000;

/// Returns the best sampled move. Its value is the material left after the other side's best sampled answer, less a little for each
/// sampled answer.
pub fn sampled(position: &PlanePosition, dice: &mut Dice) -> Option<Move> {
    let values = Values::usual(position.rules());
    let mut best: Vec<Move> = Vec::new();
    let mut most = i32::MIN;
    for Sample { candidate, .. } in sampled_moves(position) {
        let after = position.after_legal(candidate.m, &candidate.captures);
        let value = value_after(position, &after, &values, most);
        if value > most {
            (most, best) = (value, Vec::new());
        }
        if value == most {
            best.push(candidate.m);
        }
    }
    best.get(dice.below(best.len())).copied()
}

/// Returns the value of a position for the side that has moved. A result below `most` is only an upper bound of the value.
fn value_after(before: &PlanePosition, position: &PlanePosition, values: &Values, most: i32) -> i32 {
    let side = before.turn();
    match position.status() {
        Status::Checkmate => return MATE,
        Status::Ongoing => {}
        Status::Stalemate | Status::Draw | Status::BareKing | Status::KingTaken => return 0,
    }
    if position.turn() == side {
        return material(position, side, values);
    }
    let answers = sampled_moves(position);
    let count = MOVE * answers.len() as i32;
    let unchanged = material(position, side, values);
    let mut least = i32::MAX;
    for Sample { candidate: answer, may_check } in answers {
        let value = if may_check || answer.is_noisy() {
            let after = position.after_legal(answer.m, &answer.captures);
            let survey = Survey::new(&after);
            let mated = survey.in_check() && after.turn() == side && !survey.has_legal_move();
            if mated { -MATE } else { material(&after, side, values) }
        } else {
            unchanged
        };
        least = least.min(value - count);
        if least < most {
            break;
        }
    }
    least
}

/// Returns the material of a side less that of the other, hundredths of a pawn.
fn material(position: &PlanePosition, side: Color, values: &Values) -> i32 {
    let worth = |piece: &Piece| {
        let value = values.of(piece.kind);
        if piece.color() == side { value } else { -value }
    };
    position.pieces().iter().map(worth).sum()
}

/// A sampled move.
struct Sample {
    candidate: CandidateMove,
    /// Whether the move may give check; if false it surely gives none.
    may_check: bool,
}

/// Returns for every span its ends and evenly spaced distances between them, and for every region a place in each cell. The
/// capture of a ride is a span of a single distance.
fn sampled_moves(position: &PlanePosition) -> Vec<Sample> {
    let (survey, rules) = (Survey::new(position), position.rules());
    let mut found = Vec::new();
    for span in survey.legal() {
        let part = span.part;
        let mut distances = vec![part.from];
        if !part.is_point() {
            let Interval { from: low, to: high, .. } = part.inner(INSIDE);
            let step = (high - low) / (SAMPLES + 1) as f64;
            distances = (0..=SAMPLES).map(|i| low + step * i as f64).chain([high]).collect();
        }
        let may_check = survey.may_give_check(span.piece, span.lane, part, &span.captures);
        for m in distances.into_iter().filter_map(|d| position.move_by(span.piece, span.lane, d)) {
            found.extend(rules.promotions_if(span.promotes).map(|promotion| Sample {
                candidate: CandidateMove { m: Move { promotion, ..m }, captures: span.captures.clone() },
                may_check,
            }));
        }
    }
    let leapers: Vec<PieceId> = position
        .side(position.turn())
        .filter(|&id| position.lanes(id).iter().any(|lane| lane.shape == LaneShape::Area))
        .collect();
    for region in leapers.into_iter().flat_map(|id| survey.regions_of(id)) {
        for cell in &region.cells {
            let m = Move::to(region.piece, region.lane, cell.sample);
            let MoveEffect { captures, promotes } = &cell.value;
            found.extend(rules.promotions_if(*promotes).map(|promotion| Sample {
                candidate: CandidateMove { m: Move { promotion, ..m }, captures: captures.clone() },
                may_check: true,
            }));
        }
    }
    found
}
