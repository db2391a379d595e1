//! Reflex play: a side that can reach the goal with one move makes such a move.

use super::forced::{Aim, ForcedSearch};
use super::goal::{goal_candidates, is_reached};
use crate::lattice::{LatticeMove, LatticeRules, LatticeState, MoveList};
use crate::solve::stipulation::Goal;

impl ForcedSearch<'_> {
    /// Returns a move of `r#n` with which the forcing side, which is to move, has to reach the goal itself, and so fails.
    pub fn spoiling_move(&self, state: &LatticeState) -> Option<LatticeMove> {
        if self.aim == Aim::Reflex { reaching_move(self.rules, state, self.goal) } else { None }
    }

    /// Whether the resisting side, which is to move, has to reach the goal because it can.
    pub fn resisting_side_must_reach_goal(&self, state: &LatticeState) -> bool {
        let must_if_it_can = matches!(self.aim, Aim::SemiReflex | Aim::Reflex);
        must_if_it_can && reaching_move(self.rules, state, self.goal).is_some()
    }

    /// Returns the replies that the stipulation permits to the resisting side, which is to move.
    pub fn replies(&self, state: &LatticeState) -> MoveList {
        let mut replies = self.rules.all_legal_moves(state);
        if self.resisting_side_must_reach_goal(state) {
            replies.retain(|&mut m| self.reply_ends(&self.rules.after(state, m)));
        }
        replies
    }
}

/// Returns a move of the side to move that reaches the goal; `None` if there is none.
fn reaching_move(rules: &LatticeRules, state: &LatticeState, goal: Goal) -> Option<LatticeMove> {
    if rules.is_over(state) {
        return None;
    }
    let mut candidates = MoveList::new();
    goal_candidates(rules, state, goal, &mut candidates);
    candidates.into_iter().find(|&m| is_reached(rules, &rules.after(state, m), goal))
}
