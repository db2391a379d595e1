//! The text of a move on the plane: reading and writing.

use super::number::number;
use super::piece_text::Sense;
use super::text_error::{TextError, column_of};
use crate::chess::Label;
use std::fmt;
use std::str::FromStr;

/// The distance of a move as written.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Distance {
    /// A number: board units, or degrees for a turn.
    Exactly(f64),
    /// `x`: up to the capture.
    Capture,
    /// `max`: the greatest distance of a quiet move.
    Max,
}

/// The course of a move as written.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Course {
    /// Along a bearing.
    Bearing {
        /// The bearing in the mover's frame, degrees.
        degrees: f64,
        /// The distance.
        distance: Distance,
    },
    /// Along an arc.
    Arc {
        /// The bearing at which it begins, degrees in the mover's frame.
        degrees: f64,
        /// The sense of the arc: counter-clockwise to the left, clockwise to the right.
        sense: Sense,
        /// The radius in board units, if the text gives it.
        radius: Option<f64>,
        /// The distance.
        distance: Distance,
    },
    /// A turn in place.
    Turn {
        /// The sense of the turn.
        sense: Sense,
        /// The angle, degrees.
        angle: Distance,
    },
    /// To a place.
    To {
        /// The x coordinate, board units.
        x: f64,
        /// The y coordinate, board units.
        y: f64,
    },
}

/// A move on the plane as text: `LABEL BEARING DISTANCE`, `LABEL BEARING x`, `LABEL BEARING max` or `LABEL > x,y`.
///
/// `=Q` follows where a pawn promotes. Along an arc the word `left` or `right`, or `left:RADIUS`, stands before the distance. A
/// turn in place is `LABEL turn +30` or `LABEL turn -x`. Reading what was written gives an equal value.
///
/// ```
/// use continuum::notation::{Course, Distance, PlaneMoveText};
/// let text: PlaneMoveText = "Nb atan(2) sqrt(5)".parse()?;
/// let Course::Bearing { degrees, distance: Distance::Exactly(distance) } = text.course else {
///     panic!("a bearing and a distance");
/// };
/// assert!((degrees - 63.434_948).abs() < 1e-6 && (distance - 2.236_068).abs() < 1e-6);
/// assert_eq!(text.short().to_string(), "Nb 63.435 2.236");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PlaneMoveText {
    /// The label of the mover.
    pub label: Label,
    /// The course.
    pub course: Course,
    /// `=Q`: the letter of the kind that a pawn becomes.
    pub promotion: Option<char>,
}

impl PlaneMoveText {
    /// Returns the move for people: with at most three decimals, and without the radius of an arc.
    pub fn short(self) -> PlaneMoveText {
        let length = |distance| match distance {
            Distance::Exactly(d) => Distance::Exactly(thousandths(d)),
            Distance::Capture | Distance::Max => distance,
        };
        let course = match self.course {
            Course::Bearing { degrees, distance } => {
                Course::Bearing { degrees: thousandths(degrees), distance: length(distance) }
            }
            Course::Arc { degrees, sense, radius: _, distance } => {
                Course::Arc { degrees: thousandths(degrees), sense, radius: None, distance: length(distance) }
            }
            Course::Turn { sense, angle } => Course::Turn { sense, angle: length(angle) },
            Course::To { x, y } => Course::To { x: thousandths(x), y: thousandths(y) },
        };
        PlaneMoveText { course, ..self }
    }
}

/// Returns the number rounded to three decimals.
fn thousandths(value: f64) -> f64 {
    format!("{value:.3}").parse().unwrap_or(value)
}

impl fmt::Display for Distance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Distance::Exactly(d) => d.fmt(f),
            Distance::Capture => f.write_str("x"),
            Distance::Max => f.write_str("max"),
        }
    }
}

impl fmt::Display for PlaneMoveText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", self.label)?;
        match self.course {
            Course::Bearing { degrees, distance } => write!(f, "{degrees} {distance}")?,
            Course::Arc { degrees, sense, radius, distance } => {
                let side = match sense {
                    Sense::CounterClockwise => "left",
                    Sense::Clockwise => "right",
                };
                write!(f, "{degrees} {side}")?;
                if let Some(radius) = radius {
                    write!(f, ":{radius}")?;
                }
                write!(f, " {distance}")?;
            }
            Course::Turn { sense, angle } => {
                let sign = match sense {
                    Sense::CounterClockwise => '+',
                    Sense::Clockwise => '-',
                };
                write!(f, "turn {sign}{angle}")?;
            }
            Course::To { x, y } => write!(f, "> {},{}", x + 0.0, y + 0.0)?,
        }
        match self.promotion {
            Some(letter) => write!(f, " ={letter}"),
            None => Ok(()),
        }
    }
}

