//! Ints of 128 bits: a number in 64 bits, and else a string of its digits, which every
//! reader of JSON keeps.

use serde_json::{Value, json};

use super::fault::SettingFault;
use super::traits::SettingValue;
use super::whole::{expected, whole};

macro_rules! ints {
    ($($ty:ty, $least:expr, $pattern:literal;)*) => {$(
        impl SettingValue for $ty {
            fn schema() -> Value {
                json!({ "anyOf": [
                    { "type": "integer", "minimum": $least, "maximum": u64::MAX },
                    { "type": "string", "pattern": $pattern },
                ] })
            }

            fn to_json(&self) -> Value {
                if let Ok(int) = i64::try_from(*self) {
                    return int.into();
                }
                u64::try_from(*self).map_or_else(|_| Value::String(self.to_string()), Value::from)
            }

            fn from_json(value: Value) -> Result<Self, SettingFault> {
                let int = match &value {
                    Value::String(text) => {
                        text.parse().ok().filter(|int: &Self| int.to_string() == *text)
                    }
                    other => whole(other).and_then(|int| int.try_into().ok()),
                };
                int.ok_or_else(|| match &value {
                    Value::Number(number) => SettingFault::new(format!(
                        "expected int from {} to {}, in quotes where it is past 64 bits, found \
                         {}",
                        <$ty>::MIN,
                        <$ty>::MAX,
                        crate::quote::quoted(&number.to_string())
                    )),
                    _ => expected(<$ty>::MIN, <$ty>::MAX, &value),
                })
            }
        }
    )*};
}

ints! {
    i128, i64::MIN, "^(0|-?[1-9][0-9]{0,38})$";
    u128, 0, "^(0|[1-9][0-9]{0,38})$";
}
