//! The generator of legal moves. It finds pins and checks first, and then the targets of each piece as one set, so most moves need
//! not be made to be tested. Captures with a rebirth (Circe), captures en passant and some castlings are tested by making them.

use super::attack::{CheckInfo, View, attacked, attacks, custom_targets, king_attacked};
use super::sink::Sink;
use crate::chess::{Color, Kind, Role};
use crate::lattice::state::{
    LatticeMove, LatticeState, MoveKind, RebornPiece, Victim, arrival, en_passant_takers, place,
};
use crate::lattice::tables::{LatticeRules, NOWHERE, PawnStrides, Topology, bit};
use crate::variant::Rebirth;

/// How strictly generated moves respect the safety of the own king.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Legality {
    /// Legal moves: the own king is safe after each.
    Full,
    /// Nearly legal moves: rebirths are ignored, which is faster.
    Rough,
    /// Pseudo-legal moves, captures of the king included.
    Pseudo,
}

/// The generator of one side's moves, by kinds of pieces.
pub(super) struct Generator<'a> {
    pub rules: &'a LatticeRules,
    pub state: &'a LatticeState,
    pub enemy: u128,
    pub own: u128,
    /// The enemy pieces that may be captured. A king may not, even if the removal of a pair opened a line to it.
    pub capturable: u128,
    pub occupied: u128,
    /// The cells on which a move may end: the empty ones and those of capturable pieces.
    pub open: u128,
    pub king: usize,
    pub checks: &'a CheckInfo,
    /// Whether captures are tested by making them, because a rebirth may open or block lines.
    pub trial_captures: bool,
    pub legality: Legality,
}

/// Sends every move of the side to move to a sink, without removals of pairs and rules of series.
#[inline(always)]
pub(crate) fn generate<R: Topology, S: Sink>(
    rules: &LatticeRules,
    state: &LatticeState,
    legality: Legality,
    sink: &mut S,
) {
    let king = state.kings[state.turn.index()];
    if king == NOWHERE {
        return;
    }
    let king = usize::from(king);
    let checks = match legality {
        Legality::Full | Legality::Rough => CheckInfo::of::<R>(rules, state, king),
        Legality::Pseudo => CheckInfo::NONE,
    };
    Generator::new::<R>(rules, state, king, &checks, legality).every_move::<R, S>(sink);
}

