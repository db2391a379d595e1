//! The proof of a puzzle: every answer, and its grade.

use super::collection::Theme;
use crate::budget::Budget;
use crate::chess::Status;
use crate::game::{Analysis, Position, SpanReport, SpanText};
use crate::lattice::LatticePosition;
use crate::plane::{PlanePosition, Span, Survey};
use crate::solve::plane::{
    Certificate, CheckOptions, CheckVerdict, Checked, KeyProof, Proven, UndecidedSpan, Unsupported, check,
    keys_in_one, keys_in_two,
};
use crate::solve::{Goal, Problem, ProblemError, ReportScope, Solutions, SolveOptions, Stipulation};
use std::fmt;

/// The number of grades.
pub const GRADES: u8 = 5;

/// The least number of captured pieces in a puzzle of captures.
const FEWEST_CAPTURES: usize = 3;

/// The length in board units below which all stretches are equally easy to hit, because the page leads the pointer to them.
const LEAST_WIDTH: f64 = 0.05;

/// An answer: distances of a lane, each of which solves the task, or a move on cells.
#[derive(Debug, Clone, PartialEq)]
pub enum PuzzleAnswer {
    /// On the plane.
    Distances {
        /// The distances.
        span: SpanReport,
        /// The letter of the kind to which a pawn promotes.
        promotion: Option<char>,
    },
    /// On cells.
    Move(String),
}

impl fmt::Display for PuzzleAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PuzzleAnswer::Distances { span, promotion } => SpanText { span, promotion: *promotion }.fmt(f),
            PuzzleAnswer::Move(text) => f.write_str(text),
        }
    }
}

impl PuzzleAnswer {
    /// Returns the length of the stretch of distances, board units; 1 for a move on cells.
    pub fn width(&self) -> f64 {
        match self {
            PuzzleAnswer::Distances { span, .. } => span.to - span.from,
            PuzzleAnswer::Move(_) => 1.0,
        }
    }

    /// Whether another answer is the same, with ends that differ by less than `within` board units.
    pub(super) fn is_near(&self, other: &PuzzleAnswer, within: f64) -> bool {
        let (
            PuzzleAnswer::Distances { span: a, promotion },
            PuzzleAnswer::Distances { span: b, promotion: other_promotion },
        ) = (self, other)
        else {
            return self == other;
        };
        let is_same_lane = (a.piece, a.bearing.to_bits()) == (b.piece, b.bearing.to_bits());
        let is_same_effect = a.captures == b.captures && promotion == other_promotion;
        let are_ends_near = (a.from - b.from).abs() < within && (a.to - b.to).abs() < within;
        is_same_lane && is_same_effect && are_ends_near
    }

    /// Whether the page leads a pointer to the answer: a cell, or a single distance at which a piece is taken or a step ends.
    pub fn is_marked(&self, position: &Position) -> bool {
        match self {
            PuzzleAnswer::Distances { span, .. } => {
                let has_mark = !span.captures.is_empty() || position.variant().spec().step > 0.0;
                span.from == span.to && has_mark
            }
            PuzzleAnswer::Move(_) => true,
        }
    }
}

/// The length in board units up to which an undecided stretch of a mate in two is ignored. The ends of keys are found by bisection,
/// so a stretch about as long as the error of bisection may stay undecided beside them.
const LONGEST_IGNORED: f64 = 1e-6;

/// The proven facts about a position.
#[derive(Debug, Clone, PartialEq)]
pub struct Study {
    /// Every answer.
    pub answers: Vec<PuzzleAnswer>,
    /// The grade, from 1 to [`GRADES`].
    pub grade: u8,
}

/// The reason why a position is not a puzzle of a theme.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum NoPuzzle {
    /// The game is over.
    #[error("the game is over already ({0})")]
    Over(Status),
    /// No move solves the task.
    #[error("no move solves the task `{0}`")]
    NoAnswer(Theme),
    /// A move mates at once.
    #[error("{0} mates at once: the theme is `mate`")]
    Shorter(String),
    /// The side to move is not in check.
    #[error("the side to move is not in check")]
    NoCheck,
    /// There are several ways out of check.
    #[error("there are {0} ways out of check: one is asked for")]
    ManyEscapes(usize),
    /// The theme is for the plane.
    #[error("the theme `{0}` is for the plane")]
    OnCells(Theme),
    /// Some moves could not be decided, or not within the budget.
    #[error("not every move could be decided")]
    Undecided,
    /// The proof of a mate in two was refuted.
    #[error("the proof was refuted: {0}")]
    Refuted(String),
    /// Exact sets of mating distances are not supported in the position.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
    /// The position is not valid for a problem.
    #[error(transparent)]
    Problem(#[from] ProblemError),
}

