//! Ints of up to 64 bits.

use serde_json::{Value, json};

use super::fault::SettingFault;
use super::traits::SettingValue;
use super::whole::{expected, whole};

macro_rules! ints {
    ($($ty:ty),*) => {$(
        impl SettingValue for $ty {
            fn schema() -> Value {
                json!({ "type": "integer", "minimum": <$ty>::MIN, "maximum": <$ty>::MAX })
            }

            fn to_json(&self) -> Value {
                (*self).into()
            }

            fn from_json(value: Value) -> Result<Self, SettingFault> {
                let int = whole(&value).and_then(|int| int.try_into().ok());
                int.ok_or_else(|| expected(<$ty>::MIN, <$ty>::MAX, &value))
            }
        }
    )*};
}

ints!(i8, i16, i32, i64, isize, u8, u16, u32, u64, usize);
