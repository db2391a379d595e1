//! What one last move of a piece can cover at most (claims 2 to 4 of [`super`]).

use super::empty_board::{opened_lines, pawn_reach};
use crate::chess::{Color, Role};
use crate::lattice::movegen::attacks;
use crate::lattice::state::{BoardPiece, State};
use crate::lattice::tables::{Rules, Topology, bit, each};

/// Whether the last move must give check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Check {
    /// It mates.
    Given,
    /// It stalemates.
    NotGiven,
}

/// What a last move must do: give check or not, and cover all flights.
#[derive(Debug, Clone, Copy)]
pub(super) struct Task {
    pub king: usize,
    pub check: Check,
    pub flights: u128,
}

/// A piece of the side that makes the last move.
#[derive(Debug, Clone, Copy)]
pub(super) struct Attacker {
    pub from: u8,
    pub role: Role,
    pub way: u8,
    side: Color,
    /// The cells that it reaches past the present pieces, the king left out.
    pub near: u128,
    /// The cells that it reaches past all pieces of the king's side.
    pub far: u128,
    /// The cells on lines that its leaving may open.
    pub behind: u128,
}

impl Attacker {
    /// A piece of a side that stands on a cell, or will stand there; none of the variant's own kinds.
    #[inline(always)]
    pub fn new<R: Topology>(
        rules: &Rules,
        state: &State,
        side: Color,
        piece: BoardPiece,
    ) -> Option<Attacker> {
        let BoardPiece { cell, kind, way } = piece;
        let role = kind.role()?;
        let theirs = state.colors[side.index()];
        let (near, far) = if role == Role::Pawn {
            let reach = pawn_reach(rules, side, way, cell);
            (reach, reach)
        } else {
            let occupied = state.occupied() & !(state.roles[Role::King as usize] & !theirs);
            (attacks::<R>(rules, role, way, cell, occupied), attacks::<R>(rules, role, way, cell, theirs))
        };
        let behind = opened_lines(rules, cell, rules.sliders(state, side));
        Some(Attacker { from: cell as u8, role, way: way as u8, side, near, far, behind })
    }

    /// A piece of the side to move on a cell, with its reach on the board without other pieces.
    pub fn alone(rules: &Rules, state: &State, role: Role, way: usize, cell: usize) -> Attacker {
        let side = state.turn;
        let far = match role {
            Role::Pawn => pawn_reach(rules, side, way, cell),
            Role::King | Role::Queen | Role::Rook | Role::Bishop | Role::Knight => {
                rules.empty_attacks(role, way, cell)
            }
        };
        let behind = opened_lines(rules, cell, rules.sliders(state, side));
        Attacker { from: cell as u8, role, way: way as u8, side, near: far, far, behind }
    }

    /// The cells on which it promotes.
    fn zone(&self, rules: &Rules) -> u128 {
        let [first, second] = rules.promotion[self.side.index()];
        if self.role == Role::Pawn { first | second } else { 0 }
    }

    /// The cells that it attacks from where it stands.
    #[inline(always)]
    pub fn attacks(&self, rules: &Rules) -> u128 {
        let pawns = rules.tables.takes[usize::from(self.way)][usize::from(self.from)];
        if self.role == Role::Pawn { pawns } else { self.near }
    }

    /// The cells that it may attack after a move to a cell, and those on lines that it opens.
    #[inline(always)]
    pub fn seen(&self, rules: &Rules, to: usize) -> u128 {
        let way = usize::from(self.way);
        let seen = rules.empty_attacks(self.role, way, to) | self.behind;
        if self.zone(rules) & bit(to) == 0 {
            return seen;
        }
        rules.promotion_kinds[self.side.index()]
            .iter()
            .filter_map(|kind| kind.role())
            .fold(seen, |set, role| set | rules.empty_attacks(role, way, to))
    }

    /// Whether a move to one of some cells may fulfil a task: by itself, or by a capture whose victim is
    /// reborn on a flight.
    #[inline(always)]
    pub fn may_cover(
        &self,
        rules: &Rules,
        task: Task,
        cells: u128,
        capturable: u128,
        rebirth_cells: u128,
    ) -> bool {
        let without = |flight| Task { flights: task.flights & !bit(flight), ..task };
        self.covers(rules, task, cells)
            || cells & capturable != 0
                && each(task.flights & rebirth_cells)
                    .any(|flight| self.covers(rules, without(flight), cells & capturable))
    }

    /// Whether a move to one of some cells may fulfil a task without a rebirth. For every flight the piece attacks it
    /// from there, opens a line to it or stands on it. It does the same to the king if the task is check.
    #[inline(always)]
    fn covers(&self, rules: &Rules, task: Task, cells: u128) -> bool {
        let zone = cells & self.zone(rules);
        self.covering_as(rules, self.role, task, cells) != 0
            || zone != 0
                && rules.promotion_kinds[self.side.index()]
                    .iter()
                    .filter_map(|kind| kind.role())
                    .any(|r| self.covering_as(rules, r, task, zone) != 0)
    }

    /// The cells, among some, from which it would cover all flights as a piece of a kind.
    #[inline(always)]
    fn covering_as(&self, rules: &Rules, role: Role, task: Task, mut cells: u128) -> u128 {
        if task.check == Check::Given && self.behind & bit(task.king) == 0 {
            // A king gives check by discovery only.
            cells &= if role == Role::King {
                0
            } else {
                rules.empty_attackers(role, usize::from(self.way), task.king)
            };
        }
        let mut open = task.flights & !self.behind;
        while open != 0 && cells != 0 {
            let flight = open.trailing_zeros() as usize;
            open &= open - 1;
            cells &= rules.empty_attackers(role, usize::from(self.way), flight) | bit(flight);
        }
        cells
    }
}

/// The pieces of a side as they stand.
#[inline(always)]
pub(super) fn attackers_of<R: Topology>(
    rules: &Rules,
    state: &State,
    side: Color,
) -> impl Iterator<Item = Attacker> {
    R::each(state.colors[side.index()]).filter_map(move |cell| {
        let piece = BoardPiece { cell, kind: state.kind_at(cell)?, way: state.way_at(cell) };
        Attacker::new::<R>(rules, state, side, piece)
    })
}
