//! A move carried out on the board: men, rights, chances and key; whose turn it is comes after.

use super::bits::{bit, each};
use super::generate::takers;
use super::keys;
use super::moves::{Move, MoveKind};
use super::pairs;
use super::rebirth::Victim;
use super::rules::Rules;
use super::state::{NOWHERE, State};
use crate::chess::{Color, Role};
use crate::variant::Rebirth;

/// A man taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Taken {
    pub role: Role,
    pub cell: u8,
    /// Where it was put back, and as what.
    pub reborn: Option<(u8, Role)>,
}

/// What a move did besides moving its man.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Placed {
    pub role: Role,
    pub taken: Option<Taken>,
    /// The rook's part of a castling.
    pub rook: Option<(u8, u8)>,
}

impl Placed {
    /// Whether the count of quiet plies starts again.
    pub fn is_noisy(&self) -> bool {
        self.taken.is_some() || self.role == Role::Pawn
    }
}

/// Takes a man off with all that is known of it.
#[inline(always)]
pub(crate) fn lift(rules: &Rules, state: &mut State, color: Color, role: Role, cell: usize) {
    state.toggle(color, role, cell);
    if role == Role::Pawn {
        state.set_turned(cell, false);
    } else if role == Role::King {
        state.kings[color.index()] = NOWHERE;
    }
    if state.unmoved & bit(cell) != 0 {
        state.unmoved ^= bit(cell);
        state.key ^= keys::unmoved(cell);
    }
    if rules.rebirth == Rebirth::Own {
        forget_origin(state, cell);
    } else {
        state.promoted &= !bit(cell);
    }
}

fn forget_origin(state: &mut State, cell: usize) {
    set_home(state, cell, NOWHERE);
    set_promoted(state, cell, false);
}

pub(crate) fn set_home(state: &mut State, cell: usize, home: u8) {
    for key_of in [state.homes[cell], home] {
        if key_of != NOWHERE {
            state.key ^= keys::home(cell, key_of.into());
        }
    }
    state.homes[cell] = home;
}

/// Under own rebirth only, where it makes a difference.
pub(crate) fn set_promoted(state: &mut State, cell: usize, promoted: bool) {
    if (state.promoted & bit(cell) != 0) != promoted {
        state.promoted ^= bit(cell);
        state.key ^= keys::promoted(cell);
    }
}

/// Carries out a move of the side to move that the generator found, pairs and rebirth included.
#[inline(always)]
pub(crate) fn place(rules: &Rules, state: &mut State, m: Move) -> Placed {
    let (us, them) = (state.turn, !state.turn);
    let (from, to) = (usize::from(m.from), usize::from(m.to));
    if state.passed != 0 {
        state.key ^= chances_key(rules, state);
    }
    if m.pairs != 0 {
        pairs::remove(rules, state, m.pairs);
    }
    let victim = match m.kind {
        MoveKind::EnPassant => Some(usize::from(rules.passers[them.index()][to])),
        MoveKind::Plain if state.colors[them.index()] & bit(to) != 0 => Some(to),
        MoveKind::Plain | MoveKind::Double | MoveKind::Castle => None,
    };
    if state.played == 0 {
        state.passed = 0;
    }
    let role = state.role_at(from).unwrap_or(Role::Pawn);
    let way = state.way_at(from);
    let taken = victim.and_then(|cell| {
        let taken = Victim::at(state, cell)?;
        lift(rules, state, them, taken.role, cell);
        Some(taken)
    });
    move_man(rules, state, us, role, from, to);
    if role == Role::Pawn {
        advance(rules, state, m, way);
    }
    let mut rook = None;
    if m.kind == MoveKind::Castle {
        let plan = rules.castles[us.index()].iter().find(|c| c.king == m.from && c.king_to == m.to);
        if let Some(plan) = plan {
            move_man(rules, state, us, Role::Rook, plan.rook.into(), plan.rook_to.into());
            rook = Some((plan.rook, plan.rook_to));
        }
    }
    let taken = taken.map(|victim| {
        let reborn = if rules.rebirth == Rebirth::None { None } else { victim.put_back(rules, state, them) };
        Taken { role: victim.role, cell: victim.cell as u8, reborn }
    });
    let touched = bit(from) | bit(to) | taken.map_or(0, |t| bit(t.cell.into()));
    if touched & rules.castle_homes != 0 && state.unmoved != 0 {
        settle_rights(rules, state);
    }
    if state.passed != 0 {
        drop_stale_chances(rules, state, us);
    }
    Placed { role, taken, rook }
}

