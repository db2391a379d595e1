//! Numbers as people write them in moves: decimals, fractions, roots and arctangents.

use crate::geom::functions;

/// Returns the value of an expression with `+ - * /`, brackets, `sqrt(..)` and `atan(..)`. An arctangent is in degrees, and -0
/// becomes 0.
///
/// ```
/// use continuum::notation::number;
/// assert_eq!(number("3/2"), Some(1.5));
/// assert_eq!(number("2*sqrt(2)"), Some(8f64.sqrt()));
/// assert_eq!(number("atan(1)"), Some(45.0));
/// assert_eq!(number("1/0"), None);
/// ```
pub fn number(text: &str) -> Option<f64> {
    if let Some((decimal, "")) = leading_decimal(text) {
        return Some(decimal + 0.0);
    }
    let mut reader = Reader { rest: text.trim(), depth: 0 };
    let value = reader.sum()?;
    (reader.rest.is_empty() && value.is_finite()).then_some(value + 0.0)
}

/// Returns the finite decimal at the beginning of a text, and the rest of the text.
#[inline]
pub(super) fn leading_decimal(text: &str) -> Option<(f64, &str)> {
    let (decimal, end) = fast_float2::parse_partial::<f64, _>(text).ok()?;
    decimal.is_finite().then(|| (decimal, &text[end..]))
}

/// Returns a number as text for people, with an exponent where it would need many zeros.
pub fn number_text(value: f64) -> String {
    let is_usual = value == 0.0 || (1e-6..1e12).contains(&value.abs());
    if is_usual { value.to_string() } else { format!("{value:e}") }
}

/// The greatest depth of nested brackets.
const DEPTH: u32 = 32;

struct Reader<'a> {
    rest: &'a str,
    depth: u32,
}

impl Reader<'_> {
    fn eat(&mut self, token: &str) -> bool {
        let rest = self.rest.trim_start();
        let found = rest.strip_prefix(token);
        self.rest = found.unwrap_or(rest).trim_start();
        found.is_some()
    }

    fn sum(&mut self) -> Option<f64> {
        let mut value = self.product()?;
        loop {
            if self.eat("+") {
                value += self.product()?;
            } else if self.eat("-") {
                value -= self.product()?;
            } else {
                return Some(value);
            }
        }
    }

    fn product(&mut self) -> Option<f64> {
        let mut value = self.atom()?;
        loop {
            if self.eat("*") {
                value *= self.atom()?;
            } else if self.eat("/") {
                value /= self.atom()?;
            } else {
                return Some(value);
            }
        }
    }

    fn atom(&mut self) -> Option<f64> {
        self.depth += 1;
        if self.depth > DEPTH {
            return None;
        }
        let value = if self.eat("-") {
            -self.atom()?
        } else if self.eat("+") {
            self.atom()?
        } else if self.eat("sqrt") {
            self.bracket()?.sqrt()
        } else if self.eat("atan") {
            functions::atan(self.bracket()?).to_degrees()
        } else if self.rest.starts_with('(') {
            self.bracket()?
        } else {
            self.decimal()?
        };
        self.depth -= 1;
        Some(value)
    }

    fn bracket(&mut self) -> Option<f64> {
        if !self.eat("(") {
            return None;
        }
        let value = self.sum()?;
        self.eat(")").then_some(value)
    }

    fn decimal(&mut self) -> Option<f64> {
        let (value, rest) = leading_decimal(self.rest)?;
        self.rest = rest;
        Some(value)
    }
}
