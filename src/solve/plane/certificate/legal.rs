//! Comparing the moves of a certificate with the legal set of the position.

use super::ReplyProof;
use super::refuted::{NoMove, Refuted};
use super::tiling::{TilingFault, holds, is_empty, snapped, tiles};
use super::{AnswerText, CellProof};
use crate::game::{SpanReport, SpanText};
use crate::geom::{Interval, angle_between, tolerance};
use crate::plane::{PieceIds, PlanePosition, Span};
use crate::solve::plane::keys::KeyStretch;
use crate::solve::plane::span_moves::SpanMoves;

/// A span of a certificate with the pieces and the lane that it names in a position.
#[derive(Debug, Clone, PartialEq)]
pub struct NamedSpan {
    /// The span as a stretch of its lane.
    pub key: KeyStretch,
    /// Whether the certificate claims that the moves promote.
    promotes: bool,
    /// Whether the certificate gives the distances of the lane as negative numbers: those of a turn clockwise.
    is_negative: bool,
}

impl NamedSpan {
    /// Finds the piece, the lane, the captures and the promotion that a span names.
    ///
    /// # Errors
    /// When the position has no such piece, lane or promotion.
    pub fn of(
        position: &PlanePosition,
        span: &SpanReport,
        promotion: Option<char>,
    ) -> Result<NamedSpan, NoMove> {
        let find = |label| position.find(label).ok_or(NoMove::Piece(label));
        let piece = find(span.piece)?;
        if position.piece(piece).color() != position.turn() {
            return Err(NoMove::Turn(span.piece, position.turn()));
        }
        let is_negative = span.turn && span.to <= 0.0;
        let is_named = |lane: usize| {
            // The report of any moves on the lane has its bearing, its arc and the sign of its distances.
            let part = Interval::closed(1.0, 2.0);
            let any = Span { piece, lane, part, captures: PieceIds::new(), promotes: false };
            let report = SpanReport::new(position, &any);
            let is_same_arc = match (report.arc, span.arc) {
                (Some(a), Some(b)) => (a - b).abs() <= tolerance::TYPED,
                (None, None) => true,
                (Some(_), None) | (None, Some(_)) => false,
            };
            let is_same_bearing = angle_between(report.bearing, span.bearing) <= tolerance::BEARING;
            let is_same_turn = report.turn == span.turn && (report.from < 0.0) == is_negative;
            is_same_bearing && is_same_arc && is_same_turn
        };
        let lane = (0..position.lanes(piece).len()).find(|&lane| is_named(lane));
        let lane = lane.ok_or(NoMove::Lane(span.piece))?;
        let mut captures = span.captures.iter().map(|&label| find(label)).collect::<Result<PieceIds, _>>()?;
        captures.sort_unstable();
        let kind = |letter| position.rules().kind_of_letter(letter).ok_or(NoMove::Kind(letter));
        let promotion = promotion.map(kind).transpose()?;
        let part = along_lane(span.interval(), is_negative);
        let key = KeyStretch { piece, lane, part, captures, promotion };
        Ok(NamedSpan { key, promotes: span.promotes, is_negative })
    }

    /// Returns distances of the certificate as distances along the lane.
    pub fn along_lane(&self, part: Interval) -> Interval {
        along_lane(part, self.is_negative)
    }

    /// Whether moves of the legal set have this piece, lane, promotion and captures.
    fn fits(&self, moves: SpanMoves<'_>) -> bool {
        let KeyStretch { piece, lane, promotion, .. } = self.key;
        let is_same_lane = (piece, lane) == (moves.span.piece, moves.span.lane);
        let is_same_promotion = promotion == moves.promotion && self.promotes == moves.span.promotes;
        let is_consistent = self.promotes == promotion.is_some();
        is_same_lane && is_same_promotion && is_consistent && self.takes(&moves.span.captures)
    }

    /// Returns the moves of the legal set that contain the stretch, up to rounding.
    ///
    /// # Errors
    /// When the stretch is empty, or no span of the legal set has all of its distances with these captures and this promotion.
    pub fn legal<'s>(
        &self,
        position: &'s PlanePosition,
        spans: &'s [Span],
    ) -> Result<SpanMoves<'s>, Refuted> {
        let part = self.key.part;
        if is_empty(part) {
            return Err(Refuted::Empty);
        }
        let moves = |span: &'s Span| SpanMoves { position, span, promotion: self.key.promotion };
        let fitting: Vec<SpanMoves<'s>> = spans.iter().map(moves).filter(|moves| self.fits(*moves)).collect();
        let contains = |moves: &&SpanMoves<'s>| {
            let whole = moves.span.part;
            holds(whole, snapped(part, whole, tolerance::ROUNDING))
        };
        if let Some(legal) = fitting.iter().find(contains) {
            return Ok(*legal);
        }
        let text = |moves: &SpanMoves<'_>| SpanText::of(&SpanReport::new(position, moves.span)).to_string();
        let found: Vec<String> = fitting.iter().map(text).collect();
        Err(Refuted::NotLegal(if found.is_empty() { "none".to_owned() } else { found.join(", ") }))
    }

    /// Whether the moves capture these pieces, in any order.
    pub fn takes(&self, captures: &PieceIds) -> bool {
        let named = &self.key.captures;
        named.len() == captures.len() && captures.iter().all(|id| named.contains(id))
    }
}

