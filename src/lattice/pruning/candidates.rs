//! The filters that the solver asks: candidates for check, mate, stalemate and forced mate, and quick tests
//! of their ends (claims 1, 2, 5 and 6 of [`super`]).

use super::checks::{CheckSources, may_check, pawn_may_check};
use super::cover::Check;
use super::empty_board::opened_lines;
use super::flights::FlightFilter;
use super::free::{cells_that_stop_quiet_replies, free_non_pawns, may_castle, outlasts_any_move, room};
use crate::chess::{Kind, Role, Status};
use crate::lattice::movegen::{
    Legality, Lister, Sink, View, attacked, attacks, can_move, forbids_check, generate, is_safe_after,
    is_safe_capture, king_attacked, retain, status,
};
use crate::lattice::state::{Move, MoveKind, MoveList, State, pairs};
use crate::lattice::tables::{NOWHERE, Rules, Topology, bit, each, for_board};
use crate::variant::Rebirth;

/// Moves that are listed whether they may give check or not.
#[derive(Clone, Copy)]
struct AlwaysListed {
    /// The moves of some pieces.
    occupied: u128,
    /// The moves to some cells.
    cells: u128,
}

/// Lists the moves that may give check, and counts all.
struct CheckingSink<'a> {
    state: &'a State,
    /// By kind: the cells from which a piece attacks the king now.
    check_cells: [u128; 6],
    /// Discoverers, and pieces whose moves are listed in any case.
    discoverers: u128,
    /// Cells to which every move is listed.
    cells: u128,
    list: &'a mut MoveList,
    count: u64,
}

impl Sink for CheckingSink<'_> {
    #[inline(always)]
    fn many(&mut self, from: usize, targets: u128) {
        self.count += u64::from(targets.count_ones());
        let wanted = if self.discoverers & bit(from) != 0 {
            targets
        } else {
            let role = self.state.role_at(from).unwrap_or(Role::King);
            targets & (self.check_cells[role as usize] | self.cells)
        };
        for to in each(wanted) {
            self.list.push(Move::plain(from, to));
        }
    }

    fn promotions(&mut self, from: usize, targets: u128, kinds: &[Kind]) {
        self.count += u64::from(targets.count_ones()) * kinds.len() as u64;
        Lister { list: self.list, pairs: 0 }.promotions(from, targets, kinds);
    }

    fn special(&mut self, from: usize, to: usize, kind: MoveKind) {
        self.count += 1;
        self.list.push(Move { kind, ..Move::plain(from, to) });
    }
}

impl Rules {
    /// Whether the proofs do not hold: where a game can end by a king's capture or by material, and for kinds of a variant's
    /// own, of which they know neither lines nor leaps. All moves are candidates then.
    pub(super) fn is_beyond_proof(&self) -> bool {
        self.snaffle || self.bare_king || self.has_own
    }

    /// Appends every legal move that gives check, perhaps with others, and returns the number of all legal
    /// moves. The side to move must not attack the king now; where it may, all moves are listed.
    pub(crate) fn checking_candidates(&self, state: &State, list: &mut MoveList) -> u64 {
        let king = state.kings[(!state.turn).index()];
        if self.is_beyond_proof() || king == NOWHERE || forbids_check(self, state) {
            let start = list.len();
            self.legal_moves(state, list);
            return (list.len() - start) as u64;
        }
        for_board!(self, R => checking_candidates::<R>(self, state, king.into(), AlwaysListed { occupied: 0, cells: 0 }, list))
    }

    /// Appends every legal move that mates, perhaps with others.
    pub(crate) fn mating_candidates(&self, state: &State, list: &mut MoveList) {
        let king = state.kings[(!state.turn).index()];
        let plain = !self.is_beyond_proof() && king != NOWHERE && !forbids_check(self, state);
        let start = list.len();
        if plain && for_board!(self, R => piece_checks::<R>(self, state, king.into(), list)) {
            return;
        }
        self.checking_candidates(state, list);
        if list.len() > start {
            let flights = self.flights(state, !state.turn);
            retain(list, start, |m| !self.leaves_flight(state, flights, m));
        }
    }

    /// Whether surely no move stalemates. False says nothing.
    pub(crate) fn cannot_stalemate(&self, state: &State) -> bool {
        !self.is_beyond_proof() && !self.pairs && !self.is_progressive() && outlasts_any_move(self, state)
    }

