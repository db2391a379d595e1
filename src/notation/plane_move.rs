//! The move text of the plane, taken apart.

use super::number::number;
use super::position_text::TextError;
use crate::chess::Label;

/// How far a move goes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Distance {
    /// This far, board units.
    Exactly(f64),
    /// `x`: to the capture.
    Capture,
    /// `max`: as far as it may quietly go.
    Max,
}

/// Where a move goes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Course {
    /// Along a bearing in the mover's frame, degrees.
    Bearing(f64, Distance),
    /// Along an arc that begins at a bearing: which side it bends to (1 left, -1 right), its radius where the
    /// text tells it, and how far.
    Arc(f64, f64, Option<f64>, Distance),
    /// Turning in place: which way (1 counter-clockwise, -1 clockwise), and how far in degrees.
    Turn(f64, Distance),
    /// To this place.
    To(f64, f64),
}

/// A move as written.
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
    /// Takes a move text apart: `LABEL BEARING DISTANCE`, `LABEL BEARING x`, `LABEL BEARING max` or
    /// `LABEL > x,y`, with `=Q` behind it where a pawn promotes. Along an arc the word `left` or `right`, or
    /// `left:RADIUS`, stands before the distance; a turn in place is `LABEL turn +30`, `LABEL turn -x`.
    ///
    /// # Errors
    /// The first part that does not fit, with its column.
    pub fn parse(text: &str) -> Result<PlaneMoveText, TextError> {
        let column = |part: &str| super::position_text::column_of(text, part);
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
            Course::To(x, y)
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
                Some((side, radius)) => Course::Arc(degrees, side, radius, distance),
                None => Course::Bearing(degrees, distance),
            }
        };
        Ok(PlaneMoveText { label, course, promotion })
    }
}

/// `left`, `right`, `left:2`.
fn parse_bend(word: &str) -> Option<(f64, Option<f64>)> {
    let (side, radius) = word.split_once(':').unwrap_or((word, ""));
    let side = match side {
        "left" => 1.0,
        "right" => -1.0,
        _ => return None,
    };
    if radius.is_empty() { Some((side, None)) } else { number(radius).map(|r| (side, Some(r))) }
}

/// `+30`, `-12.5`, `+x`, `-max`.
fn parse_turn(text: &str, column: usize) -> Result<Course, TextError> {
    let (sense, rest) = match (text.strip_prefix('+'), text.strip_prefix('-')) {
        (Some(rest), _) => (1.0, rest),
        (_, Some(rest)) => (-1.0, rest),
        (None, None) => (1.0, text),
    };
    Ok(Course::Turn(sense, parse_distance(rest.trim(), column)?))
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

    fn parse(text: &str) -> PlaneMoveText {
        PlaneMoveText::parse(text).expect(text)
    }

    #[test]
    fn every_form_reads() {
        assert_eq!(parse("Qd 90 x").course, Course::Bearing(90.0, Distance::Capture));
        assert_eq!(
            parse("Nb atan(2) sqrt(5)").course,
            Course::Bearing(2f64.atan().to_degrees(), Distance::Exactly(5f64.sqrt()))
        );
        assert_eq!(parse("Ra 0 max").course, Course::Bearing(0.0, Distance::Max));
        assert_eq!(parse("Ke > 4.5,1.25").course, Course::To(4.5, 1.25));
        assert_eq!(parse("Ke >4.5,1.25").course, Course::To(4.5, 1.25));
        assert_eq!(parse("S1 turn +30").course, Course::Turn(1.0, Distance::Exactly(30.0)));
        assert_eq!(parse("S1 turn -x").course, Course::Turn(-1.0, Distance::Capture));
        assert_eq!(parse("Oa 0 left 1.5").course, Course::Arc(0.0, 1.0, None, Distance::Exactly(1.5)));
        assert_eq!(parse("Oa 0 right:2 x").course, Course::Arc(0.0, -1.0, Some(2.0), Distance::Capture));
        assert_eq!(parse("pa 90 1 =Q").promotion, Some('Q'));
        assert_eq!(parse("pa 90 1=n").promotion, Some('N'));
        assert_eq!(parse("pa > 1,8 =R").promotion, Some('R'));
    }

    #[test]
    fn faults_name_their_column() {
        let column = |text: &str| PlaneMoveText::parse(text).expect_err(text).column;
        assert_eq!(column("Qd 90 far"), 7);
        assert_eq!(column("Qd north 1"), 4);
        assert_eq!(column("Qd 90 -1"), 7);
        assert_eq!(column("Qd > 3"), 5);
        assert_eq!(column("S1 turn +far"), 9);
        assert_eq!(column("Qd"), 3);
        assert_eq!(column("pa 90 1 =QQ"), 10);
    }
}
