//! The program's part in an open game: its moves, and its answers to offers of a draw.

use super::{Inner, OpenGame, Sides, no_ply};
use crate::budget::Stop;
use crate::endings::Endings;
use crate::engine::{self, Options};
use crate::game::Game;
use crate::serve::error::ApiError;
use crate::serve::games::clock::{Clock, now};
use crate::serve::games::ending::Ending;
use crate::serve::games::opponent::advice;
use crate::serve::games::resources::worked_out;
use crate::serve::games::thinkers::{JobStart, Payer, Purpose};
use crate::serve::limits;
use crate::serve::view::{self, LinesView};
use std::sync::Weak;
use std::time::Duration;

impl OpenGame {
    /// Whether the program is to move.
    pub(super) fn is_programs_turn(&self, inner: &Inner) -> bool {
        self.opponent.is_some_and(|opponent| opponent.side == inner.game.position().turn())
    }

    /// Starts a search for the program's move, if the program is to move. A search on an earlier position ends.
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
        let me = self.me.clone();
        let purpose = if inner.clock.is_some() { Purpose::TimedMove } else { Purpose::Move };
        self.threads.thinkers.queue(purpose, Payer::Game(self.id.clone()), self.asker_id(), move |start| {
            let Some((game, clock)) = snapshot(&me, &stop, start) else { return };
            let left = clock.map(|clock| {
                let increment = Duration::from_secs(clock.control().increment.into());
                (Duration::from_millis(clock.left(opponent.side, now())), increment)
            });
            let Some(open_game) = me.upgrade() else { return };
            let options = open_game.by_tables(opponent.options(ply as u64, left, waiting(start)));
            drop(open_game);
            let answer = engine::best(&game, &options, &stop);
            if let (Some(open_game), Some(text)) = (me.upgrade(), answer.best_move()) {
                open_game.play_for_program(text, &stop);
            }
        });
    }

    /// Makes the program's move, unless the game has changed. If the disk does not store the move, the search runs
    /// again at the next change or opening.
    fn play_for_program(&self, text: &str, stop: &Stop) {
        let Ok(mut inner) = self.lock_for_change() else { return };
        if stop.is_stopped() {
            return;
        }
        if self.make(&mut inner, text).is_err() {
            inner.thought = None;
        }
    }

    /// Starts a search for the answer to the draw that the program was offered.
    pub(super) fn consider_draw(&self, inner: &mut Inner) {
        let Some(opponent) = self.opponent else { return };
        let stop = Stop::new();
        inner.reply = Some(stop.clone());
        let me = self.me.clone();
        self.threads.thinkers.queue(
            Purpose::Reply,
            Payer::Game(self.id.clone()),
            self.asker_id(),
            move |start| {
                let Some((game, _)) = snapshot(&me, &stop, start) else { return };
                let answer = engine::best(&game, &advice(1), &stop);
                if let Some(open_game) = me.upgrade() {
                    open_game.answer_draw(answer.takes_draw(&game, opponent.side), &stop);
                }
            },
        );
    }

    /// Starts a search for the best lines of a position, in place of one that the same visitor waits for; `tell` is
    /// called in any case.
    ///
    /// # Errors
    /// When the visitor plays one side against a person, or fewer moves were made.
    pub fn advise(
        &self,
        sides: Sides,
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
                    Err(ApiError::new("often", "another request for advice has taken its place"))
                }
            });
        });
        Ok(())
    }

    fn may_ask_advice(&self, inner: &Inner, sides: Sides, ply: usize) -> Result<(), ApiError> {
        let alone = OpenGame::still_held(inner, sides).both() || self.opponent.is_some();
        if !alone && !inner.is_over() {
            return Err(ApiError::new("side", "there is no advice in a game between two people"));
        }
        inner.game.position_at(ply).map(drop).ok_or_else(|| no_ply(ply))
    }

    /// Returns the best lines after `ply` moves. The time begins with this call.
    fn lines(&self, sides: Sides, ply: usize, lines: usize, stop: &Stop) -> Result<LinesView, ApiError> {
        let inner = self.lock();
        self.may_ask_advice(&inner, sides, ply)?;
        let game = inner.game.up_to(ply).ok_or_else(|| no_ply(ply))?;
        drop(inner);
        best_lines(&game, lines, &self.threads.endings, stop)
    }

    /// Returns options with the server's tables of endings.
    fn by_tables(&self, options: Options) -> Options {
        Options { endings: self.threads.endings.clone(), ..options }
    }

    /// Returns the number by which the queue of searches tells games apart.
    fn asker_id(&self) -> u64 {
        self.me.as_ptr() as usize as u64
    }

    /// Accepts or declines the draw, unless the offer is settled already. If the disk does not store the end, the
    /// draw is declined.
    fn answer_draw(&self, takes: bool, stop: &Stop) {
        let Ok(mut inner) = self.lock_for_change() else { return };
        if stop.is_stopped() || inner.is_over() {
            return;
        }
        if takes && self.end(&mut inner, Ending::Agreed).is_ok() {
            return;
        }
        // If the disk does not store this, the program searches again after a restart.
        let _ = self.store.set_offer(&self.id, None);
        inner.declined = inner.offer.map(|offer| (offer.by, inner.game.plies().len()));
        self.publish(&mut inner, None);
    }
}

/// Returns the best lines of the present position of a game. The time begins with this call.
///
/// # Errors
/// When the lines take too long to write down.
pub fn best_lines(game: &Game, lines: usize, endings: &Endings, stop: &Stop) -> Result<LinesView, ApiError> {
    let options = Options { endings: endings.clone(), ..advice(lines) };
    let answer = engine::best(game, &options, stop);
    worked_out(limits::WORK, || view::lines(game, &answer))
}

/// A request for advice.
pub struct AdviceWanted {
    /// The number of moves before the position.
    pub ply: usize,
    /// The number of lines.
    pub lines: usize,
    pub stop: Stop,
    /// The visitor who asks.
    pub visitor: u64,
    pub payer: Payer,
}

/// Returns the game to search and its clock; `None` if the search is no longer wanted or nobody has the game open. An unopened
/// game is searched when it is opened.
fn snapshot(me: &Weak<OpenGame>, stop: &Stop, start: JobStart) -> Option<(Game, Option<Clock>)> {
    if stop.is_stopped() || start == JobStart::Replaced {
        return None;
    }
    let open_game = me.upgrade()?;
    let inner = open_game.lock();
    Some((inner.game.up_to(inner.game.plies().len())?, inner.clock.clone()))
}

/// Returns the number of other searches that wait for a thread.
fn waiting(start: JobStart) -> usize {
    match start {
        JobStart::Now(waiting) => waiting,
        JobStart::Replaced => 0,
    }
}
