//! The pieces that may make the move that ends a problem, and what one move of theirs can cover at most (the words
//! stand in `flight.rs`).
//!
//! Lines are taken as on an empty board, so what no piece can do is ruled out for certain.

use super::empty_board::{opened_lines, pawn_reach};
use crate::chess::{Color, Role};
use crate::lattice::movegen::attacks;
use crate::lattice::state::{BoardPiece, State};
use crate::lattice::tables::{Rules, Topology, bit, each};

/// Whether the move that ends a problem must give check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Check {
    /// It mates.
    Given,
    /// It stalemates.
    NotGiven,
}

/// What a last move must do: check a king, or not, and cover its flights.
#[derive(Debug, Clone, Copy)]
pub(super) struct Task {
    pub king: usize,
    pub check: Check,
    pub flights: u128,
}

/// A piece of the side that ends the play.
#[derive(Debug, Clone, Copy)]
pub(super) struct Attacker {
    pub from: u8,
    pub role: Role,
    pub way: u8,
    side: Color,
    /// Where it may go past the pieces that there are, but for the king.
    pub near: u128,
    /// Where it may go past all pieces of the king's side.
    pub far: u128,
    /// Cells on lines that its leaving may open.
    pub behind: u128,
}

impl Attacker {
    /// A piece of a side that stands on a cell, or will.
    #[inline(always)]
    pub fn new<R: Topology>(rules: &Rules, state: &State, side: Color, piece: BoardPiece) -> Attacker {
        let BoardPiece { cell, role, way } = piece;
        let theirs = state.colors[side.index()];
        let (near, far) = if role == Role::Pawn {
            let reach = pawn_reach(rules, side, way, cell);
            (reach, reach)
        } else {
            let occupied = state.occupied() & !(state.roles[Role::King as usize] & !theirs);
            (attacks::<R>(rules, role, way, cell, occupied), attacks::<R>(rules, role, way, cell, theirs))
        };
        let behind = opened_lines(rules, cell, rules.sliders(state, side));
        Attacker { from: cell as u8, role, way: way as u8, side, near, far, behind }
    }

    /// A piece of the side to move on a cell to which a move has brought it, or on its own, as it would go if no
    /// other piece stood on the board.
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

    /// Cells on which it promotes.
    fn zone(&self, rules: &Rules) -> u128 {
        let [first, second] = rules.promotion[self.side.index()];
        if self.role == Role::Pawn { first | second } else { 0 }
    }

    /// What it attacks from where it stands.
    #[inline(always)]
    pub fn attacks(&self, rules: &Rules) -> u128 {
        let pawns = rules.tables.takes[usize::from(self.way)][usize::from(self.from)];
        if self.role == Role::Pawn { pawns } else { self.near }
    }

    /// What it may see when it has gone to a cell, and what lies on lines that it opens.
    #[inline(always)]
    pub fn seen(&self, rules: &Rules, to: usize) -> u128 {
        let way = usize::from(self.way);
        let seen = rules.empty_attacks(self.role, way, to) | self.behind;
        if self.zone(rules) & bit(to) == 0 {
            return seen;
        }
        rules.promotion_roles.iter().fold(seen, |set, &role| set | rules.empty_attacks(role, way, to))
    }

    /// Whether its move to one of some cells may do a task: by itself, or, to a cell with capturable, by taking a piece
    /// that is reborn on one of the flights.
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

    /// Whether its move to one of some cells may do a task, with none reborn: every flight it sees from there, or
    /// opens a line to, or stands on; and so the king, if this must be checked.
    #[inline(always)]
    fn covers(&self, rules: &Rules, task: Task, cells: u128) -> bool {
        let zone = cells & self.zone(rules);
        self.covering_as(rules, self.role, task, cells) != 0
            || zone != 0 && rules.promotion_roles.iter().any(|&r| self.covering_as(rules, r, task, zone) != 0)
    }

    /// Of some cells those from which it would cover everything as a piece of a kind.
    #[inline(always)]
    fn covering_as(&self, rules: &Rules, role: Role, task: Task, mut cells: u128) -> u128 {
        if task.check == Check::Given && self.behind & bit(task.king) == 0 {
            // A king checks by leaving a line only.
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
        let piece = BoardPiece { cell, role: state.role_at(cell)?, way: state.way_at(cell) };
        Some(Attacker::new::<R>(rules, state, side, piece))
    })
}
