//! Choosing moves on a lattice: principal variation search, or a search of series in progressive games.
//!
//! Belongs here: heuristics; `lattice` decides what is legal. Start at [`best`], then at `root`, the first ply, and `tree`, the game as
//! the search sees it. `worth` and `pawn_paths` compute the values of pieces and cells of a board, `evaluation` adds them up, and
//! `exchange` computes the gain of captures. `series` searches series, `ending` uses tables of endings, and `level` has the weaker
//! levels.

mod ending;
mod evaluation;
mod exchange;
mod level;
mod pawn_paths;
mod root;
mod series;
mod tree;
mod worth;

use crate::budget::Budget;
use crate::engine::result::SearchResult;
use crate::engine::search::{Root, SearchRequest, UNSEARCHED};
use crate::lattice::{LatticePosition, LatticeRules, LatticeState, MoveList};
use ending::TableVerdict;
use level::LatticeHandicap;
use root::RootMove;
use series::{Crew, SeriesSearch};
use std::cmp::Reverse;
use tree::LatticeTree;
use worth::Worth;

/// The greatest number of positions between two tests of the limits: some milliseconds.
const TEST_INTERVAL: u64 = 1024;

/// The least number of tests of the limits within a limit of positions.
const LEAST_TESTS: u64 = 8;

/// The least number of lines among which a level below full strength chooses.
const LEVEL_LINES: usize = 4;

/// The number of positions that are counted as a second where there is no clock: about as many as a browser searches.
const WITHOUT_CLOCK: f64 = 200_000.0;

/// Returns the best moves of a position. `earlier` are the positions of the game, first to last.
pub(in crate::engine) fn best(
    position: &LatticePosition,
    earlier: &[&LatticePosition],
    request: SearchRequest<'_>,
) -> SearchResult {
    let (rules, state, options) = (position.rules(), position.state(), request.options);
    let handicap = LatticeHandicap::of(options.level);
    let limits = handicap.map_or(options.limits, |level| options.limits_within(level.depth, level.nodes));
    let limits = limits.timed(WITHOUT_CLOCK);
    let budget = Budget::new(&limits, request.stop);
    let worth = Worth::of(rules);
    let mut moves = root_moves(rules, state, &options.only);
    // If there is no time for a search, the first move is the answer.
    moves.sort_by_key(|root_move| Reverse(worth.gain(state, root_move.line[0])));
    let tables = options.endings.of(rules).filter(|_| handicap.is_none());
    let verdict = tables.and_then(|tables| ending::from_tables(tables, state, &mut moves));
    // In a drawn position the search hopes for mistakes of the other side, so it uses no tables. Wrong tables are not used either.
    let tables = tables.filter(|_| verdict.is_none());
    let tree = LatticeTree { worth: &worth, tables };
    let keys: Vec<u64> = earlier.iter().map(|position| position.state().key()).collect();
    let root = Root {
        tree: &tree,
        earlier: &keys,
        position: state,
        request,
        budget: &budget,
        test_interval: limits
            .nodes
            .map_or(TEST_INTERVAL, |nodes| (nodes / LEAST_TESTS).clamp(1, TEST_INTERVAL)),
        lines: options.lines.max(if handicap.is_some() { LEVEL_LINES } else { 1 }),
    };
    let report = |moves: &[RootMove]| root.report(moves, moves.first().map_or(0, |best| best.line.len()));
    if let Some(TableVerdict::Decided) = verdict {
        report(&moves);
    } else if rules.is_progressive() {
        let crew = Crew::new(&budget, options.threads);
        let bytes = options.hash_mb.saturating_mul(1 << 20);
        SeriesSearch { tree, crew, bytes }.run(state, &mut moves, report);
    } else {
        moves = root.search(moves, options.threads);
        let reported = root.lines.min(moves.len());
        complete(&root, &mut moves[..reported]);
    }
    if let Some(handicap) = handicap {
        let last_turn = earlier.iter().rev().find(|before| before.state().turn() == state.turn());
        handicap.choose(&mut moves, options.seed, position, last_turn.copied());
    }
    root.result(&moves)
}

/// The greatest number of positions that are searched to complete the lines of an interrupted search.
const COMPLETION_NODES: u64 = 20_000;

/// Completes the lines that end before their mate.
fn complete(root: &Root<'_, LatticeTree<'_>>, moves: &mut [RootMove]) {
    if moves.iter().all(|root_move| root::plies_to_missing_mate(root_move).is_none()) {
        return;
    }
    let budget = Budget::of_nodes(COMPLETION_NODES);
    let mut search = root.below(budget.meter(TEST_INTERVAL));
    moves.iter_mut().for_each(|root_move| root::complete(root_move, &mut search, root.position));
}

/// Returns the moves to choose among, in the order of their texts.
fn root_moves(rules: &LatticeRules, state: &LatticeState, only: &[String]) -> Vec<RootMove> {
    let mut moves = MoveList::new();
    // A game that is drawn by counting continues if nobody claims the draw.
    rules.moves_despite_counters(state, &mut moves);
    let mut named: Vec<_> = moves.into_iter().map(|m| (rules.move_text(m), m)).collect();
    named.sort();
    let wanted = named.into_iter().filter(|(text, _)| only.is_empty() || only.contains(text));
    wanted.map(|(_, m)| RootMove::new(m, UNSEARCHED)).collect()
}
