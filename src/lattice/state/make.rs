//! Making a move on the board: pieces, rights, passed cells and key. The turn belongs to `movegen`.

use super::bitboards::LatticeState;
use super::edit::drop_stale_rights;
use super::en_passant::{drop_stale_en_passant, en_passant_key, passing_pawn};
use super::moves::{LatticeMove, MoveKind};
use super::pairs;
use super::rebirth::{RebornPiece, Victim};
use super::zobrist::{self, CellFact};
use crate::chess::{Color, Kind, Role};
use crate::geom::Flips;
use crate::lattice::tables::{LatticeRules, bit};
use crate::variant::Rebirth;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct CapturedPiece {
    pub kind: Kind,
    pub cell: u8,
    pub reborn: Option<RebornPiece>,
}

/// What a move did: the kind of the mover before the move, and the piece that was captured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Made {
    pub mover_kind: Kind,
    pub captured: Option<CapturedPiece>,
}

impl Made {
    /// Whether the move was a capture or a pawn's, so that the count of plies without such moves starts again.
    #[inline(always)]
    pub fn resets_halfmove(&self, rules: &LatticeRules) -> bool {
        let is_custom_pawn = rules.has_custom_kinds && rules.is_pawn(self.mover_kind);
        self.captured.is_some() || self.mover_kind == Kind::PAWN || is_custom_pawn
    }
}

/// Makes a generated move of the side to move: removes its pairs, moves the piece and a castling rook, puts a captured piece back,
/// and updates frames, rights, passed cells and the key. The turn stays the same, and the key lacks the passed cells.
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
    let captured_cell = captured_cell(rules, state, m);
    if !state.is_within_series() {
        state.en_passant = 0;
    }
    // A generated move has a mover. The default only avoids a panic.
    let mover_kind = state.kind_at(from).unwrap_or(Kind::PAWN);
    let way = state.way_at(from);
    // Frames depend on the board before the capture.
    let frame = frame_after(rules, state, m, mover_kind);
    let victim = captured_cell.and_then(|cell| Victim::at(state, cell));
    if let Some(victim) = &victim {
        state.remove_piece(rules, them, victim.kind, victim.cell);
    }
    state.move_piece(rules, mover_kind, from, to);
    if let Some(frame) = frame {
        match m.promotion {
            Some(new) => promote(rules, state, mover_kind, new, to, frame),
            None => set_frame(state, to, frame),
        }
    }
    match m.kind {
        MoveKind::Double => note_double_step(rules, state, way, from),
        MoveKind::Castle => move_castling_rook(rules, state, m),
        MoveKind::Plain | MoveKind::EnPassant => {}
    }
    let captured = victim.map(|victim| {
        let reborn = if rules.rebirth == Rebirth::None { None } else { victim.put_back(rules, state) };
        CapturedPiece { kind: victim.kind, cell: victim.cell as u8, reborn }
    });
    let touched = bit(from) | bit(to) | captured.map_or(0, |captured| bit(captured.cell.into()));
    if touched & rules.castle_starts != 0 && state.first_move_rights != 0 {
        drop_stale_rights(rules, state);
    }
    if state.en_passant != 0 {
        drop_stale_en_passant(rules, state, us);
    }
    Made { mover_kind, captured }
}

/// Returns the cell of the piece that a move captures.
#[inline(always)]
fn captured_cell(rules: &LatticeRules, state: &LatticeState, m: LatticeMove) -> Option<usize> {
    let (them, to) = (!state.turn, usize::from(m.to));
    match m.kind {
        MoveKind::EnPassant => passing_pawn(rules, state, them, to),
        MoveKind::Plain if state.colors[them.index()] & bit(to) != 0 => Some(to),
        MoveKind::Plain | MoveKind::Double | MoveKind::Castle => None,
    }
}

/// Adds the cell that a pawn passed in a double step of this way, if the variant has captures en passant there.
#[inline(always)]
fn note_double_step(rules: &LatticeRules, state: &mut LatticeState, way: usize, from: usize) {
    let passed = rules.tables.push[way][from];
    if rules.allows_en_passant_over(state.turn, passed.trailing_zeros() as usize) {
        state.en_passant |= passed;
    }
}

#[inline(always)]
fn move_castling_rook(rules: &LatticeRules, state: &mut LatticeState, m: LatticeMove) {
    if let Some(castle) = rules.castle_of(state.turn, m.from(), m.to()) {
        let (from, to) = (castle.rook.index(), castle.rook_to.index());
        state.move_piece(rules, Role::Rook.into(), from, to);
    }
}

