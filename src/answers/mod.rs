//! The questions of the page, answered without a server. Questions and answers are JSON.
//!
//! [`answer`] takes a question by its name. The routes of the server call it, and so does the library for WebAssembly, which
//! answers a page inside the browser. Nothing here waits, sends, reads a clock or writes to a disk.
//!
//! | module | purpose |
//! |---|---|
//! | `limits`, `error`, `work` | the limits with their reasons; the error of every question; computations with a limit of work |
//! | `view` | positions, legal sets and moves as plain data for a page |
//! | `bounds`, `new_game` | variants and positions of a request, tested against the limits; the request for a game |
//! | `look`, `picture`, `variants`, `puzzles`, `analysis`, `export` | questions about positions, variants, puzzles and texts |
//! | `searches` | searches for moves and for advice |
//! | `worth` | the value of each stretch of a lane |
//! | `landing` | the consequences of a move to a landing |
//! | `games` | games as the pure state of their arbiter |
//!
//! Each module uses those above it.

mod analysis;
mod bounds;
mod error;
mod export;
pub(crate) mod games;
mod landing;
pub(crate) mod limits;
mod look;
mod new_game;
pub(crate) mod picture;
mod puzzles;
pub(crate) mod searches;
mod variants;
pub(crate) mod view;
mod work;
mod worth;

#[cfg(feature = "serve")]
pub(crate) use bounds::check_clock;
pub use error::{ApiError, ApiFault, ApiReason};
#[cfg(feature = "serve")]
pub(crate) use export::write_scenario;
#[cfg(feature = "serve")]
pub(crate) use new_game::{NewGame, TitledGame};
pub(crate) use work::worked_out;
#[cfg(feature = "serve")]
pub(crate) use work::{Measured, as_value, measured};

use crate::budget::StopSignal;
use crate::diagnostics::{TextFault, read_json};
use crate::endings::Endings;
use crate::game::{LineOptions, NumberTexts, VariantCache, answer_line};
use landing::{LandingRequest, consequences};
use look::LinesRequest;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::json;
use worth::{WorthRequest, worth_of};

/// An answer to a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The media type of the bytes: JSON, or a picture.
    pub media_type: &'static str,
    /// The content.
    pub bytes: Vec<u8>,
}

/// Answers a question of the page. The name of a question is its path below `/api/` at [the server](crate::guide::server). The
/// body is JSON; a question about nothing that the page sends has none.
///
/// ```
/// use continuum::answers::answer;
///
/// let body = br#"{"game": {"variant": "orthodox"}, "moves": ["e2e4"]}"#;
/// let answered = answer("positions", Some(body)).map_err(|e| e.message)?;
/// assert_eq!(answered.media_type, "application/json");
/// assert!(String::from_utf8_lossy(&answered.bytes).contains("\"turn\":\"black\""));
/// # Ok::<(), String>(())
/// ```
///
/// # Errors
/// When there is no such question, the body is wrong, or the answer takes too long to work out.
pub fn answer(question: &str, body: Option<&[u8]>) -> Result<Answer, ApiError> {
    match (question, body) {
        ("positions/picture", Some(body)) => picture_of(body),
        _ => answer_in_words(question, body),
    }
}

/// Answers the question `positions/picture`, given its body: draws a picture of a position.
///
/// # Errors
/// When the body is wrong, or the picture takes too long to draw.
pub fn picture_of(body: &[u8]) -> Result<Answer, ApiError> {
    look::picture(&read(body)?)
}

