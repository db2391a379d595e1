//! The distances of a span that are tested.
//!
//! The critical distances of a lane cut it into stretches. Each of them and the middle of each stretch is tested; a long
//! stretch is tested at several places.

use super::cover::round_within;
use crate::geom::Cuts;
use crate::solve::plane::span_moves::SpanMoves;

/// Board units: the greatest gap between tested distances.
const SPACING: f64 = 0.25;

/// Board units: critical distances nearer to each other are tested once.
const APART: f64 = 1e-7;

/// Returns the distances to test, in order.
pub fn tested_distances(moves: SpanMoves<'_>) -> Vec<f64> {
    let part = moves.span.part;
    if part.is_point() {
        return vec![part.from];
    }
    let changes = moves.family().changes(part).unwrap_or_default();
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