/// Returns the frame of the mover after a move, in the coordinates of the board; `None` if its kind never has a frame.
#[inline(always)]
fn frame_after(rules: &LatticeRules, state: &LatticeState, m: LatticeMove, mover: Kind) -> Option<Flips> {
    match mover {
        Kind::PAWN => Some(frame_of_pawn_after(rules, state, m)),
        Kind::Known(_) => None,
        Kind::Custom(index) => Some(frame_of_custom_after(rules, state, m, index)),
    }
}

/// Returns the frame of a pawn after its move, in the coordinates of the board. The disc's centre and some seams change it.
#[inline(always)]
fn frame_of_pawn_after(rules: &LatticeRules, state: &LatticeState, m: LatticeMove) -> Flips {
    let (from, to, way) = (usize::from(m.from), usize::from(m.to), state.way_at(m.from.into()));
    let change = rules.tables.frame_change(way, from, to, is_double_step(rules, state, m, way));
    state.stance_at(state.turn, from).flips.then(change)
}

/// Whether the move of a pawn of this way is a double step, given the state before the move. A double step that promotes is sent
/// with the promotions, which are all of kind [`MoveKind::Plain`], so its end tells it apart from them.
#[inline(always)]
fn is_double_step(rules: &LatticeRules, state: &LatticeState, m: LatticeMove, way: usize) -> bool {
    let (t, from, to) = (&*rules.tables, usize::from(m.from), usize::from(m.to));
    // A pawn may also capture at the end of a double step where a seam joins the two cells.
    let is_capture = state.occupied() & bit(to) != 0;
    let ends_two_ahead = t.push_twice[way][from] & bit(to) != 0 && !is_capture;
    m.kind == MoveKind::Double || (rules.doubles_promote && ends_two_ahead)
}

/// Turns a pawn of the side to move into another kind, which inherits its frame.
fn promote(rules: &LatticeRules, state: &mut LatticeState, pawn: Kind, new: Kind, cell: usize, frame: Flips) {
    state.toggle(state.turn, pawn, cell);
    state.toggle(state.turn, new, cell);
    state.set_promoted(rules.rebirth, cell, true);
    if rules.has_custom_kinds && rules.is_framed(new) {
        // A pawn that is its own mirror image has no frame to hand on, so the new piece gets that of its side.
        let is_black = state.turn == Color::Black;
        let frame = if rules.is_framed(pawn) { frame } else { Flips { x: is_black, y: is_black } };
        set_frame(state, cell, frame);
    }
}

/// Returns the frame of a mover of a custom kind after the move, in the coordinates of the board. A mover without a frame of its
/// own gets that of its side.
pub(crate) fn frame_of_custom_after(
    rules: &LatticeRules,
    state: &LatticeState,
    m: LatticeMove,
    index: u8,
) -> Flips {
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
fn set_frame(state: &mut LatticeState, cell: usize, frame: Flips) {
    state.set_way(cell, usize::from(frame.y));
    state.set_mirrored(cell, frame.x != (state.turn == Color::Black));
}

impl LatticeRules {
    /// Returns the key after a legal move that changes only the mover's cell and the turn; `None` after any other move.
    pub(crate) fn key_after(&self, state: &LatticeState, m: LatticeMove) -> Option<u64> {
        let (from, to) = (usize::from(m.from), usize::from(m.to));
        let is_quiet = m.is_plain() && m.promotion.is_none() && state.occupied() & bit(to) == 0;
        let has_rights = state.en_passant | state.first_move_rights != 0;
        let has_plain_rules = self.rebirth != Rebirth::Own && !self.is_progressive();
        if !is_quiet || has_rights || !has_plain_rules {
            return None;
        }
        let Kind::Known(role) = state.kind_at(from)? else { return None };
        let mut key = state.key ^ zobrist::BLACK_TO_MOVE;
        key ^= zobrist::piece(state.turn, role, from) ^ zobrist::piece(state.turn, role, to);
        if role == Role::Pawn {
            let way = state.way_at(from);
            let may_change_frame = self.tables.way_changes[way][from] | self.tables.mirroring[way][from] != 0;
            if may_change_frame || state.mirrored & bit(from) != 0 {
                return None;
            }
            if way == 1 {
                key ^= zobrist::fact(CellFact::SecondWay, from) ^ zobrist::fact(CellFact::SecondWay, to);
            }
        }
        Some(key)
    }
}
