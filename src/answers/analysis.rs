//! Questions that read and write games with variations and comments. The texts are scenarios, PGN, and FEN for a position.

use super::bounds::{from_preset, read_bounded, read_position};
use super::error::{ApiError, ApiReason};
use super::export::{comments_of, write_scenario};
use super::limits;
use super::new_game::{NewGame, TitledGame, is_record};
use super::view::{self, MoveView};
use crate::chess::Draws;
use crate::game::{Game, MAX_DEPTH, Pgn, PgnFault, PgnMove, Position, Prepared, RecordError};
use crate::scenario::{Scenario, Step, StepTask};
use serde::{Deserialize, Serialize};
use toml::Table;

/// A text to read in the JSON form of a request.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnalysisText {
    /// A scenario, a game of a match, games in PGN, or a FEN.
    text: String,
    /// The text of the variant file that a scenario or a game of a match names.
    #[serde(default)]
    file: Option<String>,
    /// A game in whose variant a FEN is read; orthodox chess if left out.
    #[serde(default)]
    on: Option<NewGame>,
}

/// A game with variations and comments, in the form that the page gets.
#[derive(Serialize)]
pub struct AnnotatedGame {
    title: String,
    game: GameStart,
    comment: String,
    line: Vec<AnnotatedMove>,
    /// The number of games in the text. This is the first of them.
    games: usize,
}

/// The variant and first position of a game. A request for a new game has the same members.
#[derive(Serialize)]
struct GameStart {
    variant: String,
    rules: Table,
    position: String,
}

#[derive(Serialize)]
struct AnnotatedMove {
    #[serde(rename = "move")]
    made: Option<MoveView>,
    position: String,
    comment: String,
    /// The lines that begin with another move in its place.
    variations: Vec<Vec<AnnotatedMove>>,
}

/// Returns the first game of a text. Only PGN has variations.
pub fn read_analysis(request: &AnalysisText) -> Result<AnnotatedGame, ApiError> {
    let text = request.text.trim_start_matches('\u{feff}');
    if is_scenario(text) || is_record(text) {
        read_scenario_or_record(text, request.file.clone())
    } else if is_fen(text) {
        let prepared = match &request.on {
            Some(game) => game.prepare()?,
            None => from_preset("orthodox", &Table::new())?,
        };
        annotated(String::new(), &read_position(&prepared, text)?, String::new(), &[], 1)
    } else {
        read_pgn(text)
    }
}

fn read_scenario_or_record(text: &str, file: Option<String>) -> Result<AnnotatedGame, ApiError> {
    let request = NewGame { scenario: Some(text.to_owned()), file, ..NewGame::default() };
    let TitledGame { title, game } = request.build_with(None)?;
    let mut comments = comments_of_moves(text).into_iter();
    let first_comment = comments.next().unwrap_or_default();
    let mut line = Vec::new();
    for ply in game.plies() {
        let comment = comments.next().unwrap_or_default();
        line.push(PgnMove { comment, ..PgnMove::new(&ply.text) });
    }
    annotated(title, game.start(), first_comment, &line, 1)
}

fn read_pgn(text: &str) -> Result<AnnotatedGame, ApiError> {
    let games = Pgn::read_all(text).map_err(pgn_error)?;
    let Some(pgn) = games.first() else {
        let message = "the text has no game: give a scenario, or a game in PGN";
        return Err(ApiError::new(ApiReason::Scenario, message));
    };
    let rules = pgn.rules().map_err(|e| pgn_error(pgn.fault(e)))?;
    let start = start_of(pgn, &from_preset(&pgn.variant(), &rules)?)?;
    let name = |tag| pgn.tag(tag).filter(|text| !text.is_empty() && !text.starts_with('?'));
    let title = match (name("White"), name("Black")) {
        (Some(white), Some(black)) => format!("{white} – {black}"),
        (None, _) | (_, None) => name("Event").unwrap_or_default().to_owned(),
    };
    annotated(title, &start, pgn.comment.clone(), &pgn.moves, games.len())
}

/// Whether a text is a scenario. Every scenario has a line that begins with `variant =`.
fn is_scenario(text: &str) -> bool {
    text.lines()
        .filter_map(|line| line.trim_start().strip_prefix("variant"))
        .any(|value| value.trim_start().starts_with('='))
}

/// Whether a text is a single line whose first word contains a slash, as the ranks of a FEN do.
fn is_fen(text: &str) -> bool {
    let line = text.trim();
    !line.contains('\n') && line.split_whitespace().next().is_some_and(|word| word.contains('/'))
}

fn pgn_error(fault: PgnFault) -> ApiError {
    ApiError::new(ApiReason::Scenario, fault.to_string())
}

/// Returns the first position of a game in PGN, if it is within the limits.
fn start_of(pgn: &Pgn, prepared: &Prepared) -> Result<Position, ApiError> {
    match pgn.tag("Position").or(pgn.tag("FEN")) {
        Some(text) => read_position(prepared, text),
        None => read_bounded(prepared, "start", |prepared, _| Position::usual(prepared))
            .map_err(|e| pgn_error(pgn.fault(RecordError::Start(e.to_string()).into()))),
    }
}

/// Returns the comment at the beginning of a scenario, and the comment of each legal move.
fn comments_of_moves(text: &str) -> Vec<String> {
    let steps = Scenario::read(text).map(|scenario| scenario.steps).unwrap_or_default();
    let mut comments = comments_of(text).into_iter();
    let mut comments_of_plies = Vec::from_iter(comments.next());
    for (Step { task, expect }, comment) in steps.iter().zip(comments) {
        if matches!(task, StepTask::Move(_)) && expect.illegal.is_none() {
            comments_of_plies.push(comment);
        }
    }
    comments_of_plies
}

