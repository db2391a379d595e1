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

/// A span of a certificate resolved in a position.
#[derive(Debug, Clone, PartialEq)]
pub struct NamedSpan {
    /// The span as a key, in the measure of its lane.
    pub key: KeyStretch,
    promotes: bool,
    /// Whether distances of the certificate have the opposite sign.
    backwards: bool,
}

impl NamedSpan {
    /// Resolves the piece, the lane and the captures that a span names.
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
        let backwards = span.turn && span.to <= 0.0;
        let fits = |lane: usize| {
            let part = Interval::closed(1.0, 2.0);
            let own = Span { piece, lane, part, captures: PieceIds::new(), promotes: false };
            let own = SpanReport::new(position, &own);
            let is_same_arc = match (own.arc, span.arc) {
                (Some(a), Some(b)) => (a - b).abs() <= tolerance::TYPED,
                (None, None) => true,
                (Some(_), None) | (None, Some(_)) => false,
            };
            let is_same_bearing = angle_between(own.bearing, span.bearing) <= tolerance::BEARING;
            let is_same_turn = own.turn == span.turn && (own.from < 0.0) == backwards;
            is_same_bearing && is_same_arc && is_same_turn
        };
        let lane = (0..position.lanes(piece).len()).find(|&lane| fits(lane));
        let lane = lane.ok_or(NoMove::Lane(span.piece))?;
        let mut captures = span.captures.iter().map(|&label| find(label)).collect::<Result<PieceIds, _>>()?;
        captures.sort_unstable();
        let kind = |letter| position.rules().kind_of_letter(letter).ok_or(NoMove::Kind(letter));
        let promotion = promotion.map(kind).transpose()?;
        let part = measured(span.interval(), backwards);
        let key = KeyStretch { piece, lane, part, captures, promotion };
        Ok(NamedSpan { key, promotes: span.promotes, backwards })
    }

    /// Returns distances of the certificate in the measure of the lane.
    pub fn measured(&self, part: Interval) -> Interval {
        measured(part, self.backwards)
    }

    /// Whether moves of the legal set have this piece, lane, promotion and captures.
    fn fits(&self, moves: SpanMoves<'_>) -> bool {
        let KeyStretch { piece, lane, promotion, .. } = self.key;
        (piece, lane, promotion) == (moves.span.piece, moves.span.lane, moves.promotion)
            && self.promotes == moves.span.promotes
            && self.promotes == promotion.is_some()
            && self.takes(&moves.span.captures)
    }

    /// Returns the moves of the legal set that contain the stretch, up to rounding.
    ///
    /// # Errors
    /// When the stretch is empty, or no span has all of its distances with this effect.
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

    /// Whether these are the captures.
    pub fn takes(&self, captures: &PieceIds) -> bool {
        let own = &self.key.captures;
        own.len() == captures.len() && captures.iter().all(|id| own.contains(id))
    }
}

/// Returns distances of a certificate in the measure of a lane; `backwards` says that their sign is the opposite one.
fn measured(part: Interval, backwards: bool) -> Interval {
    if !backwards {
        return part;
    }
    let Interval { from, to, open_from, open_to } = part;
    Interval { from: -to, to: -from, open_from: open_to, open_to: open_from }
}

/// A part of a stretch of replies with the answer of a certificate.
#[derive(Clone, Copy)]
pub struct AnsweredCell<'a> {
    pub part: Interval,
    pub answer: &'a AnswerText,
}

/// Legal replies with the answers of a certificate.
pub struct AnsweredReplies<'a> {
    pub replies: SpanMoves<'a>,
    /// The parts of their distances, in order.
    pub cells: Vec<AnsweredCell<'a>>,
}

/// Returns the legal set with the answers of a certificate, exactly one to every distance.
///
/// # Errors
/// The first reply that has no answer or is not legal.
pub fn answers<'a>(
    position: &'a PlanePosition,
    spans: &'a [Span],
    proofs: &'a [ReplyProof],
) -> Result<Vec<AnsweredReplies<'a>>, Refuted> {
    let tie = position.rules().epsilon;
    let named = proofs.iter().map(|proof| {
        let named = NamedSpan::of(position, &proof.reply, proof.promotion);
        named.map_err(|e| Refuted::from(e).at(format!("reply {}", shown(proof))))
    });
    let named_spans = named.collect::<Result<Vec<NamedSpan>, Refuted>>()?;
    let mut is_used = vec![false; proofs.len()];
    let mut out = Vec::new();
    for replies in SpanMoves::all(position, spans) {
        let whole = replies.span.part;
        let (mut parts, mut cells) = (Vec::new(), Vec::new());
        for (i, (named, proof)) in named_spans.iter().zip(proofs).enumerate() {
            let part = named.key.part;
            let middle = part.from.midpoint(part.to);
            let is_inside = whole.from - tie <= middle && middle <= whole.to + tie;
            if is_used[i] || !is_inside || !named.fits(replies) {
                continue;
            }
            is_used[i] = true;
            let answered = |cell: &'a CellProof| AnsweredCell {
                part: named.measured(cell.interval()),
                answer: &cell.answer,
            };
            let mut own: Vec<AnsweredCell<'a>> = proof.cells.iter().map(answered).collect();
            if named.backwards {
                own.reverse();
            }
            tiles(part, own.iter().map(|cell| cell.part))
                .map_err(|fault| of_cells(fault).at(format!("reply {}", shown(proof))))?;
            parts.push(snapped(part, whole, tie));
            cells.extend(
                own.iter().map(|cell| AnsweredCell { part: snapped(cell.part, whole, tie), ..*cell }),
            );
        }
        tiles(whole, parts).map_err(|fault| of_replies(replies, fault))?;
        out.push(AnsweredReplies { replies, cells });
    }
    match is_used.iter().position(|is_used| !is_used) {
        None => Ok(out),
        Some(i) => Err(Refuted::Cover(format!("reply {} is not of the legal set", shown(&proofs[i])))),
    }
}

fn shown(proof: &ReplyProof) -> String {
    SpanText { span: &proof.reply, promotion: proof.promotion }.to_string()
}

/// Writes a stretch with all digits.
pub fn digits(part: Interval) -> String {
    part.bracketed(|number| number.to_string())
}

fn of_cells(fault: TilingFault) -> Refuted {
    Refuted::Cover(match fault {
        TilingFault::Gap(part) => format!("no cell answers {}", digits(part)),
        TilingFault::Overlap(part) => {
            format!("two cells answer {}: cells follow each other in order", digits(part))
        }
        TilingFault::Beyond(part) => format!("a cell holds {}, which is not of the reply", digits(part)),
        TilingFault::Empty(part) => format!("the cell {} holds no distance", digits(part)),
    })
}

fn of_replies(replies: SpanMoves<'_>, fault: TilingFault) -> Refuted {
    let of = |part: Interval| {
        let key = replies.key(part);
        let (report, promotion) = (key.report(replies.position), key.letter(replies.position));
        SpanText { span: &report, promotion }.to_string()
    };
    Refuted::Cover(match fault {
        TilingFault::Gap(part) => format!("the reply {} is not answered", of(part)),
        TilingFault::Overlap(part) => format!("the reply {} is answered twice", of(part)),
        TilingFault::Beyond(part) => format!("the reply {} is not legal", of(part)),
        TilingFault::Empty(part) => format!("the reply {} holds no distance", of(part)),
    })
}
