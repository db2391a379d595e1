//! Numbers in a scenario file, which are finite. They are written as numbers or as expressions.

use crate::notation::number;
use serde::Deserialize;

/// A finite number, written as a number or as an expression of the notation of moves.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(try_from = "WrittenNumber")]
pub struct Number(pub f64);

/// The greatest difference in board units at which two values count as equal. It is finite and not negative.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(try_from = "Number")]
pub struct Tolerance(pub f64);

impl Default for Tolerance {
    /// Returns the tolerance of a step that states none.
    fn default() -> Tolerance {
        Tolerance(1e-9)
    }
}

#[derive(Deserialize)]
#[serde(untagged, expecting = "expected a finite number, or an expression in quotation marks")]
enum WrittenNumber {
    Number(f64),
    Text(String),
}

/// The fault of a number in a scenario.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum NumberFault {
    /// The number is infinite or NaN.
    #[error("{0} is not a finite number")]
    Endless(f64),
    /// The text is not an expression.
    #[error("`{0}` is not a number or an expression")]
    Text(String),
    /// The tolerance is below 0.
    #[error("{0} is no tolerance: use a number from 0")]
    Negative(f64),
}

impl TryFrom<WrittenNumber> for Number {
    type Error = NumberFault;

    fn try_from(written: WrittenNumber) -> Result<Number, NumberFault> {
        match written {
            WrittenNumber::Number(value) if value.is_finite() => Ok(Number(value)),
            WrittenNumber::Number(value) => Err(NumberFault::Endless(value)),
            WrittenNumber::Text(text) => number(&text).map(Number).ok_or(NumberFault::Text(text)),
        }
    }
}

impl TryFrom<Number> for Tolerance {
    type Error = NumberFault;

    fn try_from(Number(value): Number) -> Result<Tolerance, NumberFault> {
        if value >= 0.0 { Ok(Tolerance(value)) } else { Err(NumberFault::Negative(value)) }
    }
}
