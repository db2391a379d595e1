//! What captures win: at once, and after the exchange that follows on the cell.

use super::worth::Worth;
use crate::chess::{Color, Role};
use crate::lattice::{Move, MoveKind, Rules, State, Topology, Victim, attackers, bit, for_board};
use crate::variant::Rebirth;

/// What stands for a king in an exchange: more than all else.
const KING: i32 = 20_000;

/// Whether a move takes something or promotes.
pub(super) fn is_noisy(state: &State, m: Move) -> bool {
    m.promotion.is_some()
        || m.kind == MoveKind::EnPassant
        || state.colors[(!state.turn).index()] & bit(m.to.into()) != 0
}

/// What a move wins at once: what it takes, less what is reborn of it, and what the pawn becomes.
pub(super) fn gain(rules: &Rules, worth: &Worth, state: &State, m: Move) -> i32 {
    let pawn = worth.kinds[Role::Pawn as usize];
    let promoted = m.promotion.map_or(0, |role| worth.kinds[role as usize] - pawn);
    if m.kind == MoveKind::EnPassant {
        return promoted + pawn;
    }
    let to = usize::from(m.to);
    if state.colors[(!state.turn).index()] & bit(to) == 0 {
        return promoted;
    }
    let Some(role) = state.role_at(to) else { return promoted };
    if role == Role::King {
        return KING;
    }
    let taken = worth.kinds[role as usize];
    if rules.rebirth == Rebirth::None {
        return promoted + taken;
    }
    let left = state.occupied() & !bit(m.from.into()) | bit(to);
    let landing = Victim::at(state, to).and_then(|victim| victim.landing(rules, !state.turn, left));
    promoted + taken - landing.map_or(0, |landing| worth.kinds[landing.role as usize])
}

/// Whether the exchange on a move's cell leaves the mover at least as well off as so many hundredths of a pawn, each side
/// taking with its least piece. Not for boards with rebirth, where exchanges go otherwise.
pub(super) fn wins_at_least(rules: &Rules, worth: &Worth, state: &State, m: Move, least: i32) -> bool {
    let value = gain(rules, worth, state, m);
    if rules.rebirth != Rebirth::None || m.kind == MoveKind::Castle {
        return value >= least;
    }
    let mover = m.promotion.or_else(|| state.role_at(m.from.into())).unwrap_or(Role::Pawn);
    // What is lost if the mover is taken for nothing.
    let balance = value - worth_of(worth, mover) - least;
    if balance >= 0 {
        return true;
    }
    if value < least {
        return false;
    }
    for_board!(rules, R => exchange::<R>(rules, worth, state, m, balance))
}

fn worth_of(worth: &Worth, role: Role) -> i32 {
    if role == Role::King { KING } else { worth.kinds[role as usize] }
}

/// The rest of the exchange after the mover could be taken; `balance` is the mover's side's if it then ended.
fn exchange<R: Topology>(rules: &Rules, worth: &Worth, state: &State, m: Move, mut balance: i32) -> bool {
    let to = usize::from(m.to);
    let mut occupied = state.occupied() & !bit(m.from.into()) | bit(to);
    let sliders = state.roles[Role::Queen as usize]
        | state.roles[Role::Rook as usize]
        | state.roles[Role::Bishop as usize];
    let mut all = attackers::<R>(rules, state, to, R::trim(occupied));
    let mut side: Color = !state.turn;
    loop {
        all &= occupied;
        let own = all & state.colors[side.index()];
        // The least piece that can take.
        let least = ORDER.iter().find(|&&role| own & state.roles[role as usize] != 0);
        let Some(&role) = least else { break };
        if role == Role::King && all & state.colors[(!side).index()] != 0 {
            break;
        }
        let from = own & state.roles[role as usize];
        occupied &= !(from & from.wrapping_neg());
        if occupied & sliders != 0 {
            all |= attackers::<R>(rules, state, to, R::trim(occupied)) & sliders;
        }
        side = !side;
        balance = -balance - 1 - worth_of(worth, role);
        if balance >= 0 {
            break;
        }
    }
    // The side that could not go on, or need not be afraid to stop, decides.
    side != state.turn
}

/// The order in which pieces take.
const ORDER: [Role; 6] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];
