//! Reading values of TOML into types. Faults name what an author writes: a number, a text, a list, a table.

use super::suggest::suggestion;
use serde::de::{self, DeserializeSeed, Deserializer, IntoDeserializer, MapAccess, SeqAccess, Visitor};
use serde::forward_to_deserialize_any;
use serde_spanned::de::{SpannedDeserializer, is_spanned};
use std::cell::RefCell;
use std::fmt;
use toml::Spanned;
use toml::de::{DeArray, DeString, DeTable, DeValue};

/// A fault of a value, at its byte if that is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ValueFault {
    byte: Option<usize>,
    message: String,
}

impl ValueFault {
    /// Returns the byte of the fault, and what is wrong; `start` is the byte of a fault that has none.
    pub(super) fn located(self, start: usize) -> (usize, String) {
        (self.byte.unwrap_or(start), self.message)
    }

    fn at(self, byte: usize) -> ValueFault {
        ValueFault { byte: self.byte.or(Some(byte)), ..self }
    }
}

impl fmt::Display for ValueFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ValueFault {}

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

/// The unknown fields of all tables that are read: the byte of each, and what is wrong.
pub(super) type UnknownFields = RefCell<Vec<(usize, String)>>;

/// A reader of a value. It skips unknown fields and notes them.
pub(super) struct ValueReader<'t, 'u> {
    pub(super) value: Spanned<DeValue<'t>>,
    pub(super) unknown: &'u UnknownFields,
}