impl<'a> Generator<'a> {
    /// Returns the generator for the side to move, whose king stands on a cell under these checks.
    #[inline(always)]
    pub fn new<R: Topology>(
        rules: &'a LatticeRules,
        state: &'a LatticeState,
        king: usize,
        checks: &'a CheckInfo,
        legality: Legality,
    ) -> Generator<'a> {
        let own = R::trim(state.colors[state.turn.index()]);
        let enemy = R::trim(state.colors[(!state.turn).index()]);
        let occupied = own | enemy;
        let capturable = match legality {
            Legality::Full | Legality::Rough => enemy & !state.roles[Role::King as usize],
            Legality::Pseudo => enemy,
        };
        Generator {
            rules,
            state,
            own,
            enemy,
            capturable,
            occupied,
            open: R::trim(!occupied) | capturable,
            king,
            checks,
            trial_captures: rules.rebirth != Rebirth::None && legality == Legality::Full,
            legality,
        }
    }

    /// Sends every move to the sink.
    #[inline(always)]
    pub fn every_move<R: Topology, S: Sink>(&self, sink: &mut S) {
        self.king::<R, S>(sink);
        if !sink.is_full() && (self.checks.evasions != 0 || self.trial_captures) {
            self.non_pawns::<R, S>(sink);
            self.pawns::<R, S>(sink);
            self.en_passant::<R, S>(sink);
        }
        if !self.checks.check {
            self.castling::<R, S>(sink);
        }
    }

    /// Sends the king's moves. A move is safe if nothing attacks its end once the king has left its cell.
    #[inline(always)]
    pub fn king<R: Topology, S: Sink>(&self, sink: &mut S) {
        let is_custom = self.state.custom_kinds & bit(self.king) != 0;
        let reach = if is_custom { self.custom_reach(self.king) } else { self.rules.tables.king[self.king] };
        let reach = R::trim(reach & self.open);
        if reach == 0 {
            return;
        }
        let mut safe = 0;
        for to in R::each(reach) {
            let is_safe = match self.legality {
                Legality::Pseudo => true,
                Legality::Full if self.trial_captures && self.enemy & R::bit(to) != 0 => {
                    is_safe_capture::<R>(self.rules, self.state, self.king, to)
                }
                Legality::Full | Legality::Rough => {
                    let view = View {
                        occupied: self.occupied ^ R::bit(self.king),
                        attackers: self.enemy & !R::bit(to),
                    };
                    !attacked::<R>(self.rules, self.state, to, view)
                }
            };
            if is_safe {
                safe |= R::bit(to);
            }
        }
        sink.many(self.king, safe);
    }

    /// Sends the moves of all pieces other than pawns and the king.
    #[inline(always)]
    fn non_pawns<R: Topology, S: Sink>(&self, sink: &mut S) {
        self.pieces::<R, S>(Role::Knight, sink);
        self.pieces::<R, S>(Role::Bishop, sink);
        self.pieces::<R, S>(Role::Queen, sink);
        self.pieces::<R, S>(Role::Rook, sink);
        if self.rules.has_custom_kinds {
            self.custom_moves::<R, S>(sink);
        }
    }

    /// Sends the moves of all pieces of a role that is neither pawn nor king.
    #[inline(always)]
    fn pieces<R: Topology, S: Sink>(&self, role: Role, sink: &mut S) {
        for from in R::each(self.state.roles[role as usize] & self.own) {
            let reach = attacks::<R>(self.rules, role, 0, from, self.occupied);
            self.targets::<R, S>(from, reach, sink);
        }
    }

    /// Sends the moves of the custom kinds, except royal ones.
    #[inline(never)]
    fn custom_moves<R: Topology, S: Sink>(&self, sink: &mut S) {
        for from in R::each(self.state.custom_kinds & self.own & !bit(self.king)) {
            let kind = self.state.number_at(from);
            let reach = self.custom_reach(from);
            if !self.rules.is_pawn(Kind::Custom(kind)) {
                self.targets::<R, S>(from, reach, sink);
                continue;
            }
            let ends = self.legal_ends::<R>(from, reach);
            let mut zone = 0;
            for to in R::each(ends) {
                if self.custom_pawn_promotes(kind, LatticeMove::plain(from, to)) {
                    zone |= R::bit(to);
                }
            }
            sink.many(from, ends & !zone);
            if zone != 0 {
                sink.promotions(from, zone, &self.rules.promotion_kinds[self.state.turn.index()]);
            }
        }
    }

    /// Whether a pawn of a custom kind promotes at the end of a move, which is at the wall ahead of it.
    fn custom_pawn_promotes(&self, kind: u8, m: LatticeMove) -> bool {
        // A pawn without frame goes in the direction of its side.
        let us = self.state.turn;
        let framed = self.rules.is_framed(Kind::Custom(kind));
        let turned = if framed { arrival(self.rules, self.state, m, kind).y } else { us == Color::Black };
        self.rules.promotion[us.index()][usize::from(turned)] & bit(m.to.into()) != 0
    }

    /// Returns the cells to which a piece of a custom kind may go, or on which it may take.
    fn custom_reach(&self, from: usize) -> u128 {
        let targets = custom_targets(self.rules, self.state, from, self.occupied);
        targets.quiet | targets.attacked & self.occupied
    }

    /// Sends the moves of a piece that reaches some cells.
    #[inline(always)]
    fn targets<R: Topology, S: Sink>(&self, from: usize, reach: u128, sink: &mut S) {
        if !sink.is_full() {
            sink.many(from, self.legal_ends::<R>(from, reach));
        }
    }

    /// Returns the cells on which a piece that reaches some cells may end a move.
    #[inline(always)]
    fn legal_ends<R: Topology>(&self, from: usize, reach: u128) -> u128 {
        let reach = R::trim(reach & self.open);
        let free = reach & self.checks.limit(&self.rules.tables, from);
        if !self.trial_captures {
            return free;
        }
        (free & !self.enemy) | self.tried_captures::<R>(from, reach & self.capturable, free)
    }

    /// Sends the moves of the pawns, except captures en passant.
    #[inline(always)]
    pub fn pawns<R: Topology, S: Sink>(&self, sink: &mut S) {
        let us = self.state.turn.index();
        for way in 0..2 {
            let going = self.going(way);
            if going == 0 {
                continue;
            }
            let doubles = self.doubles(way);
            let mut singly = going;
            if S::COUNTS_ONLY && !self.trial_captures {
                singly &= self.checks.pinned | self.rules.singly[us][way];
                self.pawns_at_once::<R, S>(way, going & !singly, doubles, sink);
            }
            for from in R::each(singly) {
                if sink.is_full() {
                    return;
                }
                self.pawn::<R, S>(way, from, doubles, sink);
            }
        }
    }

    /// Returns the pawns of one direction.
    #[inline(always)]
    pub fn going(&self, way: usize) -> u128 {
        let pawns = self.state.roles[Role::Pawn as usize] & self.own;
        if way == 0 { pawns & !self.state.turned } else { pawns & self.state.turned }
    }

    /// Returns the cells from which a pawn of a direction may make a double step.
    #[inline(always)]
    pub fn doubles(&self, way: usize) -> u128 {
        let cells = self.rules.doubles[self.state.turn.index()][way];
        let cells = cells & !(self.state.mirrored ^ self.rules.mirrored_initially);
        if self.rules.tracks_pawns { cells & self.state.unmoved } else { cells }
    }

    /// Sends the moves of one pawn; `doubles` are the cells of double steps.
    #[inline(always)]
    pub fn pawn<R: Topology, S: Sink>(&self, way: usize, from: usize, doubles: u128, sink: &mut S) {
        let t = &*self.rules.tables;
        let last = self.rules.zone(self.state.turn.index(), way, from);
        let one = R::trim(t.push[way][from]) & !self.occupied;
        let takes = t.takes[way][from] & self.capturable;
        let limit = R::trim(self.checks.limit(t, from));
        if one != 0 && doubles & R::bit(from) != 0 {
            let two = t.push_twice[way][from] & !self.occupied & limit;
            if two & last != 0 {
                sink.promotions(from, two, &self.rules.promotion_kinds[self.state.turn.index()]);
            } else if two != 0 {
                let to = two.trailing_zeros() as usize;
                sink.special(LatticeMove { kind: MoveKind::Double, ..LatticeMove::plain(from, to) });
            }
        }
        let targets = if self.trial_captures {
            (one & limit) | self.tried_captures::<R>(from, takes, limit)
        } else {
            (one | takes) & limit
        };
        sink.many(from, targets & !last);
        if targets & last != 0 {
            sink.promotions(from, targets & last, &self.rules.promotion_kinds[self.state.turn.index()]);
        }
    }

    /// Sends the moves of pawns that are neither pinned nor about to promote, each step for all of them at once.
    /// Perft spends most of its time in counting, and in an initial array half of the pieces are pawns.
    #[inline(always)]
    fn pawns_at_once<R: Topology, S: Sink>(&self, way: usize, pawns: u128, doubles: u128, sink: &mut S) {
        let PawnStrides { push, takes, .. } = &self.rules.tables.strides[way];
        let empty = R::trim(!self.occupied);
        let evasions = R::trim(self.checks.evasions);
        sink.many(self.king, push.ahead::<R>(pawns) & empty & evasions);
        for take in takes {
            sink.many(self.king, take.ends::<R>(pawns) & self.capturable & evasions);
        }
        if pawns & doubles != 0 {
            let passed = push.ahead::<R>(pawns & doubles) & empty;
            sink.many(self.king, push.ahead::<R>(passed) & empty & evasions);
        }
    }

    /// Sends captures on a passed cell, which must be empty.
    #[inline(always)]
    fn en_passant<R: Topology, S: Sink>(&self, sink: &mut S) {
        if self.state.en_passant == 0 || self.state.played != 0 {
            return;
        }
        for passed in R::each(self.state.en_passant & !self.occupied) {
            for from in R::each(en_passant_takers(self.rules, self.state, passed)) {
                let capture = LatticeMove { kind: MoveKind::EnPassant, ..LatticeMove::plain(from, passed) };
                let is_legal = self.legality == Legality::Pseudo
                    || is_king_safe_after::<R>(self.rules, self.state, capture);
                let (us, way) = (self.state.turn.index(), self.state.way_at(from));
                let promotes = self.rules.zone(us, way, from) & R::bit(passed) != 0;
                if is_legal && promotes {
                    for &kind in &self.rules.promotion_kinds[us] {
                        sink.special(capture.promoting(kind));
                    }
                } else if is_legal {
                    sink.special(capture);
                }
            }
        }
    }

    /// Sends the castlings.
    #[inline(always)]
    pub fn castling<R: Topology, S: Sink>(&self, sink: &mut S) {
        if self.state.unmoved & bit(self.king) == 0 {
            return;
        }
        let view = View { occupied: self.occupied, attackers: self.enemy };
        // Only pseudo-legal moves leave kings attacked, so only here the other king may be the attacker.
        if self.legality == Legality::Pseudo && attacked::<R>(self.rules, self.state, self.king, view) {
            return;
        }
        for castle in &self.rules.castles[self.state.turn.index()] {
            let ready = castle.between & self.occupied == 0
                && self.state.unmoved & castle.rook.bit() & self.own != 0
                && castle.king.index() == self.king;
            if !ready || R::each(castle.safe).any(|cell| attacked::<R>(self.rules, self.state, cell, view)) {
                continue;
            }
            let king_to = castle.king_to.index();
            let m = LatticeMove { kind: MoveKind::Castle, ..LatticeMove::plain(self.king, king_to) };
            let opens = self.rules.castling_opens && self.legality != Legality::Pseudo;
            if !opens || is_king_safe_after::<R>(self.rules, self.state, m) {
                sink.special(m);
            }
        }
    }

    /// Returns the captures among some after which the own king is safe. A capture that is legal without rebirth is tried only if
    /// the piece is reborn within sight of the king.
    fn tried_captures<R: Topology>(&self, from: usize, captures: u128, legal_without_rebirth: u128) -> u128 {
        let sight = self.rules.sight(self.king);
        let safe = |&to: &usize| {
            let is_out_of_sight = || {
                let home = Victim::at(self.state, to).and_then(|v| v.home(self.rules, !self.state.turn));
                home.is_none_or(|home| sight & bit(home.cell) == 0)
            };
            (legal_without_rebirth & bit(to) != 0 && is_out_of_sight())
                || is_safe_capture::<R>(self.rules, self.state, from, to)
        };
        R::each(captures).filter(safe).fold(0, |set, to| set | bit(to))
    }
}

