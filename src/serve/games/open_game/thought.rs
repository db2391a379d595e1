//! The program's part in an open game: its moves, and its answer to an offer of a draw.

use super::{Inner, OpenGame, Sides, no_ply};
use crate::engine::{self, Options};
use crate::game::Game;
use crate::serve::error::ApiError;
use crate::serve::games::clock::{Clock, now};
use crate::serve::games::ending::Ending;
use crate::serve::games::opponent::advice;
use crate::serve::games::room::worked_out;
use crate::serve::games::thinkers::{Purpose, Share, Turn};
use crate::serve::limits;
use crate::serve::view::{self, LinesView};
use crate::watch::Stop;
use std::sync::Weak;
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
        let me = self.me.clone();
        let purpose = if inner.clock.is_some() { Purpose::TimedMove } else { Purpose::Move };
        self.threads.thinkers.give(purpose, Share::Game(self.id.clone()), self.number(), move |turn| {
            let Some((game, clock)) = snapshot(&me, &stop, turn) else { return };
            let left = clock.map(|clock| {
                let increment = Duration::from_secs(clock.control().increment.into());
                (Duration::from_millis(clock.left(opponent.side, now())), increment)
            });
            let Some(room) = me.upgrade() else { return };
            let options = room.by_tables(opponent.options(ply as u64, left, waiting(turn)));
            drop(room);
            let answer = engine::best(&game, &options, &stop);
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
        let me = self.me.clone();
        self.threads.thinkers.give(
            Purpose::Reply,
            Share::Game(self.id.clone()),
            self.number(),
            move |turn| {
                let Some((game, _)) = snapshot(&me, &stop, turn) else { return };
                let answer = engine::best(&game, &advice(1), &stop);
                if let Some(room) = me.upgrade() {
                    room.answer_draw(opponent.takes_draw(&game, &answer), &stop);
                }
            },
        );
    }

    /// Has the best lines of a position found, in place of those that the same visitor waits for; `tell` is called in any case.
    ///
    /// # Errors
    /// When a visitor plays one side against a person, or fewer moves were made.
    pub fn advise(
        &self,
        sides: Sides,
        wanted: AdviceWanted,
        tell: impl FnOnce(Result<LinesView, ApiError>) + Send + 'static,
    ) -> Result<(), ApiError> {
        self.may_ask_advice(&self.lock(), sides, wanted.ply)?;
        let (me, AdviceWanted { ply, lines, stop, visitor, share }) = (self.me.clone(), wanted);
        self.threads.thinkers.give(Purpose::Advice, share, visitor, move |turn| {
            tell(match (turn, me.upgrade()) {
                (Turn::Now(_), Some(room)) if !stop.is_stopped() => room.lines(sides, ply, lines, &stop),
                (Turn::Now(_) | Turn::Replaced, _) => {
                    Err(ApiError::new("often", "another request for advice has taken its place"))
                }
            });
        });
        Ok(())
    }

    fn may_ask_advice(&self, inner: &Inner, sides: Sides, ply: usize) -> Result<(), ApiError> {
        let alone = OpenGame::still(inner, sides).both() || self.opponent.is_some();
        if !alone && !inner.is_over() {
            return Err(ApiError::new("side", "there is no advice in a game between two people"));
        }
        inner.game.position_at(ply).map(drop).ok_or_else(|| no_ply(ply))
    }

    /// The best lines after this many moves. The time runs from here on.
    fn lines(&self, sides: Sides, ply: usize, lines: usize, stop: &Stop) -> Result<LinesView, ApiError> {
        let inner = self.lock();
        self.may_ask_advice(&inner, sides, ply)?;
        let game = inner.game.up_to(ply).ok_or_else(|| no_ply(ply))?;
        drop(inner);
        let answer = engine::best(&game, &self.by_tables(advice(lines)), stop);
        Ok(worked_out(limits::WORK, || view::lines(&game, &answer))?.0)
    }

    /// A search that knows the endings of the server.
    fn by_tables(&self, options: Options) -> Options {
        Options { endings: self.threads.endings.clone(), ..options }
    }

    /// Which of all games it is, for those who wait.
    fn number(&self) -> u64 {
        self.me.as_ptr() as usize as u64
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

/// What advice is asked for.
pub struct AdviceWanted {
    /// After how many moves.
    pub ply: usize,
    /// How many lines.
    pub lines: usize,
    /// Ends the search.
    pub stop: Stop,
    /// Who asks.
    pub visitor: u64,
    /// On whose share.
    pub share: Share,
}

/// The game to think about and its clock, unless it is no longer wanted. Games that nobody has open any more are thought about
/// when they are opened again.
fn snapshot(me: &Weak<OpenGame>, stop: &Stop, turn: Turn) -> Option<(Game, Option<Clock>)> {
    if stop.is_stopped() || turn == Turn::Replaced {
        return None;
    }
    let room = me.upgrade()?;
    let inner = room.lock();
    Some((inner.game.up_to(inner.game.plies().len())?, inner.clock.clone()))
}

/// How many others wait for a thread.
fn waiting(turn: Turn) -> usize {
    match turn {
        Turn::Now(waiting) => waiting,
        Turn::Replaced => 0,
    }
}
