//! The play after a first move: threats, replies, answers, duals. A reply is followed by all answers that need the
//! fewest moves; two or more are a dual.

use super::forced::ForcedSearch;
use super::report::{Continuation, Play, Variation};
use super::text::notate;
use crate::lattice::{LatticeMove, LatticeState, MoveList};
use std::collections::BTreeSet;

/// Marks each answer that ends the play after an earlier reply too.
pub(super) fn mark_repeated(variations: &mut [Variation]) {
    let mut above = BTreeSet::new();
    for answer in variations.iter_mut().flat_map(|variation| &mut variation.continuations) {
        answer.repeated = answer.play == Play::default() && !above.insert(answer.chosen.clone());
    }
}

impl ForcedSearch<'_> {
    /// Returns the play after move `number` of the forcing side, which succeeds with this many more moves, except
    /// after the replies that refute the move.
    pub fn play(
        &mut self,
        state: &LatticeState,
        moves: u32,
        number: u32,
        refutations: &[LatticeMove],
    ) -> Play {
        let rules = self.rules;
        let mut replies = self.replies(state);
        if replies.is_empty() || self.meter.is_over() {
            return Play::default();
        }
        let threats = self.threats(state, moves);
        let is_free = !rules.in_check(state, state.turn()) && !self.resisting_side_must(state);
        let mut play = Play { zugzwang: threats.is_empty() && is_free, ..Play::default() };
        replies.retain(|m| !refutations.contains(m));
        replies.sort_by_cached_key(|&m| rules.move_text(m));
        for &m in &replies {
            let (text, after) = notate(rules, state, m, self.goal);
            if !self.threat_stands(&after, &threats) {
                play.variations.push(self.variation(format!("{number}...{text}"), m, &after, moves, number));
            }
        }
        mark_repeated(&mut play.variations);
        if !threats.is_empty() {
            let mut passed = *state;
            rules.pass(&mut passed);
            play.threats = self.continuations_of(&passed, &threats, number + 1);
        }
        play
    }

    /// Returns the replies that refute the forcing side's last move, if there are some and at most `most`.
    pub fn refutations(&mut self, state: &LatticeState, moves: u32, most: usize) -> Option<Vec<LatticeMove>> {
        if self.rules.is_over(state) {
            return None;
        }
        let mut found = Vec::new();
        for &m in &self.replies(state) {
            if !self.forces_after_reply(&self.rules.after(state, m), moves) {
                found.push(m);
            }
            if found.len() > most || self.meter.is_over() {
                return None;
            }
        }
        found.sort_by_cached_key(|&m| self.rules.move_text(m));
        (!found.is_empty()).then_some(found)
    }

    /// Returns the moves that would succeed soonest if the side to move passed, with the number of moves that follow;
    /// none if that side is in check or has to reach the goal.
    fn threats(&mut self, state: &LatticeState, moves: u32) -> Vec<(LatticeMove, u32)> {
        if moves == 0 || self.rules.in_check(state, state.turn()) || self.resisting_side_must(state) {
            return Vec::new();
        }
        let mut passed = *state;
        self.rules.pass(&mut passed);
        self.answers(&passed, moves)
    }

    /// Whether one of the threats can still be carried out. No threat is longer than another.
    fn threat_stands(&mut self, state: &LatticeState, threats: &[(LatticeMove, u32)]) -> bool {
        if threats.is_empty() || self.forcing_side_must(state) {
            return false;
        }
        let mut legal = MoveList::new();
        self.rules.legal_moves(state, &mut legal);
        threats.iter().any(|&(m, rest)| {
            legal.contains(&m) && self.forces_against_all(&self.rules.after(state, m), rest)
        })
    }

    /// Returns all moves that succeed soonest, in at most this many, with the number of moves that follow.
    pub fn answers(&mut self, state: &LatticeState, moves: u32) -> Vec<(LatticeMove, u32)> {
        let rules = self.rules;
        // The search leaves out what cannot succeed, and it may know the number from elsewhere.
        let Some(rest) = (0..moves).find(|&rest| self.forces(state, rest + 1) || self.meter.is_over()) else {
            return Vec::new();
        };
        let mut legal = MoveList::new();
        rules.legal_moves(state, &mut legal);
        let mut found: Vec<(LatticeMove, u32)> = Vec::new();
        for &m in &legal {
            let next = rules.after(state, m);
            if self.forces_against_all(&next, rest) && !self.meter.is_over() {
                found.push((m, rest));
            }
        }
        found.sort_by_cached_key(|&(m, _)| rules.move_text(m));
        found
    }

    /// Returns a reply with its answers, each with the play after it.
    fn variation(
        &mut self,
        reply: String,
        m: LatticeMove,
        after: &LatticeState,
        moves: u32,
        number: u32,
    ) -> Variation {
        let answers = if self.reply_ends(after) { Vec::new() } else { self.answers(after, moves) };
        let short = answers.first().map_or(moves > 0, |&(_, rest)| rest + 1 < moves);
        let continuations = self.continuations_of(after, &answers, number + 1);
        let dual = continuations.len() > 1;
        Variation { reply, chosen: self.rules.move_text(m), dual, short, continuations }
    }

    /// Returns the answers with their texts, each with the play after it.
    fn continuations_of(
        &mut self,
        state: &LatticeState,
        answers: &[(LatticeMove, u32)],
        number: u32,
    ) -> Vec<Continuation> {
        let continuation = |&(m, rest): &(LatticeMove, u32)| {
            let (text, after) = notate(self.rules, state, m, self.goal);
            let play = self.play(&after, rest, number, &[]);
            let chosen = self.rules.move_text(m);
            Continuation { text: format!("{number}.{text}"), chosen, repeated: false, play }
        };
        answers.iter().map(continuation).collect()
    }

    /// Returns a reply with its answers, if it already has one when the other side begins.
    pub fn set_play(&mut self, state: &LatticeState, m: LatticeMove, moves: u32) -> Option<Variation> {
        let (text, after) = notate(self.rules, state, m, self.goal);
        let variation = self.variation(format!("1...{text}"), m, &after, moves, 1);
        let has_answer = self.reply_ends(&after) || !variation.continuations.is_empty();
        (has_answer && !self.meter.is_over()).then_some(variation)
    }
}
