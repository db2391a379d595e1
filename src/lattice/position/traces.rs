//! The paths of a move in the board's geometry, for pictures.

use super::labelled::LatticePosition;
use crate::board::{Cell, CellPath, CellStep, KNIGHT_STEPS, pawn_steps};
use crate::chess::Role;
use crate::lattice::state::{LatticeMove, MoveKind};

impl LatticePosition {
    /// Returns the paths of a legal move: most pieces have one, a knight has two after each other, and castling has that of the king
    /// and that of the rook. If several paths lead to the same cell, as on a ring, the shortest free path is returned.
    pub fn traces(&self, m: LatticeMove) -> Vec<CellPath> {
        let grid = &self.rules.grid;
        let (from, to) = (m.from(), m.to());
        if m.kind == MoveKind::Castle {
            let Some(castle) = self.rules.castle_of(self.state.turn, from, to) else { return Vec::new() };
            let king_path = self.straight_path(from, to, Role::Rook);
            let rook_path = self.straight_path(castle.rook, castle.rook_to, Role::Rook);
            return king_path.into_iter().chain(rook_path).collect();
        }
        if self.state.custom_pieces & from.bit() != 0 {
            return self.path_of_custom_piece(from, to).into_iter().collect();
        }
        let path = match self.state.role_at(from.index()) {
            Some(Role::Knight) => return self.knight_paths(from, to),
            Some(Role::Pawn) => {
                let steps = pawn_steps(grid.chart())[self.state.way_at(from.index())];
                let times = if m.kind == MoveKind::Double { 2 } else { 1 };
                self.path_of_steps(from, to, &[steps.push, steps.takes[0], steps.takes[1]], times)
            }
            Some(Role::King) => self.path_of_steps(from, to, &CellStep::KING, 1),
            Some(Role::Queen) if self.rules.is_shatranj => self.path_of_steps(from, to, &CellStep::KING, 1),
            Some(Role::Bishop) if self.rules.is_shatranj => self.path_of_steps(from, to, &CellStep::KING, 2),
            Some(role @ (Role::Queen | Role::Rook | Role::Bishop)) => self.straight_path(from, to, role),
            None => None,
        };
        path.into_iter().collect()
    }

    /// Returns the two paths of a knight's move, one after the other.
    fn knight_paths(&self, from: Cell, to: Cell) -> Vec<CellPath> {
        let grid = &self.rules.grid;
        let short_first = KNIGHT_STEPS.map(|[long, short]| [short, long]);
        let mut routes = KNIGHT_STEPS.into_iter().chain(short_first);
        let Some([first, second]) = routes.find(|steps| grid.leap(from, steps) == Some(to)) else {
            return Vec::new();
        };
        let first_path = CellPath::new(grid, from, first.step, first.times);
        vec![first_path, first_path.then(second.step, second.times)]
    }

    /// Returns the path to a cell by the first of some steps that leads there when it is made `times` times.
    fn path_of_steps(&self, from: Cell, to: Cell, steps: &[CellStep], times: u8) -> Option<CellPath> {
        let grid = &self.rules.grid;
        let leads_there = |step: &&CellStep| grid.leap(from, &[step.repeated(times)]) == Some(to);
        steps.iter().find(leads_there).map(|&step| CellPath::new(grid, from, step, times))
    }

    /// Returns the path by which a piece of a custom kind goes to a cell.
    fn path_of_custom_piece(&self, from: Cell, to: Cell) -> Option<CellPath> {
        let (state, ends) = (&self.state, [from.index(), to.index()]);
        let kind = self.rules.custom.kind(state.custom_index_at(from.index()));
        let stance = state.stance_at(state.turn, from.index());
        let occupied = state.occupied() & !from.bit();
        let route = kind.route_to(&self.rules.grid, stance, ends, occupied)?;
        let [x, y] = route.vector;
        Some(CellPath::new(&self.rules.grid, from, CellStep::new(y, x), route.steps as u8))
    }

    /// Returns the shortest free path on which a piece of a role rides to a cell.
    fn straight_path(&self, from: Cell, to: Cell, role: Role) -> Option<CellPath> {
        let is_free = |line: &LineBetween| self.first_occupied(&line.between).is_none();
        let free_lines = self.lines_between(from, to, role).filter(is_free);
        let LineBetween { step, between } = free_lines.min_by_key(|line| line.between.len())?;
        Some(CellPath::new(&self.rules.grid, from, step, between.len() as u8 + 1))
    }

    /// Returns the lines along which pieces of a role ride from one cell to another on the empty board.
    pub(super) fn lines_between(
        &self,
        from: Cell,
        to: Cell,
        role: Role,
    ) -> impl Iterator<Item = LineBetween> {
        let steps = CellStep::KING.into_iter().filter(move |&step| self.rules.rides_along(role, step));
        steps.filter_map(move |step| {
            let mut between = self.rules.grid.walk(from, step);
            between.truncate(between.iter().position(|&cell| cell == to)?);
            Some(LineBetween { step, between })
        })
    }

    /// Returns the first of some cells on which a piece stands.
    pub(super) fn first_occupied(&self, cells: &[Cell]) -> Option<Cell> {
        cells.iter().copied().find(|cell| self.state.occupied() & cell.bit() != 0)
    }
}

/// A line between two cells.
pub(super) struct LineBetween {
    /// The step that is repeated.
    step: CellStep,
    /// The cells between the two, in the order in which they are met.
    pub between: Vec<Cell>,
}
