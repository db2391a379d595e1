//! Random games by the engine's rules, in which White plays by a strategy. They are a second opinion on its proof.

use super::cell::CompiledCell;
use super::linear::Summand;
use super::men::{BOARD, CellSymmetry, Men};
use super::zone::{DifferenceBound, UNIT, UNIT_SQUARED};
use super::{Strategy, Unproven};
use crate::chess::{Label, Status};
use crate::geom::Point;
use crate::notation::{Illegal, number_text};
use crate::plane::{Move, PlanePosition, Rules};
use crate::solve::plane::CheckOptions;
use crate::solve::random::Random;
use crate::variant::VariantError;
use serde::Serialize;
use std::sync::Arc;

/// The labels of the men, in the order of their nodes: Black's king, White's king, the first and the second rook.
const LABELS: [&str; 4] = ["ke", "Ke", "Ra", "Rh"];

/// The greatest distance by which a place may violate a bound of its cell, in billionths, because places are rounded.
const SLACK: i64 = 2;

/// The amount by which the fall of a rank may be less than 1, in billionths of a billionth, because places are rounded.
const RANK_SLACK: i128 = UNIT_SQUARED / 1_000_000;

/// The number of random replies in every second game from which Black chooses the reply that leaves the highest rank.
const REPLIES_TO_CHOOSE_FROM: usize = 8;

/// The random games of a strategy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct StrategyGames {
    /// The number of games.
    pub games: u32,
    /// The number of Black's replies in all games.
    pub replies: u64,
    /// The number of random legal positions with White to move. Games begin in those that lie in a cell.
    pub positions: u64,
    /// The greatest number of White's moves to mate.
    pub longest: u32,
}

