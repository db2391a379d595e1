//! An open game: an [`Arbiter`] that decides, and the locking, storing, sending, waiting and searching around it.
//!
//! This file opens a game, and stores and makes its changes. `requests` has the requests of players, `sides` the rights of visitors
//! to sides, and `codes` moves a side to another device. `published` has the state that visitors get after each change. `thought`
//! has the searches of the program, and `time` the clock.

mod codes;
mod published;
mod requests;
mod sides;
mod thought;
mod time;

use codes::Codes;
use published::MoveLine;
pub use published::Published;
use sides::GameKeys;
pub use sides::{HeldSides, JoinedVisitor};
pub use thought::AdviceWanted;

use super::memory::MemoryShare;
use super::presence::SharedPresence;
use super::store::{Store, StoredGame};
use super::thinkers::{StopOnDrop, Thinkers};
use super::time::{now, process_begun};
use crate::answers::games::Introduction;
use crate::answers::games::questions::{self, DecidedMove, bounded_summary_of, decide};
use crate::answers::view::{PositionSummary, PositionView};
use crate::answers::{ApiError, ApiReason, Measured, limits, measured, worked_out};
use crate::arbiter::{Arbiter, GameChange, Moment, Sides};
use crate::endings::Endings;
use crate::game::{Game, MoveInput, Position};
use crate::serve::locked;
use std::sync::{Arc, Mutex, MutexGuard, Weak};
use time::Alarm;
use tokio::runtime::Handle;
use tokio::sync::{Semaphore, watch};

/// The resources that all games share.
pub struct SharedResources {
    pub store: Arc<Store>,
    pub thinkers: Thinkers,
    /// The runtime on which alarms wait.
    pub runtime: Handle,
    /// The memory of all open games.
    pub memory: Arc<Semaphore>,
    /// The tables of endings by which the program plays.
    pub endings: Endings,
}

pub struct OpenGame {
    /// A part of the address of the game.
    pub id: String,
    /// The title, for people.
    pub title: String,
    pub presence: SharedPresence,
    shared: Arc<SharedResources>,
    /// The game itself, for threads that come back to it. They do not keep the game open.
    me: Weak<OpenGame>,
    inner: Mutex<Inner>,
    state: watch::Sender<Arc<Published>>,
}

/// The part of an open game that changes.
struct Inner {
    arbiter: Arbiter,
    keys: GameKeys,
    codes: Codes,
    /// The summary of the present position: its check and its legal set.
    summary: PositionSummary,
    /// The units of work on all positions so far.
    work: u64,
    memory: MemoryShare,
    alarm: Option<Alarm>,
    moves: Vec<MoveLine>,
    /// The number of states that were published.
    version: u64,
    move_search: Option<StopOnDrop>,
    /// The program's search for an answer to an offer of a draw.
    draw_search: Option<StopOnDrop>,
}

impl OpenGame {
    /// Opens a stored game. Refuses a game that cannot be replayed: it may follow the rules of another version.
    pub fn open(stored: StoredGame, shared: Arc<SharedResources>) -> Result<Arc<OpenGame>, ApiError> {
        let StoredGame { kept, keys } = stored;
        let Measured { result: game, work } = kept.replayed()?;
        let memory = MemoryShare::of(&shared.memory, &game)?;
        let mut arbiter = Arbiter::new(game, kept.situation, kept.opponent);
        if let Some(resumed) = arbiter.resumed(process_begun(), now()) {
            // If this cannot be stored, the turn begins anew when the game is read again.
            let _ = shared.store.keep(&kept.id, &resumed, None);
            arbiter.make(resumed);
        }
        let summary = bounded_summary_of(arbiter.game().position())?;
        let mut inner = Inner {
            arbiter,
            keys: GameKeys::new(keys),
            codes: Codes::default(),
            summary,
            work,
            memory,
            alarm: None,
            moves: Vec::new(),
            version: 0,
            move_search: None,
            draw_search: None,
        };
        worked_out(limits::WORK_OF_A_GAME, || {
            inner.list_moves();
            Ok(())
        })?;
        let (state, _) = watch::channel(Arc::default());
        let open_game = Arc::new_cyclic(|me| OpenGame {
            id: kept.id,
            title: kept.title,
            presence: SharedPresence::default(),
            shared,
            me: me.clone(),
            inner: Mutex::new(inner),
            state,
        });
        let mut inner = open_game.lock();
        open_game.begin_move_search(&mut inner);
        open_game.after_change(&mut inner);
        drop(inner);
        Ok(open_game)
    }