impl<'t> ValueReader<'t, '_> {
    /// Reads a value.
    ///
    /// # Errors
    /// The first part that does not fit the type.
    pub(super) fn read<'de, T: de::Deserialize<'de>>(self) -> Result<T, ValueFault> {
        let start = self.value.span().start;
        T::deserialize(self).map_err(|e| e.at(start))
    }

    fn mismatch(&self, wanted: &str) -> ValueFault {
        let found = match self.value.get_ref() {
            DeValue::String(_) => "a text",
            DeValue::Integer(_) | DeValue::Float(_) => "a number",
            DeValue::Boolean(_) => "`true` or `false`",
            DeValue::Datetime(_) => "a date",
            DeValue::Array(_) => "a list",
            DeValue::Table(_) => "a table",
        };
        de::Error::custom(format!("expected {wanted}, found {found}"))
    }

    fn whole_number<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ValueFault> {
        match self.value.get_ref() {
            DeValue::Integer(_) => self.deserialize_any(visitor),
            _ => Err(self.mismatch("a whole number")),
        }
    }

    fn real_number<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ValueFault> {
        match self.value.get_ref() {
            DeValue::Integer(_) | DeValue::Float(_) => self.deserialize_any(visitor),
            _ => Err(self.mismatch("a number")),
        }
    }

    fn text(self, wanted: &str) -> Result<DeString<'t>, ValueFault> {
        match self.value.get_ref() {
            DeValue::String(text) => Ok(text.clone()),
            _ => Err(self.mismatch(wanted)),
        }
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
            DeValue::Boolean(truth) => visitor.visit_bool(truth),
            DeValue::Datetime(date) => Err(de::Error::custom(format!("the date {date} has no meaning here"))),
            DeValue::Array(list) => visitor.visit_seq(Items { rest: list.into_iter(), unknown }),
            DeValue::Table(table) => {
                visitor.visit_map(Entries { rest: table.into_iter(), value: None, unknown })
            }
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ValueFault> {
        match self.value.get_ref() {
            DeValue::Boolean(_) => self.deserialize_any(visitor),
            _ => Err(self.mismatch("`true` or `false`")),
        }
    }

    fn deserialize_u8<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ValueFault> {
        self.whole_number(visitor)
    }

    fn deserialize_u64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ValueFault> {
        self.whole_number(visitor)
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ValueFault> {
        self.real_number(visitor)
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ValueFault> {
        let wrong = self.mismatch("a letter in quotation marks");
        let text = self.text("a letter in quotation marks")?;
        let mut letters = text.chars();
        match (letters.next(), letters.next()) {
            (Some(letter), None) => visitor.visit_char(letter),
            _ => Err(wrong),
        }
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ValueFault> {
        visitor.visit_str(&self.text("a text in quotation marks")?)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ValueFault> {
        match self.value.get_ref() {
            DeValue::Array(_) => self.deserialize_any(visitor),
            _ => Err(self.mismatch("a list")),
        }
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, ValueFault> {
        match self.value.get_ref() {
            DeValue::Array(list) if list.len() == len => self.deserialize_any(visitor),
            _ => Err(self.mismatch(&format!("a list of {len} values"))),
        }
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ValueFault> {
        match self.value.get_ref() {
            DeValue::Table(_) => self.deserialize_any(visitor),
            _ => Err(self.mismatch("a table")),
        }
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
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ValueFault> {
        if is_spanned(name) {
            let span = self.value.span();
            return visitor.visit_map(SpannedDeserializer::new(self, span));
        }
        match self.value.get_mut() {
            DeValue::Table(table) => {
                self.unknown.borrow_mut().extend(take_unknown(table, fields));
                self.deserialize_any(visitor)
            }
            _ => Err(self.mismatch("a table")),
        }
    }

    forward_to_deserialize_any! {
        i8 i16 i32 i64 i128 u16 u32 u128 f32 str bytes byte_buf unit unit_struct tuple_struct enum identifier ignored_any
    }
}

/// Takes the fields that are not known out of a table, and returns the byte of each and what is wrong.
fn take_unknown(table: &mut DeTable<'_>, known: &[&str]) -> Vec<(usize, String)> {
    let names = table.keys().filter(|key| !known.contains(&key.get_ref().as_ref()));
    let unknown: Vec<_> = names.map(|key| (key.span().start, key.get_ref().to_string())).collect();
    for (_, name) in &unknown {
        table.remove(name.as_str());
    }
    let fault = |(byte, name): (usize, String)| {
        (byte, format!("unknown field `{name}`: {}", suggestion(&name, known.iter().copied())))
    };
    unknown.into_iter().map(fault).collect()
}

impl<'de, 't, 'u> IntoDeserializer<'de, ValueFault> for ValueReader<'t, 'u> {
    type Deserializer = ValueReader<'t, 'u>;

    fn into_deserializer(self) -> ValueReader<'t, 'u> {
        self
    }
}

/// The items of a list.
struct Items<'t, 'u> {
    rest: <DeArray<'t> as IntoIterator>::IntoIter,
    unknown: &'u UnknownFields,
}

impl<'de> SeqAccess<'de> for Items<'_, '_> {
    type Error = ValueFault;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, ValueFault> {
        let Some(value) = self.rest.next() else { return Ok(None) };
        let start = value.span().start;
        seed.deserialize(ValueReader { value, unknown: self.unknown }).map(Some).map_err(|e| e.at(start))
    }
}

/// The entries of a table; `value` is that of the key that was read.
struct Entries<'t, 'u> {
    rest: <DeTable<'t> as IntoIterator>::IntoIter,
    value: Option<Spanned<DeValue<'t>>>,
    unknown: &'u UnknownFields,
}

impl<'de> MapAccess<'de> for Entries<'_, '_> {
    type Error = ValueFault;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, ValueFault> {
        let Some((key, value)) = self.rest.next() else { return Ok(None) };
        self.value = Some(value);
        let name: &str = key.get_ref();
        seed.deserialize(name.into_deserializer()).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, ValueFault> {
        let value = self.value.take().ok_or_else(|| de::Error::custom("a key without a value"))?;
        let start = value.span().start;
        seed.deserialize(ValueReader { value, unknown: self.unknown }).map_err(|e| e.at(start))
    }
}