    /// Appends every legal move that stalemates, perhaps with others.
    pub(crate) fn stalemating_candidates(&self, state: &State, list: &mut MoveList) {
        if !self.cannot_stalemate(state) {
            self.flight_covering_moves(state, list);
        }
    }

    /// Appends every legal move after which all replies mate, perhaps with others.
    pub(crate) fn forcing_candidates(&self, state: &State, list: &mut MoveList) {
        let [own, king] = [state.turn, !state.turn].map(|side| state.kings[side.index()]);
        if self.is_beyond_proof() || self.pairs || self.is_progressive() || own == NOWHERE || king == NOWHERE
        {
            return self.legal_moves(state, list);
        }
        let start = list.len();
        let t = &*self.tables;
        let lines = t.rook_span[usize::from(king)] | t.bishop_span[usize::from(king)];
        let discovers =
            opened_lines(self, own.into(), self.sliders(state, state.turn)) & bit(king.into()) != 0;
        let stopping = cells_that_stop_quiet_replies(self, state, own.into());
        if stopping == !0 {
            self.legal_moves(state, list);
        } else if stopping == 0
            && !discovers
            && lines & bit(own.into()) == 0
            && for_board!(self, R => piece_checks::<R>(self, state, king.into(), list))
        {
            for_board!(self, R => steps::<R>(self, state, own.into(), list));
        } else {
            let too = AlwaysListed { occupied: bit(own.into()), cells: stopping };
            for_board!(self, R => checking_candidates::<R>(self, state, king.into(), too, list));
        }
        if list.len() == start {
            return;
        }
        let flights = self.flights(state, !state.turn);
        retain(list, start, |m| {
            let steps = m.from == own && m.kind == MoveKind::Plain;
            if steps
                && !discovers
                && cells_that_stop_quiet_replies(self, state, m.to.into()) & bit(m.to.into()) == 0
            {
                return false;
            }
            // A king's step to a flight gives no check unless it opens a line.
            let target = if steps { m.to } else { own };
            lines & bit(target.into()) != 0 || !self.leaves_flight(state, flights, m)
        });
        if list.len() > start
            && let Some(mut helping) = self.helping_filter(state, Check::Given)
        {
            retain(list, start, |m| helping.admits(m));
        }
    }

    /// Whether the side to move surely has a legal move without check. False says nothing.
    pub(crate) fn has_quiet_reply(&self, state: &State) -> bool {
        let king = state.kings[(!state.turn).index()];
        if self.is_beyond_proof() || king == NOWHERE || state.kings[state.turn.index()] == NOWHERE {
            return false;
        }
        for_board!(self, R => has_quiet_reply::<R>(self, state, king.into()))
    }

    /// Whether the side to move is checkmated.
    pub(crate) fn is_mate(&self, state: &State) -> bool {
        if self.is_beyond_proof() {
            return status(self, state).0 == Status::Checkmate;
        }
        for_board!(self, R => king_attacked::<R>(self, state, state.turn) && is_stuck::<R>(self, state, true))
    }

    /// Whether the side to move is stalemated.
    pub(crate) fn is_stalemate(&self, state: &State) -> bool {
        if self.is_beyond_proof() {
            return status(self, state).0 == Status::Stalemate;
        }
        for_board!(self, R => !king_attacked::<R>(self, state, state.turn) && is_stuck::<R>(self, state, false))
    }
}

/// Whether the king has a flight off its discovered line, or, without check, a free piece has a quiet move
/// without check.
#[inline(always)]
fn has_quiet_reply<R: Topology>(rules: &Rules, state: &State, enemy_king: usize) -> bool {
    let sources = CheckSources::to::<R>(rules, state, enemy_king);
    let king = usize::from(state.kings[state.turn.index()]);
    let occupied = state.occupied();
    let enemy = state.colors[(!state.turn).index()];
    let check = attacked::<R>(rules, state, king, View { occupied, attackers: enemy });
    let has_quiet_move = !check
        && each(free_non_pawns(rules, state, state.turn) & !sources.discoverers).any(|piece| {
            let role = state.role_at(piece).unwrap_or(Role::King);
            room(rules, state, piece) & !sources.check_cells[role as usize] != 0
        });
    let view = View { occupied: occupied ^ bit(king), attackers: enemy };
    has_quiet_move
        || sources.discoverers & bit(king) == 0
            && each(rules.tables.king[king] & !occupied).any(|to| !attacked::<R>(rules, state, to, view))
}

