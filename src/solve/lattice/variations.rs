//! The play after a key: threats, replies, answers, duals. A reply is followed by all answers that need the fewest
//! moves; two or more are a dual.

use super::forced::{ForcedSearch, Loser};
use super::help::reached;
use super::report::{Continuation, Play, Variation};
use super::text::notate;
use crate::lattice::{Move, MoveList, State};

impl ForcedSearch<'_> {
    /// Returns the play after move `number` of the forcing side, which succeeds with this many more moves.
    pub fn play(&mut self, state: &State, moves: u32, number: u32) -> Play {
        let rules = self.rules;
        let mut replies = MoveList::new();
        rules.legal_moves(state, &mut replies);
        if replies.is_empty() || self.meter.is_over() {
            return Play::default();
        }
        let threats = self.threats(state, moves);
        let mut play =
            Play { zugzwang: threats.is_empty() && !rules.in_check(state, state.turn()), ..Play::default() };
        let mut replies: Vec<(String, Move)> = replies.iter().map(|&m| (rules.move_text(m), m)).collect();
        replies.sort();
        for (chosen, m) in replies {
            let (text, after) = notate(rules, state, m, self.goal);
            if self.threat_stands(&after, &threats) {
                continue;
            }
            let continuations = self.continuations(&after, moves, number);
            play.variations.push(Variation::new(format!("{number}...{text}"), chosen, continuations));
        }
        if !threats.is_empty() {
            let mut passed = *state;
            rules.pass(&mut passed);
            play.threats = self.continuations_of(&passed, &threats, number + 1);
        }
        play
    }

    /// Returns the moves that would succeed soonest if the side to move passed, with the number of moves that follow;
    /// only in direct play, and not if that side is in check.
    fn threats(&mut self, state: &State, moves: u32) -> Vec<(Move, u32)> {
        if self.loser == Loser::Attacker || moves == 0 || self.rules.in_check(state, state.turn()) {
            return Vec::new();
        }
        let mut passed = *state;
        self.rules.pass(&mut passed);
        self.answers(&passed, moves)
    }

    /// Whether one of the threats can still be carried out. No threat is longer than another.
    fn threat_stands(&mut self, state: &State, threats: &[(Move, u32)]) -> bool {
        if threats.is_empty() {
            return false;
        }
        let mut legal = MoveList::new();
        self.rules.legal_moves(state, &mut legal);
        threats.iter().any(|&(m, rest)| {
            legal.contains(&m) && self.forces_against_all(&self.rules.after(state, m), rest)
        })
    }

    /// Returns all moves that succeed soonest, in at most this many, with the number of moves that follow.
    pub fn answers(&mut self, state: &State, moves: u32) -> Vec<(Move, u32)> {
        let rules = self.rules;
        // The search leaves out what cannot succeed, and it may know the number from elsewhere.
        let Some(rest) = (0..moves).find(|&rest| self.forces(state, rest + 1) || self.meter.is_over()) else {
            return Vec::new();
        };
        let mut legal = MoveList::new();
        rules.legal_moves(state, &mut legal);
        let mut found: Vec<(Move, u32)> = Vec::new();
        for &m in &legal {
            let next = rules.after(state, m);
            if self.forces_against_all(&next, rest) && !self.meter.is_over() {
                found.push((m, rest));
            }
        }
        found.sort_by_cached_key(|&(m, _)| rules.move_text(m));
        found
    }

    /// Returns the answers to a reply, each with the play after it.
    fn continuations(&mut self, after: &State, moves: u32, number: u32) -> Vec<Continuation> {
        let answers = if self.ends(after) { Vec::new() } else { self.answers(after, moves) };
        self.continuations_of(after, &answers, number + 1)
    }

    /// Whether a reply ends the play, by doing what the forcing side wants.
    fn ends(&self, after: &State) -> bool {
        self.loser == Loser::Attacker && reached(self.rules, after, self.goal)
    }

    /// Returns the answers with their texts, each with the play after it.
    fn continuations_of(&mut self, state: &State, answers: &[(Move, u32)], number: u32) -> Vec<Continuation> {
        let continuation = |&(m, rest): &(Move, u32)| {
            let (text, after) = notate(self.rules, state, m, self.goal);
            let play = self.play(&after, rest, number);
            Continuation { text: format!("{number}.{text}"), chosen: self.rules.move_text(m), play }
        };
        answers.iter().map(continuation).collect()
    }

    /// Returns a reply with its answers, if it already has one when the other side begins.
    pub fn set_play(&mut self, state: &State, m: Move, moves: u32) -> Option<Variation> {
        let (text, after) = notate(self.rules, state, m, self.goal);
        let continuations = self.continuations(&after, moves, 1);
        let has_answer = self.ends(&after) || !continuations.is_empty();
        let chosen = self.rules.move_text(m);
        (has_answer && !self.meter.is_over())
            .then(|| Variation::new(format!("1...{text}"), chosen, continuations))
    }
}
