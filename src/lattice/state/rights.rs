//! Castling rights that cannot matter.

use super::bitboards::LatticeState;
use super::zobrist;
use crate::lattice::tables::{LatticeRules, bit, each};
use crate::variant::Rebirth;

/// Removes rights that cannot matter, so equal rights have equal keys. Rooks lose theirs when their king has moved. Without
/// rebirth the king loses its right when both rooks have moved or are gone.
pub(crate) fn drop_stale_rights(rules: &LatticeRules, state: &mut LatticeState) {
    for color in 0..2 {
        let castles = &rules.castles[color];
        let Some(home) = castles.first().map(|c| bit(c.king.into())) else { continue };
        let rooks = castles.iter().fold(0, |set, c| set | bit(c.rook.into()));
        let king_stays = state.unmoved & home != 0;
        let rooks_stay = state.unmoved & rooks != 0;
        let stale = if !king_stays {
            rooks
        } else if !rooks_stay && rules.rebirth == Rebirth::None {
            home
        } else {
            0
        };
        for cell in each(state.unmoved & stale) {
            state.unmoved ^= bit(cell);
            state.key ^= zobrist::unmoved(cell);
        }
    }
}
