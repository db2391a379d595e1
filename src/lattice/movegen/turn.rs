//! Turns: single moves, or series of 1, 2, 3 ... moves (`docs/rules/progressive.md` 1).

use super::attack::is_king_attacked;
use crate::chess::{Color, Series};
use crate::lattice::state::{BLACK_TO_MOVE, LatticeMove, LatticeState, Made, en_passant_key, make_on_board};
use crate::lattice::tables::{LatticeRules, NOWHERE, Topology, bit};
use crate::variant::Turns;

/// Returns a copy of a state with the count of quiet plies raised, before it is known whether the move resets the count. If the
/// move removes a pair, the count starts again.
///
/// Because one field differs, the compiler copies field by field. A plain copy would be a function call, after which the
/// next read stalls.
#[inline(always)]
pub(super) fn with_raised_halfmove(state: &LatticeState, m: LatticeMove) -> LatticeState {
    let halfmove = if m.pairs == 0 { state.halfmove.saturating_add(1) } else { 1 };
    LatticeState { halfmove, ..*state }
}

impl LatticeRules {
    /// Makes a move in a state that [`with_raised_halfmove`] returned. The turn passes to the other side, or the series goes on.
    #[inline(always)]
    pub(super) fn make_and_end_turn<R: Topology>(&self, state: &mut LatticeState, m: LatticeMove) -> Made {
        let made = make_on_board(self, state, m);
        if made.resets_halfmove(self) {
            state.halfmove = 0;
        }
        match self.turns {
            Turns::Alternating => end_turn(state),
            Turns::Italian | Turns::Scottish => self.count_move_of_series::<R>(state),
        }
        if state.en_passant != 0 {
            state.key ^= en_passant_key(self, state);
        }
        made
    }

    /// Counts a move of a series, and ends the series if the move was its last or, in a Scottish series, gives check.
    #[inline(always)]
    fn count_move_of_series<R: Topology>(&self, state: &mut LatticeState) {
        state.series.played += 1;
        let ends_by_check = self.turns == Turns::Scottish && is_king_attacked::<R>(self, state, !state.turn);
        if !ends_by_check && state.series.played < state.series.length {
            return;
        }
        end_series(state);
        if !self.may_remove_pairs() {
            // An occupied passed cell stays occupied until the next move, unless a pair is removed first.
            state.en_passant &= !state.occupied();
        }
    }

    /// Makes a null move: the other side is to move, and en passant captures lapse.
    pub(crate) fn pass(&self, state: &mut LatticeState) {
        if state.en_passant != 0 {
            state.key ^= en_passant_key(self, state);
            state.en_passant = 0;
        }
        change_turn(state);
    }
}

fn change_turn(state: &mut LatticeState) {
    state.turn = !state.turn;
    state.key ^= BLACK_TO_MOVE;
}

fn end_turn(state: &mut LatticeState) {
    if state.turn == Color::Black {
        state.fullmove = state.fullmove.saturating_add(1);
    }
    change_turn(state);
}

/// Ends a series. It was quiet if the count of quiet plies did not start again during it.
fn end_series(state: &mut LatticeState) {
    let Series { length, played, quiet } = state.series;
    let quiet = if state.halfmove >= played { quiet.saturating_add(1) } else { 0 };
    state.series = Series { length: Turns::next_length(length), played: 0, quiet };
    end_turn(state);
}

/// Whether a move gives check, where the next move must not ([`forbids_check`]). The capture of the king is not a check.
pub(crate) fn gives_forbidden_check<R: Topology>(
    rules: &LatticeRules,
    state: &LatticeState,
    m: LatticeMove,
) -> bool {
    let king = state.kings[(!state.turn).index()];
    if king == NOWHERE {
        return false;
    }
    // A plain move between cells out of sight of the king neither attacks the king nor opens a line to it. A reborn piece belongs
    // to the king's side. Under snaffle the king may be attacked already.
    let sight = rules.sight(usize::from(king));
    if m.is_plain() && !rules.may_leave_check && sight & (bit(m.from.into()) | bit(m.to.into())) == 0 {
        return false;
    }
    let mut after = *state;
    make_on_board(rules, &mut after, m);
    is_king_attacked::<R>(rules, &after, !state.turn)
}

/// Whether the next move must not give check. In an Italian series only the last move may give check
/// (`docs/rules/progressive.md` 2).
pub(crate) fn forbids_check(rules: &LatticeRules, state: &LatticeState) -> bool {
    match rules.turns {
        Turns::Alternating | Turns::Scottish => false,
        Turns::Italian => state.series.played + 1 < state.series.length,
    }
}
