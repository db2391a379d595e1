//! Reading TOML. Each fault has its place. An unknown field gets the name that may have been meant; other words are the reader's own.

use super::fields::fields_of;
use super::keys::{KeyPart, TextKeys};
use super::place::TextFault;
use super::suggest::suggestion;
use serde::de::DeserializeOwned;
use std::cell::LazyCell;
use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue, Deserializer, Error, ValueDeserializer};

/// Reads TOML, and returns the value with the names of all keys given.
///
/// # Errors
/// The first syntax error or mismatch with the type, with its place.
pub fn read_toml<T: DeserializeOwned>(text: &str) -> Result<(T, Vec<String>), TextFault> {
    let wrong = |e| fault(text, &e, 0);
    let mut table = DeTable::parse(text).map_err(wrong)?;
    if let Some((byte, message)) = take_unknown(table.get_mut(), fields_of::<T>()).into_iter().next() {
        return Err(TextFault::at(text, byte, message));
    }
    let names = table.get_ref().keys().map(|name| name.get_ref().to_string()).collect();
    Ok((T::deserialize(Deserializer::from(table)).map_err(wrong)?, names))
}

/// A fault of a value that has been read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyFault {
    /// The keys that lead to the fault in the value.
    pub keys: Vec<&'static str>,
    /// What is wrong and what to do.
    pub message: String,
}

