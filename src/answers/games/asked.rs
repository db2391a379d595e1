//! Requests about games that the page keeps itself. A request brings its game and the time; the answer has the game after it.

use super::questions::{self, DecidedMove, bounded_summary_of, decide, no_ply, position_at};
use super::{Introduction, KeptGame, Request, StateView};
use crate::answers::bounds::check_clock;
use crate::answers::error::ApiError;
use crate::answers::export::write_scenario;
use crate::answers::limits;
use crate::answers::new_game::{NewGame, TitledGame};
use crate::answers::searches::{best_lines, for_advice, for_move};
use crate::answers::view::{self, MoveView};
use crate::answers::work::{as_value, worked_out};
use crate::arbiter::{Arbiter, Ask, Moment, Sides};
use crate::budget::StopSignal;
use crate::chess::Color;
use crate::endings::Endings;
use crate::engine;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};
use std::sync::{Mutex, PoisonError};

/// A request for a new game that the page keeps.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameToKeep {
    /// The public name of the new game.
    id: String,
    game: NewGame,
}

/// A request about a game that the page keeps.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameAsked {
    game: KeptGame,
    /// The sides for which the page speaks.
    sides: Vec<Color>,
    now: Moment,
    /// The public name of a rematch, if one begins.
    next: String,
    request: Request,
}

/// A game whose program has to move, or to answer an offer of a draw.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameToThink {
    game: KeptGame,
    now: Moment,
}

/// The program's answer to an offer of a draw.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrawAnswered {
    game: KeptGame,
    now: Moment,
    accepts: bool,
}

/// The result of the program's search.
#[derive(Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Thought {
    /// Its move.
    Move(String),
    /// Whether it takes the draw that it is offered.
    Draw(bool),
    /// Nothing is asked of it.
    Nothing,
}

/// A game after a request.
#[derive(Serialize)]
pub struct GameAnswered {
    /// The answer to the request, unless it was refused.
    ok: Option<Value>,
    error: Option<ApiError>,
    /// The game as it is to be kept.
    game: KeptGame,
    /// The rematch that begins.
    #[serde(skip_serializing_if = "Option::is_none")]
    rematch: Option<KeptGame>,
    /// The state of the game, if it has changed or was introduced.
    #[serde(skip_serializing_if = "Option::is_none")]
    told: Option<Told>,
    /// Whether something is asked of the program.
    thinks: bool,
    /// The moment at which a flag falls.
    flag: Option<Moment>,
}

/// The state of a game with all its moves.
#[derive(Serialize)]
struct Told {
    state: Box<RawValue>,
    moves: Vec<MoveView>,
}

/// The game that was asked about last. A page asks about one game many times, and a long game takes long to be played again.
static LAST: Mutex<Option<(KeptGame, Arbiter)>> = Mutex::new(None);

/// Returns the arbiter of a kept game.
fn opened(kept: &KeptGame) -> Result<Arbiter, ApiError> {
    let last = LAST.lock().unwrap_or_else(PoisonError::into_inner).take();
    if let Some((known, arbiter)) = last
        && known == *kept
    {
        return Ok(arbiter);
    }
    let game = kept.replayed()?.result;
    Ok(Arbiter::new(game, kept.situation.clone(), kept.opponent))
}

/// Returns the arbiter of a kept game, in which a flag has fallen if its time is up.
fn opened_at(kept: &KeptGame, now: Moment) -> Result<Arbiter, ApiError> {
    let mut arbiter = opened(kept)?;
    if let Some(fallen) = arbiter.fallen(now) {
        arbiter.make(fallen);
    }
    Ok(arbiter)
}

/// Returns a new game.
///
/// # Errors
/// When the request is wrong, or the first position is too large.
pub fn make(wanted: GameToKeep) -> Result<KeptGame, ApiError> {
    let NewGame { opponent, clock, .. } = wanted.game;
    let TitledGame { title, game } = worked_out(limits::WORK_OF_A_GAME, || wanted.game.build())??;
    bounded_summary_of(game.position())?;
    clock.map_or(Ok(()), check_clock)?;
    KeptGame::new(wanted.id, title, &game, opponent, clock)
}

/// Answers a request, and returns the game after it.
///
/// # Errors
/// When this program cannot continue the game.
pub fn ask(asked: GameAsked) -> Result<GameAnswered, ApiError> {
    let GameAsked { game, sides, now, next, request } = asked;
    let by = Sides::new([Color::White, Color::Black].map(|side| sides.contains(&side)));
    let is_join = matches!(request, Request::Join { .. });
    let mut arbiter = opened_at(&game, now)?;
    let done = if is_join {
        // The page that began the turn is gone. The time without a page costs nothing.
        if let Some(resumed) = arbiter.resumed(now, now) {
            arbiter.make(resumed);
        }
        as_value(&Introduction::of(&game.id, &game.title, &arbiter, by, now))
    } else {
        perform(&mut arbiter, by, now, next, request)
    };
    answered(game, arbiter, now, is_join, done)
}

/// Takes the program's answer to an offer of a draw.
///
/// # Errors
/// When this program cannot continue the game.
pub fn reply(DrawAnswered { game, now, accepts }: DrawAnswered) -> Result<GameAnswered, ApiError> {
    let mut arbiter = opened_at(&game, now)?;
    if let Some(change) = arbiter.answer_draw(accepts, now) {
        arbiter.make(change);
    }
    answered(game, arbiter, now, false, Ok(Value::Bool(true)))
}

