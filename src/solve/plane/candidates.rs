//! The distances that are tried for a move before the last one of a line: one from each stretch on which the attacks near both kings
//! stay alike, and the ends of these stretches.

use super::family::{Family, NARROW};
use super::span_moves::SpanMoves;
use super::vary::LineMove;
use crate::geom::{Cuts, Interval};
use crate::plane::{PlanePosition, Survey};

/// The moves that are tried in a position.
pub struct Candidates {
    pub moves: Vec<LineMove>,
    /// Whether these are all moves of the position.
    pub are_all: bool,
}

/// Returns the candidates of a position as moves of a line.
///
/// A span of the legal set is cut at each distance at which an attack near either king changes. The candidates are the middle
/// between each two neighbouring cuts, and each cut that is legal.
pub fn candidates(position: &PlanePosition, side_moves_again: bool) -> Candidates {
    let spans = Survey::new(position).legal();
    let (mut middles, mut ends) = (Vec::new(), Vec::new());
    for moves in SpanMoves::all(position, &spans) {
        let part = moves.span.part;
        let line_move = |distance: f64| LineMove {
            before: position.clone(),
            key: moves.key(Interval::point(distance)),
            side_moves_again,
        };
        if part.is_point() {
            middles.push(line_move(part.from));
            continue;
        }
        // The same distances are tried for each promotion.
        let family = SpanMoves { promotion: None, ..moves }.family();
        let cuts = cuts_of(part, changes_of_attacks(&family, part)).at;
        middles.extend(cuts.windows(2).map(|pair| line_move(pair[0].midpoint(pair[1]))));
        ends.extend(cuts.iter().filter(|cut| part.contains(**cut)).map(|cut| line_move(*cut)));
    }
    // The middles come first, because each of them stands for a whole stretch, and a cut only for itself.
    middles.extend(ends);
    Candidates { moves: middles, are_all: spans.iter().all(|span| span.part.is_point()) }
}

/// Returns the ends of a part and the changes inside it, in order. Changes nearer to another cut than [`NARROW`] are left out.
pub fn cuts_of(part: Interval, changes: Vec<f64>) -> Cuts {
    let inside = changes.into_iter().filter(|d| *d > part.from + NARROW && *d < part.to - NARROW);
    Cuts::from_ends(inside.chain([part.from, part.to]).collect(), NARROW)
}

/// Returns the parameters at which an attack near either king changes, without those that cannot be separated.
fn changes_of_attacks(family: &Family<'_>, part: Interval) -> Vec<f64> {
    let mut out = Vec::new();
    for on_leg in family.parts(part) {
        out.push(on_leg.part.from);
        let turn = on_leg.middle.turn();
        for side in [turn, !turn] {
            out.extend(on_leg.scene_of(side).changes_of_attacks().unwrap_or_default());
        }
    }
    out
}