/// Returns a game in the form that the page gets. `games` is the number of games in the text.
fn annotated(
    title: String,
    start: &Position,
    comment: String,
    line: &[PgnMove],
    games: usize,
) -> Result<AnnotatedGame, ApiError> {
    let spec = start.variant().spec();
    let game =
        GameStart { variant: spec.base().to_owned(), rules: spec.differences(), position: start.to_string() };
    let line = annotated_line(start, line, &mut 0)?;
    Ok(AnnotatedGame { title, game, comment, line, games })
}

/// Adds a move to the number of moves of an analysis. Returns an error if there are too many.
fn count_move(moves: &mut usize) -> Result<(), ApiError> {
    *moves += 1;
    if *moves > limits::PLIES {
        let message = format!("an analysis here has at most {} moves", limits::PLIES);
        return Err(ApiError::new(ApiReason::Full, message));
    }
    Ok(())
}

/// Plays a line and its variations from a position. Returns the moves in the form that the page gets.
fn annotated_line(
    start: &Position,
    line: &[PgnMove],
    counted_moves: &mut usize,
) -> Result<Vec<AnnotatedMove>, ApiError> {
    let mut game = Game::new(start.clone()).with_draws(Draws::Unclaimed);
    let mut moves = Vec::new();
    for (index, m) in line.iter().enumerate() {
        count_move(counted_moves)?;
        let before = game.position().clone();
        game.play(&m.text).map_err(|e| {
            let place = if m.line > 0 { format!("line {}: ", m.line) } else { String::new() };
            ApiError::new(ApiReason::Scenario, format!("{place}`{}`: {e}", m.text))
        })?;
        let mut variations = Vec::new();
        for variation in &m.variations {
            variations.push(annotated_line(&before, variation, counted_moves)?);
        }
        moves.push(AnnotatedMove {
            made: view::move_in_list(&game, index, None),
            position: game.position().to_string(),
            comment: m.comment.clone(),
            variations,
        });
    }
    Ok(moves)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum TextForm {
    /// A scenario of the main line with its comments.
    Scenario,
    /// PGN of the main line and all variations with their comments.
    Pgn,
    /// A FEN of the position after the main line.
    Fen,
}

/// A game with variations and comments to write, in the JSON form of a request.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnalysisToWrite {
    game: NewGame,
    form: TextForm,
    #[serde(default)]
    comment: String,
    line: Vec<MoveToWrite>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct MoveToWrite {
    #[serde(rename = "move")]
    text: String,
    #[serde(default)]
    comment: String,
    #[serde(default)]
    variations: Vec<Vec<MoveToWrite>>,
}

/// Returns a game with variations and comments as a text.
pub fn write_analysis(request: &AnalysisToWrite) -> Result<String, ApiError> {
    let TitledGame { title, game } = request.game.build()?;
    let start = game.start();
    let moves = pgn_line(&request.line, 0, &mut 0)?;
    let refused = |e: &dyn std::fmt::Display| ApiError::new(ApiReason::Scenario, e.to_string());
    match request.form {
        TextForm::Scenario => {
            let mut comments = vec![request.comment.as_str()];
            comments.extend(moves.iter().map(|m| m.comment.as_str()));
            write_scenario(&title, &played(start, &moves)?, &comments).map_err(|e| refused(&e))
        }
        TextForm::Fen => {
            let fen = played(start, &moves)?.position().to_fen();
            fen.ok_or_else(|| {
                refused(&"this position has no FEN: save it as a scenario, or as a game in PGN")
            })
        }
        TextForm::Pgn => {
            let tag = |name: &str, value: &str| (name.to_owned(), value.to_owned());
            let event = if title.is_empty() { "?" } else { &title };
            let mut tags = vec![tag("Event", event), tag("Result", "*")];
            tags.extend(Pgn::tags_of(start));
            let pgn = Pgn { tags, comment: request.comment.clone(), moves, ..Pgn::default() };
            Ok(pgn.spelled(start).map_err(|e| refused(&e))?.to_string())
        }
    }
}

/// Returns the game after the moves of a main line. No draw ends it.
fn played(start: &Position, line: &[PgnMove]) -> Result<Game, ApiError> {
    let mut game = Game::new(start.clone()).with_draws(Draws::Unclaimed);
    for m in line {
        game.play(&m.text)?;
    }
    Ok(game)
}

/// Returns a line and its variations as PGN has them. `depth` is the number of variations around the line.
///
/// Returns an error if there are too many moves, or too many variations within each other.
fn pgn_line(line: &[MoveToWrite], depth: usize, counted_moves: &mut usize) -> Result<Vec<PgnMove>, ApiError> {
    let mut moves = Vec::new();
    for m in line {
        count_move(counted_moves)?;
        if depth == MAX_DEPTH && !m.variations.is_empty() {
            let message = format!("an analysis here has at most {MAX_DEPTH} variations within each other");
            return Err(ApiError::new(ApiReason::Full, message));
        }
        let mut variations = Vec::new();
        for variation in &m.variations {
            variations.push(pgn_line(variation, depth + 1, counted_moves)?);
        }
        moves.push(PgnMove { comment: m.comment.clone(), variations, ..PgnMove::new(m.text.trim()) });
    }
    Ok(moves)
}
