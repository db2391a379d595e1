//! Requests about games that the page keeps itself. A request contains its game and the time. The answer contains the game after
//! the request.

use super::questions::{self, DecidedMove, bounded_summary_of, decide, no_ply, position_at};
use super::{Introduction, KeeperFacts, KeptGame, Request, StateView};
use crate::answers::bounds::check_clock;
use crate::answers::error::ApiError;
use crate::answers::export::write_scenario;
use crate::answers::limits;
use crate::answers::new_game::{NewGame, TitledGame};
use crate::answers::searches::{best_lines, options_for_advice, options_for_move};
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
    /// The public name for a rematch, if the request begins one.
    next: String,
    request: Request,
}

/// A game in which the program has to move, or to answer an offer of a draw.
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

#[derive(Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Thought {
    Move(String),
    /// Whether it accepts the draw that it is offered.
    Draw(bool),
    /// The program has nothing to decide.
    Nothing,
}

#[derive(Serialize)]
pub struct GameAnswered {
    ok: Option<Value>,
    /// The reason why the request was refused.
    error: Option<ApiError>,
    /// The game as the page is to keep it.
    game: KeptGame,
    #[serde(skip_serializing_if = "Option::is_none")]
    rematch: Option<KeptGame>,
    /// The state of the game with its moves, if it has changed or the page has joined the game.
    #[serde(rename = "told", skip_serializing_if = "Option::is_none")]
    news: Option<GameNews>,
    /// Whether the program has to move, or to answer an offer of a draw.
    thinks: bool,
    /// The moment at which a flag falls.
    flag: Option<Moment>,
}

/// The state of a game with all its moves.
#[derive(Serialize)]
struct GameNews {
    state: Box<RawValue>,
    moves: Vec<MoveView>,
}

struct OpenedGame {
    kept: KeptGame,
    arbiter: Arbiter,
}

/// The result of a request that was carried out and asks for no data.
const DONE: Value = Value::Bool(true);

/// The game of the last request. A page sends many requests about the same game, and to replay a long game takes long.
static LAST_GAME: Mutex<Option<OpenedGame>> = Mutex::new(None);

fn opened(kept: &KeptGame) -> Result<Arbiter, ApiError> {
    let last_game = LAST_GAME.lock().unwrap_or_else(PoisonError::into_inner).take();
    if let Some(OpenedGame { arbiter, .. }) = last_game.filter(|last| last.kept == *kept) {
        return Ok(arbiter);
    }
    let game = kept.replayed()?.result;
    Ok(Arbiter::new(game, kept.situation.clone(), kept.opponent))
}

/// Returns the arbiter of a kept game at a moment. If the time of a side has run out, its flag has fallen.
fn opened_at(kept: &KeptGame, now: Moment) -> Result<Arbiter, ApiError> {
    let mut arbiter = opened(kept)?;
    if let Some(fallen) = arbiter.fallen(now) {
        arbiter.make(fallen);
    }
    Ok(arbiter)
}

/// Returns a new game.
pub fn make(request: GameToKeep) -> Result<KeptGame, ApiError> {
    let NewGame { opponent, clock, .. } = request.game;
    let TitledGame { title, game } = worked_out(limits::WORK_OF_A_GAME, || request.game.build())?;
    bounded_summary_of(game.position())?;
    if let Some(control) = clock {
        check_clock(control)?;
    }
    KeptGame::new(request.id, title, &game, opponent, clock)
}

/// Answers a request, and returns the game after it.
pub fn ask(asked: GameAsked) -> Result<GameAnswered, ApiError> {
    let GameAsked { game, sides, now, next, request } = asked;
    let by = Sides::new([Color::White, Color::Black].map(|side| sides.contains(&side)));
    let is_join = matches!(request, Request::Join { .. });
    let mut arbiter = opened_at(&game, now)?;
    let result = if is_join {
        // The page joins after the page that began the turn was closed. The time without a page does not count.
        if let Some(resumed) = arbiter.resumed(now, now) {
            arbiter.make(resumed);
        }
        as_value(&Introduction::of(&game.id, &game.title, &arbiter, by, now))
    } else {
        perform(&mut arbiter, by, now, next, request)
    };
    answered(game, arbiter, now, is_join, result)
}

/// Carries out the program's answer to an offer of a draw, and returns the game after it.
pub fn reply(DrawAnswered { game, now, accepts }: DrawAnswered) -> Result<GameAnswered, ApiError> {
    let mut arbiter = opened_at(&game, now)?;
    if let Some(change) = arbiter.answer_draw(accepts, now) {
        arbiter.make(change);
    }
    answered(game, arbiter, now, false, Ok(DONE))
}

