//! Answers of certificates: a move text whose distance may be a linear function of the reply's.

use crate::notation::{Course, Distance, PlaneMoveText, TextError, number};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// The distance of an answer.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum AnswerDistance {
    /// The distance in the move text, whatever the reply.
    AsWritten,
    /// `at + by * s` with s the distance of the reply.
    Linear {
        /// The distance at s = 0.
        at: f64,
        /// The change for each unit of s.
        by: f64,
    },
}

/// An answer: `Qd 90 2.5`, `Qd 90 x`, `Qd 90 max`, or `Qd 90 2.5-0.5*s` with s the distance of the reply.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AnswerText {
    text: PlaneMoveText,
    distance: AnswerDistance,
}

/// The text after the factor of the reply's distance.
const FACTOR: &str = "*s";

impl AnswerText {
    /// Returns a move along a bearing with the distance `at + by * s`.
    pub fn linear(text: PlaneMoveText, [at, by]: [f64; 2]) -> AnswerText {
        let constant = AnswerText { text, distance: AnswerDistance::AsWritten };
        match text.course {
            Course::Bearing { degrees, .. } if by == 0.0 => {
                let course = Course::Bearing { degrees, distance: Distance::Exactly(at) };
                AnswerText { text: PlaneMoveText { course, ..text }, ..constant }
            }
            Course::Bearing { degrees, .. } => {
                let course = Course::Bearing { degrees, distance: Distance::Exactly(0.0) };
                AnswerText {
                    text: PlaneMoveText { course, ..text },
                    distance: AnswerDistance::Linear { at, by },
                }
            }
            Course::Arc { .. } | Course::Turn { .. } | Course::To { .. } => constant,
        }
    }

    /// Returns a move as it is written.
    pub fn written(text: PlaneMoveText) -> AnswerText {
        AnswerText { text, distance: AnswerDistance::AsWritten }
    }

    /// Returns the distance.
    pub fn distance(&self) -> AnswerDistance {
        self.distance
    }

    /// Returns the move that answers a reply of a distance.
    pub fn to(&self, reply: f64) -> PlaneMoveText {
        let AnswerDistance::Linear { at, by } = self.distance else { return self.text };
        let course = match self.text.course {
            Course::Bearing { degrees, .. } => {
                Course::Bearing { degrees, distance: Distance::Exactly(at + by * reply) }
            }
            other => other,
        };
        PlaneMoveText { course, ..self.text }
    }
}

impl fmt::Display for AnswerText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (AnswerDistance::Linear { at, by }, Course::Bearing { degrees, .. }) =
            (self.distance, self.text.course)
        else {
            return self.text.fmt(f);
        };
        let sign = if by < 0.0 { '-' } else { '+' };
        write!(f, "{} {degrees} {at}{sign}{}{FACTOR}", self.text.label, by.abs())?;
        self.text.promotion.map_or(Ok(()), |letter| write!(f, " ={letter}"))
    }
}

impl FromStr for AnswerText {
    type Err = TextError;

    /// Parses an answer; an error is at the first part that does not fit.
    fn from_str(text: &str) -> Result<AnswerText, TextError> {
        let Some(end) = text.find(FACTOR) else { return Ok(AnswerText::written(text.parse()?)) };
        let space = text[..end].char_indices().rfind(|(_, c)| c.is_whitespace());
        let start = space.map_or(0, |(at, space)| at + space.len_utf8());
        let sum = &text[start..end];
        let fault = || {
            let column = text[..start].chars().count() + 1;
            TextError::new(column, format!("`{sum}{FACTOR}` is no distance: write a+b*s, such as 2.5-0.5*s"))
        };
        let (at, by) = split_sum(sum).ok_or_else(fault)?;
        // The rest is a move text with some distance.
        let rest = format!("{}0{}", &text[..start], &text[end + FACTOR.len()..]);
        let written: PlaneMoveText = rest.parse()?;
        match written.course {
            Course::Bearing { .. } => {
                Ok(AnswerText { text: written, distance: AnswerDistance::Linear { at, by } })
            }
            Course::Arc { .. } | Course::Turn { .. } | Course::To { .. } => Err(fault()),
        }
    }
}

/// Returns the numbers of `a+b`, where either may have an exponent; for `b` alone, 0 and b.
fn split_sum(sum: &str) -> Option<(f64, f64)> {
    let is_between = |i: usize| i > 0 && !matches!(sum.as_bytes()[i - 1], b'e' | b'E');
    match sum.char_indices().rfind(|&(i, c)| matches!(c, '+' | '-') && is_between(i)) {
        None => Some((0.0, number(sum)?)),
        Some((i, _)) => Some((number(&sum[..i])?, number(sum[i..].trim_start_matches('+'))?)),
    }
}

impl Serialize for AnswerText {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for AnswerText {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<AnswerText, D::Error> {
        let text = String::deserialize(from)?;
        text.parse().map_err(|e| D::Error::custom(format!("answer `{text}`: {e}")))
    }
}
