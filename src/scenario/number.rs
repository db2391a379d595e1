//! Numbers in a scenario file: finite, written out or as expressions.

use crate::notation::number;
use serde::Deserialize;

/// A finite number, or an expression as in a move text.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(try_from = "Written")]
pub struct Number(pub f64);

/// The greatest difference of distances and coordinates that counts as equal, board units: finite and not negative.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(try_from = "Number")]
pub struct Tolerance(pub f64);

/// The tolerance of distances unless a step states one, board units.
const USUAL: f64 = 1e-9;

impl Default for Tolerance {
    fn default() -> Tolerance {
        Tolerance(USUAL)
    }
}

#[derive(Deserialize)]
#[serde(untagged, expecting = "expected a finite number, or an expression in quotation marks")]
enum Written {
    Number(f64),
    Text(String),
}

/// The fault of a number in a scenario.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum NumberFault {
    /// The number is infinite or NaN.
    #[error("{0} is not a finite number")]
    Endless(f64),
    /// A text that cannot be read.
    #[error("`{0}` is not a number or an expression")]
    Text(String),
    /// A tolerance below 0.
    #[error("{0} is no tolerance: use a number from 0")]
    Negative(f64),
}

impl TryFrom<Written> for Number {
    type Error = NumberFault;

    fn try_from(written: Written) -> Result<Number, NumberFault> {
        match written {
            Written::Number(value) if value.is_finite() => Ok(Number(value)),
            Written::Number(value) => Err(NumberFault::Endless(value)),
            Written::Text(text) => number(&text).map(Number).ok_or(NumberFault::Text(text)),
        }
    }
}

impl TryFrom<Number> for Tolerance {
    type Error = NumberFault;

    fn try_from(Number(value): Number) -> Result<Tolerance, NumberFault> {
        if value >= 0.0 { Ok(Tolerance(value)) } else { Err(NumberFault::Negative(value)) }
    }
}
