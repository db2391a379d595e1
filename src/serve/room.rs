//! One open game: who may move, what has been moved, and who is told.

use super::intake::stored_variant;
use super::limits;
use super::refusal::Refusal;
use super::secret::Secret;
use super::store::{Saved, Store};
use super::view::{self, BoardView, LegalView, Note, PositionView};
use crate::chess::{Color, Status};
use crate::game::{Game, Position};
use serde::Serialize;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::watch;

/// The sides that a visitor may move for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Sides([bool; 2]);

impl Sides {
    /// Whether this side is among them.
    pub fn has(self, color: Color) -> bool {
        self.0[color.index()]
    }

    /// Whether both are: one visitor plays both sides.
    pub fn both(self) -> bool {
        self.0 == [true, true]
    }

    /// As a list.
    pub fn list(self) -> Vec<Color> {
        Color::ALL.iter().copied().filter(|&c| self.has(c)).collect()
    }
}

/// An open game.
pub struct Room {
    /// Its name.
    pub id: String,
    /// What it is called.
    pub title: String,
    keys: [Secret; 2],
    store: Arc<Store>,
    inner: Mutex<Inner>,
    state: watch::Sender<Arc<str>>,
}

struct Inner {
    game: Game,
    undone: usize,
    resigned: Option<Color>,
    /// Who has asked to take a move back.
    offer: Option<Color>,
    notes: Vec<Note>,
    version: u64,
}

/// What does not change while a game is played.
#[derive(Serialize)]
pub struct Introduction {
    game: String,
    title: String,
    sides: Vec<Color>,
    variant: serde_json::Value,
    /// The preset that the variant is told by, and in what it differs from it.
    base: String,
    differences: serde_json::Value,
    board: BoardView,
    promotions: Vec<char>,
}

/// What every visitor is sent after every change.
#[derive(Serialize)]
struct State<'a> {
    is: &'static str,
    version: u64,
    over: bool,
    resigned: Option<Color>,
    offer: Option<Color>,
    undone: usize,
    moves: &'a [Note],
    position: Option<PositionView>,
    legal: LegalView,
}

impl Room {
    /// Opens a game as it was kept.
    ///
    /// # Errors
    /// When this program cannot play it on: another version's rules may differ.
    pub fn open(saved: Saved, store: Arc<Store>) -> Result<Room, Refusal> {
        let variant = stored_variant(&saved.variant)?;
        let start = Position::from_text(&variant, &saved.start)
            .map_err(|e| Refusal::new("server", format!("the first position of this game: {e}")))?;
        let mut game = Game::new(start);
        for (i, text) in saved.moves.iter().enumerate() {
            game.play(text).map_err(|e| {
                Refusal::new("server", format!("move {} of this game, `{text}`, does not play: {e}", i + 1))
            })?;
        }
        let undone = saved.moves.len().saturating_sub(saved.ply);
        for _ in 0..undone {
            game.undo();
        }
        let inner =
            Inner { game, undone, resigned: saved.resigned, offer: None, notes: Vec::new(), version: 0 };
        let (state, _) = watch::channel(Arc::from(""));
        let room = Room {
            id: saved.id,
            title: saved.title,
            keys: saved.keys,
            store,
            inner: Mutex::new(inner),
            state,
        };
        room.publish(&mut room.lock(), None);
        Ok(room)
    }

    /// The sides whose secrets are among the given ones.
    pub fn sides(&self, keys: &[String]) -> Sides {
        Sides([0, 1].map(|i| keys.iter().any(|key| self.keys[i].admits(key))))
    }

    /// The latest state, and notice of each change; a slow reader sees the latest only.
    pub fn watch(&self) -> watch::Receiver<Arc<str>> {
        self.state.subscribe()
    }

    /// What does not change, for a visitor of some sides.
    pub fn introduction(&self, sides: Sides) -> Introduction {
        let inner = self.lock();
        let position = inner.game.start();
        let spec = position.variant().spec();
        let differences = super::scenario_text::differences(spec).ok();
        Introduction {
            game: self.id.clone(),
            title: self.title.clone(),
            sides: sides.list(),
            variant: serde_json::to_value(spec).unwrap_or_default(),
            base: super::scenario_text::base(spec).to_owned(),
            differences: differences.and_then(|t| serde_json::to_value(t).ok()).unwrap_or_default(),
            board: view::board(position),
            promotions: view::promotions(position),
        }
    }

    /// Makes a move: `ply` is how many moves the visitor has seen, so that a message sent twice moves once.
    ///
    /// # Errors
    /// When the side to move is not the visitor's, the game is over or has gone on, or the move is
    /// illegal. Nothing has changed then.
    pub fn play(&self, sides: Sides, text: &str, ply: usize) -> Result<(), Refusal> {
        let mut inner = self.lock();
        if inner.resigned.is_some() {
            return Err(Refusal::new("over", "the game is over by resignation"));
        }
        may_move(sides, inner.game.position().turn())?;
        if ply != inner.game.plies().len() {
            let seen = inner.game.plies().len();
            return Err(Refusal::new("stale", format!("the game stands at move {seen}, not at {ply}")));
        }
        if ply >= limits::PLIES {
            return Err(Refusal::new("full", format!("a game here has at most {} moves", limits::PLIES)));
        }
        let mut next = inner.game.clone();
        let text = next.play(text)?.text.clone();
        self.store.add_move(&self.id, ply, &text)?;
        inner.game = next;
        inner.undone = 0;
        self.publish(&mut inner, None);
        Ok(())
    }

