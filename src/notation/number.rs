//! Numbers as people write them in moves: decimals, fractions, roots and arctangents.

/// The value of an expression in `+ - * /`, brackets, `sqrt(..)` and `atan(..)` (which gives degrees).
///
/// ```
/// use continuum::notation::number;
/// assert_eq!(number("3/2"), Some(1.5));
/// assert_eq!(number("2*sqrt(2)"), Some(8f64.sqrt()));
/// assert_eq!(number("atan(1)"), Some(45.0));
/// assert_eq!(number("1/0"), None);
/// ```
pub fn number(text: &str) -> Option<f64> {
    if let Ok(decimal) = text.parse::<f64>() {
        return decimal.is_finite().then_some(decimal);
    }
    let mut reader = Reader { rest: text.trim(), depth: 0 };
    let value = reader.sum()?;
    (reader.rest.is_empty() && value.is_finite()).then_some(value)
}

/// A number for people: with an exponent where it would need many zeros.
///
/// ```
/// use continuum::notation::figure;
/// assert_eq!(figure(2.5), "2.5");
/// assert_eq!(figure(1e308), "1e308");
/// ```
pub fn figure(value: f64) -> String {
    let is_usual = value == 0.0 || (1e-6..1e12).contains(&value.abs());
    if is_usual { value.to_string() } else { format!("{value:e}") }
}

/// Brackets within brackets: deeper than this is no number that a person writes.
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
            self.bracket()?.atan().to_degrees()
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
        let bytes = self.rest.as_bytes();
        let mut end = 0;
        while let Some(&b) = bytes.get(end) {
            let exponent_sign = matches!(b, b'-' | b'+') && end > 0 && matches!(bytes[end - 1], b'e' | b'E');
            if b.is_ascii_digit() || b == b'.' || (end > 0 && matches!(b, b'e' | b'E')) || exponent_sign {
                end += 1;
            } else {
                break;
            }
        }
        let value = self.rest[..end].parse().ok()?;
        self.rest = &self.rest[end..];
        Some(value)
    }
}

#[cfg(test)]
mod tests {
    use super::number;

    #[test]
    fn people_write_numbers_many_ways() {
        assert_eq!(number("0.75"), Some(0.75));
        assert_eq!(number(" 1e-3 "), Some(0.001));
        assert_eq!(number("sqrt(5)"), Some(5f64.sqrt()));
        assert_eq!(number("-(1+2)*3 - 1/4"), Some(-9.25));
        assert_eq!(number("atan(-2)"), Some((-2f64).atan().to_degrees()));
    }

    #[test]
    fn what_is_no_number_is_none() {
        for text in
            ["", "x", "1+", "sqrt 2", "sqrt(2", "1 2", "sqrt(-1)", "nan", "inf", "1..2", &"(".repeat(100_000)]
        {
            assert_eq!(number(text), None, "{text}");
        }
    }
}
