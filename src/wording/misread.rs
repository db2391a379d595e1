//! TOML that does not say what it should. The readers tell what they found as English texts alone, so
//! those are taken apart here; a test for each form notices when a reader changes its words.

use super::near::instead;
use super::place::TextFault;
use serde::de::DeserializeOwned;

/// Reads TOML.
///
/// # Errors
/// The first thing that is not TOML or not what is asked for, with its place.
pub fn read_toml<T: DeserializeOwned>(text: &str) -> Result<T, TextFault> {
    let fault = |e: &toml::de::Error, message| TextFault::at(text, e.span().map_or(0, |s| s.start), message);
    let table = toml::Deserializer::parse(text).map_err(|e| fault(&e, of_toml(e.message())))?;
    T::deserialize(table).map_err(|e| fault(&e, of_serde(e.message(), "a table")))
}

/// What a text that does not fit means, when the reader says it as serde does; other texts are our own.
/// `table` is what named values are called in the language that is read.
pub fn of_serde(message: &str, table: &str) -> String {
    if let Some(rest) = message.strip_prefix("missing field ") {
        return format!("{rest} is missing");
    }
    if let Some(rest) = message.strip_prefix("duplicate field ") {
        return format!("{rest} is written twice");
    }
    if let Some((found, known)) = cut(message, "unknown field ", ", ") {
        let names: Vec<&str> = known.split('`').skip(1).step_by(2).collect();
        return format!("there is no {found} here: {}", instead(found.trim_matches('`'), names));
    }
    if let Some((found, expected)) = cut(message, "invalid type: ", ", expected ")
        .or_else(|| cut(message, "invalid value: ", ", expected "))
        .or_else(|| cut(message, "invalid length ", ", expected "))
    {
        return format!("expected {}, found {}", needed(expected, table), given(found, table));
    }
    message.to_owned()
}

/// What lies between a prefix and the first separator, and what follows.
fn cut<'a>(text: &'a str, prefix: &str, separator: &str) -> Option<(&'a str, &'a str)> {
    text.strip_prefix(prefix)?.split_once(separator)
}

fn needed(expected: &str, table: &str) -> String {
    let words = match expected {
        "a string" => "a text in quotation marks",
        "a boolean" => "true or false",
        "a sequence" => "a list",
        "a map" => table,
        "a character" => "one letter",
        "any valid TOML value" => "a value",
        "f64" => "a number",
        "u8" | "u32" | "u64" | "usize" => "a whole number from 0",
        "i64" => "a whole number",
        _ if expected.starts_with("struct ") => table,
        _ => return expected.replace("an array of length", "a list of"),
    };
    words.to_owned()
}

fn given(found: &str, table: &str) -> String {
    let value = found.split_once('`').map(|(_, rest)| rest.trim_end_matches('`'));
    match (found, value) {
        ("sequence", _) => "a list".to_owned(),
        ("map", _) => table.to_owned(),
        (_, Some(value)) => value.to_owned(),
        (_, None) => found.trim_start_matches("string ").to_owned(),
    }
}

