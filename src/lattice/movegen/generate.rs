//! The generator of legal moves. It finds pins and checks first, and then the legal ends of each piece as one set, so most moves are
//! tested without being made. Captures with a rebirth (Circe), captures en passant and some castlings are tested by making them.

use super::attack::{CheckInfo, View, attacks_of_role, custom_targets, is_king_attacked};
use super::sink::Sink;
use crate::chess::{Color, Kind, Role};
use crate::lattice::state::{
    LatticeMove, LatticeState, MoveKind, RebornPiece, Victim, en_passant_takers, frame_of_custom_after,
    make_on_board,
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

/// The generator of the moves of the side to move.
pub(super) struct Generator<'a> {
    pub rules: &'a LatticeRules,
    pub state: &'a LatticeState,
    /// The pieces of the other side.
    pub enemy: u128,
    /// The pieces of the side to move.
    pub own: u128,
    /// The enemy pieces that may be captured. A king may not, even if the removal of a pair has opened a line to it.
    pub capturable: u128,
    pub occupied: u128,
    /// The cells on which a move may end: the empty cells and those of capturable pieces.
    pub open: u128,
    /// The cell of the own king.
    pub king: usize,
    pub checks: &'a CheckInfo,
    /// Whether each capture is tested by itself, because a rebirth may give or block a check.
    pub tries_captures: bool,
    pub legality: Legality,
}

/// Sends every move of the side to move to a sink. Removals of pairs and the rules of series are ignored.
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
    Generator::new::<R>(rules, state, king, &checks, legality).send_every_move::<R, S>(sink);
}