/// Returns the program's move, or its answer to an offer of a draw.
///
/// # Errors
/// When this program cannot continue the game.
pub fn think(GameToThink { game, now }: &GameToThink) -> Result<Thought, ApiError> {
    let arbiter = opened(game)?;
    let Some(opponent) = arbiter.opponent() else { return Ok(Thought::Nothing) };
    if arbiter.is_programs_answer() {
        let answer = engine::best(arbiter.game(), &for_advice(1), &StopSignal::new());
        return Ok(Thought::Draw(answer.takes_draw(arbiter.game(), opponent.side)));
    }
    if !arbiter.is_programs_move() {
        return Ok(Thought::Nothing);
    }
    let options = for_move(&arbiter, opponent, *now, limits::THOUGHT);
    let best = engine::best(arbiter.game(), &options, &StopSignal::new());
    Ok(best.best_move().map_or(Thought::Nothing, |text| Thought::Move(text.to_owned())))
}

/// Returns a game as the text of a scenario.
///
/// # Errors
/// When this program cannot continue the game.
pub fn scenario(kept: &KeptGame) -> Result<String, ApiError> {
    let arbiter = opened(kept)?;
    write_scenario(&kept.title, arbiter.game(), &[]).map_err(ApiError::server)
}

/// Returns the game after a request with the result of the request. The state of the game is added if it has changed or was
/// introduced.
fn answered(
    mut kept: KeptGame,
    arbiter: Arbiter,
    now: Moment,
    is_introduced: bool,
    done: Result<Value, ApiError>,
) -> Result<GameAnswered, ApiError> {
    let (game, situation) = (arbiter.game(), arbiter.situation());
    let rematch = match &situation.rematch {
        Some(id) if kept.situation.rematch.is_none() => {
            Some(KeptGame::rematch(id.clone(), kept.title.clone(), &arbiter)?)
        }
        Some(_) | None => None,
    };
    let has_changed = *situation != kept.situation;
    let told = if is_introduced || has_changed { Some(told(&arbiter, now)?) } else { None };
    kept.situation = situation.clone();
    kept.moves = game.plies().iter().chain(game.undone().iter().rev()).map(|ply| ply.text.clone()).collect();
    let (ok, error) = match done {
        Ok(value) => (Some(value), None),
        Err(error) => (None, Some(error)),
    };
    let thinks = arbiter.is_programs_move() || arbiter.is_programs_answer();
    let flag = arbiter.flag_at();
    *LAST.lock().unwrap_or_else(PoisonError::into_inner) = Some((kept.clone(), arbiter));
    Ok(GameAnswered { ok, error, game: kept, rematch, told, thinks, flag })
}

/// Returns the state of a game with all its moves.
fn told(arbiter: &Arbiter, now: Moment) -> Result<Told, ApiError> {
    let game = arbiter.game();
    let summary = bounded_summary_of(game.position())?;
    let mut state = StateView::of(arbiter, &summary, now);
    state.thinking = arbiter.is_programs_move();
    let state = to_raw_value(&state).map_err(ApiError::server)?;
    let moves = (0..game.plies().len()).filter_map(|n| view::listed(game, n, None)).collect();
    Ok(Told { state, moves })
}

/// Carries out a request.
fn perform(
    arbiter: &mut Arbiter,
    by: Sides,
    now: Moment,
    next: String,
    request: Request,
) -> Result<Value, ApiError> {
    let game = arbiter.game();
    let at = |ply| position_at(game, ply);
    let asked = match request {
        Request::Join { .. } | Request::Attention { .. } => return Ok(Value::Bool(true)),
        Request::HandOver | Request::GiveCode | Request::TakeCode { .. } => {
            return Err(ApiError::request("only this browser has this game: it has no links"));
        }
        Request::View { ply } => return as_value(&questions::view(game, ply)?),
        Request::Lanes { ply, piece } => return as_value(&questions::legal_set_of(&at(ply)?, &piece)?),
        Request::Safety { ply, piece } => return as_value(&questions::safety(&at(ply)?, &piece)?),
        Request::After { ply, text } => return as_value(&questions::capturable_after(at(ply)?, &text)?),
        Request::Why { ply, text } => return as_value(&questions::why(at(ply)?, &text)?),
        Request::Attacks { ply, by } => return as_value(&questions::attacks(&at(ply)?, by)?),
        Request::Best { ply, lines } => {
            let game = game.up_to(ply).ok_or_else(|| no_ply(ply))?;
            return as_value(&best_lines(&game, lines, &Endings::default(), &StopSignal::new())?);
        }
        Request::Move { text, ply } => {
            let decided = worked_out(limits::WORK, || decide(arbiter, by, (&text).into(), ply, now))?;
            let DecidedMove { change, .. } = decided?;
            arbiter.make(change);
            return Ok(Value::Bool(true));
        }
        Request::Undo => Ask::Undo,
        Request::Redo => Ask::Redo,
        Request::Draw => Ask::Draw,
        Request::Rematch => Ask::Rematch(next),
        Request::Decline => Ask::Decline,
        Request::Resign => Ask::Resign,
    };
    let change = arbiter.ask(by, asked, now)?;
    arbiter.make(change);
    Ok(Value::Bool(true))
}
