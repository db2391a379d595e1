//! Faults at keys of a TOML text, and the places of the keys.

use super::place::{ByteFault, TextFault};
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// One part of the path to a key.
#[derive(Debug, Clone, PartialEq, Eq)]
enum KeyPart {
    /// A key of a table.
    Key(String),
    /// An item of a list, from 0.
    Item(usize),
}

/// A fault at a key of a TOML text.
///
/// If the text lacks a part of the path, the fault is at the part before it. With an empty path the fault is at the beginning of
/// the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyFault {
    path: Vec<KeyPart>,
    /// The number of characters of the value in front of the fault; `None` if the fault is at the key, or at the item of a list.
    in_value: Option<usize>,
    message: String,
}

impl KeyFault {
    /// Returns a fault of the last key of a path through tables.
    pub fn at_key(path: &[&str], message: impl Into<String>) -> KeyFault {
        let path = path.iter().map(|&key| KeyPart::Key(key.to_owned())).collect();
        KeyFault { path, in_value: None, message: message.into() }
    }

    /// Returns a fault of the value of a key.
    pub fn at_value(path: &[&str], message: impl Into<String>) -> KeyFault {
        KeyFault::in_value(path, 0, message)
    }

    /// Returns a fault at a column of the text that a key has in quotation marks.
    pub fn in_value(path: &[&str], column: usize, message: impl Into<String>) -> KeyFault {
        // The value starts at the quotation mark, and columns count from 1.
        KeyFault { in_value: Some(column), ..KeyFault::at_key(path, message) }
    }

    /// Returns the fault of a table as a fault of the list in which the table is an item.
    pub fn in_item(mut self, list: &str, number: usize) -> KeyFault {
        self.path.splice(0..0, [KeyPart::Key(list.to_owned()), KeyPart::Item(number)]);
        self
    }

    /// Returns the fault with its line and column in a text.
    pub fn in_text(self, text: &str) -> TextFault {
        let ByteFault { byte, message } = TextKeys::of(text).locate(self);
        TextFault::at(text, byte, message)
    }
}

impl TextFault {
    /// Returns the faults of a text with their lines and columns, sorted by place.
    pub fn of_keys(text: &str, faults: impl IntoIterator<Item = KeyFault>) -> Vec<TextFault> {
        let keys = TextKeys::of(text);
        TextFault::in_order(text, faults.into_iter().map(|fault| keys.locate(fault)).collect())
    }
}

pub(super) struct TextKeys<'t> {
    text: &'t str,
    /// The table of all keys; `None` if the text is not TOML.
    table: Option<DeValue<'t>>,
}

impl<'t> TextKeys<'t> {
    pub(super) fn of(text: &'t str) -> TextKeys<'t> {
        let table = DeTable::parse(text).ok().map(|table| DeValue::Table(table.into_inner()));
        TextKeys { text, table }
    }

    /// Returns a fault with its byte in the text.
    pub(super) fn locate(&self, fault: KeyFault) -> ByteFault {
        let KeyFault { path, in_value, message } = fault;
        let (mut byte, mut value) = (0, self.table.as_ref());
        for part in &path {
            let Some((span, inner)) = value.and_then(|value| part_of(value, part)) else { break };
            byte = match in_value {
                Some(characters) => self.byte_behind(inner.span().start, characters),
                None => span.start,
            };
            value = Some(inner.get_ref());
        }
        ByteFault { byte, message }
    }

    /// Returns the byte that lies a number of characters behind another, or the end of the text.
    fn byte_behind(&self, start: usize, characters: usize) -> usize {
        let end = self.text[start..].char_indices().nth(characters);
        end.map_or(self.text.len(), |(index, _)| start + index)
    }
}

/// Returns the value at a key or item of a value, with the span of the key or of the item.
fn part_of<'v, 't>(
    value: &'v DeValue<'t>,
    part: &KeyPart,
) -> Option<(Range<usize>, &'v Spanned<DeValue<'t>>)> {
    match (part, value) {
        (KeyPart::Key(name), DeValue::Table(table)) => {
            table.get_key_value(name.as_str()).map(|(key, inner)| (key.span(), inner))
        }
        (KeyPart::Item(n), DeValue::Array(items)) => items.get(*n).map(|item| (item.span(), item)),
        (KeyPart::Key(_) | KeyPart::Item(_), _) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_found_in_tables_and_lists_of_every_form() {
        let text = "a = [{ b = 1 }, { b = { c = 2 } }]\n[[d]]\nb = 'éx'\n[[d]]\n  [d.e]\n  f = 4\n";
        let at = |fault: KeyFault| &text[TextKeys::of(text).locate(fault).byte..];
        assert!(at(KeyFault::at_key(&["b", "c"], "").in_item("a", 1)).starts_with("c = 2"));
        assert!(at(KeyFault::at_value(&["b"], "").in_item("a", 0)).starts_with("1 }"));
        assert!(at(KeyFault::at_key(&["e", "f"], "").in_item("d", 1)).starts_with("f = 4"));
        assert!(at(KeyFault::at_key(&["x"], "").in_item("d", 0)).starts_with("[[d]]\nb"));
        assert!(at(KeyFault::in_value(&["b"], 2, "").in_item("d", 0)).starts_with("x'"), "in characters");
        assert_eq!(at(KeyFault::at_key(&["x"], "")), text);
        assert_eq!(TextKeys::of("a = ").locate(KeyFault::at_key(&["a"], "")).byte, 0, "not TOML");
    }
}
