//! The defender's moves before the last move. Quiet moves after which no last move can succeed are dropped (claim 3 of [`super`]).

use super::empty_board::{opened_lines, pawn_reach};
use crate::chess::{Color, Role};
use crate::lattice::movegen::{Legality, Lister, attacks_of_role, list_moves, retain, sliders};
use crate::lattice::state::{
    LatticeMove, LatticeState, MoveKind, MoveList, may_be_taken_en_passant, rebirth_cells,
};
use crate::lattice::tables::{LatticeRules, NOWHERE, Sliders, Topology, bit, each, for_board};

/// Whether the last move has to give check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Check {
    /// The last move mates.
    Given,
    /// The last move stalemates.
    NotGiven,
}

impl LatticeRules {
    /// Appends every legal move after which the other side can mate or stalemate, and perhaps other legal moves.
    pub(crate) fn helping_moves(&self, state: &LatticeState, check: Check, list: &mut MoveList) {
        let king = state.kings[state.turn.index()];
        let claim_holds =
            !self.may_remove_pairs() && self.flights_matter() && !attacker_may_castle(self, state);
        if !claim_holds || king == NOWHERE {
            return self.legal_moves(state, list);
        }
        let start = list.len();
        let helpful = for_board!(self, R => {
            list_moves::<R>(self, state, Legality::Full, Lister { list, pairs: 0 });
            self.helpful_quiet_moves::<R>(state, king.into(), check)
        });
        retain(list, start, |m| !is_quiet(self, state, m) || helpful.contains(m));
    }

    /// Returns the helpful quiet moves, by a test of all last moves of the attacker's pieces.
    #[inline(always)]
    fn helpful_quiet_moves<R: Topology>(
        &self,
        state: &LatticeState,
        king: usize,
        check: Check,
    ) -> HelpfulQuietMoves {
        let (us, them) = (state.turn, !state.turn);
        let flights = self.flights(state, us);
        if flights == 0 && check == Check::NotGiven {
            return HelpfulQuietMoves::ALL;
        }
        let (ours, theirs) = (state.colors[us.index()], state.colors[them.index()]);
        let their_sliders = sliders(self, state, theirs);
        let blocked = blocked_flights(self, state, flights, king, their_sliders);
        let our_homes = rebirth_cells(self, state, us);
        let mut helpful = HelpfulQuietMoves::default();
        for from in R::each(theirs) {
            let (Some(role), way) = (state.role_at(from), state.way_at(from)) else { continue };
            let reach = match role {
                Role::Pawn => pawn_reach(self, them, way, from),
                Role::King | Role::Queen | Role::Rook | Role::Bishop | Role::Knight => {
                    attacks_of_role::<R>(self, role, way, from, theirs)
                }
            };
            let opened = opened_lines(self, from, their_sliders);
            for to in each(reach & !theirs & !bit(king)) {
                let attacked = opened | self.empty_attacks_after(them, role, way, to);
                if check == Check::Given && attacked & bit(king) == 0 {
                    continue;
                }
                let uncovered = flights & !attacked & !bit(to);
                let may_be_reborn_there = uncovered & our_homes != 0;
                // The quiet move and a reborn piece can fill one flight each. All other flights can only be attacked
                // through a cell that the quiet move leaves.
                let most_filled = 1 + u32::from(may_be_reborn_there);
                if uncovered & blocked.cells != 0 && (uncovered & !blocked.cells).count_ones() <= most_filled
                {
                    helpful.from |= blocked.blockers;
                }
                let is_capture = ours & bit(to) != 0;
                match uncovered.count_ones() {
                    0 => return HelpfulQuietMoves::ALL,
                    1 if may_be_reborn_there && is_capture => return HelpfulQuietMoves::ALL,
                    // The quiet move may bring a piece to the cell of the capture, after which the piece is reborn on the flight.
                    1 if may_be_reborn_there => helpful.to |= uncovered | bit(to),
                    1 => helpful.to |= uncovered,
                    2 if may_be_reborn_there && is_capture => helpful.to |= uncovered,
                    _ => {}
                }
            }
        }
        helpful
    }

    /// Returns the cells of the empty board that a piece of a side may attack after its move to a cell. A pawn that may promote
    /// there attacks as any of the kinds that it may become.
    #[inline(always)]
    fn empty_attacks_after(&self, side: Color, role: Role, way: usize, cell: usize) -> u128 {
        let attacked = self.empty_attacks(role, way, cell);
        let [first_zone, second_zone] = self.promotion_zones[side.index()];
        if role != Role::Pawn || (first_zone | second_zone) & bit(cell) == 0 {
            return attacked;
        }
        let roles = self.promotion_kinds[side.index()].iter().filter_map(|kind| kind.role());
        roles.fold(attacked, |set, role| set | self.empty_attacks(role, way, cell))
    }
}

/// Whether the attacker, who is not to move, has the right to castle.
fn attacker_may_castle(rules: &LatticeRules, state: &LatticeState) -> bool {
    let side = (!state.turn).index();
    let with_right = state.first_move_rights & state.colors[side];
    rules.castles[side].iter().any(|castle| castle.starts() & !with_right == 0)
}

/// The defender's quiet moves, except the king's, after which some last move may succeed: those of some pieces, and those to some
/// cells.
#[derive(Clone, Copy, Default)]
struct HelpfulQuietMoves {
    from: u128,
    to: u128,
}

impl HelpfulQuietMoves {
    const ALL: HelpfulQuietMoves = HelpfulQuietMoves { from: !0, to: !0 };

    fn contains(self, m: LatticeMove) -> bool {
        self.from & bit(m.from.into()) != 0 || self.to & bit(m.to.into()) != 0
    }
}

/// Whether claim 3 covers a move: it captures nothing, is not the king's, and cannot be answered by a capture en passant.
fn is_quiet(rules: &LatticeRules, state: &LatticeState, m: LatticeMove) -> bool {
    match m.kind {
        MoveKind::Plain => {
            state.kings[state.turn.index()] != m.from && state.occupied() & bit(m.to.into()) == 0
        }
        MoveKind::Double => !may_be_taken_en_passant(rules, state, m.from.into()),
        MoveKind::EnPassant | MoveKind::Castle => false,
    }
}

/// The flights that have blockers, and all blockers of these flights.
#[derive(Default)]
struct BlockedFlights {
    cells: u128,
    blockers: u128,
}

fn blocked_flights(
    rules: &LatticeRules,
    state: &LatticeState,
    flights: u128,
    king: usize,
    sliders: Sliders,
) -> BlockedFlights {
    let occupied = state.occupied() & !bit(king);
    let ours = state.colors[state.turn.index()];
    let mut blocked = BlockedFlights::default();
    for flight in each(flights) {
        let blockers = rules.tables.sole_blockers(flight, ours, occupied, sliders);
        if blockers != 0 {
            blocked.cells |= bit(flight);
            blocked.blockers |= blockers;
        }
    }
    blocked
}
