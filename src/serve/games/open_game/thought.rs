//! The program's part in an open game: its moves, and its answer to an offer of a draw.

use super::{Inner, OpenGame};
use crate::engine::{self, Stop};
use crate::serve::games::clock::now;
use crate::serve::games::ending::Ending;
use crate::serve::games::opponent::advice;
use crate::serve::limits;
use std::time::Duration;

impl OpenGame {
    /// Whether the program is to move.
    pub(super) fn is_programs_turn(&self, inner: &Inner) -> bool {
        self.opponent.is_some_and(|opponent| opponent.side == inner.game.position().turn())
    }

    /// Begins a thought about the program's move, if it is its turn. A thought about an earlier position ends.
    pub(super) fn think(&self, inner: &mut Inner) {
        if let Some(stop) = inner.thought.take() {
            stop.stop();
        }
        let ply = inner.game.plies().len();
        let Some(opponent) = self.opponent else { return };
        if inner.is_over() || ply >= limits::PLIES || !self.is_programs_turn(inner) {
            return;
        }
        let stop = Stop::new();
        inner.thought = Some(stop.clone());
        let (game, clock, me) = (inner.game.clone(), inner.clock.clone(), self.me.clone());
        self.threads.thinkers.give(move || {
            // Games that nobody has open any more are thought about when they are opened again.
            if stop.is_stopped() || me.strong_count() == 0 {
                return;
            }
            let left = clock.map(|clock| {
                let increment = Duration::from_secs(clock.control().increment.into());
                (Duration::from_millis(clock.left(opponent.side, now())), increment)
            });
            let answer = engine::best(&game, &opponent.options(ply as u64, left), &stop);
            if let (Some(room), Some(text)) = (me.upgrade(), answer.best_move()) {
                room.play_for_program(text, &stop);
            }
        });
    }

    /// Makes the program's move, unless the game has changed meanwhile. What the disk does not take is thought about again
    /// at the next change or opening.
    fn play_for_program(&self, text: &str, stop: &Stop) {
        let Ok(mut inner) = self.settled() else { return };
        if stop.is_stopped() {
            return;
        }
        if self.make(&mut inner, text).is_err() {
            inner.thought = None;
        }
    }

    /// Has the program think about the draw that it was offered.
    pub(super) fn consider_draw(&self, inner: &mut Inner) {
        let Some(opponent) = self.opponent else { return };
        let stop = Stop::new();
        inner.reply = Some(stop.clone());
        let (game, me) = (inner.game.clone(), self.me.clone());
        self.threads.thinkers.give(move || {
            if stop.is_stopped() || me.strong_count() == 0 {
                return;
            }
            let answer = engine::best(&game, &advice(1), &stop);
            if let Some(room) = me.upgrade() {
                room.answer_draw(opponent.takes_draw(&game, &answer), &stop);
            }
        });
    }

    /// Takes or declines the draw, unless the offer is settled already. An end that the disk does not take is a refusal.
    fn answer_draw(&self, takes: bool, stop: &Stop) {
        let Ok(mut inner) = self.settled() else { return };
        if stop.is_stopped() || inner.is_over() {
            return;
        }
        if takes && self.end(&mut inner, Ending::Agreed).is_ok() {
            return;
        }
        // Where the disk does not take it, the program thinks again after a restart.
        let _ = self.store.set_offer(&self.id, None);
        inner.declined = inner.offer.map(|offer| (offer.by, inner.game.plies().len()));
        self.publish(&mut inner, None);
    }
}