    /// Takes back a move, or a resignation. Between two visitors both have to ask for it.
    ///
    /// # Errors
    /// When the visitor looks on only, or there is nothing to take back.
    pub fn undo(&self, sides: Sides) -> Result<(), Refusal> {
        let mut inner = self.lock();
        let asker = player(sides)?;
        if inner.resigned.is_none() && inner.game.plies().is_empty() {
            return Err(Refusal::request("there is no move to take back"));
        }
        if !sides.both() && inner.offer != Some(!asker) {
            self.publish(&mut inner, Some(asker));
            return Ok(());
        }
        let ply = inner.game.plies().len();
        if inner.resigned.is_some() {
            self.store.set_state(&self.id, ply, None)?;
            inner.resigned = None;
        } else {
            self.store.set_state(&self.id, ply - 1, None)?;
            inner.game.undo();
            inner.undone += 1;
        }
        self.publish(&mut inner, None);
        Ok(())
    }

    /// Makes a move again that was taken back.
    ///
    /// # Errors
    /// When the visitor may not move now, or nothing was taken back.
    pub fn redo(&self, sides: Sides) -> Result<(), Refusal> {
        let mut inner = self.lock();
        may_move(sides, inner.game.position().turn())?;
        if inner.undone == 0 || inner.resigned.is_some() {
            return Err(Refusal::request("no move was taken back"));
        }
        self.store.set_state(&self.id, inner.game.plies().len() + 1, None)?;
        inner.game.redo();
        inner.undone -= 1;
        self.publish(&mut inner, None);
        Ok(())
    }

    /// Turns down a request to take a move back, or withdraws one.
    ///
    /// # Errors
    /// When the visitor looks on only.
    pub fn decline(&self, sides: Sides) -> Result<(), Refusal> {
        player(sides)?;
        let mut inner = self.lock();
        self.publish(&mut inner, None);
        Ok(())
    }

    /// Gives the game up. Who plays both sides resigns for the side to move.
    ///
    /// # Errors
    /// When the visitor looks on only, or the game is over.
    pub fn resign(&self, sides: Sides) -> Result<(), Refusal> {
        let mut inner = self.lock();
        let side = if sides.both() { inner.game.position().turn() } else { player(sides)? };
        if inner.resigned.is_some() || inner.is_decided() {
            return Err(Refusal::new("over", "the game is over"));
        }
        self.store.set_state(&self.id, inner.game.plies().len(), Some(side))?;
        inner.resigned = Some(side);
        self.publish(&mut inner, None);
        Ok(())
    }

    /// The position after some moves.
    ///
    /// # Errors
    /// When not so many were made.
    pub fn view(&self, ply: usize) -> Result<PositionView, Refusal> {
        view::position(&self.lock().game, ply).ok_or_else(|| no_ply(ply))
    }

    /// What a side attacks after some moves.
    ///
    /// # Errors
    /// When not so many were made.
    pub fn attacks(&self, ply: usize, by: Color) -> Result<Vec<view::ShapeView>, Refusal> {
        let position = self.lock().game.position_at(ply).cloned().ok_or_else(|| no_ply(ply))?;
        Ok(view::attacks(&position, by))
    }

    /// A copy of the game, to write or draw.
    pub fn game(&self) -> Game {
        self.lock().game.clone()
    }

    /// Tells every visitor, with who has asked to take a move back: any change settles an older request.
    fn publish(&self, inner: &mut Inner, offer: Option<Color>) {
        inner.offer = offer;
        let plies = inner.game.plies();
        inner.notes.truncate(plies.len());
        let unnoted = inner.notes.len()..plies.len();
        inner.notes.extend(unnoted.filter_map(|index| view::note(&inner.game, index)));
        inner.version += 1;
        let over = inner.resigned.is_some() || inner.is_decided();
        let state = State {
            is: "state",
            version: inner.version,
            over,
            resigned: inner.resigned,
            offer,
            undone: inner.undone,
            moves: &inner.notes,
            position: view::position(&inner.game, plies.len()),
            legal: if over { LegalView::default() } else { view::legal(&inner.game) },
        };
        let text = serde_json::to_string(&state).unwrap_or_default();
        self.state.send_replace(Arc::from(text));
    }

    /// A panic in the engine leaves the game as it was: every change is made by assignment at the end.
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    fn is_decided(&self) -> bool {
        self.game.status() != Status::Ongoing
    }
}

fn no_ply(ply: usize) -> Refusal {
    Refusal::request(format!("the game has no move {ply}"))
}

fn may_move(sides: Sides, turn: Color) -> Result<(), Refusal> {
    if sides.has(turn) {
        return Ok(());
    }
    let held = sides.list();
    Err(Refusal::new(
        "side",
        match held.first() {
            Some(side) => format!("it is {turn}'s turn, and your link is {side}'s"),
            None => format!("your link is for looking on: {turn} moves with {turn}'s own link"),
        },
    ))
}

/// The side a visitor plays.
fn player(sides: Sides) -> Result<Color, Refusal> {
    let held = sides.list();
    held.first().copied().ok_or_else(|| Refusal::new("side", "your link is for looking on only"))
}
