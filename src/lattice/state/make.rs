//! Making a move on the board: pieces, rights, passed cells and key. The turn belongs to `movegen`.

use super::bitboards::LatticeState;
use super::edit::{drop_stale_rights, move_piece, remove_piece};
use super::en_passant::{drop_stale_en_passant, en_passant_key, passing_pawn};
use super::moves::{LatticeMove, MoveKind};
use super::rebirth::{RebornPiece, Victim};
use super::{pairs, zobrist};
use crate::chess::{Color, Kind, Role};
use crate::geom::Flips;
use crate::lattice::tables::{LatticeRules, bit};
use crate::variant::Rebirth;

/// A captured piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct CapturedPiece {
    pub kind: Kind,
    pub cell: u8,
    pub reborn: Option<RebornPiece>,
}

/// What a move did: the kind of the mover before the move, and the piece that was captured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Made {
    pub kind: Kind,
    pub taken: Option<CapturedPiece>,
}

impl Made {
    /// Whether the move was a capture or a pawn's, so that the count of quiet plies starts again.
    #[inline(always)]
    pub fn is_noisy(&self, rules: &LatticeRules) -> bool {
        let is_custom_pawn = rules.has_custom_kinds && rules.is_pawn(self.kind);
        self.taken.is_some() || self.kind == Kind::PAWN || is_custom_pawn
    }
}

/// Makes a generated move of the side to move: removes its pairs, moves the piece, and puts a captured piece back. The turn
/// stays the same.
#[inline(always)]
pub(crate) fn make_on_board(rules: &LatticeRules, state: &mut LatticeState, m: LatticeMove) -> Made {
    let (us, them) = (state.turn, !state.turn);
    let (from, to) = (usize::from(m.from), usize::from(m.to));
    if state.en_passant != 0 {
        state.key ^= en_passant_key(rules, state);
    }
    if m.pairs != 0 {
        pairs::remove(rules, state, m.pairs);
    }
    let victim_cell = match m.kind {
        MoveKind::EnPassant => passing_pawn(rules, state, them, to),
        MoveKind::Plain if state.colors[them.index()] & bit(to) != 0 => Some(to),
        MoveKind::Plain | MoveKind::Double | MoveKind::Castle => None,
    };
    if state.played == 0 {
        state.en_passant = 0;
    }
    let kind = state.kind_at(from).unwrap_or(Kind::PAWN);
    let way = state.way_at(from);
    let flips = match kind {
        Kind::PAWN => Some(pawn_arrival(rules, state, m)),
        Kind::Known(_) => None,
        Kind::Custom(index) => Some(custom_arrival(rules, state, m, index)),
    };
    let victim = victim_cell.and_then(|cell| Victim::at(state, cell));
    if let Some(victim) = &victim {
        remove_piece(rules, state, them, victim.kind, victim.cell);
    }
    move_piece(rules, state, us, kind, from, to);
    if let Some(flips) = flips {
        match m.promotion {
            Some(new) => promote(rules, state, kind, new, to, flips),
            None => set_frame(state, to, flips),
        }
    }
    if m.kind == MoveKind::Double {
        let passed = rules.tables.push[way][from];
        if rules.double_steps_over[us.index()][passed.trailing_zeros() as usize][0].is_some() {
            state.en_passant |= passed;
        }
    }
    if m.kind == MoveKind::Castle
        && let Some(castle) = rules.castle_of(us, m.from(), m.to())
    {
        move_piece(rules, state, us, Role::Rook.into(), castle.rook.index(), castle.rook_to.index());
    }
    let taken = victim.map(|victim| {
        let reborn = if rules.rebirth == Rebirth::None { None } else { victim.put_back(rules, state, them) };
        CapturedPiece { kind: victim.kind, cell: victim.cell as u8, reborn }
    });
    let touched = bit(from) | bit(to) | taken.map_or(0, |t| bit(t.cell.into()));
    if touched & rules.castle_homes != 0 && state.unmoved != 0 {
        drop_stale_rights(rules, state);
    }
    if state.en_passant != 0 {
        drop_stale_en_passant(rules, state, us);
    }
    Made { kind, taken }
}

