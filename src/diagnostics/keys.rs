//! Finds the places of keys in a TOML text.

use toml::de::{DeTable, DeValue};

/// One part of the path to a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyPart<'k> {
    /// A key of a table.
    Key(&'k str),
    /// An item of a list, from 0.
    Item(usize),
}

/// The place of a key in a text, in bytes from the beginning of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeyPlace {
    /// The first byte of the key, or of the item of a list.
    pub key: usize,
    /// The first byte of the value.
    pub value: usize,
}

/// The keys of a TOML text.
pub struct TextKeys<'t>(Option<DeValue<'t>>);

impl<'t> TextKeys<'t> {
    /// Returns the keys of a text. A text that is not TOML has none.
    pub fn of(text: &'t str) -> TextKeys<'t> {
        TextKeys(DeTable::parse(text).ok().map(|table| DeValue::Table(table.into_inner())))
    }

    /// Returns the place of the last part of a path. If the text lacks a part, the place is that of the part before it, if any.
    pub fn find(&self, path: &[KeyPart<'_>]) -> Option<KeyPlace> {
        let mut value = self.0.as_ref()?;
        let mut found = None;
        for part in path {
            let next = match (part, value) {
                (KeyPart::Key(name), DeValue::Table(table)) => {
                    table.get_key_value(*name).map(|(key, inner)| (key.span().start, inner))
                }
                (KeyPart::Item(n), DeValue::Array(items)) => {
                    items.get(*n).map(|item| (item.span().start, item))
                }
                (KeyPart::Key(_) | KeyPart::Item(_), _) => None,
            };
            let Some((key, inner)) = next else { break };
            found = Some(KeyPlace { key, value: inner.span().start });
            value = inner.get_ref();
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use KeyPart::{Item, Key};

    #[test]
    fn keys_are_found_in_tables_and_lists_of_every_form() {
        let text = "a = [{ b = 1 }, { b = { c = 2 } }]\n[[d]]\nb = 3\n[[d]]\n  [d.e]\n  f = 4\n";
        let keys = TextKeys::of(text);
        let at = |path: &[KeyPart<'_>]| keys.find(path).map(|place| &text[place.key..]);
        let value = |path: &[KeyPart<'_>]| keys.find(path).map(|place| &text[place.value..]);
        assert!(at(&[Key("a"), Item(1), Key("b"), Key("c")]).is_some_and(|found| found.starts_with("c = 2")));
        assert!(value(&[Key("a"), Item(0), Key("b")]).is_some_and(|found| found.starts_with("1 }")));
        assert!(at(&[Key("d"), Item(1), Key("e"), Key("f")]).is_some_and(|found| found.starts_with("f = 4")));
        assert!(at(&[Key("d"), Item(0), Key("x")]).is_some_and(|found| found.starts_with("[[d]]\nb")));
        assert_eq!(at(&[Key("x")]), None);
        assert_eq!(TextKeys::of("a = ").find(&[Key("a")]), None);
    }
}
