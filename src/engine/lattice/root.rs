//! The moves at the root on cells: their choice and their search. Each of the best lines is searched within a window about its previous
//! value.

use super::ending::{TableVerdict, from_tables};
use super::level::LatticeHandicap;
use super::series::{Crew, SeriesSearch};
use super::tree::LatticeTree;
use super::worth::Worth;
use crate::budget::{Budget, CutShort};
use crate::engine::result::SearchResult;
use crate::engine::score::{MATE, Score, is_mate};
use crate::engine::search::{
    self, AlphaBeta, MOST_PLIES, Root, RootThread, RootTree, SearchRequest, SearchWindow, UNSEARCHED,
};
use crate::lattice::{LatticeMove, LatticePosition, LatticeRules, LatticeState, MoveList};
use std::cmp::Reverse;

pub(super) type CellRootMove = search::RootMove<LatticeMove>;

type LatticeThread<'r, 't> = RootThread<'r, LatticeTree<'t>>;

/// The distance from the expected value to the bounds of the first window, hundredths of a pawn.
const FIRST_MARGIN: i32 = 20;

/// The greatest distance from the expected value to a bound of a window. A wider window has no bound on that side.
const GREATEST_MARGIN: i32 = 600;

/// The least depth at which a search begins with a narrow window.
const LEAST_NARROWED: u32 = 5;

/// The number of plies beyond the depth of a mate to which the search goes on, because a nearer mate may be found.
const BEYOND_MATE: u32 = 4;

/// The greatest number of positions between two tests of the limits: some milliseconds.
const TEST_INTERVAL: u64 = 1024;

/// The least number of tests of the limits within a limit of positions.
const LEAST_TESTS: u64 = 8;

/// The least number of lines among which a level below full strength chooses.
const LEVEL_LINES: usize = 4;

/// The number of positions that are counted as a second where there is no clock: about as many as a browser searches.
const POSITIONS_A_SECOND: f64 = 200_000.0;

/// Returns the best moves of a position. `earlier` are the positions of the game, first to last.
pub(in crate::engine) fn best(
    position: &LatticePosition,
    earlier: &[&LatticePosition],
    request: SearchRequest<'_>,
) -> SearchResult {
    let (rules, state, options) = (position.rules(), position.state(), request.options);
    let handicap = LatticeHandicap::of(options.level);
    let limits = handicap.map_or(options.limits, |level| options.limits_within(level.depth, level.nodes));
    let limits = limits.in_positions_without_clock(POSITIONS_A_SECOND);
    let budget = Budget::new(&limits, request.stop);
    let worth = Worth::of(rules);
    let mut moves = root_moves(rules, state, &options.only);
    // If there is no time for a search, the first move is the answer.
    moves.sort_by_key(|root_move| Reverse(worth.gain(state, *root_move.first_move())));
    let tables = options.endings.of(rules).filter(|_| handicap.is_none());
    let verdict = tables.and_then(|tables| from_tables(tables, state, &mut moves));
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
    let report = |moves: &[CellRootMove]| root.report(moves, moves.first().map_or(0, |best| best.line.len()));
    if let Some(TableVerdict::Decided) = verdict {
        report(&moves);
    } else if rules.is_progressive() {
        let crew = Crew::new(&budget, options.threads);
        let bytes = options.hash_mb.saturating_mul(1 << 20);
        SeriesSearch { tree, crew, bytes }.run(state, &mut moves, report);
    } else {
        moves = root.search(moves, options.threads);
        let reported = root.lines.min(moves.len());
        complete_interrupted(&root, &mut moves[..reported]);
    }
    if let Some(handicap) = handicap {
        let last_turn = earlier.iter().rev().find(|before| before.state().turn() == state.turn());
        handicap.choose(&mut moves, options.seed, position, last_turn.copied());
    }
    root.result(&moves)
}

/// Returns the moves to choose among, in the order of their texts.
fn root_moves(rules: &LatticeRules, state: &LatticeState, only: &[String]) -> Vec<CellRootMove> {
    let mut moves = MoveList::new();
    // A game that is drawn by counting continues if nobody claims the draw.
    rules.moves_despite_counters(state, &mut moves);
    let mut named: Vec<_> = moves.into_iter().map(|m| (rules.move_text(m), m)).collect();
    named.sort();
    let wanted = named.into_iter().filter(|(text, _)| only.is_empty() || only.contains(text));
    wanted.map(|(_, m)| CellRootMove::new(m, UNSEARCHED)).collect()
}

