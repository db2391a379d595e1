//! Answers of certificates: a move text whose distance may be a linear function of the reply's.

use crate::notation::{Course, Distance, PlaneMoveText, TextError, number};
use crate::solve::plane::linear::LinearFunction;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// The text of an answer: `Qd 90 2.5`, `Qd 90 x`, `Qd 90 max`, or `Qd 90 2.5-0.5*s`, where s is the distance of the reply.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AnswerText {
    text: PlaneMoveText,
    /// The distance if it is a function of the reply's, in place of the distance of the text.
    distance: Option<LinearFunction>,
}

/// The text of the factor s.
const FACTOR: &str = "*s";

impl AnswerText {
    /// Returns a move along a bearing, whose distance is a function of the reply's.
    pub fn linear(text: PlaneMoveText, distance: LinearFunction) -> AnswerText {
        if distance.slope == 0.0 {
            AnswerText::written(along_bearing(text, distance.start))
        } else {
            AnswerText { text: along_bearing(text, 0.0), distance: Some(distance) }
        }
    }

    /// Returns a move that is the same for every reply.
    pub fn written(text: PlaneMoveText) -> AnswerText {
        AnswerText { text, distance: None }
    }

    /// Returns the distance as a function of the reply's; `None` if the text has the same distance for every reply.
    pub fn distance(&self) -> Option<LinearFunction> {
        self.distance
    }

    /// Returns the move that answers a reply of a distance.
    pub fn to(&self, reply: f64) -> PlaneMoveText {
        self.distance.map_or(self.text, |distance| along_bearing(self.text, distance.value(reply)))
    }
}

/// Returns a move along a bearing at another distance; any other move is unchanged.
fn along_bearing(text: PlaneMoveText, distance: f64) -> PlaneMoveText {
    let Course::Bearing { degrees, .. } = text.course else { return text };
    PlaneMoveText { course: Course::Bearing { degrees, distance: Distance::Exactly(distance) }, ..text }
}

impl fmt::Display for AnswerText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Some(LinearFunction { start, slope }), Course::Bearing { degrees, .. }) =
            (self.distance, self.text.course)
        else {
            return self.text.fmt(f);
        };
        let sign = if slope < 0.0 { '-' } else { '+' };
        write!(f, "{} {degrees} {start}{sign}{}{FACTOR}", self.text.label, slope.abs())?;
        self.text.promotion.map_or(Ok(()), |letter| write!(f, " ={letter}"))
    }
}

impl FromStr for AnswerText {
    type Err = TextError;

    /// Parses an answer; an error is at the first part that does not fit.
    fn from_str(text: &str) -> Result<AnswerText, TextError> {
        let Some(end) = text.find(FACTOR) else { return Ok(AnswerText::written(text.parse()?)) };
        // The sum `a+b` before `*s` begins after the last space.
        let space = text[..end].char_indices().rfind(|(_, c)| c.is_whitespace());
        let start = space.map_or(0, |(at, space)| at + space.len_utf8());
        let sum = &text[start..end];
        let fault = || {
            let column = text[..start].chars().count() + 1;
            TextError::new(column, format!("`{sum}{FACTOR}` is no distance: write a+b*s, such as 2.5-0.5*s"))
        };
        let distance = split_sum(sum).ok_or_else(fault)?;
        // The text of a move has a number in place of the sum.
        let with_number = format!("{}0{}", &text[..start], &text[end + FACTOR.len()..]);
        let written: PlaneMoveText = with_number.parse()?;
        match written.course {
            Course::Bearing { .. } => Ok(AnswerText { text: written, distance: Some(distance) }),
            Course::Arc { .. } | Course::Turn { .. } | Course::To { .. } => Err(fault()),
        }
    }
}

/// Returns the function `a+b*s` of the text `a+b`, or `b*s` of the text `b`. Either number may have an exponent.
fn split_sum(sum: &str) -> Option<LinearFunction> {
    let is_in_exponent = |i: usize| matches!(sum.as_bytes()[i - 1], b'e' | b'E');
    let is_between_numbers = |&(i, c): &(usize, char)| i > 0 && matches!(c, '+' | '-') && !is_in_exponent(i);
    let Some((sign, _)) = sum.char_indices().rfind(is_between_numbers) else {
        return Some(LinearFunction { start: 0.0, slope: number(sum)? });
    };
    let slope = number(sum[sign..].trim_start_matches('+'))?;
    Some(LinearFunction { start: number(&sum[..sign])?, slope })
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
