//! Comparing the moves of a certificate with the legal set of the position.

use super::ReplyProof;
use super::refuted::{NoMove, Refuted};
use super::tiling::{TilingFault, end, holds, is_below, snapped, start, tiles};
use crate::game::{SpanReport, SpanText};
use crate::geom::{Interval, angle_between, tolerance};
use crate::plane::{KindId, PieceId, PieceIds, PlanePosition, Span};
use crate::solve::plane::keys::KeyStretch;
use crate::solve::plane::span_moves::SpanMoves;

/// A span of a certificate resolved in a position, in the measure of its lane.
#[derive(Debug, Clone, PartialEq)]
pub struct NamedSpan {
    /// The mover.
    pub piece: PieceId,
    /// The index of the lane.
    pub lane: usize,
    /// The kind to which a pawn promotes.
    pub promotion: Option<KindId>,
    /// The captured pieces, in order of id.
    captures: PieceIds,
    promotes: bool,
    /// Whether distances have the opposite sign.
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
            let near = |a: f64, b: f64| (a - b).abs() <= tolerance::TYPED;
            let same_arc = match (own.arc, span.arc) {
                (Some(a), Some(b)) => near(a, b),
                (None, None) => true,
                (Some(_), None) | (None, Some(_)) => false,
            };
            let same_way = angle_between(own.bearing, span.bearing) <= tolerance::BEARING;
            same_way && same_arc && own.turn == span.turn && (own.from < 0.0) == backwards
        };
        let lane = (0..position.lanes(piece).len()).find(|&lane| fits(lane));
        let lane = lane.ok_or(NoMove::Lane(span.piece))?;
        let mut captures = span.captures.iter().map(|&label| find(label)).collect::<Result<PieceIds, _>>()?;
        captures.sort_unstable();
        let kind = |letter| position.rules().kind_of_letter(letter).ok_or(NoMove::Kind(letter));
        let promotion = promotion.map(kind).transpose()?;
        Ok(NamedSpan { piece, lane, promotion, captures, promotes: span.promotes, backwards })
    }

    /// Returns distances of the certificate in the measure of the lane.
    pub fn measured(&self, part: Interval) -> Interval {
        if !self.backwards {
            return part;
        }
        let Interval { from, to, open_from, open_to } = part;
        Interval { from: -to, to: -from, open_from: open_to, open_to: open_from }
    }

    /// Whether a span of the legal set has this piece, lane and promotion.
    pub fn fits(&self, span: &Span, promotion: Option<KindId>) -> bool {
        (self.piece, self.lane, self.promotion) == (span.piece, span.lane, promotion)
            && self.promotes == span.promotes
            && self.promotes == promotion.is_some()
            && self.takes(&span.captures)
    }

    /// Returns the span of a legal set that contains the stretch of a key, up to rounding.
    ///
    /// # Errors
    /// When the stretch is empty, or no span has all of its distances with this effect.
    pub fn legal<'s>(
        &self,
        position: &PlanePosition,
        spans: &'s [Span],
        part: Interval,
    ) -> Result<&'s Span, Refuted> {
        if !is_below(start(&part), end(&part)) {
            return Err(Refuted::Empty);
        }
        let of_its_outcome = || spans.iter().filter(|span| self.fits(span, self.promotion));
        let all =
            of_its_outcome().find(|span| holds(span.part, snapped(part, span.part, tolerance::ROUNDING)));
        all.ok_or_else(|| {
            let found =
                of_its_outcome().map(|span| SpanText::of(&SpanReport::new(position, span)).to_string());
            let found = found.collect::<Vec<_>>().join(", ");
            Refuted::NotLegal(if found.is_empty() { "none".to_owned() } else { found })
        })
    }

    /// Returns the stretch as a key.
    pub fn key(&self, span: &SpanReport) -> KeyStretch {
        KeyStretch {
            piece: self.piece,
            lane: self.lane,
            part: self.measured(span.interval()),
            captures: self.captures.clone(),
            promotion: self.promotion,
        }
    }

    /// Whether these are the captures.
    pub fn takes(&self, captures: &PieceIds) -> bool {
        self.captures.len() == captures.len() && captures.iter().all(|id| self.captures.contains(id))
    }
}

/// Legal replies with the answers of a certificate.
pub struct AnsweredReplies<'a> {
    /// The replies.
    pub replies: SpanMoves<'a>,
    /// The parts of its distances, in order, each with its answer.
    pub cells: Vec<(Interval, &'a super::AnswerText)>,
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
    let named = named.collect::<Result<Vec<NamedSpan>, Refuted>>()?;
    let mut used = vec![false; proofs.len()];
    let mut out = Vec::new();
    for replies in SpanMoves::all(position, spans) {
        let whole = replies.span.part;
        let (mut parts, mut cells) = (Vec::new(), Vec::new());
        for (i, (name, proof)) in named.iter().zip(proofs).enumerate() {
            let part = name.measured(proof.reply.interval());
            let middle = part.from.midpoint(part.to);
            let inside = whole.from - tie <= middle && middle <= whole.to + tie;
            if used[i] || !inside || !name.fits(replies.span, replies.promotion) {
                continue;
            }
            used[i] = true;
            let mut own: Vec<_> =
                proof.cells.iter().map(|cell| (name.measured(cell.interval()), &cell.answer)).collect();
            if name.backwards {
                own.reverse();
            }
            tiles(part, own.iter().map(|cell| cell.0))
                .map_err(|fault| of_cells(fault).at(format!("reply {}", shown(proof))))?;
            parts.push(snapped(part, whole, tie));
            cells.extend(own.into_iter().map(|(cell, answer)| (snapped(cell, whole, tie), answer)));
        }
        tiles(whole, parts).map_err(|fault| of_replies(replies, fault))?;
        out.push(AnsweredReplies { replies, cells });
    }
    match used.iter().position(|used| !used) {
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
        let report = SpanReport::new(replies.position, &key.span());
        SpanText { span: &report, promotion: key.letter(replies.position) }.to_string()
    };
    Refuted::Cover(match fault {
        TilingFault::Gap(part) => format!("the reply {} is not answered", of(part)),
        TilingFault::Overlap(part) => format!("the reply {} is answered twice", of(part)),
        TilingFault::Beyond(part) => format!("the reply {} is not legal", of(part)),
        TilingFault::Empty(part) => format!("the reply {} holds no distance", of(part)),
    })
}
