//! The searches of the program in an open game: for its moves, for its answers to offers of a draw, and for advice.

use super::{HeldSides, Inner, OpenGame};
use crate::answers::games::questions::no_ply;
use crate::answers::limits::{self, THOUGHT};
use crate::answers::searches::{best_lines, options_for_advice, options_for_move};
use crate::answers::view::LinesView;
use crate::answers::{ApiError, ApiReason};
use crate::arbiter::Sides;
use crate::budget::StopSignal;
use crate::engine::{self, Options};
use crate::serve::games::thinkers::{Asker, JobCall, Purpose, StopOnDrop};
use crate::serve::games::time::now;
use crate::serve::limits::{SHORTEST_THOUGHT, THINKERS};
use std::time::Duration;

/// The decision for which the program searches.
#[derive(Clone, Copy)]
enum Decision {
    Move,
    DrawAnswer,
}

impl OpenGame {
    /// Begins a search for the program's move, if the program is to move. A search on an earlier position ends.
    pub(super) fn begin_move_search(&self, inner: &mut Inner) {
        inner.move_search = None;
        if inner.arbiter.is_programs_move() && inner.arbiter.game().plies().len() < limits::PLIES {
            inner.move_search = self.queue_search(inner, Decision::Move);
        }
    }

    /// Begins a search for the program's answer, if the program is offered a draw. Otherwise such a search ends.
    pub(super) fn update_draw_search(&self, inner: &mut Inner) {
        if !inner.arbiter.is_programs_answer() {
            inner.draw_search = None;
        } else if inner.draw_search.is_none() {
            inner.draw_search = self.queue_search(inner, Decision::DrawAnswer);
        }
    }

    /// Queues a search for the program. The search ends when the result is dropped.
    fn queue_search(&self, inner: &Inner, decision: Decision) -> Option<StopOnDrop> {
        let opponent = inner.arbiter.opponent()?;
        let purpose = match decision {
            Decision::Move if inner.arbiter.situation().clock.is_some() => Purpose::TimedMove,
            Decision::Move => Purpose::UntimedMove,
            Decision::DrawAnswer => Purpose::DrawAnswer,
        };
        let (me, stop) = (self.me.clone(), StopSignal::new());
        let stop_on_drop = StopOnDrop(stop.clone());
        let job = move |call| {
            let JobCall::Begin { waiting } = call else { return };
            if stop.is_stopped() {
                return;
            }
            // If nobody has the game open, the search begins when the game is opened.
            let Some(open_game) = me.upgrade() else { return };
            let inner = open_game.lock();
            let game = inner.arbiter.game().clone();
            let options = match decision {
                Decision::Move => Options {
                    endings: open_game.shared.endings.clone(),
                    ..options_for_move(&inner.arbiter, opponent, now(), longest_thought(waiting))
                },
                Decision::DrawAnswer => options_for_advice(1),
            };
            drop(inner);
            // While the program searches, the game may be closed.
            drop(open_game);
            let answer = engine::best(&game, &options, &stop);
            let Some(open_game) = me.upgrade() else { return };
            match (decision, answer.best_move()) {
                (Decision::DrawAnswer, _) => {
                    open_game.answer_draw(answer.takes_draw(&game, opponent.side), &stop);
                }
                (Decision::Move, Some(best)) => {
                    open_game.play_for_program(Sides::one(opponent.side), best, &stop);
                }
                (Decision::Move, None) => {}
            }
        };
        self.shared.thinkers.queue(purpose, Asker::Game(self.id.clone()), job);
        Some(stop_on_drop)
    }

    /// Makes the program's move, unless the search was stopped. If it cannot be stored, the next change begins a search again.
    fn play_for_program(&self, by: Sides, text: &str, stop: &StopSignal) {
        let Ok((mut inner, now)) = self.lock_for_change() else { return };
        if stop.is_stopped() {
            return;
        }
        let ply = inner.arbiter.game().plies().len();
        if self.play_by(&mut inner, by, text.into(), ply, now).is_err() {
            inner.move_search = None;
        }
    }

    /// Accepts or declines the draw, unless the offer has ended. If this cannot be stored, the next change begins a search again.
    fn answer_draw(&self, accepts: bool, stop: &StopSignal) {
        let Ok((mut inner, now)) = self.lock_for_change() else { return };
        if stop.is_stopped() {
            return;
        }
        let Some(change) = inner.arbiter.answer_draw(accepts, now) else { return };
        if self.carry_out(&mut inner, change).is_err() {
            inner.draw_search = None;
        }
    }

    /// Queues a search for the best lines of a position, in place of a waiting search of the visitor. `send` gets the result.
    pub fn advise(
        &self,
        sides: HeldSides,
        wanted: AdviceWanted,
        send: impl FnOnce(Result<LinesView, ApiError>) + Send + 'static,
    ) -> Result<(), ApiError> {
        let AdviceWanted { ply, lines, stop, asker } = wanted;
        self.require_advisable(&self.lock(), sides, ply)?;
        let me = self.me.clone();
        self.shared.thinkers.queue(Purpose::Advice, asker, move |call| {
            let is_wanted = call != JobCall::Replaced && !stop.is_stopped();
            send(match me.upgrade() {
                Some(open_game) if is_wanted => open_game.best_lines(sides, ply, lines, &stop),
                Some(_) | None => {
                    Err(ApiError::new(ApiReason::Often, "another request for advice has taken its place"))
                }
            });
        });
        Ok(())
    }

    /// Refuses advice in a game between two people that is not over, and on a position that the game does not have.
    fn require_advisable(&self, inner: &Inner, sides: HeldSides, ply: usize) -> Result<(), ApiError> {
        let plays_both = inner.keys.played(sides).both();
        let is_between_people = !plays_both && inner.arbiter.opponent().is_none();
        if is_between_people && !inner.arbiter.is_over() {
            return Err(ApiError::new(ApiReason::Side, "there is no advice in a game between two people"));
        }
        if inner.arbiter.game().position_at(ply).is_none() {
            return Err(no_ply(ply));
        }
        Ok(())
    }

    /// Returns the best lines after `ply` moves. The time for the search begins with this call.
    fn best_lines(
        &self,
        sides: HeldSides,
        ply: usize,
        line_count: usize,
        stop: &StopSignal,
    ) -> Result<LinesView, ApiError> {
        let inner = self.lock();
        self.require_advisable(&inner, sides, ply)?;
        let game = inner.arbiter.game().up_to(ply).ok_or_else(|| no_ply(ply))?;
        drop(inner);
        best_lines(&game, line_count, &self.shared.endings, stop)
    }
}

pub struct AdviceWanted {
    /// The number of moves before the position.
    pub ply: usize,
    pub lines: usize,
    pub stop: StopSignal,
    pub asker: Asker,
}

/// Returns the longest time for a move of the program. The time is shorter if more other searches wait.
fn longest_thought(waiting: usize) -> Duration {
    let time = THOUGHT / (1 + waiting / THINKERS).try_into().unwrap_or(u32::MAX);
    time.max(SHORTEST_THOUGHT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_for_a_move_falls_with_the_number_of_waiting_searches() {
        assert_eq!(longest_thought(0), THOUGHT);
        assert_eq!(longest_thought(THINKERS), THOUGHT / 2);
        assert_eq!(longest_thought(1_000_000), SHORTEST_THOUGHT);
    }
}
