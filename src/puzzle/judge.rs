//! Judging the moves that somebody tries in a puzzle.

use super::collection::Theme;
use super::study::mates;
use crate::budget::Budget;
use crate::chess::Status;
use crate::choice::choice;
use crate::game::{Analysis, Game, MoveMade, Position, Refused, resolve};
use crate::geom::Interval;
use crate::plane::{Move, Survey};
use crate::solve::plane::{KeyStretch, first_distances, proof_of};

choice! {
    /// The outcome of a move in a puzzle.
    pub enum Outcome("outcome") {
        /// The move solves the task.
        Right = "right",
        /// The move is right, the other side has replied, and the task goes on.
        Continue = "continue",
        /// The move does not solve the task.
        Wrong = "wrong",
    }
}

/// The verdict on a move.
#[derive(Debug, Clone, PartialEq)]
pub struct PuzzleVerdict {
    /// The outcome.
    pub outcome: Outcome,
    /// The reason, for people.
    pub why: String,
    /// The reply of the other side, which was played. The task goes on after it, or it refutes the move.
    pub reply: Option<String>,
}

/// Plays a move in a puzzle and judges it. Before it the game has no moves, or two: the key of a mate in
/// two and the reply to it.
///
/// ```
/// use continuum::puzzle::{Outcome, Theme, judge};
/// use continuum::budget::Budget;
/// use continuum::{Game, Position, Prepared};
/// let prepared = Prepared::preset("continuous")?;
/// let start = Position::from_text(&prepared, "Ka@7,7' Ra@0,0.6' Rb@6,3' ka@4,0' ; w")?;
/// let tried = |text| judge(&mut Game::new(start.clone()), Theme::Mate, text, &Budget::default());
/// assert_eq!(tried("Rb 270 2.8")?.outcome, Outcome::Right);
/// assert_eq!(tried("Rb 270 2.5")?.outcome, Outcome::Wrong);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the text is not a legal move. If the task is to find a legal move, an illegal move is wrong and not an error.
pub fn judge(game: &mut Game, theme: Theme, text: &str, budget: &Budget) -> Result<PuzzleVerdict, Refused> {
    let before = game.position().clone();
    let made = match game.play(text) {
        Ok(ply) => ply.made.clone(),
        Err(Refused::Illegal(illegal)) if theme == Theme::Escape => {
            return Ok(PuzzleVerdict::new(Outcome::Wrong, illegal.message));
        }
        Err(e) => return Err(e),
    };
    Ok(match theme {
        Theme::Mate => judge_mate(game),
        Theme::MateInTwo if game.plies().len() > 1 => judge_mate(game),
        Theme::MateInTwo => judge_key(&before, game, &made, budget),
        Theme::Captures => {
            let (taken, most) = (made.captures().len(), most_captured(&before));
            let outcome = if taken == most { Outcome::Right } else { Outcome::Wrong };
            PuzzleVerdict::new(outcome, format!("That takes {taken}, and {most} can be taken."))
        }
        Theme::Escape => PuzzleVerdict::new(Outcome::Right, "The king is safe."),
    })
}

impl PuzzleVerdict {
    /// Returns a verdict without a reply.
    fn new(outcome: Outcome, why: impl Into<String>) -> PuzzleVerdict {
        PuzzleVerdict { outcome, why: why.into(), reply: None }
    }
}

/// Judges a move that has to mate. If it does not mate, plays a reply.
fn judge_mate(game: &mut Game) -> PuzzleVerdict {
    match game.status() {
        Status::Checkmate => PuzzleVerdict::new(Outcome::Right, "Checkmate."),
        Status::Ongoing => {
            let why = if game.position().in_check() { "Check, and there is a way out." } else { "No check." };
            let reply = replies(game.position()).into_iter().find(|text| game.play(text).is_ok());
            PuzzleVerdict { reply, ..PuzzleVerdict::new(Outcome::Wrong, why) }
        }
        status => PuzzleVerdict::new(Outcome::Wrong, format!("The game is over: {status}.")),
    }
}

/// Judges the first move of a mate in two. Plays the reply that refutes the move, or a reply after which the task goes on.
fn judge_key(before: &Position, game: &mut Game, made: &MoveMade, budget: &Budget) -> PuzzleVerdict {
    if game.status() != Status::Ongoing {
        return judge_mate(game);
    }
    let (outcome, why, reply) = match refutation(game, budget) {
        Some(reply) => (Outcome::Wrong, "After this reply there is no mate.", Some(reply)),
        None if is_proven_key(before, made, budget) => {
            let any_reply = replies(game.position()).into_iter().next();
            (Outcome::Continue, "That is the key. Now mate.", any_reply)
        }
        None => (Outcome::Wrong, "Not every reply can be answered by mate.", None),
    };
    if let Some(reply) = &reply {
        // The reply is legal, so the result says nothing: a refutation was played in the search, and every other reply comes from
        // the legal set.
        let _ = game.play(reply);
    }
    PuzzleVerdict { outcome, why: why.to_owned(), reply }
}

/// Returns the first of the tried replies after which no move mates at once.
pub(super) fn refutation(game: &Game, budget: &Budget) -> Option<String> {
    let refutes = |reply: &String| match game.ply(reply) {
        Ok(ply) if ply.status == Status::Ongoing => {
            mates(&ply.after, budget).is_ok_and(|mates| mates.is_empty())
        }
        Ok(_) => true,
        Err(_) => false,
    };
    replies(game.position()).into_iter().find(refutes)
}

/// Whether a first move without a refutation is proven to mate in two at its distance. On cells it is, because [`refutation`] has
/// tried every reply.
fn is_proven_key(before: &Position, made: &MoveMade, budget: &Budget) -> bool {
    let (Position::Plane(p), MoveMade::Plane(played)) = (before, made) else { return true };
    let Ok(m) = resolve(p, &played.text) else { return false };
    let Ok(verdict) = p.judge(m) else { return false };
    let key = KeyStretch {
        piece: m.piece,
        lane: m.lane,
        part: Interval::point(played.distance),
        captures: verdict.captures,
        promotion: m.promotion,
    };
    matches!(proof_of(p, &key, budget), Ok(Some(_)))
}

/// Returns replies of the side to move as texts: all replies on cells, and some of each stretch on the plane.
fn replies(position: &Position) -> Vec<String> {
    match position {
        Position::Lattice(p) => p.moves_by_text().into_iter().map(|(text, _)| text).collect(),
        Position::Plane(p) => {
            let mut texts = Vec::new();
            for span in Survey::new(p).legal() {
                // A pawn promotes to the first kind only.
                let promotion = if span.promotes { p.rules().promotions().next() } else { None };
                for distance in first_distances(span.part) {
                    if let Some(m) = p.move_by(span.piece, span.lane, distance) {
                        texts.push(p.text_of(Move { promotion, ..m }).to_string());
                    }
                }
            }
            texts
        }
    }
}

/// Returns the greatest number of pieces that the side to move can capture with one move.
pub fn most_captured(position: &Position) -> usize {
    match Analysis::of(position) {
        Analysis::Plane(analysis) => analysis.spans.iter().map(|span| span.captures.len()).max().unwrap_or(0),
        // There are no puzzles of captures on cells.
        Analysis::Lattice(_) => 1,
    }
}
