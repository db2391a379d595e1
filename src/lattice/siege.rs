//! Flights: the empty cells beside a king that nothing attacks. A king left with one is neither mated nor
//! stalemated, so a move that ends a problem must see to every flight there is. It can do so only
//! - with the man that moves, from where it ends (or by ending there),
//! - by opening a line through the cell that it leaves,
//! - by taking a man that is reborn on the flight.
//!
//! Lines and reaches are taken as on an empty board, so what is ruled out here is ruled out for certain.
//! Taking pawn pairs off, castling and taking in passing do more and are never ruled out. Nothing is
//! said where a step of the king onto such a cell might be illegal or beside the point: in series of a
//! progressive variant, and where kings can be taken or bare kings lose.

use super::attack::{View, attacked};
use super::bits::{bit, each};
use super::generate::{Safety, generate};
use super::idle::{may_castle, movers_before_stalemate};
use super::legal::for_board;
use super::moves::{Lister, Move, MoveKind, MoveList, Sink};
use super::reach::{Closed, Reach, Straight, Through};
use super::rebirth::Victim;
use super::rules::Rules;
use super::state::{NOWHERE, State};
use crate::board::Chart;
use crate::piece::{Color, Role};
use crate::variant::Rebirth;

/// Which quiet moves may serve, all others of the same side having been ruled out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Serving {
    /// Men that may serve wherever they go.
    from: u128,
    /// Cells on which any man may serve.
    to: u128,
    /// Men to which all this is confined.
    movers: u128,
}

const ALL: Serving = Serving { from: !0, to: !0, movers: !0 };
const NONE: Serving = Serving { from: 0, to: 0, movers: 0 };

impl Serving {
    /// Whether a legal move may serve. Captures, king's and special moves always may.
    pub fn admits(&self, state: &State, m: Move) -> bool {
        let (from, to) = (bit(m.from.into()), bit(m.to.into()));
        let quiet = m.kind == MoveKind::Plain && state.men() & to == 0;
        let kings = state.roles[Role::King as usize] & from != 0;
        !quiet || kings || self.movers & from != 0 && (self.from & from != 0 || self.to & to != 0)
    }
}

/// Lists captures, king's and special moves, and the quiet moves that serve.
struct Chosen<'a> {
    serving: Serving,
    /// Men whose moves are all listed.
    always: u128,
    /// What may be taken.
    prey: u128,
    list: Lister<'a>,
}

impl Chosen<'_> {
    fn among(&self, from: usize, targets: u128) -> u128 {
        let Serving { from: men, to, movers } = self.serving;
        if self.always & bit(from) != 0 || men & movers & bit(from) != 0 {
            targets
        } else if movers & bit(from) != 0 {
            targets & (to | self.prey)
        } else {
            targets & self.prey
        }
    }
}

impl Sink for Chosen<'_> {
    #[inline(always)]
    fn many(&mut self, from: usize, targets: u128) {
        self.list.many(from, self.among(from, targets));
    }

    fn promotions(&mut self, from: usize, targets: u128, roles: &[Role]) {
        self.list.promotions(from, self.among(from, targets), roles);
    }

    fn special(&mut self, from: usize, to: usize, kind: MoveKind) {
        self.list.special(from, to, kind);
    }
}

impl Rules {
    /// Whether a step of a king to a flight is always legal and a way out.
    fn flights_count(&self) -> bool {
        !self.ends_by_men() && !self.is_progressive()
    }