/// Searches, and returns the program's move or its answer to an offer of a draw.
pub fn think(GameToThink { game, now }: &GameToThink) -> Result<Thought, ApiError> {
    let arbiter = opened(game)?;
    let Some(opponent) = arbiter.opponent() else { return Ok(Thought::Nothing) };
    if arbiter.is_programs_answer() {
        let result = engine::best(arbiter.game(), &options_for_advice(1), &StopSignal::new());
        return Ok(Thought::Draw(result.takes_draw(arbiter.game(), opponent.side)));
    }
    if !arbiter.is_programs_move() {
        return Ok(Thought::Nothing);
    }
    let options = options_for_move(&arbiter, opponent, *now, limits::THOUGHT);
    let result = engine::best(arbiter.game(), &options, &StopSignal::new());
    Ok(result.best_move().map_or(Thought::Nothing, |text| Thought::Move(text.to_owned())))
}

pub fn scenario(kept: &KeptGame) -> Result<String, ApiError> {
    let arbiter = opened(kept)?;
    write_scenario(&kept.title, arbiter.game(), &[]).map_err(ApiError::server)
}

/// Returns the game after a request with the result of the request.
fn answered(
    mut kept: KeptGame,
    arbiter: Arbiter,
    now: Moment,
    has_joined: bool,
    result: Result<Value, ApiError>,
) -> Result<GameAnswered, ApiError> {
    let (game, situation) = (arbiter.game(), arbiter.situation());
    let rematch = match &situation.rematch {
        Some(id) if kept.situation.rematch.is_none() => {
            Some(KeptGame::rematch(id.clone(), kept.title.clone(), &arbiter)?)
        }
        Some(_) | None => None,
    };
    let has_changed = *situation != kept.situation;
    let news = if has_joined || has_changed { Some(news_of(&arbiter, now)?) } else { None };
    kept.situation = situation.clone();
    kept.moves = game.plies().iter().chain(game.undone().iter().rev()).map(|ply| ply.text.clone()).collect();
    let (ok, error) = match result {
        Ok(value) => (Some(value), None),
        Err(error) => (None, Some(error)),
    };
    let thinks = arbiter.is_programs_move() || arbiter.is_programs_answer();
    let flag = arbiter.flag_at();
    let opened = OpenedGame { kept: kept.clone(), arbiter };
    *LAST_GAME.lock().unwrap_or_else(PoisonError::into_inner) = Some(opened);
    Ok(GameAnswered { ok, error, game: kept, rematch, news, thinks, flag })
}

fn news_of(arbiter: &Arbiter, now: Moment) -> Result<GameNews, ApiError> {
    let game = arbiter.game();
    let summary = bounded_summary_of(game.position())?;
    let facts = KeeperFacts { is_thinking: arbiter.is_programs_move(), ..KeeperFacts::default() };
    let state = to_raw_value(&StateView::of(arbiter, &summary, facts, now)).map_err(ApiError::server)?;
    let moves = (0..game.plies().len()).filter_map(|index| view::move_in_list(game, index, None)).collect();
    Ok(GameNews { state, moves })
}

/// Carries out a request other than a join, and returns its result.
fn perform(
    arbiter: &mut Arbiter,
    by: Sides,
    now: Moment,
    next: String,
    request: Request,
) -> Result<Value, ApiError> {
    let game = arbiter.game();
    let after = |ply| position_at(game, ply);
    let ask = match request {
        Request::Join { .. } | Request::Attention { .. } => return Ok(DONE),
        Request::HandOver | Request::GiveCode | Request::TakeCode { .. } => {
            return Err(ApiError::request("only this browser has this game: it has no links"));
        }
        Request::Position { ply } => return as_value(&questions::position_view(game, ply)?),
        Request::LegalSet { ply, piece } => return as_value(&questions::legal_set_of(&after(ply)?, &piece)?),
        Request::Safety { ply, piece } => return as_value(&questions::safety(&after(ply)?, &piece)?),
        Request::CapturableAfter { ply, text } => {
            return as_value(&questions::capturable_after(after(ply)?, &text)?);
        }
        Request::Why { ply, text } => return as_value(&questions::why(after(ply)?, &text)?),
        Request::Attacks { ply, by } => return as_value(&questions::attacks(&after(ply)?, by)?),
        Request::BestLines { ply, lines } => {
            let game_up_to_ply = game.up_to(ply).ok_or_else(|| no_ply(ply))?;
            return as_value(&best_lines(&game_up_to_ply, lines, &Endings::default(), &StopSignal::new())?);
        }
        Request::Move { text, ply } => {
            let DecidedMove { change, .. } =
                worked_out(limits::WORK, || decide(arbiter, by, (&text).into(), ply, now))?;
            arbiter.make(change);
            return Ok(DONE);
        }
        Request::Undo => Ask::Undo,
        Request::Redo => Ask::Redo,
        Request::Draw => Ask::Draw,
        Request::Rematch => Ask::Rematch(next),
        Request::Decline => Ask::Decline,
        Request::Resign => Ask::Resign,
    };
    let change = arbiter.ask(by, ask, now)?;
    arbiter.make(change);
    Ok(DONE)
}
