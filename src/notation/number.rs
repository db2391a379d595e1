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
    if let Some((decimal, "")) = leading_decimal(text) {
        return Some(decimal);
    }
    if let Ok(decimal) = text.parse::<f64>() {
        return decimal.is_finite().then_some(decimal);
    }
    let mut reader = Reader { rest: text.trim(), depth: 0 };
    let value = reader.sum()?;
    (reader.rest.is_empty() && value.is_finite()).then_some(value)
}

/// The powers of ten by which the digits of a short decimal are divided, each of them exact.
const POWERS: [f64; 20] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    1e19,
];

/// The value of the digits, with a point at most, that a text begins with, and what follows them. So nearly every coordinate is
/// written. Where the digits as a whole number are exact, two exact numbers are divided, so the value is rounded once, as the
/// general way rounds it.
#[inline(always)]
pub(super) fn leading_decimal(text: &str) -> Option<(f64, &str)> {
    let bytes = text.as_bytes();
    let (whole, point) = read_digits(bytes, 0, 0);
    let (digits, end, decimals) = if bytes.get(point) == Some(&b'.') {
        let (digits, end) = read_digits_by_eight(bytes, point + 1, whole);
        (digits, end, end - point - 1)
    } else {
        (whole, point, 0)
    };
    let count = point + decimals;
    if count == 0 {
        return None;
    }
    let (decimal, rest) = text.split_at(end);
    // So many digits fit into 64 bits, and up to 2^53 whole numbers are exact.
    if count < POWERS.len() && digits <= 1 << f64::MANTISSA_DIGITS {
        return Some((digits as f64 / POWERS[decimals], rest));
    }
    Some((finite(decimal)?, rest))
}

/// The value of a decimal, however long.
#[inline(never)]
fn finite(decimal: &str) -> Option<f64> {
    decimal.parse::<f64>().ok().filter(|value| value.is_finite())
}

/// Appends the digits from `at` on to others. Returns the number that they make, and where they end.
#[inline]
fn read_digits(bytes: &[u8], mut at: usize, mut number: u64) -> (u64, usize) {
    while let Some(digit) = bytes.get(at).map(|byte| byte.wrapping_sub(b'0'))
        && digit < 10
    {
        number = number.wrapping_mul(10).wrapping_add(u64::from(digit));
        at += 1;
    }
    (number, at)
}

/// The same, eight at once where there are so many.
#[inline]
fn read_digits_by_eight(bytes: &[u8], mut at: usize, mut number: u64) -> (u64, usize) {
    while let Some(eight) = bytes[at..].first_chunk()
        && let Some(eight) = eight_digits(*eight)
    {
        number = number.wrapping_mul(100_000_000).wrapping_add(eight);
        at += 8;
    }
    read_digits(bytes, at, number)
}

/// The number that eight digits make: neighbours become pairs, pairs fours, and fours the whole, all at once in one word.
#[inline]
fn eight_digits(text: [u8; 8]) -> Option<u64> {
    const EACH: u64 = u64::from_le_bytes([1; 8]);
    let word = u64::from_le_bytes(text);
    let high = |word: u64| word & (EACH * 0xf0);
    // Both a digit and six more begin with 3 in hexadecimal.
    if high(word) != EACH * 0x30 || high(word.wrapping_add(EACH * 6)) != EACH * 0x30 {
        return None;
    }
    let pairs = ((word & (EACH * 0x0f)).wrapping_mul(10 << 8 | 1) >> 8) & 0x00ff_00ff_00ff_00ff;
    let fours = (pairs.wrapping_mul(100 << 16 | 1) >> 16) & 0x0000_ffff_0000_ffff;
    Some(fours.wrapping_mul(10_000 << 32 | 1) >> 32)
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
    use super::leading_decimal;
    use proptest::prelude::*;

    #[test]
    fn decimals_end_where_digits_do() {
        for (text, value, rest) in [
            ("0", 0.0, ""),
            ("5.", 5.0, ""),
            (".5", 0.5, ""),
            ("007.250", 7.25, ""),
            ("9007199254740992", 2f64.powi(53), ""),
            ("9007199254740993,", 9007199254740993.0, ","),
            ("99999999999999999999", 1e20, ""),
            ("1.2.3", 1.2, ".3"),
            ("1.12345678/3", 1.12345678, "/3"),
            ("1.1234567:", 1.1234567, ":"),
            ("1e3", 1.0, "e3"),
            ("2½", 2.0, "½"),
        ] {
            assert_eq!(leading_decimal(text), Some((value, rest)), "{text}");
        }
        for text in ["", ".", "-1", "+1", " 1", "½", &"9".repeat(400)] {
            assert_eq!(leading_decimal(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn decimals_are_read_as_others_are(text in "[0-9]{0,12}[.]?[0-9]{0,22}", rest in "[^0-9.][^½]{0,9}") {
            let written = text.clone() + &rest;
            let expected = text.parse().ok().map(|value| (value, rest.as_str()));
            prop_assert_eq!(leading_decimal(&written), expected);
        }
    }
}
