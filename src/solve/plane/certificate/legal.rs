//! Comparing the moves of a certificate with the legal set of the position.

use super::refuted::Refuted;
use super::tiling::{TilingFault, holds, snapped, tiles};
use super::{CellProof, ReplyProof};
use crate::chess::Label;
use crate::game::{SpanReport, SpanText};
use crate::geom::{Interval, Spans, angle_between, tolerance};
use crate::plane::{PieceIds, PieceLane, PlanePosition, Span};
use crate::solve::plane::keys::KeyStretch;
use crate::solve::plane::reply::ReplyStretch;
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
    pub fn of(
        position: &PlanePosition,
        span: &SpanReport,
        promotion: Option<char>,
    ) -> Result<NamedSpan, Refuted> {
        let find = |label: Label| {
            let missing = || Refuted::new(format!("there is no {label} in the position"));
            position.find(label).ok_or_else(missing)
        };
        let piece = find(span.piece)?;
        let turn = position.turn();
        if position.piece(piece).color() != turn {
            return Err(Refuted::new(format!("{} may not move: it is {turn}'s turn", span.piece)));
        }
        let Some(PieceLane { lane, .. }) =
            position.piece_lanes(piece).find(|&lane| names(position, span, lane))
        else {
            return Err(Refuted::new(format!("{} does not move in this way", span.piece)));
        };
        let mut captures = span.captures.iter().map(|&label| find(label)).collect::<Result<PieceIds, _>>()?;
        captures.sort_unstable();
        let kind = |letter| {
            let unknown = || Refuted::new(format!("no kind has the letter `{letter}`"));
            position.rules().kind_of_letter(letter).ok_or_else(unknown)
        };
        let promotion = promotion.map(kind).transpose()?;
        let key = KeyStretch { piece, lane, part: span.interval(), captures, promotion };
        let mut named = NamedSpan { key, promotes: span.promotes, is_negative: is_negative(span) };
        named.key.part = named.along_lane(named.key.part);
        Ok(named)
    }

    /// Returns distances of the certificate as distances along the lane, which are not negative.
    pub fn along_lane(&self, part: Interval) -> Interval {
        if !self.is_negative {
            return part;
        }
        let Interval { from, to, open_from, open_to } = part;
        Interval { from: -to, to: -from, open_from: open_to, open_to: open_from }
    }

    /// Whether moves of the legal set have this piece, lane, promotion and captures.
    fn fits(&self, moves: SpanMoves<'_>) -> bool {
        let KeyStretch { piece, lane, promotion, .. } = self.key;
        let is_same_lane = (piece, lane) == (moves.span.piece, moves.span.lane);
        let is_same_promotion = promotion == moves.promotion && self.promotes == moves.span.promotes;
        let is_consistent = self.promotes == promotion.is_some();
        is_same_lane && is_same_promotion && is_consistent && self.takes(&moves.span.captures)
    }

    /// Returns the moves of the legal set that contain the stretch, up to rounding, with its captures and promotion.
    pub fn legal<'s>(
        &self,
        position: &'s PlanePosition,
        spans: &'s [Span],
    ) -> Result<SpanMoves<'s>, Refuted> {
        let part = self.key.part;
        if Spans::from(part).is_empty() {
            return Err(Refuted::new("it holds no distance"));
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
        let found: Vec<String> = fitting.iter().map(|moves| span_text(position, moves.span)).collect();
        let legal_set = if found.is_empty() { "none".to_owned() } else { found.join(", ") };
        Err(Refuted::new(format!(
            "not all of its distances are legal: with these captures and promotion the legal set has {legal_set}; the \
             certificate claims more"
        )))
    }

    /// Whether the moves capture these pieces, in any order.
    pub fn takes(&self, captures: &PieceIds) -> bool {
        let named = &self.key.captures;
        named.len() == captures.len() && captures.iter().all(|id| named.contains(id))
    }
}

/// Whether a span of a certificate is a turn clockwise, whose distances are negative numbers.
fn is_negative(span: &SpanReport) -> bool {
    span.turn && span.to <= 0.0
}

/// Whether a span of a certificate names a lane by its bearing, its arc and the sign of its distances.
fn names(position: &PlanePosition, span: &SpanReport, PieceLane { piece, lane }: PieceLane) -> bool {
    // The report of any moves on the lane tells how the lane is named.
    let part = Interval::closed(1.0, 2.0);
    let any_span = Span { piece, lane, part, captures: PieceIds::new(), promotes: false };
    let report = SpanReport::new(position, &any_span);
    let is_same_arc = match (report.arc, span.arc) {
        (Some(a), Some(b)) => (a - b).abs() <= tolerance::TYPED,
        (None, None) => true,
        (Some(_), None) | (None, Some(_)) => false,
    };
    let is_same_bearing = angle_between(report.bearing, span.bearing) <= tolerance::BEARING;
    let is_same_turn = report.turn == span.turn && (report.from < 0.0) == is_negative(span);
    is_same_bearing && is_same_arc && is_same_turn
}

