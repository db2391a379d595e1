//! The names of the fields of a type, as serde knows them.

use serde::de::value::Error;
use serde::de::{DeserializeOwned, Deserializer, Error as _, Visitor};
use serde::forward_to_deserialize_any;

/// Returns the names of the fields that a struct is read from; none for a type that is no struct.
pub fn fields_of<T: DeserializeOwned>() -> &'static [&'static str] {
    let mut fields: &[&str] = &[];
    // Nothing is read: the type only says what it would read.
    let _ = T::deserialize(FieldProbe(&mut fields));
    fields
}

/// A source of nothing, which notes the fields that are asked for.
struct FieldProbe<'f>(&'f mut &'static [&'static str]);

impl<'de> Deserializer<'de> for FieldProbe<'_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
        Err(Error::custom("there is nothing to read"))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        *self.0 = fields;
        self.deserialize_any(visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct newtype_struct
        seq tuple tuple_struct map enum identifier ignored_any
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(serde::Deserialize)]
    #[allow(dead_code, reason = "only the names matter here")]
    struct Sample {
        #[serde(rename = "move")]
        movement: String,
        at: f64,
    }

    #[test]
    fn fields_have_the_names_that_are_read() {
        assert_eq!(fields_of::<Sample>(), ["move", "at"]);
        assert!(fields_of::<Vec<f64>>().is_empty());
    }
}
