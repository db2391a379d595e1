//! Linear expressions of coordinates and conditions on them, as a certificate writes them.

use super::zone::{Clause, DifferenceBound, Node, UNIT, ZERO, at_most, below};
use std::str::FromStr;

/// The coordinates by name. The place in the list, counted from 1, is the node of the coordinate.
const NAMES: [&str; 8] = ["kx", "ky", "wx", "wy", "ax", "ay", "bx", "by"];

/// A sum of coordinates with factors, and a constant; numbers are in billionths.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Linear {
    /// Each coordinate with its factor.
    pub terms: Vec<(Node, i64)>,
    pub constant: i64,
}

/// A linear function that has at most one coordinate, with the factor 1 or -1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MoveTarget {
    /// The coordinate; `ZERO` for a constant.
    pub node: Node,
    /// Whether the coordinate is subtracted.
    pub is_mirrored: bool,
    pub constant: i64,
}

/// The reason why a text is not an expression or a condition.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ExpressionFault {
    /// A word is neither a number nor a coordinate. Numbers of 1000 and more are refused, because sums of limits could
    /// overflow.
    #[error("`{0}` is neither a number below 1000 with at most nine decimals nor one of {names}", names = NAMES.join(", "))]
    Word(String),
    /// Words do not form a sum.
    #[error("this is no sum such as `0.6 kx + 1`")]
    Sum,
    /// The text has no comparison.
    #[error("this is no comparison such as `ky <= ay - 0.25`, and no name of conditions")]
    Comparison,
    /// A comparison has a coordinate with a factor, more than two coordinates, or coordinates of both axes.
    #[error("a comparison may have two coordinates of one axis, or one coordinate and a number")]
    NotADifference,
    /// The target of a move has several coordinates, or one with a factor other than 1 and -1.
    #[error("a target is a number, or one coordinate, or minus one coordinate, plus a number")]
    NotATarget,
}

/// Reads a decimal number, and returns it in billionths.
fn number(word: &str) -> Option<i64> {
    let (whole, decimals) = word.split_once('.').unwrap_or((word, ""));
    let digits = |s: &str| s.bytes().all(|b| b.is_ascii_digit());
    if whole.is_empty() || whole.len() > 3 || decimals.len() > 9 || !digits(whole) || !digits(decimals) {
        return None;
    }
    format!("{whole}{decimals:0<9}").parse().ok()
}

/// Returns the node of a coordinate with this name.
fn coordinate(name: &str) -> Option<Node> {
    NAMES.iter().position(|known| *known == name).map(|index| index + 1)
}

impl Linear {
    /// Returns the difference of two sums.
    pub fn minus(&self, other: &Linear) -> Linear {
        let negative = other.terms.iter().map(|&(node, factor)| (node, -factor));
        Linear {
            terms: self.terms.iter().copied().chain(negative).collect(),
            constant: self.constant - other.constant,
        }
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
                sum.terms.push((node, sign * UNIT));
            } else {
                let factor = number(word).ok_or_else(|| ExpressionFault::Word(word.to_owned()))?;
                match words.peek().and_then(|name| coordinate(name)) {
                    Some(node) => {
                        sum.terms.push((node, sign * factor));
                        words.next();
                    }
                    None => sum.constant += sign * factor,
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
            [(node, factor)] if factor.abs() == UNIT => {
                Ok(MoveTarget { node, is_mirrored: factor < 0, constant })
            }
            _ => Err(ExpressionFault::NotATarget),
        }
    }
}

/// Reads comparisons joined by `or`.
pub fn clause(text: &str) -> Result<Clause, ExpressionFault> {
    text.split(" or ").map(comparison).collect()
}

fn comparison(text: &str) -> Result<DifferenceBound, ExpressionFault> {
    let sign = ["<=", ">=", "<", ">"].into_iter().find(|sign| text.contains(sign));
    let sign = sign.ok_or(ExpressionFault::Comparison)?;
    let (left, right) = text.split_once(sign).ok_or(ExpressionFault::Comparison)?;
    let mut sides = [left.parse::<Linear>()?, right.parse::<Linear>()?];
    if sign.starts_with('>') {
        sides.reverse();
    }
    let [less, more] = sides;
    let difference = less.minus(&more);
    let mut ends = [None; 2];
    for (node, factor) in difference.terms {
        let end = &mut ends[usize::from(factor < 0)];
        if factor.abs() != UNIT || end.replace(node).is_some() {
            return Err(ExpressionFault::NotADifference);
        }
    }
    let [high, low] = match ends {
        [Some(high), Some(low)] if high % 2 != low % 2 => return Err(ExpressionFault::NotADifference),
        [None, None] => return Err(ExpressionFault::NotADifference),
        ends => ends.map(|end| end.unwrap_or(ZERO)),
    };
    let bound = if sign.len() == 1 { below } else { at_most };
    Ok(bound(high, low, -difference.constant))
}

/// Returns billionths as a decimal number.
pub fn decimal(billionths: i64) -> String {
    let (whole, decimals) = (billionths / UNIT, billionths % UNIT);
    let minus = if billionths < 0 { "-" } else { "" };
    let text = format!("{minus}{}.{:09}", whole.abs(), decimals.abs());
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
