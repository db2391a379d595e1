//! The attacks of pieces from a cell of the empty board: the upper bounds of [`super`].

use crate::chess::{Color, Role};
use crate::lattice::state::LatticeState;
use crate::lattice::tables::{LatticeRules, bit};

impl LatticeRules {
    /// Returns the cells that a kind attacks from a cell of the empty board. A pawn attacks in the way that it goes, in both ways
    /// where it may turn.
    pub(super) fn empty_attacks(&self, role: Role, way: usize, cell: usize) -> u128 {
        let t = &*self.tables;
        match role {
            Role::King => t.king[cell],
            Role::Queen if self.leapers => t.counsellor[cell],
            Role::Queen => t.rook_span[cell] | t.bishop_span[cell],
            Role::Rook => t.rook_span[cell],
            Role::Bishop if self.leapers => t.elephant[cell],
            Role::Bishop => t.bishop_span[cell],
            Role::Knight => t.knight[cell],
            Role::Pawn if self.pawns_turn() => t.takes[0][cell] | t.takes[1][cell],
            Role::Pawn => t.takes[way][cell],
        }
    }

    /// Returns a side's sliders: those along rows and columns, and those along diagonals.
    pub(super) fn sliders(&self, state: &LatticeState, side: Color) -> [u128; 2] {
        let of = |role| state.set(side, role);
        if self.leapers {
            [of(Role::Rook), 0]
        } else {
            [of(Role::Rook) | of(Role::Queen), of(Role::Bishop) | of(Role::Queen)]
        }
    }
}

/// Returns the cells on lines that a piece may open for sliders by leaving its cell.
pub(super) fn opened_lines(rules: &LatticeRules, from: usize, [straight, slant]: [u128; 2]) -> u128 {
    let t = &*rules.tables;
    let along = if t.rook_span[from] & straight & !bit(from) != 0 { t.rook_span[from] } else { 0 };
    let across = if t.bishop_span[from] & slant & !bit(from) != 0 { t.bishop_span[from] } else { 0 };
    along | across
}

/// Returns the cells to which a pawn may go or on which it may capture, empty or not.
pub(super) fn pawn_reach(rules: &LatticeRules, side: Color, way: usize, from: usize) -> u128 {
    let t = &*rules.tables;
    let one = t.push[way][from];
    let doubles = rules.doubles[side.index()][way] & bit(from) != 0;
    let two = if doubles { t.push_twice[way][from] } else { 0 };
    one | two | t.takes[way][from]
}
