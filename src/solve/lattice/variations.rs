//! The play after a first move: threats, replies, answers, duals. A reply is followed by all shortest answers; two or more
//! of them are a dual.

use super::forced::ForcedSearch;
use super::report::{Continuation, Play, Variation};
use super::text::{Notated, notate};
use crate::lattice::{LatticeMove, LatticeState, MoveList};
use std::collections::BTreeSet;

/// Marks each answer that ends the play after an earlier reply too.
pub(super) fn mark_repeated(variations: &mut [Variation]) {
    let mut above = BTreeSet::new();
    for answer in variations.iter_mut().flat_map(|variation| &mut variation.continuations) {
        answer.repeated = answer.play == Play::default() && !above.insert(answer.chosen.clone());
    }
}

/// The moves that succeed soonest in a position.
#[derive(Default)]
struct Shortest {
    moves: Vec<LatticeMove>,
    /// The number of moves that follow each of them.
    rest: u32,
}

impl ForcedSearch<'_> {
    /// Returns the play after move `number` of the forcing side, which succeeds in at most `moves` more moves. The replies that
    /// refute the move are left out.
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
        let mut play = Play { zugzwang: threats.moves.is_empty() && self.may_pass(state), ..Play::default() };
        replies.retain(|m| !refutations.contains(m));
        replies.sort_by_cached_key(|&m| rules.move_text(m));
        for &m in &replies {
            let reply = notate(rules, state, m, self.goal);
            if !self.threat_stands(&reply.after, &threats) {
                play.variations.push(self.variation(reply, moves, number));
            }
        }
        mark_repeated(&mut play.variations);
        if !threats.moves.is_empty() {
            let mut passed = *state;
            rules.pass(&mut passed);
            play.threats = self.continuations_of(&passed, &threats, number + 1);
        }
        play
    }

    /// Returns the replies that refute the forcing side's last move, if there are at least one and at most `most`.
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

    /// Whether the side to move could pass: it is not in check, and does not have to reach the goal.
    fn may_pass(&self, state: &LatticeState) -> bool {
        !self.rules.in_check(state, state.turn()) && !self.resisting_side_must(state)
    }

    /// Returns the moves that would succeed soonest if the side to move passed.
    fn threats(&mut self, state: &LatticeState, moves: u32) -> Shortest {
        if moves == 0 || !self.may_pass(state) {
            return Shortest::default();
        }
        let mut passed = *state;
        self.rules.pass(&mut passed);
        self.answers(&passed, moves)
    }

    /// Whether one of the threats can still be carried out.
    fn threat_stands(&mut self, state: &LatticeState, threats: &Shortest) -> bool {
        if threats.moves.is_empty() || self.spoiling_move(state).is_some() {
            return false;
        }
        let mut legal = MoveList::new();
        self.rules.legal_moves(state, &mut legal);
        let mut possible = threats.moves.iter().filter(|m| legal.contains(m));
        possible.any(|&m| self.forces_against_all(&self.rules.after(state, m), threats.rest))
    }

    /// Returns all moves that succeed soonest, if they succeed in at most this many moves.
    fn answers(&mut self, state: &LatticeState, moves: u32) -> Shortest {
        let rules = self.rules;
        // This search is faster than trying each move: it leaves out moves that cannot succeed, and its table may have the number.
        let Some(rest) = (0..moves).find(|&rest| self.forces(state, rest + 1) || self.meter.is_over()) else {
            return Shortest::default();
        };
        let mut legal = MoveList::new();
        rules.legal_moves(state, &mut legal);
        let mut moves = Vec::new();
        for &m in &legal {
            if self.forces_against_all(&rules.after(state, m), rest) && !self.meter.is_over() {
                moves.push(m);
            }
        }
        moves.sort_by_cached_key(|&m| rules.move_text(m));
        Shortest { moves, rest }
    }

    /// Returns reply `number` with its answers, each with the play after it.
    fn variation(&mut self, reply: Notated, moves: u32, number: u32) -> Variation {
        let Notated { text, chosen, after } = reply;
        let answers = if self.reply_ends(&after) { Shortest::default() } else { self.answers(&after, moves) };
        let needed = if answers.moves.is_empty() { 0 } else { answers.rest + 1 };
        let continuations = self.continuations_of(&after, &answers, number + 1);
        let dual = continuations.len() > 1;
        let reply = format!("{number}...{text}");
        Variation { reply, chosen, dual, short: needed < moves, continuations }
    }

    /// Returns the answers with their texts, each with the play after it.
    fn continuations_of(
        &mut self,
        state: &LatticeState,
        answers: &Shortest,
        number: u32,
    ) -> Vec<Continuation> {
        let mut continuations = Vec::new();
        for &m in &answers.moves {
            let Notated { text, chosen, after } = notate(self.rules, state, m, self.goal);
            let (text, play) = (format!("{number}.{text}"), self.play(&after, answers.rest, number, &[]));
            continuations.push(Continuation { text, chosen, repeated: false, play });
        }
        continuations
    }

    /// Returns a reply with its answers, if it has one when the other side begins.
    pub fn set_play(&mut self, state: &LatticeState, m: LatticeMove, moves: u32) -> Option<Variation> {
        let reply = notate(self.rules, state, m, self.goal);
        let ends = self.reply_ends(&reply.after);
        let variation = self.variation(reply, moves, 1);
        let has_answer = ends || !variation.continuations.is_empty();
        (has_answer && !self.meter.is_over()).then_some(variation)
    }
}
