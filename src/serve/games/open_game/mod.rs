//! One open game: an [`Arbiter`] who decides, and around it everything that locks, stores, sends, waits or searches.
//!
//! Here a game is opened, and changes are stored and made. `requests` has the requests of players, `sides` says who plays which
//! side, and `codes` moves a side to another device. `published` has the state that visitors get after each change. `thought` is
//! the program's part, `time` the clock's.

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

use super::presence::KnownPresence;
use super::resources::{MemoryPool, MemoryShare, pieces_of};
use super::store::{Store, StoredGame};
use super::thinkers::Thinkers;
use super::time::{now, process_begun};
use crate::answers::games::Introduction;
use crate::answers::games::questions::{self, DecidedMove, bounded_summary_of, decide};
use crate::answers::view::{PositionSummary, PositionView};
use crate::answers::{ApiError, ApiReason, Measured, limits, measured, worked_out};
use crate::arbiter::{Arbiter, GameChange, Moment, Sides};
use crate::budget::StopSignal;
use crate::endings::Endings;
use crate::game::{Game, MoveInput, Position};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use time::Alarm;
use tokio::runtime::Handle;
use tokio::sync::watch;

/// Shared resources of all games: threads, memory, and tables of endings.
#[derive(Clone)]
pub struct Threads {
    /// The threads that choose moves.
    pub thinkers: Thinkers,
    /// The runtime on which alarms wait.
    pub runtime: Handle,
    /// The memory of all open games.
    pub memory: MemoryPool,
    /// The endings that the program plays by table.
    pub endings: Endings,
}

impl Threads {
    /// Starts the threads, within a runtime.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn start(endings: Endings) -> std::io::Result<Threads> {
        Ok(Threads {
            thinkers: Thinkers::start()?,
            runtime: Handle::current(),
            memory: MemoryPool::default(),
            endings,
        })
    }
}

/// An open game.
pub struct OpenGame {
    /// The public name, a part of the address.
    pub id: String,
    /// The title, for people.
    pub title: String,
    /// Whether the players are there.
    pub presence: KnownPresence,
    store: Arc<Store>,
    threads: Threads,
    /// The game itself, for threads that return to it: they do not keep the game open.
    me: Weak<OpenGame>,
    inner: Mutex<Inner>,
    state: watch::Sender<Arc<Published>>,
}

struct Inner {
    arbiter: Arbiter,
    keys: GameKeys,
    codes: Codes,
    /// The summary of the present position: its check and its legal set.
    seen: PositionSummary,
    /// The work on all positions so far.
    work: u64,
    /// The share of the memory of all open games.
    held: MemoryShare,
    /// The alarm for the fall of a flag.
    alarm: Option<Alarm>,
    /// The list of moves.
    moves: Vec<MoveLine>,
    /// The number of the last state that was published.
    version: u64,
    /// Ends the program's search for its move.
    thought: Option<StopSignal>,
    /// Ends the program's search for an answer to an offer of a draw.
    reply: Option<StopSignal>,
}

impl OpenGame {
    /// Returns a stored game, opened.
    ///
    /// # Errors
    /// When this program cannot continue the game, since the rules of another version may differ.
    pub fn open(saved: StoredGame, store: Arc<Store>, threads: Threads) -> Result<Arc<OpenGame>, ApiError> {
        let StoredGame { kept, keys } = saved;
        let Measured { result: game, work } = kept.replayed()?;
        let mut held = threads.memory.share();
        held.take(pieces_of(&game))?;
        let mut arbiter = Arbiter::new(game, kept.situation, kept.opponent);
        if let Some(resumed) = arbiter.resumed(process_begun(), now()) {
            // If the disk does not take this, the turn begins anew when the game is read again.
            let _ = store.keep(&kept.id, &resumed, None);
            arbiter.make(resumed);
        }
        let seen = bounded_summary_of(arbiter.game().position())?;
        let mut inner = Inner {
            arbiter,
            keys: GameKeys::new(keys),
            codes: Codes::default(),
            seen,
            work,
            held,
            alarm: None,
            moves: Vec::new(),
            version: 0,
            thought: None,
            reply: None,
        };
        worked_out(limits::WORK_OF_A_GAME, || inner.list_moves())?;
        let (state, _) = watch::channel(Arc::default());
        let open_game = Arc::new_cyclic(|me| OpenGame {
            id: kept.id,
            title: kept.title,
            presence: KnownPresence::default(),
            store,
            threads,
            me: me.clone(),
            inner: Mutex::new(inner),
            state,
        });
        let mut inner = open_game.lock();
        open_game.think(&mut inner);
        open_game.follow(&mut inner);
        drop(inner);
        Ok(open_game)
    }

