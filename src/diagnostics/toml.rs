//! Reads files of TOML, and gives each fault its place.

use super::keys::{KeyFault, TextKeys};
use super::place::{ByteFault, TextFault};
use super::toml_value::{UnknownFields, ValueReader};
use serde::de::DeserializeOwned;
use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

/// Reads a value from TOML.
///
/// # Errors
/// The fault of the first unknown field, or else of the first part that does not fit the type, with its place.
pub fn read_toml<T: DeserializeOwned>(text: &str) -> Result<T, TextFault> {
    let unknown = UnknownFields::default();
    let value = table_reader(parse(text)?, &unknown).read();
    let first_unknown = unknown.into_inner().into_iter().next();
    let read = first_unknown.map_or(value, Err);
    read.map_err(|ByteFault { byte, message }| TextFault::at(text, byte, message))
}

/// A value from TOML, and the items of its list, which were read one by one.
pub struct ValueAndList<T, C> {
    /// The value, with an empty list.
    pub value: T,
    /// The checked items.
    pub items: Vec<C>,
}

/// Reads a value `T` from TOML without the list called `list`, and each item `I` of the list by itself. `check` turns each item
/// that was read into a checked item `C`; the path of its fault begins at the item.
///
/// # Errors
/// All unknown fields, the first other fault of each item, and the first other fault outside of the list, in the order of the text.
pub fn read_toml_and_list<T: DeserializeOwned, I: DeserializeOwned, C>(
    text: &str,
    list: &str,
    check: impl Fn(I) -> Result<C, KeyFault>,
) -> Result<ValueAndList<T, C>, Vec<TextFault>> {
    let mut table = parse(text).map_err(|fault| vec![fault])?;
    let written_items = match table.get_mut().get_mut(list).map(Spanned::get_mut) {
        Some(DeValue::Array(array)) => std::mem::replace(array, DeArray::new()),
        // A value other than a list is a fault that the reader of the whole table finds.
        Some(_) | None => DeArray::new(),
    };
    let keys = TextKeys::of(text);
    let unknown = UnknownFields::default();
    let mut faults = Vec::new();
    let mut items = Vec::with_capacity(written_items.len());
    for (number, value) in written_items.into_iter().enumerate() {
        let earlier_unknown = unknown.borrow().len();
        let read = ValueReader { value, unknown: &unknown }.read::<I>();
        if unknown.borrow().len() > earlier_unknown {
            // A misspelt field is unknown, and the item lacks the field that was meant: one fault is enough.
            continue;
        }
        match read.map(&check) {
            Ok(Ok(item)) => items.push(item),
            Ok(Err(fault)) => faults.push(keys.locate(fault.in_item(list, number))),
            Err(fault) => faults.push(fault),
        }
    }
    let value = table_reader(table, &unknown).read::<T>();
    faults.extend(unknown.into_inner());
    match value {
        Ok(value) if faults.is_empty() => return Ok(ValueAndList { value, items }),
        Ok(_) => {}
        Err(fault) => faults.push(fault),
    }
    Err(TextFault::in_order(text, faults))
}

/// Returns a fault for each entry of a TOML table that does not fit the type by itself, in the order of the text. Each item of a
/// list counts as an entry. The type has to have a default for every field.
pub fn faults_of_entries<T: DeserializeOwned>(text: &str) -> Vec<TextFault> {
    let Ok(table) = DeTable::parse(text) else { return Vec::new() };
    let unknown = UnknownFields::default();
    let mut faults = Vec::new();
    for (name, value) in table.into_inner() {
        let span = value.span();
        let entries = match value.into_inner() {
            DeValue::Array(items) => {
                items.into_iter().map(|item| DeValue::Array(DeArray::from_iter([item]))).collect()
            }
            single => vec![single],
        };
        for value in entries {
            let table = DeTable::from_iter([(name.clone(), Spanned::new(span.clone(), value))]);
            faults.extend(table_reader(Spanned::new(span.clone(), table), &unknown).read::<T>().err());
        }
    }
    faults.extend(unknown.into_inner());
    TextFault::in_order(text, faults)
}

fn table_reader<'t, 'u>(table: Spanned<DeTable<'t>>, unknown: &'u UnknownFields) -> ValueReader<'t, 'u> {
    let span = table.span();
    ValueReader { value: Spanned::new(span, DeValue::Table(table.into_inner())), unknown }
}

/// Parses a text of TOML. The message of a fault is the parser's, unless a closing quotation mark is missing.
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

/// Whether a line ends at a byte and has a text without its closing quotation mark.
fn is_unclosed(text: &str, byte: usize) -> bool {
    let Some((before, after)) = text.split_at_checked(byte) else { return false };
    let line = before.rsplit('\n').next().unwrap_or_default();
    let is_line_end = after.is_empty() || after.starts_with(['\r', '\n']);
    is_line_end && line.matches('"').count() % 2 == 1
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
    fn a_fault_of_an_item_does_not_hide_other_faults() {
        let read = |text: &str| read_toml_and_list::<Sample, usize, usize>(text, "item", Ok);
        let places = |text: &str| {
            let faults = read(text).err().expect(text);
            faults.iter().map(|fault| (fault.line, fault.column)).collect::<Vec<_>>()
        };
        assert_eq!(places("item = [1, true, 2,\n-1, 3]\ntitle = 5"), [(1, 12), (2, 1), (3, 9)]);
        assert_eq!(places("title = 'x'\nitem = 3"), [(2, 8)]);
        let Ok(ValueAndList { value, items }) = read("title = 'x'\nitem = [1, 2]") else { panic!("sound") };
        assert_eq!((value.item.len(), items.iter().sum::<usize>()), (0, 3));
    }
}