    /// The flights of a side's king; none where they say nothing.
    pub(crate) fn flights(&self, state: &State, side: Color) -> u128 {
        let king = state.kings[side.index()];
        if king == NOWHERE || !self.flights_count() {
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
        let mut seen = bit(to) | self.span(role, state.way_at(from), to);
        if flights & !seen == 0 {
            return false;
        }
        seen |= opened(self, from, self.sliders(state, state.turn));
        if self.rebirth != Rebirth::None
            && state.colors[(!state.turn).index()] & bit(to) != 0
            && let Some((home, _)) = Victim::at(state, to).and_then(|v| v.home(self, !state.turn))
        {
            seen |= bit(home.into());
        }
        flights & !seen != 0
    }

    /// Appends the legal moves that do not surely leave the other king a flight.
    pub(crate) fn closing_moves(&self, state: &State, list: &mut MoveList) {
        let closing = Closing::new(self, state);
        if self.pairs || closing.flights == 0 {
            return self.legal_moves(state, list);
        }
        let mut closers = Closers { closing, list: Lister { list, pairs: 0 } };
        for_board!(self, R => generate::<R, _>(self, state, Safety::Kept, &mut closers));
    }

    /// Which moves of the side to move may let the other side mate it, or stalemate it, with its next move:
    /// all but quiet moves that surely leave the king a flight which the next move cannot close, or men
    /// that the next move cannot stop.
    pub(super) fn serving(&self, state: &State, check: Check) -> Serving {
        if self.pairs || !self.flights_count() || may_castle(self, state, !state.turn) {
            return ALL;
        }
        let serving = for_board!(self, R => serving::<R>(self, state, check));
        match check {
            Check::Given => serving,
            Check::NotGiven => {
                movers_before_stalemate(self, state).map_or(NONE, |movers| Serving { movers, ..serving })
            }
        }
    }

    /// Appends the legal moves that serve.
    pub(crate) fn serving_moves(&self, state: &State, check: Check, list: &mut MoveList) {
        let serving = self.serving(state, check);
        if serving == ALL {
            return self.legal_moves(state, list);
        }
        let always = state.set(state.turn, Role::King);
        let prey = state.colors[(!state.turn).index()];
        let mut chosen = Chosen { serving, always, prey, list: Lister { list, pairs: 0 } };
        for_board!(self, R => generate::<R, _>(self, state, Safety::Kept, &mut chosen));
    }

    /// All that a man of a kind attacks from a cell of the empty board; a pawn in the way that it goes, on
    /// round boards in both.
    fn span(&self, role: Role, way: usize, cell: usize) -> u128 {
        let t = self.tables;
        match role {
            Role::King => t.king[cell],
            Role::Queen if self.leapers => t.counsellor[cell],
            Role::Queen => t.rook_span[cell] | t.bishop_span[cell],
            Role::Rook => t.rook_span[cell],
            Role::Bishop if self.leapers => t.elephant[cell],
            Role::Bishop => t.bishop_span[cell],
            Role::Knight => t.knight[cell],
            Role::Pawn if self.has_ways() => t.takes[0][cell] | t.takes[1][cell],
            Role::Pawn => t.takes[way][cell],
        }
    }

    /// The cells from which a man of a kind sees one on the empty board.
    fn seen_from(&self, role: Role, way: usize, cell: usize) -> u128 {
        let t = self.tables;
        match role {
            Role::Knight => t.knight_from[cell],
            Role::Pawn if self.has_ways() => t.taken_from[0][cell] | t.taken_from[1][cell],
            Role::Pawn => t.taken_from[way][cell],
            // Lines, neighbours and elephants' leaps go both ways.
            Role::King | Role::Queen | Role::Rook | Role::Bishop => self.span(role, way, cell),
        }
    }

    /// A side's men that move along lines: straight, and slant.
    pub(super) fn sliders(&self, state: &State, side: Color) -> [u128; 2] {
        let of = |role| state.set(side, role);
        if self.leapers {
            [of(Role::Rook), 0]
        } else {
            [of(Role::Rook) | of(Role::Queen), of(Role::Bishop) | of(Role::Queen)]
        }
    }
}

/// What a move must do about the flights of the other king, for many moves of one man at once.
#[derive(Clone, Copy)]
pub(super) struct Closing<'a> {
    rules: &'a Rules,
    state: &'a State,
    flights: u128,
    sliders: [u128; 2],
    /// Men that come back when taken.
    reborn: u128,
}

impl<'a> Closing<'a> {
    /// For the side to move.
    pub fn new(rules: &'a Rules, state: &'a State) -> Closing<'a> {
        let flights = rules.flights(state, !state.turn);
        let sliders = rules.sliders(state, state.turn);
        let reborn = if rules.rebirth == Rebirth::None { 0 } else { state.colors[(!state.turn).index()] };
        Closing { rules, state, flights, sliders, reborn }
    }

    /// Of a man's plain moves those that do not surely leave a flight: to cells from which it sees
    /// every flight that it opens no line to, and captures that may fill one.
    #[inline(always)]
    pub fn among(&self, from: usize, targets: u128) -> u128 {
        if self.flights == 0 || targets == 0 {
            return targets;
        }
        let open = self.flights & !opened(self.rules, from, self.sliders);
        let role = self.state.role_at(from).unwrap_or(Role::King);
        let way = self.state.way_at(from);
        let closing = |cells, flight| cells & (self.rules.seen_from(role, way, flight) | bit(flight));
        let cells = each(open).fold(targets, closing);
        let fills = |&to: &usize| !self.rules.leaves_flight(self.state, self.flights, Move::plain(from, to));
        each(targets & !cells & self.reborn).filter(fills).fold(cells, |set, to| set | bit(to))
    }
}

/// Lists plain moves that do not surely leave a flight, and all special ones.
struct Closers<'a> {
    closing: Closing<'a>,
    list: Lister<'a>,
}

impl Sink for Closers<'_> {
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

/// Whether the move that ends a problem must give check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Check {
    /// It mates.
    Given,
    /// It stalemates.
    NotGiven,
}

fn flights<R: Reach>(rules: &Rules, state: &State, side: Color, king: usize) -> u128 {
    let men = state.men();
    let view = View { men: men ^ bit(king), attackers: state.colors[(!side).index()] };
    let free = |&cell: &usize| !attacked::<R>(rules, state, cell, view);
    each(rules.tables.king[king] & !men).filter(free).fold(0, |set, cell| set | bit(cell))
}

/// The cells on lines that a man may open for sliders by leaving its cell.
pub(super) fn opened(rules: &Rules, from: usize, [straight, slant]: [u128; 2]) -> u128 {
    let t = rules.tables;
    let along = if t.rook_span[from] & straight & !bit(from) != 0 { t.rook_span[from] } else { 0 };
    let across = if t.bishop_span[from] & slant & !bit(from) != 0 { t.bishop_span[from] } else { 0 };
    along | across
}

