//! Quiescence search: captures and promotions after the last full ply, and answers to checks.

use super::alpha_beta::{AlphaBeta, MOST_PLIES, TreePlace};
use super::known::{KnownPosition, NO_MOVE, ValueBound};
use super::window::SearchWindow;
use super::{GameTree, MoveChoice};
use crate::budget::CutShort;
use crate::engine::score::Score;

impl<T: GameTree> AlphaBeta<'_, T> {
    /// Returns the value of a position after captures and promotions. `plies_beyond` counts from the position at which the depth of
    /// the search ended.
    pub(super) fn quieten(
        &mut self,
        position: &T::Position,
        node: &T::Node<'_>,
        key: u64,
        plies_beyond: usize,
        place: TreePlace,
        window: SearchWindow,
    ) -> Result<i32, CutShort> {
        let tree = self.tree;
        let entry = self.known.get(key, place.turns);
        if let Some(entry) = &entry
            && let Some(value) = self.known_value(position, place, window, entry)
        {
            return Ok(value);
        }
        let best_known = entry.map_or(NO_MOVE, |entry| entry.best_move);
        let SearchWindow { mut alpha, beta } = window;
        let mut best_value = Score::LEAST.raw();
        let mut static_value = None;
        let mut ordered = if plies_beyond <= T::TUNING.most_checks && tree.is_in_check(node) {
            let moves = tree.moves(node, MoveChoice::ToDepth(1), &mut self.meter)?;
            if moves.is_empty() {
                return Ok(tree.without_moves(node, place.turns));
            }
            self.ordered(position, moves, best_known, place.ply)
        } else {
            best_value = tree.evaluate(node, window);
            if best_value >= beta || plies_beyond >= T::TUNING.most_captures {
                return Ok(best_value);
            }
            alpha = alpha.max(best_value);
            static_value = Some(best_value);
            let moves = tree.moves(node, MoveChoice::Noisy, &mut self.meter)?;
            self.ordered_noisy(position, moves, best_known)
        };
        let mut best_move = NO_MOVE;
        let first_alpha = alpha;
        while let Some(index) = ordered.next() {
            let m = ordered.move_at(index);
            if let Some(static_value) = static_value {
                let gain = tree.gain(position, m);
                // A capture whose piece is reborn gains nothing, and such captures could go on without end.
                let pays = gain > 0 && static_value + gain + T::TUNING.capture_gain > alpha;
                if !pays || !tree.gains_at_least(position, m, 0) {
                    continue;
                }
            }
            let next = tree.after(position, m);
            if self.meter.tick() {
                return Err(CutShort);
            }
            let window = SearchWindow { alpha, beta };
            let changes_turn = tree.turn(&next) != tree.turn(position);
            let value = if changes_turn {
                -self.quieten_after(&next, plies_beyond + 1, place.after(true), window.turned())?
            } else {
                self.quieten_after(&next, plies_beyond + 1, place.after(false), window)?
            };
            if value > best_value {
                best_value = value;
                if value > alpha {
                    best_move = tree.name(m);
                    alpha = value;
                }
                if value >= beta {
                    break;
                }
            }
        }
        let bound = ValueBound::of(best_value, SearchWindow { alpha: first_alpha, beta });
        let entry = KnownPosition { best_move, value: best_value, bound, depth: 0 };
        self.known.put(key, place.turns, entry);
        Ok(best_value)
    }

    /// Returns the value of a position after a move of the quiescence search.
    fn quieten_after(
        &mut self,
        position: &T::Position,
        plies_beyond: usize,
        place: TreePlace,
        window: SearchWindow,
    ) -> Result<i32, CutShort> {
        self.deepest = self.deepest.max(place.ply);
        self.lines[place.ply.min(MOST_PLIES)].clear();
        let node = self.tree.node(position);
        if let Some(value) = self.tree.decided(&node, place.turns) {
            return Ok(value);
        }
        if place.ply >= MOST_PLIES {
            return Ok(self.tree.evaluate(&node, window));
        }
        self.quieten(position, &node, self.tree.key(position), plies_beyond, place, window)
    }
}