/// Appends the legal moves of pieces other than pawns and king that may check and cover all flights. It does so only
/// if no others may check. Returns whether that holds, or no move may check at all. Moves of free pieces are legal
/// without trial unless they bring a piece back.
#[inline(always)]
fn piece_checks<R: Topology>(rules: &Rules, state: &State, king: usize, list: &mut MoveList) -> bool {
    let us = state.turn.index();
    let own = R::trim(state.colors[us]);
    let occupied = R::trim(state.occupied());
    let own_king = state.kings[us];
    if rules.pairs || state.en_passant != 0 || own_king == NOWHERE || may_castle(rules, state, state.turn) {
        return false;
    }
    let sources = CheckSources::to::<R>(rules, state, king);
    let pawns = state.roles[Role::Pawn as usize] & own;
    if sources.discoverers & (pawns | bit(own_king.into())) != 0
        || each(pawns).any(|from| pawn_may_check(rules, state, &sources, from))
    {
        return false;
    }
    if king_attacked::<R>(rules, state, state.turn) {
        return !may_check::<R>(rules, state, king);
    }
    let free = free_non_pawns(rules, state, state.turn);
    let trials = rules.rebirth != Rebirth::None;
    let mut closing = None;
    for from in R::each(own & !pawns & !bit(own_king.into())) {
        let Some(role) = state.role_at(from) else { continue };
        let wanted = if sources.discoverers & bit(from) != 0 {
            !own
        } else {
            sources.check_cells[role as usize] & !own
        };
        let reach = attacks::<R>(rules, role, state.way_at(from), from, occupied);
        let checking = reach & wanted & !bit(king);
        if checking == 0 {
            continue;
        }
        let closing = closing.get_or_insert_with(|| FlightFilter::new(rules, state));
        for to in R::each(closing.among(from, checking)) {
            let m = Move::plain(from, to);
            let takes = occupied & bit(to) != 0;
            let sure = free & bit(from) != 0 && !(trials && takes);
            if sure
                || takes && is_safe_capture::<R>(rules, state, from, to)
                || !takes && is_safe_after::<R>(rules, state, m)
            {
                list.push(m);
            }
        }
    }
    true
}

/// Appends the legal steps of the king, castling left out.
fn steps<R: Topology>(rules: &Rules, state: &State, king: usize, list: &mut MoveList) {
    let own = state.colors[state.turn.index()];
    let capturable = !state.roles[Role::King as usize];
    for to in each(rules.tables.king[king] & !own & capturable) {
        let m = Move::plain(king, to);
        if is_safe_after::<R>(rules, state, m) {
            list.push(m);
        }
    }
}

#[inline(always)]
fn checking_candidates<R: Topology>(
    rules: &Rules,
    state: &State,
    king: usize,
    too: AlwaysListed,
    list: &mut MoveList,
) -> u64 {
    let CheckSources { check_cells, discoverers } = CheckSources::to::<R>(rules, state, king);
    let discoverers = discoverers | too.occupied;
    let mut sink = CheckingSink { state, check_cells, discoverers, cells: too.cells, list, count: 0 };
    generate::<R, _>(rules, state, Legality::Full, &mut sink);
    let mut count = sink.count;
    if rules.pairs {
        // Removals of pairs open lines, so every move with one is a candidate.
        for choice in pairs::removals(rules, state) {
            let mut cleared = *state;
            pairs::remove(rules, &mut cleared, choice);
            let start = list.len();
            generate::<R, _>(rules, &cleared, Legality::Full, &mut Lister { list, pairs: choice });
            count += (list.len() - start) as u64;
        }
    }
    count
}

/// Whether the side to move has no legal move. A flight of the king, or the room of a free piece, often
/// answers at once.
#[inline(always)]
fn is_stuck<R: Topology>(rules: &Rules, state: &State, check: bool) -> bool {
    let king = state.kings[state.turn.index()];
    if king == NOWHERE || forbids_check(rules, state) {
        return !can_move(rules, state);
    }
    let king = usize::from(king);
    let occupied = state.occupied();
    let view = View { occupied: occupied ^ bit(king), attackers: state.colors[(!state.turn).index()] };
    let flights = rules.tables.king[king] & !occupied;
    if each(flights).any(|to| !attacked::<R>(rules, state, to, view)) {
        return false;
    }
    if !check && each(free_non_pawns(rules, state, state.turn)).any(|piece| room(rules, state, piece) != 0) {
        return false;
    }
    !can_move(rules, state)
}
