//! Reads values of TOML into Rust types. The faults name values as an author does: a number, a text, a list, a table.

use super::place::ByteFault;
use super::suggest::suggestion;
use serde::de::{self, DeserializeSeed, Deserializer, IntoDeserializer, MapAccess, SeqAccess, Visitor};
use serde::forward_to_deserialize_any;
use std::cell::RefCell;
use std::fmt;
use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub(super) struct ValueFault {
    /// The byte of the fault, if it is known.
    byte: Option<usize>,
    message: String,
}

impl de::Error for ValueFault {
    fn custom<T: fmt::Display>(message: T) -> ValueFault {
        ValueFault { byte: None, message: message.to_string() }
    }

    fn invalid_value(found: de::Unexpected<'_>, _: &dyn de::Expected) -> ValueFault {
        ValueFault::custom(format!("{found} is out of range"))
    }

    fn missing_field(field: &'static str) -> ValueFault {
        ValueFault::custom(format!("`{field}` is missing"))
    }
}

/// The faults of the unknown fields in all tables that were read.
pub(super) type UnknownFields = RefCell<Vec<ByteFault>>;

/// A reader of a value. It skips unknown fields and collects their faults.
pub(super) struct ValueReader<'t, 'u> {
    pub(super) value: Spanned<DeValue<'t>>,
    pub(super) unknown: &'u UnknownFields,
}

impl<'t> ValueReader<'t, '_> {
    /// Reads a value.
    ///
    /// # Errors
    /// The fault of the first part that does not fit the type.
    pub(super) fn read<'de, T: de::Deserialize<'de>>(self) -> Result<T, ByteFault> {
        let start = self.value.span().start;
        let located =
            |fault: ValueFault| ByteFault { byte: fault.byte.unwrap_or(start), message: fault.message };
        T::deserialize(self).map_err(located)
    }

    /// Reads a value by a seed. A fault whose byte is not known gets the byte at which the value begins.
    fn read_seed<'de, S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, ValueFault> {
        let start = self.value.span().start;
        seed.deserialize(self).map_err(|fault| ValueFault { byte: fault.byte.or(Some(start)), ..fault })
    }

    /// Reads a value that has a form. The error for any other value names the `wanted` form.
    fn read_form<'de, V: Visitor<'de>>(
        self,
        wanted: &str,
        has_form: impl Fn(&DeValue<'t>) -> bool,
        visitor: V,
    ) -> Result<V::Value, ValueFault> {
        let found = match self.value.get_ref() {
            value if has_form(value) => return self.deserialize_any(visitor),
            DeValue::String(_) => "a text",
            DeValue::Integer(_) | DeValue::Float(_) => "a number",
            DeValue::Boolean(_) => "`true` or `false`",
            DeValue::Datetime(_) => "a date",
            DeValue::Array(_) => "a list",
            DeValue::Table(_) => "a table",
        };
        Err(de::Error::custom(format!("expected {wanted}, found {found}")))
    }
}

impl<'de> Deserializer<'de> for ValueReader<'_, '_> {
    type Error = ValueFault;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ValueFault> {
        let unknown = self.unknown;
        match self.value.into_inner() {
            DeValue::String(text) => visitor.visit_str(&text),
            DeValue::Integer(digits) => match i64::from_str_radix(digits.as_str(), digits.radix()) {
                Ok(number) => visitor.visit_i64(number),
                Err(_) => Err(de::Error::custom(format!("{digits} is out of range"))),
            },
            DeValue::Float(digits) => match digits.as_str().parse() {
                Ok(number) => visitor.visit_f64(number),
                Err(_) => Err(de::Error::custom(format!("{digits} is not a number"))),
            },
            DeValue::Boolean(value) => visitor.visit_bool(value),
            DeValue::Datetime(date) => Err(de::Error::custom(format!("the date {date} has no meaning here"))),
            DeValue::Array(list) => visitor.visit_seq(Items { remaining: list.into_iter(), unknown }),
            DeValue::Table(table) => {
                visitor.visit_map(Entries { remaining: table.into_iter(), value: None, unknown })
            }
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ValueFault> {
        self.read_form("`true` or `false`", DeValue::is_bool, visitor)
    }

    fn deserialize_u8<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ValueFault> {
        self.read_form("a whole number", DeValue::is_integer, visitor)
    }

    fn deserialize_u64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ValueFault> {
        self.read_form("a whole number", DeValue::is_integer, visitor)
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ValueFault> {
        self.read_form("a number", |value| value.is_integer() || value.is_float(), visitor)
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ValueFault> {
        let is_letter = |value: &DeValue<'_>| value.as_str().is_some_and(|text| text.chars().count() == 1);
        self.read_form("a letter in quotation marks", is_letter, visitor)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ValueFault> {
        self.read_form("a text in quotation marks", DeValue::is_str, visitor)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ValueFault> {
        self.read_form("a list", DeValue::is_array, visitor)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, ValueFault> {
        let has_length = |value: &DeValue<'_>| value.as_array().is_some_and(|list| list.len() == len);
        self.read_form(&format!("a list of {len} values"), has_length, visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ValueFault> {
        self.read_form("a table", DeValue::is_table, visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ValueFault> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, ValueFault> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        mut self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ValueFault> {
        if let DeValue::Table(table) = self.value.get_mut() {
            self.unknown.borrow_mut().extend(take_unknown(table, fields));
        }
        self.deserialize_map(visitor)
    }

    forward_to_deserialize_any! {
        i8 i16 i32 i64 i128 u16 u32 u128 f32 str bytes byte_buf unit unit_struct tuple_struct enum identifier ignored_any
    }
}

/// Takes the unknown fields out of a table, and returns their faults.
fn take_unknown(table: &mut DeTable<'_>, known: &[&str]) -> Vec<ByteFault> {
    let mut faults = Vec::new();
    for key in table.keys().cloned().collect::<Vec<_>>() {
        let name: &str = key.get_ref();
        if !known.contains(&name) {
            table.remove(name);
            let hint = suggestion(name, known.iter().copied());
            let message = format!("unknown field `{name}`: {hint}");
            faults.push(ByteFault { byte: key.span().start, message });
        }
    }
    faults
}

/// The items of a list that are not yet read.
struct Items<'t, 'u> {
    remaining: <DeArray<'t> as IntoIterator>::IntoIter,
    unknown: &'u UnknownFields,
}

impl<'de> SeqAccess<'de> for Items<'_, '_> {
    type Error = ValueFault;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, ValueFault> {
        let Some(value) = self.remaining.next() else { return Ok(None) };
        ValueReader { value, unknown: self.unknown }.read_seed(seed).map(Some)
    }
}

/// The entries of a table that are not yet read.
struct Entries<'t, 'u> {
    remaining: <DeTable<'t> as IntoIterator>::IntoIter,
    /// The value of the key that was read last.
    value: Option<Spanned<DeValue<'t>>>,
    unknown: &'u UnknownFields,
}

impl<'de> MapAccess<'de> for Entries<'_, '_> {
    type Error = ValueFault;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, ValueFault> {
        let Some((key, value)) = self.remaining.next() else { return Ok(None) };
        self.value = Some(value);
        let name: &str = key.get_ref();
        seed.deserialize(name.into_deserializer()).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, ValueFault> {
        let value = self.value.take().ok_or_else(|| de::Error::custom("a key without a value"))?;
        ValueReader { value, unknown: self.unknown }.read_seed(seed)
    }
}
