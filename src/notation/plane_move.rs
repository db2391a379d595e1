//! The move text of the plane, taken apart.

use super::number::number;
use super::position_text::TextError;
use crate::piece::Label;

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
    /// `LABEL > x,y`, with `=Q` behind it where a pawn promotes.
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
        } else {
            // The distance is the last word; what stands before it may be an expression with spaces.
            let Some((bearing, distance)) = rest.rsplit_once(char::is_whitespace) else {
                return Err(TextError::new(column(rest), format!("`{text}` is not a move: {usage}")));
            };
            let degrees = number(bearing).ok_or_else(|| {
                TextError::new(column(bearing), format!("bearing `{}` is not a number", bearing.trim()))
            })?;
            Course::Bearing(degrees, parse_distance(distance, column(distance))?)
        };
        Ok(PlaneMoveText { label, course, promotion })
    }
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
        assert_eq!(column("Qd"), 3);
        assert_eq!(column("pa 90 1 =QQ"), 10);
    }
}
