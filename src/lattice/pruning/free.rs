//! Pieces that keep a move whatever one move of the other side does: where there are such, the other side
//! can neither stalemate nor force a reply to mate.
//!
//! Nothing pins a *free* piece, so while its king is not in check nothing forbids it a quiet move into its *room*
//! (these words stand in `flight.rs`). The other side's move takes one piece at most and fills at most one empty cell: its
//! end, or when it takes, the cell on which the piece is reborn. Castling and taking in passing may fill two.

use super::empty_board::opened_lines;
use crate::chess::{Color, Role};
use crate::lattice::state::{State, homes};
use crate::lattice::tables::{NOWHERE, Rules, bit, each};

/// A side's free pieces, pawns and the king left out.
pub(super) fn free_non_pawns(rules: &Rules, state: &State, side: Color) -> u128 {
    free_pieces(rules, state, side) & !state.roles[Role::Pawn as usize]
}

fn free_pieces(rules: &Rules, state: &State, side: Color) -> u128 {
    let t = rules.tables;
    let king = usize::from(state.kings[side.index()]);
    let pieces = state.colors[side.index()] & !state.roles[Role::King as usize];
    pieces & !t.rook_span[king] & !t.bishop_span[king]
}

/// The empty cells that a piece reaches in one step or leap.
pub(super) fn room(rules: &Rules, state: &State, piece: usize) -> u128 {
    let t = rules.tables;
    let reach = match state.role_at(piece) {
        Some(Role::Knight) => t.knight[piece],
        Some(Role::Queen) if rules.leapers => t.counsellor[piece],
        Some(Role::Bishop) if rules.leapers => t.elephant[piece],
        Some(Role::Queen) => t.king[piece],
        Some(Role::Rook) => t.king[piece] & t.rook_span[piece],
        Some(Role::Bishop) => t.counsellor[piece],
        Some(Role::Pawn) => t.push[state.way_at(piece)][piece],
        Some(Role::King) | None => 0,
    };
    reach & !state.occupied()
}

/// Whether a king and a rook of a side have the right to castle, now or after a quiet move.
pub(super) fn may_castle(rules: &Rules, state: &State, side: Color) -> bool {
    let has_right = |cell: u8| state.unmoved & state.colors[side.index()] & bit(cell.into()) != 0;
    rules.castles[side.index()].iter().any(|castle| has_right(castle.king) && has_right(castle.rook))
}

/// Whether the next move may fill two empty cells.
fn fills_two(rules: &Rules, state: &State) -> bool {
    state.en_passant != 0 || may_castle(rules, state, state.turn)
}

/// Whether pieces with such rooms keep a cell whatever one move does that takes one piece and fills one cell;
/// let *wide* pieces have two cells or more. With two wide pieces, one is not taken and keeps a cell. With one
/// wide piece that is taken, and others whose single cells are not all the same, one of these stays. With
/// none, three different single cells will do, or two that two pieces each have.
fn survives_next_move(rooms: impl Iterator<Item = u128>, fills_two: bool) -> bool {
    let least = if fills_two { 3 } else { 2 };
    let (mut wide, mut once, mut twice) = (0, 0u128, 0u128);
    for room in rooms {
        if room.count_ones() >= least {
            wide += 1;
            if wide == 2 {
                return true;
            }
        } else if room.count_ones() == 1 {
            twice |= once & room;
            once |= room;
        }
    }
    let singles = once.count_ones();
    !fills_two && if wide == 1 { singles >= 2 } else { singles >= 3 || twice.count_ones() >= 2 }
}

/// Whether a free piece of the side not to move keeps room whatever the side to move does, unless its king
/// is checked.
pub(super) fn outlasts_any_move(rules: &Rules, state: &State) -> bool {
    let side = !state.turn;
    state.kings[side.index()] != NOWHERE && {
        let rooms = each(free_pieces(rules, state, side)).map(|piece| room(rules, state, piece));
        survives_next_move(rooms, fills_two(rules, state))
    }
}

