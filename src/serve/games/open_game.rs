//! One open game: its state, who may change it, and the notice of each change.

use super::bounds::stored_variant;
use super::export;
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

/// An open game.
pub struct OpenGame {
    /// Its public name, the part of its address.
    pub id: String,
    /// Its title, for people.
    pub title: String,
    keys: [Secret; 2],
    opponent: Option<Opponent>,
    store: Arc<Store>,
    thinkers: Thinkers,
    /// Itself, for the thread that thinks: it does not keep the game open.
    me: Weak<OpenGame>,
    inner: Mutex<Inner>,
    state: watch::Sender<Arc<str>>,
}

struct Inner {
    game: Game,
    undone: usize,
    resigned: Option<Color>,
    /// The side that has asked to take a move back.
    offer: Option<Color>,
    /// The lines of the list of moves, as JSON: each is written once and sent with every later state.
    moves: Vec<Box<RawValue>>,
    version: u64,
    /// Ends the program's thought about its move.
    thought: Option<Stop>,
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
}

/// The state that every visitor is sent after every change.
#[derive(Serialize)]
struct State<'a> {
    is: &'static str,
    version: u64,
    over: bool,
    resigned: Option<Color>,
    offer: Option<Color>,
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
    pub fn open(saved: StoredGame, store: Arc<Store>, thinkers: Thinkers) -> Result<Arc<OpenGame>, ApiError> {
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
            resigned: saved.resigned,
            offer: None,
            moves: Vec::new(),
            version: 0,
            thought: None,
        };
        let (state, _) = watch::channel(Arc::from(""));
        let room = Arc::new_cyclic(|me| OpenGame {
            id: saved.id,
            title: saved.title,
            keys: saved.keys,
            opponent: saved.opponent,
            store,
            thinkers,
            me: me.clone(),
            inner: Mutex::new(inner),
            state,
        });
        room.publish(&mut room.lock(), None);
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
        }
    }

    /// Makes a move. `ply` is the number of moves that the visitor has seen, so a message sent twice moves once.
    ///
    /// # Errors
    /// When the side to move is not the visitor's, the game is over or has gone on, the move is illegal, or the
    /// disk does not take it. Nothing has changed then.
    pub fn play(&self, sides: Sides, text: &str, ply: usize) -> Result<(), ApiError> {
        let mut inner = self.lock();
        if inner.resigned.is_some() {
            return Err(ApiError::new("over", "the game is over by resignation"));
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

    /// Makes a move and stores it.
    fn make(&self, inner: &mut Inner, text: &str) -> Result<(), ApiError> {
        let next = inner.game.ply(text)?;
        self.store.add_move(&self.id, inner.game.plies().len(), &next.text)?;
        inner.game.push(next);
        inner.undone = 0;
        self.publish(inner, None);
        Ok(())
    }

    /// Takes back a move or a resignation. Between two visitors both have to ask for it; against the program what it has
    /// played since the visitor's last move is taken back too.
    ///
    /// # Errors
    /// When the visitor plays no side, or there is nothing to take back.
    pub fn undo(&self, sides: Sides) -> Result<(), ApiError> {
        let mut inner = self.lock();
        let asker = player(sides)?;
        if inner.resigned.is_none() && inner.game.plies().is_empty() {
            return Err(ApiError::request("there is no move to take back"));
        }
        if self.opponent.is_none() && !sides.both() && inner.offer != Some(!asker) {
            self.publish(&mut inner, Some(asker));
            return Ok(());
        }
        let ply = inner.game.plies().len();
        if inner.resigned.is_some() {
            self.store.set_state(&self.id, ply, None)?;
            inner.resigned = None;
        } else {
            let moves = match self.opponent {
                Some(_) => inner.moves_back_to(asker)?,
                None => 1,
            };
            self.store.set_state(&self.id, ply - moves, None)?;
            for _ in 0..moves {
                inner.game.undo();
                inner.undone += 1;
            }
        }
        self.publish(&mut inner, None);
        Ok(())
    }

    /// Makes a move again that was taken back last.
    ///
    /// # Errors
    /// When the visitor may not move now, or nothing was taken back.
    pub fn redo(&self, sides: Sides) -> Result<(), ApiError> {
        let mut inner = self.lock();
        may_move(sides, inner.game.position().turn())?;
        if inner.undone == 0 || inner.resigned.is_some() {
            return Err(ApiError::request("no move was taken back"));
        }
        let ply = inner.game.plies().len();
        let mut again = 0;
        while inner.undone > 0 && (again == 0 || self.is_programs_turn(&inner)) {
            inner.game.redo();
            inner.undone -= 1;
            again += 1;
        }
        if let Err(e) = self.store.set_state(&self.id, ply + again, None) {
            for _ in 0..again {
                inner.game.undo();
                inner.undone += 1;
            }
            return Err(e.into());
        }
        self.publish(&mut inner, None);
        Ok(())
    }

    /// Turns down a request to take a move back, or withdraws one.
    ///
    /// # Errors
    /// When the visitor plays no side.
    pub fn decline(&self, sides: Sides) -> Result<(), ApiError> {
        player(sides)?;
        let mut inner = self.lock();
        self.publish(&mut inner, None);
        Ok(())
    }

    /// Gives the game up. A visitor who plays both sides resigns for the side to move.
    ///
    /// # Errors
    /// When the visitor plays no side, or the game is over.
    pub fn resign(&self, sides: Sides) -> Result<(), ApiError> {
        let mut inner = self.lock();
        let side = if sides.both() { inner.game.position().turn() } else { player(sides)? };
        if inner.resigned.is_some() || inner.is_decided() {
            return Err(ApiError::new("over", "the game is over"));
        }
        self.store.set_state(&self.id, inner.game.plies().len(), Some(side))?;
        inner.resigned = Some(side);
        self.publish(&mut inner, None);
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
        if !alone && inner.resigned.is_none() && !inner.is_decided() {
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
        self.thinkers.give(move || {
            // A search that was stopped before it began answers at once.
            let answer = engine::best(&game, &advice(lines), &stop);
            tell(view::lines(&game, &answer));
        });
    }

    /// A copy of the game, to write or draw.
    pub fn game(&self) -> Game {
        self.lock().game.clone()
    }

    /// Sends every visitor the new state. `offer` is the side that asks to take a move back; any change settles an
    /// older request.
    fn publish(&self, inner: &mut Inner, offer: Option<Color>) {
        inner.offer = offer;
        self.think(inner);
        let plies = inner.game.plies();
        inner.moves.truncate(plies.len());
        let unlisted = inner.moves.len()..plies.len();
        inner
            .moves
            .extend(unlisted.filter_map(|index| to_raw_value(&view::listed(&inner.game, index)?).ok()));
        inner.version += 1;
        let over = inner.resigned.is_some() || inner.is_decided();
        let state = State {
            is: "state",
            version: inner.version,
            over,
            resigned: inner.resigned,
            offer,
            undone: inner.undone,
            thinking: inner.thought.is_some(),
            moves: &inner.moves,
            position: view::position(&inner.game, plies.len()),
            legal: if over { LegalView::default() } else { view::legal(&inner.game) },
        };
        let text = serde_json::to_string(&state).unwrap_or_default();
        self.state.send_replace(Arc::from(text));
    }

    fn is_programs_turn(&self, inner: &Inner) -> bool {
        self.opponent.is_some_and(|opponent| opponent.side == inner.game.position().turn())
    }

    /// Begins a thought about the program's move, if it is its turn. A thought about an earlier position ends.
    fn think(&self, inner: &mut Inner) {
        if let Some(stop) = inner.thought.take() {
            stop.stop();
        }
        let over = inner.resigned.is_some() || inner.is_decided();
        let ply = inner.game.plies().len();
        let Some(opponent) = self.opponent else { return };
        if over || ply >= limits::PLIES || !self.is_programs_turn(inner) {
            return;
        }
        let stop = Stop::new();
        inner.thought = Some(stop.clone());
        let (game, me) = (inner.game.clone(), self.me.clone());
        self.thinkers.give(move || {
            // Games that nobody has open any more are thought about when they are opened again.
            if stop.is_stopped() || me.strong_count() == 0 {
                return;
            }
            let answer = engine::best(&game, &opponent.options(ply as u64), &stop);
            if let (Some(room), Some(text)) = (me.upgrade(), answer.best_move()) {
                room.play_for_program(text, &stop);
            }
        });
    }

    /// Makes the program's move, unless the game has changed meanwhile. What the disk does not take is thought about again
    /// at the next change or opening.
    fn play_for_program(&self, text: &str, stop: &Stop) {
        let mut inner = self.lock();
        if stop.is_stopped() {
            return;
        }
        if self.make(&mut inner, text).is_err() {
            inner.thought = None;
        }
    }

    /// A panic in the engine leaves the game as it was: every change is made at the end, in steps that cannot panic.
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    fn is_decided(&self) -> bool {
        self.game.status() != Status::Ongoing
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