/// Returns every answer of a position, and the grade.
///
/// ```
/// use continuum::puzzle::{Theme, study};
/// use continuum::budget::Budget;
/// use continuum::{Position, Prepared};
/// let prepared = Prepared::preset("continuous")?;
/// let position = Position::from_text(&prepared, "Ka@7,7' Ra@0,0.6' Rb@6,3' ka@4,0' ; w")?;
/// let study = study(&position, Theme::Mate, &Budget::default())?;
/// assert_eq!(study.answers[0].to_string(), "Rb 270 (2.75, 2.9)");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When no move solves the task, the position does not fit the theme, or the solver does not decide it.
pub fn study(position: &Position, theme: Theme, budget: &Budget) -> Result<Study, NoPuzzle> {
    let status = position.status();
    if status != Status::Ongoing {
        return Err(NoPuzzle::Over(status));
    }
    let answers = match theme {
        Theme::Mate => mates(position, budget)?,
        Theme::MateInTwo => mates_in_two(position, budget)?,
        Theme::Captures => most_captures(position)?,
        Theme::Escape => escape(position)?,
    };
    if budget.is_ended() {
        return Err(NoPuzzle::Undecided);
    }
    if answers.is_empty() {
        return Err(NoPuzzle::NoAnswer(theme));
    }
    let grade = grade(position, theme, &answers);
    Ok(Study { answers, grade })
}

/// Returns every move that mates at once.
pub(super) fn mates(position: &Position, budget: &Budget) -> Result<Vec<PuzzleAnswer>, NoPuzzle> {
    match position {
        Position::Plane(p) => {
            let keys = keys_in_one(p, Goal::Mate, budget)?;
            if !keys.undecided.is_empty() {
                return Err(NoPuzzle::Undecided);
            }
            Ok(keys.keys.iter().map(|key| answer_of(&KeyProof::at_once(p, key))).collect())
        }
        Position::Lattice(p) => {
            let rules = p.rules();
            let mut moves = p.moves_by_text();
            moves.retain(|(_, m)| rules.is_mate(&rules.after(p.state(), *m)));
            Ok(moves.into_iter().map(|(text, _)| PuzzleAnswer::Move(text)).collect())
        }
    }
}

fn answer_of(proof: &KeyProof) -> PuzzleAnswer {
    PuzzleAnswer::Distances { span: proof.key.clone(), promotion: proof.promotion }
}

/// Returns every key of a mate in two. On the plane the checker of certificates proves each key again.
fn mates_in_two(position: &Position, budget: &Budget) -> Result<Vec<PuzzleAnswer>, NoPuzzle> {
    if let Some(mate) = mates(position, budget)?.first() {
        return Err(NoPuzzle::Shorter(mate.to_string()));
    }
    match position {
        Position::Plane(p) => keys_on_plane(p, budget),
        Position::Lattice(p) => keys_on_cells(p, budget),
    }
}

fn keys_on_plane(position: &PlanePosition, budget: &Budget) -> Result<Vec<PuzzleAnswer>, NoPuzzle> {
    let found = keys_in_two(position, budget)?;
    if found.undecided.iter().any(|UndecidedSpan { span, .. }| span.to - span.from > LONGEST_IGNORED) {
        return Err(NoPuzzle::Undecided);
    }
    if found.keys.is_empty() {
        return Ok(Vec::new());
    }
    let certificate = Certificate {
        variant: position.rules().variant.name().to_owned(),
        rules: toml::Table::new(),
        position: position.to_string(),
        stipulation: Proven::MateInTwo,
        keys: found.keys,
    };
    let options = CheckOptions { samples: 20, seed: 1 };
    let Checked { verdict, refuted, .. } = check(position, &certificate, options)?;
    match verdict {
        CheckVerdict::Proven | CheckVerdict::Samples => Ok(certificate.keys.iter().map(answer_of).collect()),
        CheckVerdict::Undecided => Err(NoPuzzle::Undecided),
        CheckVerdict::Refuted => Err(NoPuzzle::Refuted(refuted.unwrap_or_default())),
    }
}

