//! Quiescence search: the captures and promotions after the last full ply.

use super::evaluation::evaluate;
use super::exchange::{gain, wins_at_least};
use super::known::KnownPosition;
use super::order::{EarlyMoves, NO_MOVE, OrderedMoves, packed};
use super::search::{INFINITE, LatticeSearch, MOST_PLIES, SearchContext};
use crate::engine::bound::ValueBound;
use crate::lattice::{LatticeState, MoveList};

impl LatticeSearch<'_> {
    /// Returns the value after captures and promotions until the position is quiet; in check every move is searched.
    pub(super) fn quiet(
        &mut self,
        state: &LatticeState,
        ply: usize,
        [mut alpha, beta]: [i32; 2],
        check: bool,
    ) -> i32 {
        let SearchContext { rules, worth, known, .. } = self.context;
        let mut best = -INFINITE;
        let mut moves = MoveList::new();
        let entry = known.get(state.key(), ply);
        if let Some(entry) = entry.filter(|entry| beta - alpha == 1 && entry.settles([alpha, beta]))
            && self.comes_before_draw(state, entry.value, ply)
        {
            return entry.value;
        }
        let table = entry.map_or(NO_MOVE, |entry| entry.best);
        let mut static_value = None;
        let ordered = if check {
            rules.moves_despite_counters(state, &mut moves);
            if moves.is_empty() {
                return self.value_without_moves(check, ply);
            }
            let early = EarlyMoves { table, ply, before: self.record_of_ply[ply].before };
            OrderedMoves::all(rules, worth, state, moves, &self.statistics, &early)
        } else {
            let value = evaluate(rules, worth, state);
            if value >= beta {
                return value;
            }
            alpha = alpha.max(value);
            best = value;
            static_value = Some(value);
            rules.noisy_moves(state, &mut moves);
            OrderedMoves::noisy(rules, worth, state, moves, table)
        };
        let mut best_move = NO_MOVE;
        let begun = alpha;
        for m in ordered {
            if let Some(static_value) = static_value {
                let gain = gain(rules, worth, state, m);
                // A capture whose piece is reborn gains nothing, and such captures could go on without end.
                let pays = gain > 0 && static_value + gain + 200 > alpha;
                if !pays || !wins_at_least(rules, worth, state, m, 0) {
                    continue;
                }
            }
            let next = rules.after(state, m);
            if self.meter.tick() {
                return 0;
            }
            let value = -self.quiet_after(&next, ply + 1, [-beta, -alpha]);
            if value > best {
                best = value;
                if value > alpha {
                    best_move = packed(m);
                    alpha = value;
                }
                if value >= beta {
                    break;
                }
            }
        }
        if !self.meter.is_over() {
            let bound = if best >= beta {
                ValueBound::Lower
            } else if best > begun {
                ValueBound::Exact
            } else {
                ValueBound::Upper
            };
            known.put(state.key(), ply, KnownPosition { best: best_move, value: best, bound, depth: 0 });
        }
        best
    }

    fn quiet_after(&mut self, state: &LatticeState, ply: usize, bounds: [i32; 2]) -> i32 {
        let SearchContext { rules, worth, .. } = self.context;
        self.deepest = self.deepest.max(ply);
        self.lines[ply.min(MOST_PLIES)].clear();
        if let Some(value) = self.decided(state, ply) {
            return value;
        }
        if ply >= MOST_PLIES {
            return evaluate(rules, worth, state);
        }
        let check = rules.in_check(state, state.turn);
        self.quiet(state, ply, bounds, check)
    }
}
