//! Men that keep a move whatever one move of the other side does: where there are such, the other side
//! can neither stalemate nor force a reply to mate.
//!
//! Nothing pins a *free* man, so while its king is not in check nothing forbids it a quiet move into its *room*
//! (these words stand in `flight.rs`). The other side's move takes one man at most and fills at most one empty cell: its
//! end, or when it takes, the cell on which the man is reborn. Castling and taking in passing may fill two.

use super::empty_board::opened;
use crate::chess::{Color, Role};
use crate::lattice::state::{State, homes};
use crate::lattice::tables::{NOWHERE, Rules, bit, each};

/// A side's free men, pawns and the king left out.
pub(super) fn free_officers(rules: &Rules, state: &State, side: Color) -> u128 {
    free_men(rules, state, side) & !state.roles[Role::Pawn as usize]
}

fn free_men(rules: &Rules, state: &State, side: Color) -> u128 {
    let t = rules.tables;
    let king = usize::from(state.kings[side.index()]);
    let men = state.colors[side.index()] & !state.roles[Role::King as usize];
    men & !t.rook_span[king] & !t.bishop_span[king]
}

/// The empty cells that a man reaches in one step or leap.
pub(super) fn room(rules: &Rules, state: &State, man: usize) -> u128 {
    let t = rules.tables;
    let reach = match state.role_at(man) {
        Some(Role::Knight) => t.knight[man],
        Some(Role::Queen) if rules.leapers => t.counsellor[man],
        Some(Role::Bishop) if rules.leapers => t.elephant[man],
        Some(Role::Queen) => t.king[man],
        Some(Role::Rook) => t.king[man] & t.rook_span[man],
        Some(Role::Bishop) => t.counsellor[man],
        Some(Role::Pawn) => t.push[state.way_at(man)][man],
        Some(Role::King) | None => 0,
    };
    reach & !state.men()
}

/// Whether a king and a rook of a side have the right to castle, now or after a quiet move.
pub(super) fn may_castle(rules: &Rules, state: &State, side: Color) -> bool {
    let has_right = |cell: u8| state.unmoved & state.colors[side.index()] & bit(cell.into()) != 0;
    rules.castles[side.index()].iter().any(|castle| has_right(castle.king) && has_right(castle.rook))
}

/// Whether the next move may fill two empty cells.
fn fills_two(rules: &Rules, state: &State) -> bool {
    state.passed != 0 || may_castle(rules, state, state.turn)
}

/// Whether men with such rooms keep a cell whatever one move does that takes one man and fills one cell;
/// let *wide* men have two cells or more. With two wide men, one is not taken and keeps a cell. With one
/// wide man that is taken, and others whose single cells are not all the same, one of these stays. With
/// none, three different single cells will do, or two that two men each have.
fn outlast(rooms: impl Iterator<Item = u128>, fills_two: bool) -> bool {
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

/// Whether a free man of the side not to move keeps room whatever the side to move does, unless its king
/// is checked.
pub(super) fn keeps_moving(rules: &Rules, state: &State) -> bool {
    let side = !state.turn;
    state.kings[side.index()] != NOWHERE && {
        let rooms = each(free_men(rules, state, side)).map(|man| room(rules, state, man));
        outlast(rooms, fills_two(rules, state))
    }
}

/// The men of the side to move that may make a quiet move before the other side stalemates it: `None` if
/// no quiet move can come before that. A man with room for three keeps a cell when both moves fill one, so of such
/// men there may be two at most: one moves itself, and the other is taken. Together with the different cells that
/// pawns step to there may be four: both moves fill one cell each.
pub(super) fn movers_before_stalemate(rules: &Rules, state: &State) -> Option<u128> {
    let free = free_men(rules, state, state.turn);
    let pawns = state.roles[Role::Pawn as usize];
    let room_for_three = |&man: &usize| room(rules, state, man).count_ones() >= 3;
    let wide = each(free & !pawns).filter(room_for_three).fold(0, |set, man| set | bit(man));
    let steps = each(free & pawns).fold(0u128, |set, man| set | room(rules, state, man));
    match wide.count_ones() {
        3.. => None,
        n if n + steps.count_ones() >= 5 => None,
        2 => Some(wide),
        _ => Some(!0),
    }
}

/// The ends of those moves without check that may leave the other side none but checking replies, the king checked
/// standing on a given cell; castling, capture in passing and promotion apart. A free man off every line to that
/// cell has an idle reply where its room has a cell from which its kind cannot attack the king, so every
/// such man must be stopped.
pub(super) fn stops(rules: &Rules, state: &State, king: usize) -> u128 {
    let t = rules.tables;
    let side = !state.turn;
    if state.kings[side.index()] == NOWHERE {
        return !0;
    }
    let (straight, slant) = (t.rook_span[king], t.bishop_span[king]);
    let [first, second] = rules.promotion[side.index()];
    let idle_room = |man: usize| {
        let checking = match state.role_at(man) {
            Some(Role::Knight) => t.knight_from[king],
            Some(Role::Queen) if rules.leapers => t.counsellor[king],
            Some(Role::Bishop) if rules.leapers => t.elephant[king],
            Some(Role::Queen) => straight | slant,
            Some(Role::Rook) => straight,
            Some(Role::Bishop) => slant,
            Some(Role::Pawn) => t.taken_from[0][king] | t.taken_from[1][king] | first | second,
            Some(Role::King) | None => !0,
        };
        room(rules, state, man) & !checking
    };
    stopping(rules, state, free_men(rules, state, side) & !straight & !slant, idle_room)
}

/// The ends of those moves without check that may leave the other side no reply that changes nothing about the
/// flights of its king. A free man has such a reply where it neither goes to a flight nor opens a line to one, so
/// every such man must be stopped.
pub(super) fn delays(rules: &Rules, state: &State, flights: u128) -> u128 {
    let sliders = rules.sliders(state, state.turn);
    let idle_room = |man: usize| {
        if opened(rules, man, sliders) & flights == 0 { room(rules, state, man) & !flights } else { 0 }
    };
    stopping(rules, state, free_men(rules, state, !state.turn), idle_room)
}

/// Cells on which a move stops some men of the other side that have such rooms: each is taken or, if it has
/// a single cell, finds it filled, by the man that moves or by one that it takes and that is reborn.
#[inline(always)]
fn stopping(rules: &Rules, state: &State, men: u128, room_of: impl Fn(usize) -> u128) -> u128 {
    let side = !state.turn;
    let mut cells = !0;
    for man in each(men) {
        let room = room_of(man);
        match room.count_ones() {
            0 => {}
            1 if room & homes(rules, state, side) != 0 => cells &= room | state.colors[side.index()],
            1 => cells &= room | bit(man),
            _ => cells &= bit(man),
        }
        if cells == 0 {
            break;
        }
    }
    cells
}
