//! Whether a position reaches the goal of a problem, and the moves that may reach it.

use crate::lattice::{LatticeRules, LatticeState, MoveList};
use crate::solve::stipulation::Goal;

/// Whether the side to move is mated or stalemated, as the goal demands. Within its own series it is neither.
pub(super) fn is_reached(rules: &LatticeRules, state: &LatticeState, goal: Goal) -> bool {
    if state.is_within_series() {
        return false;
    }
    match goal {
        Goal::Mate => rules.is_mate(state),
        Goal::Stalemate => rules.is_stalemate(state),
    }
}

/// Appends every legal move that reaches the goal, and possibly other legal moves.
pub(super) fn goal_candidates(rules: &LatticeRules, state: &LatticeState, goal: Goal, list: &mut MoveList) {
    match goal {
        Goal::Mate => rules.mating_candidates(state, list),
        Goal::Stalemate => rules.stalemating_candidates(state, list),
    }
}

/// Whether the side to move has a legal move, and each of its legal moves reaches the goal against the other side.
pub(super) fn is_forced(rules: &LatticeRules, state: &LatticeState, goal: Goal) -> bool {
    if rules.is_over(state) {
        return false;
    }
    let mut candidates = MoveList::new();
    let legal = match goal {
        Goal::Mate if rules.has_quiet_step(state) => return false,
        Goal::Mate => rules.checking_candidates(state, &mut candidates) as usize,
        Goal::Stalemate => {
            rules.legal_moves(state, &mut candidates);
            candidates.len()
        }
    };
    if legal == 0 || legal != candidates.len() {
        return false;
    }
    candidates.iter().all(|&m| is_reached(rules, &rules.after(state, m), goal))
}
