//! The reply to try first in a long search: the one that seems to refute with the least work.
//!
//! One reply is enough to refute, but their trees differ in size. The reply that refuted with a move less may take
//! ten times the work of another, and the number of answers does not show it. So before costly work some replies are
//! searched with fewer moves to go. Only the order of trials depends on the result.

use super::forced::ForcedSearch;
use super::known::{EFFORT_STEPS, Known, pack_move, unpack_move};
use super::table::staged;
use crate::lattice::{LatticeMove, LatticeState, MoveKind, MoveList};
use smallvec::SmallVec;

/// The least number of moves to go with which replies are probed.
pub(super) const LEAST: u32 = 4;
/// The number of moves by which a probe is shorter.
const SHORTER: u32 = 3;
/// The number of replies that are probed.
const PROBES: usize = 8;
/// The effort below which work is done without a probe: some 1,500 positions.
const COSTLY: u32 = 10 * EFFORT_STEPS + 4;
/// The growth of the effort with each further move: the work is nearly six times as much.
const GROWTH: u32 = 20;

/// Returns the expected effort of showing that this many moves do not suffice, from what is known of fewer.
fn expected(known: Known, moves: u32) -> u32 {
    match u32::from(known.fails) {
        fails if fails >= moves => 0,
        0 => u32::MAX,
        fails => u32::from(known.effort) + GROWTH * (moves - fails),
    }
}

impl ForcedSearch<'_> {
    /// Returns the packed reply to try first, given the one that refuted in this position with fewer moves. If that
    /// is costly now, the replies with the fewest answers are probed too, checks before others.
    pub fn cheapest_reply(&mut self, state: &LatticeState, moves: u32, best: [u8; 3]) -> [u8; 3] {
        let Some(m) = unpack_move(best).filter(|&m| self.rules.is_surely_pseudo_legal(state, m)) else {
            return best;
        };
        let expected_of = |search: &Self, next: &LatticeState| {
            expected(search.known(staged(search.keying.key(next), 0)), moves)
        };
        let mut cheapest = (expected_of(self, &self.rules.after(state, m)), best);
        if cheapest.0 < COSTLY {
            return best;
        }
        for (m, next) in self.few_answers(state, best) {
            if self.forces_after_reply(&next, moves - SHORTER) {
                continue;
            }
            let expected = expected_of(self, &next);
            if expected < cheapest.0 {
                cheapest = (expected, pack_move(m));
            }
        }
        cheapest.1
    }

    /// Returns some plain replies except one: checks first, then others, those with the fewest answers before others.
    fn few_answers(
        &self,
        state: &LatticeState,
        except: [u8; 3],
    ) -> SmallVec<[(LatticeMove, LatticeState); PROBES]> {
        let mut replies = MoveList::new();
        self.rules.legal_moves(state, &mut replies);
        replies.retain(|&mut m| m.kind() == MoveKind::Plain && pack_move(m) != except);
        replies.sort_by_cached_key(|&m| {
            let next = self.rules.after(state, m);
            (!self.rules.in_check(&next, next.turn()), self.rules.count_roughly(&next))
        });
        replies.iter().take(PROBES).map(|&m| (m, self.rules.after(state, m))).collect()
    }
}
