//! Beam search of series: of all positions after each move only the best are kept.

use super::{SeriesStart, has_legal_move};
use crate::budget::NodeMeter;
use crate::engine::lattice::tree::LatticeTree;
use crate::engine::search::GameTree as _;
use crate::lattice::{LatticeMove, LatticeRules, LatticeState, MoveList};
use std::cmp::Reverse;
use std::collections::HashSet;

/// The width of the narrowest beam. It completes every series that it begins, even if there is no time.
pub(super) const NARROWEST: usize = 4;

/// A series, or the beginning of a series.
#[derive(Debug, Clone)]
pub(super) struct CandidateSeries {
    pub line: Vec<LatticeMove>,
    pub state: LatticeState,
    /// The value for the side that makes the series.
    pub value: i32,
}

/// A position after one more move of a series.
struct LongerSeries<'w> {
    before: &'w CandidateSeries,
    m: LatticeMove,
    state: LatticeState,
}

struct BeamValue {
    value: i32,
    is_complete: bool,
}

/// Returns the complete series that a beam finds, the best first. `beam` is the width.
pub(super) fn best_series<'a>(
    start: SeriesStart<'_, 'a>,
    meter: &mut NodeMeter<'a>,
    beam: usize,
) -> Vec<CandidateSeries> {
    let SeriesStart { tree, crew, state, first_moves } = start;
    let mut open = vec![CandidateSeries { line: Vec::new(), state: *state, value: 0 }];
    let mut complete = Vec::new();
    let mut seen = HashSet::new();
    while !open.is_empty() {
        let mut longer = lengthened(tree.rules(), &open, first_moves);
        longer.retain(|series| seen.insert((series.state.key(), series.before.line.len())));
        let values = crew.on_each(meter, &longer, |series, meter| {
            // A wider beam ends with the search.
            let may_end = beam > NARROWEST;
            if may_end && meter.is_over() {
                return None;
            }
            let is_over = meter.tick();
            if may_end && is_over {
                return None;
            }
            let is_same_turn = series.state.turn == state.turn;
            let value = value_for(tree, &series.state, is_same_turn);
            let goes_on = is_same_turn && has_legal_move(tree.rules(), &series.state);
            Some(BeamValue { value, is_complete: !goes_on })
        });
        let mut next: Vec<CandidateSeries> = Vec::new();
        for (LongerSeries { before, m, state }, value) in longer.into_iter().zip(values) {
            let Some(BeamValue { value, is_complete }) = value else { return complete };
            let line = before.line.iter().copied().chain([m]).collect();
            let series = CandidateSeries { line, state, value };
            if is_complete { complete.push(series) } else { next.push(series) }
        }
        next.sort_by_key(|series| Reverse(series.value));
        next.truncate(beam);
        open = next;
    }
    complete.sort_by_key(|series| Reverse(series.value));
    complete
}

/// Returns the series that are one move longer. `first_moves` are the first moves to try.
fn lengthened<'w>(
    rules: &LatticeRules,
    open: &'w [CandidateSeries],
    first_moves: &[LatticeMove],
) -> Vec<LongerSeries<'w>> {
    let mut found = Vec::new();
    for before in open {
        let mut moves = MoveList::new();
        if before.line.is_empty() {
            moves.extend_from_slice(first_moves);
        } else {
            rules.legal_moves(&before.state, &mut moves);
        }
        for m in moves {
            let state = rules.after(&before.state, m);
            found.push(LongerSeries { before, m, state });
        }
    }
    found
}

/// Returns the static value of a position within a series or at its end, for the side that makes the series.
fn value_for(tree: LatticeTree<'_>, state: &LatticeState, is_makers_turn: bool) -> i32 {
    let node = tree.node(state);
    let value = match tree.decided(&node, 1) {
        Some(value) => value,
        None if has_legal_move(tree.rules(), state) => tree.worth.evaluate(state),
        None => tree.without_moves(&node, 1),
    };
    if is_makers_turn { value } else { -value }
}
