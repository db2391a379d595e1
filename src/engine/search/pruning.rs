//! Pruning and reductions: positions that are refuted at sight, futile moves, and late moves that are searched less deep.

use super::GameTree;
use super::alpha_beta::{AlphaBeta, NullMove, SearchedNode, TriedMove};
use super::window::SearchWindow;
use crate::budget::CutShort;
use crate::engine::score::is_mate;
use crate::geom::functions;

/// The bound beta from which no position is refuted at sight, hundredths of a pawn.
const FAR_AHEAD: i32 = 1_200;

/// The greatest depth at which a static value far above beta refutes a position.
const DEEPEST_AT_SIGHT: i32 = 7;

/// The hundredths of a pawn for each ply of depth by which such a static value exceeds beta.
const SIGHT_MARGIN: i32 = 75;

/// The least depth at which a null move is tried.
const LEAST_DEPTH_OF_NULL_MOVE: i32 = 3;

/// The history value that is worth a ply of reduction.
const HISTORY_PER_PLY: i32 = 6_000;

/// The number of depths, and of moves in the order of search, for which reductions are computed.
const REDUCTIONS: usize = 64;

/// Returns the greatest gain that is expected of a quiet move at a depth, hundredths of a pawn (futility pruning).
pub(super) fn futility_margin(depth: i32) -> i32 {
    90 + 90 * depth
}

/// The reductions of late moves by depth and by number in the order of search, in plies.
pub(super) struct Reductions(Vec<i32>);

impl Reductions {
    pub fn new() -> Reductions {
        let mut table = vec![0; REDUCTIONS * REDUCTIONS];
        for depth in 1..REDUCTIONS {
            for number in 1..REDUCTIONS {
                // The formula and its two numbers are usual in chess programs.
                let reduction = 0.7 + functions::ln(depth as f64) * functions::ln(number as f64) / 2.2;
                table[depth * REDUCTIONS + number] = reduction as i32;
            }
        }
        Reductions(table)
    }

    fn of(&self, depth: i32, number: i32) -> i32 {
        let depth = (depth as usize).min(REDUCTIONS - 1);
        let number = (number as usize).min(REDUCTIONS - 1);
        self.0[depth * REDUCTIONS + number]
    }
}

impl<T: GameTree> AlphaBeta<'_, T> {
    /// Returns the value of a position so good that it need not be searched.
    pub(super) fn refuted_at_sight(
        &mut self,
        searched: &SearchedNode<'_, T>,
        null_move: NullMove,
    ) -> Result<Option<i32>, CutShort> {
        let &SearchedNode { depth, window, .. } = searched;
        let Some(static_value) = searched.static_value else { return Ok(None) };
        // A side that is far ahead has to find the mate, so it searches every position.
        if !window.is_null() || is_mate(window.beta) || window.beta >= FAR_AHEAD {
            return Ok(None);
        }
        // The static value is so far above beta that a quiet move hardly brings it below (reverse futility pruning).
        let margin = SIGHT_MARGIN * (depth - i32::from(searched.is_improving));
        if depth <= DEEPEST_AT_SIGHT && static_value - margin >= window.beta {
            return Ok(Some(static_value));
        }
        let may_pass = null_move == NullMove::Allowed && depth >= LEAST_DEPTH_OF_NULL_MOVE;
        if !may_pass || static_value < window.beta {
            return Ok(None);
        }
        self.refuted_by_passing(searched, static_value)
    }

    /// Returns the value of a position that stays at beta or above even after a null move (null-move pruning).
    fn refuted_by_passing(
        &mut self,
        searched: &SearchedNode<'_, T>,
        static_value: i32,
    ) -> Result<Option<i32>, CutShort> {
        let &SearchedNode { position, depth, place, window: SearchWindow { beta, .. }, .. } = searched;
        let Some(next) = self.tree.after_null_move(position) else { return Ok(None) };
        // The deeper the search and the farther ahead the side, the more the null move is reduced.
        let reduced_depth = depth - 3 - depth / 4 - ((static_value - beta) / 200).min(3);
        self.record_of_ply[place.ply + 1].slot_before = None;
        self.keys.push(searched.key);
        let window = SearchWindow::null(-beta);
        let value = -self.search(&next, reduced_depth, place.after(true), window, NullMove::Forbidden)?;
        self.keys.pop();
        if value >= beta {
            return Ok(Some(if is_mate(value) { beta } else { value }));
        }
        self.lines[place.ply].clear();
        Ok(None)
    }

    /// Whether a move can hardly raise alpha, so that it is left out unless it gives check (futility pruning).
    pub(super) fn is_futile(
        &self,
        searched: &SearchedNode<'_, T>,
        m: &T::Move,
        tried: &TriedMove,
        alpha: i32,
    ) -> bool {
        let &SearchedNode { position, depth, is_improving, .. } = searched;
        if !searched.window.is_null() {
            return false;
        }
        let Some(static_value) = searched.static_value else { return false };
        let Some(&late_after) = T::TUNING.late_after.get(depth as usize - 1) else { return false };
        if tried.is_noisy {
            return tried.loses_exchange && !self.tree.gains_at_least(position, m, -100 * depth);
        }
        let late_after = if is_improving { late_after } else { late_after / 2 };
        tried.number > late_after || static_value + futility_margin(depth) <= alpha
    }

    /// Returns the plies by which the first search of a late quiet move is reduced (late-move reductions).
    pub(super) fn reduction(&self, searched: &SearchedNode<'_, T>, tried: &TriedMove) -> i32 {
        let mut reduction = self.reductions.of(searched.depth, tried.number);
        reduction -= i32::from(!searched.window.is_null());
        reduction += i32::from(!searched.is_improving);
        reduction -= self.statistics.history[tried.slot] / HISTORY_PER_PLY;
        reduction.clamp(0, searched.depth - 1 - T::TUNING.least_reduced)
    }
}
