//! The moves at the root, deepened one ply at a time.

use super::known::{MATE, MATES};
use super::search::{INFINITE, LatticeSearch, MOST_PLIES};
use crate::budget::Budget;
use crate::engine::result::SearchLine;
use crate::engine::score::Score;
use crate::lattice::{LatticeMove, LatticeRules, LatticeState};

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
        RootMove { line: vec![m], value: -INFINITE, depth: 0, before: -INFINITE }
    }

    /// Returns a move with its line.
    pub fn found(line: Vec<LatticeMove>, value: i32, depth: u32) -> RootMove {
        RootMove { line, value, depth, before: value }
    }

    /// Returns the plies to the mate, if the line ends before it.
    pub fn plies_to_missing_mate(&self) -> Option<usize> {
        let plies = (MATE - self.value.abs()).unsigned_abs() as usize;
        let mates = self.value.abs() > MATES && self.value.abs() < MATE;
        (mates && self.line.len() < plies.min(MOST_PLIES)).then_some(plies)
    }

    /// Completes a line up to its mate.
    pub fn complete(&mut self, search: &mut LatticeSearch<'_>, state: &LatticeState) {
        while let Some(plies) = self.plies_to_missing_mate() {
            let rest = search.rest_of_mate(state, &self.line, plies);
            if rest.is_empty() {
                return;
            }
            self.line.extend(rest);
        }
    }

    /// Returns the line in the form of an answer.
    pub fn as_line(&self, rules: &LatticeRules) -> SearchLine {
        let moves = self.line.iter().map(|&m| rules.move_text(m)).collect();
        SearchLine { score: score(self.value), depth: self.depth.max(1), moves }
    }
}

/// Returns a value of the search as a score. A move that was not searched counts as even.
fn score(value: i32) -> Score {
    if value.abs() > MATE {
        Score::DRAW
    } else if value > MATES {
        Score::mates_in((MATE - value).unsigned_abs())
    } else if value < -MATES {
        Score::mated_in((MATE + value).unsigned_abs())
    } else {
        Score::centipawns(value)
    }
}

/// Whether the moves are settled: a deeper search finds no nearer mate.
pub(super) fn is_settled(moves: &[RootMove], lines: usize, depth: u32) -> bool {
    moves.iter().take(lines).all(|root| {
        let plies = (MATE - root.value.abs()).unsigned_abs();
        root.value.abs() > MATES && depth >= plies + 4
    })
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
        let narrow = depth >= 5 && expected.abs() < MATES;
        let mut bounds = if narrow { [expected - margin, expected + margin] } else { [-INFINITE, INFINITE] };
        loop {
            let value = window(search, state, &mut moves[first..], depth, bounds);
            let Some(value) = value else { return };
            margin *= 3;
            if value <= bounds[0] && bounds[0] > -INFINITE {
                bounds[0] = if margin > 600 { -INFINITE } else { expected - margin };
            } else if value >= bounds[1] && bounds[1] < INFINITE {
                bounds[1] = if margin > 600 { INFINITE } else { expected + margin };
            } else {
                break;
            }
        }
    }
    let lines = lines.min(moves.len());
    moves[..lines].sort_by_key(|root| std::cmp::Reverse(root.value));
}

/// Searches all moves within bounds and puts the best first. None if the search had to end; even then the best fully
/// searched move is first.
fn window(
    search: &mut LatticeSearch<'_>,
    state: &LatticeState,
    moves: &mut [RootMove],
    depth: u32,
    [mut alpha, beta]: [i32; 2],
) -> Option<i32> {
    let plies = depth as i32;
    let mut best: Option<usize> = None;
    let mut best_value = -INFINITE;
    let mut complete = true;
    for (n, root) in moves.iter_mut().enumerate() {
        let m = root.line[0];
        let (value, line) = if n == 0 {
            search.root_move(state, m, plies, [alpha, beta])
        } else {
            let (value, line) = search.root_move(state, m, plies, [alpha, alpha + 1]);
            if value > alpha && value < beta && !search.meter.is_over() {
                search.root_move(state, m, plies, [alpha, beta])
            } else {
                (value, line)
            }
        };
        if search.meter.is_over() {
            complete = false;
            break;
        }
        if value > best_value {
            best_value = value;
        }
        if value > alpha || n == 0 {
            *root = RootMove { line, value, depth, before: root.before };
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
    complete.then_some(best_value)
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