/// Returns distances of a certificate as distances along a lane, which have the opposite sign if `is_negative`.
fn along_lane(part: Interval, is_negative: bool) -> Interval {
    if !is_negative {
        return part;
    }
    let Interval { from, to, open_from, open_to } = part;
    Interval { from: -to, to: -from, open_from: open_to, open_to: open_from }
}

/// A part of a stretch of replies with the answer that a certificate gives.
#[derive(Clone, Copy)]
pub struct AnsweredCell<'a> {
    pub part: Interval,
    pub answer: &'a AnswerText,
}

/// A span of legal replies with the answers that a certificate gives.
pub struct AnsweredReplies<'a> {
    pub replies: SpanMoves<'a>,
    /// The parts of the span, in order.
    pub cells: Vec<AnsweredCell<'a>>,
}

/// Returns the legal set with the answers that a certificate gives, exactly one to every distance.
///
/// # Errors
/// The first reply that has no answer or is not legal.
pub fn answers<'a>(
    position: &'a PlanePosition,
    spans: &'a [Span],
    proofs: &'a [ReplyProof],
) -> Result<Vec<AnsweredReplies<'a>>, Refuted> {
    let tie = position.rules().epsilon;
    let mut named_spans = Vec::new();
    for proof in proofs {
        let named = NamedSpan::of(position, &proof.reply, proof.promotion);
        named_spans.push(named.map_err(|e| Refuted::from(e).at(place_of(proof)))?);
    }
    let mut is_used = vec![false; proofs.len()];
    let mut out = Vec::new();
    for replies in SpanMoves::all(position, spans) {
        let whole = replies.span.part;
        let (mut parts, mut cells) = (Vec::new(), Vec::new());
        for (i, (named, proof)) in named_spans.iter().zip(proofs).enumerate() {
            let part = named.key.part;
            let middle = part.middle();
            let is_inside = whole.from - tie <= middle && middle <= whole.to + tie;
            if is_used[i] || !is_inside || !named.fits(replies) {
                continue;
            }
            is_used[i] = true;
            let answered = |cell: &'a CellProof| AnsweredCell {
                part: named.along_lane(cell.interval()),
                answer: &cell.answer,
            };
            let mut cells_of_proof: Vec<AnsweredCell<'a>> = proof.cells.iter().map(answered).collect();
            if named.is_negative {
                cells_of_proof.reverse();
            }
            tiles(part, cells_of_proof.iter().map(|cell| cell.part))
                .map_err(|fault| refuted_cells(fault).at(place_of(proof)))?;
            parts.push(snapped(part, whole, tie));
            for AnsweredCell { part, answer } in cells_of_proof {
                cells.push(AnsweredCell { part: snapped(part, whole, tie), answer });
            }
        }
        tiles(whole, parts).map_err(|fault| refuted_replies(replies, fault))?;
        out.push(AnsweredReplies { replies, cells });
    }
    match is_used.iter().position(|is_used| !is_used) {
        None => Ok(out),
        Some(i) => Err(Refuted::Cover(format!("{} is not of the legal set", place_of(&proofs[i])))),
    }
}

/// Returns the place of a proof for error messages: `reply ka 0 (0.1, 0.35]`.
fn place_of(proof: &ReplyProof) -> String {
    format!("reply {}", SpanText { span: &proof.reply, promotion: proof.promotion })
}

/// Returns the text of a stretch with all digits.
pub fn digits(part: Interval) -> String {
    part.bracketed(|number| number.to_string())
}

/// Returns the refutation by a fault of the cells of one reply.
fn refuted_cells(fault: TilingFault) -> Refuted {
    Refuted::Cover(match fault {
        TilingFault::Gap(part) => format!("no cell answers {}", digits(part)),
        TilingFault::Overlap(part) => {
            format!("two cells answer {}: cells follow each other in order", digits(part))
        }
        TilingFault::Beyond(part) => format!("a cell holds {}, which is not of the reply", digits(part)),
        TilingFault::Empty(part) => format!("the cell {} holds no distance", digits(part)),
    })
}

/// Returns the refutation by a fault of the certificate's replies in one span of the legal set.
fn refuted_replies(replies: SpanMoves<'_>, fault: TilingFault) -> Refuted {
    let reply = |part: Interval| {
        let key = replies.key(part);
        let (report, promotion) = (key.report(replies.position), key.letter(replies.position));
        format!("the reply {}", SpanText { span: &report, promotion })
    };
    Refuted::Cover(match fault {
        TilingFault::Gap(part) => format!("{} is not answered", reply(part)),
        TilingFault::Overlap(part) => format!("{} is answered twice", reply(part)),
        TilingFault::Beyond(part) => format!("{} is not legal", reply(part)),
        TilingFault::Empty(part) => format!("{} holds no distance", reply(part)),
    })
}
