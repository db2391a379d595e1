//! The defender's moves before the last move. Of its quiet moves only those remain after which some last move may succeed (claim
//! 3 of [`super`]).

use super::empty_board::{opened_lines, pawn_reach};
use crate::chess::Role;
use crate::lattice::movegen::{Legality, Lister, attacks, list_moves, retain, sliders};
use crate::lattice::state::{
    LatticeMove, LatticeState, MoveKind, MoveList, may_be_taken_in_passing, rebirth_cells,
};
use crate::lattice::tables::{LatticeRules, NOWHERE, Sliders, Topology, bit, each, for_board};

/// Whether the last move must give check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Check {
    /// The last move mates.
    Given,
    /// The last move stalemates.
    NotGiven,
}

impl LatticeRules {
    /// Appends every legal move after which the other side may mate or stalemate, perhaps with others.
    pub(crate) fn helping_moves(&self, state: &LatticeState, check: Check, list: &mut MoveList) {
        let king = state.kings[state.turn.index()];
        let claim_holds = !self.may_remove_pairs() && self.flights_matter() && !may_castle(self, state);
        if !claim_holds || king == NOWHERE {
            return self.legal_moves(state, list);
        }
        let king = usize::from(king);
        let start = list.len();
        let quiet = for_board!(self, R => {
            list_moves::<R>(self, state, Legality::Full, Lister { list, pairs: 0 });
            QuietMoves::find::<R>(self, state, king, check)
        });
        retain(list, start, |m| !is_quiet(self, state, m) || quiet.contains(m));
    }
}

/// Whether a king and a rook of the side not to move have castling rights.
fn may_castle(rules: &LatticeRules, state: &LatticeState) -> bool {
    let side = (!state.turn).index();
    let with_right = state.unmoved & state.colors[side];
    rules.castles[side].iter().any(|castle| castle.homes() & !with_right == 0)
}

/// The quiet moves, other than the king's, that may let the other side end the play.
#[derive(Clone, Copy, Default)]
struct QuietMoves {
    /// The pieces that may go anywhere.
    pieces: u128,
    /// The cells to which every piece may go.
    cells: u128,
}

impl QuietMoves {
    const ALL: QuietMoves = QuietMoves { pieces: !0, cells: !0 };

    /// Returns the quiet moves that matter, found from all last moves of the other side's pieces.
    #[inline(always)]
    fn find<R: Topology>(
        rules: &LatticeRules,
        state: &LatticeState,
        king: usize,
        check: Check,
    ) -> QuietMoves {
        let (us, them) = (state.turn, !state.turn);
        let flights = rules.flights(state, us);
        if flights == 0 && check == Check::NotGiven {
            return QuietMoves::ALL;
        }
        let (ours, theirs) = (state.colors[us.index()], state.colors[them.index()]);
        let sliders = sliders(rules, state, theirs);
        let BlockedFlights { cells: blocked, blockers } =
            blocked_flights(rules, state, flights, king, sliders);
        let rebirth_cells = rebirth_cells(rules, state, us);
        let mut quiet = QuietMoves::default();
        for from in R::each(theirs) {
            let (Some(role), way) = (state.role_at(from), state.way_at(from)) else { continue };
            let reach = match role {
                Role::Pawn => pawn_reach(rules, them, way, from),
                Role::King | Role::Queen | Role::Rook | Role::Bishop | Role::Knight => {
                    attacks::<R>(rules, role, way, from, theirs)
                }
            };
            let behind = opened_lines(rules, from, sliders);
            for to in each(reach & !theirs & !bit(king)) {
                let seen = behind | seen_from(rules, state, role, way, to);
                if check == Check::Given && seen & bit(king) == 0 {
                    continue;
                }
                let open = flights & !seen & !bit(to);
                // The quiet move and a reborn piece fill one flight each. All other flights can only be attacked
                // through a vacated cell.
                let reborn = open & rebirth_cells != 0;
                let filled = 1 + u32::from(reborn);
                if open & blocked != 0 && (open & !blocked).count_ones() <= filled {
                    quiet.pieces |= blockers;
                }
                let takes = ours & bit(to) != 0;
                match open.count_ones() {
                    0 => return QuietMoves::ALL,
                    1 if reborn && takes => return QuietMoves::ALL,
                    // The captured piece, which is reborn, may have come to its cell by the quiet move.
                    1 if reborn => quiet.cells |= open | bit(to),
                    1 => quiet.cells |= open,
                    2 if reborn && takes => quiet.cells |= open,
                    _ => {}
                }
            }
        }
        quiet
    }

    fn contains(self, m: LatticeMove) -> bool {
        self.pieces & bit(m.from.into()) != 0 || self.cells & bit(m.to.into()) != 0
    }
}

/// Returns the cells that a piece of the side not to move may attack from a cell, also as what it may become there.
#[inline(always)]
fn seen_from(rules: &LatticeRules, state: &LatticeState, role: Role, way: usize, cell: usize) -> u128 {
    let side = (!state.turn).index();
    let seen = rules.empty_attacks(role, way, cell);
    let [first, second] = rules.promotion_zones[side];
    if role != Role::Pawn || (first | second) & bit(cell) == 0 {
        return seen;
    }
    let kinds = rules.promotion_kinds[side].iter().filter_map(|kind| kind.role());
    kinds.fold(seen, |set, role| set | rules.empty_attacks(role, way, cell))
}

/// Whether claim 3 covers a move: it captures nothing, is not the king's, and cannot be answered by a capture en passant.
fn is_quiet(rules: &LatticeRules, state: &LatticeState, m: LatticeMove) -> bool {
    match m.kind {
        MoveKind::Plain => {
            state.kings[state.turn.index()] != m.from && state.occupied() & bit(m.to.into()) == 0
        }
        MoveKind::Double => !may_be_taken_in_passing(rules, state, m.from.into()),
        MoveKind::EnPassant | MoveKind::Castle => false,
    }
}

/// The flights that a slider of the other side would attack if one blocker of the king's side were gone.
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
