//! One step of a scenario, and what makes no sense in one.

use super::expect::{Captures, Expect};
use super::question::LegalQuestion;
use crate::chess::{Color, Label};
use crate::diagnostics::{object, optional_object};
use crate::game::NoMoves;
use crate::notation::TextError;
use serde::Deserialize;

/// A step of which the expectations apply to what it does.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(try_from = "WrittenStep")]
pub struct Step {
    /// What it does.
    pub task: Task,
    /// What is expected of it.
    pub expect: Expect,
}

/// What a step does.
#[derive(Debug, Clone, PartialEq)]
pub enum Task {
    /// Makes the move of this text.
    Move(String),
    /// Asks for the legal set.
    Legal(LegalQuestion),
}

/// A step as written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenStep {
    #[serde(rename = "move")]
    movement: Option<String>,
    #[serde(default, deserialize_with = "optional_object")]
    legal: Option<LegalQuestion>,
    #[serde(default, deserialize_with = "object")]
    expect: Expect,
}

/// Something in a step that makes no sense.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum StepError {
    /// It does nothing or two things.
    #[error("a step is either a `move` or a `legal` question")]
    NoTask,
    /// A turn in place is asked for along a bearing.
    #[error("a turn in place has no bearing: leave `bearing` out")]
    TurnAlongBearing,
    /// Something is expected that such a step does not have.
    #[error("`{expected}` does not apply to {step}")]
    Foreign {
        /// The expectation.
        expected: &'static str,
        /// What the step does.
        step: &'static str,
    },
    /// One list of captures for each span is expected of a move.
    #[error("a move has one list of captures")]
    CapturesOfMove,
    /// One list of captures is expected of a legal set.
    #[error("captures of a legal set are one list for each span")]
    CapturesOfSpans,
    /// Something is asked or expected that the other kind of board has.
    #[error("`{what}` is for {board}: expect {instead}")]
    OtherBoard {
        /// What is asked or expected.
        what: &'static str,
        /// Where it makes sense.
        board: &'static str,
        /// What makes sense here.
        instead: &'static str,
    },
    /// Areas are expected of some ways only.
    #[error("`areas` are of whole regions: leave `bearing` and `way` out")]
    AreasOfWays,
    /// The move cannot be read.
    #[error("move `{text}`: {error}")]
    Move {
        /// As written.
        text: String,
        /// What is wrong with it.
        error: TextError,
    },
    /// The piece has no moves to look at.
    #[error(transparent)]
    NoMoves(#[from] NoMoves),
    /// The piece has no such way.
    #[error("{0} has no such way: `moves --piece {0}` lists those that it has")]
    NoWay(Label),
    /// No piece of the side to move has such a way.
    #[error("no piece of {0} has such a way")]
    NoPieceHasWay(Color),
}

impl TryFrom<WrittenStep> for Step {
    type Error = StepError;

    fn try_from(written: WrittenStep) -> Result<Step, StepError> {
        let WrittenStep { movement, legal, expect } = written;
        let task = match (movement, legal) {
            (Some(text), None) => Task::Move(text),
            (None, Some(question)) => Task::Legal(question),
            (None, None) | (Some(_), Some(_)) => return Err(StepError::NoTask),
        };
        match &task {
            Task::Move(_) => expect.refuse_foreign_to_moves()?,
            Task::Legal(question) if question.is_turn_along_bearing() => {
                return Err(StepError::TurnAlongBearing);
            }
            Task::Legal(_) => refuse(expect.of_moves(), "a question about the legal set")?,
        }
        Ok(Step { task, expect })
    }
}

/// An expectation by its name, and whether it is given.
type Given = (&'static str, bool);

impl Expect {
    fn of_moves(&self) -> [Given; 4] {
        let [at, promoted] = self.of_made_moves();
        [("reborn", self.reborn.is_some()), at, ("illegal", self.illegal.is_some()), promoted]
    }

    fn of_made_moves(&self) -> [Given; 2] {
        [("at", self.at.is_some()), ("promoted", self.promoted.is_some())]
    }

    fn of_questions(&self) -> [Given; 5] {
        [
            ("spans", self.spans.is_some()),
            ("lanes", self.lanes.is_some()),
            ("ends", self.ends.is_some()),
            ("moves", self.moves.is_some()),
            ("areas", self.areas.is_some()),
        ]
    }

    fn refuse_foreign_to_moves(&self) -> Result<(), StepError> {
        if self.illegal.is_some() {
            let foreign = self.of_questions().into_iter().chain(self.of_made_moves());
            refuse(foreign, "a move that is refused")?;
        } else {
            refuse(self.of_questions(), "a move")?;
        }
        match self.captures {
            Some(Captures::Each(_)) => Err(StepError::CapturesOfMove),
            Some(Captures::Of(_)) | None => Ok(()),
        }
    }
}

/// Refuses the first that is given of expectations that a step does not have.
fn refuse(foreign: impl IntoIterator<Item = Given>, step: &'static str) -> Result<(), StepError> {
    match foreign.into_iter().find(|(_, given)| *given) {
        Some((expected, _)) => Err(StepError::Foreign { expected, step }),
        None => Ok(()),
    }
}
