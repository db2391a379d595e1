//! A span of the first moves, and the distances of it that are tested.
//!
//! The critical distances of a lane cut it into stretches. Each of them and the middle of each stretch is tested; a long
//! stretch is tested at several places.

use super::cover::round_within;
use crate::budget::Budget;
use crate::geom::{Cuts, Interval};
use crate::plane::{KindId, Move, PlanePosition, Span};
use crate::solve::plane::keys::{KeyStretch, family, kinds};

/// Board units: the greatest gap between tested distances.
const SPACING: f64 = 0.25;

/// Board units: critical distances nearer to each other are tested once.
const APART: f64 = 1e-7;

/// A span of the first moves; a pawn that promotes becomes a piece of this kind.
pub struct FirstSpan<'a> {
    pub position: &'a PlanePosition,
    pub span: &'a Span,
    pub kind: Option<KindId>,
    pub budget: &'a Budget,
}

impl<'a> FirstSpan<'a> {
    /// Returns each span of a legal set; one that promotes once for each kind.
    pub fn all(position: &'a PlanePosition, spans: &'a [Span], budget: &'a Budget) -> Vec<FirstSpan<'a>> {
        let of_kinds = |span: &'a Span| {
            kinds(position, span).into_iter().map(move |kind| FirstSpan { position, span, kind, budget })
        };
        spans.iter().flat_map(of_kinds).collect()
    }

    /// Returns the distances to test, in order.
    pub fn distances(&self) -> Vec<f64> {
        let part = self.span.part;
        if part.is_point() {
            return vec![part.from];
        }
        let changes = family(self.position, self.span, &self.span.captures, self.kind)
            .changes(part)
            .unwrap_or_default();
        let inside = changes.into_iter().filter(|d| *d > part.from + APART && *d < part.to - APART);
        let cuts = Cuts::from_ends(inside.chain([part.from, part.to]).collect(), APART);
        let mut out = Vec::new();
        for (i, &cut) in cuts.at.iter().enumerate() {
            if part.contains(cut) {
                out.push(cut);
            }
            if let Some(&next) = cuts.at.get(i + 1) {
                let pieces = ((next - cut) / SPACING).ceil().max(1.0) as u32;
                let share = (next - cut) / f64::from(pieces);
                out.extend((0..pieces).map(|k| {
                    let from = cut + share * f64::from(k);
                    round_within(from, from + share, 0.3)
                }));
            }
        }
        out
    }

    /// Returns the position after the move of a distance.
    pub fn after(&self, distance: f64) -> Option<PlanePosition> {
        let m = self.position.move_by(self.span.piece, self.span.lane, distance)?;
        Some(self.position.after_legal(Move { promotion: self.kind, ..m }, &self.span.captures))
    }

    /// Returns a part of the span as a key.
    pub fn part(&self, part: Interval) -> KeyStretch {
        KeyStretch {
            piece: self.span.piece,
            lane: self.span.lane,
            part,
            captures: self.span.captures.clone(),
            promotion: self.kind,
        }
    }
}
