//! The program's part in an open game: its moves, its answers to offers of a draw, and its advice.

use super::{HeldSides, Inner, OpenGame};
use crate::answers::games::questions::no_ply;
use crate::answers::limits::{self, THOUGHT};
use crate::answers::searches::{best_lines, for_advice, for_move};
use crate::answers::view::LinesView;
use crate::answers::{ApiError, ApiReason};
use crate::arbiter::Sides;
use crate::budget::StopSignal;
use crate::engine::{self, Options};
use crate::game::MoveInput;
use crate::serve::games::thinkers::{JobStart, Payer, Purpose};
use crate::serve::games::time::now;
use crate::serve::limits::{SHORTEST_THOUGHT, THINKERS};
use std::time::Duration;

/// The decision that the program searches for.
#[derive(Clone, Copy)]
enum Decision {
    /// Its move.
    Move,
    /// Its answer to an offer of a draw.
    Draw,
}

impl OpenGame {
    /// Starts a search for the program's move, if the program is to move. A search on an earlier position ends.
    pub(super) fn think(&self, inner: &mut Inner) {
        if let Some(stop) = inner.thought.take() {
            stop.stop();
        }
        if inner.arbiter.is_programs_move() && inner.arbiter.game().plies().len() < limits::PLIES {
            inner.thought = self.search(inner, Decision::Move);
        }
    }

    /// Starts a search for the answer, if the program is offered a draw. Otherwise such a search ends.
    pub(super) fn consider_draw(&self, inner: &mut Inner) {
        if !inner.arbiter.is_programs_answer() {
            if let Some(stop) = inner.reply.take() {
                stop.stop();
            }
        } else if inner.reply.is_none() {
            inner.reply = self.search(inner, Decision::Draw);
        }
    }

    /// Queues a search for the program, and returns the signal that ends it.
    fn search(&self, inner: &Inner, decision: Decision) -> Option<StopSignal> {
        let opponent = inner.arbiter.opponent()?;
        let purpose = match decision {
            Decision::Move if inner.arbiter.situation().clock.is_some() => Purpose::TimedMove,
            Decision::Move => Purpose::Move,
            Decision::Draw => Purpose::Reply,
        };
        let (me, signal) = (self.me.clone(), StopSignal::new());
        let stop = signal.clone();
        let job = move |start| {
            let JobStart::Now { waiting } = start else { return };
            // A game that nobody has open is searched when it is opened.
            let Some(open_game) = me.upgrade().filter(|_| !stop.is_stopped()) else { return };
            let inner = open_game.lock();
            let Some(game) = inner.arbiter.game().up_to(inner.arbiter.game().plies().len()) else { return };
            let options = match decision {
                Decision::Move => Options {
                    endings: open_game.threads.endings.clone(),
                    ..for_move(&inner.arbiter, opponent, now(), longest_thought(waiting))
                },
                Decision::Draw => for_advice(1),
            };
            drop(inner);
            drop(open_game);
            let answer = engine::best(&game, &options, &stop);
            let Some(open_game) = me.upgrade() else { return };
            match decision {
                Decision::Draw => open_game.answer_draw(answer.takes_draw(&game, opponent.side), &stop),
                Decision::Move => {
                    if let Some(chosen) = answer.chosen {
                        open_game.play_for_program(Sides::one(opponent.side), chosen, &stop);
                    }
                }
            }
        };
        self.threads.thinkers.queue(purpose, Payer::Game(self.id.clone()), self.asker_id(), job);
        Some(signal)
    }

    /// Returns the number that identifies the game in the queue of searches.
    fn asker_id(&self) -> u64 {
        self.me.as_ptr() as usize as u64
    }

