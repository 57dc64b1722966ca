//! Ints that are not 0.

use std::num::NonZero;

use serde_json::{Value, json};

use super::fault::SettingFault;
use super::traits::SettingValue;
use super::whole::expected;

macro_rules! signed {
    ($($ty:ty),*) => {$(
        impl SettingValue for NonZero<$ty> {
            fn schema() -> Value {
                json!({ "allOf": [<$ty as SettingValue>::schema(), { "not": { "const": 0 } }] })
            }

            fn to_json(&self) -> Value {
                SettingValue::to_json(&self.get())
            }

            fn from_json(value: Value) -> Result<Self, SettingFault> {
                match <$ty as SettingValue>::from_json(value) {
                    Ok(int) => Self::new(int).ok_or_else(|| {
                        expected(<$ty>::MIN, format_args!("{} but 0", <$ty>::MAX), &0.into())
                    }),
                    Err(fault) => Err(fault),
                }
            }
        }
    )*};
}

macro_rules! unsigned {
    ($($ty:ty),*) => {$(
        impl SettingValue for NonZero<$ty> {
            fn schema() -> Value {
                json!({ "allOf": [<$ty as SettingValue>::schema(), { "not": { "const": 0 } }] })
            }

            fn to_json(&self) -> Value {
                SettingValue::to_json(&self.get())
            }

            fn from_json(value: Value) -> Result<Self, SettingFault> {
                let wrong = |found: &Value| expected(1, <$ty>::MAX, found);
                // The text of a number that is out of range is part of what is said.
                let shown = match &value {
                    Value::Number(_) | Value::String(_) => value.clone(),
                    _ => return Err(wrong(&value)),
                };
                let read = <$ty as SettingValue>::from_json(value).ok().and_then(Self::new);
                read.ok_or_else(|| wrong(&shown))
            }
        }
    )*};
}

signed!(i8, i16, i32, i64, i128, isize);
unsigned!(u8, u16, u32, u64, u128, usize);