/// The fields of the table that a field holds.
pub type Inside<'f> = &'f [(&'f str, &'f [&'static str])];

/// Reads TOML without the list of this name, and each item of that list by itself. Each item that has been read is checked. `inside`
/// has the fields of the tables in an item.
///
/// # Errors
/// All unknown fields, and the first other fault of each item and of all the rest, in the order of the text.
pub fn read_toml_and_list<T: DeserializeOwned, I: DeserializeOwned, C>(
    text: &str,
    list: &str,
    inside: Inside<'_>,
    check: impl Fn(I) -> Result<C, KeyFault>,
) -> Result<(T, Vec<Spanned<C>>), Vec<TextFault>> {
    let mut table = DeTable::parse(text).map_err(|e| vec![fault(text, &e, 0)])?;
    let items = match table.get_mut().get_mut(list).map(Spanned::get_mut) {
        Some(DeValue::Array(array)) => std::mem::replace(array, DeArray::new()),
        // A value that is no list is a fault of the rest.
        Some(_) | None => DeArray::new(),
    };
    let keys = LazyCell::new(|| TextKeys::of(text));
    let mut faults = take_unknown(table.get_mut(), fields_of::<T>());
    let mut checked = Vec::with_capacity(items.len());
    for (n, mut item) in items.into_iter().enumerate() {
        let span = item.span();
        let unknown = unknown_in_item(item.get_mut(), fields_of::<I>(), inside);
        if !unknown.is_empty() {
            faults.extend(unknown);
            continue;
        }
        let read = I::deserialize(ValueDeserializer::from(item)).map_err(|e| located(&e, span.start));
        let found = read.and_then(|item| {
            check(item).map_err(|KeyFault { keys: inside, message }| {
                let inside = inside.into_iter().map(KeyPart::Key);
                let path: Vec<_> = [KeyPart::Key(list), KeyPart::Item(n)].into_iter().chain(inside).collect();
                (keys.find(&path).map_or(span.start, |place| place.key), message)
            })
        });
        match found {
            Ok(item) => checked.push(Spanned::new(span, item)),
            Err(fault) => faults.push(fault),
        }
    }
    match T::deserialize(Deserializer::from(table)) {
        Ok(rest) if faults.is_empty() => return Ok((rest, checked)),
        Ok(_) => {}
        Err(e) => faults.push(located(&e, 0)),
    }
    Err(TextFault::all(text, faults))
}

/// Returns the fault of each entry that does not fit the type by itself, and of each item of a list, in the order of the
/// text. For types that have a default for every field.
pub fn faults_of_entries<T: DeserializeOwned>(text: &str) -> Vec<TextFault> {
    let Ok(mut table) = DeTable::parse(text) else { return Vec::new() };
    let mut faults = take_unknown(table.get_mut(), fields_of::<T>());
    for (name, value) in table.into_inner() {
        let span = value.span();
        let alone = match value.into_inner() {
            DeValue::Array(items) => {
                items.into_iter().map(|item| DeValue::Array(DeArray::from_iter([item]))).collect()
            }
            single => vec![single],
        };
        for value in alone {
            let entry = DeTable::from_iter([(name.clone(), Spanned::new(span.clone(), value))]);
            let read = T::deserialize(Deserializer::from(Spanned::new(span.clone(), entry)));
            faults.extend(read.err().map(|e| located(&e, span.start)));
        }
    }
    TextFault::all(text, faults)
}

/// Takes the fields that are not known out of a table, and returns what is wrong with each, with its byte.
fn take_unknown(table: &mut DeTable<'_>, known: &[&str]) -> Vec<(usize, String)> {
    let is_unknown = |name: &str| !known.is_empty() && !known.contains(&name);
    let names = table.keys().filter(|key| is_unknown(key.get_ref()));
    let unknown: Vec<_> = names.map(|key| (key.span().start, key.get_ref().to_string())).collect();
    let told = |(byte, name): (usize, String)| {
        table.remove(name.as_str());
        (byte, format!("unknown field `{name}`: {}", suggestion(&name, known.iter().copied())))
    };
    unknown.into_iter().map(told).collect()
}

/// Returns the unknown fields of an item of a list, and of the tables in it.
fn unknown_in_item(item: &mut DeValue<'_>, known: &[&str], inside: Inside<'_>) -> Vec<(usize, String)> {
    let DeValue::Table(table) = item else { return Vec::new() };
    let mut faults = take_unknown(table, known);
    for (name, known) in inside {
        if let Some(DeValue::Table(table)) = table.get_mut(*name).map(Spanned::get_mut) {
            faults.extend(take_unknown(table, known));
        }
    }
    faults
}

/// Returns the fault at the place that the reader states, or else at the beginning of what it reads.
fn fault(text: &str, e: &Error, start: usize) -> TextFault {
    let (byte, message) = located(e, start);
    TextFault::at(text, byte, message)
}

/// Returns an error with the byte that the reader states, or else that at which the reading begins.
fn located(e: &Error, start: usize) -> (usize, String) {
    (e.span().map_or(start, |span| span.start), e.message().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, serde::Deserialize)]
    #[serde(deny_unknown_fields)]
    #[allow(dead_code, reason = "only what cannot be read matters here")]
    struct Sample {
        title: String,
        #[serde(default)]
        item: Vec<usize>,
    }

    #[test]
    fn faults_have_their_place() {
        let cases = [
            ("", "line 1, column 1: missing field `title`"),
            ("titel = 'x'", "line 1, column 1: unknown field `titel`: did you mean `title`?"),
            ("name = 'x'", "line 1, column 1: unknown field `name`: use one of title, item"),
            ("title = [1]", "line 1, column 9: invalid type: sequence, expected a string"),
            ("title = 'x'\ntitle = 'y'", "line 2, column 1: duplicate key"),
            ("title = 'x'\nitem = [1, 2", "line 2, column 13: unclosed array, expected `]`"),
        ];
        for (text, message) in cases {
            assert_eq!(read_toml::<Sample>(text).expect_err(text).to_string(), message, "{text}");
        }
    }

    #[test]
    fn a_fault_hides_none_in_other_items() {
        let read = |text: &str| read_toml_and_list::<Sample, usize, usize>(text, "item", &[], Ok);
        let places = |text: &str| {
            let faults = read(text).expect_err(text);
            faults.iter().map(|fault| (fault.line, fault.column)).collect::<Vec<_>>()
        };
        assert_eq!(places("item = [1, true, 2,\n-1, 3]\ntitle = 5"), [(1, 12), (2, 1), (3, 9)]);
        assert_eq!(places("title = 'x'\nitem = 3"), [(2, 8)]);
        let (rest, items) = read("title = 'x'\nitem = [1, 2]").expect("sound");
        assert_eq!((rest.item.len(), items.iter().map(|item| *item.get_ref()).sum::<usize>()), (0, 3));
    }
}