/// What a text that is no TOML lacks.
fn of_toml(message: &str) -> String {
    let words = match message {
        "duplicate key" => "this name is written twice",
        "key with no value, expected `=`" => "`=` and a value must follow the name",
        "string values must be quoted, expected literal string" => {
            "a value is missing: a text needs quotation marks"
        }
        "unexpected key or value, expected newline, `#`" => "a new line must begin here",
        "unexpected leading zero, expected nothing" => "a number cannot begin with 0",
        "invalid basic string, expected `\"`" => "the text is not closed: `\"` is missing",
        "invalid literal string, expected `'`" => "the text is not closed: `'` is missing",
        "unclosed array, expected `]`" => "the list is not closed: `]` is missing",
        "unclosed inline table, expected `}`" => "the table is not closed: `}` is missing",
        "unclosed table, expected `]`" => "the heading is not closed: `]` is missing",
        "unclosed array table, expected `]]`" | "unclosed array table, expected `]`" => {
            "the heading is not closed: `]]` is missing"
        }
        _ if message.starts_with("missing escaped value") => {
            "`\\` begins an escape: write `\\\\`, or use single quotes"
        }
        _ if message.starts_with("unquoted keys cannot be empty") => "a name is missing before `=`",
        _ if message.starts_with("invalid boolean") => "a value is missing: a text needs quotation marks",
        _ => return format!("this is not TOML: {message}"),
    };
    words.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, serde::Deserialize)]
    #[serde(deny_unknown_fields)]
    #[allow(dead_code, reason = "only what cannot be read matters here")]
    struct Sample {
        title: String,
        flag: Option<bool>,
        size: Option<f64>,
        count: Option<usize>,
        pairs: Option<Vec<[f64; 2]>>,
        inner: Option<Inner>,
    }

    #[derive(Debug, serde::Deserialize)]
    #[allow(dead_code, reason = "only what cannot be read matters here")]
    struct Inner {
        letter: char,
    }

    #[test]
    fn toml_that_does_not_fit_is_told_in_our_words() {
        let cases = [
            ("", "line 1, column 1: `title` is missing"),
            ("titel = 'x'", "line 1, column 1: there is no `titel` here: did you mean `title`?"),
            (
                "title = 'x'\nsomething = 1",
                "line 2, column 1: there is no `something` here: use one of title, flag, size, count, pairs, inner",
            ),
            ("title = 3", "line 1, column 9: expected a text in quotation marks, found 3"),
            ("title = [1]", "line 1, column 9: expected a text in quotation marks, found a list"),
            ("title = { a = 1 }", "line 1, column 9: expected a text in quotation marks, found a table"),
            ("flag = 'yes'", "line 1, column 8: expected true or false, found \"yes\""),
            ("size = true", "line 1, column 8: expected a number, found true"),
            ("count = -1", "line 1, column 9: expected a whole number from 0, found -1"),
            ("count = 1.5", "line 1, column 9: expected a whole number from 0, found 1.5"),
            ("pairs = 1", "line 1, column 9: expected a list, found 1"),
            ("pairs = [[1]]", "line 1, column 10: expected a list of 2, found 1"),
            ("inner = 1", "line 1, column 9: expected a table, found 1"),
            ("inner = { letter = 'xy' }", "line 1, column 20: expected one letter, found \"xy\""),
            ("title = 'x'\ntitle = 'y'", "line 2, column 1: this name is written twice"),
        ];
        for (text, told) in cases {
            assert_eq!(read_toml::<Sample>(text).expect_err(text).to_string(), told, "{text}");
        }
    }

    #[test]
    fn text_that_is_no_toml_is_told_in_our_words() {
        let cases = [
            ("title", "1, column 6: `=` and a value must follow the name"),
            ("title = x", "1, column 9: a value is missing: a text needs quotation marks"),
            ("title = tru", "1, column 9: a value is missing: a text needs quotation marks"),
            ("title =", "1, column 8: a value is missing: a text needs quotation marks"),
            ("title = 'x' size = 3", "1, column 13: a new line must begin here"),
            ("size = 007", "1, column 8: a number cannot begin with 0"),
            ("title = \"x", "1, column 11: the text is not closed: `\"` is missing"),
            ("title = 'x", "1, column 11: the text is not closed: `'` is missing"),
            ("pairs = [1, 2", "1, column 14: the list is not closed: `]` is missing"),
            ("inner = { a = 1", "1, column 16: the table is not closed: `}` is missing"),
            ("[inner", "1, column 7: the heading is not closed: `]` is missing"),
            ("[[inner]", "1, column 9: the heading is not closed: `]]` is missing"),
            ("title = \"\\q\"", "1, column 11: `\\` begins an escape: write `\\\\`, or use single quotes"),
            ("= 3", "1, column 1: a name is missing before `=`"),
        ];
        for (text, told) in cases {
            assert_eq!(
                read_toml::<Sample>(text).expect_err(text).to_string(),
                format!("line {told}"),
                "{text}"
            );
        }
    }
}
