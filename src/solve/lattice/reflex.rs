//! Reflex play: a side that can reach the goal with one move makes such a move.

use super::forced::{Aim, ForcedSearch};
use super::help::{goal_candidates, reached};
use crate::lattice::{MoveList, State};

impl ForcedSearch<'_> {
    /// Whether the side to move, which forces, has to reach the goal itself, so that it fails.
    pub fn forcing_side_must(&self, state: &State) -> bool {
        self.aim == Aim::Reflex && self.can_reach(state)
    }

    /// Whether the side to move, which resists, has to reach the goal, because it can.
    pub fn resisting_side_must(&self, state: &State) -> bool {
        matches!(self.aim, Aim::SemiReflex | Aim::Reflex) && self.can_reach(state)
    }

    /// Returns the replies that the stipulation permits to the side to move.
    pub fn replies(&self, state: &State) -> MoveList {
        let mut replies = MoveList::new();
        self.rules.legal_moves(state, &mut replies);
        if self.resisting_side_must(state) {
            replies.retain(|&mut m| self.reply_ends(&self.rules.after(state, m)));
        }
        replies
    }

    /// Whether a move of the side to move reaches the goal.
    fn can_reach(&self, state: &State) -> bool {
        if self.rules.is_over(state) {
            return false;
        }
        let mut candidates = MoveList::new();
        goal_candidates(self.rules, state, self.goal, &mut candidates);
        candidates.iter().any(|&m| reached(self.rules, &self.rules.after(state, m), self.goal))
    }
}
