//! Reads structs from objects only. A reader that serde derives would also accept a list of the fields' values.

use serde::de::{Deserialize, Deserializer, Visitor};
use serde::forward_to_deserialize_any;

/// Reads a struct from an object or table.
///
/// # Errors
/// When the value is no object, or does not fit the struct.
pub fn object<'de, D: Deserializer<'de>, T: Deserialize<'de>>(from: D) -> Result<T, D::Error> {
    T::deserialize(FromObject(from))
}

/// Reads a struct from an object or table, or `None` from a null.
///
/// # Errors
/// Those of [`object`].
#[cfg(feature = "answers")]
pub fn optional_object<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    from: D,
) -> Result<Option<T>, D::Error> {
    let read = Option::<Object<T>>::deserialize(from)?;
    Ok(read.map(|Object(value)| value))
}

/// Reads a list of structs, each from an object or table.
///
/// # Errors
/// Those of [`object`].
pub fn objects<'de, D: Deserializer<'de>, T: Deserialize<'de>>(from: D) -> Result<Vec<T>, D::Error> {
    let read = Vec::<Object<T>>::deserialize(from)?;
    Ok(read.into_iter().map(|Object(value)| value).collect())
}

/// A struct that serde reads from an object or table.
struct Object<T>(T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        object(from).map(Object)
    }
}

/// A deserializer that reads every value as a map.
struct FromObject<D>(D);

impl<'de, D: Deserializer<'de>> Deserializer<'de> for FromObject<D> {
    type Error = D::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.0.deserialize_map(visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}
