//! The text of a move on the plane: reading and writing, in one place.

use super::number::number;
use super::piece_text::Sense;
use super::text_error::{TextError, column_of};
use crate::chess::Label;
use std::fmt;
use std::str::FromStr;

/// How far a move goes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Distance {
    /// This far: board units, for a turn degrees.
    Exactly(f64),
    /// `x`: to the capture.
    Capture,
    /// `max`: as far as it may quietly go.
    Max,
}

/// Where a move goes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Course {
    /// Along a bearing.
    Bearing {
        /// Degrees in the mover's frame.
        degrees: f64,
        /// How far.
        distance: Distance,
    },
    /// Along an arc.
    Arc {
        /// The bearing at which it begins, degrees in the mover's frame.
        degrees: f64,
        /// To the left counter-clockwise, to the right clockwise.
        sense: Sense,
        /// Its radius, where the text gives it.
        radius: Option<f64>,
        /// How far.
        distance: Distance,
    },
    /// Turning in place.
    Turn {
        /// Which way.
        sense: Sense,
        /// How far, degrees.
        angle: Distance,
    },
    /// To a place.
    To {
        /// To the right.
        x: f64,
        /// Away from White.
        y: f64,
    },
}

/// A move as written: `LABEL BEARING DISTANCE`, `LABEL BEARING x`, `LABEL BEARING max` or `LABEL > x,y`, with `=Q`
/// behind it where a pawn promotes. Along an arc the word `left` or `right`, or `left:RADIUS`, stands before the
/// distance; a turn in place is `LABEL turn +30`, `LABEL turn -x`. What is written reads back as the same.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PlaneMoveText {
    /// Who moves.
    pub label: Label,
    /// Where to.
    pub course: Course,
    /// `=Q`: the letter of what a pawn becomes.
    pub promotion: Option<char>,
}

impl PlaneMoveText {
    /// The same for people: figures of three decimals at most, an arc without its radius.
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

/// The decimal of three places that is nearest.
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
            Course::To { x, y } => write!(f, "> {x},{y}")?,
        }
        match self.promotion {
            Some(letter) => write!(f, " ={letter}"),
            None => Ok(()),
        }
    }
}

impl FromStr for PlaneMoveText {
    type Err = TextError;

    /// Takes a move text apart; a fault is the first part that does not fit, with its column.
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
            // The distance is the last word; what stands before it may be an expression with spaces.
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

/// `left`, `right`, `left:2`.
fn parse_bend(word: &str) -> Option<(Sense, Option<f64>)> {
    let (side, radius) = word.split_once(':').unwrap_or((word, ""));
    let side = match side {
        "left" => Sense::CounterClockwise,
        "right" => Sense::Clockwise,
        _ => return None,
    };
    if radius.is_empty() { Some((side, None)) } else { number(radius).map(|r| (side, Some(r))) }
}

/// `+30`, `-12.5`, `+x`, `-max`.
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn parse(text: &str) -> PlaneMoveText {
        text.parse().expect(text)
    }

    #[test]
    fn every_form_reads() {
        let ahead = |distance| Course::Bearing { degrees: 90.0, distance };
        assert_eq!(parse("Qd 90 x").course, ahead(Distance::Capture));
        assert_eq!(parse("Ra 90 max").course, ahead(Distance::Max));
        let (degrees, distance) = (2f64.atan().to_degrees(), Distance::Exactly(5f64.sqrt()));
        assert_eq!(parse("Nb atan(2) sqrt(5)").course, Course::Bearing { degrees, distance });
        assert_eq!(parse("Ke > 4.5,1.25").course, Course::To { x: 4.5, y: 1.25 });
        assert_eq!(parse("Ke >4.5,1.25").course, Course::To { x: 4.5, y: 1.25 });
        let turn = |sense, angle| Course::Turn { sense, angle };
        assert_eq!(parse("S1 turn +30").course, turn(Sense::CounterClockwise, Distance::Exactly(30.0)));
        assert_eq!(parse("S1 turn -x").course, turn(Sense::Clockwise, Distance::Capture));
        let arc = |sense, radius, distance| Course::Arc { degrees: 0.0, sense, radius, distance };
        assert_eq!(parse("Oa 0 left 1.5").course, arc(Sense::CounterClockwise, None, Distance::Exactly(1.5)));
        assert_eq!(parse("Oa 0 right:2 x").course, arc(Sense::Clockwise, Some(2.0), Distance::Capture));
        assert_eq!(parse("pa 90 1 =Q").promotion, Some('Q'));
        assert_eq!(parse("pa 90 1=n").promotion, Some('N'));
        assert_eq!(parse("pa > 1,8 =R").promotion, Some('R'));
    }

    #[test]
    fn faults_name_their_column() {
        let column = |text: &str| text.parse::<PlaneMoveText>().expect_err(text).column;
        assert_eq!(column("Qd 90 far"), 7);
        assert_eq!(column("Qd north 1"), 4);
        assert_eq!(column("Qd 90 -1"), 7);
        assert_eq!(column("Qd > 3"), 5);
        assert_eq!(column("S1 turn +far"), 9);
        assert_eq!(column("Qd"), 3);
        assert_eq!(column("pa 90 1 =QQ"), 10);
    }

    #[test]
    fn the_short_text_has_three_decimals() {
        assert_eq!(parse("Nb atan(2) sqrt(5)").short().to_string(), "Nb 63.435 2.236");
        assert_eq!(parse("Oa 0 right:2 1.50000001 =Q").short().to_string(), "Oa 0 right 1.5 =Q");
    }

    fn distance() -> impl Strategy<Value = Distance> {
        prop_oneof![
            (0.0..1e3f64).prop_map(Distance::Exactly),
            Just(Distance::Exactly(1e-300)),
            Just(Distance::Capture),
            Just(Distance::Max)
        ]
    }

    fn course() -> impl Strategy<Value = Course> {
        let sense = || prop_oneof![Just(Sense::CounterClockwise), Just(Sense::Clockwise)];
        let radius = prop::option::of(1e-3..1e3f64);
        prop_oneof![
            (-720.0..720.0f64, distance())
                .prop_map(|(degrees, distance)| Course::Bearing { degrees, distance }),
            (-720.0..720.0f64, sense(), radius, distance()).prop_map(|(degrees, sense, radius, distance)| {
                Course::Arc { degrees, sense, radius, distance }
            }),
            (sense(), distance()).prop_map(|(sense, angle)| Course::Turn { sense, angle }),
            (-9.0..9.0f64, -9.0..9.0f64).prop_map(|(x, y)| Course::To { x, y }),
        ]
    }

    proptest! {
        #[test]
        fn what_is_written_reads_back(course in course(), promotion in prop::option::of(prop::char::range('A', 'Z'))) {
            let label = Label::new("Qd").expect("a label");
            let written = PlaneMoveText { label, course, promotion };
            prop_assert_eq!(written.to_string().parse::<PlaneMoveText>().expect("a move"), written);
        }
    }
}