/// Whether the own king is safe after a move, tested by making it.
pub(crate) fn is_king_safe_after<R: Topology>(
    rules: &LatticeRules,
    state: &LatticeState,
    m: LatticeMove,
) -> bool {
    let mut after = *state;
    place(rules, &mut after, m);
    !king_attacked::<R>(rules, &after, state.turn)
}

/// Whether the own king is safe after a capture, whose victim may be reborn. The attackers are the present ones
/// without the victim; the reborn piece is tested by itself.
#[inline(always)]
pub(crate) fn is_safe_capture<R: Topology>(
    rules: &LatticeRules,
    state: &LatticeState,
    from: usize,
    to: usize,
) -> bool {
    let (us, them) = (state.turn, !state.turn);
    let king = usize::from(state.kings[us.index()]);
    let king = if king == from { to } else { king };
    let left = state.occupied() & !bit(from) | bit(to);
    let landing = Victim::at(state, to).and_then(|victim| victim.landing(rules, them, left));
    let occupied = left | landing.map_or(0, |landing| bit(landing.cell));
    let view = View { occupied, attackers: state.colors[them.index()] & !bit(to) };
    if attacked::<R>(rules, state, king, view) {
        return false;
    }
    let Some(RebornPiece { cell, kind, way }) = landing else { return true };
    let attacked_by_reborn = match kind {
        Kind::Known(role) => attacks::<R>(rules, role, way, cell, occupied),
        Kind::Custom(number) => rules.attacks_when_reborn(them, number, cell, occupied),
    };
    attacked_by_reborn & bit(king) == 0
}
