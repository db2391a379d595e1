//! Reflex play: a side that can reach the goal with one move makes such a move.

use super::forced::{Aim, ForcedSearch};
use super::help::{goal_candidates, reached};
use crate::lattice::{LatticeMove, LatticeRules, LatticeState, MoveList};
use crate::solve::stipulation::Goal;

impl ForcedSearch<'_> {
    /// Returns a move with which the side to move, which forces, has to reach the goal itself, so that it fails.
    pub fn spoiling_move(&self, state: &LatticeState) -> Option<LatticeMove> {
        if self.aim == Aim::Reflex { reaching_move(self.rules, state, self.goal) } else { None }
    }

    /// Whether the side to move, which resists, has to reach the goal, because it can.
    pub fn resisting_side_must(&self, state: &LatticeState) -> bool {
        let must_if_it_can = matches!(self.aim, Aim::SemiReflex | Aim::Reflex);
        must_if_it_can && reaching_move(self.rules, state, self.goal).is_some()
    }

    /// Returns the replies that the stipulation permits to the side to move.
    pub fn replies(&self, state: &LatticeState) -> MoveList {
        let mut replies = MoveList::new();
        self.rules.legal_moves(state, &mut replies);
        if self.resisting_side_must(state) {
            replies.retain(|&mut m| self.reply_ends(&self.rules.after(state, m)));
        }
        replies
    }
}

/// Returns a move of the side to move that reaches the goal.
fn reaching_move(rules: &LatticeRules, state: &LatticeState, goal: Goal) -> Option<LatticeMove> {
    if rules.is_over(state) {
        return None;
    }
    let mut candidates = MoveList::new();
    goal_candidates(rules, state, goal, &mut candidates);
    candidates.into_iter().find(|&m| reached(rules, &rules.after(state, m), goal))
}