fn keys_on_cells(position: &LatticePosition, budget: &Budget) -> Result<Vec<PuzzleAnswer>, NoPuzzle> {
    let options = SolveOptions { scope: ReportScope::SolutionsOnly, hash_mb: 16, ..SolveOptions::default() };
    let report = Problem::new(position, Stipulation::mate_in(2))?.solve(&options, budget);
    if !report.complete {
        return Err(NoPuzzle::Undecided);
    }
    match report.solutions {
        Solutions::Keys(keys) => Ok(keys.into_iter().map(|key| PuzzleAnswer::Move(key.chosen)).collect()),
        Solutions::Lines(_) => Ok(Vec::new()),
    }
}

/// Returns the moves that capture the most pieces; none if these are fewer than [`FEWEST_CAPTURES`].
fn most_captures(position: &Position) -> Result<Vec<PuzzleAnswer>, NoPuzzle> {
    let Analysis::Plane(analysis) = Analysis::of(position) else {
        return Err(NoPuzzle::OnCells(Theme::Captures));
    };
    let most = analysis.spans.iter().map(|span| span.captures.len()).max().unwrap_or(0);
    if most < FEWEST_CAPTURES {
        return Ok(Vec::new());
    }
    let best = analysis.spans.into_iter().filter(|span| span.captures.len() == most);
    Ok(best.map(|span| PuzzleAnswer::Distances { span, promotion: None }).collect())
}

/// Returns the only stretch of distances out of check.
fn escape(position: &Position) -> Result<Vec<PuzzleAnswer>, NoPuzzle> {
    let Position::Plane(p) = position else { return Err(NoPuzzle::OnCells(Theme::Escape)) };
    let survey = Survey::new(p);
    if !survey.in_check() {
        return Err(NoPuzzle::NoCheck);
    }
    let (spans, region_count) = (survey.legal(), survey.regions().len());
    match spans.as_slice() {
        [only] if region_count == 0 && !only.promotes => {
            Ok(vec![PuzzleAnswer::Distances { span: SpanReport::new(p, only), promotion: None }])
        }
        _ => Err(NoPuzzle::ManyEscapes(spans.len() + region_count)),
    }
}

/// Returns the stretches on which the pieces of the side to move could go if check did not matter.
///
/// Puzzles of the theme `escape` show these stretches, because the legal set would give their answer away.
pub fn spans_ignoring_check(position: &PlanePosition) -> Vec<Span> {
    let survey = Survey::new(position);
    let mut spans = Vec::new();
    for piece in position.side(position.turn()) {
        for lane in 0..position.lanes(piece).len() {
            for stretch in survey.stretches(piece, lane) {
                let (part, captures) = (stretch.part, stretch.captures);
                spans.push(Span { piece, lane, part, captures, promotes: false });
            }
        }
    }
    spans
}

/// Returns the grade of answers. It follows from their share of all moves, from the number of pieces, and from the theme.
fn grade(position: &Position, theme: Theme, answers: &[PuzzleAnswer]) -> u8 {
    let widened = |width: f64| width.max(LEAST_WIDTH);
    let right_moves: f64 = answers.iter().map(|answer| widened(answer.width())).sum();
    // Moves are measured in lengths on the plane, and counted on cells.
    let all_moves: f64 = match position {
        Position::Plane(p) => {
            let spans = if theme == Theme::Escape { spans_ignoring_check(p) } else { Survey::new(p).legal() };
            spans.iter().map(|span| widened(span.part.length())).sum()
        }
        Position::Lattice(p) => p.legal_moves().len() as f64,
    };
    // The number of times that all moves are halved until only the right ones remain, in an easy puzzle.
    let easy_halvings = match position {
        Position::Plane(_) => 6.8,
        Position::Lattice(_) => 4.5,
    };
    let grades_of_theme = match theme {
        // Large captures are easy to see.
        Theme::Captures => -1.5,
        Theme::Mate | Theme::Escape => 0.0,
        Theme::MateInTwo => 2.0,
    };
    // A grade is 0.7 halvings more, or some three pieces more than four.
    let grades_of_share = (f64::log2(all_moves / right_moves) - easy_halvings) / 0.7;
    let grades_of_pieces = 0.3 * (position.piece_count() as f64 - 4.0);
    let unrounded = 1.0 + grades_of_share + grades_of_pieces + grades_of_theme;
    unrounded.floor().clamp(1.0, f64::from(GRADES)) as u8
}
