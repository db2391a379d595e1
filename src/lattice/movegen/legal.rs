//! Legal moves under all rules, listed or counted; moves made; checks. Each function runs the generator that is compiled for the
//! topology of the board.

use super::attack::{attacks_of_kind, attacks_of_role, is_king_attacked};
use super::generate::{Legality, generate, is_king_safe_after};
use super::sink::{Counter, Lister, NoisyLister};
use super::turn::{forbids_check, gives_forbidden_check, with_raised_halfmove};
use crate::chess::{Color, Kind, Role};
use crate::lattice::state::{LatticeMove, LatticeState, Made, MoveKind, MoveList, en_passant_key, pairs};
use crate::lattice::tables::{LatticeRules, NOWHERE, Topology, bit, for_board};

impl LatticeRules {
    /// Appends every legal move. There is none if the game is over by material or counters.
    pub fn legal_moves(&self, state: &LatticeState, list: &mut MoveList) {
        if !self.is_over(state) {
            self.moves_despite_counters(state, list);
        }
    }

    /// Returns every legal move, as [`LatticeRules::legal_moves`] lists them.
    #[inline]
    pub(crate) fn all_legal_moves(&self, state: &LatticeState) -> MoveList {
        let mut list = MoveList::new();
        self.legal_moves(state, &mut list);
        list
    }

    /// Appends every legal move, even if the game is over by material or counters. A mate has precedence over counters.
    pub(crate) fn moves_despite_counters(&self, state: &LatticeState, list: &mut MoveList) {
        for_board!(self, R => legal::<R>(self, state, list));
    }

    /// Appends the legal captures and promotions, except those with removals of pairs, without the rules of series. Under snaffle
    /// the moves are pseudo-legal.
    pub(crate) fn noisy_moves(&self, state: &LatticeState, list: &mut MoveList) {
        let legality = if self.may_leave_check { Legality::Pseudo } else { Legality::Full };
        let enemy = state.colors[(!state.turn).index()];
        let mut lister = NoisyLister { lister: Lister { list, pairs: 0 }, enemy };
        for_board!(self, R => generate::<R, _>(self, state, legality, &mut lister));
    }

    /// Returns the number of moves that are legal if rebirths are ignored, as a measure of mobility.
    pub(crate) fn count_roughly(&self, state: &LatticeState) -> u32 {
        for_board!(self, R => {
            let mut counter = Counter::<R>::new();
            generate::<R, _>(self, state, Legality::Rough, &mut counter);
            counter.count as u32
        })
    }

    /// Whether a move that is legal in another position is certainly pseudo-legal in this position. False for all special moves and
    /// removals of pairs.
    pub(crate) fn is_surely_pseudo_legal(&self, state: &LatticeState, m: LatticeMove) -> bool {
        let has_unusual_rules =
            self.may_leave_check || self.may_remove_pairs() || self.is_progressive() || self.bare_king_loses;
        !has_unusual_rules && for_board!(self, R => is_pseudo_legal::<R>(self, state, m))
    }

    /// Returns the key by which repetitions are found. It counts only those passed cells on which a capture is legal.
    pub(crate) fn repetition_key(&self, state: &LatticeState) -> u64 {
        let mut state = *state;
        if state.en_passant != 0 {
            let moves = self.all_legal_moves(&state);
            state.key ^= en_passant_key(self, &state);
            let legal = moves.iter().filter(|m| m.kind == MoveKind::EnPassant);
            state.en_passant = legal.fold(0, |set, m| set | bit(m.to.into()));
            state.key ^= en_passant_key(self, &state);
        }
        state.key
    }

    /// Whether a side's king is attacked.
    pub fn in_check(&self, state: &LatticeState, side: Color) -> bool {
        for_board!(self, R => is_king_attacked::<R>(self, state, side))
    }

    /// Returns the state after a move that [`LatticeRules::legal_moves`] listed for this one.
    pub fn after(&self, state: &LatticeState, m: LatticeMove) -> LatticeState {
        let mut next = with_raised_halfmove(state, m);
        for_board!(self, R => self.make_and_end_turn::<R>(&mut next, m));
        next
    }

    /// Makes a move that [`LatticeRules::legal_moves`] listed for a state, and returns what the move did.
    pub(crate) fn make(&self, state: &mut LatticeState, m: LatticeMove) -> Made {
        *state = with_raised_halfmove(state, m);
        for_board!(self, R => self.make_and_end_turn::<R>(state, m))
    }

    /// Appends all pseudo-legal moves: the own king may be attacked after them, and the rules of series are ignored.
    pub(crate) fn pseudo_legal_moves(&self, state: &LatticeState, list: &mut MoveList) {
        for pairs in std::iter::once(0).chain(pairs::removals(self, state)) {
            let mut cleared = *state;
            pairs::remove(self, &mut cleared, pairs);
            for_board!(self, R => list_moves::<R>(self, &cleared, Legality::Pseudo, Lister { list, pairs }));
        }
    }
}

