//! JSON that does not say what it should.

use super::place::TextFault;
use super::serde_message::serde_message;
use serde::Deserialize;
use serde_json::error::Category;

/// Reads one line of JSON.
///
/// # Errors
/// The first thing that is not JSON or not what is asked for, with its column.
pub fn read_json<'a, T: Deserialize<'a>>(line: &'a [u8]) -> Result<T, String> {
    let text = std::str::from_utf8(line).map_err(|e| {
        let sound = String::from_utf8_lossy(&line[..e.valid_up_to()]).chars().count();
        format!("column {}: this is not UTF-8 text", sound + 1)
    })?;
    serde_json::from_str(text).map_err(|e| format!("column {}: {}", e.column().max(1), worded(&e, "line")))
}

/// Reads a file of JSON.
///
/// # Errors
/// The first thing that is not JSON or not what is asked for, with its place.
pub fn read_json_file<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, TextFault> {
    serde_json::from_str(text).map_err(|e| TextFault {
        line: e.line().max(1),
        column: e.column().max(1),
        message: worded(&e, "file"),
    })
}

/// The message for what ends in the middle, is no JSON or does not fit.
fn worded(e: &serde_json::Error, whole: &str) -> String {
    let message = e.to_string();
    let message = message.rsplit_once(" at line ").map_or(message.as_str(), |(message, _)| message);
    match e.classify() {
        Category::Eof => format!("the {whole} ends before its JSON does"),
        Category::Syntax | Category::Io => format!("this is not JSON: {message}"),
        Category::Data => serde_message(message, "an object"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, serde::Deserialize)]
    #[serde(deny_unknown_fields)]
    #[allow(dead_code, reason = "only what cannot be read matters here")]
    struct Sample {
        title: String,
        inner: Option<Inner>,
    }

    #[derive(Debug, serde::Deserialize)]
    #[allow(dead_code, reason = "only what cannot be read matters here")]
    struct Inner {
        letter: char,
    }

    #[test]
    fn json_that_does_not_fit_gets_our_message() {
        let cases: [(&[u8], &str); 7] = [
            (b"{\"title\": 3}", "column 11: expected a text in quotation marks, found 3"),
            (b"{\"title\": \"x\", \"title\": \"y\"}", "column 22: `title` is written twice"),
            (b"{\"titel\": 3}", "column 8: there is no `titel` here: did you mean `title`?"),
            (b"{\"title\": \"x\", \"inner\": 1}", "column 25: expected an object, found 1"),
            (b"{\"title\":", "column 9: the line ends before its JSON does"),
            (b"{title: 3}", "column 2: this is not JSON: key must be a string"),
            (b"{\"title\": \"\xff\"}", "column 12: this is not UTF-8 text"),
        ];
        for (line, message) in cases {
            assert_eq!(read_json::<Sample>(line).expect_err("bad"), message);
        }
    }
}
