//! The proof of a puzzle: every answer, and its grade.

use super::collection::Theme;
use crate::budget::Budget;
use crate::chess::Status;
use crate::game::{Analysis, Position, SpanReport, SpanText};
use crate::lattice;
use crate::plane::{self, Span, Survey};
use crate::solve::plane::{
    Certificate, CheckOptions, CheckVerdict, Checked, KeyProof, Proven, UndecidedSpan, Unsolved, check,
    keys_in_one, keys_in_two,
};
use crate::solve::{Goal, Problem, ProblemError, ReportScope, Solutions, SolveOptions};
use std::fmt;

/// The number of grades.
pub const GRADES: u8 = 5;

/// The least number of captured pieces in a puzzle of captures.
const FEWEST_CAPTURES: usize = 3;

/// The length in board units below which all stretches are equally easy to hit, because the page leads the pointer to them.
const FINGER: f64 = 0.05;

/// An answer: distances of a lane, all of which are right, or a move on cells.
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
    /// Returns the length of the answer, in board units; 1 for a move on cells.
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
        let lane = |span: &SpanReport| (span.piece, span.bearing.to_bits());
        let is_same = lane(a) == lane(b) && a.captures == b.captures && promotion == other_promotion;
        is_same && (a.from - b.from).abs() < within && (a.to - b.to).abs() < within
    }

    /// Whether the page leads a pointer to the answer: a cell, or a single distance at which a piece is taken or a step ends.
    pub fn is_marked(&self, position: &Position) -> bool {
        match self {
            PuzzleAnswer::Distances { span, .. } => {
                span.from == span.to && (!span.captures.is_empty() || position.variant().spec().step > 0.0)
            }
            PuzzleAnswer::Move(_) => true,
        }
    }
}

/// The length in board units up to which an undecided stretch of a mate in two is left out. Ends of keys are found by
/// bisection, so a stretch about as long as their error stays undecided beside them.
const HAIR: f64 = 1e-6;

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
    /// Some moves could not be decided, or not in time.
    #[error("not every move could be decided")]
    Undecided,
    /// The proof of a mate in two was refuted.
    #[error("the proof was refuted: {0}")]
    Refuted(String),
    /// Exact sets of mating distances are not supported in the position.
    #[error(transparent)]
    Unsolved(#[from] Unsolved),
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
            Ok(keys.keys.iter().map(|key| distances(&KeyProof::at_once(p, key))).collect())
        }
        Position::Lattice(p) => {
            let mates = p.moves_by_text().into_iter().filter(|(_, m)| mates_on_cells(p, *m));
            Ok(mates.map(|(text, _)| PuzzleAnswer::Move(text)).collect())
        }
    }
}

fn distances(proof: &KeyProof) -> PuzzleAnswer {
    PuzzleAnswer::Distances { span: proof.key.clone(), promotion: proof.promotion }
}

fn mates_on_cells(position: &lattice::LatticePosition, m: lattice::LatticeMove) -> bool {
    let mut after = position.clone();
    after.play_move(m).is_ok() && after.standing() == (Status::Checkmate, Some(position.turn()))
}

/// Returns every key of a mate in two. On the plane each is proven again by the checker of certificates.
fn mates_in_two(position: &Position, budget: &Budget) -> Result<Vec<PuzzleAnswer>, NoPuzzle> {
    if let Some(mate) = mates(position, budget)?.first() {
        return Err(NoPuzzle::Shorter(mate.to_string()));
    }
    match position {
        Position::Plane(p) => keys_on_plane(p, budget),
        Position::Lattice(p) => keys_on_cells(p, budget),
    }
}

fn keys_on_plane(position: &plane::PlanePosition, budget: &Budget) -> Result<Vec<PuzzleAnswer>, NoPuzzle> {
    let found = keys_in_two(position, budget)?;
    if found.undecided.iter().any(|UndecidedSpan { span, .. }| span.to - span.from > HAIR) {
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
        CheckVerdict::Proven | CheckVerdict::Samples => Ok(certificate.keys.iter().map(distances).collect()),
        CheckVerdict::Undecided => Err(NoPuzzle::Undecided),
        CheckVerdict::Refuted => Err(NoPuzzle::Refuted(refuted.unwrap_or_default())),
    }
}

