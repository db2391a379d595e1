//! The defender's move before the last: of quiet moves only those after which some last move may succeed (claim 3 of
//! [`super`]).

use super::empty_board::{opened_lines, pawn_reach};
use crate::chess::{Kind, Role};
use crate::lattice::movegen::{Legality, Lister, Sink, attacks, generate};
use crate::lattice::state::{LatticeMove, LatticeState, MoveKind, MoveList, homes};
use crate::lattice::tables::{LatticeRules, NOWHERE, Topology, bit, each, for_board};

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
        let ruled_out = !self.has_pairs() && self.flights_matter() && king != NOWHERE;
        if !ruled_out || may_castle(self, state) {
            return self.legal_moves(state, list);
        }
        let king = usize::from(king);
        for_board!(self, R => {
            let quiet = QuietMoves::find::<R>(self, state, king, check);
            let list = Lister { list, pairs: 0 };
            generate::<R, _>(self, state, Legality::Full, &mut HelpingSink { rules: self, state, king, quiet, list });
        });
    }
}

/// Whether a king and a rook of the side not to move have castling rights.
fn may_castle(rules: &LatticeRules, state: &LatticeState) -> bool {
    let side = (!state.turn).index();
    let has_right = |cell: u8| state.unmoved & state.colors[side] & bit(cell.into()) != 0;
    rules.castles[side].iter().any(|castle| has_right(castle.king) && has_right(castle.rook))
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

    /// Finds the quiet moves that matter, from all last moves of the other side's pieces.
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
        let sliders = rules.sliders(state, them);
        let (blocked, blockers) = blocked_flights(rules, state, flights, king, sliders);
        let rebirth_cells = homes(rules, state, us);
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
                // The quiet move and a reborn piece fill one flight each. The rest can only be attacked
                // through a vacated cell.
                let reborn = open & rebirth_cells != 0;
                let most = 1 + u32::from(reborn);
                if open & blocked != 0 && (open & !blocked).count_ones() <= most {
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

    /// Returns the cells, among some, to which a piece may go by such a move.
    fn among(self, from: usize, cells: u128) -> u128 {
        if self.pieces & bit(from) != 0 { cells } else { cells & self.cells }
    }
}

/// Returns the cells that a piece of the side not to move may attack from a cell, promoted if it promotes there.
#[inline(always)]
fn seen_from(rules: &LatticeRules, state: &LatticeState, role: Role, way: usize, cell: usize) -> u128 {
    let side = (!state.turn).index();
    let seen = rules.empty_attacks(role, way, cell);
    let [first, second] = rules.promotion[side];
    if role != Role::Pawn || (first | second) & bit(cell) == 0 {
        return seen;
    }
    let kinds = rules.promotion_kinds[side].iter().filter_map(|kind| kind.role());
    kinds.fold(seen, |set, role| set | rules.empty_attacks(role, way, cell))
}

/// Lists all moves but the quiet ones that are left out.
struct HelpingSink<'a> {
    rules: &'a LatticeRules,
    state: &'a LatticeState,
    king: usize,
    quiet: QuietMoves,
    list: Lister<'a>,
}

impl HelpingSink<'_> {
    #[inline(always)]
    fn among(&self, from: usize, targets: u128) -> u128 {
        let enemy = self.state.colors[(!self.state.turn).index()];
        if from == self.king {
            return targets;
        }
        targets & enemy | self.quiet.among(from, targets & !enemy)
    }
}

impl Sink for HelpingSink<'_> {
    #[inline(always)]
    fn many(&mut self, from: usize, targets: u128) {
        self.list.many(from, self.among(from, targets));
    }

    fn promotions(&mut self, from: usize, targets: u128, kinds: &[Kind]) {
        self.list.promotions(from, self.among(from, targets), kinds);
    }

    /// A double step is a quiet move unless a pawn may capture it en passant.
    fn special(&mut self, m: LatticeMove) {
        let (t, from) = (&*self.rules.tables, usize::from(m.from));
        let pawns = self.state.set(!self.state.turn, Role::Pawn);
        let mut passed = each(t.push[self.state.way_at(from)][from]);
        let quiet = m.kind == MoveKind::Double
            && !passed.any(|cell| (t.taken_from[0][cell] | t.taken_from[1][cell]) & pawns != 0);
        if !quiet || self.quiet.among(from, bit(m.to.into())) != 0 {
            self.list.special(m);
        }
    }
}

/// Returns the flights that a slider of the other side would attack if one blocker of the king's side were gone, and
/// these blockers.
fn blocked_flights(
    rules: &LatticeRules,
    state: &LatticeState,
    flights: u128,
    king: usize,
    sliders: [u128; 2],
) -> (u128, u128) {
    let occupied = state.occupied() & !bit(king);
    let ours = state.colors[state.turn.index()];
    let (mut cells, mut blockers) = (0, 0);
    for flight in each(flights) {
        let found = rules.tables.sole_blockers(flight, ours, occupied, sliders);
        if found != 0 {
            cells |= bit(flight);
            blockers |= found;
        }
    }
    (cells, blockers)
}
