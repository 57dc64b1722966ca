//! JSON through `serde` without a loss: no member twice, and no float that is none.

use std::fmt;

use serde::Deserializer;
use serde::de::{DeserializeSeed, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

use crate::convert::keeps_text;
use crate::quote::quoted;

/// The members of an object, none of them twice, at any depth.
pub(super) fn members_of<'de, D: Deserializer<'de>>(
    deserializer: D,
    expected: &'static str,
) -> Result<Map<String, Value>, D::Error> {
    struct Members(&'static str);

    impl<'de> Visitor<'de> for Members {
        type Value = Map<String, Value>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(self.0)
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let first = map.next_key()?;
            rest(first, map)
        }
    }

    deserializer.deserialize_map(Members(expected))
}

/// The members of an object from the first name on.
fn rest<'de, A: MapAccess<'de>>(
    mut next: Option<String>,
    mut map: A,
) -> Result<Map<String, Value>, A::Error> {
    let mut members = Map::new();
    while let Some(name) = next {
        if members.contains_key(&name) {
            return Err(A::Error::custom(format!("{} is given twice", quoted(&name))));
        }
        members.insert(name, map.next_value_seed(Strict)?);
        next = map.next_key()?;
    }
    Ok(members)
}

/// Any JSON.
struct Strict;

impl<'de> DeserializeSeed<'de> for Strict {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Strict {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value of a setting")
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_none<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        self.deserialize(deserializer)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(
        self,
        deserializer: D,
    ) -> Result<Value, D::Error> {
        self.deserialize(deserializer)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i128<E: Error>(self, value: i128) -> Result<Value, E> {
        number(Number::from_i128(value), value)
    }

    fn visit_u128<E: Error>(self, value: u128) -> Result<Value, E> {
        number(Number::from_u128(value), value)
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        number(Number::from_f64(value), value)
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_string<E: Error>(self, value: String) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Value, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = seq.next_element_seed(Self)? {
            items.push(item);
        }
        Ok(Value::Array(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        // Where `serde_json` keeps the text of numbers, it gives them as such an object.
        const NUMBER: &str = "$serde_json::private::Number";
        let first: Option<String> = map.next_key()?;
        if first.as_deref() == Some(NUMBER) && keeps_text() {
            let text: String = map.next_value()?;
            return number(text.parse().ok(), text);
        }
        rest(first, map).map(Value::Object)
    }
}

fn number<E: Error>(number: Option<Number>, written: impl fmt::Display) -> Result<Value, E> {
    number.map(Value::Number).ok_or_else(|| {
        let written = quoted(&written.to_string());
        E::custom(format!("{written} is no number in JSON"))
    })
}
