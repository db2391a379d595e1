//! Games on the plane as the search sees them.

use super::candidates::{CandidateMove, Chooser, Width};
use super::evaluate::evaluate;
use super::values::Values;
use crate::budget::{CutShort, NodeMeter};
use crate::chess::{Color, Series};
use crate::dice::{GOLDEN, spread};
use crate::engine::score::Score;
use crate::engine::search::{GameTree, MoveChoice, MoveName, NAME_BITS, NO_MOVE, SearchWindow, Tuning};
use crate::notation::Sense;
use crate::plane::{Facing, MoveEnd, PieceId, PlanePosition, Span, Survey};
use crate::variant::Rebirth;

/// A game on the plane, with the values of its kinds.
pub(super) struct PlaneTree<'a> {
    pub values: &'a Values,
    /// The greatest difference of values at which a weak level may prefer the lesser value; 0 at full strength.
    pub swap_margin: i32,
}

/// The survey of a position, and whether its side to move is in check.
pub(super) struct PlaneNode<'p> {
    survey: Survey<'p>,
    is_in_check: bool,
}

/// The number of bits of a slot, the index by which the statistics of a quiet move are kept.
const SLOT_BITS: u32 = 14;

/// More positions than any game has.
const ALL_EARLIER: usize = usize::MAX;

/// Of a depth with this bound no late move is left out.
const NEVER: i32 = i32::MAX;

/// Returns the spans of the legal set. Without closed forms one piece may take long, so the limits are tested between pieces.
pub(super) fn legal_spans(survey: &Survey<'_>, meter: &mut NodeMeter<'_>) -> Result<Vec<Span>, CutShort> {
    let position = survey.position();
    if position.has_closed_forms() {
        return Ok(survey.legal());
    }
    let mut spans = Vec::new();
    for id in position.side(position.turn()) {
        stop_if_over(meter)?;
        spans.extend(survey.legal_of(id));
    }
    Ok(spans)
}

/// Returns the candidates among some spans and among the area leaps of the position.
pub(super) fn candidates(
    survey: &Survey<'_>,
    spans: &[Span],
    width: Width,
    meter: &mut NodeMeter<'_>,
) -> Result<Vec<CandidateMove>, CutShort> {
    let position = survey.position();
    let chooser = Chooser::new(survey, width);
    let mut found = Vec::new();
    let is_fast = position.has_closed_forms() && width < Width::Full;
    if is_fast {
        found = chooser.of_spans(spans);
    } else {
        // One lane may take long, so the limits are tested between lanes.
        for group in spans.chunk_by(|a, b| a.piece == b.piece && a.lane == b.lane) {
            stop_if_over(meter)?;
            found.extend(chooser.of_spans(group));
        }
    }
    let has_area_leap = |id: &PieceId| position.rules().kind(position.piece(*id).kind).has_area_leap;
    for id in position.side(position.turn()).filter(has_area_leap) {
        stop_if_over(meter)?;
        found.extend(chooser.of_regions(id));
    }
    Ok(found)
}

