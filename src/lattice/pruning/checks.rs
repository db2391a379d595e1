//! Where checks come from: cells from which each kind attacks the king, and discoverers (claim 1 of
//! [`super`]).

use super::free::may_castle;
use crate::chess::Role;
use crate::lattice::state::State;
use crate::lattice::tables::{Rules, Topology, bit, each};

/// The sources of check against a king.
pub(super) struct CheckSources {
    /// By kind: the cells from which a piece attacks the king now.
    pub check_cells: [u128; 6],
    /// Pieces that alone stand between a slider of their side and the king.
    pub discoverers: u128,
}

impl CheckSources {
    /// The sources of check that the side to move has against the other side's king.
    #[inline(always)]
    pub fn to<R: Topology>(rules: &Rules, state: &State, king: usize) -> CheckSources {
        let t = &*rules.tables;
        let own = R::trim(state.colors[state.turn.index()]);
        let occupied = R::trim(state.occupied());
        let (straight, slant) = (t.rook::<R>(king, occupied), t.bishop::<R>(king, occupied));
        let of = |role: Role| state.roles[role as usize] & own;
        let mut check_cells = [0; 6];
        check_cells[Role::Knight as usize] = t.knight_from[king];
        check_cells[Role::Pawn as usize] = t.taken_from[0][king] | t.taken_from[1][king];
        check_cells[Role::Rook as usize] = straight;
        let (mut along, mut across) = (of(Role::Rook), 0);
        if rules.leapers {
            check_cells[Role::Queen as usize] = t.counsellor[king];
            check_cells[Role::Bishop as usize] = t.elephant[king];
        } else {
            check_cells[Role::Queen as usize] = straight | slant;
            check_cells[Role::Bishop as usize] = slant;
            along |= of(Role::Queen);
            across = of(Role::Queen) | of(Role::Bishop);
        }
        CheckSources { check_cells, discoverers: t.sole_blockers(king, own, occupied, [along, across]) }
    }
}

/// Whether some pseudo-legal move may give check. If false, no move gives check.
#[inline(always)]
pub(super) fn may_check<R: Topology>(rules: &Rules, state: &State, king: usize) -> bool {
    let t = &*rules.tables;
    let us = state.turn.index();
    let own = state.colors[us];
    let occupied = state.occupied();
    if rules.pairs || state.en_passant != 0 || may_castle(rules, state, state.turn) {
        return true;
    }
    let sources = CheckSources::to::<R>(rules, state, king);
    if sources.discoverers != 0 {
        return true;
    }
    let of = |role: Role| state.roles[role as usize] & own;
    let check_cells = |role: Role| sources.check_cells[role as usize] & !own;
    if each(of(Role::Knight)).any(|from| t.knight[from] & check_cells(Role::Knight) != 0)
        || each(of(Role::Rook)).any(|from| t.rook::<R>(from, occupied) & check_cells(Role::Rook) != 0)
    {
        return true;
    }
    if rules.leapers {
        if each(of(Role::Bishop)).any(|from| t.elephant[from] & check_cells(Role::Bishop) != 0)
            || each(of(Role::Queen)).any(|from| t.counsellor[from] & check_cells(Role::Queen) != 0)
        {
            return true;
        }
    } else if each(of(Role::Bishop))
        .any(|from| t.bishop::<R>(from, occupied) & check_cells(Role::Bishop) != 0)
        || each(of(Role::Queen)).any(|from| {
            (t.bishop::<R>(from, occupied) | t.rook::<R>(from, occupied)) & check_cells(Role::Queen) != 0
        })
    {
        return true;
    }
    each(of(Role::Pawn)).any(|from| pawn_may_check(rules, state, &sources, from))
}

/// Whether a pawn may give check by a step, a capture or a promotion.
#[inline(always)]
pub(super) fn pawn_may_check(rules: &Rules, state: &State, sources: &CheckSources, from: usize) -> bool {
    let t = &*rules.tables;
    let us = state.turn.index();
    let occupied = state.occupied();
    let way = state.way_at(from);
    let one = t.push[way][from] & !occupied;
    let ends = one | (t.takes[way][from] & occupied & !state.colors[us]);
    let doubles = one != 0 && rules.doubles[us][way] & bit(from) != 0;
    let two = if doubles { t.push[way][one.trailing_zeros() as usize] & !occupied } else { 0 };
    ends & rules.zone(us, way, from) | (ends | two) & sources.check_cells[Role::Pawn as usize] != 0
}
