//! Flights, and the test whether a move of the attacker leaves a flight uncovered (claim 2 of [`super`]).

use super::empty_board::opened_lines;
use crate::chess::{Color, Kind, Role};
use crate::lattice::movegen::{View, sliders};
use crate::lattice::state::{LatticeMove, LatticeState, MoveKind, Victim};
use crate::lattice::tables::{LatticeRules, NOWHERE, Topology, bit, for_board};
use crate::variant::Rebirth;

impl LatticeRules {
    /// Whether a king with an uncovered flight always has a legal move that avoids the end. This is not certain in progressive
    /// play, if kings can be captured, or if bare kings lose.
    pub(super) fn flights_matter(&self) -> bool {
        !self.is_beyond_proof() && !self.is_progressive()
    }

    /// Returns the flights of a side's king; none if flights do not matter.
    pub(crate) fn flights(&self, state: &LatticeState, side: Color) -> u128 {
        let king = state.kings[side.index()];
        if king == NOWHERE || !self.flights_matter() {
            return 0;
        }
        for_board!(self, R => flights::<R>(self, state, side, king.into()))
    }

    /// Whether the king of the side to move surely has a legal step to a flight without giving check. A king on a line to the other
    /// king is not considered, because its step may open the line.
    pub(crate) fn has_quiet_step(&self, state: &LatticeState) -> bool {
        let [king, other_king] = [state.turn, !state.turn].map(|side| usize::from(state.kings[side.index()]));
        if other_king == usize::from(NOWHERE) || self.flights(state, state.turn) == 0 {
            return false;
        }
        let lines = self.tables.rook_span[other_king] | self.tables.bishop_span[other_king];
        lines & bit(king) == 0
    }

    /// Whether a move of the side to move surely leaves one of the other king's flights uncovered.
    pub(crate) fn leaves_flight(&self, state: &LatticeState, flights: u128, m: LatticeMove) -> bool {
        let is_special = matches!(m.kind, MoveKind::EnPassant | MoveKind::Castle) || m.pairs != 0;
        if flights == 0 || is_special {
            return false;
        }
        let (from, to) = (usize::from(m.from), usize::from(m.to));
        let role = m.promotion.map_or_else(|| state.role_at(from), Kind::role).unwrap_or(Role::King);
        let mut covered = bit(to) | self.empty_attacks(role, state.way_at(from), to);
        if flights & !covered == 0 {
            return false;
        }
        let own = state.colors[state.turn.index()];
        covered |= opened_lines(self, from, sliders(self, state, own));
        if self.rebirth != Rebirth::None
            && state.colors[(!state.turn).index()] & bit(to) != 0
            && let Some(home) = Victim::at(state, to).and_then(|victim| victim.home(self))
        {
            covered |= bit(home.cell);
        }
        flights & !covered != 0
    }
}

/// Returns the flights of a side's king, which stands on a cell.
fn flights<R: Topology>(rules: &LatticeRules, state: &LatticeState, side: Color, king: usize) -> u128 {
    let occupied = state.occupied();
    let view = View { occupied: occupied ^ bit(king), attackers: state.colors[(!side).index()] };
    let is_flight = |&cell: &usize| !rules.is_attacked::<R>(state, cell, view);
    R::each(rules.tables.king[king] & !occupied).filter(is_flight).fold(0, |set, cell| set | bit(cell))
}
