//! One open game: an [`Arbiter`] who decides, and around it everything that locks, stores, sends, waits or searches.
//!
//! Here a game is opened, and changes are stored and made. `requests` hears the players, `sides` says who plays which side.
//! `published` is what visitors get after each change, `answers` what they may ask for without changing anything. `thought` is the
//! program's part, `time` the alarm's.

mod answers;
mod published;
mod requests;
mod sides;
mod thought;
mod time;

use published::MoveLine;
pub use published::Published;
pub use sides::HeldSides;
use sides::Keys;
pub use thought::{AdviceWanted, best_lines};

use super::bounds::stored_variant;
use super::flags::{Alarm, FlagAlarms};
use super::presence::KnownPresence;
use super::resources::{MemoryPool, MemoryShare, measured, worked_out};
use super::store::{Store, StoredGame};
use super::thinkers::Thinkers;
use super::time::{now, process_begun};
use crate::arbiter::{Arbiter, Change, Moment, Opponent, Sides};
use crate::budget::Stop;
use crate::chess::Color;
use crate::endings::Endings;
use crate::game::{Game, Position};
use crate::serve::error::ApiError;
use crate::serve::limits;
use crate::serve::view::{self, BoardView, PositionSummary};
use serde::Serialize;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use tokio::sync::watch;

/// Shared resources of all games: threads, memory, and tables of endings.
#[derive(Clone)]
pub struct Threads {
    /// The threads that choose moves.
    pub thinkers: Thinkers,
    /// The alarms at which flags fall.
    pub flags: FlagAlarms,
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
            flags: FlagAlarms::new(),
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
    keys: Keys,
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
    thought: Option<Stop>,
    /// Ends the program's search for an answer to an offer of a draw.
    reply: Option<Stop>,
}

/// The facts about a game that do not change while it is played.
#[derive(Serialize)]
pub struct Introduction {
    game: String,
    title: String,
    sides: Vec<Color>,
    /// The new secret of the one side that the visitor plays. It is sent once, and only its holder plays that side.
    #[serde(skip_serializing_if = "Option::is_none")]
    secret: Option<String>,
    variant: serde_json::Value,
    /// The base preset of the variant, and the parameters in which the variant differs from it.
    base: String,
    differences: serde_json::Value,
    board: BoardView,
    promotions: Vec<char>,
    opponent: Option<Opponent>,
    /// The server's time, to which the page's clocks are set.
    now: Moment,
}

