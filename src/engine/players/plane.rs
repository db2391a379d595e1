//! The simple players on the plane.

use super::simple::BestMoves;
use crate::budget::Budget;
use crate::chess::{Color, Status};
use crate::dice::Dice;
use crate::engine::plane::{CandidateMove, GAP_AT_OPEN_END, MateLimits, Values, mate_in_one};
use crate::geom::{Interval, Vec2};
use crate::plane::{LaneShape, Move, MoveEffect, Piece, PieceId, PlanePosition, Span, Survey};
use std::time::Duration;

/// The number of evenly spaced distances that are sampled between the ends of a span.
const SAMPLES: usize = 8;

/// The number of trials for a mate of kinds for which exact sets are not supported.
const MATE_TRIALS: u64 = 1_000;

/// The initial capacity of a list of lanes: few armies have more.
const LANE_CAPACITY: usize = 96;

/// The number of random places in range that are tried for an area leap before the sample points of its region.
const LEAP_TRIES: usize = 64;

/// Returns a random move. All lanes with moves are equally likely, and the distance is uniform over the spans of the lane.
pub fn random(position: &PlanePosition, dice: &mut Dice) -> Option<Move> {
    let survey = Survey::new(position);
    let mut lanes: Vec<(PieceId, usize)> = Vec::with_capacity(LANE_CAPACITY);
    for id in position.side(position.turn()) {
        lanes.extend((0..position.lanes(id).len()).map(|lane| (id, lane)));
    }
    // The lanes are tried in random order up to the first with moves, so the legal sets of the others need not be computed.
    while !lanes.is_empty() {
        let (piece, lane) = lanes.swap_remove(dice.below(lanes.len()));
        let chosen = match position.lanes(piece)[lane].shape {
            LaneShape::Straight | LaneShape::Arc(_) | LaneShape::Turn(_) => {
                random_on_lane(position, &survey.legal_on(piece, lane), dice)
            }
            LaneShape::Area => random_in_region(&survey, piece, lane, dice),
        };
        if chosen.is_some() {
            return chosen;
        }
    }
    None
}

/// Returns a random area leap of a piece.
fn random_in_region(survey: &Survey<'_>, piece: PieceId, lane: usize, dice: &mut Dice) -> Option<Move> {
    let position = survey.position();
    let regions = survey.regions_of(piece);
    let region = regions.iter().find(|region| region.lane == lane && !region.cells.is_empty())?;
    let mover = position.piece(piece);
    let range = position.lanes(piece)[lane].range_of(mover.moved);
    for _ in 0..LEAP_TRIES {
        let leap = Vec2::new(2.0 * dice.unit() - 1.0, 2.0 * dice.unit() - 1.0) * range;
        if let Some(m) = legal_or_promoting(position, Move::to(piece, lane, mover.at + leap), dice) {
            return Some(m);
        }
    }
    region
        .cells
        .iter()
        .find_map(|cell| legal_or_promoting(position, Move::to(piece, lane, cell.sample), dice))
}

/// Returns a random move among the spans of a lane.
fn random_on_lane(position: &PlanePosition, spans: &[Span], dice: &mut Dice) -> Option<Move> {
    let length = |span: &Span| span.part.to - span.part.from;
    let total: f64 = spans.iter().map(length).sum();
    // Single distances have no length, and are equally likely if there is nothing else.
    let mut span = spans.get(dice.below(spans.len()))?;
    if total > 0.0 {
        let mut length_left = dice.unit() * total;
        for next in spans {
            span = next;
            length_left -= length(next);
            if length_left < 0.0 {
                break;
            }
        }
    }
    let Interval { from, to, .. } = span.part;
    let move_by = |distance: f64| position.move_by(span.piece, span.lane, distance);
    let distance = from + dice.unit() * length(span);
    let is_well_inside = from + GAP_AT_OPEN_END < distance && distance < to - GAP_AT_OPEN_END;
    if is_well_inside && !span.promotes {
        // Rounding cannot make this move illegal.
        return move_by(distance);
    }
    [distance, from.midpoint(to)]
        .into_iter()
        .find_map(|distance| legal_or_promoting(position, move_by(distance)?, dice))
}

/// Returns a move if the judge finds it legal; for a pawn that promotes, with a random legal promotion.
fn legal_or_promoting(position: &PlanePosition, m: Move, dice: &mut Dice) -> Option<Move> {
    if position.judge(m).is_ok() {
        return Some(m);
    }
    let promoting = position.rules().promotions().map(|kind| m.promoting(kind));
    let legal: Vec<Move> = promoting.filter(|m| position.judge(*m).is_ok()).collect();
    legal.get(dice.below(legal.len())).copied()
}

