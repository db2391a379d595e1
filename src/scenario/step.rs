//! The steps of a scenario, and the faults of a step.

use super::expect::{Captures, Expect};
use super::question::{LegalQuestion, PathAsked};
use crate::chess::{Color, Label};
use crate::diagnostics::KeyFault;
use crate::game::NoMoves;
use crate::notation::TextError;
use serde::Deserialize;

/// A step whose expectations apply to its task.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(try_from = "WrittenStep")]
pub struct Step {
    /// The task.
    pub task: StepTask,
    /// The expectations.
    pub expect: Expect,
}

/// The task of a step.
#[derive(Debug, Clone, PartialEq)]
pub enum StepTask {
    /// Makes the move of this text.
    Move(String),
    /// Asks for the legal set.
    Legal(LegalQuestion),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WrittenStep {
    #[serde(rename = "move")]
    movement: Option<String>,
    legal: Option<LegalQuestion>,
    #[serde(default)]
    expect: Expect,
}

/// The fault of a step.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum StepError {
    /// The step has no task, or two tasks.
    #[error("a step is either a `move` or a `legal` question")]
    NoTask,
    /// The question asks for turns in place along a bearing.
    #[error("a turn in place has no bearing: leave `bearing` out")]
    TurnAlongBearing,
    /// The expectation does not apply to such a step.
    #[error("`{expected}` does not apply to {step}")]
    Foreign {
        /// The expectation.
        expected: &'static str,
        /// The task of the step.
        step: &'static str,
    },
    /// The expected captures of a move are lists for spans.
    #[error("a move has one list of captures")]
    CapturesOfMove,
    /// The expected captures of a legal set are a single list.
    #[error("captures of a legal set are one list for each span")]
    CapturesOfSpans,
    /// The question or expectation belongs to the other kind of board.
    #[error("`{part}` is for {board}: expect {instead}")]
    OtherBoard {
        /// The question or expectation.
        part: &'static str,
        /// The kind of board to which it applies.
        board: &'static str,
        /// The questions and expectations that apply here.
        instead: &'static str,
    },
    /// The step expects areas, but its question restricts the paths.
    #[error("`areas` are of whole regions: leave `bearing` and `way` out")]
    AreasOfWays,
    /// The move cannot be read.
    #[error("move `{text}`: {}", error.message)]
    Move {
        /// The text of the move.
        text: String,
        /// The error in the text.
        error: TextError,
    },
    /// The piece has no legal set.
    #[error(transparent)]
    NoMoves(#[from] NoMoves),
    /// The piece has no requested path.
    #[error("{label} has no such way: `moves --piece {label}` lists those that it has")]
    NoWay {
        /// The piece.
        label: Label,
        /// The part of the question that no path fits.
        part: &'static str,
    },
    /// No piece of the side to move has a requested path.
    #[error("no piece of {side} has such a way")]
    NoPieceHasWay {
        /// The side to move.
        side: Color,
        /// The part of the question that no path fits.
        part: &'static str,
    },
}

impl StepError {
    /// Returns the error as a fault of a key in the table of the step, or at a column of the text of a move.
    pub(crate) fn fault(&self) -> KeyFault {
        let path = match *self {
            StepError::Move { ref error, .. } => {
                return KeyFault::in_value(&["move"], error.column, self.to_string());
            }
            StepError::NoTask => vec![],
            StepError::TurnAlongBearing => vec!["legal", "bearing"],
            StepError::Foreign { expected, .. } => vec!["expect", expected],
            StepError::CapturesOfMove | StepError::CapturesOfSpans => vec!["expect", "captures"],
            StepError::OtherBoard { part: part @ ("bearing" | "way"), .. } => vec!["legal", part],
            StepError::OtherBoard { part, .. } => vec!["expect", part],
            StepError::AreasOfWays => vec!["expect", "areas"],
            StepError::NoMoves(_) => vec!["legal", "piece"],
            StepError::NoWay { part, .. } | StepError::NoPieceHasWay { part, .. } => vec!["legal", part],
        };
        KeyFault::at_key(&path, self.to_string())
    }
}

impl TryFrom<WrittenStep> for Step {
    type Error = StepError;

    fn try_from(written: WrittenStep) -> Result<Step, StepError> {
        let WrittenStep { movement, legal, expect } = written;
        let task = match (movement, legal) {
            (Some(text), None) => StepTask::Move(text),
            (None, Some(question)) => StepTask::Legal(question),
            (None, None) | (Some(_), Some(_)) => return Err(StepError::NoTask),
        };
        match &task {
            StepTask::Move(_) => expect.refuse_foreign_to_moves()?,
            // Turns in place have no bearing.
            StepTask::Legal(LegalQuestion { bearing: Some(_), way: Some(PathAsked::Turn), .. }) => {
                return Err(StepError::TurnAlongBearing);
            }
            StepTask::Legal(_) => expect.refuse_foreign_to_questions()?,
        }
        Ok(Step { task, expect })
    }
}

impl Expect {
    /// Refuses expectations that do not apply to the move: those of questions, and those of legal moves for an illegal move.
    fn refuse_foreign_to_moves(&self) -> Result<(), StepError> {
        let step = if self.illegal.is_some() { "a move that is refused" } else { "a move" };
        refuse("spans", self.spans.is_some(), step)?;
        refuse("lanes", self.lanes.is_some(), step)?;
        refuse("ends", self.ends.is_some(), step)?;
        refuse("moves", self.moves.is_some(), step)?;
        refuse("areas", self.areas.is_some(), step)?;
        refuse("at", self.at.is_some() && self.illegal.is_some(), step)?;
        refuse("promoted", self.promoted.is_some() && self.illegal.is_some(), step)?;
        match self.captures {
            Some(Captures::Each(_)) => Err(StepError::CapturesOfMove),
            Some(Captures::Of(_)) | None => Ok(()),
        }
    }

    /// Refuses expectations that apply only to moves.
    fn refuse_foreign_to_questions(&self) -> Result<(), StepError> {
        let step = "a question about the legal set";
        refuse("reborn", self.reborn.is_some(), step)?;
        refuse("at", self.at.is_some(), step)?;
        refuse("illegal", self.illegal.is_some(), step)?;
        refuse("promoted", self.promoted.is_some(), step)
    }
}

/// Returns an error if an expectation is stated that does not apply to the step.
fn refuse(expected: &'static str, is_stated: bool, step: &'static str) -> Result<(), StepError> {
    if is_stated { Err(StepError::Foreign { expected, step }) } else { Ok(()) }
}
