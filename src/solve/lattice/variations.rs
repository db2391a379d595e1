//! The play after a first move: threats, replies and all shortest answers. Two or more answers are a dual.

use super::forced::ForcedSearch;
use super::report::{Continuation, Play, Variation};
use super::text::{Notated, notate};
use crate::lattice::{LatticeMove, LatticeState};
use std::collections::BTreeSet;

/// Marks each answer that ends the play and also ends it in an earlier variation.
pub(super) fn mark_repeated(variations: &mut [Variation]) {
    let mut last_moves = BTreeSet::new();
    for variation in variations {
        for answer in &mut variation.continuations {
            let ends_play = answer.play == Play::default();
            answer.repeated = ends_play && !last_moves.insert(answer.chosen.clone());
        }
    }
}

/// A move of the forcing side, by its place in the play.
#[derive(Clone, Copy)]
pub(super) struct ForcingMove {
    /// The number that texts write before the move.
    pub number: u32,
    /// The greatest number of moves with which the forcing side succeeds after this move.
    pub moves_left: u32,
}

/// The moves that succeed soonest in a position.
#[derive(Default)]
struct Shortest {
    moves: Vec<LatticeMove>,
    /// The number of moves with which the forcing side succeeds after each of them.
    moves_left: u32,
}

impl ForcedSearch<'_> {
    /// Returns the play after a move of the forcing side that led to this position. Replies that refute the move are left out.
    pub fn play(&mut self, state: &LatticeState, forcing: ForcingMove, refutations: &[LatticeMove]) -> Play {
        let rules = self.rules;
        let mut replies = self.replies(state);
        if replies.is_empty() || self.meter.is_over() {
            return Play::default();
        }
        let passed = self.after_pass(state);
        let threats = match &passed {
            Some(passed) => self.answers(passed, forcing.moves_left),
            None => Shortest::default(),
        };
        let mut play = Play { zugzwang: passed.is_some() && threats.moves.is_empty(), ..Play::default() };
        replies.retain(|m| !refutations.contains(m));
        replies.sort_by_cached_key(|&m| rules.move_text(m));
        for &m in &replies {
            let reply = notate(rules, state, m, self.goal);
            if !self.leaves_a_threat(&threats, &reply.after) {
                play.variations.push(self.variation(reply, forcing));
            }
        }
        mark_repeated(&mut play.variations);
        if let Some(passed) = passed {
            play.threats = self.continuations_of(&passed, &threats, forcing.number + 1);
        }
        play
    }

    /// Returns the replies that refute a move with this many moves left, if there are at least one and at most `most`.
    pub fn refutations(
        &mut self,
        state: &LatticeState,
        moves_left: u32,
        most: usize,
    ) -> Option<Vec<LatticeMove>> {
        if self.rules.is_over(state) {
            return None;
        }
        let mut refuting = Vec::new();
        for &m in &self.replies(state) {
            if !self.forces_after_reply(&self.rules.after(state, m), moves_left) {
                refuting.push(m);
            }
            if refuting.len() > most || self.meter.is_over() {
                return None;
            }
        }
        refuting.sort_by_cached_key(|&m| self.rules.move_text(m));
        (!refuting.is_empty()).then_some(refuting)
    }

    /// Returns the position after a pass of the side to move; `None` if it is in check, or if it has to reach the goal.
    fn after_pass(&self, state: &LatticeState) -> Option<LatticeState> {
        if self.rules.in_check(state, state.turn()) || self.resisting_side_must_reach_goal(state) {
            return None;
        }
        let mut passed = *state;
        self.rules.pass(&mut passed);
        Some(passed)
    }

    /// Whether one of the threats still succeeds after the reply that led to this position.
    fn leaves_a_threat(&mut self, threats: &Shortest, state: &LatticeState) -> bool {
        if threats.moves.is_empty() || self.spoiling_move(state).is_some() {
            return false;
        }
        let legal = self.rules.all_legal_moves(state);
        let mut legal_threats = threats.moves.iter().filter(|m| legal.contains(m));
        legal_threats.any(|&m| self.forces_against_all(&self.rules.after(state, m), threats.moves_left))
    }

    /// Returns all moves that succeed soonest, if the forcing side, which is to move, succeeds with at most this many moves.
    fn answers(&mut self, state: &LatticeState, most: u32) -> Shortest {
        let rules = self.rules;
        // This search is faster than trying each move: it leaves out moves that cannot succeed, and its table may have the number.
        let least = (1..=most).find(|&moves| self.forces(state, moves) || self.meter.is_over());
        let Some(least) = least else { return Shortest::default() };
        let moves_left = least - 1;
        let mut moves = Vec::new();
        for m in rules.all_legal_moves(state) {
            if self.forces_against_all(&rules.after(state, m), moves_left) && !self.meter.is_over() {
                moves.push(m);
            }
        }
        moves.sort_by_cached_key(|&m| rules.move_text(m));
        Shortest { moves, moves_left }
    }

    /// Returns a reply to a forcing move with its answers, each with the play after it.
    fn variation(&mut self, reply: Notated, forcing: ForcingMove) -> Variation {
        let ForcingMove { number, moves_left } = forcing;
        let Notated { text, chosen, after } = reply;
        let answers =
            if self.reply_ends(&after) { Shortest::default() } else { self.answers(&after, moves_left) };
        let needed = if answers.moves.is_empty() { 0 } else { answers.moves_left + 1 };
        let continuations = self.continuations_of(&after, &answers, number + 1);
        let dual = continuations.len() > 1;
        let reply = format!("{number}...{text}");
        Variation { reply, chosen, dual, short: needed < moves_left, continuations }
    }

    /// Returns the answers of this number as a report has them, each with the play after it.
    fn continuations_of(
        &mut self,
        state: &LatticeState,
        answers: &Shortest,
        number: u32,
    ) -> Vec<Continuation> {
        let mut continuations = Vec::new();
        for &m in &answers.moves {
            let Notated { text, chosen, after } = notate(self.rules, state, m, self.goal);
            let forcing = ForcingMove { number, moves_left: answers.moves_left };
            let play = self.play(&after, forcing, &[]);
            let text = format!("{number}.{text}");
            continuations.push(Continuation { text, chosen, repeated: false, play });
        }
        continuations
    }

    /// Returns the variation of set play that begins with a reply; `None` if the reply neither ends the play nor has an answer.
    pub fn set_variation(
        &mut self,
        state: &LatticeState,
        m: LatticeMove,
        moves_left: u32,
    ) -> Option<Variation> {
        let reply = notate(self.rules, state, m, self.goal);
        let ends_play = self.reply_ends(&reply.after);
        let variation = self.variation(reply, ForcingMove { number: 1, moves_left });
        let is_set_play = ends_play || !variation.continuations.is_empty();
        (is_set_play && !self.meter.is_over()).then_some(variation)
    }
}
