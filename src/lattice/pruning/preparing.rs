//! The attacker's move before its last: only moves after which a last move may succeed against every reply
//! (claim 3 of [`super`]).

use super::checks::CheckSources;
use super::cover::{Attacker, Check, Task};
use super::free::{cells_that_stop_neutral_replies, may_castle};
use crate::chess::Role;
use crate::lattice::state::{MoveKind, MoveList, State, homes};
use crate::lattice::tables::{NOWHERE, Rules, bit, each, for_board};
use smallvec::SmallVec;

impl Rules {
    /// Drops moves after which the side to move surely cannot force the end with its next move.
    pub(crate) fn keep_preparing_moves(&self, state: &State, check: Check, list: &mut MoveList) {
        let [own, king] = [state.turn, !state.turn].map(|side| state.kings[side.index()]);
        let counts = !self.pairs && self.flights_matter() && own != NOWHERE && king != NOWHERE;
        if !counts || may_castle(self, state, state.turn) {
            return;
        }
        let flights = self.flights(state, !state.turn);
        let stops = cells_that_stop_neutral_replies(self, state, flights);
        if stops == !0 {
            return;
        }
        let task = Task { king: king.into(), check, flights };
        let sources = for_board!(self, R => CheckSources::to::<R>(self, state, king.into()));
        let us = state.colors[state.turn.index()];
        let attackers: SmallVec<[Attacker; 16]> = each(us)
            .filter_map(|cell| {
                Some(Attacker::alone(self, state, state.role_at(cell)?, state.way_at(cell), cell))
            })
            .collect();
        let rebirth_cells = homes(self, state, !state.turn);
        list.retain(|&mut m| {
            let (from, to) = (usize::from(m.from), usize::from(m.to));
            let quiet = m.kind == MoveKind::Plain && m.promotion.is_none() && state.occupied() & bit(to) == 0;
            let Some(mover) = attackers.iter().find(|piece| piece.from == m.from).filter(|_| quiet) else {
                return true;
            };
            let checks = sources.discoverers & bit(from) != 0
                || sources.check_cells[mover.role as usize] & bit(to) != 0;
            checks
                || stops & bit(to) != 0
                || may_be_covered(self, state, &attackers, mover, to, task, rebirth_cells)
        });
    }
}

/// Whether the last move may cover the flights that remain after a piece has gone to a cell.
fn may_be_covered(
    rules: &Rules,
    state: &State,
    attackers: &[Attacker],
    mover: &Attacker,
    to: usize,
    mut task: Task,
    rebirth_cells: u128,
) -> bool {
    let moved = Attacker::alone(rules, state, mover.role, mover.way.into(), to);
    let shown = rules.empty_attacks(mover.role, mover.way.into(), to);
    task.flights &= !(shown | mover.behind | bit(to));
    if (shown | mover.behind) & bit(task.king) != 0 && mover.role != Role::King {
        // Whichever piece leaves the mover's line may give check.
        task.check = Check::NotGiven;
    }
    let own = state.colors[state.turn.index()] & !bit(mover.from.into()) | bit(to);
    let ends = !own & !bit(task.king);
    let others = attackers.iter().filter(|piece| piece.from != mover.from);
    others.chain([&moved]).any(|piece| piece.may_cover(rules, task, piece.far & ends, !0, rebirth_cells))
}
