//! Series found by beam search: of all positions after each move only the best are kept.

use super::crew::Crew;
use super::{MATES_NOW, can_go_on};
use crate::budget::NodeMeter;
use crate::engine::lattice::evaluation::evaluate;
use crate::engine::lattice::tree::LatticeTree;
use crate::lattice::{LatticeMove, LatticeRules, LatticeState, MoveList, by_material};
use crate::variant::Stalemate;
use std::cmp::Reverse;
use std::collections::HashSet;

/// The width of the narrowest beam, which completes every beginning even without time.
pub(super) const NARROWEST: usize = 4;

/// A series, or its beginning.
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

/// Returns the complete series that a beam finds, the best first.
pub(super) fn candidates<'a>(
    tree: LatticeTree<'a>,
    crew: Crew<'a>,
    meter: &mut NodeMeter<'a>,
    state: &LatticeState,
    firsts: &[LatticeMove],
    beam: usize,
) -> Vec<CandidateSeries> {
    let mut open = vec![CandidateSeries { line: Vec::new(), state: *state, value: 0 }];
    let mut complete = Vec::new();
    let mut seen = HashSet::new();
    while !open.is_empty() {
        let mut children = children(tree.rules, &open, firsts);
        children.retain(|child| seen.insert((child.state.key(), child.before.line.len())));
        let valued = crew.on_each(meter, &children, |child, meter| {
            // A wider beam ends with the search; the narrowest completes every beginning.
            if beam > NARROWEST && (meter.is_over() || meter.tick()) {
                return None;
            }
            if beam == NARROWEST {
                meter.tick();
            }
            let goes_on = child.state.turn == state.turn;
            let value = value_for(tree, &child.state, goes_on);
            Some((value, goes_on && can_go_on(tree.rules, &child.state)))
        });
        let mut next: Vec<CandidateSeries> = Vec::new();
        for (LongerSeries { before, m, state }, valued) in children.into_iter().zip(valued) {
            let Some((value, goes_on)) = valued else { return complete };
            let line = before.line.iter().copied().chain([m]).collect();
            let series = CandidateSeries { line, state, value };
            if goes_on { next.push(series) } else { complete.push(series) }
        }
        next.sort_by_key(|series| Reverse(series.value));
        next.truncate(beam);
        open = next;
    }
    complete.sort_by_key(|series| Reverse(series.value));
    complete
}

/// Returns the positions one move farther; `firsts` are the moves at the root.
fn children<'w>(
    rules: &LatticeRules,
    open: &'w [CandidateSeries],
    firsts: &[LatticeMove],
) -> Vec<LongerSeries<'w>> {
    let mut found = Vec::new();
    for before in open {
        let mut moves = MoveList::new();
        if before.line.is_empty() {
            moves.extend_from_slice(firsts);
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

/// Returns the static value of a position for the side that made a series, at its end or within it.
fn value_for(tree: LatticeTree<'_>, state: &LatticeState, is_movers_turn: bool) -> i32 {
    let LatticeTree { rules, worth, .. } = tree;
    let own = |value: i32| if is_movers_turn { value } else { -value };
    if let Some((_, winner)) = by_material(rules, state) {
        return winner.map_or(0, |winner| own(if winner == state.turn { MATES_NOW } else { -MATES_NOW }));
    }
    if !can_go_on(rules, state) {
        let loses = rules.variant.spec().stalemate == Stalemate::Loss;
        let lost = loses || rules.in_check(state, state.turn);
        return if lost { own(-MATES_NOW) } else { 0 };
    }
    own(evaluate(rules, worth, state))
}