/// The pieces of the side to move that may make a quiet move before the other side stalemates it: `None` if
/// no quiet move can come before that. A piece with room for three keeps a cell when both moves fill one, so of such
/// pieces there may be two at most: one moves itself, and the other is taken. Together with the different cells that
/// pawns step to there may be four: both moves fill one cell each.
pub(super) fn movers_that_allow_stalemate(rules: &Rules, state: &State) -> Option<u128> {
    let free = free_pieces(rules, state, state.turn);
    let pawns = state.roles[Role::Pawn as usize];
    let room_for_three = |&piece: &usize| room(rules, state, piece).count_ones() >= 3;
    let wide = each(free & !pawns).filter(room_for_three).fold(0, |set, piece| set | bit(piece));
    let steps = each(free & pawns).fold(0u128, |set, piece| set | room(rules, state, piece));
    match wide.count_ones() {
        3.. => None,
        n if n + steps.count_ones() >= 5 => None,
        2 => Some(wide),
        _ => Some(!0),
    }
}

/// The ends of those moves without check that may leave the other side none but checking replies, the king checked
/// standing on a given cell; castling, capture in passing and promotion apart. A free piece off every line to that
/// cell has an idle reply where its room has a cell from which its kind cannot attack the king, so every
/// such piece must be stopped.
pub(super) fn cells_that_stop_quiet_replies(rules: &Rules, state: &State, king: usize) -> u128 {
    let t = rules.tables;
    let side = !state.turn;
    if state.kings[side.index()] == NOWHERE {
        return !0;
    }
    let (straight, slant) = (t.rook_span[king], t.bishop_span[king]);
    let [first, second] = rules.promotion[side.index()];
    let neutral_room = |piece: usize| {
        let checking = match state.role_at(piece) {
            Some(Role::Knight) => t.knight_from[king],
            Some(Role::Queen) if rules.leapers => t.counsellor[king],
            Some(Role::Bishop) if rules.leapers => t.elephant[king],
            Some(Role::Queen) => straight | slant,
            Some(Role::Rook) => straight,
            Some(Role::Bishop) => slant,
            Some(Role::Pawn) => t.taken_from[0][king] | t.taken_from[1][king] | first | second,
            Some(Role::King) | None => !0,
        };
        room(rules, state, piece) & !checking
    };
    stopping_cells(rules, state, free_pieces(rules, state, side) & !straight & !slant, neutral_room)
}

/// The ends of those moves without check that may leave the other side no reply that changes nothing about the
/// flights of its king. A free piece has such a reply where it neither goes to a flight nor opens a line to one, so
/// every such piece must be stopped.
pub(super) fn cells_that_stop_neutral_replies(rules: &Rules, state: &State, flights: u128) -> u128 {
    let sliders = rules.sliders(state, state.turn);
    let neutral_room = |piece: usize| {
        if opened_lines(rules, piece, sliders) & flights == 0 {
            room(rules, state, piece) & !flights
        } else {
            0
        }
    };
    stopping_cells(rules, state, free_pieces(rules, state, !state.turn), neutral_room)
}

/// Cells on which a move stops some pieces of the other side that have such rooms: each is taken or, if it has
/// a single cell, finds it filled, by the piece that moves or by one that it takes and that is reborn.
#[inline(always)]
fn stopping_cells(rules: &Rules, state: &State, pieces: u128, room_of: impl Fn(usize) -> u128) -> u128 {
    let side = !state.turn;
    let mut cells = !0;
    for piece in each(pieces) {
        let room = room_of(piece);
        match room.count_ones() {
            0 => {}
            1 if room & homes(rules, state, side) != 0 => cells &= room | state.colors[side.index()],
            1 => cells &= room | bit(piece),
            _ => cells &= bit(piece),
        }
        if cells == 0 {
            break;
        }
    }
    cells
}
