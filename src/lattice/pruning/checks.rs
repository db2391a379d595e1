//! What can endanger a king: from where men of each kind would check it, and men whose leaving does. The words
//! stand in `flight.rs`.

use super::free::may_castle;
use crate::chess::Role;
use crate::lattice::state::State;
use crate::lattice::tables::{Reach, Rules, bit, each};

/// What would check a king: from where men of each kind attack it, and men whose leaving does.
pub(super) struct Danger {
    /// By kind of man: the cells from which it attacks the king now.
    pub giving: [u128; 6],
    /// Men that stand before a slider of their side on a line to the king.
    pub unveilers: u128,
}

impl Danger {
    /// What the side to move can bring on a king of the other side.
    #[inline(always)]
    pub fn to<R: Reach>(rules: &Rules, state: &State, king: usize) -> Danger {
        let t = rules.tables;
        let own = R::trim(state.colors[state.turn.index()]);
        let men = R::trim(state.men());
        let (straight, slant) = (R::rook(t, king, men), R::bishop(t, king, men));
        let of = |role: Role| state.roles[role as usize] & own;
        let mut giving = [0; 6];
        giving[Role::Knight as usize] = t.knight_from[king];
        giving[Role::Pawn as usize] = t.taken_from[0][king] | t.taken_from[1][king];
        giving[Role::Rook as usize] = straight;
        let (mut along, mut across) = (of(Role::Rook), 0);
        if rules.leapers {
            giving[Role::Queen as usize] = t.counsellor[king];
            giving[Role::Bishop as usize] = t.elephant[king];
        } else {
            giving[Role::Queen as usize] = straight | slant;
            giving[Role::Bishop as usize] = slant;
            along |= of(Role::Queen);
            across = of(Role::Queen) | of(Role::Bishop);
        }
        Danger { giving, unveilers: t.shields(king, own, men, [along, across]) }
    }
}

/// Whether some move of a man, legal or not, may check: no move does when this is false.
#[inline(always)]
pub(super) fn may_check<R: Reach>(rules: &Rules, state: &State, king: usize) -> bool {
    let t = rules.tables;
    let us = state.turn.index();
    let own = state.colors[us];
    let men = state.men();
    if rules.pairs || state.passed != 0 || may_castle(rules, state, state.turn) {
        return true;
    }
    let danger = Danger::to::<R>(rules, state, king);
    if danger.unveilers != 0 {
        return true;
    }
    let of = |role: Role| state.roles[role as usize] & own;
    let giving = |role: Role| danger.giving[role as usize] & !own;
    if each(of(Role::Knight)).any(|from| t.knight[from] & giving(Role::Knight) != 0)
        || each(of(Role::Rook)).any(|from| R::rook(t, from, men) & giving(Role::Rook) != 0)
    {
        return true;
    }
    if rules.leapers {
        if each(of(Role::Bishop)).any(|from| t.elephant[from] & giving(Role::Bishop) != 0)
            || each(of(Role::Queen)).any(|from| t.counsellor[from] & giving(Role::Queen) != 0)
        {
            return true;
        }
    } else if each(of(Role::Bishop)).any(|from| R::bishop(t, from, men) & giving(Role::Bishop) != 0)
        || each(of(Role::Queen))
            .any(|from| (R::bishop(t, from, men) | R::rook(t, from, men)) & giving(Role::Queen) != 0)
    {
        return true;
    }
    each(of(Role::Pawn)).any(|from| pawn_may_check(rules, state, &danger, from))
}

/// Whether a pawn may check by going somewhere or by promoting.
#[inline(always)]
pub(super) fn pawn_may_check(rules: &Rules, state: &State, danger: &Danger, from: usize) -> bool {
    let t = rules.tables;
    let us = state.turn.index();
    let men = state.men();
    let way = state.way_at(from);
    let one = t.push[way][from] & !men;
    let ends = one | (t.takes[way][from] & men & !state.colors[us]);
    let doubles = one != 0 && rules.doubles[us][way] & bit(from) != 0;
    let two = if doubles { t.push[way][one.trailing_zeros() as usize] & !men } else { 0 };
    ends & rules.promotion[us][way] | (ends | two) & danger.giving[Role::Pawn as usize] != 0
}
