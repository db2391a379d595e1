//! The puzzles of the program: listed, shown, and tried. A visitor gets the answers by asking for them or by finding one.

use super::error::{ApiError, ApiReason};
use super::limits;
use super::view::{self, BoardView, PositionView};
use super::work::worked_out;
use crate::budget::Budget;
use crate::game::{Game, Position, VariantCache};
use crate::puzzle::{Outcome, Puzzle, Theme, collection, judge, shipped};
use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};
use std::sync::LazyLock;

/// All puzzles, and their variants.
struct Shelf {
    puzzles: Vec<Puzzle>,
    variants: VariantCache,
}

static SHELF: LazyLock<Shelf> = LazyLock::new(|| {
    let all = shipped().iter().flat_map(|(_, text)| collection(text).unwrap_or_default());
    Shelf { puzzles: all.map(|(_, puzzle)| puzzle).collect(), variants: VariantCache::default() }
});

/// A line of the list of puzzles.
#[derive(Serialize)]
struct Listed {
    id: &'static str,
    theme: Theme,
    variant: String,
    grade: u8,
}

/// A puzzle to be solved.
#[derive(Serialize)]
pub struct Shown {
    #[serde(flatten)]
    listed: Listed,
    /// The number of pieces that the answer takes, if that is the task.
    #[serde(skip_serializing_if = "Option::is_none")]
    takes: Option<usize>,
    about: String,
    board: BoardView,
    promotions: Vec<char>,
    position: Option<PositionView>,
    legal: Option<Box<RawValue>>,
}

/// A try, as sent: the moves made so far, and as the last one the move to judge.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Try {
    moves: Vec<String>,
}

/// The judgement of a try.
#[derive(Serialize)]
pub struct Tried {
    outcome: Outcome,
    why: String,
    /// The reply that was played.
    reply: Option<String>,
    /// The position after the try, and after the reply.
    positions: Vec<PositionView>,
    /// The legal set where the task goes on.
    legal: Option<Box<RawValue>>,
    /// The answers; left out until the visitor has found one.
    #[serde(skip_serializing_if = "Option::is_none")]
    told: Option<Told>,
}

/// The answers to a puzzle.
#[derive(Serialize)]
pub struct Told {
    answers: &'static [String],
    why: &'static str,
}

/// Returns the list of all puzzles, without positions and answers.
pub fn list() -> impl Serialize {
    SHELF.puzzles.iter().map(listed).collect::<Vec<_>>()
}

fn listed(puzzle: &'static Puzzle) -> Listed {
    let changed =
        puzzle.rules.iter().map(|(name, value)| format!(", {name} {}", value.to_string().trim_matches('"')));
    let variant = std::iter::once(puzzle.variant.clone()).chain(changed).collect();
    Listed { id: &puzzle.id, theme: puzzle.theme, variant, grade: puzzle.grade }
}

fn find(id: &str) -> Result<(&'static Puzzle, Position), ApiError> {
    let puzzle = SHELF.puzzles.iter().find(|puzzle| puzzle.id == id);
    let puzzle = puzzle.ok_or_else(|| ApiError::new(ApiReason::Unknown, "there is no such puzzle"))?;
    let start = puzzle.start(&SHELF.variants).map_err(ApiError::server)?;
    Ok((puzzle, start))
}

/// Returns a puzzle to be solved.
///
/// # Errors
/// When no puzzle has that name.
pub fn show(id: &str) -> Result<Shown, ApiError> {
    let (puzzle, start) = find(id)?;
    let work = || Shown {
        listed: listed(puzzle),
        takes: takes(puzzle),
        about: start.variant().spec().about.clone(),
        board: view::board(&start),
        promotions: view::promotions(&start),
        legal: legal(puzzle.theme, &start),
        position: view::position(&Game::new(start), 0, None),
    };
    worked_out(limits::WORK, work)
}

fn takes(puzzle: &Puzzle) -> Option<usize> {
    let (_, labels) = puzzle.answers.first()?.split_once(" takes ")?;
    (puzzle.theme == Theme::Captures).then(|| labels.split(' ').count())
}

/// Returns the moves to choose from: the legal set. A puzzle about a way out of check offers illegal moves too.
fn legal(theme: Theme, position: &Position) -> Option<Box<RawValue>> {
    match (theme, position) {
        (Theme::Escape, Position::Plane(p)) => to_raw_value(&view::ways(p)).ok(),
        _ => view::summary_of(position).legal,
    }
}

/// Judges a try, and plays it with the reply.
///
/// # Errors
/// When there is no such puzzle, a text is not a move, a move is illegal, or the request has too many moves.
pub fn attempt(id: &str, sent: &Try) -> Result<Tried, ApiError> {
    let (puzzle, start) = find(id)?;
    let Some((last, before)) = sent.moves.split_last().filter(|(_, before)| matches!(before.len(), 0 | 2))
    else {
        return Err(ApiError::request("send the move, or the three moves of a mate in two"));
    };
    let work = || {
        let mut game = Game::new(start);
        for text in before {
            game.play(text)?;
        }
        let judged = judge(&mut game, puzzle.theme, last, &Budget::default())?;
        let goes_on = judged.outcome == Outcome::Continue;
        let positions =
            (before.len() + 1..=game.plies().len()).filter_map(|ply| view::position(&game, ply, None));
        Ok(Tried {
            outcome: judged.outcome,
            why: judged.why,
            reply: judged.reply,
            positions: positions.collect(),
            legal: if goes_on { legal(puzzle.theme, game.position()) } else { None },
            told: (judged.outcome == Outcome::Right).then(|| told(puzzle)),
        })
    };
    worked_out(limits::PUZZLE_WORK, work)?
}

fn told(puzzle: &'static Puzzle) -> Told {
    Told { answers: &puzzle.answers, why: &puzzle.why }
}

/// Returns the answers to a puzzle.
///
/// # Errors
/// When no puzzle has that name.
pub fn answers(id: &str) -> Result<Told, ApiError> {
    Ok(told(find(id)?.0))
}
