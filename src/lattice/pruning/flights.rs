//! Flights, and the moves of the attacker that do not leave one uncovered (claim 2 of [`super`]).

use super::empty_board::opened_lines;
use crate::chess::{Color, Kind, Role};
use crate::lattice::movegen::{Legality, Lister, Sink, View, attacked, generate};
use crate::lattice::state::{Move, MoveKind, MoveList, State, Victim};
use crate::lattice::tables::{NOWHERE, Rules, Topology, bit, each, for_board};
use crate::variant::Rebirth;

impl Rules {
    /// Whether an uncovered flight always is a legal move that avoids the end. It is not in a progressive
    /// series, where kings can be taken, or where bare kings lose.
    pub(super) fn flights_matter(&self) -> bool {
        !self.is_beyond_proof() && !self.is_progressive()
    }

    /// The flights of a side's king; none where flights do not matter.
    pub(crate) fn flights(&self, state: &State, side: Color) -> u128 {
        let king = state.kings[side.index()];
        if king == NOWHERE || !self.flights_matter() {
            return 0;
        }
        for_board!(self, R => flights::<R>(self, state, side, king.into()))
    }

    /// Whether a move of the side to move surely leaves uncovered one of the other king's flights.
    pub(crate) fn leaves_flight(&self, state: &State, flights: u128, m: Move) -> bool {
        let special = matches!(m.kind, MoveKind::EnPassant | MoveKind::Castle) || m.pairs != 0;
        if flights == 0 || special {
            return false;
        }
        let (from, to) = (usize::from(m.from), usize::from(m.to));
        let role = m.promotion.map_or_else(|| state.role_at(from), Kind::role).unwrap_or(Role::King);
        let mut seen = bit(to) | self.empty_attacks(role, state.way_at(from), to);
        if flights & !seen == 0 {
            return false;
        }
        seen |= opened_lines(self, from, self.sliders(state, state.turn));
        if self.rebirth != Rebirth::None
            && state.colors[(!state.turn).index()] & bit(to) != 0
            && let Some((home, _)) = Victim::at(state, to).and_then(|v| v.home(self, !state.turn))
        {
            seen |= bit(home.into());
        }
        flights & !seen != 0
    }

    /// Appends the legal moves that may cover all flights of the other king.
    pub(crate) fn flight_covering_moves(&self, state: &State, list: &mut MoveList) {
        let closing = FlightFilter::new(self, state);
        if self.pairs || closing.flights == 0 {
            return self.legal_moves(state, list);
        }
        let mut closers = FlightSink { closing, list: Lister { list, pairs: 0 } };
        for_board!(self, R => generate::<R, _>(self, state, Legality::Full, &mut closers));
    }
}

pub(super) fn flights<R: Topology>(rules: &Rules, state: &State, side: Color, king: usize) -> u128 {
    let occupied = state.occupied();
    let view = View { occupied: occupied ^ bit(king), attackers: state.colors[(!side).index()] };
    let free = |&cell: &usize| !attacked::<R>(rules, state, cell, view);
    R::each(rules.tables.king[king] & !occupied).filter(free).fold(0, |set, cell| set | bit(cell))
}

/// Whether moves cover the flights of the other king, for many moves of one piece at once.
#[derive(Clone, Copy)]
pub(super) struct FlightFilter<'a> {
    rules: &'a Rules,
    state: &'a State,
    flights: u128,
    sliders: [u128; 2],
    /// Pieces that may be reborn when captured.
    reborn: u128,
}

impl<'a> FlightFilter<'a> {
    /// The filter for the side to move.
    pub fn new(rules: &'a Rules, state: &'a State) -> FlightFilter<'a> {
        let flights = rules.flights(state, !state.turn);
        let sliders = rules.sliders(state, state.turn);
        let reborn = if rules.rebirth == Rebirth::None { 0 } else { state.colors[(!state.turn).index()] };
        FlightFilter { rules, state, flights, sliders, reborn }
    }

    /// The plain moves of a piece, among the given ones, that may cover all flights. From its end it attacks every
    /// flight to which it opens no line, or its capture's rebirth may fill one.
    #[inline(always)]
    pub fn among(&self, from: usize, targets: u128) -> u128 {
        if self.flights == 0 || targets == 0 {
            return targets;
        }
        let open = self.flights & !opened_lines(self.rules, from, self.sliders);
        let role = self.state.role_at(from).unwrap_or(Role::King);
        let way = self.state.way_at(from);
        let closing = |cells, flight| cells & (self.rules.empty_attackers(role, way, flight) | bit(flight));
        let cells = each(open).fold(targets, closing);
        let fills = |&to: &usize| !self.rules.leaves_flight(self.state, self.flights, Move::plain(from, to));
        each(targets & !cells & self.reborn).filter(fills).fold(cells, |set, to| set | bit(to))
    }
}

/// Lists plain moves that may cover all flights, and all special moves.
struct FlightSink<'a> {
    closing: FlightFilter<'a>,
    list: Lister<'a>,
}

impl Sink for FlightSink<'_> {
    #[inline(always)]
    fn many(&mut self, from: usize, targets: u128) {
        self.list.many(from, self.closing.among(from, targets));
    }

    fn promotions(&mut self, from: usize, targets: u128, kinds: &[Kind]) {
        self.list.promotions(from, targets, kinds);
    }

    fn special(&mut self, from: usize, to: usize, kind: MoveKind) {
        self.list.special(from, to, kind);
    }
}
