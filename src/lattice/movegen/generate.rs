//! Legal moves without making them: pins and checks first, then each man's targets as one set.
//! Captures that bring a man back (Circe) and captures in passing are tried out instead.

use super::attack::{Bearing, View, attacked, attacks, king_attacked};
use super::sink::Sink;
use crate::chess::Role;
use crate::lattice::state::{Move, MoveKind, State, Victim, place, takers};
use crate::lattice::tables::{NOWHERE, Reach, Rules, bit};
use crate::variant::Rebirth;

/// Whether kings are looked after.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Safety {
    /// Only moves after which the own king is safe.
    Kept,
    /// As if no man were put back: quicker, and nearly right.
    Roughly,
    /// All moves, kings taken included.
    Ignored,
}

struct Generator<'a> {
    rules: &'a Rules,
    state: &'a State,
    enemy: u128,
    own: u128,
    /// Enemy men that may be taken. Not a king, even one to which a line opened when a pair came off.
    prey: u128,
    men: u128,
    king: usize,
    bearing: &'a Bearing,
    /// Captures must be tried out, as what they bring back may open or shut lines.
    tries_captures: bool,
    safety: Safety,
}

/// Sends every move of the side to move into a sink; no pair is taken off, no series rule applies.
#[inline(always)]
pub(crate) fn generate<R: Reach, S: Sink>(rules: &Rules, state: &State, safety: Safety, sink: &mut S) {
    let own = R::trim(state.colors[state.turn.index()]);
    let enemy = R::trim(state.colors[(!state.turn).index()]);
    let king = state.kings[state.turn.index()];
    if king == NOWHERE {
        return;
    }
    let king = usize::from(king);
    let mut bearing = Bearing::on::<R>(rules, state, king, own, enemy);
    if safety == Safety::Ignored {
        bearing.parries = !0;
        bearing.pinned = 0;
    }
    let tries_captures = rules.rebirth != Rebirth::None && safety == Safety::Kept;
    let men = own | enemy;
    let prey = match safety {
        Safety::Kept | Safety::Roughly => enemy & !state.roles[Role::King as usize],
        Safety::Ignored => enemy,
    };
    let bearing = &bearing;
    let generator = Generator { rules, state, own, enemy, prey, men, king, bearing, tries_captures, safety };
    generator.king::<R, S>(sink);
    if !sink.is_full() && (bearing.parries != 0 || tries_captures) {
        generator.officers::<R, S>(sink);
        generator.pawns::<R, S>(sink);
        generator.passing::<R, S>(sink);
    }
    if !bearing.check {
        generator.castling::<R, S>(sink);
    }
}