/// What becomes of a pawn that has gone: it promotes or keeps its way, which the disc's centre turns; and a
/// cell passed in a double step is noted.
#[inline(always)]
fn advance(rules: &Rules, state: &mut State, m: Move, way: usize) {
    let us = state.turn;
    let (from, to) = (usize::from(m.from), usize::from(m.to));
    let way = if rules.tables.crossing & bit(from) != 0 { 1 } else { way };
    match m.promotion {
        Some(new) => {
            state.toggle(us, Role::Pawn, to);
            state.toggle(us, new, to);
            if rules.rebirth == Rebirth::Own {
                set_promoted(state, to, true);
            } else {
                state.promoted |= bit(to);
            }
        }
        None => state.set_turned(to, way == 1),
    }
    if m.kind == MoveKind::Double {
        let passed = rules.tables.push[way][from];
        if rules.passers[us.index()][passed.trailing_zeros() as usize] != NOWHERE {
            state.passed |= passed;
        }
    }
}

impl Rules {
    /// The key after a legal move, if the move is so quiet that this is told without making it.
    pub(crate) fn key_after(&self, state: &State, m: Move) -> Option<u64> {
        let (from, to) = (usize::from(m.from), usize::from(m.to));
        let quiet = m.kind == MoveKind::Plain && m.promotion.is_none() && m.pairs == 0;
        let plain =
            state.passed | state.unmoved == 0 && self.rebirth != Rebirth::Own && !self.is_progressive();
        if !quiet || !plain || state.men() & bit(to) != 0 {
            return None;
        }
        let role = state.role_at(from)?;
        let mut key = state.key ^ keys::BLACK;
        key ^= keys::man(state.turn, role, from) ^ keys::man(state.turn, role, to);
        if role == Role::Pawn && (state.turned | self.tables.crossing) & bit(from) != 0 {
            if self.tables.crossing & bit(from) != 0 {
                return None;
            }
            key ^= keys::turned(from) ^ keys::turned(to);
        }
        Some(key)
    }
}

#[inline(always)]
fn move_man(rules: &Rules, state: &mut State, color: Color, role: Role, from: usize, to: usize) {
    let promoted = state.promoted & bit(from) != 0;
    let home = state.homes[from];
    lift(rules, state, color, role, from);
    state.toggle(color, role, to);
    if role == Role::King {
        state.kings[color.index()] = to as u8;
    }
    if rules.rebirth == Rebirth::Own {
        set_home(state, to, home);
        set_promoted(state, to, promoted);
    } else if promoted {
        state.promoted |= bit(to);
    }
}

pub(crate) fn set_unmoved(state: &mut State, cell: usize) {
    if state.unmoved & bit(cell) == 0 {
        state.unmoved |= bit(cell);
        state.key ^= keys::unmoved(cell);
    }
}

/// Forgets what can no longer matter: rooks once their king has moved and, where nothing is reborn, the
/// king once both rooks are gone or have moved. So equal rights have equal keys.
pub(crate) fn settle_rights(rules: &Rules, state: &mut State) {
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
            state.key ^= keys::unmoved(cell);
        }
    }
}

/// Drops passed cells of a side that something stands on, or whose passer has left.
pub(crate) fn drop_stale_chances(rules: &Rules, state: &mut State, side: Color) {
    let pawns = state.set(side, Role::Pawn);
    let men = state.men();
    let live = |&passed: &usize| {
        let passer = rules.passers[side.index()][passed];
        men & bit(passed) == 0 && passer != NOWHERE && pawns & bit(passer.into()) != 0
    };
    state.passed = each(state.passed).filter(live).fold(0, |set, cell| set | bit(cell));
}

/// The part of the key for passed cells: those that some enemy pawn attacks.
pub(crate) fn chances_key(rules: &Rules, state: &State) -> u64 {
    let mut cells = 0;
    for (passed, _) in takers(rules, state) {
        cells |= bit(passed);
    }
    each(cells).fold(0, |key, cell| key ^ keys::passed(cell))
}
