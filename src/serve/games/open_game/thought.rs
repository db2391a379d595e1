//! The program's part in an open game: its moves, and its answers to offers of a draw.

use super::{HeldSides, Inner, OpenGame};
use crate::answers::games::questions::no_ply;
use crate::answers::searches::{TimeLeft, best_lines, for_advice, for_move};
use crate::answers::view::LinesView;
use crate::answers::{ApiError, ApiReason, limits};
use crate::arbiter::{Clock, Sides};
use crate::budget::StopSignal;
use crate::engine::{self, Options};
use crate::game::{Game, MoveInput};
use crate::serve::games::searches::thought;
use crate::serve::games::thinkers::{JobStart, Payer, Purpose};
use crate::serve::games::time::now;
use std::sync::Weak;

impl OpenGame {
    /// Starts a search for the program's move, if the program is to move. A search on an earlier position ends.
    pub(super) fn think(&self, inner: &mut Inner) {
        if let Some(stop) = inner.thought.take() {
            stop.stop();
        }
        let arbiter = &inner.arbiter;
        let ply = arbiter.game().plies().len();
        let Some(opponent) = arbiter.opponent().filter(|_| arbiter.is_programs_move()) else { return };
        if ply >= limits::PLIES {
            return;
        }
        let is_timed = arbiter.situation().clock.is_some();
        let stop = StopSignal::new();
        inner.thought = Some(stop.clone());
        let me = self.me.clone();
        let purpose = if is_timed { Purpose::TimedMove } else { Purpose::Move };
        self.threads.thinkers.queue(purpose, Payer::Game(self.id.clone()), self.asker_id(), move |start| {
            let Some((game, clock)) = snapshot(&me, &stop, start) else { return };
            let left = clock.map(|clock| TimeLeft::of(&clock, opponent.side, now()));
            let Some(open_game) = me.upgrade() else { return };
            let options = open_game.by_tables(for_move(opponent, ply as u64, left, thought(waiting(start))));
            drop(open_game);
            let answer = engine::best(&game, &options, &stop);
            if let (Some(open_game), Some(chosen)) = (me.upgrade(), answer.chosen) {
                open_game.play_for_program(Sides::one(opponent.side), chosen, &stop);
            }
        });
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

    /// Starts a search for the answer, if the program is offered a draw. Otherwise it ends such a search.
    pub(super) fn consider_draw(&self, inner: &mut Inner) {
        let arbiter = &inner.arbiter;
        let Some(opponent) = arbiter.opponent().filter(|_| arbiter.is_programs_answer()) else {
            if let Some(reply) = inner.reply.take() {
                reply.stop();
            }
            return;
        };
        if inner.reply.is_some() {
            return;
        }
        let stop = StopSignal::new();
        inner.reply = Some(stop.clone());
        let me = self.me.clone();
        self.threads.thinkers.queue(
            Purpose::Reply,
            Payer::Game(self.id.clone()),
            self.asker_id(),
            move |start| {
                let Some((game, _)) = snapshot(&me, &stop, start) else { return };
                let answer = engine::best(&game, &for_advice(1), &stop);
                if let Some(open_game) = me.upgrade() {
                    open_game.answer_draw(answer.takes_draw(&game, opponent.side), &stop);
                }
            },
        );
    }

    /// Starts a search for the best lines of a position, in place of one that the same visitor waits for. `tell`
    /// is called in any case.
    ///
    /// # Errors
    /// When the visitor plays one side against a person, or fewer moves were made.
    pub fn advise(
        &self,
        sides: HeldSides,
        wanted: AdviceWanted,
        tell: impl FnOnce(Result<LinesView, ApiError>) + Send + 'static,
    ) -> Result<(), ApiError> {
        self.may_ask_advice(&self.lock(), sides, wanted.ply)?;
        let (me, AdviceWanted { ply, lines, stop, visitor, payer }) = (self.me.clone(), wanted);
        self.threads.thinkers.queue(Purpose::Advice, payer, visitor, move |start| {
            tell(match (start, me.upgrade()) {
                (JobStart::Now(_), Some(open_game)) if !stop.is_stopped() => {
                    open_game.lines(sides, ply, lines, &stop)
                }
                (JobStart::Now(_) | JobStart::Replaced, _) => {
                    Err(ApiError::new(ApiReason::Often, "another request for advice has taken its place"))
                }
            });
        });
        Ok(())
    }

    fn may_ask_advice(&self, inner: &Inner, sides: HeldSides, ply: usize) -> Result<(), ApiError> {
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
        self.may_ask_advice(&inner, sides, ply)?;
        let game = inner.arbiter.game().up_to(ply).ok_or_else(|| no_ply(ply))?;
        drop(inner);
        best_lines(&game, lines, &self.threads.endings, stop)
    }

    /// Returns options with the server's tables of endings.
    fn by_tables(&self, options: Options) -> Options {
        Options { endings: self.threads.endings.clone(), ..options }
    }

    /// Returns the number that identifies the game in the queue of searches.
    fn asker_id(&self) -> u64 {
        self.me.as_ptr() as usize as u64
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

/// Returns the game to search and its clock; `None` if the search was stopped or replaced, or nobody has the game open. An unopened
/// game is searched when it is opened.
fn snapshot(me: &Weak<OpenGame>, stop: &StopSignal, start: JobStart) -> Option<(Game, Option<Clock>)> {
    if stop.is_stopped() || start == JobStart::Replaced {
        return None;
    }
    let open_game = me.upgrade()?;
    let inner = open_game.lock();
    let game = inner.arbiter.game();
    Some((game.up_to(game.plies().len())?, inner.arbiter.situation().clock.clone()))
}

/// Returns the number of other searches that wait for a thread.
fn waiting(start: JobStart) -> usize {
    match start {
        JobStart::Now(waiting) => waiting,
        JobStart::Replaced => 0,
    }
}