impl GameTree for PlaneTree<'_> {
    const TUNING: Tuning = Tuning {
        most_captures: 8,
        most_checks: 2,
        least_reduced: 0,
        late_after: [12, 40, NEVER, NEVER, NEVER, NEVER],
        capture_gain: 150,
    };
    const SLOTS: usize = 1 << SLOT_BITS;

    type Position = PlanePosition;
    type Node<'p>
        = PlaneNode<'p>
    where
        Self: 'p;
    type Move = CandidateMove;
    type Moves = Vec<CandidateMove>;

    fn key(&self, position: &PlanePosition) -> u64 {
        key_of(position)
    }

    fn turn(&self, position: &PlanePosition) -> Color {
        position.turn()
    }

    fn repeatable_positions(&self, position: &PlanePosition) -> usize {
        let begins_turn = position.series().is_none_or(Series::is_at_start);
        if !position.rules().variant.spec().draw_rules || !begins_turn {
            return 0;
        }
        // No position before a capture or a pawn's move recurs, unless captured pieces are reborn.
        match position.rules().rebirth {
            Rebirth::None => position.halfmove() as usize,
            Rebirth::Circe | Rebirth::Own => ALL_EARLIER,
        }
    }

    fn may_be_drawn_within(&self, position: &PlanePosition, turns: u32) -> bool {
        position.may_be_drawn_within(turns)
    }

    fn node<'p>(&'p self, position: &'p PlanePosition) -> PlaneNode<'p> {
        let survey = Survey::new(position);
        let is_in_check = survey.in_check();
        PlaneNode { survey, is_in_check }
    }

    fn is_in_check(&self, node: &PlaneNode<'_>) -> bool {
        node.is_in_check
    }

    /// Returns the value of bare kings, and of a lone king without a move.
    fn decided(&self, node: &PlaneNode<'_>, turns: u32) -> Option<i32> {
        let position = node.survey.position();
        if position.has_bare_kings() {
            return Some(0);
        }
        let has_lone_king = position.side(position.turn()).nth(1).is_none();
        (has_lone_king && !node.survey.has_legal_move()).then(|| mate_or_stalemate(node, turns))
    }

    fn without_moves(&self, node: &PlaneNode<'_>, turns: u32) -> i32 {
        // Perhaps the judge refused all candidates although the position has other legal moves.
        if node.survey.has_legal_move() {
            return evaluate(self.values, &node.survey, SearchWindow::FULL);
        }
        mate_or_stalemate(node, turns)
    }

    fn evaluate(&self, node: &PlaneNode<'_>, window: SearchWindow) -> i32 {
        evaluate(self.values, &node.survey, window)
    }

    fn moves(
        &self,
        node: &PlaneNode<'_>,
        choice: MoveChoice,
        meter: &mut NodeMeter<'_>,
    ) -> Result<Vec<CandidateMove>, CutShort> {
        let survey = &node.survey;
        let width = match choice {
            MoveChoice::Noisy => return noisy_moves(survey, meter),
            MoveChoice::ToDepth(depth) if depth > 1 => Width::Wide,
            MoveChoice::ToDepth(_) => Width::Narrow,
        };
        let spans = legal_spans(survey, meter)?;
        let found = candidates(survey, &spans, width, meter)?;
        if found.is_empty() {
            return candidates(survey, &spans, Width::Full, meter);
        }
        Ok(found)
    }

    fn after_null_move(&self, position: &PlanePosition) -> Option<PlanePosition> {
        let is_officer = |id| {
            let rule = &position.rules().kind(position.piece(id).kind).rule;
            !rule.pawn && !rule.royal
        };
        if position.series().is_some() || !position.side(position.turn()).any(is_officer) {
            return None;
        }
        position.given_turn(!position.turn())
    }

    fn after(&self, position: &PlanePosition, candidate: &CandidateMove) -> PlanePosition {
        position.after_legal(candidate.m, &candidate.captures)
    }

    /// Returns a hash of the piece, the lane, the promotion and the end of a move.
    fn name(&self, candidate: &CandidateMove) -> MoveName {
        let m = &candidate.m;
        let end = match m.end {
            MoveEnd::Distance(distance) | MoveEnd::Angle(distance) => distance.to_bits(),
            MoveEnd::Place(place) => place.x.to_bits().rotate_left(1) ^ place.y.to_bits(),
        };
        // 0 stands for no promotion.
        let promotion = m.promotion.map_or(0, |kind| u64::from(kind) + 1);
        let without_end = u64::from(m.piece.0) | ((m.lane as u64) << 16) | (promotion << 32);
        // `spread` maps 0 to 0, so no argument is 0.
        let hash = spread(end ^ spread(without_end + 1));
        let upper_bits = (hash >> (u64::BITS - NAME_BITS)) as MoveName;
        // The name 0 stands for no move.
        upper_bits.max(NO_MOVE + 1)
    }

    /// Returns the slot of a piece and its lane; the distance is left out, because real distances never recur.
    fn slot(&self, position: &PlanePosition, candidate: &CandidateMove) -> usize {
        let label = position.piece(candidate.m.piece).label;
        let mut label_and_lane = candidate.m.lane as u64;
        for byte in label.as_bytes() {
            label_and_lane = label_and_lane.rotate_left(7) ^ u64::from(*byte);
        }
        (spread(label_and_lane) >> (u64::BITS - SLOT_BITS)) as usize
    }

    fn is_noisy(&self, _: &PlanePosition, candidate: &CandidateMove) -> bool {
        candidate.is_noisy()
    }

    fn gain(&self, position: &PlanePosition, candidate: &CandidateMove) -> i32 {
        let promoted = candidate.m.promotion.map_or(0, |kind| self.values.of(kind));
        let captured = candidate.captures.iter().map(|&id| self.values.of(position.piece(id).kind));
        captured.sum::<i32>() + promoted
    }

    fn mover_value(&self, position: &PlanePosition, candidate: &CandidateMove) -> i32 {
        self.values.of(position.piece(candidate.m.piece).kind)
    }

    fn gains_at_least(&self, position: &PlanePosition, candidate: &CandidateMove, least: i32) -> bool {
        self.gain(position, candidate) >= least
    }

    fn may_give_check(&self, node: &PlaneNode<'_>, candidate: &CandidateMove) -> bool {
        candidate.is_noisy() || node.survey.may_give_check_by(candidate.m)
    }
}

