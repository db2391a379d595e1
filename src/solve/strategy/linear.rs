//! Sums of coordinates and comparisons of such sums, read from the texts of a certificate.

use super::zone::{Clause, DifferenceBound, Node, UNIT, ZERO, are_along_one_axis, at_most, below};
use std::str::FromStr;

/// The names of the coordinates. The place of a name in the list, counted from 1, is the node of its coordinate.
const NAMES: [&str; 8] = ["kx", "ky", "wx", "wy", "ax", "ay", "bx", "by"];

/// A sum of coordinates with factors, and a constant.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Linear {
    pub terms: Vec<Summand>,
    pub constant: i64,
}

/// A coordinate with its factor, in billionths.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Summand {
    pub node: Node,
    pub factor: i64,
}

/// The target of a move along one axis: a constant, and at most one coordinate with the factor 1 or -1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MoveTarget {
    /// The coordinate; [`ZERO`] if there is only a constant.
    pub node: Node,
    /// Whether the factor is -1.
    pub is_mirrored: bool,
    pub constant: i64,
}

/// The reason why a text is not an expression or a condition.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ExpressionFault {
    /// A word is neither a number below 1000 nor a coordinate. Sums of limits with greater numbers could overflow.
    #[error("`{0}` is neither a number below 1000 with at most nine decimals nor one of {names}", names = NAMES.join(", "))]
    Word(String),
    /// The words do not form a sum.
    #[error("this is no sum such as `0.6 kx + 1`")]
    Sum,
    /// The text is not a comparison.
    #[error("this is no comparison such as `ky <= ay - 0.25`, and no name of conditions")]
    Comparison,
    /// A comparison has a coordinate with a factor other than 1, more than two coordinates, or coordinates of both axes.
    #[error("a comparison may have two coordinates of one axis, or one coordinate and a number")]
    NotADifference,
    /// The target of a move has several coordinates, or one with a factor other than 1 and -1.
    #[error("a target is a number, or one coordinate, or minus one coordinate, plus a number")]
    NotATarget,
}

/// Returns the billionths of a decimal number; `None` if the word is not such a number below 1000.
fn number(word: &str) -> Option<i64> {
    let (whole, decimals) = word.split_once('.').unwrap_or((word, ""));
    let has_only_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    let fits = (1..=3).contains(&whole.len()) && decimals.len() <= 9;
    if !fits || !has_only_digits(whole) || !has_only_digits(decimals) {
        return None;
    }
    format!("{whole}{decimals:0<9}").parse().ok()
}

/// Returns the node of the coordinate with this name.
fn coordinate(name: &str) -> Option<Node> {
    NAMES.iter().position(|known| *known == name).map(|index| index + 1)
}

impl Linear {
    pub fn minus(&self, subtrahend: &Linear) -> Linear {
        let mut terms = self.terms.clone();
        terms.extend(
            subtrahend.terms.iter().map(|&Summand { node, factor }| Summand { node, factor: -factor }),
        );
        Linear { terms, constant: self.constant - subtrahend.constant }
    }
}

impl FromStr for Linear {
    type Err = ExpressionFault;
    fn from_str(text: &str) -> Result<Linear, ExpressionFault> {
        let mut sum = Linear::default();
        let mut words = text.split_whitespace().peekable();
        let mut sign = if words.next_if_eq(&"-").is_some() { -1 } else { 1 };
        loop {
            let word = words.next().ok_or(ExpressionFault::Sum)?;
            if let Some(node) = coordinate(word) {
                sum.terms.push(Summand { node, factor: sign * UNIT });
            } else {
                let value = sign * number(word).ok_or_else(|| ExpressionFault::Word(word.to_owned()))?;
                // The number is the factor of a coordinate that follows it.
                if let Some(node) = words.peek().and_then(|name| coordinate(name)) {
                    sum.terms.push(Summand { node, factor: value });
                    words.next();
                } else {
                    sum.constant += value;
                }
            }
            sign = match words.next() {
                None => return Ok(sum),
                Some("+") => 1,
                Some("-") => -1,
                Some(_) => return Err(ExpressionFault::Sum),
            };
        }
    }
}

impl FromStr for MoveTarget {
    type Err = ExpressionFault;
    fn from_str(text: &str) -> Result<MoveTarget, ExpressionFault> {
        let Linear { terms, constant } = text.parse()?;
        match terms[..] {
            [] => Ok(MoveTarget { node: ZERO, is_mirrored: false, constant }),
            [Summand { node, factor }] if factor.abs() == UNIT => {
                Ok(MoveTarget { node, is_mirrored: factor < 0, constant })
            }
            _ => Err(ExpressionFault::NotATarget),
        }
    }
}

/// Reads comparisons joined by `or`, of which at least one holds.
pub fn clause(text: &str) -> Result<Clause, ExpressionFault> {
    text.split(" or ").map(comparison).collect()
}

/// Reads a comparison of two sums, and returns it as the bound on the difference of its coordinates.
fn comparison(text: &str) -> Result<DifferenceBound, ExpressionFault> {
    let sign = ["<=", ">=", "<", ">"].into_iter().find(|sign| text.contains(sign));
    let sign = sign.ok_or(ExpressionFault::Comparison)?;
    let (left, right) = text.split_once(sign).ok_or(ExpressionFault::Comparison)?;
    let (left, right) = (left.parse::<Linear>()?, right.parse::<Linear>()?);
    let [less, more] = if sign.starts_with('<') { [left, right] } else { [right, left] };
    let Linear { terms, constant } = less.minus(&more);
    let (mut added, mut subtracted) = (None, None);
    for Summand { node, factor } in terms {
        let place = if factor > 0 { &mut added } else { &mut subtracted };
        let occupant = place.replace(node);
        if factor.abs() != UNIT || occupant.is_some() {
            return Err(ExpressionFault::NotADifference);
        }
    }
    let is_difference = match (added, subtracted) {
        (Some(high), Some(low)) => are_along_one_axis(high, low),
        (high, low) => high.is_some() || low.is_some(),
    };
    if !is_difference {
        return Err(ExpressionFault::NotADifference);
    }
    let bound = if sign.len() == 1 { below } else { at_most };
    Ok(bound(added.unwrap_or(ZERO), subtracted.unwrap_or(ZERO), -constant))
}

/// Returns billionths as a decimal number.
pub fn decimal(billionths: i64) -> String {
    let (whole, decimals) = (billionths / UNIT, billionths % UNIT);
    let minus = if billionths < 0 { "-" } else { "" };
    let text = format!("{minus}{}.{:09}", whole.abs(), decimals.abs());
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
