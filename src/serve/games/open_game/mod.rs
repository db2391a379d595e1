//! One open game: its state, who may change it, and the notice of each change.
//!
//! Here it is opened, shown and moved in. `wishes` is what players ask of each other: moves back, a draw, a rematch.
//! `thought` is the program's part, `time` the clock's.

mod thought;
mod time;
mod wishes;

use super::bounds::stored_variant;
use super::clock::{Clock, ClockView, Moment, now, process_begun};
use super::ending::{Ending, EndingView};
use super::export;
use super::flags::Flags;
use super::offer::{Offer, Wish};
use super::opponent::{Opponent, advice};
use super::secret::Secret;
use super::store::{Store, StoredGame};
use super::thinkers::Thinkers;
use crate::chess::{Color, Status};
use crate::engine::{self, Stop};
use crate::game::{Game, Position};
use crate::serve::error::ApiError;
use crate::serve::limits;
use crate::serve::view::{self, BoardView, LegalView, PositionView};
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use tokio::sync::watch;

/// The sides that a visitor may move for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Sides([bool; 2]);

impl Sides {
    /// Whether this side is one of them.
    pub fn has(self, color: Color) -> bool {
        self.0[color.index()]
    }

    /// Whether one visitor plays both sides.
    pub fn both(self) -> bool {
        self.0 == [true, true]
    }

    /// The sides as a list.
    pub fn list(self) -> Vec<Color> {
        Color::ALL.iter().copied().filter(|&c| self.has(c)).collect()
    }
}

/// The threads that work for all games together.
#[derive(Clone)]
pub struct Threads {
    /// They choose moves.
    pub thinkers: Thinkers,
    /// They let flags fall.
    pub flags: Flags,
}

impl Threads {
    /// Starts them.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn start() -> std::io::Result<Threads> {
        Ok(Threads { thinkers: Thinkers::start()?, flags: Flags::start()? })
    }
}

/// An open game.
pub struct OpenGame {
    /// Its public name, the part of its address.
    pub id: String,
    /// Its title, for people.
    pub title: String,
    keys: [Secret; 2],
    opponent: Option<Opponent>,
    store: Arc<Store>,
    threads: Threads,
    /// Itself, for the threads that come back to it: they do not keep the game open.
    me: Weak<OpenGame>,
    inner: Mutex<Inner>,
    state: watch::Sender<Arc<str>>,
}

struct Inner {
    game: Game,
    undone: usize,
    ended: Option<Ending>,
    /// What a side has asked of the other.
    offer: Option<Offer>,
    /// The side whose offer of a draw was last declined, and after how many moves.
    declined: Option<(Color, usize)>,
    clock: Option<Clock>,
    /// When the thread of the flags next looks at this game.
    alarm: Option<Moment>,
    /// The rematch's public name.
    next: Option<String>,
    /// The lines of the list of moves, as JSON: each is written once and sent with every later state.
    moves: Vec<Box<RawValue>>,
    version: u64,
    /// Ends the program's thought about its move.
    thought: Option<Stop>,
    /// Ends the program's thought about an offer of a draw.
    reply: Option<Stop>,
}

/// The facts about a game that do not change while it is played.
#[derive(Serialize)]
pub struct Introduction {
    game: String,
    title: String,
    sides: Vec<Color>,
    variant: serde_json::Value,
    /// The preset that the variant is described by, and the parameters in which it differs.
    base: String,
    differences: serde_json::Value,
    board: BoardView,
    promotions: Vec<char>,
    opponent: Option<Opponent>,
    /// The server's time, which the page's clocks go by.
    now: Moment,
}

/// The state that every visitor is sent after every change.
#[derive(Serialize)]
struct State<'a> {
    is: &'static str,
    version: u64,
    over: bool,
    /// How the game ended beside the board.
    ended: Option<EndingView>,
    offer: Option<Offer>,
    clock: Option<ClockView>,
    /// The public name of the rematch.
    next: Option<&'a str>,
    undone: usize,
    /// Whether the program thinks about its move.
    thinking: bool,
    moves: &'a [Box<RawValue>],
    position: Option<PositionView>,
    legal: LegalView,
}

