//! Numbers in a scenario file: finite, written out or as expressions.

use crate::notation::number;
use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer};
use std::fmt;

/// A finite number, or an expression as in a move text.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Number(pub f64);

/// How far distances and coordinates may differ, board units: finite and not below 0.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tolerance(pub f64);

/// How far distances may differ when a step does not say, board units.
const USUAL: f64 = 1e-9;

impl Default for Tolerance {
    fn default() -> Tolerance {
        Tolerance(USUAL)
    }
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Number, D::Error> {
        from.deserialize_any(NumberVisitor)
    }
}

impl<'de> Deserialize<'de> for Tolerance {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Tolerance, D::Error> {
        let Number(value) = Number::deserialize(from)?;
        if value >= 0.0 {
            return Ok(Tolerance(value));
        }
        Err(D::Error::invalid_value(Unexpected::Float(value), &"a tolerance from 0"))
    }
}

struct NumberVisitor;

impl Visitor<'_> for NumberVisitor {
    type Value = Number;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a finite number, or an expression in quotation marks")
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Number, E> {
        if value.is_finite() {
            return Ok(Number(value));
        }
        Err(E::invalid_value(Unexpected::Float(value), &self))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Number, E> {
        Ok(Number(value as f64))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Number, E> {
        Ok(Number(value as f64))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Number, E> {
        number(text)
            .map(Number)
            .ok_or_else(|| E::custom(format!("`{text}` is not a number or an expression")))
    }
}
