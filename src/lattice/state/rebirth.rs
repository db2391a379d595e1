//! The effect of a capture on its victim: nothing, or rebirth (`docs/rules/circe.md` 1 and 3).

use super::bitboards::LatticeState;
use crate::board::{Castle, Cell, Chart};
use crate::chess::{Color, Kind, Role};
use crate::lattice::tables::{LatticeRules, NOWHERE, bit, each};
use crate::variant::Rebirth;

/// The facts about a captured piece on which its rebirth depends.
pub(crate) struct Victim {
    pub kind: Kind,
    color: Color,
    /// The cell of the capture.
    pub cell: usize,
    way: usize,
    is_promoted: bool,
    /// The rebirth cell under own rebirth.
    home: u8,
}

/// The rebirth cell of a captured piece, and the kind that the piece has there.
pub(crate) struct RebirthCell {
    pub cell: usize,
    pub kind: Kind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RebornPiece {
    pub cell: usize,
    pub kind: Kind,
    /// The way of a pawn or of a piece with a frame.
    pub way: usize,
}

impl Victim {
    /// Returns the facts about the piece on a cell, which must belong to the side that is not to move.
    pub fn at(state: &LatticeState, cell: usize) -> Option<Victim> {
        Some(Victim {
            kind: state.kind_at(cell)?,
            color: !state.turn,
            cell,
            way: state.way_at(cell),
            is_promoted: state.promoted & bit(cell) != 0,
            home: state.homes[cell],
        })
    }

    /// Returns the rebirth cell, occupied or not, and the kind of the piece there.
    pub fn home(&self, rules: &LatticeRules) -> Option<RebirthCell> {
        if rules.is_royal(self.kind) {
            return None;
        }
        let (home, kind) = match rules.rebirth {
            Rebirth::None => return None,
            Rebirth::Circe => {
                let role = self.kind.role()?;
                let row = if role == Role::Pawn { role as usize + self.way } else { role as usize };
                let homes = rules.circe.as_ref()?;
                (homes[self.color.index()][row][self.cell], self.kind)
            }
            Rebirth::Own if self.is_promoted => {
                (self.home, rules.kind_of_initial_pawn(self.color, self.home))
            }
            Rebirth::Own => (self.home, self.kind),
        };
        (home != NOWHERE).then_some(RebirthCell { cell: home.into(), kind })
    }

    /// Returns the reborn piece, if its rebirth cell is empty. `occupied` are the cells occupied after the capture.
    #[inline(always)]
    pub fn reborn(&self, rules: &LatticeRules, occupied: u128) -> Option<RebornPiece> {
        let RebirthCell { cell, kind } = self.home(rules)?;
        if occupied & bit(cell) != 0 {
            return None;
        }
        let way = if rules.has_recorded_way(kind) { self.way_when_reborn(rules, cell)? } else { 0 };
        let may_stand = !rules.is_pawn(kind) || rules.pawn_may_stand(self.color, way, Cell(cell as u8));
        may_stand.then_some(RebornPiece { cell, kind, way })
    }

    /// Puts the piece on its rebirth cell if that cell is empty, and returns the reborn piece.
    pub fn put_back(&self, rules: &LatticeRules, state: &mut LatticeState) -> Option<RebornPiece> {
        let reborn = self.reborn(rules, state.occupied())?;
        let RebornPiece { cell, kind, way } = reborn;
        state.toggle(self.color, kind, cell);
        if rules.has_recorded_way(kind) {
            state.set_way(cell, way);
            state.set_mirrored(cell, rules.mirrored_initially & bit(cell) != 0);
        }
        let regains_right = if kind == Kind::Known(Role::Rook) {
            // A rook gets its right again only if the king has not moved.
            let may_castle_with = |castle: &Castle| {
                castle.rook.index() == cell && state.first_move_rights & castle.king.bit() != 0
            };
            rules.castles[self.color.index()].iter().any(may_castle_with)
        } else {
            rules.has_first_move_right(self.color, kind, way, cell)
        };
        if regains_right {
            state.set_first_move_right(cell, true);
        }
        match rules.rebirth {
            Rebirth::Own => state.set_home(cell, cell as u8),
            Rebirth::Circe => state.set_promoted(rules.rebirth, cell, self.is_promoted),
            Rebirth::None => {}
        }
        Some(reborn)
    }

    /// Returns the way of a reborn pawn or framed piece. A pawn of the ring keeps its way, and a promoted piece of the ring gets
    /// the way of its start cell. On a flat board and on the disc the array decides; a pawn that begins on no cell of the array has not
    /// crossed the centre.
    fn way_when_reborn(&self, rules: &LatticeRules, cell: usize) -> Option<usize> {
        match rules.grid.chart() {
            Chart::Flat(_) => Some(rules.initial_way(self.color, cell)),
            Chart::Disc => Some(rules.way_from_start(self.color, cell).unwrap_or(0)),
            Chart::Ring if self.kind == Kind::PAWN => Some(self.way),
            Chart::Ring => rules.way_from_start(self.color, cell),
        }
    }
}

/// Returns all cells on which a piece of a side may be reborn.
pub(crate) fn rebirth_cells(rules: &LatticeRules, state: &LatticeState, side: Color) -> u128 {
    match rules.rebirth {
        Rebirth::None => 0,
        Rebirth::Own => {
            let cells = each(state.colors[side.index()]).map(|cell| state.homes[cell]);
            cells.filter(|&home| home != NOWHERE).fold(0, |set, home| set | bit(home.into()))
        }
        Rebirth::Circe => rules.rebirth_cells[side.index()],
    }
}