/// Every cell on which a man of a side may be reborn.
fn homes(rules: &Rules, state: &State, side: Color) -> u128 {
    match rules.rebirth {
        Rebirth::None => 0,
        Rebirth::Own => {
            let cells = each(state.colors[side.index()]).map(|cell| state.homes[cell]);
            cells.filter(|&home| home != NOWHERE).fold(0, |set, home| set | bit(home.into()))
        }
        Rebirth::Circe => {
            let posts = rules.array.iter().filter(|post| post.color == side);
            let [first, second] = rules.starts[side.index()];
            posts.fold(first | second, |set, post| set | post.cell.bit())
        }
    }
}

/// Which quiet moves of the side to move let the other side mate it (or stalemate it) with one move. Every
/// flight must be filled by the quiet move, or attacked through the cell that it leaves, or seen to by the
/// other side's move: so all of these are looked at, with what they leave open, over lines that pass the
/// men of the side to move, for one of them may be out of the way by then.
fn serving<R: Reach>(rules: &Rules, state: &State, check: Check) -> Serving {
    let (us, them) = (state.turn, !state.turn);
    let king = state.kings[us.index()];
    if king == NOWHERE {
        return ALL;
    }
    let t = rules.tables;
    let king = usize::from(king);
    let flights = flights::<R>(rules, state, us, king);
    if flights == 0 && check == Check::NotGiven {
        return ALL;
    }
    let theirs = state.colors[them.index()];
    let ours = state.colors[us.index()];
    let sliders = rules.sliders(state, them);
    let (shaded, shades) = shaded(rules, state, flights, king, sliders);
    let births = homes(rules, state, us) & flights;
    let mut found = Serving { from: 0, to: 0, movers: !0 };
    for from in each(theirs) {
        let Some(role) = state.role_at(from) else { continue };
        let way = state.way_at(from);
        let reach = match role {
            Role::King | Role::Knight => rules.span(role, way, from),
            Role::Queen | Role::Bishop if rules.leapers => rules.span(role, way, from),
            Role::Queen => R::rook(t, from, theirs) | R::bishop(t, from, theirs),
            Role::Rook => R::rook(t, from, theirs),
            Role::Bishop => R::bishop(t, from, theirs),
            Role::Pawn => pawn_reach(rules, them, way, from),
        };
        let behind = opened(rules, from, sliders);
        for to in each(reach & !theirs & !bit(king)) {
            let mut seen = rules.span(role, way, to) | behind;
            if role == Role::Pawn && rules.promotion[them.index()].iter().any(|zone| zone & bit(to) != 0) {
                seen |= rules.promotion_roles.iter().fold(0, |set, &role| set | rules.span(role, way, to));
            }
            if check == Check::Given && seen & bit(king) == 0 {
                continue;
            }
            let open = flights & !seen & !bit(to);
            // What one man and one reborn man can fill; more can only be attacked through a cell left.
            let births = open & births;
            let most = 1 + u32::from(births != 0);
            if open & shaded != 0 && (open & !shaded).count_ones() <= most {
                found.from |= shades;
            }
            let takes = ours & bit(to) != 0;
            match open.count_ones() {
                0 => return ALL,
                1 if births != 0 && takes => return ALL,
                // The man that is taken and reborn may have gone there just before.
                1 if births != 0 => found.to |= open | bit(to),
                1 => found.to |= open,
                2 if births != 0 && takes => found.to |= open,
                _ => {}
            }
        }
    }
    found
}

/// Where a pawn may go or take, whoever stands there.
fn pawn_reach(rules: &Rules, side: Color, way: usize, from: usize) -> u128 {
    let t = rules.tables;
    let one = t.push[way][from];
    let doubles = rules.doubles[side.index()][way] & bit(from) != 0;
    let two = if doubles { each(one).fold(0, |set, cell| set | t.push[way][cell]) } else { 0 };
    one | two | t.takes[way][from]
}

/// The flights that a slider of the other side would attack if one man of the king's side were gone, and
/// those men.
fn shaded(
    rules: &Rules,
    state: &State,
    flights: u128,
    king: usize,
    [straight, slant]: [u128; 2],
) -> (u128, u128) {
    let t = rules.tables;
    let men = state.men() & !bit(king);
    let ours = state.colors[state.turn.index()];
    let (mut cells, mut shades) = (0, 0);
    for flight in each(flights) {
        let rays = &t.rays[flight];
        let mut look = |ray: usize, sliders: u128| {
            let ray = &rays[ray];
            if ray.cells & sliders != 0 {
                let first = ray.first(men);
                if first & ours != 0 && ray.first(men ^ first) & sliders != 0 {
                    cells |= bit(flight);
                    shades |= first;
                }
            }
        };
        if t.rook_span[flight] & straight != 0 {
            [0, 1, 4, 5].into_iter().for_each(|ray| look(ray, straight));
        }
        if t.bishop_span[flight] & slant != 0 {
            [2, 3, 6, 7].into_iter().for_each(|ray| look(ray, slant));
        }
    }
    (cells, shades)
}
