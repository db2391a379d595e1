//! Castling rights that cannot matter.

use super::bitboards::LatticeState;
use crate::lattice::tables::{LatticeRules, each};
use crate::variant::Rebirth;

/// Removes rights that cannot matter, so equal rights have equal keys. Rooks lose theirs when their king has moved. Without
/// rebirth the king loses its right when both rooks have moved or are gone.
pub(crate) fn drop_stale_rights(rules: &LatticeRules, state: &mut LatticeState) {
    for castles in &rules.castles {
        let Some(king) = castles.first().map(|castle| castle.king.bit()) else { continue };
        let rooks = castles.iter().fold(0, |set, castle| set | castle.rook.bit());
        let mut stale = 0;
        if state.unmoved & king == 0 {
            stale = rooks;
        } else if state.unmoved & rooks == 0 && rules.rebirth == Rebirth::None {
            stale = king;
        }
        for cell in each(state.unmoved & stale) {
            state.set_unmoved(cell, false);
        }
    }
}
