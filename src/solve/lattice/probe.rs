//! The reply to try first in a long search: the one that seems to refute with the least work.
//!
//! One reply is enough to refute, but the work to show this differs. The reply that refuted with a move less may take ten
//! times the work of another, and the number of answers does not show which. So before costly work some replies are searched
//! with fewer moves to go. Only the order of trials depends on the result.

use super::forced::ForcedSearch;
use super::known::{EFFORT_STEPS, Known, PackedMove, pack_move, unpack_move};
use crate::lattice::{LatticeState, MoveKind, MoveList};

/// The least number of moves to go with which replies are probed.
pub(super) const LEAST: u32 = 4;
/// The number of moves by which a probe is shorter than the search.
const SHORTER: u32 = 3;
/// The number of replies that are probed.
const PROBES: usize = 8;
/// The effort from which replies are probed: some 1,500 positions.
const COSTLY: u32 = 10 * EFFORT_STEPS + 4;
/// The growth of the effort with each further move: the work is nearly six times as much.
const GROWTH: u32 = 20;

/// Returns the expected effort of showing that this many moves do not suffice, from the known effort for fewer moves.
fn expected(known: Known, moves: u32) -> u32 {
    match u32::from(known.fails) {
        fails if fails >= moves => 0,
        0 => u32::MAX,
        fails => u32::from(known.effort) + GROWTH * (moves - fails),
    }
}

impl ForcedSearch<'_> {
    /// Returns the packed reply to try first, given the one that refuted in this position with fewer moves. If much work is
    /// expected of that reply, the replies with the fewest answers are probed too, checks before others.
    pub fn cheapest_reply(&mut self, state: &LatticeState, moves: u32, best: PackedMove) -> PackedMove {
        let Some(m) = unpack_move(best).filter(|&m| self.rules.is_surely_pseudo_legal(state, m)) else {
            return best;
        };
        let mut least = self.expected_after(&self.rules.after(state, m), moves);
        if least < COSTLY {
            return best;
        }
        let mut cheapest = best;
        for m in self.few_answers(state, best) {
            let next = self.rules.after(state, m);
            if self.forces_after_reply(&next, moves - SHORTER) {
                continue;
            }
            let effort = self.expected_after(&next, moves);
            if effort < least {
                (least, cheapest) = (effort, pack_move(m));
            }
        }
        cheapest
    }

    /// Returns the expected effort after a reply.
    fn expected_after(&self, next: &LatticeState, moves: u32) -> u32 {
        expected(self.known(self.keying.key(next, 0)), moves)
    }

    /// Returns the plain replies to probe, all but one: checks first, and among equals those with the fewest answers first.
    fn few_answers(&self, state: &LatticeState, except: PackedMove) -> MoveList {
        let mut replies = MoveList::new();
        self.rules.legal_moves(state, &mut replies);
        replies.retain(|&mut m| m.kind() == MoveKind::Plain && pack_move(m) != except);
        replies.sort_by_cached_key(|&m| {
            let next = self.rules.after(state, m);
            (!self.rules.in_check(&next, next.turn()), self.rules.count_roughly(&next))
        });
        replies.truncate(PROBES);
        replies
    }
}
