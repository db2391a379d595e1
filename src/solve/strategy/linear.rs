//! Linear expressions of coordinates and conditions on them, as a certificate writes them.

use super::zone::{DifferenceBound, Node, UNIT, ZERO};
use std::fmt;
use std::str::FromStr;

/// The coordinates by name. The place in the list, counted from 1, is the node of the coordinate.
const NAMES: [&str; 8] = ["kx", "ky", "wx", "wy", "ax", "ay", "bx", "by"];

/// A sum of coordinates with factors, and a constant; numbers are in billionths.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Linear {
    /// Each coordinate with its factor.
    pub terms: Vec<(Node, i64)>,
    /// The constant that is added.
    pub constant: i64,
}

/// A linear function that has at most one coordinate, with the factor 1 or -1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MoveTarget {
    /// The coordinate; `ZERO` for a constant.
    pub node: Node,
    /// Whether the coordinate is subtracted.
    pub is_mirrored: bool,
    /// The constant that is added.
    pub constant: i64,
}

/// Bounds of which at least one holds.
pub type Clause = Vec<DifferenceBound>;

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
    /// The text compares something other than one or two coordinates of one axis.
    #[error("a comparison may have two coordinates of one axis, or one coordinate and a number")]
    NotADifference,
    /// The target of a move has several coordinates, or one with a factor other than 1 and -1.
    #[error("a target is a number, or one coordinate, or minus one coordinate, plus a number")]
    NotATarget,
}

/// Reads a decimal number of billionths.
fn number(word: &str) -> Option<i64> {
    let (whole, decimals) = word.split_once('.').unwrap_or((word, ""));
    let digits = |s: &str| s.bytes().all(|b| b.is_ascii_digit());
    if whole.is_empty() || whole.len() > 3 || decimals.len() > 9 || !digits(whole) || !digits(decimals) {
        return None;
    }
    format!("{whole}{decimals:0<9}").parse().ok()
}

impl FromStr for Linear {
    type Err = ExpressionFault;
    fn from_str(text: &str) -> Result<Linear, ExpressionFault> {
        let mut sum = Linear::default();
        let mut words = text.split_whitespace().peekable();
        let mut sign = 1;
        if words.next_if_eq(&"-").is_some() {
            sign = -1;
        }
        loop {
            let word = words.next().ok_or(ExpressionFault::Sum)?;
            let coordinate = |word: &str| NAMES.iter().position(|&name| name == word).map(|i| i + 1);
            match (number(word), coordinate(word)) {
                (_, Some(node)) => sum.terms.push((node, sign * UNIT)),
                (Some(factor), None) => match words.next_if(|word| coordinate(word).is_some()) {
                    Some(name) => sum.terms.extend(coordinate(name).map(|node| (node, sign * factor))),
                    None => sum.constant += sign * factor,
                },
                (None, None) => return Err(ExpressionFault::Word(word.to_owned())),
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
    let (sign, at) = ["<=", ">=", "<", ">"]
        .into_iter()
        .find_map(|sign| text.find(sign).map(|at| (sign, at)))
        .ok_or(ExpressionFault::Comparison)?;
    let mut sides = [text[..at].parse::<Linear>()?, text[at + sign.len()..].parse::<Linear>()?];
    if sign.starts_with('>') {
        sides.reverse();
    }
    let [less, more] = sides;
    let mut ends = [None; 2];
    let terms = less.terms.iter().copied().chain(more.terms.iter().map(|&(node, factor)| (node, -factor)));
    for (node, factor) in terms {
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
    let limit = more.constant - less.constant;
    Ok(if sign.len() == 1 {
        DifferenceBound::below(high, low, limit)
    } else {
        DifferenceBound::at_most(high, low, limit)
    })
}

/// Billionths as a decimal number.
pub struct Decimal(pub i64);

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, decimals) = (self.0 / UNIT, self.0 % UNIT);
        let minus = if self.0 < 0 { "-" } else { "" };
        let text = format!("{minus}{}.{:09}", whole.abs(), decimals.abs());
        f.write_str(text.trim_end_matches('0').trim_end_matches('.'))
    }
}
