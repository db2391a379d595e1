//! Adding and removing pieces with all that a state stores about them, the key included.

use super::bitboards::LatticeState;
use super::zobrist;
use crate::chess::{Color, Kind, Role};
use crate::lattice::tables::{LatticeRules, NOWHERE, bit};
use crate::variant::Rebirth;

/// Removes a piece with all that the state stores about it.
#[inline(always)]
pub(crate) fn remove_piece(
    rules: &LatticeRules,
    state: &mut LatticeState,
    color: Color,
    kind: Kind,
    cell: usize,
) {
    state.toggle(color, kind, cell);
    match kind {
        Kind::PAWN => {
            state.set_turned(cell, false);
            state.set_mirrored(cell, false);
        }
        Kind::KING => state.kings[color.index()] = NOWHERE,
        Kind::Known(_) => {}
        Kind::Custom(_) => {
            state.set_turned(cell, false);
            state.set_mirrored(cell, false);
            if rules.is_royal(kind) {
                state.kings[color.index()] = NOWHERE;
                state.roles[Role::King as usize] &= !bit(cell);
            }
        }
    }
    if state.unmoved & bit(cell) != 0 {
        state.unmoved ^= bit(cell);
        state.key ^= zobrist::unmoved(cell);
    }
    if rules.rebirth == Rebirth::Own {
        forget_origin(state, cell);
    } else {
        state.promoted &= !bit(cell);
    }
}

/// Adds a piece: colour, kind and key, and the place of a king.
#[inline(always)]
pub(crate) fn add_piece(
    rules: &LatticeRules,
    state: &mut LatticeState,
    color: Color,
    kind: Kind,
    cell: usize,
) {
    state.toggle(color, kind, cell);
    if kind == Kind::KING {
        state.kings[color.index()] = cell as u8;
    } else if rules.has_custom_kinds && rules.is_royal(kind) {
        state.kings[color.index()] = cell as u8;
        state.roles[Role::King as usize] |= bit(cell);
    }
}

fn forget_origin(state: &mut LatticeState, cell: usize) {
    set_home(state, cell, NOWHERE);
    set_promoted(state, cell, false);
}

pub(crate) fn set_home(state: &mut LatticeState, cell: usize, home: u8) {
    for key_of in [state.homes[cell], home] {
        if key_of != NOWHERE {
            state.key ^= zobrist::home(cell, key_of.into());
        }
    }
    state.homes[cell] = home;
}

/// Sets or clears the promotion of a piece under own rebirth, where it belongs to the key.
pub(crate) fn set_promoted(state: &mut LatticeState, cell: usize, promoted: bool) {
    if (state.promoted & bit(cell) != 0) != promoted {
        state.promoted ^= bit(cell);
        state.key ^= zobrist::promoted(cell);
    }
}

pub(crate) fn set_unmoved(state: &mut LatticeState, cell: usize) {
    if state.unmoved & bit(cell) == 0 {
        state.unmoved |= bit(cell);
        state.key ^= zobrist::unmoved(cell);
    }
}

#[inline(always)]
pub(crate) fn move_piece(
    rules: &LatticeRules,
    state: &mut LatticeState,
    color: Color,
    kind: Kind,
    from: usize,
    to: usize,
) {
    let promoted = state.promoted & bit(from) != 0;
    let home = state.homes[from];
    remove_piece(rules, state, color, kind, from);
    add_piece(rules, state, color, kind, to);
    if rules.rebirth == Rebirth::Own {
        set_home(state, to, home);
        set_promoted(state, to, promoted);
    } else if promoted {
        state.promoted |= bit(to);
    }
}