impl OpenGame {
    /// Returns a stored game, opened.
    ///
    /// # Errors
    /// When this program cannot continue the game, since the rules of another version may differ.
    pub fn open(saved: StoredGame, store: Arc<Store>, threads: Threads) -> Result<Arc<OpenGame>, ApiError> {
        let variant = stored_variant(&saved.variant)?;
        let start = Position::from_text(&variant, &saved.start)
            .map_err(|e| ApiError::new("server", format!("the first position of this game: {e}")))?;
        let mut game = Game::new(start);
        // Another version may count work differently.
        let (played, work) = measured(4 * limits::WORK_OF_A_GAME, || {
            saved.moves.iter().enumerate().try_for_each(|(i, text)| {
                let unplayable = |e| format!("move {} of this game, `{text}`, does not play: {e}", i + 1);
                game.play(text).map(drop).map_err(unplayable)
            })
        })?;
        played.map_err(|message| ApiError::new("server", message))?;
        let mut held = threads.memory.share();
        held.take_all(&game)?;
        let mut arbiter = Arbiter::new(game, saved.situation, saved.opponent);
        if let Some(resumed) = arbiter.resumed(process_begun(), now()) {
            // If the disk does not take this, the turn begins anew when the game is read again.
            let _ = store.keep(&saved.id, &resumed, None);
            arbiter.make(resumed);
        }
        let (seen, _) = summary_of(arbiter.game().position())?;
        let mut inner = Inner {
            arbiter,
            keys: Keys::new(saved.keys),
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
            id: saved.id,
            title: saved.title,
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

    /// Returns the facts that do not change, for a visitor who plays these sides; `secret` is the new secret of a side that the
    /// visitor has taken.
    fn introduction(&self, inner: &Inner, sides: Sides, secret: Option<String>) -> Introduction {
        let position = inner.arbiter.game().start();
        let spec = position.variant().spec();
        let differences = spec.differences().ok();
        Introduction {
            game: self.id.clone(),
            title: self.title.clone(),
            sides: sides.list(),
            secret,
            variant: serde_json::to_value(spec).unwrap_or_default(),
            base: spec.base().to_owned(),
            differences: differences.and_then(|t| serde_json::to_value(t).ok()).unwrap_or_default(),
            board: view::board(position),
            promotions: view::promotions(position),
            opponent: inner.arbiter.opponent(),
            now: now(),
        }
    }

    /// Makes a move of these sides. `ply` is the number of moves that they have seen.
    ///
    /// # Errors
    /// When the arbiter refuses the move, the game becomes too large, or the disk does not store the move. Nothing has changed
    /// then.
    fn play_by(
        &self,
        inner: &mut Inner,
        by: Sides,
        text: &str,
        ply: usize,
        now: Moment,
    ) -> Result<(), ApiError> {
        let (played, work) =
            measured(limits::WORK, || inner.arbiter.play_with(by, text, ply, now, view::summary_of))?;
        let (change, seen) = played?;
        require_legal_set(&seen)?;
        if change.situation().ply > limits::PLIES {
            return Err(ApiError::new("full", format!("a game here has at most {} moves", limits::PLIES)));
        }
        if inner.work + work > limits::WORK_OF_A_GAME {
            return Err(ApiError::new("full", "this game has become too long to be read from disk again"));
        }
        if let Some(made) = change.made() {
            inner.held.take(&made.after)?;
        }
        let stored = self.commit(inner, change, Some(seen), None);
        // The move may have replaced one that was taken back, or the disk may have refused it.
        inner.held.count(inner.arbiter.game());
        stored?;
        inner.work += work;
        Ok(())
    }

    /// Stores a change without a new move, makes it, and sends every visitor the new state.
    ///
    /// # Errors
    /// When the position after it is too large, or the disk does not store the change. Nothing has changed then.
    fn carry_out(&self, inner: &mut Inner, change: Change) -> Result<(), ApiError> {
        if change.situation() == inner.arbiter.situation() {
            return Ok(());
        }
        let is_elsewhere = change.situation().ply != inner.arbiter.situation().ply;
        let position = inner.arbiter.position_after(&change).filter(|_| is_elsewhere);
        let seen = position.map(summary_of).transpose()?.map(|(seen, _)| seen);
        self.commit(inner, change, seen, None)
    }

    /// Stores a change, makes it, and sends every visitor the new state. `seen` is the summary of the position if it is another
    /// one, `rematch` the game that begins.
    ///
    /// # Errors
    /// When the disk does not store the change. Nothing has changed then.
    fn commit(
        &self,
        inner: &mut Inner,
        change: Change,
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

    /// Returns a copy of the game, to be written or drawn.
    pub fn game(&self) -> Game {
        self.lock().arbiter.game().clone()
    }

    /// Ignores the poison of a panic: every change is made at the end, in steps that cannot panic, so the game is whole.
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns the summary of a position, and its work; an error if the position is too large for a game.
pub fn summary_of(position: &Position) -> Result<(PositionSummary, u64), ApiError> {
    let ((_, seen), work) = measured(limits::WORK, || view::summary_of(position))?;
    require_legal_set(&seen)?;
    Ok((seen, work))
}

fn require_legal_set(seen: &PositionSummary) -> Result<(), ApiError> {
    if seen.legal.is_some() {
        return Ok(());
    }
    let (parts, bytes) = (limits::PARTS, limits::LEGAL_BYTES >> 20);
    let message = format!(
        "a legal set here has at most {parts} parts and {bytes} MiB: use fewer pieces, lanes or stops"
    );
    Err(ApiError::new("heavy", message))
}

fn no_ply(ply: usize) -> ApiError {
    ApiError::request(format!("the game has no move {ply}"))
}
