//! Distances worth trying for a move that others follow: one from each stretch on which the lines of attack stay alike, and the
//! distances between two such stretches.

use super::family::{Family, NARROW};
use super::span_moves::SpanMoves;
use super::vary::LineMove;
use crate::geom::{Cuts, Interval};
use crate::plane::{PlanePosition, Survey};

/// The moves that are tried in a position.
pub struct Candidates {
    pub moves: Vec<LineMove>,
    /// Whether they are all moves of the position.
    pub are_all: bool,
}

/// Returns the candidates of a position as moves of a line.
///
/// A stretch of the legal set is cut where the mover enters or leaves a line of attack about either king, or where another
/// distance on such a line passes. The candidates are the middle of each piece, and each cut that is legal.
pub fn candidates(position: &PlanePosition, in_series: bool) -> Candidates {
    let spans = Survey::new(position).legal();
    let (mut middles, mut ends) = (Vec::new(), Vec::new());
    for moves in SpanMoves::all(position, &spans) {
        let part = moves.span.part;
        let at = |distance: f64| LineMove {
            before: position.clone(),
            key: moves.key(Interval::point(distance)),
            in_series,
        };
        if part.is_point() {
            middles.push(at(part.from));
            continue;
        }
        // Whatever a pawn becomes, its distances are those of a pawn.
        let family = SpanMoves { promotion: None, ..moves }.family();
        let cuts = cuts_of(part, changes(&family, part)).at;
        middles.extend(cuts.windows(2).map(|w| at(w[0].midpoint(w[1]))));
        ends.extend(cuts.iter().filter(|cut| part.contains(**cut)).map(|cut| at(*cut)));
    }
    // A middle stands for a whole stretch of positions, a cut only for itself.
    middles.extend(ends);
    Candidates { moves: middles, are_all: spans.iter().all(|span| span.part.is_point()) }
}

/// Returns the ends of a part and the changes inside it, in order. Changes nearer to another cut than [`NARROW`] are left out.
pub fn cuts_of(part: Interval, changes: Vec<f64>) -> Cuts {
    let inside = changes.into_iter().filter(|d| *d > part.from + NARROW && *d < part.to - NARROW);
    Cuts::from_ends(inside.chain([part.from, part.to]).collect(), NARROW)
}

/// Returns the parameters at which an attack near either king changes. Inseparable ones are left out: candidates need
/// not be complete.
fn changes(family: &Family<'_>, part: Interval) -> Vec<f64> {
    let mut out = Vec::new();
    for here in family.parts(part) {
        out.push(here.part.from);
        let turn = here.middle.turn();
        for side in [turn, !turn] {
            out.extend(here.scene_of(side).changes_of_attacks().unwrap_or_default());
        }
    }
    out
}
