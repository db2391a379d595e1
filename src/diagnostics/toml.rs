//! Reading files of TOML: every fault with its place.

use super::keys::{KeyPart, TextKeys};
use super::place::{ByteFault, TextFault};
use super::toml_value::{UnknownFields, ValueReader};
use serde::de::DeserializeOwned;
use std::cell::LazyCell;
use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

/// Reads a value from TOML.
///
/// # Errors
/// The first unknown field, else the first part that does not fit the type, with its place.
pub fn read_toml<T: DeserializeOwned>(text: &str) -> Result<T, TextFault> {
    let unknown = UnknownFields::default();
    let value = table_reader(parse(text)?, &unknown).read();
    let first = unknown.into_inner().into_iter().next();
    let fault = match (first, value) {
        (None, Ok(value)) => return Ok(value),
        (Some(unknown), _) => unknown,
        (None, Err(fault)) => fault.or_at(0),
    };
    Err(TextFault::at(text, fault.byte, fault.message))
}

/// A fault of a value that has been read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyFault {
    /// The keys that lead to the fault in the value.
    pub keys: Vec<&'static str>,
    /// What is wrong and what to do.
    pub message: String,
}

/// A value from TOML, and the items of its list that were read one by one.
pub struct ValueAndList<T, I> {
    /// The value, with an empty list.
    pub value: T,
    /// The checked items.
    pub items: Vec<Spanned<I>>,
}

/// Reads a value from TOML without the list of this name, and each item of the list by itself. `check` makes the items of the
/// result from those that are read.
///
/// # Errors
/// All unknown fields, the first other fault of each item, and the first other fault outside the list, in the order of the text.
pub fn read_toml_and_list<T: DeserializeOwned, I: DeserializeOwned, C>(
    text: &str,
    list: &str,
    check: impl Fn(I) -> Result<C, KeyFault>,
) -> Result<ValueAndList<T, C>, Vec<TextFault>> {
    let mut table = parse(text).map_err(|fault| vec![fault])?;
    let written = match table.get_mut().get_mut(list).map(Spanned::get_mut) {
        Some(DeValue::Array(array)) => std::mem::replace(array, DeArray::new()),
        // A value other than a list is a fault that the reader of the whole table finds.
        Some(_) | None => DeArray::new(),
    };
    let keys = LazyCell::new(|| TextKeys::of(text));
    let unknown = UnknownFields::default();
    let mut faults = Vec::new();
    let mut items = Vec::with_capacity(written.len());
    for (n, value) in written.into_iter().enumerate() {
        let span = value.span();
        let unknown_before = unknown.borrow().len();
        let read = ValueReader { value, unknown: &unknown }.read::<I>();
        if unknown.borrow().len() > unknown_before {
            continue;
        }
        let found = read.map_err(|fault| fault.or_at(span.start)).and_then(|item| {
            check(item).map_err(|KeyFault { keys: inside, message }| {
                let mut path = vec![KeyPart::Key(list), KeyPart::Item(n)];
                path.extend(inside.into_iter().map(KeyPart::Key));
                ByteFault::new(keys.find(&path).map_or(span.start, |place| place.key), message)
            })
        });
        match found {
            Ok(item) => items.push(Spanned::new(span, item)),
            Err(fault) => faults.push(fault),
        }
    }
    let value = table_reader(table, &unknown).read::<T>();
    faults.extend(unknown.into_inner());
    match value {
        Ok(value) if faults.is_empty() => return Ok(ValueAndList { value, items }),
        Ok(_) => {}
        Err(fault) => faults.push(fault.or_at(0)),
    }
    Err(TextFault::all(text, faults))
}

/// Returns the fault of each entry, and of each item of a list, that does not fit the type by itself, in the order of the text. The
/// type has a default for every field.
pub fn faults_of_entries<T: DeserializeOwned>(text: &str) -> Vec<TextFault> {
    let Ok(table) = DeTable::parse(text) else { return Vec::new() };
    let unknown = UnknownFields::default();
    let mut faults = Vec::new();
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
            let read = table_reader(Spanned::new(span.clone(), entry), &unknown).read::<T>();
            faults.extend(read.err().map(|fault| fault.or_at(span.start)));
        }
    }
    faults.extend(unknown.into_inner());
    TextFault::all(text, faults)
}

fn table_reader<'t, 'u>(table: Spanned<DeTable<'t>>, unknown: &'u UnknownFields) -> ValueReader<'t, 'u> {
    let span = table.span();
    ValueReader { value: Spanned::new(span, DeValue::Table(table.into_inner())), unknown }
}

/// Parses a text.
///
/// # Errors
/// The first fault of syntax. The message is the parser's, except for a missing quotation mark.
fn parse(text: &str) -> Result<Spanned<DeTable<'_>>, TextFault> {
    DeTable::parse(text).map_err(|e| {
        let byte = e.span().map_or(0, |span| span.start);
        let message = if is_unclosed(text, byte) {
            "the text that begins in this line has no closing quotation mark".to_owned()
        } else {
            e.message().to_owned()
        };
        TextFault::at(text, byte, message)
    })
}

/// Whether a line ends at a byte and has a quotation mark that is not closed.
fn is_unclosed(text: &str, byte: usize) -> bool {
    let Some((before, after)) = text.split_at_checked(byte) else { return false };
    let line = before.rsplit('\n').next().unwrap_or_default();
    let ends = after.is_empty() || after.starts_with(['\r', '\n']);
    ends && line.matches('"').count() % 2 == 1
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
    fn a_fault_hides_none_in_other_items() {
        let read = |text: &str| read_toml_and_list::<Sample, usize, usize>(text, "item", Ok);
        let places = |text: &str| {
            let faults = read(text).err().expect(text);
            faults.iter().map(|fault| (fault.line, fault.column)).collect::<Vec<_>>()
        };
        assert_eq!(places("item = [1, true, 2,\n-1, 3]\ntitle = 5"), [(1, 12), (2, 1), (3, 9)]);
        assert_eq!(places("title = 'x'\nitem = 3"), [(2, 8)]);
        let Ok(ValueAndList { value, items }) = read("title = 'x'\nitem = [1, 2]") else { panic!("sound") };
        assert_eq!((value.item.len(), items.iter().map(|item| *item.get_ref()).sum::<usize>()), (0, 3));
    }
}
