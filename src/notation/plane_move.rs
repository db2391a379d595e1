//! The text of a move on the plane: reading and writing.

use super::number::number;
use super::piece_text::Sense;
use super::text_error::{TextError, column_of};
use crate::chess::Label;
use std::fmt;
use std::str::FromStr;

/// The distance that a move text states.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Distance {
    /// A number, in board units, or in degrees for a turn.
    Exactly(f64),
    /// `x`: up to the capture.
    Capture,
    /// `max`: the greatest distance of a quiet move.
    Max,
}

/// The course that a move text states.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Course {
    /// Along a bearing.
    Bearing {
        /// The bearing in the mover's frame, in degrees.
        degrees: f64,
        /// The distance.
        distance: Distance,
    },
    /// Along an arc.
    Arc {
        /// The bearing at which the arc begins, in degrees of the mover's frame.
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
        /// The angle, in degrees.
        angle: Distance,
    },
    /// To a place.
    To {
        /// The x coordinate, in board units.
        x: f64,
        /// The y coordinate, in board units.
        y: f64,
    },
}

/// A move on the plane as text: `LABEL BEARING DISTANCE`, `LABEL BEARING x`, `LABEL BEARING max` or `LABEL > x,y`.
///
/// If a pawn promotes, `=Q` follows. Along an arc the word `left` or `right`, or `left:RADIUS`, stands before the distance. A
/// turn in place is `LABEL turn +30` or `LABEL turn -x`. A value that is written and read again is equal.
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
    /// Returns the move with at most three decimals and without the radius of an arc, as people read it.
    pub fn short(self) -> PlaneMoveText {
        let round_distance = |distance| match distance {
            Distance::Exactly(number) => Distance::Exactly(round(number)),
            Distance::Capture | Distance::Max => distance,
        };
        let course = match self.course {
            Course::Bearing { degrees, distance } => {
                Course::Bearing { degrees: round(degrees), distance: round_distance(distance) }
            }
            Course::Arc { degrees, sense, radius: _, distance } => Course::Arc {
                degrees: round(degrees),
                sense,
                radius: None,
                distance: round_distance(distance),
            },
            Course::Turn { sense, angle } => Course::Turn { sense, angle: round_distance(angle) },
            Course::To { x, y } => Course::To { x: round(x), y: round(y) },
        };
        PlaneMoveText { course, ..self }
    }
}

/// Returns a number rounded to three decimals.
fn round(value: f64) -> f64 {
    format!("{value:.3}").parse().unwrap_or(value)
}

impl Sense {
    /// Returns the side to which an arc bends, as move texts name it.
    pub(crate) const fn side(self) -> &'static str {
        match self {
            Sense::CounterClockwise => "left",
            Sense::Clockwise => "right",
        }
    }
}

impl fmt::Display for Distance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Distance::Exactly(number) => number.fmt(f),
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
                write!(f, "{degrees} {}", sense.side())?;
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

    /// Reads the text of a move. An error has the column of the first part that does not fit.
    fn from_str(text: &str) -> Result<PlaneMoveText, TextError> {
        let reader = MoveReader { text };
        let (body, promotion) = match text.rsplit_once('=') {
            None => (text, None),
            Some((body, letter)) => (body, Some(reader.promotion(letter)?)),
        };
        let body = body.trim();
        let label_end = body.find(|c: char| c.is_whitespace() || c == '>').unwrap_or(body.len());
        let (label_text, course_text) = body.split_at(label_end);
        let label = Label::new(label_text).map_err(|e| reader.error(body, format!("{e}; {USAGE}")))?;
        Ok(PlaneMoveText { label, course: reader.course(course_text.trim())?, promotion })
    }
}

/// The forms of a move, for errors.
const USAGE: &str = "write LABEL BEARING DISTANCE, LABEL BEARING x, LABEL BEARING max or LABEL > x,y";

/// The reader of the text of a move. Each method reads a part, which must be a slice of the text.
struct MoveReader<'t> {
    text: &'t str,
}

impl MoveReader<'_> {
    /// Returns an error at the beginning of a part.
    fn error(&self, part: &str, message: String) -> TextError {
        TextError::new(column_of(self.text, part), message)
    }

    /// Reads the letter after the `=`.
    fn promotion(&self, part: &str) -> Result<char, TextError> {
        let mut letters = part.trim().chars();
        match (letters.next(), letters.next()) {
            (Some(letter), None) if letter.is_ascii_alphabetic() => Ok(letter.to_ascii_uppercase()),
            _ => Err(self.error(part, format!("`={part}`: one kind letter follows the `=`"))),
        }
    }

    /// Reads the part between the label and the promotion.
    fn course(&self, part: &str) -> Result<Course, TextError> {
        if let Some(place) = part.strip_prefix('>') {
            let Some([x, y]) = read_place(place) else {
                return Err(self.error(place, format!("`{}` is not a place x,y", place.trim())));
            };
            return Ok(Course::To { x, y });
        }
        if let Some(angle) = part.strip_prefix("turn") {
            return self.turn(angle.trim());
        }
        // The distance is the last word. The bearing may be an expression with spaces.
        let Some((before_distance, distance)) = part.rsplit_once(char::is_whitespace) else {
            return Err(self.error(part, format!("`{}` is not a move: {USAGE}", self.text)));
        };
        let before_distance = before_distance.trim_end();
        let last_word = before_distance.rsplit(char::is_whitespace).next().unwrap_or("");
        let bend = Bend::parse(last_word);
        let bend_length = if bend.is_some() { last_word.len() } else { 0 };
        let bearing = &before_distance[..before_distance.len() - bend_length];
        let degrees = number(bearing)
            .ok_or_else(|| self.error(bearing, format!("bearing `{}` is not a number", bearing.trim())))?;
        let distance = self.distance(distance, distance)?;
        Ok(match bend {
            Some(Bend { sense, radius }) => Course::Arc { degrees, sense, radius, distance },
            None => Course::Bearing { degrees, distance },
        })
    }

    /// Reads the angle of a turn: `+30`, `-12.5`, `+x` or `-max`.
    fn turn(&self, part: &str) -> Result<Course, TextError> {
        let (sense, angle) = match part.strip_prefix('-') {
            Some(angle) => (Sense::Clockwise, angle),
            None => (Sense::CounterClockwise, part.strip_prefix('+').unwrap_or(part)),
        };
        Ok(Course::Turn { sense, angle: self.distance(angle.trim(), part)? })
    }

    /// Reads a distance. An error is reported at the beginning of `reported_part`.
    fn distance(&self, part: &str, reported_part: &str) -> Result<Distance, TextError> {
        let message = match (part, number(part)) {
            ("x", _) => return Ok(Distance::Capture),
            ("max", _) => return Ok(Distance::Max),
            (_, Some(distance)) if distance >= 0.0 => return Ok(Distance::Exactly(distance)),
            (_, Some(_)) => format!("distance `{part}` is negative: turn the bearing instead"),
            (_, None) => format!("distance `{part}` is not a number, `x` or `max`"),
        };
        Err(self.error(reported_part, message))
    }
}

/// Reads the coordinates `x,y`.
fn read_place(text: &str) -> Option<[f64; 2]> {
    let (x, y) = text.split_once(',')?;
    Some([number(x)?, number(y)?])
}

/// The sense of an arc, and its radius if the text states it.
struct Bend {
    sense: Sense,
    radius: Option<f64>,
}

impl Bend {
    /// Reads `left`, `right` or `left:2`; `None` for any other word.
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
