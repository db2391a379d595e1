//! What pieces see from a cell of the empty board, and from where they see it: as much as can ever be, so
//! what is ruled out by it is ruled out for certain.

use crate::chess::{Color, Role};
use crate::lattice::state::State;
use crate::lattice::tables::{Rules, bit, each};

impl Rules {
    /// All that a piece of a kind attacks from a cell of the empty board; a pawn in the way that it goes, on
    /// round boards in both.
    pub(super) fn empty_attacks(&self, role: Role, way: usize, cell: usize) -> u128 {
        let t = self.tables;
        match role {
            Role::King => t.king[cell],
            Role::Queen if self.leapers => t.counsellor[cell],
            Role::Queen => t.rook_span[cell] | t.bishop_span[cell],
            Role::Rook => t.rook_span[cell],
            Role::Bishop if self.leapers => t.elephant[cell],
            Role::Bishop => t.bishop_span[cell],
            Role::Knight => t.knight[cell],
            Role::Pawn if self.has_ways() => t.takes[0][cell] | t.takes[1][cell],
            Role::Pawn => t.takes[way][cell],
        }
    }

    /// The cells from which a piece of a kind sees one on the empty board.
    pub(super) fn empty_attackers(&self, role: Role, way: usize, cell: usize) -> u128 {
        let t = self.tables;
        match role {
            Role::Knight => t.knight_from[cell],
            Role::Pawn if self.has_ways() => t.taken_from[0][cell] | t.taken_from[1][cell],
            Role::Pawn => t.taken_from[way][cell],
            // Lines, neighbours and elephants' leaps go both ways.
            Role::King | Role::Queen | Role::Rook | Role::Bishop => self.empty_attacks(role, way, cell),
        }
    }

    /// A side's pieces that move along lines: straight, and slant.
    pub(super) fn sliders(&self, state: &State, side: Color) -> [u128; 2] {
        let of = |role| state.set(side, role);
        if self.leapers {
            [of(Role::Rook), 0]
        } else {
            [of(Role::Rook) | of(Role::Queen), of(Role::Bishop) | of(Role::Queen)]
        }
    }
}

/// The cells on lines that a piece may open for sliders by leaving its cell.
pub(super) fn opened_lines(rules: &Rules, from: usize, [straight, slant]: [u128; 2]) -> u128 {
    let t = rules.tables;
    let along = if t.rook_span[from] & straight & !bit(from) != 0 { t.rook_span[from] } else { 0 };
    let across = if t.bishop_span[from] & slant & !bit(from) != 0 { t.bishop_span[from] } else { 0 };
    along | across
}

/// Where a pawn may go or take, whoever stands there.
pub(super) fn pawn_reach(rules: &Rules, side: Color, way: usize, from: usize) -> u128 {
    let t = rules.tables;
    let one = t.push[way][from];
    let doubles = rules.doubles[side.index()][way] & bit(from) != 0;
    let two = if doubles { each(one).fold(0, |set, cell| set | t.push[way][cell]) } else { 0 };
    one | two | t.takes[way][from]
}
