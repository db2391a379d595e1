//! The reply to try first in a long search: the reply that seems to refute with the least work.
//!
//! One reply that refutes is enough, but some replies take more work to prove this than others. The reply that refuted with one
//! move less may take ten times the work of another, and the number of answers does not show which is cheaper. So before
//! costly work some replies are searched with fewer moves to go. Only the order of trials depends on the result.

use super::forced::{FORCING_TO_MOVE, ForcedSearch};
use super::known::{EFFORT_STEPS, PackedMove, pack_move, unpack_move};
use crate::lattice::{LatticeState, MoveKind, MoveList};

/// The least number of moves to go with which replies are probed.
pub(super) const LEAST_MOVES: u32 = 4;
/// The number of moves by which a probe is shorter than the search.
const MOVES_LESS: u32 = 3;
const MOST_PROBES: usize = 8;
/// The effort from which replies are probed: about 1,500 positions.
const COSTLY_EFFORT: u32 = 10 * EFFORT_STEPS + 4;
/// The growth of the effort with each further move: the work is nearly six times as much.
const EFFORT_PER_MOVE: u32 = 20;

impl ForcedSearch<'_> {
    /// Returns the reply to try first, packed, given the best known reply of this position.
    ///
    /// If much work is expected of the best known reply, other replies are probed too.
    pub fn cheapest_reply(&mut self, state: &LatticeState, moves: u32, best: PackedMove) -> PackedMove {
        let Some(m) = unpack_move(best).filter(|&m| self.rules.is_surely_pseudo_legal(state, m)) else {
            return best;
        };
        let mut least_effort = self.effort_after(&self.rules.after(state, m), moves);
        if least_effort < COSTLY_EFFORT {
            return best;
        }
        let mut cheapest = best;
        for m in self.replies_to_probe(state, best) {
            let next = self.rules.after(state, m);
            if self.forces_after_reply(&next, moves - MOVES_LESS) {
                continue;
            }
            let effort = self.effort_after(&next, moves);
            if effort < least_effort {
                least_effort = effort;
                cheapest = pack_move(m);
            }
        }
        cheapest
    }

    /// Returns the effort to expect of a proof that this many moves do not suffice, from the known effort for fewer moves.
    fn effort_after(&self, next: &LatticeState, moves: u32) -> u32 {
        let known = self.known_bounds(self.keying.key(next, FORCING_TO_MOVE));
        match u32::from(known.insufficient) {
            0 => u32::MAX,
            insufficient if insufficient >= moves => 0,
            insufficient => u32::from(known.effort) + EFFORT_PER_MOVE * (moves - insufficient),
        }
    }

    /// Returns the plain replies to probe but for the best known: checks first, and among equals those with the fewest answers.
    fn replies_to_probe(&self, state: &LatticeState, best: PackedMove) -> MoveList {
        let mut replies = self.rules.all_legal_moves(state);
        replies.retain(|&mut m| m.kind() == MoveKind::Plain && pack_move(m) != best);
        replies.sort_by_cached_key(|&m| {
            let next = self.rules.after(state, m);
            (!self.rules.in_check(&next, next.turn()), self.rules.count_roughly(&next))
        });
        replies.truncate(MOST_PROBES);
        replies
    }
}