    /// Makes the program's move, unless the game has changed. If the disk does not store the move, the search runs
    /// again at the next change or opening.
    fn play_for_program(&self, by: Sides, chosen: MoveInput<'_>, stop: &StopSignal) {
        let Ok((mut inner, now)) = self.lock_for_change() else { return };
        if stop.is_stopped() {
            return;
        }
        let ply = inner.arbiter.game().plies().len();
        if self.play_by(&mut inner, by, chosen, ply, now).is_err() {
            inner.thought = None;
        }
    }

    /// Accepts or declines the draw, unless the offer is settled already. If the disk does not store the answer, the search
    /// runs again at the next change or opening.
    fn answer_draw(&self, accepts: bool, stop: &StopSignal) {
        let Ok((mut inner, now)) = self.lock_for_change() else { return };
        if stop.is_stopped() {
            return;
        }
        let Some(change) = inner.arbiter.answer_draw(accepts, now) else { return };
        if self.carry_out(&mut inner, change).is_err() {
            inner.reply = None;
        }
    }

    /// Starts a search for the best lines of a position, in place of one that the same visitor waits for. `tell` gets its result,
    /// or the reason why there is none.
    ///
    /// # Errors
    /// When the visitor plays one side against a person, or fewer moves were made.
    pub fn advise(
        &self,
        sides: HeldSides,
        wanted: AdviceWanted,
        tell: impl FnOnce(Result<LinesView, ApiError>) + Send + 'static,
    ) -> Result<(), ApiError> {
        self.require_advisable(&self.lock(), sides, wanted.ply)?;
        let (me, AdviceWanted { ply, lines, stop, visitor, payer }) = (self.me.clone(), wanted);
        self.threads.thinkers.queue(Purpose::Advice, payer, visitor, move |start| {
            let is_wanted = start != JobStart::Replaced && !stop.is_stopped();
            tell(match me.upgrade().filter(|_| is_wanted) {
                Some(open_game) => open_game.lines(sides, ply, lines, &stop),
                None => {
                    Err(ApiError::new(ApiReason::Often, "another request for advice has taken its place"))
                }
            });
        });
        Ok(())
    }

    /// Refuses advice to a visitor who plays against a person, and on a position that the game does not have.
    fn require_advisable(&self, inner: &Inner, sides: HeldSides, ply: usize) -> Result<(), ApiError> {
        let is_alone = inner.keys.still_held(sides).played().both() || inner.arbiter.opponent().is_some();
        if !is_alone && !inner.arbiter.is_over() {
            return Err(ApiError::new(ApiReason::Side, "there is no advice in a game between two people"));
        }
        inner.arbiter.game().position_at(ply).map(drop).ok_or_else(|| no_ply(ply))
    }

    /// Returns the best lines after `ply` moves. The time begins with this call.
    fn lines(
        &self,
        sides: HeldSides,
        ply: usize,
        lines: usize,
        stop: &StopSignal,
    ) -> Result<LinesView, ApiError> {
        let inner = self.lock();
        self.require_advisable(&inner, sides, ply)?;
        let game = inner.arbiter.game().up_to(ply).ok_or_else(|| no_ply(ply))?;
        drop(inner);
        best_lines(&game, lines, &self.threads.endings, stop)
    }
}

/// A request for advice.
pub struct AdviceWanted {
    /// The number of moves before the position.
    pub ply: usize,
    /// The number of lines.
    pub lines: usize,
    pub stop: StopSignal,
    /// The visitor who asks.
    pub visitor: u64,
    pub payer: Payer,
}

/// Returns the longest time for a move of the program while other searches wait. The more of them wait, the shorter it is.
fn longest_thought(waiting: usize) -> Duration {
    let time = THOUGHT / (1 + waiting / THINKERS).try_into().unwrap_or(u32::MAX);
    time.max(SHORTEST_THOUGHT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_more_others_wait_the_less_time_there_is() {
        assert_eq!(longest_thought(0), THOUGHT);
        assert_eq!(longest_thought(THINKERS), THOUGHT / 2);
        assert_eq!(longest_thought(1_000_000), SHORTEST_THOUGHT);
    }
}
