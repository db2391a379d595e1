//! Numbers of moves and places: decimals, and expressions with fractions, roots and arctangents.

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
    let mut reader = ExpressionReader { rest: text.trim(), depth: 0 };
    let value = reader.read_sum()?;
    (reader.rest.is_empty() && value.is_finite()).then_some(value + 0.0)
}

/// Returns the finite decimal with which a text begins, and the text after it.
#[inline]
pub(super) fn leading_decimal(text: &str) -> Option<(f64, &str)> {
    let (decimal, length) = fast_float2::parse_partial::<f64, _>(text).ok()?;
    decimal.is_finite().then(|| (decimal, &text[length..]))
}

/// Returns a number as text for people. A number that would need many zeros is written with an exponent.
pub fn number_text(value: f64) -> String {
    let is_usual = value == 0.0 || (1e-6..1e12).contains(&value.abs());
    if is_usual { value.to_string() } else { format!("{value:e}") }
}

const MAX_DEPTH: u32 = 32;

/// A reader of an expression, by recursive descent. Each `read_` method takes one part of the grammar from the beginning of `rest`, and
/// returns its value; `None` if the text does not begin with this part.
struct ExpressionReader<'a> {
    rest: &'a str,
    depth: u32,
}

impl ExpressionReader<'_> {
    /// Whether the rest begins with a token. If it does, the token is taken. Blanks around the token are taken too.
    fn take(&mut self, token: &str) -> bool {
        let rest = self.rest.trim_start();
        let after_token = rest.strip_prefix(token);
        self.rest = after_token.unwrap_or(rest).trim_start();
        after_token.is_some()
    }

    fn read_sum(&mut self) -> Option<f64> {
        let mut value = self.read_product()?;
        loop {
            if self.take("+") {
                value += self.read_product()?;
            } else if self.take("-") {
                value -= self.read_product()?;
            } else {
                return Some(value);
            }
        }
    }

    fn read_product(&mut self) -> Option<f64> {
        let mut value = self.read_factor()?;
        loop {
            if self.take("*") {
                value *= self.read_factor()?;
            } else if self.take("/") {
                value /= self.read_factor()?;
            } else {
                return Some(value);
            }
        }
    }

    fn read_factor(&mut self) -> Option<f64> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return None;
        }
        let value = if self.take("-") {
            -self.read_factor()?
        } else if self.take("+") {
            self.read_factor()?
        } else if self.take("sqrt") {
            self.read_bracket()?.sqrt()
        } else if self.take("atan") {
            functions::atan(self.read_bracket()?).to_degrees()
        } else if self.rest.starts_with('(') {
            self.read_bracket()?
        } else {
            self.read_decimal()?
        };
        self.depth -= 1;
        Some(value)
    }

    fn read_bracket(&mut self) -> Option<f64> {
        if !self.take("(") {
            return None;
        }
        let value = self.read_sum()?;
        self.take(")").then_some(value)
    }

    fn read_decimal(&mut self) -> Option<f64> {
        let (value, after_decimal) = leading_decimal(self.rest)?;
        self.rest = after_decimal;
        Some(value)
    }
}