/// The fault that ends the random games.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Mishap {
    /// The certificate cannot be read.
    #[error(transparent)]
    Unread(#[from] Unproven),
    /// The variant cannot be played.
    #[error(transparent)]
    Variant(#[from] VariantError),
    /// No cell contains a position.
    #[error("no cell has {0}")]
    NoCell(String),
    /// The rank does not fall by 1 with a move and its reply.
    #[error("the rank does not fall by 1 before {0}")]
    Rank(String),
    /// The engine refuses an answer.
    #[error("in {0}: {1}")]
    Refused(String, Illegal),
    /// A game ends, but not by mate.
    #[error("{0} in {1}")]
    NoMate(Status, String),
}

impl Strategy {
    /// Plays games to mate from random positions of the cells.
    ///
    /// # Errors
    /// The first fault, of the engine or of the proof.
    pub fn play(&self, options: CheckOptions) -> Result<StrategyGames, Mishap> {
        let rules = Rules::preset(self.variant.as_str())?;
        let cells = self.compiled()?;
        let mut random = Random::new(options.seed);
        let mut played = StrategyGames::default();
        while played.games < options.samples {
            let Some(start) = random_position(&rules, &mut random) else { continue };
            played.positions += 1;
            if best_answer(&cells, &start).is_none() {
                continue;
            }
            let choices = if played.games.is_multiple_of(2) { 1 } else { REPLIES_TO_CHOOSE_FROM };
            let moves = play_game(&cells, start, choices, &mut random)?;
            played.games += 1;
            played.replies += u64::from(moves - 1);
            played.longest = played.longest.max(moves);
        }
        Ok(played)
    }
}

/// Returns a random position with White to move; `None` if it is not legal.
fn random_position(rules: &Arc<Rules>, random: &mut Random) -> Option<PlanePosition> {
    let mut text = String::new();
    for label in LABELS {
        let (x, y) = (8.0 * random.unit(), 8.0 * random.unit());
        text += &format!("{label}@{},{}' ", number_text(x), number_text(y));
    }
    PlanePosition::from_text(rules.clone(), &format!("{text}; w")).ok()
}

/// Plays a game to mate, and returns the number of White's moves. Black has this number of random replies to choose from.
fn play_game(
    cells: &[CompiledCell],
    start: PlanePosition,
    choices: usize,
    random: &mut Random,
) -> Result<u32, Mishap> {
    let (mut position, mut moves, mut last_rank) = (start, 0, i128::MAX);
    loop {
        let text = position.to_string();
        let answer = best_answer(cells, &position).ok_or_else(|| Mishap::NoCell(text.clone()))?;
        if answer.rank > last_rank - UNIT_SQUARED + RANK_SLACK {
            return Err(Mishap::Rank(text));
        }
        last_rank = answer.rank;
        position.play(answer.played).map_err(|refusal| Mishap::Refused(text, refusal))?;
        moves += 1;
        match position.status() {
            Status::Checkmate => return Ok(moves),
            Status::Ongoing => {}
            status => return Err(Mishap::NoMate(status, position.to_string())),
        }
        let replies: Vec<PlanePosition> = (0..choices).map(|_| random_reply(&position, random)).collect();
        let rank_after =
            |after: &PlanePosition| best_answer(cells, after).map_or(i128::MAX, |answer| answer.rank);
        position = replies.into_iter().max_by_key(rank_after).unwrap_or(position);
    }
}

/// Returns the position after a random reply of Black, who has a legal move. Its distance lies in a span, or is an end of it.
fn random_reply(position: &PlanePosition, random: &mut Random) -> PlanePosition {
    let spans = position.legal();
    loop {
        let span = &spans[(random.unit() * spans.len() as f64) as usize];
        let (from, to) = (span.part.from, span.part.to);
        // Two of five distances drawn are ends of the span.
        let distance = from + (to - from) * (random.unit() / 0.6 - 1.0 / 3.0).clamp(0.0, 1.0);
        let mut after = position.clone();
        // An end need not belong to its span.
        if after.play(Move::along(span.piece, span.lane, distance)).is_ok() {
            return after;
        }
    }
}

/// The answer of an image of a cell.
struct CellAnswer {
    /// The rank of the position, in billionths of a billionth.
    rank: i128,
    played: Move,
}

/// The value of each node of [`Men::NAMED`], in billionths of a board unit. The first is 0.
type NodeValues = [i64; 2 * LABELS.len() + 1];

/// Returns the answer of lowest rank; `None` if no cell contains the position, or if a piece is missing.
fn best_answer(cells: &[CompiledCell], position: &PlanePosition) -> Option<CellAnswer> {
    let mut values = NodeValues::default();
    for (man, label) in LABELS.into_iter().enumerate() {
        let Point { x, y } = position.piece(position.find(label.parse().ok()?)?).at;
        values[2 * man + 1] = (x * UNIT as f64).round() as i64;
        values[2 * man + 2] = (y * UNIT as f64).round() as i64;
    }
    let images = cells.iter().flat_map(|cell| CellSymmetry::all().map(move |symmetry| (cell, symmetry)));
    let answers = images.filter_map(|(cell, symmetry)| answer_of(cell, symmetry, &values, position));
    answers.min_by_key(|answer| answer.rank)
}

/// Returns the answer of an image of a cell; `None` if the image does not contain the position.
fn answer_of(
    cell: &CompiledCell,
    symmetry: CellSymmetry,
    values: &NodeValues,
    position: &PlanePosition,
) -> Option<CellAnswer> {
    let holds = |&bound: &DifferenceBound| {
        let bound = symmetry.bound(&Men::NAMED, bound);
        values[bound.high] - values[bound.low] <= bound.limit_e9() + SLACK
    };
    if !cell.clauses.iter().all(|clause| clause.iter().any(holds)) {
        return None;
    }
    let sum = cell.image_rank(symmetry, &Men::NAMED);
    let mut rank = i128::from(sum.constant) * i128::from(UNIT);
    for Summand { node, factor } in sum.terms {
        rank += i128::from(values[node]) * i128::from(factor);
    }
    let reversed_if = |is_reversed: bool, value: i64| if is_reversed { BOARD - value } else { value };
    let mut to = [0.0; 2];
    for (axis, target) in cell.to.iter().enumerate() {
        let image = symmetry.node(&Men::NAMED, target.node);
        let value = reversed_if(image.is_reversed, values[image.node]);
        let place = if target.is_mirrored { -value } else { value } + target.constant;
        to[symmetry.axis(axis)] = reversed_if(symmetry.is_reversed[axis], place) as f64 / UNIT as f64;
    }
    let rook = cell.mover as usize ^ usize::from(symmetry.has_exchanged_rooks);
    let label = LABELS[2 + rook].parse().ok()?;
    Some(CellAnswer { rank, played: move_to(position, label, to)? })
}

/// Returns the move of a rook to exactly this place, in board units. The text of a move would be read as a contact near the place.
fn move_to(position: &PlanePosition, label: Label, [x, y]: [f64; 2]) -> Option<Move> {
    let piece = position.find(label)?;
    let at = position.piece(piece).at;
    let (right, ahead) = (x - at.x, y - at.y);
    let bearing = if right.abs() > ahead.abs() {
        if right > 0.0 { 0.0 } else { 180.0 }
    } else if ahead > 0.0 {
        90.0
    } else {
        270.0
    };
    let lane = position.lanes(piece).iter().position(|lane| lane.bearing == bearing)?;
    Some(Move::along(piece, lane, right.abs().max(ahead.abs())))
}