impl RootTree for LatticeTree<'_> {
    const MOST_DEPTH: u32 = 100;
    const ODD_THREADS_DEEPER: u32 = 0;

    fn texts(&self, _: &LatticeState, line: &[LatticeMove]) -> Vec<String> {
        line.iter().map(|&m| self.rules().move_text(m)).collect()
    }

    fn prepare(&self, thread: &mut RootThread<'_, Self>) -> Result<bool, CutShort> {
        self.conclude(thread, 0)
    }

    fn widen(&self, _: &mut RootThread<'_, Self>, _: u32) -> Result<(), CutShort> {
        Ok(())
    }

    fn iterate(&self, thread: &mut RootThread<'_, Self>, iteration: u32) -> Result<(), CutShort> {
        let depth = thread.depth(iteration);
        for root_move in &mut thread.moves {
            root_move.earlier_value = root_move.value;
        }
        let lines = thread.root.lines.min(thread.moves.len());
        for first in 0..lines {
            search_line(thread, first, depth)?;
        }
        thread.moves[..lines].sort_by_key(|root_move| Reverse(root_move.value));
        Ok(())
    }

    fn conclude(&self, thread: &mut RootThread<'_, Self>, iteration: u32) -> Result<bool, CutShort> {
        let depth = thread.depth(iteration);
        let RootThread { root, search, moves, .. } = thread;
        let lines = root.lines.min(moves.len());
        let best = &mut moves[..lines];
        best.iter_mut().for_each(|root_move| complete(root_move, search, root.position));
        let is_settled = |root_move: &CellRootMove| {
            root_move.plies_to_mate().is_some_and(|plies| depth >= plies + BEYOND_MATE)
        };
        Ok(best.iter().all(is_settled))
    }
}

/// Searches the moves from `first` on until the best value lies within the window. The first window lies about the value that the
/// first of these moves had before. Each further one is wider.
fn search_line(thread: &mut LatticeThread<'_, '_>, first: usize, depth: u32) -> Result<(), CutShort> {
    let full = SearchWindow::FULL;
    let expected = thread.moves[first].earlier_value;
    let mut margin = FIRST_MARGIN;
    let mut window = full;
    if depth >= LEAST_NARROWED && !is_mate(expected) {
        window = SearchWindow { alpha: expected - margin, beta: expected + margin };
    }
    loop {
        let value = search_within(thread, first, depth, window)?;
        margin *= 3;
        let is_bounded = margin <= GREATEST_MARGIN;
        if value <= window.alpha && window.alpha > full.alpha {
            window.alpha = if is_bounded { expected - margin } else { full.alpha };
        } else if value >= window.beta && window.beta < full.beta {
            window.beta = if is_bounded { expected + margin } else { full.beta };
        } else {
            return Ok(());
        }
    }
}

/// Searches the moves from `first` on within a window, puts the best of them first and returns its value. A search that is cut short
/// puts its best first.
fn search_within(
    thread: &mut LatticeThread<'_, '_>,
    first: usize,
    depth: u32,
    mut window: SearchWindow,
) -> Result<i32, CutShort> {
    let (mut best_index, mut best_value) = (first, Score::LEAST.raw());
    let mut outcome = Ok(());
    for index in first..thread.moves.len() {
        let value = if index == first {
            thread.search_move(index, depth, window)
        } else {
            thread.search_later_move(index, depth, 0, window)
        };
        let Ok(value) = value else {
            outcome = Err(CutShort);
            break;
        };
        best_value = best_value.max(value);
        if value > window.alpha || index == first {
            let root_move = &mut thread.moves[index];
            root_move.value = value;
            root_move.follow(thread.search.line(), depth);
        }
        if value > window.alpha {
            best_index = index;
            window.alpha = value;
        }
        if value >= window.beta {
            break;
        }
    }
    thread.moves[first..=best_index].rotate_right(1);
    outcome.map(|()| best_value)
}

/// The greatest number of positions that are searched to complete the lines of an interrupted search.
const COMPLETION_NODES: u64 = 20_000;

/// Completes the lines of an interrupted search that end before their mate.
fn complete_interrupted(root: &Root<'_, LatticeTree<'_>>, moves: &mut [CellRootMove]) {
    if moves.iter().all(|root_move| plies_to_missing_mate(root_move).is_none()) {
        return;
    }
    let budget = Budget::of_nodes(COMPLETION_NODES);
    let mut search = root.new_search(budget.meter(TEST_INTERVAL));
    moves.iter_mut().for_each(|root_move| complete(root_move, &mut search, root.position));
}

/// Completes the line of a move, if it ends before its mate.
fn complete(root_move: &mut CellRootMove, search: &mut AlphaBeta<'_, LatticeTree<'_>>, state: &LatticeState) {
    while let Some(plies) = plies_to_missing_mate(root_move) {
        let tree = search.tree;
        let end = root_move.line.iter().fold(*state, |before, &m| tree.rules().after(&before, m));
        let mut following = tree.tables.and_then(|tables| tables.line(&end).ok()).unwrap_or_default();
        if following.is_empty() {
            let plies_left = plies - root_move.line.len();
            following = search.mate_after(state, &root_move.line, plies_left).unwrap_or_default();
        }
        if following.is_empty() {
            return;
        }
        root_move.line.extend(following);
    }
}

/// Returns the plies to the mate of a move's value, if its line ends before that mate.
fn plies_to_missing_mate(root_move: &CellRootMove) -> Option<usize> {
    let plies = root_move.plies_to_mate()? as usize;
    (root_move.value.abs() < MATE && root_move.line.len() < plies.min(MOST_PLIES)).then_some(plies)
}