/// Answers a question other than `positions/picture`. A program that calls only this function contains no code that draws.
///
/// # Errors
/// Those of [`answer`].
pub fn answer_in_words(question: &str, body: Option<&[u8]>) -> Result<Answer, ApiError> {
    let parts: Vec<&str> = question.split('/').collect();
    match (parts.as_slice(), body) {
        (["positions"], Some(body)) => json_of(&look::look(&read(body)?)?),
        (["positions", "lines" | "worth" | "landing"], Some(body)) => {
            let search = read_search(question, body)?;
            search(&Endings::default(), &StopSignal::new())
        }
        (["analyze"], Some(line)) => {
            let bytes = worked_out(limits::WORK, || Ok(answer_to_line(line)))?;
            Ok(Answer { media_type: "application/json", bytes })
        }
        (["boards"], Some(body)) => json_of(&look::board(&read(body)?)?),
        (["analyses", "read"], Some(body)) => {
            let request = read(body)?;
            json_of(&worked_out(limits::WORK_OF_A_GAME, || analysis::read_analysis(&request))?)
        }
        (["analyses", "write"], Some(body)) => {
            let request = read(body)?;
            let text = worked_out(limits::WORK_OF_A_GAME, || analysis::write_analysis(&request))?;
            json_of(&json!({ "text": text }))
        }
        (["variants"], None) => json_of(&variants::list()),
        (["variants"], Some(body)) => json_of(&json!({ "spec": variants::check(&read(body)?)? })),
        (["puzzles"], None) => json_of(&puzzles::list()),
        (["puzzles", id], None) => json_of(&puzzles::show(id)?),
        (["puzzles", id], Some(body)) => json_of(&puzzles::attempt(id, &read(body)?)?),
        (["puzzles", id, "answers"], None) => json_of(&puzzles::solution(id)?),
        (["kept", "new"], Some(body)) => json_of(&games::asked::make(read(body)?)?),
        (["kept", "ask"], Some(body)) => json_of(&games::asked::ask(read(body)?)?),
        (["kept", "think"], Some(body)) => json_of(&games::asked::think(&read(body)?)?),
        (["kept", "reply"], Some(body)) => json_of(&games::asked::reply(read(body)?)?),
        (["kept", "scenario"], Some(body)) => {
            json_of(&json!({ "text": games::asked::scenario(&read(body)?)? }))
        }
        _ => Err(ApiError::new(ApiReason::Unknown, "there is nothing at this address")),
    }
}

/// The search that answers a question. The server calls it when a thread is free.
pub(crate) type Search = Box<dyn FnOnce(&Endings, &StopSignal) -> Result<Answer, ApiError> + Send>;

/// Reads a question that takes a search, and returns the search.
pub(crate) fn read_search(question: &str, body: &[u8]) -> Result<Search, ApiError> {
    match question {
        "positions/lines" => {
            let request: LinesRequest = read(body)?;
            let game = request.game()?;
            Ok(Box::new(move |endings, stop| {
                json_of(&searches::best_lines(&game, request.lines, endings, stop)?)
            }))
        }
        "positions/worth" => {
            let lane = read::<WorthRequest>(body)?.places()?;
            Ok(Box::new(move |_, stop| json_of(&worth_of(&lane, stop))))
        }
        "positions/landing" => {
            let landing = read::<LandingRequest>(body)?.landing()?;
            Ok(Box::new(move |_, stop| json_of(&consequences(landing, stop))))
        }
        _ => Err(ApiError::new(ApiReason::Unknown, "there is nothing at this address")),
    }
}

/// Reads the body of a question.
///
/// # Errors
/// The first fault of the JSON, with its place.
pub(crate) fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, ApiError> {
    read_json(body).map_err(|TextFault { column, message, .. }| {
        ApiError::request(format!("not a request: column {column}: {message}"))
    })
}

/// Returns the answer of `continuum analyze` to a line.
fn answer_to_line(line: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let (variants, mut numbers) = (VariantCache::default(), NumberTexts::default());
    // The answer to a bad line is its error, so the error is not needed again.
    let _ = answer_line(Ok(line), &variants, LineOptions::default(), &mut numbers, &mut out);
    out
}

fn json_of(value: &impl Serialize) -> Result<Answer, ApiError> {
    let bytes = serde_json::to_vec(value).map_err(ApiError::server)?;
    Ok(Answer { media_type: "application/json", bytes })
}
