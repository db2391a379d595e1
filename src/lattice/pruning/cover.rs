//! The men that may make the move that ends a problem, and what one move of theirs can cover at most (the words
//! stand in `flight.rs`).
//!
//! Lines are taken as on an empty board, so what no man can do is ruled out for certain.

use super::empty_board::{opened, pawn_reach};
use crate::chess::{Color, Role};
use crate::lattice::movegen::attacks;
use crate::lattice::state::{Landing, State};
use crate::lattice::tables::{Reach, Rules, bit, each};

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

/// A man of the side that ends the play.
#[derive(Debug, Clone, Copy)]
pub(super) struct Besieger {
    pub from: u8,
    pub role: Role,
    pub way: u8,
    side: Color,
    /// Where it may go past the men that there are, but for the king.
    pub near: u128,
    /// Where it may go past all men of the king's side.
    pub far: u128,
    /// Cells on lines that its leaving may open.
    pub behind: u128,
}

impl Besieger {
    /// A man of a side that stands on a cell, or will.
    #[inline(always)]
    pub fn new<R: Reach>(rules: &Rules, state: &State, side: Color, man: Landing) -> Besieger {
        let Landing { cell, role, way } = man;
        let theirs = state.colors[side.index()];
        let (near, far) = if role == Role::Pawn {
            let reach = pawn_reach(rules, side, way, cell);
            (reach, reach)
        } else {
            let men = state.men() & !(state.roles[Role::King as usize] & !theirs);
            (attacks::<R>(rules, role, way, cell, men), attacks::<R>(rules, role, way, cell, theirs))
        };
        let behind = opened(rules, cell, rules.sliders(state, side));
        Besieger { from: cell as u8, role, way: way as u8, side, near, far, behind }
    }

    /// A man of the side to move on a cell to which a move has brought it, or on its own, as it would go if no
    /// other man stood on the board.
    pub fn alone(rules: &Rules, state: &State, role: Role, way: usize, cell: usize) -> Besieger {
        let side = state.turn;
        let far = match role {
            Role::Pawn => pawn_reach(rules, side, way, cell),
            Role::King | Role::Queen | Role::Rook | Role::Bishop | Role::Knight => {
                rules.span(role, way, cell)
            }
        };
        let behind = opened(rules, cell, rules.sliders(state, side));
        Besieger { from: cell as u8, role, way: way as u8, side, near: far, far, behind }
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
        let seen = rules.span(self.role, way, to) | self.behind;
        if self.zone(rules) & bit(to) == 0 {
            return seen;
        }
        rules.promotion_roles.iter().fold(seen, |set, &role| set | rules.span(role, way, to))
    }

    /// Whether its move to one of some cells may do a task: by itself, or, to a cell with prey, by taking a man
    /// that is reborn on one of the flights.
    #[inline(always)]
    pub fn may_cover(&self, rules: &Rules, task: Task, cells: u128, prey: u128, births: u128) -> bool {
        let without = |flight| Task { flights: task.flights & !bit(flight), ..task };
        self.covers(rules, task, cells)
            || cells & prey != 0
                && each(task.flights & births).any(|flight| self.covers(rules, without(flight), cells & prey))
    }

    /// Whether its move to one of some cells may do a task, with none reborn: every flight it sees from there, or
    /// opens a line to, or stands on; and so the king, if this must be checked.
    #[inline(always)]
    fn covers(&self, rules: &Rules, task: Task, cells: u128) -> bool {
        let zone = cells & self.zone(rules);
        self.covering_as(rules, self.role, task, cells) != 0
            || zone != 0 && rules.promotion_roles.iter().any(|&r| self.covering_as(rules, r, task, zone) != 0)
    }

    /// Of some cells those from which it would cover everything as a man of a kind.
    #[inline(always)]
    fn covering_as(&self, rules: &Rules, role: Role, task: Task, mut cells: u128) -> u128 {
        if task.check == Check::Given && self.behind & bit(task.king) == 0 {
            // A king checks by leaving a line only.
            cells &=
                if role == Role::King { 0 } else { rules.seen_from(role, usize::from(self.way), task.king) };
        }
        let mut open = task.flights & !self.behind;
        while open != 0 && cells != 0 {
            let flight = open.trailing_zeros() as usize;
            open &= open - 1;
            cells &= rules.seen_from(role, usize::from(self.way), flight) | bit(flight);
        }
        cells
    }
}

/// The men of a side as they stand.
#[inline(always)]
pub(super) fn besiegers<R: Reach>(
    rules: &Rules,
    state: &State,
    side: Color,
) -> impl Iterator<Item = Besieger> {
    R::each(state.colors[side.index()]).filter_map(move |cell| {
        let man = Landing { cell, role: state.role_at(cell)?, way: state.way_at(cell) };
        Some(Besieger::new::<R>(rules, state, side, man))
    })
}
