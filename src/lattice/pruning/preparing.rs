//! The last move but one of the side that forces mate or stalemate: if it gives no check, the other side may
//! answer with a free man's move that leaves its king's flights as they are (`idle.rs`; the words stand in
//! `flight.rs`). Then this move and the last must cover all flights between them.
//!
//! Men go and see as on an empty board, so what is ruled out here is ruled out for certain.

use super::checks::Danger;
use super::cover::{Besieger, Check, Task};
use super::free::{delays, may_castle};
use crate::chess::Role;
use crate::lattice::state::{MoveKind, MoveList, State, homes};
use crate::lattice::tables::{NOWHERE, Rules, bit, each, for_board};
use smallvec::SmallVec;

impl Rules {
    /// Drops moves after which the side to move surely cannot force the end with its next move.
    pub(crate) fn keep_approaches(&self, state: &State, check: Check, list: &mut MoveList) {
        let [own, king] = [state.turn, !state.turn].map(|side| state.kings[side.index()]);
        let counts = !self.pairs && self.flights_count() && own != NOWHERE && king != NOWHERE;
        if !counts || may_castle(self, state, state.turn) {
            return;
        }
        let flights = self.flights(state, !state.turn);
        let stops = delays(self, state, flights);
        if stops == !0 {
            return;
        }
        let task = Task { king: king.into(), check, flights };
        let danger = for_board!(self, R => Danger::to::<R>(self, state, king.into()));
        let us = state.colors[state.turn.index()];
        let men: SmallVec<[Besieger; 16]> = each(us)
            .filter_map(|cell| {
                Some(Besieger::alone(self, state, state.role_at(cell)?, state.way_at(cell), cell))
            })
            .collect();
        let births = homes(self, state, !state.turn);
        list.retain(|&mut m| {
            let (from, to) = (usize::from(m.from), usize::from(m.to));
            let quiet = m.kind == MoveKind::Plain && m.promotion.is_none() && state.men() & bit(to) == 0;
            let Some(mover) = men.iter().find(|man| man.from == m.from).filter(|_| quiet) else {
                return true;
            };
            let checks =
                danger.unveilers & bit(from) != 0 || danger.giving[mover.role as usize] & bit(to) != 0;
            checks || stops & bit(to) != 0 || may_be_covered(self, state, &men, mover, to, task, births)
        });
    }
}

/// Whether the last move may cover what is left when a man has gone to a cell.
fn may_be_covered(
    rules: &Rules,
    state: &State,
    men: &[Besieger],
    mover: &Besieger,
    to: usize,
    mut task: Task,
    births: u128,
) -> bool {
    let moved = Besieger::alone(rules, state, mover.role, mover.way.into(), to);
    let shown = rules.span(mover.role, mover.way.into(), to);
    task.flights &= !(shown | mover.behind | bit(to));
    if (shown | mover.behind) & bit(task.king) != 0 && mover.role != Role::King {
        // Whoever leaves its line may check.
        task.check = Check::NotGiven;
    }
    let own = state.colors[state.turn.index()] & !bit(mover.from.into()) | bit(to);
    let ends = !own & !bit(task.king);
    let others = men.iter().filter(|man| man.from != mover.from);
    others.chain([&moved]).any(|man| man.may_cover(rules, task, man.far & ends, !0, births))
}