/// Returns the captures and promotions among the candidates.
fn noisy_moves(survey: &Survey<'_>, meter: &mut NodeMeter<'_>) -> Result<Vec<CandidateMove>, CutShort> {
    let has_closed_forms = survey.position().has_closed_forms();
    let spans = if has_closed_forms { survey.noisy() } else { legal_spans(survey, meter)? };
    candidates(survey, &spans, Width::Noisy, meter)
}

/// Returns an error if a limit of the search is reached.
pub(super) fn stop_if_over(meter: &mut NodeMeter<'_>) -> Result<(), CutShort> {
    meter.refresh();
    if meter.is_over() { Err(CutShort) } else { Ok(()) }
}

/// Returns the value of a position without a legal move.
fn mate_or_stalemate(node: &PlaneNode<'_>, turns: u32) -> i32 {
    let score = if node.is_in_check { Score::mated_in(turns) } else { Score::DRAW };
    score.raw()
}

/// Returns the hash key of a position. The key depends neither on the order of the pieces nor on the counters.
pub(super) fn key_of(position: &PlanePosition) -> u64 {
    let has_rebirth = position.rules().has_rebirth();
    let mut key = 0u64;
    for piece in position.pieces() {
        let facing = match piece.facing {
            Facing::Player(flips) => u64::from(flips.x) | (u64::from(flips.y) << 1),
            Facing::Ring(Sense::CounterClockwise) => 4,
            Facing::Ring(Sense::Clockwise) => 5,
        };
        let flags = u64::from(piece.kind)
            | ((piece.color().index() as u64) << 8)
            | (u64::from(piece.moved) << 9)
            | (u64::from(has_rebirth && piece.promoted) << 10)
            | (facing << 11);
        let mut piece_key = spread(piece.at.x.to_bits() ^ GOLDEN);
        piece_key = spread(piece_key.wrapping_add(piece.at.y.to_bits()));
        piece_key = spread(piece_key ^ flags);
        if let Some(heading) = piece.heading {
            piece_key = spread(piece_key ^ heading.to_bits());
        }
        if let Some(home) = piece.home.filter(|_| has_rebirth) {
            piece_key = spread(piece_key ^ home.x.to_bits().rotate_left(1) ^ home.y.to_bits());
        }
        key = key.wrapping_add(piece_key);
    }
    if let Some(series) = position.series() {
        key = spread(key ^ (u64::from(series.length) << 32) ^ u64::from(series.played));
    }
    if position.turn() == Color::White { key } else { !key }
}
