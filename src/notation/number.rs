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
    if let Some(decimal) = short_decimal(text) {
        return Some(decimal);
    }
    if let Ok(decimal) = text.parse::<f64>() {
        return decimal.is_finite().then_some(decimal);
    }
    let mut reader = Reader { rest: text.trim(), depth: 0 };
    let value = reader.sum()?;
    (reader.rest.is_empty() && value.is_finite()).then_some(value)
}

/// The longest text whose digits, less a point, surely fit into 64 bits.
const SHORT: usize = 19;

/// Powers of ten, each of them exact.
const POWERS: [f64; SHORT] =
    [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18];

/// The value of digits with a point at most, as nearly every coordinate is written, if there are few enough of them. Two
/// exact numbers are divided then, so the value is rounded once, as the general way rounds it.
fn short_decimal(text: &str) -> Option<f64> {
    let bytes = text.as_bytes();
    if bytes.len() > SHORT {
        return None;
    }
    let (mut digits, mut point) = (0u64, None);
    for (i, byte) in bytes.iter().enumerate() {
        match byte {
            b'0'..=b'9' => digits = digits.wrapping_mul(10).wrapping_add(u64::from(byte - b'0')),
            b'.' if point.is_none() => point = Some(i),
            _ => return None,
        }
    }
    let decimals = point.map_or(0, |point| bytes.len() - point - 1);
    let count = bytes.len() - usize::from(point.is_some());
    // Up to 2^53 whole numbers are exact.
    (count > 0 && digits <= 1 << f64::MANTISSA_DIGITS).then(|| digits as f64 / POWERS[decimals])
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
    use super::{number, short_decimal};
    use proptest::prelude::*;

    #[test]
    fn short_decimals_end_where_digits_do() {
        for (text, value) in
            [("0", 0.0), ("5.", 5.0), (".5", 0.5), ("007.250", 7.25), ("9007199254740992", 2f64.powi(53))]
        {
            assert_eq!(short_decimal(text), Some(value), "{text}");
        }
        for text in
            ["", ".", "1.2.3", "-1", "+1", "1e3", "9007199254740993", "9999999999999999999", "1 ", "½"]
        {
            assert_eq!(short_decimal(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn short_decimals_are_read_as_others_are(text in "[0-9]{0,12}[.]?[0-9]{0,12}") {
            if let Some(value) = short_decimal(&text) {
                prop_assert_eq!(text.parse(), Ok(value));
            }
        }
    }

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