/// A span of legal replies with the answers that a certificate gives.
pub struct AnsweredReplies<'a> {
    pub replies: SpanMoves<'a>,
    /// The parts of the span, in order.
    pub cells: Vec<CellProof>,
}

/// A proof of replies with the span that it names in the position.
struct NamedProof<'a> {
    proof: &'a ReplyProof,
    named: NamedSpan,
}

impl<'a> NamedProof<'a> {
    fn new(position: &PlanePosition, proof: &'a ReplyProof) -> Result<NamedProof<'a>, Refuted> {
        let named =
            NamedSpan::of(position, &proof.reply, proof.promotion).map_err(|why| why.at(place_of(proof)))?;
        Ok(NamedProof { proof, named })
    }

    /// Whether the proof is of some of these replies, whose ends count as equal up to `tie`.
    fn is_of(&self, replies: SpanMoves<'_>, tie: f64) -> bool {
        let (whole, middle) = (replies.span.part, self.named.key.part.middle());
        whole.from - tie <= middle && middle <= whole.to + tie && self.named.fits(replies)
    }

    /// Returns the cells in the order of their distances along the lane, if they cover the replies of the proof.
    fn cells(&self) -> Result<Vec<CellProof>, Refuted> {
        let NamedProof { proof, named } = self;
        let along_lane = |cell: &CellProof| CellProof::new(named.along_lane(cell.interval()), cell.answer);
        let mut cells: Vec<CellProof> = proof.cells.iter().map(along_lane).collect();
        if named.is_negative {
            cells.reverse();
        }
        tiles(named.key.part, cells.iter().map(CellProof::interval))
            .map_err(|fault| refuted_cells(fault).at(place_of(proof)))?;
        Ok(cells)
    }
}

/// Returns the legal set with the answers of a certificate. The error is the first reply that is not legal or not answered once.
pub fn answers<'a>(
    position: &'a PlanePosition,
    spans: &'a [Span],
    proofs: &'a [ReplyProof],
) -> Result<Vec<AnsweredReplies<'a>>, Refuted> {
    let tie = position.rules().epsilon;
    let named_proofs = proofs.iter().map(|proof| NamedProof::new(position, proof));
    let mut unused = named_proofs.collect::<Result<Vec<_>, _>>()?;
    let mut out = Vec::new();
    for replies in SpanMoves::all(position, spans) {
        let whole = replies.span.part;
        let (mut parts, mut cells) = (Vec::new(), Vec::new());
        for used in unused.extract_if(.., |proof| proof.is_of(replies, tie)) {
            parts.push(snapped(used.named.key.part, whole, tie));
            for cell in used.cells()? {
                cells.push(CellProof::new(snapped(cell.interval(), whole, tie), cell.answer));
            }
        }
        tiles(whole, parts).map_err(|fault| refuted_replies(replies, fault))?;
        out.push(AnsweredReplies { replies, cells });
    }
    match unused.first() {
        None => Ok(out),
        Some(NamedProof { proof, .. }) => {
            Err(Refuted::new(format!("{} is not of the legal set", place_of(proof))))
        }
    }
}

/// Returns the place of a proof for error messages: `reply ka 0 (0.1, 0.35]`.
fn place_of(proof: &ReplyProof) -> String {
    format!("reply {}", SpanText { span: &proof.reply, promotion: proof.promotion })
}

/// Returns the text of a span of a position's legal set.
pub fn span_text(position: &PlanePosition, span: &Span) -> String {
    SpanText::of(&SpanReport::new(position, span)).to_string()
}

/// Returns the text of a stretch with all digits.
pub fn digits(part: Interval) -> String {
    part.bracketed(|number| number.to_string())
}

/// Returns the refutation by a fault of the cells of one reply.
fn refuted_cells(fault: TilingFault) -> Refuted {
    Refuted::new(match fault {
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
    let reply = |part: Interval| format!("the reply {}", ReplyStretch::of(replies, part));
    Refuted::new(match fault {
        TilingFault::Gap(part) => format!("{} is not answered", reply(part)),
        TilingFault::Overlap(part) => format!("{} is answered twice", reply(part)),
        TilingFault::Beyond(part) => format!("{} is not legal", reply(part)),
        TilingFault::Empty(part) => format!("{} holds no distance", reply(part)),
    })
}
