//! Reads JSON, and gives each fault its place.

use super::files::without_byte_order_mark;
use super::object::object;
use super::place::TextFault;
use serde::Deserialize;

/// Reads an object from JSON, after a byte order mark if there is one.
///
/// # Errors
/// The first syntax error or mismatch with the type, with its place.
pub fn read_json<'a, T: Deserialize<'a>>(json: &'a [u8]) -> Result<T, TextFault> {
    let text = std::str::from_utf8(json).map_err(|e| {
        let valid = String::from_utf8_lossy(&json[..e.valid_up_to()]);
        TextFault::at(&valid, valid.len(), "this is not UTF-8 text")
    })?;
    let text = without_byte_order_mark(text);
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let read = object(&mut deserializer).and_then(|value| deserializer.end().map(|()| value));
    read.map_err(|e| text_fault(text, &e))
}

/// Reads a value of any kind from JSON.
///
/// # Errors
/// Those of [`read_json`].
pub fn read_json_value<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, TextFault> {
    serde_json::from_str(text).map_err(|e| text_fault(text, &e))
}

fn text_fault(text: &str, e: &serde_json::Error) -> TextFault {
    // serde_json states the place at the end of its message.
    let (place, message) = (format!(" at line {} column {}", e.line(), e.column()), e.to_string());
    let message = message.strip_suffix(&place).unwrap_or(&message).to_owned();
    let line = e.line().max(1);
    // The column of the error counts bytes.
    let characters = text.split('\n').nth(line - 1).unwrap_or_default().char_indices();
    let column = characters.take_while(|&(start, _)| start < e.column()).count().max(1);
    TextFault { line, column, message }
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
        let cases: [(&[u8], &str); 8] = [
            (b"[\"x\", null]", "line 1, column 1: invalid type: sequence, expected struct Sample"),
            (b"{\"title\": 3}", "line 1, column 11: invalid type: integer `3`, expected a string"),
            (b"{\"titel\": 3}", "line 1, column 8: unknown field `titel`, expected `title`"),
            (b"{\"title\":", "line 1, column 9: EOF while parsing a value"),
            (b"{title: 3}", "line 1, column 2: key must be a string"),
            (b"{\n\"title\": 3}", "line 2, column 10: invalid type: integer `3`, expected a string"),
            (b"{\"title\": \"\xff\"}", "line 1, column 12: this is not UTF-8 text"),
            ("{\"title\": \"é\" 3}".as_bytes(), "line 1, column 15: expected `,` or `}`"),
        ];
        for (json, message) in cases {
            assert_eq!(read_json::<Sample>(json).expect_err("bad").to_string(), message);
        }
    }
}
