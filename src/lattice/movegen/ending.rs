//! The status of a position: material decides first, then the legal moves, then the counters.

use crate::chess::{Color, Role, Status};
use crate::lattice::state::{LatticeState, MoveList};
use crate::lattice::tables::{LatticeRules, NOWHERE};
use crate::variant::Stalemate;

impl LatticeRules {
    /// Whether the game is over by material or by counters. Whether there are legal moves is not tested.
    #[inline(always)]
    pub(crate) fn is_over(&self, state: &LatticeState) -> bool {
        let kings = state.roles[Role::King as usize];
        let is_white_bare = state.colors[0] & !kings == 0;
        let is_black_bare = state.colors[1] & !kings == 0;
        // In most positions both sides have enough material, and this cheap test shows it.
        let has_little_material = if self.bare_king_loses {
            is_white_bare || is_black_bare || state.kings.contains(&NOWHERE)
        } else {
            is_white_bare && is_black_bare
        };
        let may_be_decided = has_little_material || self.may_leave_check;
        is_drawn_by_counters(self, state) || may_be_decided && by_material(self, state).is_some()
    }

    /// Whether the side to move is checkmated.
    pub(crate) fn is_mate(&self, state: &LatticeState) -> bool {
        self.in_check(state, state.turn) && standing(self, state).status == Status::Checkmate
    }

    /// Whether the side to move is stalemated.
    pub(crate) fn is_stalemate(&self, state: &LatticeState) -> bool {
        !self.in_check(state, state.turn) && standing(self, state).status == Status::Stalemate
    }

    /// Whether counters may draw the game within a number of plies.
    pub(crate) fn may_be_drawn_within(&self, state: &LatticeState, plies: u32) -> bool {
        let halfmove = state.halfmove.saturating_add(plies);
        self.counters_draw && self.turns.is_drawn_by_counting(halfmove, state.series.quiet)
    }
}

/// The status of a position, and the winner.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Standing {
    /// The status.
    pub status: Status,
    /// The side that has won; `None` for a draw, and while the game is not over.
    pub winner: Option<Color>,
}

/// Returns the standing if material decides: a captured king, two bare kings, or one bare king under `bare_king`.
pub(crate) fn by_material(rules: &LatticeRules, state: &LatticeState) -> Option<Standing> {
    for &color in Color::ALL {
        if state.kings[color.index()] == NOWHERE {
            return Some(Standing { status: Status::KingTaken, winner: Some(!color) });
        }
    }
    let beats_bare_king = |winner| Some(Standing { status: Status::BareKing, winner: Some(winner) });
    let kings = state.roles[Role::King as usize];
    let officers_and_pawns = |color: Color| (state.colors[color.index()] & !kings).count_ones();
    match (officers_and_pawns(state.turn), officers_and_pawns(!state.turn)) {
        (0, 0) => rules.bare_kings_draw.then_some(Standing { status: Status::Draw, winner: None }),
        (_, 0) if rules.bare_king_loses => beats_bare_king(state.turn),
        // Against a single piece, the bare king may still take the piece and draw.
        (0, 2..) if rules.bare_king_loses => beats_bare_king(!state.turn),
        _ => None,
    }
}

fn is_drawn_by_counters(rules: &LatticeRules, state: &LatticeState) -> bool {
    rules.counters_draw && rules.turns.is_drawn_by_counting(state.halfmove, state.series.quiet)
}

/// Returns the status of a position, and the winner.
pub(crate) fn standing(rules: &LatticeRules, state: &LatticeState) -> Standing {
    if let Some(decided) = by_material(rules, state) {
        return decided;
    }
    let mut moves = MoveList::new();
    rules.moves_despite_counters(state, &mut moves);
    if !moves.is_empty() {
        let status = if is_drawn_by_counters(rules, state) { Status::Draw } else { Status::Ongoing };
        return Standing { status, winner: None };
    }
    if rules.in_check(state, state.turn) {
        return Standing { status: Status::Checkmate, winner: Some(!state.turn) };
    }
    let winner = match rules.variant.spec().stalemate {
        Stalemate::Draw => None,
        Stalemate::Loss => Some(!state.turn),
    };
    Standing { status: Status::Stalemate, winner }
}
