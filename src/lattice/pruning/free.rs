//! Free pieces that keep a move whatever the other side's next move does (claims 3, 5 and 6 of [`super`]).

use super::empty_board::opened_lines;
use crate::chess::{Color, Role};
use crate::lattice::state::{State, homes};
use crate::lattice::tables::{NOWHERE, Rules, bit, each};

/// A side's free pieces other than pawns.
pub(super) fn free_non_pawns(rules: &Rules, state: &State, side: Color) -> u128 {
    free_pieces(rules, state, side) & !state.roles[Role::Pawn as usize]
}

fn free_pieces(rules: &Rules, state: &State, side: Color) -> u128 {
    let t = &*rules.tables;
    let king = usize::from(state.kings[side.index()]);
    let pieces = state.colors[side.index()] & !state.roles[Role::King as usize];
    pieces & !t.rook_span[king] & !t.bishop_span[king]
}

/// A piece's room: the empty cells that it reaches in one step or leap.
pub(super) fn room(rules: &Rules, state: &State, piece: usize) -> u128 {
    let t = &*rules.tables;
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

/// Whether a king and a rook of a side have castling rights, now or after a quiet move.
pub(super) fn may_castle(rules: &Rules, state: &State, side: Color) -> bool {
    let has_right = |cell: u8| state.unmoved & state.colors[side.index()] & bit(cell.into()) != 0;
    rules.castles[side.index()].iter().any(|castle| has_right(castle.king) && has_right(castle.rook))
}

/// Whether the next move may fill two empty cells.
fn fills_two(rules: &Rules, state: &State) -> bool {
    state.en_passant != 0 || may_castle(rules, state, state.turn)
}

/// Whether a piece with one of these rooms keeps a cell after any move that captures one piece and fills one
/// cell.
///
/// A room is *wide* if it has two cells or more. Of two wide pieces one is not captured and keeps a cell. If
/// the one wide piece is captured, two different single cells of others leave one. Without a wide piece it
/// takes three different single cells, or two that two pieces each have.
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

/// Whether a free piece of the side not to move keeps a cell of its room after any move, unless that move
/// gives check.
pub(super) fn outlasts_any_move(rules: &Rules, state: &State) -> bool {
    let side = !state.turn;
    state.kings[side.index()] != NOWHERE && {
        let rooms = each(free_pieces(rules, state, side)).map(|piece| room(rules, state, piece));
        survives_next_move(rooms, fills_two(rules, state))
    }
}

/// The pieces of the side to move that may make a quiet move before the other side stalemates it; `None` if
/// no quiet move can come before stalemate.
///
/// A piece with three cells keeps one when both moves fill one. So at most two such pieces may exist: one
/// moves, the other is captured. Together with the different cells of pawn steps there may be four: both
/// moves fill one cell each.
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

/// The ends of moves without check after which every reply may be a check, with the king checked on a given
/// cell. Castling, en passant and promotion are not considered.
///
/// A free piece off every line to that cell has a reply without check if its room has a cell from which its
/// kind does not attack the king. So every such piece must be stopped.
pub(super) fn cells_that_stop_quiet_replies(rules: &Rules, state: &State, king: usize) -> u128 {
    let t = &*rules.tables;
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

/// The ends of moves without check after which no reply may leave the flights of the replying side's king as
/// they are.
///
/// A free piece has such a reply if it neither goes to a flight nor opens a line to one. So every such piece
/// must be stopped.
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

/// The ends of moves that stop all of some pieces of the other side. A piece with a single cell of room is stopped by
/// its capture, or when the mover or a reborn piece fills that cell.
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
