//! The paths of a move in the board's geometry, for pictures.

use super::labelled::LatticePosition;
use crate::board::{Cell, CellPath, CellStep, KNIGHT_LEAPS, pawn_steps};
use crate::chess::Role;
use crate::lattice::state::{LatticeMove, MoveKind};

impl LatticePosition {
    /// Returns the paths of a legal move: one for most pieces, two legs for a knight, the king's and the rook's for
    /// castling. If several paths lead to the end, as on a ring, it is the shortest free one.
    pub fn traces(&self, m: LatticeMove) -> Vec<CellPath> {
        let grid = &self.rules.grid;
        let (from, to) = (m.from(), m.to());
        if m.kind == MoveKind::Castle {
            let Some(castle) = self.rules.castle_of(self.state.turn, from, to) else { return Vec::new() };
            let ends = [(from, to), (castle.rook, castle.rook_to)];
            return ends.into_iter().filter_map(|(a, b)| self.slide(a, b, 8)).collect();
        }
        let custom_kind = self.state.custom_kinds & from.bit() != 0;
        match self.state.role_at(from.index()) {
            _ if custom_kind => self.path_of_custom_kind(from, to).into_iter().collect(),
            Some(Role::Knight) => {
                let long_first = KNIGHT_LEAPS.map(|(long, short)| [(long, 2), (short, 1)]);
                let short_first = KNIGHT_LEAPS.map(|(long, short)| [(short, 1), (long, 2)]);
                let mut ways = long_first.into_iter().chain(short_first);
                let Some([(step, count), (next_step, next_count)]) =
                    ways.find(|legs| grid.leap(from, legs) == Some(to))
                else {
                    return Vec::new();
                };
                let leg = CellPath::new(grid, from, step, count);
                vec![leg, leg.then(next_step, next_count)]
            }
            Some(Role::Pawn) => {
                let way = pawn_steps(grid.chart())[self.state.way_at(from.index())];
                let count = if m.kind == MoveKind::Double { 2 } else { 1 };
                let steps = [way.push, way.takes[0], way.takes[1]];
                let step = steps.into_iter().find(|&step| grid.leap(from, &[(step, count)]) == Some(to));
                step.map(|step| CellPath::new(grid, from, step, count)).into_iter().collect()
            }
            Some(Role::King) => self.slide(from, to, 1).into_iter().collect(),
            Some(Role::Bishop) if self.rules.leapers => self.leap_over(from, to),
            Some(Role::Queen | Role::Rook | Role::Bishop) => {
                self.slide(from, to, usize::MAX).into_iter().collect()
            }
            None => Vec::new(),
        }
    }

    /// Returns the path by which a piece of a custom kind goes to a cell.
    fn path_of_custom_kind(&self, from: Cell, to: Cell) -> Option<CellPath> {
        let (state, ends) = (&self.state, [from.index(), to.index()]);
        let kind = self.rules.custom.kind(state.number_at(from.index()));
        let stance = state.stance_at(state.turn, from.index());
        let occupied = state.occupied() & !from.bit();
        let way = kind.way_to(&self.rules.grid, stance, ends, occupied)?;
        let [x, y] = way.vector;
        Some(CellPath::new(&self.rules.grid, from, CellStep::new(y, x), way.steps as u8))
    }

    fn leap_over(&self, from: Cell, to: Cell) -> Vec<CellPath> {
        let grid = &self.rules.grid;
        let step = CellStep::KING.into_iter().find(|&step| grid.leap(from, &[(step, 2)]) == Some(to));
        step.map(|step| CellPath::new(grid, from, step, 2)).into_iter().collect()
    }

    /// Returns the shortest free straight path of at most this many steps.
    fn slide(&self, from: Cell, to: Cell, most: usize) -> Option<CellPath> {
        let grid = &self.rules.grid;
        let occupied = self.state.occupied();
        let ways = CellStep::KING.into_iter().filter_map(|step| {
            let way = grid.walk(from, step);
            let end = way.iter().position(|&cell| cell == to)?;
            let free = way[..end].iter().all(|cell| occupied & cell.bit() == 0);
            (free && end < most).then_some((end + 1, step))
        });
        let (count, step) = ways.min_by_key(|&(count, _)| count)?;
        Some(CellPath::new(grid, from, step, count as u8))
    }
}
