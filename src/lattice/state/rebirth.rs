//! What follows from taking a piece: nothing, or it is put back at home (spec of Circe, sections 1 and 3).

use super::bitboards::State;
use super::edit::{set_home, set_unmoved};
use crate::board::{Cell, Chart};
use crate::chess::{Color, Role};
use crate::lattice::tables::{NOWHERE, Rules, bit, each};
use crate::variant::Rebirth;

/// What must be remembered of a piece that is taken.
pub(crate) struct Victim {
    pub role: Role,
    pub cell: usize,
    way: usize,
    promoted: bool,
    home: u8,
}

/// Where and as what a piece that was taken is put back; pawns with the way that they go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct BoardPiece {
    pub cell: usize,
    pub role: Role,
    pub way: usize,
}

impl Victim {
    /// The piece on a cell.
    pub fn at(state: &State, cell: usize) -> Option<Victim> {
        Some(Victim {
            role: state.role_at(cell)?,
            cell,
            way: state.way_at(cell),
            promoted: state.promoted & bit(cell) != 0,
            home: state.homes[cell],
        })
    }

    /// Where and as what the piece is put back, if that cell is free by then.
    pub fn home(&self, rules: &Rules, color: Color) -> Option<(u8, Role)> {
        if self.role == Role::King {
            return None;
        }
        let (home, role) = match rules.rebirth {
            Rebirth::None => return None,
            Rebirth::Circe => {
                let row =
                    if self.role == Role::Pawn { Role::Pawn as usize + self.way } else { self.role as usize };
                let homes = rules.circe.as_ref()?;
                (homes[color.index()][row][self.cell], self.role)
            }
            Rebirth::Own if self.promoted => (self.home, Role::Pawn),
            Rebirth::Own => (self.home, self.role),
        };
        (home != NOWHERE).then_some((home, role))
    }

    /// Where and as what the piece is put back among the pieces that are left, if it is.
    #[inline(always)]
    pub fn landing(&self, rules: &Rules, color: Color, occupied: u128) -> Option<BoardPiece> {
        let (home, role) = self.home(rules, color)?;
        let cell = usize::from(home);
        if occupied & bit(cell) != 0 {
            return None;
        }
        let way = if role == Role::Pawn { self.way_when_reborn(rules, color, cell)? } else { 0 };
        let fits = role != Role::Pawn || rules.has_pawns(color, way, Cell(home));
        fits.then_some(BoardPiece { cell, role, way })
    }

    /// Puts the piece back if its rebirth cell is free.
    pub fn put_back(&self, rules: &Rules, state: &mut State, color: Color) -> Option<(u8, Role)> {
        let BoardPiece { cell, role, way } = self.landing(rules, color, state.occupied())?;
        let home = cell as u8;
        state.toggle(color, role, cell);
        if role == Role::Pawn {
            state.set_turned(cell, way == 1);
            if rules.tracks_pawns && rules.starts[color.index()][way] & bit(cell) != 0 {
                set_unmoved(state, cell);
            }
        } else if role == Role::Rook {
            // A rook whose king has moved has no right to gain.
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
        Some((home, role))
    }

    /// A pawn keeps its direction on the ring, is uncrossed again on the disc; one that had promoted
    /// goes as its start cell says.
    fn way_when_reborn(&self, rules: &Rules, color: Color, cell: usize) -> Option<usize> {
        match rules.grid.chart() {
            Chart::Square => Some(color.index()),
            Chart::Disc => Some(0),
            Chart::Ring if self.role == Role::Pawn => Some(self.way),
            Chart::Ring => rules.way_from_start(color, cell),
        }
    }
}

/// Every cell on which a piece of a side may be reborn.
pub(crate) fn homes(rules: &Rules, state: &State, side: Color) -> u128 {
    match rules.rebirth {
        Rebirth::None => 0,
        Rebirth::Own => {
            let cells = each(state.colors[side.index()]).map(|cell| state.homes[cell]);
            cells.filter(|&home| home != NOWHERE).fold(0, |set, home| set | bit(home.into()))
        }
        Rebirth::Circe => rules.rebirth_cells[side.index()],
    }
}
