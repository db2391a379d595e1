//! What follows from taking a man: nothing, or it is put back at home (spec of Circe, sections 1 and 3).

use super::bits::bit;
use super::place::{set_home, set_unmoved, settle_rights};
use super::rules::Rules;
use super::setup::has_pawns;
use super::state::{NOWHERE, State};
use crate::board::{Cell, Chart};
use crate::piece::{Color, Role};
use crate::variant::Rebirth;

/// What must be remembered of a man that is taken.
pub(crate) struct Victim {
    pub role: Role,
    pub cell: usize,
    way: usize,
    promoted: bool,
    home: u8,
}

impl Victim {
    /// The man on a cell.
    pub fn at(state: &State, cell: usize) -> Option<Victim> {
        Some(Victim {
            role: state.role_at(cell)?,
            cell,
            way: state.way_at(cell),
            promoted: state.promoted & bit(cell) != 0,
            home: state.homes[cell],
        })
    }

    /// Where and as what the man is put back, if that cell is free by then.
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

    /// Puts the man back if its rebirth cell is free.
    pub fn put_back(&self, rules: &Rules, state: &mut State, color: Color) -> Option<(u8, Role)> {
        let (home, role) = self.home(rules, color)?;
        if state.men() & bit(home.into()) != 0 {
            return None;
        }
        let cell = usize::from(home);
        if role == Role::Pawn {
            let way = self.way_when_reborn(rules, color, cell)?;
            if !has_pawns(rules, color, way, Cell(home)) {
                return None;
            }
            state.toggle(color, role, cell);
            state.set_turned(cell, way == 1);
            if rules.tracks_pawns && rules.starts[color.index()][way] & bit(cell) != 0 {
                set_unmoved(state, cell);
            }
        } else {
            state.toggle(color, role, cell);
            let castles = &rules.castles[color.index()];
            if role == Role::Rook && castles.iter().any(|c| c.rook == home) {
                set_unmoved(state, cell);
                settle_rights(rules, state);
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
