//! Games with variations and comments, as texts: scenarios, PGN and, for a position alone, FEN. Nothing is stored.

use super::bounds::{from_preset, read_bounded, read_position};
use super::error::{ApiError, ApiReason};
use super::export::{comments_of, write_scenario};
use super::limits;
use super::new_game::{NewGame, TitledGame, is_record};
use super::view::{self, MoveView};
use crate::chess::Draws;
use crate::game::{Game, MAX_DEPTH, Pgn, PgnFault, PgnMove, Position, Prepared, RecordError};
use crate::scenario::{Scenario, StepTask};
use serde::{Deserialize, Serialize};
use toml::Table;

/// A text to read in the JSON form of a request.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnalysisText {
    /// A scenario, a game of a match, games in PGN, or a FEN.
    text: String,
    /// The text of the variant file that a scenario names.
    #[serde(default)]
    file: Option<String>,
    /// The game whose board a FEN is for; orthodox chess if left out.
    #[serde(default)]
    on: Option<NewGame>,
}

/// A game with variations and comments, as a page gets it.
#[derive(Serialize)]
pub struct AnnotatedGame {
    title: String,
    game: GameBegun,
    comment: String,
    line: Vec<MoveRead>,
    /// The number of games in the text, of which this is the first.
    games: usize,
}

/// The variant and first position of a game, as a request for a new one has them.
#[derive(Serialize)]
struct GameBegun {
    variant: String,
    rules: Table,
    position: String,
}

#[derive(Serialize)]
struct MoveRead {
    #[serde(rename = "move")]
    made: Option<MoveView>,
    /// The text of the position after it.
    position: String,
    comment: String,
    variations: Vec<Vec<MoveRead>>,
}

/// Returns the first game of a text. Variations are in PGN only.
///
/// # Errors
/// When the text has a fault, or a move is not legal.
pub fn read_analysis(wanted: &AnalysisText) -> Result<AnnotatedGame, ApiError> {
    let text = wanted.text.trim_start_matches('\u{feff}');
    if is_scenario(text) || is_record(text) {
        let request =
            NewGame { scenario: Some(text.to_owned()), file: wanted.file.clone(), ..NewGame::default() };
        let TitledGame { title, game } = request.build_with(None)?;
        let mut comments = comments_of_moves(text).into_iter();
        let comment = comments.next().unwrap_or_default();
        let mut line = Vec::new();
        for ply in game.plies() {
            let comment = comments.next().unwrap_or_default();
            line.push(PgnMove { comment, ..PgnMove::new(&ply.text) });
        }
        return annotated(title, game.start(), comment, &line, 1);
    }
    if is_fen(text) {
        let prepared = match &wanted.on {
            Some(game) => game.rules()?,
            None => from_preset("orthodox", &Table::new())?,
        };
        return annotated(String::new(), &read_position(&prepared, text)?, String::new(), &[], 1);
    }
    let games = Pgn::read_all(text).map_err(faulty)?;
    let Some(pgn) = games.first() else {
        let message = "the text has no game: give a scenario, or a game in PGN";
        return Err(ApiError::new(ApiReason::Scenario, message));
    };
    let rules = pgn.rules().map_err(|e| faulty(pgn.fault(e)))?;
    let start = start_of(pgn, &from_preset(&pgn.variant(), &rules)?)?;
    let name = |tag| pgn.tag(tag).filter(|name| !name.is_empty() && !name.starts_with('?'));
    let title = match (name("White"), name("Black")) {
        (Some(white), Some(black)) => format!("{white} – {black}"),
        (None, _) | (_, None) => name("Event").unwrap_or_default().to_owned(),
    };
    annotated(title, &start, pgn.comment.clone(), &pgn.moves, games.len())
}

/// Whether a text is a scenario: every scenario names its variant.
fn is_scenario(text: &str) -> bool {
    text.lines()
        .filter_map(|line| line.trim_start().strip_prefix("variant"))
        .any(|value| value.trim_start().starts_with('='))
}

/// Whether a text is a single line whose first word has ranks.
fn is_fen(text: &str) -> bool {
    let line = text.trim();
    !line.contains('\n') && line.split_whitespace().next().is_some_and(|word| word.contains('/'))
}

fn faulty(fault: PgnFault) -> ApiError {
    ApiError::new(ApiReason::Scenario, fault.to_string())
}

/// Returns the first position of a game in PGN, held to the bounds of the server.
fn start_of(pgn: &Pgn, prepared: &Prepared) -> Result<Position, ApiError> {
    match pgn.tag("Position").or(pgn.tag("FEN")) {
        Some(text) => read_position(prepared, text),
        None => read_bounded(prepared, "start", |prepared, _| Position::usual(prepared))
            .map_err(|e| faulty(pgn.fault(RecordError::Start(e.to_string()).into()))),
    }
}

