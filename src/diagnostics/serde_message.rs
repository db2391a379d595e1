//! What serde reports of values that do not fit, worded for whoever wrote the text.

use super::suggest::suggestion;

/// The message for a value that does not fit, from the text of serde's error; a text not of serde's passes unchanged.
/// `table` is what named values are called in the language that is read.
pub fn serde_message(message: &str, table: &str) -> String {
    if let Some(rest) = message.strip_prefix("missing field ") {
        return format!("{rest} is missing");
    }
    if let Some(rest) = message.strip_prefix("duplicate field ") {
        return format!("{rest} is written twice");
    }
    if let Some((found, known)) = cut(message, "unknown field ", ", ") {
        let names: Vec<&str> = known.split('`').skip(1).step_by(2).collect();
        return format!("there is no {found} here: {}", suggestion(found.trim_matches('`'), names));
    }
    if let Some((found, expected)) = cut(message, "invalid type: ", ", expected ")
        .or_else(|| cut(message, "invalid value: ", ", expected "))
        .or_else(|| cut(message, "invalid length ", ", expected "))
    {
        let (expected, found) = (expected_value(expected, table), found_value(found, table));
        let hint = match (expected.as_str(), found.as_str()) {
            ("a list", "a table") => ": write its heading in double brackets, `[[name]]`",
            _ => "",
        };
        return format!("expected {expected}, found {found}{hint}");
    }
    message.to_owned()
}

/// Returns what lies between a prefix and the first separator, and what follows.
fn cut<'a>(text: &'a str, prefix: &str, separator: &str) -> Option<(&'a str, &'a str)> {
    text.strip_prefix(prefix)?.split_once(separator)
}

fn expected_value(expected: &str, table: &str) -> String {
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

fn found_value(found: &str, table: &str) -> String {
    let value = found.split_once('`').map(|(_, rest)| rest.trim_end_matches('`'));
    match (found, value) {
        ("sequence", _) => "a list".to_owned(),
        ("map", _) => table.to_owned(),
        (_, Some(value)) => value.to_owned(),
        (_, None) => found.trim_start_matches("string ").to_owned(),
    }
}