    /// Returns a receiver of the latest state, notified of each change. A slow reader gets only the latest.
    pub fn watch(&self) -> watch::Receiver<Arc<Published>> {
        self.state.subscribe()
    }

    /// Returns the facts that do not change, for a visitor who plays these sides. `secret` is the new secret of a side that the
    /// visitor has taken.
    fn introduction(&self, inner: &Inner, sides: Sides, secret: Option<String>) -> Introduction {
        let mut introduction = Introduction::of(&self.id, &self.title, &inner.arbiter, sides, now());
        introduction.secret = secret;
        introduction
    }

    /// Makes a move of these sides. `ply` is the number of moves that they have seen. A move that is refused or not stored changes
    /// nothing.
    fn play_by(
        &self,
        inner: &mut Inner,
        by: Sides,
        m: MoveInput<'_>,
        ply: usize,
        now: Moment,
    ) -> Result<(), ApiError> {
        let decided = measured(limits::WORK, || decide(&inner.arbiter, by, m, ply, now))?;
        let DecidedMove { change, summary } = decided.result?;
        if inner.work + decided.work > limits::WORK_OF_A_GAME {
            let message = "this game has become too long to be read from disk again";
            return Err(ApiError::new(ApiReason::Full, message));
        }
        if let Some(made) = change.made() {
            inner.held.take(made.after.piece_count())?;
        }
        let stored = self.commit(inner, change, Some(summary), None);
        // The move may have replaced one that was taken back, or the disk may have refused it.
        inner.held.shrink_to(inner.arbiter.game());
        stored?;
        inner.work += decided.work;
        Ok(())
    }

    /// Stores a change without a new move, makes it, and sends every visitor the new state. A change that is not stored, or that
    /// leads to a position which is too large, is not made.
    fn carry_out(&self, inner: &mut Inner, change: GameChange) -> Result<(), ApiError> {
        if change.situation() == inner.arbiter.situation() {
            return Ok(());
        }
        let is_elsewhere = change.situation().ply != inner.arbiter.situation().ply;
        let position = inner.arbiter.position_after(&change).filter(|_| is_elsewhere);
        let seen = position.map(bounded_summary_of).transpose()?;
        self.commit(inner, change, seen, None)
    }

    /// Stores a change, makes it, and sends every visitor the new state. A change that is not stored is not made. `seen` is the
    /// summary of a position that the change leads to, `rematch` the game that begins by the change.
    fn commit(
        &self,
        inner: &mut Inner,
        change: GameChange,
        seen: Option<PositionSummary>,
        rematch: Option<&StoredGame>,
    ) -> Result<(), ApiError> {
        self.store.keep(&self.id, &change, rematch)?;
        let turns = inner.arbiter.turns();
        inner.arbiter.make(change);
        if let Some(seen) = seen {
            inner.seen = seen;
        }
        if inner.arbiter.turns() != turns {
            self.think(inner);
        }
        self.follow(inner);
        Ok(())
    }

    /// Sets the alarm, lets the program answer, and sends every visitor the new state.
    fn follow(&self, inner: &mut Inner) {
        self.consider_draw(inner);
        self.set_alarm(inner);
        self.publish(inner);
    }

    /// Returns the view of the position after `ply` moves.
    ///
    /// # Errors
    /// When fewer moves were made.
    pub fn view(&self, ply: usize) -> Result<PositionView, ApiError> {
        questions::view(self.lock().arbiter.game(), ply)
    }

    /// Returns the position after `ply` moves.
    ///
    /// # Errors
    /// When fewer moves were made.
    pub fn position_at(&self, ply: usize) -> Result<Position, ApiError> {
        questions::position_at(self.lock().arbiter.game(), ply)
    }

    /// Returns a copy of the game, to be written or drawn.
    pub fn game(&self) -> Game {
        self.lock().arbiter.game().clone()
    }

    /// Locks the game. The poison of a panic is ignored: every change is made at the end, in steps that cannot panic.
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
