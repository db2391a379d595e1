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
        let reader = MoveReader { text };
        let (body, promotion) = match text.rsplit_once('=') {
            None => (text, None),
            Some((body, letter)) => (body, Some(reader.promotion(letter)?)),
        };
        let body = body.trim();
        let label_end = body.find(|c: char| c.is_whitespace() || c == '>').unwrap_or(body.len());
        let (label, course) = body.split_at(label_end);
        let label = Label::new(label).map_err(|e| reader.error(body, format!("{e}; {USAGE}")))?;
        Ok(PlaneMoveText { label, course: reader.course(course.trim())?, promotion })
    }
}

/// The forms of a move, for errors.
const USAGE: &str = "write LABEL BEARING DISTANCE, LABEL BEARING x, LABEL BEARING max or LABEL > x,y";

/// The reader of the text of a move.
struct MoveReader<'t> {
    text: &'t str,
}

impl MoveReader<'_> {
    /// Returns an error at a part of the text.
    fn error(&self, part: &str, message: String) -> TextError {
        TextError::new(column_of(self.text, part), message)
    }

    /// Parses what follows the `=`.
    fn promotion(&self, written: &str) -> Result<char, TextError> {
        let mut letters = written.trim().chars();
        match (letters.next(), letters.next()) {
            (Some(letter), None) if letter.is_ascii_alphabetic() => Ok(letter.to_ascii_uppercase()),
            _ => Err(self.error(written, format!("`={written}`: one kind letter follows the `=`"))),
        }
    }

    fn course(&self, written: &str) -> Result<Course, TextError> {
        if let Some(place) = written.strip_prefix('>') {
            let xy = place.split_once(',');
            let course = xy.and_then(|(x, y)| Some(Course::To { x: number(x)?, y: number(y)? }));
            return course.ok_or_else(|| self.error(place, format!("`{}` is not a place x,y", place.trim())));
        }
        if let Some(angle) = written.strip_prefix("turn") {
            return self.turn(angle.trim());
        }
        // The distance is the last word; the bearing before it may be an expression with spaces.
        let Some((bearing, distance)) = written.rsplit_once(char::is_whitespace) else {
            return Err(self.error(written, format!("`{}` is not a move: {USAGE}", self.text)));
        };
        let bearing = bearing.trim_end();
        let last = bearing.rsplit(char::is_whitespace).next().unwrap_or("");
        let bend = Bend::parse(last);
        let bearing = if bend.is_some() { &bearing[..bearing.len() - last.len()] } else { bearing };
        let degrees = number(bearing)
            .ok_or_else(|| self.error(bearing, format!("bearing `{}` is not a number", bearing.trim())))?;
        let distance = self.distance(distance, distance)?;
        Ok(match bend {
            Some(Bend { sense, radius }) => Course::Arc { degrees, sense, radius, distance },
            None => Course::Bearing { degrees, distance },
        })
    }

    /// Parses `+30`, `-12.5`, `+x` or `-max`.
    fn turn(&self, written: &str) -> Result<Course, TextError> {
        let (sense, angle) = match written.strip_prefix('-') {
            Some(angle) => (Sense::Clockwise, angle),
            None => (Sense::CounterClockwise, written.strip_prefix('+').unwrap_or(written)),
        };
        Ok(Course::Turn { sense, angle: self.distance(angle.trim(), written)? })
    }

    /// Parses a distance. An error is at the beginning of `part`.
    fn distance(&self, written: &str, part: &str) -> Result<Distance, TextError> {
        let message = match (written, number(written)) {
            ("x", _) => return Ok(Distance::Capture),
            ("max", _) => return Ok(Distance::Max),
            (_, Some(d)) if d >= 0.0 => return Ok(Distance::Exactly(d)),
            (_, Some(_)) => format!("distance `{written}` is negative: turn the bearing instead"),
            (_, None) => format!("distance `{written}` is not a number, `x` or `max`"),
        };
        Err(self.error(part, message))
    }
}

/// The way in which an arc bends.
struct Bend {
    sense: Sense,
    radius: Option<f64>,
}

impl Bend {
    /// Parses `left`, `right` or `left:2`.
    fn parse(word: &str) -> Option<Bend> {
        let (side, radius) = word.split_once(':').unwrap_or((word, ""));
        let sense = match side {
            "left" => Sense::CounterClockwise,
            "right" => Sense::Clockwise,
            _ => return None,
        };
        let radius = if radius.is_empty() { None } else { Some(number(radius)?) };
        Some(Bend { sense, radius })
    }
}
