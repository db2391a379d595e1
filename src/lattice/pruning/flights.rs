//! Flights, and the moves of the attacker that do not leave one uncovered (claim 2 of [`super`]).

use super::empty_board::opened_lines;
use crate::chess::{Color, Kind, Role, Status};
use crate::lattice::movegen::{View, is_attacked, sliders, status};
use crate::lattice::state::{LatticeMove, LatticeState, MoveKind, Victim};
use crate::lattice::tables::{LatticeRules, NOWHERE, Topology, bit, for_board};
use crate::variant::Rebirth;

impl LatticeRules {
    /// Whether a king with an uncovered flight always has a legal move that avoids the end. This is not certain in a progressive
    /// series, where kings can be taken, or where bare kings lose.
    pub(super) fn flights_matter(&self) -> bool {
        !self.is_beyond_proof() && !self.is_progressive()
    }

    /// Returns the flights of a side's king; none where flights do not matter.
    pub(crate) fn flights(&self, state: &LatticeState, side: Color) -> u128 {
        let king = state.kings[side.index()];
        if king == NOWHERE || !self.flights_matter() {
            return 0;
        }
        for_board!(self, R => flights::<R>(self, state, side, king.into()))
    }

    /// Whether the side to move is checkmated.
    pub(crate) fn is_mate(&self, state: &LatticeState) -> bool {
        self.in_check(state, state.turn) && self.has_status(state, Status::Checkmate)
    }

    /// Whether the side to move is stalemated.
    pub(crate) fn is_stalemate(&self, state: &LatticeState) -> bool {
        !self.in_check(state, state.turn) && self.has_status(state, Status::Stalemate)
    }

    /// Whether the game has a status in which the side to move has no move. A flight shows cheaply that it has one.
    fn has_status(&self, state: &LatticeState, expected: Status) -> bool {
        self.flights(state, state.turn) == 0 && status(self, state).0 == expected
    }

    /// Whether the king of the side to move surely has a legal step without check, to a flight. If not, the king may still have one:
    /// only kings that stand on no line to the other king are considered.
    pub(crate) fn has_quiet_step(&self, state: &LatticeState) -> bool {
        let [own, other] = [state.turn, !state.turn].map(|side| state.kings[side.index()]);
        if other == NOWHERE || self.flights(state, state.turn) == 0 {
            return false;
        }
        let lines = self.tables.rook_span[usize::from(other)] | self.tables.bishop_span[usize::from(other)];
        lines & bit(own.into()) == 0
    }

    /// Whether a move of the side to move surely leaves one of the other king's flights uncovered.
    pub(crate) fn leaves_flight(&self, state: &LatticeState, flights: u128, m: LatticeMove) -> bool {
        let special = matches!(m.kind, MoveKind::EnPassant | MoveKind::Castle) || m.pairs != 0;
        if flights == 0 || special {
            return false;
        }
        let (from, to) = (usize::from(m.from), usize::from(m.to));
        let role = m.promotion.map_or_else(|| state.role_at(from), Kind::role).unwrap_or(Role::King);
        let mut seen = bit(to) | self.empty_attacks(role, state.way_at(from), to);
        if flights & !seen == 0 {
            return false;
        }
        let own = state.colors[state.turn.index()];
        seen |= opened_lines(self, from, sliders(self, state, own));
        if self.rebirth != Rebirth::None
            && state.colors[(!state.turn).index()] & bit(to) != 0
            && let Some(home) = Victim::at(state, to).and_then(|v| v.home(self, !state.turn))
        {
            seen |= bit(home.cell);
        }
        flights & !seen != 0
    }
}

fn flights<R: Topology>(rules: &LatticeRules, state: &LatticeState, side: Color, king: usize) -> u128 {
    let occupied = state.occupied();
    let view = View { occupied: occupied ^ bit(king), attackers: state.colors[(!side).index()] };
    let free = |&cell: &usize| !is_attacked::<R>(rules, state, cell, view);
    R::each(rules.tables.king[king] & !occupied).filter(free).fold(0, |set, cell| set | bit(cell))
}
