//! What a certificate says of moves, held to the legal set of the position.

use super::ReplyProof;
use super::tiling::{Fault, snapped, tiles};
use crate::game::SpanReport;
use crate::geom::{Interval, angle_between, tolerance};
use crate::plane::{Few, KindId, PieceId, Position, Span};
use crate::solve::plane::keys::Key;
use crate::solve::plane::report::Stretch;

/// A span of a certificate in a position: in the measure of its lane.
#[derive(Debug, Clone, PartialEq)]
pub struct Named {
    /// Who moves.
    pub piece: PieceId,
    /// Along which lane.
    pub lane: usize,
    /// What a pawn becomes.
    pub promotion: Option<KindId>,
    /// What is taken, in order of id.
    captures: Few,
    promotes: bool,
    /// Whether distances count the other way.
    backwards: bool,
}

impl Named {
    /// The piece, the lane and the captures that a span names.
    ///
    /// # Errors
    /// When the position has none of these.
    pub fn of(position: &Position, span: &SpanReport, promotion: Option<char>) -> Result<Named, String> {
        let find = |label| position.find(label).ok_or_else(|| format!("there is no {label} in the position"));
        let piece = find(span.piece)?;
        if position.piece(piece).color() != position.turn() {
            return Err(format!("{} may not move: it is {}'s turn", span.piece, position.turn()));
        }
        let backwards = span.turn && span.to <= 0.0;
        let fits = |lane: usize| {
            let part = Interval::closed(1.0, 2.0);
            let own = Span { piece, lane, part, captures: Few::new(), promotes: false };
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
        let lane = lane.ok_or_else(|| format!("{} does not move in this way", span.piece))?;
        let mut captures = span.captures.iter().map(|&label| find(label)).collect::<Result<Few, _>>()?;
        captures.sort_unstable();
        let promotion = match promotion {
            None => None,
            Some(letter) => {
                let kind = position.rules().kind_of_letter(letter);
                Some(kind.ok_or_else(|| format!("no kind has the letter `{letter}`"))?)
            }
        };
        Ok(Named { piece, lane, promotion, captures, promotes: span.promotes, backwards })
    }

    /// Distances of the certificate in the measure of the lane.
    pub fn measured(&self, part: Interval) -> Interval {
        if !self.backwards {
            return part;
        }
        let Interval { from, to, open_from, open_to } = part;
        Interval { from: -to, to: -from, open_from: open_to, open_to: open_from }
    }

    /// Whether a span of the legal set is of this piece, lane and kind.
    pub fn fits(&self, span: &Span, promotion: Option<KindId>) -> bool {
        (self.piece, self.lane, self.promotion) == (span.piece, span.lane, promotion)
            && self.promotes == span.promotes
            && self.takes(&span.captures)
    }

    /// The stretch of the lane as a key.
    pub fn key(&self, span: &SpanReport) -> Key {
        Key {
            piece: self.piece,
            lane: self.lane,
            part: self.measured(span.interval()),
            captures: self.captures.clone(),
            promotion: self.promotion,
        }
    }

    /// Whether these are the captures.
    pub fn takes(&self, captures: &Few) -> bool {
        self.captures.len() == captures.len() && captures.iter().all(|id| self.captures.contains(id))
    }
}

/// One span of the legal set with what a certificate answers to it.
pub struct Answered<'c> {
    /// The span.
    pub span: Span,
    /// What a pawn becomes.
    pub promotion: Option<KindId>,
    /// The parts of its distances, in order, and the answer to each.
    pub cells: Vec<(Interval, &'c super::Answer)>,
}

/// The legal set with what a certificate answers to it: every distance has one answer.
///
/// # Errors
/// The first reply that is not answered, or not legal.
pub fn answers<'c>(
    position: &Position,
    spans: Vec<Span>,
    proofs: &'c [ReplyProof],
) -> Result<Vec<Answered<'c>>, String> {
    let tie = position.rules().epsilon;
    let named = proofs.iter().map(|proof| {
        Named::of(position, &proof.reply, proof.promotion).map_err(|e| format!("reply {}: {e}", shown(proof)))
    });
    let named = named.collect::<Result<Vec<Named>, String>>()?;
    let mut used = vec![false; proofs.len()];
    let mut out = Vec::new();
    for span in spans {
        let kinds: Vec<Option<KindId>> =
            if span.promotes { position.rules().promotions().map(Some).collect() } else { vec![None] };
        for promotion in kinds {
            let mut parts = Vec::new();
            let mut cells = Vec::new();
            for (i, (name, proof)) in named.iter().zip(proofs).enumerate() {
                let part = name.measured(proof.reply.interval());
                let middle = part.from.midpoint(part.to);
                let inside = span.part.from - tie <= middle && middle <= span.part.to + tie;
                if used[i] || !inside || !name.fits(&span, promotion) {
                    continue;
                }
                used[i] = true;
                let mut own: Vec<_> =
                    proof.cells.iter().map(|cell| (name.measured(cell.interval()), &cell.answer)).collect();
                if name.backwards {
                    own.reverse();
                }
                tiles(part, own.iter().map(|cell| cell.0))
                    .map_err(|fault| format!("reply {}: {}", shown(proof), of_cells(fault)))?;
                parts.push(snapped(part, span.part, tie));
                cells.extend(own.into_iter().map(|(cell, answer)| (snapped(cell, span.part, tie), answer)));
            }
            tiles(span.part, parts).map_err(|fault| of_replies(position, &span, promotion, fault))?;
            out.push(Answered { span: span.clone(), promotion, cells });
        }
    }
    match used.iter().position(|used| !used) {
        None => Ok(out),
        Some(i) => Err(format!("reply {} is not of the legal set", shown(&proofs[i]))),
    }
}

fn shown(proof: &ReplyProof) -> String {
    let kind = proof.promotion.map_or(String::new(), |letter| format!(" ={letter}"));
    format!("{}{kind}", Stretch(&proof.reply))
}

/// A stretch with all its digits.
pub fn digits(part: Interval) -> String {
    if part.is_point() {
        return part.from.to_string();
    }
    let (open, close) = (if part.open_from { '(' } else { '[' }, if part.open_to { ')' } else { ']' });
    format!("{open}{}, {}{close}", part.from, part.to)
}

fn of_cells(fault: Fault) -> String {
    match fault {
        Fault::Gap(part) => format!("no cell answers {}", digits(part)),
        Fault::Overlap(part) => {
            format!("two cells answer {}: cells follow each other in order", digits(part))
        }
        Fault::Beyond(part) => format!("a cell holds {}, which is not of the reply", digits(part)),
        Fault::Empty(part) => format!("the cell {} holds no distance", digits(part)),
    }
}

fn of_replies(position: &Position, span: &Span, promotion: Option<KindId>, fault: Fault) -> String {
    let of = |part: Interval| {
        let report = SpanReport::new(position, &Span { part, ..span.clone() });
        let letter = promotion.map(|kind| position.rules().kind(kind).rule.letter);
        format!("{}{}", Stretch(&report), letter.map_or(String::new(), |letter| format!(" ={letter}")))
    };
    match fault {
        Fault::Gap(part) => format!("the reply {} is not answered", of(part)),
        Fault::Overlap(part) => format!("the reply {} is answered twice", of(part)),
        Fault::Beyond(part) => format!("the reply {} is not legal", of(part)),
        Fault::Empty(part) => format!("the reply {} holds no distance", of(part)),
    }
}
