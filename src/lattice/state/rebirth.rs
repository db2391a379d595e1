//! The effect of a capture on its victim: nothing, or rebirth (`docs/rules/circe.md` 1 and 3).

use super::bitboards::LatticeState;
use super::edit::{set_home, set_unmoved};
use crate::board::{Cell, Chart};
use crate::chess::{Color, Kind, Role};
use crate::lattice::tables::{LatticeRules, NOWHERE, bit, each};
use crate::variant::Rebirth;

/// The facts about a captured piece that its rebirth needs.
pub(crate) struct Victim {
    pub kind: Kind,
    pub cell: usize,
    way: usize,
    promoted: bool,
    home: u8,
}

/// A piece on a cell, with a pawn's direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct BoardPiece {
    pub cell: usize,
    pub kind: Kind,
    pub way: usize,
}

impl Victim {
    /// Returns the facts about the piece on a cell.
    pub fn at(state: &LatticeState, cell: usize) -> Option<Victim> {
        Some(Victim {
            kind: state.kind_at(cell)?,
            cell,
            way: state.way_at(cell),
            promoted: state.promoted & bit(cell) != 0,
            home: state.homes[cell],
        })
    }

    /// Returns the rebirth cell and the kind of the piece there. It is reborn if that cell is empty after the capture.
    pub fn home(&self, rules: &LatticeRules, color: Color) -> Option<(u8, Kind)> {
        if rules.is_royal(self.kind) {
            return None;
        }
        let (home, kind) = match rules.rebirth {
            Rebirth::None => return None,
            Rebirth::Circe => {
                let role = self.kind.role()?;
                let row = if role == Role::Pawn { role as usize + self.way } else { role as usize };
                let homes = rules.circe.as_ref()?;
                (homes[color.index()][row][self.cell], self.kind)
            }
            Rebirth::Own if self.promoted => (self.home, rules.kind_that_began(color, self.home)),
            Rebirth::Own => (self.home, self.kind),
        };
        (home != NOWHERE).then_some((home, kind))
    }

    /// Returns the piece as it is reborn among the remaining pieces; `None` if it is removed.
    #[inline(always)]
    pub fn landing(&self, rules: &LatticeRules, color: Color, occupied: u128) -> Option<BoardPiece> {
        let (home, kind) = self.home(rules, color)?;
        let cell = usize::from(home);
        if occupied & bit(cell) != 0 {
            return None;
        }
        let is_framed = kind == Kind::PAWN || rules.is_framed(kind);
        let way = if is_framed { self.way_when_reborn(rules, color, cell)? } else { 0 };
        let fits = !rules.is_pawn(kind) || rules.has_pawns(color, way, Cell(home));
        fits.then_some(BoardPiece { cell, kind, way })
    }

    /// Puts the piece on its rebirth cell if that is empty.
    pub fn put_back(
        &self,
        rules: &LatticeRules,
        state: &mut LatticeState,
        color: Color,
    ) -> Option<(u8, Kind)> {
        let BoardPiece { cell, kind, way } = self.landing(rules, color, state.occupied())?;
        let home = cell as u8;
        state.toggle(color, kind, cell);
        if kind == Kind::PAWN || rules.is_framed(kind) {
            state.set_turned(cell, way == 1);
            state.set_mirrored(cell, rules.mirrored_initially & bit(cell) != 0);
        }
        if kind == Kind::PAWN {
            if rules.tracks_pawns && rules.starts[color.index()][way] & bit(cell) != 0 {
                set_unmoved(state, cell);
            }
        } else if rules.begins_unmoved(color, kind, cell) {
            set_unmoved(state, cell);
        } else if kind == Kind::Known(Role::Rook) {
            // A rook whose king has moved gets no right.
            let mut castles = rules.castles[color.index()].iter();
            if castles.any(|c| c.rook == home && state.unmoved & bit(c.king.into()) != 0) {
                set_unmoved(state, cell);
            }
        }
        match rules.rebirth {
            Rebirth::Own => set_home(state, cell, home),
            Rebirth::Circe if self.promoted => state.promoted |= bit(cell),
            Rebirth::Circe | Rebirth::None => {}
        }
        Some((home, kind))
    }

    /// Returns the direction of a reborn pawn: on the ring unchanged, on the disc before the centre; for a promoted
    /// piece that of its start cell.
    fn way_when_reborn(&self, rules: &LatticeRules, color: Color, cell: usize) -> Option<usize> {
        match rules.grid.chart() {
            Chart::Flat(_) => Some(rules.initial_way(color, cell)),
            Chart::Disc => Some(0),
            Chart::Ring if self.kind == Kind::PAWN => Some(self.way),
            Chart::Ring => rules.way_from_start(color, cell),
        }
    }
}

/// Returns all cells on which a piece of a side may be reborn.
pub(crate) fn homes(rules: &LatticeRules, state: &LatticeState, side: Color) -> u128 {
    match rules.rebirth {
        Rebirth::None => 0,
        Rebirth::Own => {
            let cells = each(state.colors[side.index()]).map(|cell| state.homes[cell]);
            cells.filter(|&home| home != NOWHERE).fold(0, |set, home| set | bit(home.into()))
        }
        Rebirth::Circe => rules.rebirth_cells[side.index()],
    }
}