fn keys_on_cells(
    position: &lattice::LatticePosition,
    budget: &Budget,
) -> Result<Vec<PuzzleAnswer>, NoPuzzle> {
    let wanted = "#2".parse().map_err(|_| NoPuzzle::Undecided)?;
    let options = SolveOptions { scope: ReportScope::SolutionsOnly, hash_mb: 16, ..SolveOptions::default() };
    let report = Problem::new(position, wanted)?.solve(&options, budget);
    if !report.complete {
        return Err(NoPuzzle::Undecided);
    }
    match report.solutions {
        Solutions::Keys(keys) => Ok(keys.into_iter().map(|key| PuzzleAnswer::Move(key.chosen)).collect()),
        Solutions::Lines(_) => Ok(Vec::new()),
    }
}

/// Returns the moves that capture most, if they take enough.
fn most_captures(position: &Position) -> Result<Vec<PuzzleAnswer>, NoPuzzle> {
    let Analysis::Plane(analysis) = Analysis::of(position) else {
        return Err(NoPuzzle::OnCells(Theme::Captures));
    };
    let most = analysis.spans.iter().map(|span| span.captures.len()).max().unwrap_or(0);
    let is_best = |span: &SpanReport| span.captures.len() == most && most >= FEWEST_CAPTURES;
    let best = analysis.spans.into_iter().filter(is_best);
    Ok(best.map(|span| PuzzleAnswer::Distances { span, promotion: None }).collect())
}

/// Returns the one stretch of distances out of check.
fn escape(position: &Position) -> Result<Vec<PuzzleAnswer>, NoPuzzle> {
    let Position::Plane(p) = position else { return Err(NoPuzzle::OnCells(Theme::Escape)) };
    let survey = Survey::new(p);
    if !survey.in_check() {
        return Err(NoPuzzle::NoCheck);
    }
    let (legal, regions) = (survey.legal(), survey.regions().len());
    match legal.as_slice() {
        [only] if regions == 0 && !only.promotes => {
            Ok(vec![PuzzleAnswer::Distances { span: SpanReport::new(p, only), promotion: None }])
        }
        _ => Err(NoPuzzle::ManyEscapes(legal.len() + regions)),
    }
}

/// Returns where the pieces of the side to move could go if their king could not be taken.
///
/// Puzzles of the theme `escape` show this set, because the legal set is their answer.
pub fn ways(position: &plane::PlanePosition) -> Vec<Span> {
    let survey = Survey::new(position);
    let mut spans = Vec::new();
    for piece in position.side(position.turn()) {
        for lane in 0..position.lanes(piece).len() {
            let stretches = survey.stretches(piece, lane).into_iter();
            spans.extend(stretches.map(|stretch| Span {
                piece,
                lane,
                part: stretch.part,
                captures: stretch.captures,
                promotes: false,
            }));
        }
    }
    spans
}

/// Grades answers by their share of all moves, and by the number of pieces. With each grade the share is nearly halved.
fn grade(position: &Position, theme: Theme, answers: &[PuzzleAnswer]) -> u8 {
    let finger = |width: f64| width.max(FINGER);
    let right: f64 = answers.iter().map(|answer| finger(answer.width())).sum();
    // `easy` says how often all moves are halved in an easy puzzle. Moves are measured in lengths on the plane, and counted
    // on cells.
    let (easy, all, pieces) = match position {
        Position::Plane(p) => {
            let spans = if theme == Theme::Escape { ways(p) } else { Survey::new(p).legal() };
            let lengths = spans.iter().map(|span| finger(span.part.to - span.part.from));
            (6.8, lengths.sum(), p.pieces().len())
        }
        Position::Lattice(p) => (4.5, p.legal_moves().len() as f64, p.pieces().len()),
    };
    let more = match theme {
        // Large captures are easy to see.
        Theme::Captures => -1.5,
        Theme::Mate | Theme::Escape => 0.0,
        Theme::MateInTwo => 2.0,
    };
    let halved = f64::log2(all / right);
    let hard = 1.0 + (halved - easy) / 0.7 + 0.3 * (pieces as f64 - 4.0) + more;
    hard.floor().clamp(1.0, f64::from(GRADES)) as u8
}
