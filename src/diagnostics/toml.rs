//! Reading TOML, with every fault placed and worded for its writer.
//!
//! The reader gives its errors as English texts alone, so those are matched here. A test for each form notices when the
//! reader changes its words.

use super::place::TextFault;
use super::serde_message::serde_message;
use serde::de::DeserializeOwned;
use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

/// Reads TOML.
///
/// # Errors
/// The first thing that is not TOML or not what is asked for, with its place.
pub fn read_toml<T: DeserializeOwned>(text: &str) -> Result<T, TextFault> {
    let fault = |e: &toml::de::Error, message| TextFault::at(text, e.span().map_or(0, |s| s.start), message);
    let table = toml::Deserializer::parse(text).map_err(|e| fault(&e, syntax_message(e.message())))?;
    T::deserialize(table).map_err(|e| fault(&e, serde_message(e.message(), "a table")))
}

/// What could be read of a TOML text, and all that is wrong with it.
#[derive(Debug, Clone, PartialEq)]
pub struct Partial<T> {
    /// The value without what is wrong; `None` when nothing can be made of the text.
    pub value: Option<T>,
    /// What is wrong, in the order of the text; empty when all could be read.
    pub faults: Vec<TextFault>,
    /// What was left out of the value: names and indices on the way to each faulty entry.
    pub left_out: Vec<Vec<String>>,
}

/// The most faults reported of one text.
const MOST_FAULTS: usize = 20;

/// Reads TOML past its faults. Each faulty entry is left out, and the rest is read again.
pub fn read_toml_past_faults<T: DeserializeOwned>(text: &str) -> Partial<T> {
    let mut partial = Partial { value: None, faults: Vec::new(), left_out: Vec::new() };
    let place = |e: &toml::de::Error| e.span().map_or(0, |s| s.start);
    let mut table = match DeTable::parse(text) {
        Ok(table) => table,
        Err(e) => {
            partial.faults.push(TextFault::at(text, place(&e), syntax_message(e.message())));
            return partial;
        }
    };
    while partial.faults.len() < MOST_FAULTS {
        match T::deserialize(toml::Deserializer::from(table.clone())) {
            Ok(value) => {
                partial.value = Some(value);
                break;
            }
            Err(e) => {
                let fault = TextFault::at(text, place(&e), serde_message(e.message(), "a table"));
                // What the whole file lacks stays missing, whatever is left out.
                if partial.faults.contains(&fault) {
                    break;
                }
                partial.faults.push(fault);
                match leave_out(table.get_mut(), place(&e)) {
                    Some(way) => partial.left_out.push(way),
                    None => break,
                }
            }
        }
    }
    partial.faults.sort_by_key(|fault| (fault.line, fault.column));
    partial
}

/// Removes the innermost entry whose name or value covers a byte of the text. Returns the way to it.
fn leave_out(table: &mut DeTable<'_>, byte: usize) -> Option<Vec<String>> {
    for (name, value) in table.iter_mut() {
        if let Some(mut way) = leave_out_of_value(value.get_mut(), byte) {
            way.insert(0, name.get_ref().to_string());
            return Some(way);
        }
    }
    let covers = |name: &Spanned<DeString<'_>>, value: &Spanned<DeValue<'_>>| {
        name.span().contains(&byte) || value.span().contains(&byte)
    };
    let name = table.iter().find(|(name, value)| covers(name, value)).map(|(name, _)| name.clone())?;
    table.remove(&name);
    Some(vec![name.into_inner().into_owned()])
}

fn leave_out_of_value(value: &mut DeValue<'_>, byte: usize) -> Option<Vec<String>> {
    match value {
        DeValue::Table(table) => leave_out(table, byte),
        DeValue::Array(array) => array.iter_mut().enumerate().find_map(|(i, item)| {
            let mut way = leave_out_of_value(item.get_mut(), byte)?;
            way.insert(0, i.to_string());
            Some(way)
        }),
        DeValue::String(_)
        | DeValue::Integer(_)
        | DeValue::Float(_)
        | DeValue::Boolean(_)
        | DeValue::Datetime(_) => None,
    }
}

/// The message for a text that is no TOML.
fn syntax_message(message: &str) -> String {
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
    fn what_the_file_lacks_is_named_once() {
        let faults = read_toml_past_faults::<Sample>("flag = true\nsize = 1.0").faults;
        assert_eq!(
            faults.iter().map(ToString::to_string).collect::<Vec<_>>(),
            ["line 1, column 1: `title` is missing"]
        );
    }

    #[test]
    fn toml_that_does_not_fit_gets_our_message() {
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
        for (text, message) in cases {
            assert_eq!(read_toml::<Sample>(text).expect_err(text).to_string(), message, "{text}");
        }
    }

    #[test]
    fn text_that_is_no_toml_gets_our_message() {
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
        for (text, message) in cases {
            assert_eq!(
                read_toml::<Sample>(text).expect_err(text).to_string(),
                format!("line {message}"),
                "{text}"
            );
        }
    }
}
