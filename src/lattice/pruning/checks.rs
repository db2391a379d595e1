//! The sources of checks: cells from which each kind attacks the king, and discoverers (claim 1 of [`super`]).

use crate::chess::Role;
use crate::lattice::state::LatticeState;
use crate::lattice::tables::{LatticeRules, Topology};

/// The sources of check against a king.
pub(super) struct CheckSources {
    /// By kind: the cells from which a piece attacks the king.
    pub check_cells: [u128; 6],
    /// Pieces that alone stand between a slider of their side and the king.
    pub discoverers: u128,
}

impl CheckSources {
    /// Returns the sources of check that the side to move has against the other side's king.
    #[inline(always)]
    pub fn to<R: Topology>(rules: &LatticeRules, state: &LatticeState, king: usize) -> CheckSources {
        let t = &*rules.tables;
        let own = R::trim(state.colors[state.turn.index()]);
        let occupied = R::trim(state.occupied());
        let (straight, slant) = (t.rook::<R>(king, occupied), t.bishop::<R>(king, occupied));
        let mut check_cells = [0; 6];
        check_cells[Role::Knight as usize] = t.knight_from[king];
        check_cells[Role::Pawn as usize] = t.taken_from[0][king] | t.taken_from[1][king];
        check_cells[Role::Rook as usize] = straight;
        if rules.leapers {
            check_cells[Role::Queen as usize] = t.counsellor[king];
            check_cells[Role::Bishop as usize] = t.elephant[king];
        } else {
            check_cells[Role::Queen as usize] = straight | slant;
            check_cells[Role::Bishop as usize] = slant;
        }
        let sliders = rules.sliders(state, state.turn);
        CheckSources { check_cells, discoverers: t.sole_blockers(king, own, occupied, sliders) }
    }
}
