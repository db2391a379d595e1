//! One open game: its state, who may change it, and the notice of each change.
//!
//! Here a game is opened and moved in. `published` is what visitors get after each change, `answers` what they may ask for
//! without changing anything. `sides` says who plays which side. `requests` has the requests between
//! players: moves back, a draw, a rematch. `thought` is the program's part, `time` the clock's.

mod answers;
mod published;
mod requests;
mod sides;
mod thought;
mod time;

use published::MoveLine;
pub use published::Published;
use sides::Keys;
pub use sides::Sides;
pub use thought::{AdviceWanted, best_lines};

use super::bounds::stored_variant;
use super::clock::{Clock, Moment, now, process_begun};
use super::ending::Ending;
use super::flags::{Alarm, FlagAlarms};
use super::offer::{Offer, OfferKind};
use super::opponent::Opponent;
use super::presence::Presence;
use super::resources::{MemoryPool, MemoryShare, measured, worked_out};
use super::store::{Store, StoredGame};
use super::thinkers::Thinkers;
use crate::budget::Stop;
use crate::chess::{Color, Status};
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
    pub presence: Presence,
    opponent: Option<Opponent>,
    store: Arc<Store>,
    threads: Threads,
    /// The game itself, for threads that return to it: they do not keep the game open.
    me: Weak<OpenGame>,
    inner: Mutex<Inner>,
    state: watch::Sender<Arc<Published>>,
}

struct Inner {
    game: Game,
    keys: Keys,
    /// The summary of the present position: its check and its legal set.
    seen: PositionSummary,
    /// The work on all positions so far.
    work: u64,
    /// The share of the memory of all open games.
    held: MemoryShare,
    /// The number of moves that were taken back and can be repeated.
    undone: usize,
    ended: Option<Ending>,
    /// The request of a side to the other.
    offer: Option<Offer>,
    /// The side whose offer of a draw was last declined, and the number of moves then made.
    declined: Option<(Color, usize)>,
    clock: Option<Clock>,
    /// The alarm for the fall of a flag.
    alarm: Option<Alarm>,
    /// The public name of the rematch.
    rematch: Option<String>,
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
        let undone = saved.moves.len().saturating_sub(saved.ply);
        for _ in 0..undone {
            game.undo();
        }
        let (seen, _) = summary_of(game.position())?;
        let mut inner = Inner {
            game,
            keys: Keys::new(saved.keys),
            seen,
            work,
            held,
            undone,
            ended: saved.ended,
            offer: None,
            declined: None,
            clock: saved.clock.map(|clock| clock.reopened(process_begun(), now())),
            alarm: None,
            rematch: saved.rematch,
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
            presence: Presence::default(),
            opponent: saved.opponent,
            store,
            threads,
            me: me.clone(),
            inner: Mutex::new(inner),
            state,
        });
        let mut inner = open_game.lock();
        open_game.changed(&mut inner, saved.offer);
        if saved.offer.is_some_and(|offer| offer.what == OfferKind::Draw) {
            open_game.consider_draw(&mut inner);
        }
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
        let position = inner.game.start();
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
            opponent: self.opponent,
            now: now(),
        }
    }

    /// Makes a move. `ply` is the number of moves that the visitor has seen, so a message sent twice makes one move.
    ///
    /// # Errors
    /// When the side to move is not the visitor's, the game is over or has changed, the move is illegal, or the disk
    /// does not store it. Nothing has changed then.
    pub fn play(&self, sides: Sides, text: &str, ply: usize) -> Result<(), ApiError> {
        let (mut inner, sides) = self.lock_for_change_by(sides)?;
        if let Some(ending) = inner.ended {
            return Err(ApiError::new("over", format!("the game is over by {}", ending.cause())));
        }
        sides.may_move(inner.game.position().turn())?;
        if ply != inner.game.plies().len() {
            let seen = inner.game.plies().len();
            return Err(ApiError::new("stale", format!("the game stands at move {seen}, not at {ply}")));
        }
        if ply >= limits::PLIES {
            return Err(ApiError::new("full", format!("a game here has at most {} moves", limits::PLIES)));
        }
        self.make(&mut inner, text)
    }

    /// Makes a move, and stores it with the clock after it.
    fn make(&self, inner: &mut Inner, text: &str) -> Result<(), ApiError> {
        let mover = inner.game.position().turn();
        let (next, work) = measured(limits::WORK, || inner.game.ply_with(text, view::summary_of))?;
        let (next, seen) = next?;
        require_legal_set(&seen)?;
        if inner.work + work > limits::WORK_OF_A_GAME {
            return Err(ApiError::new("full", "this game has become too long to be read from disk again"));
        }
        inner.held.take(&next.after)?;
        let goes_on = next.status == Status::Ongoing;
        let clock = inner.clock.as_ref();
        let clock = clock.map(|clock| clock.after_move(mover, next.after.turn(), goes_on, now()));
        // A side that moves declines the other's offer of a draw. An offer to the program stands until the program answers.
        let stands =
            |offer: &Offer| offer.what == OfferKind::Draw && (offer.by == mover || self.opponent.is_some());
        let offer = inner.offer.filter(stands).filter(|_| goes_on);
        self.store.add_move(&self.id, inner.game.plies().len(), &next.text, clock.as_ref(), offer)?;
        inner.game.push(next);
        (inner.seen, inner.work) = (seen, inner.work + work);
        inner.clock = clock;
        inner.undone = 0;
        self.changed(inner, offer);
        Ok(())
    }

    /// Returns a copy of the game, to be written or drawn.
    pub fn game(&self) -> Game {
        self.lock().game.clone()
    }

    /// Starts the program's search, sets the alarm of the clock, and sends every visitor the new state.
    fn changed(&self, inner: &mut Inner, offer: Option<Offer>) {
        self.think(inner);
        self.set_alarm(inner);
        self.publish(inner, offer);
    }

    /// Ignores the poison of a panic: every change is made at the end, in steps that cannot panic, so the game is whole.
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    /// Whether the game is over, by the board or otherwise.
    fn is_over(&self) -> bool {
        self.ended.is_some() || self.game.status() != Status::Ongoing
    }

    /// Returns the number of moves to take back until a side moves again.
    fn moves_back_to(&self, side: Color) -> Result<usize, ApiError> {
        let plies = self.game.plies().len();
        let before = (1..=plies).find(|moves| {
            self.game.position_at(plies - moves).is_some_and(|position| position.turn() == side)
        });
        before.ok_or_else(|| ApiError::request("there is no move of yours to take back"))
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
