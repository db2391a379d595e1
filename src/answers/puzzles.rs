//! Questions about the puzzles of the program: the list, a puzzle, the verdict on a try, and the solution.

use super::error::{ApiError, ApiReason};
use super::limits;
use super::view::{self, BoardView, LegalView, PositionView};
use super::work::worked_out;
use crate::budget::Budget;
use crate::game::{Game, Position, VariantCache};
use crate::puzzle::{Outcome, Puzzle, Theme, judge, most_captured, read_collection, shipped_collections};
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

/// All puzzles of the program. A test reads every collection, so none is left out as faulty.
static PUZZLES: LazyLock<Vec<Puzzle>> = LazyLock::new(|| {
    let mut puzzles = Vec::new();
    for file in shipped_collections() {
        let collected = read_collection(file.text).unwrap_or_default();
        puzzles.extend(collected.into_iter().map(|collected| collected.puzzle));
    }
    puzzles
});

/// The variants of puzzles that were asked for.
static VARIANTS: LazyLock<VariantCache> = LazyLock::new(VariantCache::default);

/// A line of the list of puzzles.
#[derive(Serialize)]
struct ListedPuzzle {
    id: &'static str,
    theme: Theme,
    /// The name of the variant, with the parameters that the puzzle overrides.
    variant: String,
    grade: u8,
}

#[derive(Serialize)]
pub struct ShownPuzzle {
    #[serde(flatten)]
    listed: ListedPuzzle,
    /// The number of pieces that an answer takes, if the task is to take as many as possible.
    #[serde(skip_serializing_if = "Option::is_none")]
    takes: Option<usize>,
    about: String,
    board: BoardView,
    promotions: Vec<char>,
    position: PositionView,
    /// The moves to choose from; `None` if they are more than the server sends.
    legal: Option<LegalView>,
}

/// A try: all moves from the first position of the puzzle. The last move is judged.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Try {
    moves: Vec<String>,
}

#[derive(Serialize)]
pub struct JudgedTry {
    outcome: Outcome,
    why: String,
    reply: Option<String>,
    /// The position after the try, and the position after the reply.
    positions: Vec<PositionView>,
    /// The legal set after the reply, if the task goes on.
    legal: Option<LegalView>,
    /// The solution, if the try is one of its answers.
    #[serde(rename = "told", skip_serializing_if = "Option::is_none")]
    solution: Option<PuzzleSolution>,
}

#[derive(Serialize)]
pub struct PuzzleSolution {
    answers: &'static [String],
    why: &'static str,
}

/// Returns the list of all puzzles, without positions and answers.
pub fn list() -> impl Serialize {
    PUZZLES.iter().map(listed).collect::<Vec<_>>()
}

fn listed(puzzle: &'static Puzzle) -> ListedPuzzle {
    let mut variant = puzzle.variant.clone();
    for (name, value) in &puzzle.rules {
        variant += &format!(", {name} {}", value.to_string().trim_matches('"'));
    }
    ListedPuzzle { id: &puzzle.id, theme: puzzle.theme, variant, grade: puzzle.grade }
}

fn puzzle_of(id: &str) -> Result<&'static Puzzle, ApiError> {
    let puzzle = PUZZLES.iter().find(|puzzle| puzzle.id == id);
    puzzle.ok_or_else(|| ApiError::new(ApiReason::Unknown, "there is no such puzzle"))
}

fn start_of(puzzle: &Puzzle) -> Result<Position, ApiError> {
    puzzle.start(&VARIANTS).map_err(ApiError::server)
}

pub fn show(id: &str) -> Result<ShownPuzzle, ApiError> {
    let puzzle = puzzle_of(id)?;
    let start = start_of(puzzle)?;
    worked_out(limits::WORK, || {
        Ok(ShownPuzzle {
            listed: listed(puzzle),
            takes: (puzzle.theme == Theme::Captures).then(|| most_captured(&start)),
            about: start.variant().spec().about.clone(),
            board: view::board(&start.prepared()),
            promotions: view::promotions(&start),
            legal: moves_to_choose_from(puzzle.theme, &start),
            position: view::present_position(&Game::new(start), None),
        })
    })
}

/// Returns the legal set of a position, or the reach if the task is to escape from check: there the legal set is the answer.
fn moves_to_choose_from(theme: Theme, position: &Position) -> Option<LegalView> {
    // There are no puzzles of escapes on cells.
    if theme == Theme::Escape
        && let Position::Plane(p) = position
    {
        return Some(view::reach(p));
    }
    view::summary_of(position).legal
}

/// Judges a try, and plays it with the reply.
pub fn attempt(id: &str, sent: &Try) -> Result<JudgedTry, ApiError> {
    let puzzle = puzzle_of(id)?;
    let start = start_of(puzzle)?;
    // In a mate in two the try of the second move comes after the key and the reply.
    let ([judged_move] | [_, _, judged_move]) = sent.moves.as_slice() else {
        return Err(ApiError::request("send the move, or the three moves of a mate in two"));
    };
    let earlier_moves = &sent.moves[..sent.moves.len() - 1];
    worked_out(limits::PUZZLE_WORK, || {
        let mut game = Game::new(start);
        for text in earlier_moves {
            game.play(text)?;
        }
        let verdict = judge(&mut game, puzzle.theme, judged_move, &Budget::default())?;
        let goes_on = verdict.outcome == Outcome::Continue;
        let new_plies = earlier_moves.len() + 1..=game.plies().len();
        Ok(JudgedTry {
            outcome: verdict.outcome,
            why: verdict.why,
            reply: verdict.reply,
            positions: new_plies.filter_map(|ply| view::position(&game, ply, None)).collect(),
            legal: if goes_on { moves_to_choose_from(puzzle.theme, game.position()) } else { None },
            solution: (verdict.outcome == Outcome::Right).then(|| solution_of(puzzle)),
        })
    })
}

fn solution_of(puzzle: &'static Puzzle) -> PuzzleSolution {
    PuzzleSolution { answers: &puzzle.answers, why: &puzzle.why }
}

pub fn solution(id: &str) -> Result<PuzzleSolution, ApiError> {
    Ok(solution_of(puzzle_of(id)?))
}
