//! The attacks of pieces on the empty board, which are the upper bounds of [`super`].

use crate::chess::{Color, Role};
use crate::lattice::movegen::attacks_of_role;
use crate::lattice::tables::{LatticeRules, Sliders, bit, for_board};

impl LatticeRules {
    /// Returns the cells that a piece attacks from a cell of the empty board. On a board where the way of a pawn may change, a pawn
    /// attacks in both ways.
    pub(super) fn empty_attacks(&self, role: Role, way: usize, cell: usize) -> u128 {
        if role == Role::Pawn && self.pawn_ways_may_change() {
            return self.tables.takes[0][cell] | self.tables.takes[1][cell];
        }
        for_board!(self, R => attacks_of_role::<R>(self, role, way, cell, 0))
    }
}

/// Returns the cells of all lines that a piece may open for sliders by leaving its cell.
pub(super) fn opened_lines(rules: &LatticeRules, from: usize, sliders: Sliders) -> u128 {
    let (rook, bishop) = (rules.tables.rook_span[from], rules.tables.bishop_span[from]);
    let straight = if rook & sliders.straight & !bit(from) != 0 { rook } else { 0 };
    let diagonal = if bishop & sliders.diagonal & !bit(from) != 0 { bishop } else { 0 };
    straight | diagonal
}

/// Returns the cells to which a pawn may go or on which it may capture, whether they are empty or not.
pub(super) fn pawn_reach(rules: &LatticeRules, side: Color, way: usize, from: usize) -> u128 {
    let t = &*rules.tables;
    let may_double = rules.double_step_starts[side.index()][way] & bit(from) != 0;
    let two_ahead = if may_double { t.push_twice[way][from] } else { 0 };
    t.push[way][from] | two_ahead | t.takes[way][from]
}
