//! The moves at the root, deepened one ply at a time.

use super::tree::LatticeTree;
use crate::budget::Budget;
use crate::engine::result::SearchLine;
use crate::engine::score::{MATE, Score, is_mate};
use crate::engine::search::{AlphaBeta, MOST_PLIES, SearchOver, SearchWindow};
use crate::lattice::{LatticeMove, LatticeRules, LatticeState};

/// The search of one thread on cells.
pub(super) type LatticeSearch<'a> = AlphaBeta<'a, LatticeTree<'a>>;

/// The value of a move that was not searched.
const UNSEARCHED: i32 = Score::LEAST.raw();

/// A first move with the results of its search.
#[derive(Debug, Clone)]
pub(super) struct RootMove {
    /// The move and what follows.
    pub line: Vec<LatticeMove>,
    /// The value for the side to move.
    pub value: i32,
    /// The plies to which it was searched; 0 before any search.
    pub depth: u32,
    /// The value in the previous iteration.
    before: i32,
}

impl RootMove {
    /// Returns a move without results.
    pub fn new(m: LatticeMove) -> RootMove {
        RootMove { line: vec![m], value: UNSEARCHED, depth: 0, before: UNSEARCHED }
    }

    /// Returns a move with its line.
    pub fn found(line: Vec<LatticeMove>, value: i32, depth: u32) -> RootMove {
        RootMove { line, value, depth, before: value }
    }

    /// Returns the plies to the mate, if the line ends before it.
    pub fn plies_to_missing_mate(&self) -> Option<usize> {
        let plies = (MATE - self.value.abs()).unsigned_abs() as usize;
        let mates = is_mate(self.value) && self.value.abs() < MATE;
        (mates && self.line.len() < plies.min(MOST_PLIES)).then_some(plies)
    }

    /// Completes a line up to its mate.
    pub fn complete(&mut self, search: &mut LatticeSearch<'_>, state: &LatticeState) {
        while let Some(plies) = self.plies_to_missing_mate() {
            let at = self.line.iter().fold(*state, |at, &m| search.context.tree.rules.after(&at, m));
            let known = search.context.tree.tables.and_then(|tables| tables.line(&at).ok());
            let known = known.filter(|line| !line.is_empty());
            let left = plies - self.line.len();
            let Some(rest) = known.or_else(|| search.mate_after(state, &self.line, left)) else { return };
            if rest.is_empty() {
                return;
            }
            self.line.extend(rest);
        }
    }

    /// Returns the line in the form of an answer.
    pub fn as_line(&self, rules: &LatticeRules) -> SearchLine {
        let moves = self.line.iter().map(|&m| rules.move_text(m)).collect();
        // A move that was not searched counts as even.
        let score = if self.value == UNSEARCHED { Score::DRAW } else { Score::from_raw(self.value) };
        SearchLine { score, depth: self.depth.max(1), moves }
    }
}

/// Whether the moves are settled: a deeper search finds no nearer mate.
pub(super) fn is_settled(moves: &[RootMove], lines: usize, depth: u32) -> bool {
    let is_settled = |root: &RootMove| {
        let mate = Score::from_raw(root.value).plies_to_mate();
        root.value != UNSEARCHED && mate.is_some_and(|(plies, _)| depth >= plies + 4)
    };
    moves.iter().take(lines).all(is_settled)
}

/// Runs one iteration: the best `lines` moves to a depth. If the search ends early, the results so far stand.
pub(super) fn iterate(
    search: &mut LatticeSearch<'_>,
    state: &LatticeState,
    moves: &mut [RootMove],
    lines: usize,
    depth: u32,
) {
    for root in moves.iter_mut() {
        root.before = root.value;
    }
    for first in 0..lines.min(moves.len()) {
        let expected = moves[first].before;
        let mut margin = 20;
        let full = SearchWindow::FULL;
        let mut window = full;
        if depth >= 5 && !is_mate(expected) {
            window = SearchWindow { alpha: expected - margin, beta: expected + margin };
        }
        loop {
            let value = search_within(search, state, &mut moves[first..], depth, window);
            let Ok(value) = value else { return };
            margin *= 3;
            if value <= window.alpha && window.alpha > full.alpha {
                window.alpha = if margin > 600 { full.alpha } else { expected - margin };
            } else if value >= window.beta && window.beta < full.beta {
                window.beta = if margin > 600 { full.beta } else { expected + margin };
            } else {
                break;
            }
        }
    }
    let lines = lines.min(moves.len());
    moves[..lines].sort_by_key(|root| std::cmp::Reverse(root.value));
}

/// Searches all moves within a window and puts the best first. If the search has to end, the best move searched so far is first.
fn search_within(
    search: &mut LatticeSearch<'_>,
    state: &LatticeState,
    moves: &mut [RootMove],
    depth: u32,
    SearchWindow { mut alpha, beta }: SearchWindow,
) -> Result<i32, SearchOver> {
    let plies = depth as i32;
    let mut best: Option<usize> = None;
    let mut best_value = Score::LEAST.raw();
    let mut over = false;
    for (n, root) in moves.iter_mut().enumerate() {
        let m = root.line[0];
        let whole = SearchWindow { alpha, beta };
        let first = if n == 0 { whole } else { SearchWindow::null(alpha) };
        let mut value = search.root_move(state, &m, plies, first);
        if n > 0 && value.is_ok_and(|value| value > alpha && value < beta) {
            value = search.root_move(state, &m, plies, whole);
        }
        let Ok(value) = value else {
            over = true;
            break;
        };
        best_value = best_value.max(value);
        if value > alpha || n == 0 {
            root.line.truncate(1);
            root.line.extend_from_slice(search.line());
            (root.value, root.depth) = (value, depth);
            if value > alpha {
                best = Some(n);
            }
            alpha = alpha.max(value);
        }
        if value >= beta {
            break;
        }
    }
    if let Some(best) = best {
        moves[..=best].rotate_right(1);
    }
    if over { Err(SearchOver) } else { Ok(best_value) }
}

/// Deepens as far as the budget allows, and calls back after each iteration that was complete or had a result.
pub(super) fn deepen(
    search: &mut LatticeSearch<'_>,
    budget: &Budget,
    state: &LatticeState,
    moves: &mut [RootMove],
    lines: usize,
    mut tell: impl FnMut(&[RootMove], &LatticeSearch<'_>),
) {
    for depth in 1..=MOST_DEPTH {
        if !budget.may_begin(depth) {
            return;
        }
        let complete = (lines > 1).then(|| moves.to_vec());
        iterate(search, state, moves, lines, depth);
        if search.meter.is_over() {
            // Several lines are compared, so they need equal depths.
            if let Some(complete) = complete.filter(|_| depth > 1) {
                moves.clone_from_slice(&complete);
            }
            return;
        }
        moves.iter_mut().take(lines).for_each(|root| root.complete(search, state));
        search.meter.report();
        tell(moves, search);
        if is_settled(moves, lines, depth) {
            return;
        }
    }
}

/// The greatest depth of a search.
const MOST_DEPTH: u32 = 100;