impl FromStr for PlaneMoveText {
    type Err = TextError;

    /// Parses the text of a move. An error has the column of the first part that does not fit.
    fn from_str(text: &str) -> Result<PlaneMoveText, TextError> {
        let column = |part: &str| column_of(text, part);
        let usage = "write LABEL BEARING DISTANCE, LABEL BEARING x, LABEL BEARING max or LABEL > x,y";
        let (body, promotion) = match text.rsplit_once('=') {
            None => (text, None),
            Some((body, piece)) => {
                let mut letters = piece.trim().chars();
                match (letters.next(), letters.next()) {
                    (Some(letter), None) if letter.is_ascii_alphabetic() => {
                        (body, Some(letter.to_ascii_uppercase()))
                    }
                    _ => {
                        return Err(TextError::new(
                            column(piece),
                            format!("`={piece}`: one kind letter follows the `=`"),
                        ));
                    }
                }
            }
        };
        let body = body.trim();
        let (label, rest) = body.split_once(char::is_whitespace).unwrap_or((body, &body[body.len()..]));
        let (label, rest) = match label.split_once('>') {
            Some((label, _)) => (label, &body[label.len()..]),
            None => (label, rest.trim()),
        };
        let label = Label::new(label).map_err(|e| TextError::new(column(body), format!("{e}; {usage}")))?;
        let course = if let Some(place) = rest.strip_prefix('>') {
            let xy = place.split_once(',').and_then(|(x, y)| Some((number(x)?, number(y)?)));
            let (x, y) = xy.ok_or_else(|| {
                TextError::new(column(place), format!("`{}` is not a place x,y", place.trim()))
            })?;
            Course::To { x, y }
        } else if let Some(angle) = rest.strip_prefix("turn") {
            parse_turn(angle.trim(), column(angle.trim_start()))?
        } else {
            // The distance is the last word; the bearing before it may be an expression with spaces.
            let Some((bearing, distance)) = rest.rsplit_once(char::is_whitespace) else {
                return Err(TextError::new(column(rest), format!("`{text}` is not a move: {usage}")));
            };
            let bearing = bearing.trim_end();
            let last = bearing.rsplit(char::is_whitespace).next().unwrap_or("");
            let bend = parse_bend(last);
            let bearing = if bend.is_some() { &bearing[..bearing.len() - last.len()] } else { bearing };
            let degrees = number(bearing).ok_or_else(|| {
                TextError::new(column(bearing), format!("bearing `{}` is not a number", bearing.trim()))
            })?;
            let distance = parse_distance(distance, column(distance))?;
            match bend {
                Some((sense, radius)) => Course::Arc { degrees, sense, radius, distance },
                None => Course::Bearing { degrees, distance },
            }
        };
        Ok(PlaneMoveText { label, course, promotion })
    }
}

/// Parses `left`, `right` or `left:2`.
fn parse_bend(word: &str) -> Option<(Sense, Option<f64>)> {
    let (side, radius) = word.split_once(':').unwrap_or((word, ""));
    let sense = match side {
        "left" => Sense::CounterClockwise,
        "right" => Sense::Clockwise,
        _ => return None,
    };
    if radius.is_empty() { Some((sense, None)) } else { number(radius).map(|r| (sense, Some(r))) }
}

/// Parses `+30`, `-12.5`, `+x` or `-max`.
fn parse_turn(text: &str, column: usize) -> Result<Course, TextError> {
    let (sense, rest) = match (text.strip_prefix('+'), text.strip_prefix('-')) {
        (Some(rest), _) => (Sense::CounterClockwise, rest),
        (_, Some(rest)) => (Sense::Clockwise, rest),
        (None, None) => (Sense::CounterClockwise, text),
    };
    Ok(Course::Turn { sense, angle: parse_distance(rest.trim(), column)? })
}

fn parse_distance(text: &str, column: usize) -> Result<Distance, TextError> {
    match text {
        "x" => Ok(Distance::Capture),
        "max" => Ok(Distance::Max),
        _ => match number(text) {
            Some(d) if d >= 0.0 => Ok(Distance::Exactly(d)),
            Some(_) => Err(TextError::new(
                column,
                format!("distance `{text}` is negative: turn the bearing instead"),
            )),
            None => Err(TextError::new(column, format!("distance `{text}` is not a number, `x` or `max`"))),
        },
    }
}