/// Returns the comment before a scenario's steps, and those of its legal moves.
fn comments_of_moves(text: &str) -> Vec<String> {
    let steps = Scenario::read(text).map(|scenario| scenario.steps).unwrap_or_default();
    let mut comments = comments_of(text).into_iter();
    let mut kept = Vec::from_iter(comments.next());
    for (step, comment) in steps.iter().map(|step| step.get_ref()).zip(comments) {
        if matches!(step.task, StepTask::Move(_)) && step.expect.illegal.is_none() {
            kept.push(comment);
        }
    }
    kept
}

fn annotated(
    title: String,
    start: &Position,
    comment: String,
    line: &[PgnMove],
    games: usize,
) -> Result<AnnotatedGame, ApiError> {
    let spec = start.variant().spec();
    let game = GameBegun {
        variant: spec.base().to_owned(),
        rules: spec.differences().map_err(ApiError::server)?,
        position: start.to_string(),
    };
    let mut left = limits::PLIES;
    let line = moves_read(start, line, &mut left)?;
    Ok(AnnotatedGame { title, game, comment, line, games })
}

fn too_many() -> ApiError {
    ApiError::new(ApiReason::Full, format!("an analysis here has at most {} moves", limits::PLIES))
}

/// Plays a line and its variations.
fn moves_read(start: &Position, line: &[PgnMove], left: &mut usize) -> Result<Vec<MoveRead>, ApiError> {
    let mut game = Game::new(start.clone()).with_draws(Draws::Unclaimed);
    let mut read = Vec::new();
    for (n, m) in line.iter().enumerate() {
        *left = left.checked_sub(1).ok_or_else(too_many)?;
        let before = game.position().clone();
        let place = if m.line > 0 { format!("line {}: ", m.line) } else { String::new() };
        let refused = |e| ApiError::new(ApiReason::Scenario, format!("{place}`{}`: {e}", m.text));
        game.play(&m.text).map_err(refused)?;
        let variations = m.variations.iter().map(|variation| moves_read(&before, variation, left));
        let variations = variations.collect::<Result<_, _>>()?;
        read.push(MoveRead {
            made: view::listed(&game, n, None),
            position: game.position().to_string(),
            comment: m.comment.clone(),
            variations,
        });
    }
    Ok(read)
}

/// The form of a text to write.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum TextForm {
    /// A scenario: the main line with its comments.
    Scenario,
    /// PGN: everything.
    Pgn,
    /// FEN: the position after the main line.
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
///
/// # Errors
/// When there is no such game, a move is not legal, or there are too many moves.
pub fn write_analysis(wanted: &AnalysisToWrite) -> Result<String, ApiError> {
    let TitledGame { title, game } = wanted.game.build()?;
    let (start, mut left) = (game.start(), limits::PLIES);
    let moves = as_pgn(&wanted.line, MAX_DEPTH, &mut left)?;
    let refused = |e: &dyn std::fmt::Display| ApiError::new(ApiReason::Scenario, e.to_string());
    let played = || {
        let mut game = Game::new(start.clone()).with_draws(Draws::Unclaimed);
        moves.iter().try_for_each(|m| game.play(&m.text).map(drop)).map(|()| game)
    };
    match wanted.form {
        TextForm::Scenario => {
            let game = played()?;
            let mut comments = vec![wanted.comment.as_str()];
            comments.extend(moves.iter().map(|m| m.comment.as_str()));
            write_scenario(&title, &game, &comments).map_err(|e| refused(&e))
        }
        TextForm::Fen => {
            let none = || refused(&"this position has no FEN: save it as a scenario, or as a game in PGN");
            played()?.position().to_fen().ok_or_else(none)
        }
        TextForm::Pgn => {
            let tag = |name: &str, value: &str| (name.to_owned(), value.to_owned());
            let event = if title.is_empty() { "?" } else { &title };
            let mut tags = vec![tag("Event", event), tag("Result", "*")];
            tags.extend(Pgn::tags_of(start));
            let pgn = Pgn { tags, comment: wanted.comment.clone(), moves, ..Pgn::default() };
            Ok(pgn.spelled(start).map_err(|e| refused(&e))?.to_string())
        }
    }
}

/// Returns a line and its variations as PGN has them, within the bounds on their number and depth.
fn as_pgn(line: &[MoveToWrite], depth: usize, left: &mut usize) -> Result<Vec<PgnMove>, ApiError> {
    let mut moves = Vec::new();
    for m in line {
        *left = left.checked_sub(1).ok_or_else(too_many)?;
        if depth == 0 && !m.variations.is_empty() {
            let message = format!("an analysis here has at most {MAX_DEPTH} variations within each other");
            return Err(ApiError::new(ApiReason::Full, message));
        }
        let variations = m.variations.iter().map(|line| as_pgn(line, depth - 1, left));
        let variations = variations.collect::<Result<_, _>>()?;
        moves.push(PgnMove { comment: m.comment.clone(), variations, ..PgnMove::new(m.text.trim()) });
    }
    Ok(moves)
}