/// Returns the frame of a pawn after its move, in the coordinates of the board. The disc's centre and some seams change it.
#[inline(always)]
fn pawn_arrival(rules: &LatticeRules, state: &LatticeState, m: LatticeMove) -> Flips {
    let t = &*rules.tables;
    let (from, to, way) = (usize::from(m.from), usize::from(m.to), state.way_at(m.from.into()));
    let ends_two_ahead = t.push_twice[way][from] & !t.takes[way][from] & bit(to) != 0;
    let is_double_step = m.kind == MoveKind::Double || rules.doubles_promote && ends_two_ahead;
    let change = if is_double_step {
        Flips { x: t.mirroring_twice[way] & bit(from) != 0, y: t.turning_twice[way] & bit(from) != 0 }
    } else {
        Flips { x: t.mirroring[way][from] & bit(to) != 0, y: t.turning[way][from] & bit(to) != 0 }
    };
    state.stance_at(state.turn, from).flips.then(change)
}

/// Turns a pawn of the side to move into another kind, which inherits its frame.
fn promote(rules: &LatticeRules, state: &mut LatticeState, pawn: Kind, new: Kind, cell: usize, flips: Flips) {
    state.toggle(state.turn, pawn, cell);
    state.toggle(state.turn, new, cell);
    state.set_promoted(rules.rebirth, cell, true);
    if rules.has_custom_kinds && rules.is_framed(new) {
        set_frame(state, cell, flips);
    }
}

/// Returns the frame of a mover of a custom kind after the move, in the coordinates of the board. A mover without a frame of its
/// own gets that of its side.
pub(crate) fn custom_arrival(rules: &LatticeRules, state: &LatticeState, m: LatticeMove, index: u8) -> Flips {
    let (kind, from, to) = (rules.custom.kind(index), usize::from(m.from), usize::from(m.to));
    if !kind.is_framed {
        return Flips { x: state.turn == Color::Black, y: false };
    }
    let stance = state.stance_at(state.turn, from);
    if !rules.grid.sheet().is_some_and(|sheet| sheet.has_flips()) {
        return stance.flips;
    }
    let occupied = state.occupied() & !bit(from);
    let route = kind.route_to(&rules.grid, stance, [from, to], occupied);
    stance.flips.then(route.map_or(Flips::NONE, |route| route.flips))
}

/// Gives a piece of the side to move a frame, stated in the coordinates of the board.
#[inline(always)]
fn set_frame(state: &mut LatticeState, cell: usize, flips: Flips) {
    state.set_turned(cell, flips.y);
    state.set_mirrored(cell, flips.x != (state.turn == Color::Black));
}

impl LatticeRules {
    /// Returns the key after a legal move that changes only the mover's cell and the turn; `None` after any other move.
    pub(crate) fn key_after(&self, state: &LatticeState, m: LatticeMove) -> Option<u64> {
        let (from, to) = (usize::from(m.from), usize::from(m.to));
        let is_quiet = m.is_plain() && m.promotion.is_none() && state.occupied() & bit(to) == 0;
        let has_rights = state.en_passant | state.unmoved != 0;
        let has_plain_rules = self.rebirth != Rebirth::Own && !self.is_progressive();
        if !is_quiet || has_rights || !has_plain_rules {
            return None;
        }
        let Kind::Known(role) = state.kind_at(from)? else { return None };
        let mut key = state.key ^ zobrist::BLACK_TO_MOVE;
        key ^= zobrist::piece(state.turn, role, from) ^ zobrist::piece(state.turn, role, to);
        if role == Role::Pawn {
            let way = state.way_at(from);
            let may_change_frame = self.tables.turning[way][from] | self.tables.mirroring[way][from] != 0;
            if may_change_frame || state.mirrored & bit(from) != 0 {
                return None;
            }
            if way == 1 {
                key ^= zobrist::turned(from) ^ zobrist::turned(to);
            }
        }
        Some(key)
    }
}