impl Generator<'_> {
    /// A king's move is safe when nothing attacks its end once it has left its cell.
    #[inline(always)]
    fn king<R: Reach, S: Sink>(&self, sink: &mut S) {
        let reach = R::trim(self.rules.tables.king[self.king]) & (!self.men | self.prey);
        let mut safe = 0;
        for to in R::each(reach) {
            let fits = match self.safety {
                Safety::Ignored => true,
                Safety::Kept if self.tries_captures && self.enemy & bit(to) != 0 => {
                    is_safe_capture::<R>(self.rules, self.state, self.king, to)
                }
                Safety::Kept | Safety::Roughly => {
                    let view = View { men: self.men ^ bit(self.king), attackers: self.enemy & !bit(to) };
                    !attacked::<R>(self.rules, self.state, to, view)
                }
            };
            if fits {
                safe |= bit(to);
            }
        }
        sink.many(self.king, safe);
    }

    #[inline(always)]
    fn officers<R: Reach, S: Sink>(&self, sink: &mut S) {
        let (t, s) = (self.rules.tables, self.state);
        let of = |role: Role| s.roles[role as usize] & self.own;
        for from in R::each(of(Role::Knight)) {
            self.targets::<R, S>(from, t.knight[from], sink);
        }
        if self.rules.leapers {
            for from in R::each(of(Role::Bishop)) {
                self.targets::<R, S>(from, t.elephant[from], sink);
            }
            for from in R::each(of(Role::Queen)) {
                self.targets::<R, S>(from, t.counsellor[from], sink);
            }
        } else {
            for from in R::each(of(Role::Bishop)) {
                self.targets::<R, S>(from, R::bishop(t, from, self.men), sink);
            }
            for from in R::each(of(Role::Queen)) {
                self.targets::<R, S>(from, R::bishop(t, from, self.men) | R::rook(t, from, self.men), sink);
            }
        }
        for from in R::each(of(Role::Rook)) {
            self.targets::<R, S>(from, R::rook(t, from, self.men), sink);
        }
    }

    #[inline(always)]
    fn targets<R: Reach, S: Sink>(&self, from: usize, reach: u128, sink: &mut S) {
        if sink.is_full() {
            return;
        }
        let reach = R::trim(reach) & (!self.men | self.prey);
        let free = reach & self.bearing.parries & self.bearing.leash(bit(from));
        if !self.tries_captures {
            sink.many(from, free);
        } else {
            sink.many(from, (free & !self.enemy) | self.tried::<R>(from, reach & self.prey, free));
        }
    }

    #[inline(always)]
    fn pawns<R: Reach, S: Sink>(&self, sink: &mut S) {
        let (t, us) = (self.rules.tables, self.state.turn.index());
        let pawns = self.state.roles[Role::Pawn as usize] & self.own;
        for way in 0..2 {
            let going = if way == 0 { pawns & !self.state.turned } else { pawns & self.state.turned };
            let last = self.rules.promotion[us][way];
            let mut doubles = self.rules.doubles[us][way];
            if self.rules.tracks_pawns {
                doubles &= self.state.unmoved;
            }
            for from in R::each(going) {
                if sink.is_full() {
                    return;
                }
                let one = R::trim(t.push[way][from]) & !self.men;
                let takes = t.takes[way][from] & self.prey;
                let limit = R::trim(self.bearing.parries & self.bearing.leash(bit(from)));
                if one != 0 && doubles & bit(from) != 0 {
                    let two = t.push[way][one.trailing_zeros() as usize] & !self.men & limit;
                    if two != 0 {
                        sink.special(from, two.trailing_zeros() as usize, MoveKind::Double);
                    }
                }
                let targets = if self.tries_captures {
                    (one & limit) | self.tried::<R>(from, takes, limit)
                } else {
                    (one | takes) & limit
                };
                sink.many(from, targets & !last);
                if targets & last != 0 {
                    sink.promotions(from, targets & last, self.rules.promotion_roles);
                }
            }
        }
    }

    /// Captures on a cell just passed.
    #[inline(always)]
    fn passing<R: Reach, S: Sink>(&self, sink: &mut S) {
        if self.state.passed == 0 || self.state.played != 0 {
            return;
        }
        for (passed, from) in takers(self.rules, self.state) {
            let capture = Move { kind: MoveKind::EnPassant, ..Move::plain(from, passed) };
            if self.safety == Safety::Ignored || is_safe_after::<R>(self.rules, self.state, capture) {
                sink.special(from, passed, MoveKind::EnPassant);
            }
        }
    }

    #[inline(always)]
    fn castling<R: Reach, S: Sink>(&self, sink: &mut S) {
        if self.state.unmoved & bit(self.king) == 0 {
            return;
        }
        let view = View { men: self.men, attackers: self.enemy };
        // Only where kings may be left attacked can the other king be the one that attacks.
        if self.safety == Safety::Ignored && attacked::<R>(self.rules, self.state, self.king, view) {
            return;
        }
        for castle in &self.rules.castles[self.state.turn.index()] {
            let ready = self.state.unmoved & bit(castle.rook.into()) & self.own != 0
                && usize::from(castle.king) == self.king
                && castle.between & self.men == 0;
            if ready && !R::each(castle.safe).any(|cell| attacked::<R>(self.rules, self.state, cell, view)) {
                sink.special(self.king, castle.king_to.into(), MoveKind::Castle);
            }
        }
    }

    /// Of some captures, those after which the own king is safe. Of those that would be legal without
    /// rebirth only the ones that bring a man back in sight of the king need to be tried out.
    fn tried<R: Reach>(&self, from: usize, captures: u128, lawful: u128) -> u128 {
        let sight = self.rules.tables.sight[self.king];
        let safe = |&to: &usize| {
            let harmless = || {
                let home = Victim::at(self.state, to).and_then(|v| v.home(self.rules, !self.state.turn));
                home.is_none_or(|(cell, _)| sight & bit(cell.into()) == 0)
            };
            (lawful & bit(to) != 0 && harmless()) || is_safe_capture::<R>(self.rules, self.state, from, to)
        };
        R::each(captures).filter(safe).fold(0, |set, to| set | bit(to))
    }
}

/// Whether the own king is safe after a move, which is tried out.
pub(crate) fn is_safe_after<R: Reach>(rules: &Rules, state: &State, m: Move) -> bool {
    let mut after = *state;
    place(rules, &mut after, m);
    !king_attacked::<R>(rules, &after, state.turn)
}

/// Whether the own king is safe when the man on one cell has taken the one on another, which may be
/// put back. The men that attack are those of the present state but for the one that was taken; the one
/// that is put back is asked by itself.
#[inline(always)]
pub(crate) fn is_safe_capture<R: Reach>(rules: &Rules, state: &State, from: usize, to: usize) -> bool {
    let (us, them) = (state.turn, !state.turn);
    let king = usize::from(state.kings[us.index()]);
    let king = if king == from { to } else { king };
    let left = state.men() & !bit(from) | bit(to);
    let landing = Victim::at(state, to).and_then(|victim| victim.landing(rules, them, left));
    let men = left | landing.map_or(0, |landing| bit(landing.cell));
    let view = View { men, attackers: state.colors[them.index()] & !bit(to) };
    !attacked::<R>(rules, state, king, view)
        && landing.is_none_or(|l| attacks::<R>(rules, l.role, l.way, l.cell, men) & bit(king) == 0)
}