impl OpenGame {
    /// Opens a stored game.
    ///
    /// # Errors
    /// When this program cannot play it on: the rules of another version may differ.
    pub fn open(saved: StoredGame, store: Arc<Store>, threads: Threads) -> Result<Arc<OpenGame>, ApiError> {
        let variant = stored_variant(&saved.variant)?;
        let start = Position::from_text(&variant, &saved.start)
            .map_err(|e| ApiError::new("server", format!("the first position of this game: {e}")))?;
        let mut game = Game::new(start);
        for (i, text) in saved.moves.iter().enumerate() {
            game.play(text).map_err(|e| {
                ApiError::new("server", format!("move {} of this game, `{text}`, does not play: {e}", i + 1))
            })?;
        }
        let undone = saved.moves.len().saturating_sub(saved.ply);
        for _ in 0..undone {
            game.undo();
        }
        let inner = Inner {
            game,
            undone,
            ended: saved.ended,
            offer: None,
            declined: None,
            clock: saved.clock.map(|clock| clock.reopened(process_begun(), now())),
            alarm: None,
            next: saved.next,
            moves: Vec::new(),
            version: 0,
            thought: None,
            reply: None,
        };
        let (state, _) = watch::channel(Arc::from(""));
        let room = Arc::new_cyclic(|me| OpenGame {
            id: saved.id,
            title: saved.title,
            keys: saved.keys,
            opponent: saved.opponent,
            store,
            threads,
            me: me.clone(),
            inner: Mutex::new(inner),
            state,
        });
        let mut inner = room.lock();
        room.changed(&mut inner, saved.offer);
        if saved.offer.is_some_and(|offer| offer.what == Wish::Draw) {
            room.consider_draw(&mut inner);
        }
        drop(inner);
        Ok(room)
    }

    /// The sides whose secrets are among these. Nobody moves for the program.
    pub fn sides(&self, keys: &[String]) -> Sides {
        let is_programs = |i: usize| self.opponent.is_some_and(|opponent| opponent.side.index() == i);
        Sides([0, 1].map(|i| !is_programs(i) && keys.iter().any(|key| self.keys[i].admits(key))))
    }

    /// The latest state, with notice of each change. A slow reader sees the latest only.
    pub fn watch(&self) -> watch::Receiver<Arc<str>> {
        self.state.subscribe()
    }

    /// The facts that do not change, for a visitor who plays these sides.
    pub fn introduction(&self, sides: Sides) -> Introduction {
        let inner = self.lock();
        let position = inner.game.start();
        let spec = position.variant().spec();
        let differences = export::differences(spec).ok();
        Introduction {
            game: self.id.clone(),
            title: self.title.clone(),
            sides: sides.list(),
            variant: serde_json::to_value(spec).unwrap_or_default(),
            base: export::base(spec).to_owned(),
            differences: differences.and_then(|t| serde_json::to_value(t).ok()).unwrap_or_default(),
            board: view::board(position),
            promotions: view::promotions(position),
            opponent: self.opponent,
            now: now(),
        }
    }

    /// Makes a move. `ply` is the number of moves that the visitor has seen, so a message sent twice moves once.
    ///
    /// # Errors
    /// When the side to move is not the visitor's, the game is over or has gone on, the move is illegal, or the
    /// disk does not take it. Nothing has changed then.
    pub fn play(&self, sides: Sides, text: &str, ply: usize) -> Result<(), ApiError> {
        let mut inner = self.settled()?;
        if let Some(ending) = inner.ended {
            return Err(ApiError::new("over", format!("the game is over by {}", ending.cause())));
        }
        may_move(sides, inner.game.position().turn())?;
        if ply != inner.game.plies().len() {
            let seen = inner.game.plies().len();
            return Err(ApiError::new("stale", format!("the game stands at move {seen}, not at {ply}")));
        }
        if ply >= limits::PLIES {
            return Err(ApiError::new("full", format!("a game here has at most {} moves", limits::PLIES)));
        }
        self.make(&mut inner, text)
    }

    /// Makes a move and stores it, with the clock after it.
    fn make(&self, inner: &mut Inner, text: &str) -> Result<(), ApiError> {
        let mover = inner.game.position().turn();
        let next = inner.game.ply(text)?;
        let goes_on = next.status == Status::Ongoing;
        let clock = inner.clock.as_ref();
        let clock = clock.map(|clock| clock.after_move(mover, next.after.turn(), goes_on, now()));
        // Who moves declines the other's draw. The program answers an offer by itself.
        let stands =
            |offer: &Offer| offer.what == Wish::Draw && (offer.by == mover || self.opponent.is_some());
        let offer = inner.offer.filter(stands).filter(|_| goes_on);
        self.store.add_move(&self.id, inner.game.plies().len(), &next.text, clock.as_ref(), offer)?;
        inner.game.push(next);
        inner.clock = clock;
        inner.undone = 0;
        self.changed(inner, offer);
        Ok(())
    }

    /// The position after this many moves.
    ///
    /// # Errors
    /// When fewer were made.
    pub fn view(&self, ply: usize) -> Result<PositionView, ApiError> {
        view::position(&self.lock().game, ply).ok_or_else(|| no_ply(ply))
    }

