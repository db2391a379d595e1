//! Distances worth trying for a move that others follow: one from each stretch on which the lines of attack stay alike, and the
//! distances between two such stretches.

use super::family::{Family, NARROW};
use super::span_moves::SpanMoves;
use super::vary::LineMove;
use crate::geom::Interval;
use crate::plane::{Move, PlanePosition, Span, Survey};

/// Returns the candidates of a position as plies of a line, and whether they are all its moves.
///
/// A stretch of the legal set is cut where the mover enters or leaves a line of attack about either king, or where another
/// distance on such a line passes. The candidates are the middle of each piece, and each cut that is legal.
pub fn candidates(position: &PlanePosition, in_series: bool) -> (Vec<LineMove>, bool) {
    let spans = Survey::new(position).legal();
    let are_all = spans.iter().all(|span| span.part.is_point());
    let (mut inner, mut ends) = (Vec::new(), Vec::new());
    for moves in SpanMoves::all(position, &spans) {
        let Span { piece, lane, ref captures, .. } = *moves.span;
        let at = |d: &f64| {
            let m = Move { promotion: moves.promotion, ..Move::along(piece, lane, *d) };
            LineMove { m, captures: captures.clone(), in_series }
        };
        // Whatever a pawn becomes, its distances are those of a pawn.
        let (middles, cuts) = distances(SpanMoves { promotion: None, ..moves });
        inner.extend(middles.iter().map(at));
        ends.extend(cuts.iter().map(at));
    }
    // A middle stands for a whole stretch of positions, a cut only for itself.
    inner.extend(ends);
    (inner, are_all)
}

/// Returns the middles of the pieces of a span, and the cuts between that are legal.
fn distances(moves: SpanMoves<'_>) -> (Vec<f64>, Vec<f64>) {
    let part = moves.span.part;
    if part.is_point() {
        return (vec![part.from], Vec::new());
    }
    let mut cuts = changes(&moves.family(), part);
    cuts.retain(|d| *d > part.from + NARROW && *d < part.to - NARROW);
    cuts.extend([part.from, part.to]);
    cuts.sort_unstable_by(f64::total_cmp);
    cuts.dedup_by(|next, kept| *next - *kept < NARROW);
    let middles = cuts.windows(2).map(|w| w[0].midpoint(w[1])).collect();
    cuts.retain(|d| part.contains(*d));
    (middles, cuts)
}

/// Returns the parameters at which an attack near either king changes. Inseparable ones are left out: candidates need
/// not be complete.
fn changes(family: &Family<'_>, part: Interval) -> Vec<f64> {
    let mut out = Vec::new();
    for leg in &family.legs {
        let Some(part) = leg.within(part) else { continue };
        out.push(part.from);
        let (sample, _) = family.sample(part);
        for side in [sample.turn(), !sample.turn()] {
            let found = leg.scene_of(&sample, side, part).changes_of_attacks().unwrap_or_default();
            out.extend(found.iter().map(|t| part.from + t));
        }
    }
    out
}