    /// Returns a receiver of the latest state, which is notified of each change. A slow reader misses earlier states.
    pub fn watch(&self) -> watch::Receiver<Arc<Published>> {
        self.state.subscribe()
    }

    /// Returns the unchanging facts about the game for a visitor who plays these sides. `secret` is that of a side just taken.
    fn introduction(&self, inner: &Inner, sides: Sides, secret: Option<String>) -> Introduction {
        Introduction::of(&self.id, &self.title, &inner.arbiter, sides, now()).with_secret(secret)
    }

    /// Makes a move of the person or program that plays these sides and has seen `ply` moves. After an error nothing is changed.
    fn play_by(
        &self,
        inner: &mut Inner,
        by: Sides,
        input: MoveInput<'_>,
        ply: usize,
        now: Moment,
    ) -> Result<(), ApiError> {
        let Measured { result, work } =
            measured(limits::WORK, || decide(&inner.arbiter, by, input, ply, now))?;
        let DecidedMove { change, summary } = result?;
        if inner.work + work > limits::WORK_OF_A_GAME {
            let message = "this game has become too long to be read from disk again";
            return Err(ApiError::new(ApiReason::Full, message));
        }
        if let Some(made) = change.made() {
            inner.memory.take(made.after.piece_count())?;
        }
        let stored = self.commit(inner, change, summary, None);
        // The game has fewer positions if the move has replaced moves that were taken back, or could not be stored.
        inner.memory.shrink_to(inner.arbiter.game());
        stored?;
        inner.work += work;
        Ok(())
    }

    /// Stores and makes a change without a new move, and sends every visitor the new state. A change that cannot be stored, or whose
    /// position has too large a legal set, is not made.
    fn carry_out(&self, inner: &mut Inner, change: GameChange) -> Result<(), ApiError> {
        if change.situation() == inner.arbiter.situation() {
            return Ok(());
        }
        let has_other_position = change.situation().ply != inner.arbiter.situation().ply;
        let position = inner.arbiter.position_after(&change);
        let summary = match position {
            Some(position) if has_other_position => Some(bounded_summary_of(position)?),
            Some(_) | None => None,
        };
        self.commit(inner, change, summary, None)
    }

    /// Stores and makes a change, and sends every visitor the new state. A change that cannot be stored is not made. `summary` is that
    /// of the new position, if the change leads to one. `rematch` is a game that begins by the change.
    fn commit(
        &self,
        inner: &mut Inner,
        change: GameChange,
        summary: Option<PositionSummary>,
        rematch: Option<&StoredGame>,
    ) -> Result<(), ApiError> {
        self.shared.store.keep(&self.id, &change, rematch)?;
        let revision = inner.arbiter.revision();
        inner.arbiter.make(change);
        if let Some(summary) = summary {
            inner.summary = summary;
        }
        if inner.arbiter.revision() != revision {
            self.begin_move_search(inner);
        }
        self.after_change(inner);
        Ok(())
    }

    /// Lets the program answer an offer, sets the alarm, and sends every visitor the new state.
    fn after_change(&self, inner: &mut Inner) {
        self.update_draw_search(inner);
        self.set_alarm(inner);
        self.publish(inner);
    }

    pub fn view(&self, ply: usize) -> Result<PositionView, ApiError> {
        questions::position_view(self.lock().arbiter.game(), ply)
    }

    pub fn position_at(&self, ply: usize) -> Result<Position, ApiError> {
        questions::position_at(self.lock().arbiter.game(), ply)
    }

    /// Returns a copy of the game, to be written or drawn.
    pub fn game(&self) -> Game {
        self.lock().arbiter.game().clone()
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        locked(&self.inner)
    }
}
