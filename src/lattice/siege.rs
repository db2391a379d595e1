//! The last move but one of the side that is to be mated or stalemated: when it is quiet, the next move of
//! the other side must be able to see to every flight that it leaves (`flight.rs`), and stop every man.
//!
//! Lines and reaches are taken as on an empty board, so what is ruled out here is ruled out for certain.

use super::attack::attacks;
use super::bits::{bit, each};
use super::flight::flights;
use super::generate::{Safety, generate};
use super::idle::{may_castle, movers_before_stalemate};
use super::legal::for_board;
use super::moves::{Lister, Move, MoveKind, MoveList, Sink};
use super::reach::{Closed, Reach, Straight, Through};
use super::rules::Rules;
use super::span::{opened, pawn_reach};
use super::state::{NOWHERE, State};
use crate::board::Chart;
use crate::piece::{Color, Role};
use crate::variant::Rebirth;

/// Whether the move that ends a problem must give check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Check {
    /// It mates.
    Given,
    /// It stalemates.
    NotGiven,
}

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
            Role::Pawn => pawn_reach(rules, them, way, from),
            Role::King | Role::Queen | Role::Rook | Role::Bishop | Role::Knight => {
                attacks::<R>(rules, role, way, from, theirs)
            }
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
