//! The status of a game: by material first, then by moves, then by counters.

use super::legal::can_move;
use crate::chess::{Color, Role, Status};
use crate::lattice::state::LatticeState;
use crate::lattice::tables::{LatticeRules, NOWHERE};
use crate::variant::Stalemate;

impl LatticeRules {
    /// Whether the game is over by material or by counters. The moves are not considered.
    #[inline(always)]
    pub(crate) fn is_over(&self, state: &LatticeState) -> bool {
        let kings = state.roles[Role::King as usize];
        let bare = state.colors.map(|side| side & !kings == 0);
        // In most positions both sides have enough material, and this cheap test shows it.
        let has_little_material = if self.bare_king {
            bare[0] || bare[1] || state.kings.contains(&NOWHERE)
        } else {
            bare[0] && bare[1]
        };
        let may_be_decided = has_little_material || self.snaffle;
        by_counters(self, state) || may_be_decided && by_material(self, state).is_some()
    }

    /// Whether the count of quiet plies may draw the game within a number of plies.
    pub(crate) fn may_be_drawn_within(&self, state: &LatticeState, plies: u32) -> bool {
        let halfmove = state.halfmove.saturating_add(plies);
        self.counters_draw && self.turns.is_drawn_by_counting(halfmove, state.quiet)
    }
}

/// Returns the status and winner by material: a captured king, two bare kings, or one bare king under `bare_king`.
pub(crate) fn by_material(rules: &LatticeRules, state: &LatticeState) -> Option<(Status, Option<Color>)> {
    for &color in Color::ALL {
        if state.kings[color.index()] == NOWHERE {
            return Some((Status::KingTaken, Some(!color)));
        }
    }
    let kings = state.roles[Role::King as usize];
    let force = |color: Color| (state.colors[color.index()] & !kings).count_ones();
    let (mine, theirs) = (force(state.turn), force(!state.turn));
    if mine == 0 && theirs == 0 {
        return rules.bare_kings_draw.then_some((Status::Draw, None));
    }
    if !rules.bare_king {
        return None;
    }
    match (mine, theirs) {
        (_, 0) => Some((Status::BareKing, Some(state.turn))),
        (0, 2..) => Some((Status::BareKing, Some(!state.turn))),
        _ => None,
    }
}

/// Whether the game is drawn by counters.
pub(crate) fn by_counters(rules: &LatticeRules, state: &LatticeState) -> bool {
    rules.counters_draw && rules.turns.is_drawn_by_counting(state.halfmove, state.quiet)
}

/// Returns the status of the game, and its winner.
pub(crate) fn status(rules: &LatticeRules, state: &LatticeState) -> (Status, Option<Color>) {
    if let Some(ended) = by_material(rules, state) {
        return ended;
    }
    if can_move(rules, state) {
        let status = if by_counters(rules, state) { Status::Draw } else { Status::Ongoing };
        return (status, None);
    }
    if rules.in_check(state, state.turn) {
        return (Status::Checkmate, Some(!state.turn));
    }
    match rules.variant.spec().stalemate {
        Stalemate::Draw => (Status::Stalemate, None),
        Stalemate::Loss => (Status::Stalemate, Some(!state.turn)),
    }
}
