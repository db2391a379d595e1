//! Flights: the empty cells beside a king that nothing attacks. A king left with one is neither mated nor
//! stalemated, so a move that ends a problem must cover every flight there is. It can do so only
//! - with the piece that moves, from where it ends (or by ending there),
//! - by opening a line through the cell that it leaves,
//! - by taking a piece that is reborn on the flight.
//!
//! The words of all the files that rule moves out before they are tried (`approach`, `besiege`, `sources`, `flight`,
//! `idle`, `probe`, `siege`, `span`):
//! - A piece *sees* the cells that it attacks, over the empty board where nothing else is said.
//! - A *flight* of a king is an empty cell beside it that no enemy attacks once the king has left its own.
//! - A move *covers* a flight when after it an enemy of the king sees the flight, or anybody stands on it.
//! - A piece that leaves a line *opens* it to the sliders behind; an *unveiler* so opens one to the king.
//! - A piece *blockers* a flight when it alone stands between this and a slider that would else see it.
//! - A *free* piece stands on no line with its own king, so that nothing pins it; its *room* is the empty cells that
//!   it reaches in one step or leap.
//! - A move *stops* a free piece by taking it or by filling the one cell of its room.
//! - A move is *quiet* when it takes nothing, and *idle* when it is legal and gives no check.
//! - The *last* move mates or stalemates. The other side's move before it *serves* when some last move may follow.
//!
//! Taking pawn pairs off, castling and taking in passing do more and are never ruled out. Nothing is
//! said where a step of the king onto such a cell might be illegal or beside the point: in series of a
//! progressive variant, and where kings can be taken or bare kings lose.

use super::empty_board::opened_lines;
use crate::chess::{Color, Role};
use crate::lattice::movegen::{Legality, Lister, Sink, View, attacked, generate};
use crate::lattice::state::{Move, MoveKind, MoveList, State, Victim};
use crate::lattice::tables::{NOWHERE, Rules, Topology, bit, each, for_board};
use crate::variant::Rebirth;

impl Rules {
    /// Whether a step of a king to a flight is always legal and a way out.
    pub(super) fn flights_matter(&self) -> bool {
        !self.ends_by_material() && !self.is_progressive()
    }

    /// The flights of a side's king; none where they say nothing.
    pub(crate) fn flights(&self, state: &State, side: Color) -> u128 {
        let king = state.kings[side.index()];
        if king == NOWHERE || !self.flights_matter() {
            return 0;
        }
        for_board!(self, R => flights::<R>(self, state, side, king.into()))
    }

    /// Whether a move of the side to move surely leaves the other king one of the flights that it has.
    pub(crate) fn leaves_flight(&self, state: &State, flights: u128, m: Move) -> bool {
        let special = matches!(m.kind, MoveKind::EnPassant | MoveKind::Castle) || m.pairs != 0;
        if flights == 0 || special {
            return false;
        }
        let (from, to) = (usize::from(m.from), usize::from(m.to));
        let role = m.promotion.or_else(|| state.role_at(from)).unwrap_or(Role::King);
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

    /// Appends the legal moves that do not surely leave the other king a flight.
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

/// What a move must do about the flights of the other king, for many moves of one piece at once.
#[derive(Clone, Copy)]
pub(super) struct FlightFilter<'a> {
    rules: &'a Rules,
    state: &'a State,
    flights: u128,
    sliders: [u128; 2],
    /// Pieces that come back when taken.
    reborn: u128,
}

impl<'a> FlightFilter<'a> {
    /// For the side to move.
    pub fn new(rules: &'a Rules, state: &'a State) -> FlightFilter<'a> {
        let flights = rules.flights(state, !state.turn);
        let sliders = rules.sliders(state, state.turn);
        let reborn = if rules.rebirth == Rebirth::None { 0 } else { state.colors[(!state.turn).index()] };
        FlightFilter { rules, state, flights, sliders, reborn }
    }

    /// Of a piece's plain moves those that do not surely leave a flight: to cells from which it sees
    /// every flight that it opens no line to, and captures that may fill one.
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

/// Lists plain moves that do not surely leave a flight, and all special ones.
struct FlightSink<'a> {
    closing: FlightFilter<'a>,
    list: Lister<'a>,
}

impl Sink for FlightSink<'_> {
    #[inline(always)]
    fn many(&mut self, from: usize, targets: u128) {
        self.list.many(from, self.closing.among(from, targets));
    }

    fn promotions(&mut self, from: usize, targets: u128, roles: &[Role]) {
        self.list.promotions(from, targets, roles);
    }

    fn special(&mut self, from: usize, to: usize, kind: MoveKind) {
        self.list.special(from, to, kind);
    }
}