impl<'a> Generator<'a> {
    /// Returns the generator for the side to move, whose king stands on a cell and has these checks and pins.
    #[inline(always)]
    pub fn new<R: Topology>(
        rules: &'a LatticeRules,
        state: &'a LatticeState,
        king: usize,
        checks: &'a CheckInfo,
        legality: Legality,
    ) -> Generator<'a> {
        let own = R::within_board(state.colors[state.turn.index()]);
        let enemy = R::within_board(state.colors[(!state.turn).index()]);
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
            open: R::within_board(!occupied) | capturable,
            king,
            checks,
            tries_captures: rules.rebirth != Rebirth::None && legality == Legality::Full,
            legality,
        }
    }

    #[inline(always)]
    pub fn send_every_move<R: Topology, S: Sink>(&self, sink: &mut S) {
        self.send_king_moves::<R, S>(sink);
        if self.checks.evasions != 0 || self.tries_captures {
            self.send_non_pawn_moves::<R, S>(sink);
            self.send_pawn_moves::<R, S>(sink);
            self.send_en_passant::<R, S>(sink);
        }
        if !self.checks.is_check {
            self.send_castlings::<R, S>(sink);
        }
    }

    /// Sends the king's moves, except castlings. A move is safe if nothing attacks its end once the king has left its cell.
    #[inline(always)]
    pub fn send_king_moves<R: Topology, S: Sink>(&self, sink: &mut S) {
        let is_custom = self.state.custom_pieces & bit(self.king) != 0;
        let reach = if is_custom { self.custom_ends(self.king) } else { self.rules.tables.king[self.king] };
        let ends = R::within_board(reach & self.open);
        if ends == 0 {
            return;
        }
        let mut safe_ends = 0;
        for to in R::each(ends) {
            let is_safe = match self.legality {
                Legality::Pseudo => true,
                Legality::Full if self.tries_captures && self.enemy & R::bit(to) != 0 => {
                    self.is_safe_capture::<R>(self.king, to)
                }
                Legality::Full | Legality::Rough => {
                    let view = View {
                        occupied: self.occupied ^ R::bit(self.king),
                        attackers: self.enemy & !R::bit(to),
                    };
                    !self.rules.is_attacked::<R>(self.state, to, view)
                }
            };
            if is_safe {
                safe_ends |= R::bit(to);
            }
        }
        sink.add_moves(self.king, safe_ends);
    }

    /// Sends the moves of all pieces other than pawns and the king.
    #[inline(always)]
    fn send_non_pawn_moves<R: Topology, S: Sink>(&self, sink: &mut S) {
        self.send_moves_of_role::<R, S>(Role::Knight, sink);
        self.send_moves_of_role::<R, S>(Role::Bishop, sink);
        self.send_moves_of_role::<R, S>(Role::Queen, sink);
        self.send_moves_of_role::<R, S>(Role::Rook, sink);
        if self.rules.has_custom_kinds {
            self.send_custom_moves::<R, S>(sink);
        }
    }

    /// Sends the moves of all pieces of a role that is neither pawn nor king.
    #[inline(always)]
    fn send_moves_of_role<R: Topology, S: Sink>(&self, role: Role, sink: &mut S) {
        for from in R::each(self.state.roles[role as usize] & self.own) {
            let reach = attacks_of_role::<R>(self.rules, role, 0, from, self.occupied);
            sink.add_moves(from, self.legal_ends::<R>(from, reach));
        }
    }

    /// Sends the moves of the custom kinds, except royal kinds.
    #[inline(never)]
    fn send_custom_moves<R: Topology, S: Sink>(&self, sink: &mut S) {
        for from in R::each(self.state.custom_pieces & self.own & !bit(self.king)) {
            let index = self.state.custom_index_at(from);
            let ends = self.legal_ends::<R>(from, self.custom_ends(from));
            if !self.rules.is_pawn(Kind::Custom(index)) {
                sink.add_moves(from, ends);
                continue;
            }
            let mut zone = 0;
            for to in R::each(ends) {
                if self.custom_pawn_promotes(index, LatticeMove::plain(from, to)) {
                    zone |= R::bit(to);
                }
            }
            sink.add_moves(from, ends & !zone);
            if zone != 0 {
                sink.add_promotions(from, zone, &self.rules.promotion_kinds[self.state.turn.index()]);
            }
        }
    }

    /// Whether a pawn of the custom kind with an index promotes at the end of a move.
    fn custom_pawn_promotes(&self, index: u8, m: LatticeMove) -> bool {
        // A pawn without frame goes the way of its side.
        let us = self.state.turn;
        let is_framed = self.rules.is_framed(Kind::Custom(index));
        let goes_second_way = if is_framed {
            frame_of_custom_after(self.rules, self.state, m, index).y
        } else {
            us == Color::Black
        };
        self.rules.promotion_zones[us.index()][usize::from(goes_second_way)] & bit(m.to.into()) != 0
    }

    /// Returns the cells to which a piece of a custom kind may go, or on which it may take.
    fn custom_ends(&self, from: usize) -> u128 {
        let targets = custom_targets(self.rules, self.state, from, self.occupied);
        targets.empty | targets.attacked & self.occupied
    }

    /// Returns the cells on which the piece on `from`, which reaches the cells `reach`, may end a move.
    #[inline(always)]
    fn legal_ends<R: Topology>(&self, from: usize, reach: u128) -> u128 {
        let ends = R::within_board(reach & self.open);
        let within_limit = ends & self.checks.limit(&self.rules.tables, from);
        if !self.tries_captures {
            return within_limit;
        }
        (within_limit & !self.enemy) | self.tried_captures::<R>(from, ends & self.capturable, within_limit)
    }

    /// Sends the moves of the pawns, except captures en passant.
    #[inline(always)]
    pub fn send_pawn_moves<R: Topology, S: Sink>(&self, sink: &mut S) {
        let us = self.state.turn.index();
        for way in 0..2 {
            let pawns = self.pawns_of_way(way);
            if pawns == 0 {
                continue;
            }
            let double_step_starts = self.double_step_starts(way);
            let mut sent_singly = pawns;
            if S::COUNTS_ONLY && !self.tries_captures {
                sent_singly &= self.checks.pinned | self.rules.counted_singly[us][way];
                self.send_pawns_at_once::<R, S>(way, pawns & !sent_singly, double_step_starts, sink);
            }
            for from in R::each(sent_singly) {
                self.send_moves_of_pawn::<R, S>(way, from, double_step_starts, sink);
            }
        }
    }

    #[inline(always)]
    pub fn pawns_of_way(&self, way: usize) -> u128 {
        let pawns = self.state.roles[Role::Pawn as usize] & self.own;
        pawns & self.state.of_way(way)
    }

    /// Returns the cells from which a pawn of a way may make a double step.
    #[inline(always)]
    pub fn double_step_starts(&self, way: usize) -> u128 {
        let cells = self.rules.double_step_starts[self.state.turn.index()][way];
        // A pawn with another frame than the piece that begins on the cell did not begin there.
        let with_initial_frame = cells & !(self.state.mirrored ^ self.rules.mirrored_initially);
        if self.rules.tracks_pawns {
            with_initial_frame & self.state.first_move_rights
        } else {
            with_initial_frame
        }
    }

    /// Sends the moves of one pawn. `double_step_starts` are the cells from which double steps are allowed.
    #[inline(always)]
    pub fn send_moves_of_pawn<R: Topology, S: Sink>(
        &self,
        way: usize,
        from: usize,
        double_step_starts: u128,
        sink: &mut S,
    ) {
        let t = &*self.rules.tables;
        let us = self.state.turn.index();
        let zone = self.rules.zone(us, way, from);
        let one_ahead = R::within_board(t.push[way][from]) & !self.occupied;
        let takes = t.takes[way][from] & self.capturable;
        let limit = R::within_board(self.checks.limit(t, from));
        if one_ahead != 0 && double_step_starts & R::bit(from) != 0 {
            let two_ahead = t.push_twice[way][from] & !self.occupied & limit;
            if two_ahead & zone != 0 {
                sink.add_promotions(from, two_ahead, &self.rules.promotion_kinds[us]);
            } else if two_ahead != 0 {
                let to = two_ahead.trailing_zeros() as usize;
                sink.add_special(LatticeMove { kind: MoveKind::Double, ..LatticeMove::plain(from, to) });
            }
        }
        let ends = if self.tries_captures {
            (one_ahead & limit) | self.tried_captures::<R>(from, takes, limit)
        } else {
            (one_ahead | takes) & limit
        };
        sink.add_moves(from, ends & !zone);
        if ends & zone != 0 {
            sink.add_promotions(from, ends & zone, &self.rules.promotion_kinds[us]);
        }
    }

    /// Sends the moves of pawns that are neither pinned nor about to promote. Each kind of step is made by all these pawns at once,
    /// which saves time where moves are only counted.
    #[inline(always)]
    fn send_pawns_at_once<R: Topology, S: Sink>(
        &self,
        way: usize,
        pawns: u128,
        double_step_starts: u128,
        sink: &mut S,
    ) {
        let PawnStrides { push, takes, .. } = &self.rules.tables.strides[way];
        let empty = R::within_board(!self.occupied);
        let evasions = R::within_board(self.checks.evasions);
        // The sink only counts, so it may get any cell as the start of the moves.
        sink.add_moves(self.king, push.ahead::<R>(pawns) & empty & evasions);
        for take in takes {
            sink.add_moves(self.king, take.ends::<R>(pawns) & self.capturable & evasions);
        }
        if pawns & double_step_starts != 0 {
            let passed = push.ahead::<R>(pawns & double_step_starts) & empty;
            sink.add_moves(self.king, push.ahead::<R>(passed) & empty & evasions);
        }
    }

    /// Sends the captures en passant. The passed cell must be empty.
    #[inline(always)]
    fn send_en_passant<R: Topology, S: Sink>(&self, sink: &mut S) {
        if self.state.en_passant == 0 || self.state.is_within_series() {
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
                        sink.add_special(capture.promoting(kind));
                    }
                } else if is_legal {
                    sink.add_special(capture);
                }
            }
        }
    }

    /// Sends the castlings. The king must not be in check.
    #[inline(always)]
    pub fn send_castlings<R: Topology, S: Sink>(&self, sink: &mut S) {
        if self.state.first_move_rights & bit(self.king) == 0 {
            return;
        }
        let view = View { occupied: self.occupied, attackers: self.enemy };
        // For pseudo-legal moves the checks have not been found yet.
        if self.legality == Legality::Pseudo && self.rules.is_attacked::<R>(self.state, self.king, view) {
            return;
        }
        for castle in &self.rules.castles[self.state.turn.index()] {
            let is_free = castle.between & self.occupied == 0;
            let has_rights = castle.king.index() == self.king
                && self.state.first_move_rights & castle.rook.bit() & self.own != 0;
            if !is_free || !has_rights {
                continue;
            }
            if R::each(castle.safe).any(|cell| self.rules.is_attacked::<R>(self.state, cell, view)) {
                continue;
            }
            let king_to = castle.king_to.index();
            let m = LatticeMove { kind: MoveKind::Castle, ..LatticeMove::plain(self.king, king_to) };
            let may_open_line = self.rules.castling_opens && self.legality != Legality::Pseudo;
            if !may_open_line || is_king_safe_after::<R>(self.rules, self.state, m) {
                sink.add_special(m);
            }
        }
    }

    /// Returns the cells of those captures after which the own king is safe. A capture that is legal without rebirth is tried only
    /// if the captured piece may be reborn within sight of the king.
    fn tried_captures<R: Topology>(&self, from: usize, captures: u128, legal_without_rebirth: u128) -> u128 {
        let sight = self.rules.sight(self.king);
        let mut safe = 0;
        for to in R::each(captures) {
            let is_legal_without_rebirth = legal_without_rebirth & bit(to) != 0;
            let is_safe = is_legal_without_rebirth && !self.has_home_within(sight, to);
            if is_safe || self.is_safe_capture::<R>(from, to) {
                safe |= bit(to);
            }
        }
        safe
    }

    /// Whether the enemy piece on a cell has its rebirth cell within a set.
    fn has_home_within(&self, set: u128, cell: usize) -> bool {
        let home = Victim::at(self.state, cell).and_then(|victim| victim.home(self.rules));
        home.is_some_and(|home| set & bit(home.cell) != 0)
    }

    /// Whether the own king is safe after a capture whose victim may be reborn. First the enemy's other pieces are tested as
    /// attackers, then the reborn piece.
    #[inline(always)]
    fn is_safe_capture<R: Topology>(&self, from: usize, to: usize) -> bool {
        let (rules, state) = (self.rules, self.state);
        let king = if self.king == from { to } else { self.king };
        let occupied_before_rebirth = state.occupied() & !bit(from) | bit(to);
        let victim = Victim::at(state, to);
        let reborn = victim.and_then(|victim| victim.reborn(rules, occupied_before_rebirth));
        let occupied = occupied_before_rebirth | reborn.map_or(0, |reborn| bit(reborn.cell));
        let view = View { occupied, attackers: self.enemy & !bit(to) };
        if rules.is_attacked::<R>(state, king, view) {
            return false;
        }
        let Some(RebornPiece { cell, kind, way }) = reborn else { return true };
        let attacked_by_reborn = match kind {
            Kind::Known(role) => attacks_of_role::<R>(rules, role, way, cell, occupied),
            Kind::Custom(index) => rules.attacks_when_reborn(!state.turn, index, cell, occupied),
        };
        attacked_by_reborn & bit(king) == 0
    }
}

/// Whether the own king is safe after a move, tested by making it.
pub(crate) fn is_king_safe_after<R: Topology>(
    rules: &LatticeRules,
    state: &LatticeState,
    m: LatticeMove,
) -> bool {
    let mut after = *state;
    make_on_board(rules, &mut after, m);
    !is_king_attacked::<R>(rules, &after, state.turn)
}