/// Appends every move of the side to move, without the rules of series. Callers share one copy of this code for each topology.
#[inline(never)]
pub(crate) fn list_moves<R: Topology>(
    rules: &LatticeRules,
    state: &LatticeState,
    legality: Legality,
    mut lister: Lister<'_>,
) {
    generate::<R, _>(rules, state, legality, &mut lister);
}

/// Appends the legal moves, even if the game is over by material or counters.
#[inline(always)]
pub(crate) fn legal<R: Topology>(rules: &LatticeRules, state: &LatticeState, list: &mut MoveList) {
    let start = list.len();
    let legality = if rules.may_leave_check { Legality::Pseudo } else { Legality::Full };
    list_moves::<R>(rules, state, legality, Lister { list, pairs: 0 });
    for pairs in pairs::removals(rules, state) {
        let mut cleared = *state;
        pairs::remove(rules, &mut cleared, pairs);
        list_moves::<R>(rules, &cleared, legality, Lister { list, pairs });
    }
    if forbids_check(rules, state) {
        retain(list, start, |m| !gives_forbidden_check::<R>(rules, state, m));
    }
    if rules.may_leave_check && !has_way_out::<R>(rules, state, &list[start..]) {
        list.truncate(start);
    }
}

/// Whether a move is pseudo-legal. False for special moves, removals of pairs, and moves of custom kinds.
#[inline(always)]
fn is_pseudo_legal<R: Topology>(rules: &LatticeRules, state: &LatticeState, m: LatticeMove) -> bool {
    let t = &*rules.tables;
    let (from, to) = (usize::from(m.from), usize::from(m.to));
    let us = state.turn.index();
    let occupied = state.occupied();
    let enemy = state.colors[(!state.turn).index()];
    let is_own_piece = state.colors[us] & bit(from) != 0;
    let may_end_there = (state.colors[us] | state.roles[Role::King as usize]) & bit(to) == 0;
    if !m.is_plain() || !is_own_piece || !may_end_there {
        return false;
    }
    let Some(Kind::Known(role)) = state.kind_at(from) else { return false };
    let way = state.way_at(from);
    let reach = match role {
        Role::Pawn => (t.push[way][from] & !occupied) | (t.takes[way][from] & enemy),
        Role::King | Role::Queen | Role::Rook | Role::Bishop | Role::Knight => {
            attacks_of_role::<R>(rules, role, way, from, occupied)
        }
    };
    let promotes = role == Role::Pawn && rules.zone(us, way, from) & bit(to) != 0;
    let may_become = |kind: Kind| rules.promotion_kinds[us].contains(&kind);
    let promotion_fits = match m.promotion {
        None => !promotes || may_become(Kind::PAWN),
        Some(kind) => promotes && may_become(kind),
    };
    reach & bit(to) != 0 && promotion_fits
}

/// Whether one of some moves captures the enemy king or leaves the own king safe. If none does, no move is legal under snaffle.
fn has_way_out<R: Topology>(rules: &LatticeRules, state: &LatticeState, moves: &[LatticeMove]) -> bool {
    let enemy_king = state.kings[(!state.turn).index()];
    let takes_king = |m: LatticeMove| enemy_king != NOWHERE && m.to == enemy_king;
    moves.iter().any(|&m| takes_king(m) || is_king_safe_after::<R>(rules, state, m))
}

/// Removes those moves from index `start` on that `is_kept` refuses.
pub(crate) fn retain(list: &mut MoveList, start: usize, mut is_kept: impl FnMut(LatticeMove) -> bool) {
    let mut end = start;
    for i in start..list.len() {
        if is_kept(list[i]) {
            list[end] = list[i];
            end += 1;
        }
    }
    list.truncate(end);
}

/// Returns the number of legal moves, even if the game is over by material or counters.
#[inline(always)]
pub(crate) fn count<R: Topology>(rules: &LatticeRules, state: &LatticeState) -> u64 {
    if rules.may_leave_check || forbids_check(rules, state) {
        let mut list = MoveList::new();
        legal::<R>(rules, state, &mut list);
        return list.len() as u64;
    }
    let mut counter = Counter::<R>::new();
    generate::<R, _>(rules, state, Legality::Full, &mut counter);
    for pairs in pairs::removals(rules, state) {
        let mut cleared = *state;
        pairs::remove(rules, &mut cleared, pairs);
        generate::<R, _>(rules, &cleared, Legality::Full, &mut counter);
    }
    counter.count
}

/// Returns the cells that the piece on a cell attacks, as if an enemy stood on each of them.
pub(crate) fn attacks_of(rules: &LatticeRules, state: &LatticeState, cell: usize) -> u128 {
    let Some(kind) = state.kind_at(cell) else { return 0 };
    for_board!(rules, R => attacks_of_kind::<R>(rules, state, kind, cell, state.occupied())) & !bit(cell)
}