    /// What a side attacks after this many moves.
    ///
    /// # Errors
    /// When fewer were made.
    pub fn attacks(&self, ply: usize, by: Color) -> Result<Vec<view::ShapeView>, ApiError> {
        let position = self.lock().game.position_at(ply).cloned().ok_or_else(|| no_ply(ply))?;
        Ok(view::attacks(&position, by))
    }

    /// The game up to a ply, for advice about it.
    ///
    /// # Errors
    /// When a visitor plays one side against a person, or fewer moves were made.
    pub fn for_advice(&self, sides: Sides, ply: usize) -> Result<Game, ApiError> {
        let inner = self.lock();
        let alone = sides.both() || self.opponent.is_some();
        if !alone && !inner.is_over() {
            return Err(ApiError::new("side", "there is no advice in a game between two people"));
        }
        let mut game = inner.game.clone();
        drop(inner);
        game.position_at(ply).ok_or_else(|| no_ply(ply))?;
        while game.plies().len() > ply {
            game.undo();
        }
        Ok(game)
    }

    /// Has the best lines of a game's present position found, and told to `tell`.
    pub fn advise(
        &self,
        game: Game,
        lines: usize,
        stop: &Stop,
        tell: impl FnOnce(view::LinesView) + Send + 'static,
    ) {
        let stop = stop.clone();
        self.threads.thinkers.give(move || {
            // A search that was stopped before it began answers at once.
            let answer = engine::best(&game, &advice(lines), &stop);
            tell(view::lines(&game, &answer));
        });
    }

    /// A copy of the game, to write or draw.
    pub fn game(&self) -> Game {
        self.lock().game.clone()
    }

    /// Lets the program think, sets the alarm of the clock, and sends every visitor the new state.
    fn changed(&self, inner: &mut Inner, offer: Option<Offer>) {
        self.think(inner);
        self.set_alarm(inner);
        self.publish(inner, offer);
    }

    /// Sends every visitor the new state. `offer` is what a side now asks of the other; an older one is settled.
    fn publish(&self, inner: &mut Inner, offer: Option<Offer>) {
        inner.offer = offer;
        if offer.is_none_or(|offer| offer.what != Wish::Draw)
            && let Some(reply) = inner.reply.take()
        {
            reply.stop();
        }
        let plies = inner.game.plies();
        inner.moves.truncate(plies.len());
        let unlisted = inner.moves.len()..plies.len();
        inner
            .moves
            .extend(unlisted.filter_map(|index| to_raw_value(&view::listed(&inner.game, index)?).ok()));
        inner.version += 1;
        let over = inner.is_over();
        let turn = inner.game.position().turn();
        let state = State {
            is: "state",
            version: inner.version,
            over,
            ended: inner.ended.map(Ending::view),
            offer,
            clock: inner.clock.as_ref().map(|clock| clock.view(turn, now())),
            next: inner.next.as_deref(),
            undone: inner.undone,
            thinking: inner.thought.is_some(),
            moves: &inner.moves,
            position: view::position(&inner.game, plies.len()),
            legal: if over { LegalView::default() } else { view::legal(&inner.game) },
        };
        let text = serde_json::to_string(&state).unwrap_or_default();
        self.state.send_replace(Arc::from(text));
    }

    /// A panic in the engine leaves the game as it was: every change is made at the end, in steps that cannot panic.
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    /// Whether nobody moves any more, by the board or beside it.
    fn is_over(&self) -> bool {
        self.ended.is_some() || self.game.status() != Status::Ongoing
    }

    /// How many moves are taken back so that a side moves again.
    fn moves_back_to(&self, side: Color) -> Result<usize, ApiError> {
        let plies = self.game.plies().len();
        let before = (1..=plies).find(|moves| {
            self.game.position_at(plies - moves).is_some_and(|position| position.turn() == side)
        });
        before.ok_or_else(|| ApiError::request("there is no move of yours to take back"))
    }
}

fn no_ply(ply: usize) -> ApiError {
    ApiError::request(format!("the game has no move {ply}"))
}

fn may_move(sides: Sides, turn: Color) -> Result<(), ApiError> {
    if sides.has(turn) {
        return Ok(());
    }
    let held = sides.list();
    Err(ApiError::new(
        "side",
        match held.first() {
            Some(side) => format!("it is {turn}'s turn, and your link is {side}'s"),
            None => format!("your link is for looking on: {turn} moves with {turn}'s own link"),
        },
    ))
}

/// The side that a visitor plays.
fn player(sides: Sides) -> Result<Color, ApiError> {
    let held = sides.list();
    held.first().copied().ok_or_else(|| ApiError::new("side", "your link is for looking on only"))
}
