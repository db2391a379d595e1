//! Adding, moving and removing pieces, with everything that a state stores about them; castling rights.

use super::bitboards::LatticeState;
use crate::chess::{Color, Kind, Role};
use crate::lattice::tables::{LatticeRules, NOWHERE, bit, each};
use crate::variant::Rebirth;

impl LatticeState {
    /// Removes a piece and everything that the state stores about it.
    #[inline(always)]
    pub(crate) fn remove_piece(&mut self, rules: &LatticeRules, color: Color, kind: Kind, cell: usize) {
        self.toggle(color, kind, cell);
        if matches!(kind, Kind::PAWN | Kind::Custom(_)) {
            self.set_way(cell, 0);
            self.set_mirrored(cell, false);
        }
        if rules.is_royal(kind) {
            self.kings[color.index()] = NOWHERE;
            self.roles[Role::King as usize] &= !bit(cell);
        }
        self.set_first_move_right(cell, false);
        self.set_promoted(rules.rebirth, cell, false);
        if rules.rebirth == Rebirth::Own {
            self.set_home(cell, NOWHERE);
        }
    }

    /// Adds a piece to the sets of its colour and kind. Its frame, rights and home are set apart.
    #[inline(always)]
    pub(crate) fn add_piece(&mut self, rules: &LatticeRules, color: Color, kind: Kind, cell: usize) {
        self.toggle(color, kind, cell);
        if rules.is_royal(kind) {
            self.kings[color.index()] = cell as u8;
            self.roles[Role::King as usize] |= bit(cell);
        }
    }

    /// Moves a piece of the side to move to an empty cell. The piece loses its frame and the right of its first move.
    #[inline(always)]
    pub(crate) fn move_piece(&mut self, rules: &LatticeRules, kind: Kind, from: usize, to: usize) {
        let is_promoted = self.promoted & bit(from) != 0;
        let home = self.homes[from];
        self.remove_piece(rules, self.turn, kind, from);
        self.add_piece(rules, self.turn, kind, to);
        self.set_promoted(rules.rebirth, to, is_promoted);
        if rules.rebirth == Rebirth::Own {
            self.set_home(to, home);
        }
    }
}

/// Removes castling rights that have no effect, so that positions with the same legal moves have equal keys. Rooks lose their
/// rights when the king has moved. Without rebirth the king loses its right when both rooks have moved or are gone.
pub(crate) fn drop_stale_rights(rules: &LatticeRules, state: &mut LatticeState) {
    for castles in &rules.castles {
        let Some(king) = castles.first().map(|castle| castle.king.bit()) else { continue };
        let rooks = castles.iter().fold(0, |set, castle| set | castle.rook.bit());
        let mut without_effect = 0;
        if state.first_move_rights & king == 0 {
            without_effect = rooks;
        } else if state.first_move_rights & rooks == 0 && rules.rebirth == Rebirth::None {
            without_effect = king;
        }
        for cell in each(state.first_move_rights & without_effect) {
            state.set_first_move_right(cell, false);
        }
    }
}
