//! Reads JSON, and gives each fault its place.

use super::files::without_byte_order_mark;
use super::object::object;
use super::place::TextFault;
use serde::Deserialize;

/// A fault of a line, with its column.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("column {column}: {message}")]
pub struct LineFault {
    /// The column, in characters from 1.
    pub column: usize,
    /// What is wrong and what to do.
    pub message: String,
}

/// Reads an object from one line of JSON.
///
/// # Errors
/// The first syntax error or mismatch with the type, with its column.
pub fn read_json<'a, T: Deserialize<'a>>(line: &'a [u8]) -> Result<T, LineFault> {
    parse_line(line, parse_object)
}

/// Reads a value of any kind from a part of a line of JSON.
///
/// # Errors
/// Those of [`read_json`].
pub fn read_json_value<'a, T: Deserialize<'a>>(line: &'a [u8]) -> Result<T, LineFault> {
    parse_line(line, |text| serde_json::from_str(text))
}

fn parse_line<'a, T>(
    line: &'a [u8],
    parse: impl Fn(&'a str) -> serde_json::Result<T>,
) -> Result<T, LineFault> {
    let text = std::str::from_utf8(line).map_err(|e| {
        let valid_characters = String::from_utf8_lossy(&line[..e.valid_up_to()]).chars().count();
        LineFault { column: valid_characters + 1, message: "this is not UTF-8 text".to_owned() }
    })?;
    parse(text).map_err(|e| {
        let TextFault { column, message, .. } = text_fault(&e);
        LineFault { column, message }
    })
}

/// Reads an object, after a byte order mark if there is one.
fn parse_object<'a, T: Deserialize<'a>>(text: &'a str) -> serde_json::Result<T> {
    let mut json = serde_json::Deserializer::from_str(without_byte_order_mark(text));
    let value = object(&mut json)?;
    json.end()?;
    Ok(value)
}

/// Reads an object from the text of a JSON file.
///
/// # Errors
/// The first syntax error or mismatch with the type, with its place.
pub fn read_json_file<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, TextFault> {
    parse_object(text).map_err(|e| text_fault(&e))
}

fn text_fault(e: &serde_json::Error) -> TextFault {
    let (line, column, text) = (e.line(), e.column(), e.to_string());
    // serde_json states the place at the end of its message.
    let place = format!(" at line {line} column {column}");
    let message = text.strip_suffix(&place).unwrap_or(&text).to_owned();
    TextFault { line: line.max(1), column: column.max(1), message }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, serde::Deserialize)]
    #[serde(deny_unknown_fields)]
    #[allow(dead_code, reason = "only what cannot be read matters here")]
    struct Sample {
        title: String,
    }

    #[test]
    fn faults_have_their_place_once() {
        let cases: [(&[u8], &str); 6] = [
            (b"[\"x\", null]", "column 1: invalid type: sequence, expected struct Sample"),
            (b"{\"title\": 3}", "column 11: invalid type: integer `3`, expected a string"),
            (b"{\"titel\": 3}", "column 8: unknown field `titel`, expected `title`"),
            (b"{\"title\":", "column 9: EOF while parsing a value"),
            (b"{title: 3}", "column 2: key must be a string"),
            (b"{\"title\": \"\xff\"}", "column 12: this is not UTF-8 text"),
        ];
        for (line, message) in cases {
            assert_eq!(read_json::<Sample>(line).expect_err("bad").to_string(), message);
        }
        let fault = read_json_file::<Sample>("{\n\"title\": 3}").expect_err("bad");
        assert_eq!((fault.line, fault.column), (2, 10));
    }
}