/// Returns a mate, or else the capture or promotion that gains most, or else a random move. The search for a mate ends after `time`.
pub fn greedy(position: &PlanePosition, dice: &mut Dice, time: Option<Duration>) -> Option<Move> {
    let limits = MateLimits { budget: &Budget::of_time(time), time: None, trials: MATE_TRIALS };
    if let Ok(Some(mate)) = mate_in_one(position, limits) {
        return Some(mate);
    }
    let values = Values::usual(position.rules());
    let mut best = BestMoves::of_at_least(1);
    for Sample { candidate, .. } in sampled_moves(position) {
        best.add(candidate.m, gain_of(position, &candidate, &values));
    }
    best.choose(dice).or_else(|| random(position, dice))
}

/// Returns the gain of a move, hundredths of a pawn: the captured pieces, and the gain of a promotion.
fn gain_of(position: &PlanePosition, candidate: &CandidateMove, values: &Values) -> i32 {
    let taken: i32 = candidate.captures.iter().map(|&id| values.of(position.piece(id).kind)).sum();
    let mover = values.of(position.piece(candidate.m.piece).kind);
    taken + candidate.m.promotion.map_or(0, |kind| values.of(kind) - mover)
}

/// The value of each sampled answer that the other side has, hundredths of a pawn.
const VALUE_OF_ANSWER: i32 = 1;

/// The value of mate, hundredths of a pawn.
const MATE: i32 = 1_000_000;

/// Returns the best sampled move, by the material after the best sampled answer, less a little for each sampled answer.
pub fn sampled(position: &PlanePosition, dice: &mut Dice) -> Option<Move> {
    let values = Values::usual(position.rules());
    let mut best = BestMoves::of_at_least(i32::MIN);
    for Sample { candidate, .. } in sampled_moves(position) {
        let after = position.after_legal(candidate.m, &candidate.captures);
        let value = value_after_answer(position.turn(), &after, &values, best.most);
        best.add(candidate.m, value);
    }
    best.choose(dice)
}

/// Returns the value for the side that has moved, after the best sampled answer, hundredths of a pawn. A result below `most` is only
/// an upper bound.
fn value_after_answer(side: Color, position: &PlanePosition, values: &Values, most: i32) -> i32 {
    match position.status() {
        Status::Checkmate => return MATE,
        Status::Ongoing => {}
        Status::Stalemate | Status::Draw | Status::BareKing | Status::KingTaken => return 0,
    }
    if position.turn() == side {
        return material(position, side, values);
    }
    let answers = sampled_moves(position);
    let value_of_answers = VALUE_OF_ANSWER * answers.len() as i32;
    let unchanged = material(position, side, values);
    let mut least = i32::MAX;
    for Sample { candidate: answer, may_give_check } in answers {
        let value = if may_give_check || answer.is_noisy() {
            let after = position.after_legal(answer.m, &answer.captures);
            let survey = Survey::new(&after);
            let is_in_check = after.turn() == side && survey.in_check();
            let is_mated = is_in_check && !survey.has_legal_move();
            if is_mated { -MATE } else { material(&after, side, values) }
        } else {
            unchanged
        };
        least = least.min(value - value_of_answers);
        if least < most {
            break;
        }
    }
    least
}

/// Returns the material of a side less that of the other, hundredths of a pawn.
fn material(position: &PlanePosition, side: Color, values: &Values) -> i32 {
    let value_for_side = |piece: &Piece| {
        let value = values.of(piece.kind);
        if piece.color() == side { value } else { -value }
    };
    position.pieces().iter().map(value_for_side).sum()
}

/// A sampled move.
struct Sample {
    candidate: CandidateMove,
    /// Whether the move may give check: false only if it gives none.
    may_give_check: bool,
}

/// Returns sampled moves: of every span its ends and evenly spaced distances between them, and of every region a place in each cell.
fn sampled_moves(position: &PlanePosition) -> Vec<Sample> {
    let (survey, rules) = (Survey::new(position), position.rules());
    let mut samples = Vec::new();
    let mut add = |m: Move, effect: &MoveEffect, may_give_check: bool| {
        samples.extend(rules.promotions_if(effect.promotes).map(|promotion| Sample {
            candidate: CandidateMove { m: Move { promotion, ..m }, captures: effect.captures.clone() },
            may_give_check,
        }));
    };
    for span in survey.legal() {
        let part = span.part;
        let mut distances = vec![part.from];
        if !part.is_point() {
            let Interval { from, to, .. } = part.inner(GAP_AT_OPEN_END);
            let step = (to - from) / (SAMPLES + 1) as f64;
            distances = (0..=SAMPLES).map(|i| from + step * i as f64).chain([to]).collect();
        }
        let may_give_check = survey.may_give_check(span.piece, span.lane, part, &span.captures);
        let effect = MoveEffect { captures: span.captures, promotes: span.promotes };
        for m in distances.into_iter().filter_map(|d| position.move_by(span.piece, span.lane, d)) {
            add(m, &effect, may_give_check);
        }
    }
    for leaper in position.side(position.turn()) {
        for region in survey.regions_of(leaper) {
            for cell in &region.cells {
                add(Move::to(region.piece, region.lane, cell.sample), &cell.value, true);
            }
        }
    }
    samples
}
